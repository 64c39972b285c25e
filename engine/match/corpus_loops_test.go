// SPDX-License-Identifier: MIT

package match_test

// roundabout is a circle of 40 m radius with four arms of 160 m.
const roundabout = `
	            N
	            |
	            |
	            h
	            |
	            n
	           q p
	W--s--f---w   e---g---E
	           r o
	            u
	            |
	            i
	            |
	            |
	            S`

var (
	roundaboutGrid  = grid{20, 20}
	roundaboutLines = []string{"w>r>u>o>e>p>n>q>w roundabout", "W-w", "e-E", "n-N", "u-S"}
)

// loops are loops, roundabouts and blocks.
var loops = []behaviour{
	{
		name: "roundabout, right", picture: roundabout, grid: roundaboutGrid, lines: roundaboutLines,
		trip: "fwrui", ways: []int64{2, 1, 5},
	},
	{
		name: "roundabout, straight on", picture: roundabout, grid: roundaboutGrid, lines: roundaboutLines,
		trip: "fwruoeg", ways: []int64{2, 1, 3},
	},
	{
		name: "roundabout, left", picture: roundabout, grid: roundaboutGrid, lines: roundaboutLines,
		trip: "fwruoepnh", ways: []int64{2, 1, 4},
	},
	{
		name: "roundabout, left at the same arm", picture: roundabout, grid: roundaboutGrid, lines: roundaboutLines,
		trip: "fwruoepnqwf", ways: []int64{2, 1, 2},
	},
	{
		name: "roundabout, once round and straight on", picture: roundabout, grid: roundaboutGrid, lines: roundaboutLines,
		trip: "fwruoepnqwruoeg", ways: []int64{2, 1, 3},
	},
	{
		name: "roundabout from the south", picture: roundabout, grid: roundaboutGrid, lines: roundaboutLines,
		trip: "iuoepnh", ways: []int64{5, 1, 4},
	},
	{
		name: "two roundabouts in a row",
		picture: `
			       n            m
			A--s--w e----------x z--t--B
			       o            l`,
		grid:  grid{20, 30},
		lines: []string{"w>o>e>n>w roundabout", "x>l>z>m>x roundabout", "A-w", "e-x", "z-B"},
		trip:  "swoexlzt", ways: []int64{3, 1, 4, 2, 5},
	},
	{
		name: "block, once round",
		picture: `
			A--s-B---C
			     |   |
			     |   |
			     E---D`,
		lines: []string{"A-B", "B-C", "C-D", "D-E", "E-B"},
		trip:  "sBCDEBs", ways: []int64{1, 2, 3, 4, 5, 1}, sparse: false,
	},
	{
		name: "block, twice round",
		picture: `
			A--s-B---C
			     |   |
			     |   |
			     E---D`,
		lines: []string{"A-B", "B-C", "C-D", "D-E", "E-B"},
		trip:  "sBCDEBCDEBs", ways: []int64{1, 2, 3, 4, 5, 2, 3, 4, 5, 1},
	},
	{
		name: "figure of eight",
		picture: `
			B---C
			|   |
			A-s-X---E
			    h   |
			    |   |
			    G---F`,
		lines: []string{"A-X", "X-C", "C-B", "B-A", "X-E", "E-F", "F-G", "G-X"},
		trip:  "sXCBAXEFGh", ways: []int64{1, 2, 3, 4, 1, 5, 6, 7, 8},
	},
	{
		name: "loop at the end of a street",
		picture: `
			         C--D
			A--s-----B  |
			         F--E`,
		lines: []string{"A-B", "B-C-D-E-F-B"},
		trip:  "sBCDEFBs", ways: []int64{1, 2, 1},
	},
	{
		name: "loop at the end, the other way",
		picture: `
			         C--D
			A--s-----B  |
			         F--E`,
		lines: []string{"A-B", "B-C-D-E-F-B"},
		trip:  "sBFEDCBs", ways: []int64{1, 2, 1},
	},
	{
		name: "crescent with both ends on one road",
		picture: `
			    C---D
			    |   |
			A-s-B---E-e-F`,
		lines: []string{"A-B", "B-E", "E-F", "B-C-D-E"},
		trip:  "sBCDEe", ways: []int64{1, 4, 3}, sparse: false,
	},
	{
		name: "straight on past a crescent",
		picture: `
			    C---D
			    |   |
			A-s-B---E-e-F`,
		lines: []string{"A-B", "B-E", "E-F", "B-C-D-E"},
		trip:  "sBEe", ways: []int64{1, 2, 3}, sparse: true,
	},
	{
		name: "cloverleaf ramp",
		picture: `
			          N
			          |
			    K--J  |
			    |  |  |
			    L  I--b
			    |     |
			A-s-a--M--X---B
			          |
			          S`,
		grid:  grid{60, 60},
		lines: []string{"A-a-M-X-B primary", "N-b-X-S primary layer=1", "b>I>J>K>L>a primary_link"},
		trip:  "NbIJKLas", ways: []int64{2, 3, 1},
	},
	{
		name: "spiral ramp of a car park",
		picture: `
			      B--C
			      |  |
			A--s--E  |
			      |  |
			   F--+--D
			   |  |
			   |  |
			   |  H--e--I
			   G--+`,
		grid:  grid{60, 60},
		lines: []string{"A-E", "E-B-C-D", "D-F-G layer=1 bridge", "G-H", "H-I", "E-H layer=-1"},
		trip:  "sEBCDFGHe", ways: []int64{1, 2, 3, 4, 5},
	},
	{
		name: "serpentine",
		picture: `
			A-s--------------B
			C----------------D
			E----------------F
			G--------------e-H`,
		grid:  grid{40, 60},
		lines: []string{"A-B", "B-D-C", "C-E-F", "F-H-G"},
		trip:  "sBDCEFHe", ways: []int64{1, 2, 3, 4},
	},
	{
		name: "hairpin bend of 40 m",
		picture: `
			A--s--------------B
			C--e--------------D`,
		grid:  grid{40, 40},
		lines: []string{"A-B-D-C"},
		trip:  "sBDe", ways: []int64{1},
	},
}
