// SPDX-License-Identifier: MIT

package match_test

// motorway has an exit, an entry and a road below that crosses it.
const motorway = `
	           N
	           |
	A--s---x---+-----y---e--B
	        k  |  l
	           j
	           |
	           f
	           |
	           S`

var motorwayLines = []string{
	"A>x>y>B motorway layer=1", "x>k>j motorway_link", "j>l>y motorway_link", "N-j primary", "j-f-S primary",
}

// interchange has an exit and an entry that run next to the motorway.
const interchange = `
	A--s----x----------------y---e--B
	          k            l
	              m----n
	              |
	              f
	              S`

var interchangeLines = []string{"A>x>y>B motorway", "x>k>m motorway_link", "m-n primary", "n>l>y motorway_link", "m-f-S primary"}

// frontage is a highway with a service road and connections.
const frontage = `
	A--s---1--------2---e--B
	C--t---3--------4---u--D`

var frontageLines = []string{"A-1-2-B primary", "C-3-4-D service", "1-3 service", "2-4 service"}

// neighbours are roads next to or above each other.
var neighbours = []behaviour{
	{
		name: "motorway, exit missed", picture: motorway, grid: grid{100, 40}, lines: motorwayLines,
		trip: "se", ways: []int64{1}, sparse: true,
	},
	{
		name: "motorway, exit taken", picture: motorway, grid: grid{100, 40}, lines: motorwayLines,
		trip: "sxkjf", ways: []int64{1, 2, 5},
	},
	{
		name: "motorway, entry", picture: motorway, grid: grid{100, 40}, lines: motorwayLines,
		trip: "fjlye", ways: []int64{5, 3, 1},
	},
	{
		name: "motorway, off and on again", picture: motorway, grid: grid{100, 40}, lines: motorwayLines,
		trip: "sxkjlye", ways: []int64{1, 2, 3, 1},
	},
	{
		name: "road below a motorway", picture: motorway, grid: grid{100, 40}, lines: motorwayLines,
		trip: "Njf", ways: []int64{4, 5},
	},
	{
		name: "motorway next to its exit and entry", picture: interchange, grid: grid{50, 30}, lines: interchangeLines,
		trip: "se", ways: []int64{1}, sparse: true,
	},
	{
		name: "exit next to the motorway", picture: interchange, grid: grid{50, 30}, lines: interchangeLines,
		trip: "sxkmf", ways: []int64{1, 2, 5},
	},
	{
		name: "off the motorway and on at the next entry", picture: interchange, grid: grid{50, 30}, lines: interchangeLines,
		trip: "sxkmnlye", ways: []int64{1, 2, 3, 4, 1},
	},
	{
		name: "highway next to its service road", picture: frontage, grid: grid{80, 25}, lines: frontageLines,
		trip: "se", ways: []int64{1}, sparse: true,
	},
	{
		name: "service road next to the highway", picture: frontage, grid: grid{80, 25}, lines: frontageLines,
		trip: "tu", ways: []int64{2},
	},
	{
		name: "from the highway to the service road", picture: frontage, grid: grid{80, 25}, lines: frontageLines,
		trip: "s13u", ways: []int64{1, 3, 2},
	},
	{
		name: "from the service road to the highway", picture: frontage, grid: grid{80, 25}, lines: frontageLines,
		trip: "t42e", ways: []int64{2, 4, 1},
	},
	{
		name: "bridge above a parallel street",
		picture: `
			A--s---R-----------------S--e--B
			       1-----------------2`,
		grid:  grid{60, 20},
		lines: []string{"A-R", "R-S primary layer=1 bridge", "S-B", "R-1-2-S"},
		trip:  "sRSe", ways: []int64{1, 2, 3},
	},
	{
		name: "street below a parallel bridge",
		picture: `
			A--s---R-----------------S--e--B
			       1-----------------2`,
		grid:  grid{60, 20},
		lines: []string{"A-R", "R-S primary layer=1 bridge", "S-B", "R-1-2-S"},
		trip:  "sR12Se", ways: []int64{1, 4, 3},
	},
	{
		name: "three roads that meet at an acute angle",
		picture: `
			                  C
			           1
			A--s---B----------------D
			           2
			                  E`,
		grid:  grid{60, 40},
		lines: []string{"A-B", "B-1-C", "B-D", "B-2-E"},
		trip:  "sBD", ways: []int64{1, 3},
	},
	{
		name: "the left of three roads that meet at an acute angle",
		picture: `
			                  C
			           1
			A--s---B----------------D
			           2
			                  E`,
		grid:  grid{60, 40},
		lines: []string{"A-B", "B-1-C", "B-D", "B-2-E"},
		trip:  "sB1C", ways: []int64{1, 2},
	},
	{
		name: "alley behind a street",
		picture: `
			A--s--------------e--B
			C--------------------D`,
		grid:  grid{60, 30},
		lines: []string{"A-B", "C-D alley", "A-C alley", "B-D alley"},
		trip:  "se", ways: []int64{1}, sparse: true,
	},
	{
		name: "through the alley behind a street",
		picture: `
			A--s--1-----------2-e--B
			      3-----------4`,
		grid:  grid{60, 40},
		lines: []string{"A-1-2-B", "1-3-4-2 alley"},
		trip:  "s1342e", ways: []int64{1, 2, 1},
	},
	{
		name: "cycle track next to a road, by car",
		picture: `
			A--s--------------e--B
			C--------------------D`,
		grid:  grid{60, 8},
		lines: []string{"A-B", "C-D access=bicycle", "A-C access=bicycle", "B-D access=bicycle"},
		trip:  "CD", ways: []int64{1}, length: 21 * 60, sparse: true,
	},
	{
		name: "parallel railway service road that ends",
		picture: `
			A--s--------------e--B
			   C-------------D`,
		grid:  grid{60, 30},
		lines: []string{"A-B", "C-D service"},
		trip:  "se", ways: []int64{1}, sparse: true,
	},
}

// crossings are roads that cross, with and without a junction, and chains of nodes.
var crossings = []behaviour{
	{
		name: "straight on at a junction of streets",
		picture: `
			     C
			     |
			A-s--B--e-D
			     |
			     E`,
		lines: []string{"A-B", "B-D", "C-B-E"},
		trip:  "sBe", ways: []int64{1, 2}, sparse: true,
	},
	{
		name: "right at a junction of streets",
		picture: `
			     C
			     |
			A-s--B----D
			     |
			     e
			     E`,
		lines: []string{"A-B", "B-D", "C-B", "B-E"},
		trip:  "sBe", ways: []int64{1, 4}, sparse: true,
	},
	{
		name: "staggered junction of 40 m",
		picture: `
			          C
			          |
			          e
			          |
			A--s---1--2-----B
			       |
			       D`,
		grid:  grid{40, 60},
		lines: []string{"A-1-2-B", "1-D", "2-C"},
		trip:  "s12e", ways: []int64{1, 3},
	},
	{
		name: "across a staggered junction of 40 m",
		picture: `
			          C
			          |
			          e
			          |
			A------1--2-----B
			       |
			       |
			       s
			       D`,
		grid:  grid{40, 60},
		lines: []string{"A-1-2-B", "1-D", "2-C"},
		trip:  "s12e", ways: []int64{2, 1, 3},
	},
	{
		name: "bridge over a road without a junction",
		picture: `
			       C
			       s
			       |
			A------+------B
			       |
			       e
			       D`,
		lines: []string{"A-B", "C-D layer=1 bridge"},
		trip:  "se", ways: []int64{2}, sparse: true,
	},
	{
		name: "three levels",
		picture: `
			   C   E
			   s   |
			   |   |
			A--+---+--B
			   |   |
			   |   |
			   D---F--e--G`,
		lines: []string{"A-B layer=-1 tunnel", "C-D layer=1 bridge", "E-F layer=2 bridge", "D-F", "F-G"},
		trip:  "sDFe", ways: []int64{2, 4, 5}, sparse: true,
	},
	{
		name: "diagonal street across a grid",
		picture: `
			s---1---2---3
			|   |   |   |
			| a |   |   |
			|   |   |   |
			4---X---5---6
			|   |   |   |
			|   | b |   |
			|   |   |   |
			7---8---e---9`,
		lines: []string{"s-1-2-3", "4-X-5-6", "7-8-e-9", "s-4-7", "1-X-8", "2-5-e", "3-6-9", "s-a-X-b-e"},
		trip:  "aXb", ways: []int64{8},
	},
	{
		name: "zigzag through a grid",
		picture: `
			s-a-1---2---3
			|   |   |   |
			|   |   |   |
			|   |   |   |
			4---X---5---6
			|   |   |   |
			|   |   |   |
			|   |   b   |
			7---8---e---9`,
		lines: []string{"s-a-1-2-3", "4-X-5-6", "7-8-e-9", "s-4-7", "1-X-8", "2-5-b-e", "3-6-9"},
		trip:  "a1X5b", ways: []int64{1, 5, 2, 6}, sparse: true,
	},
	{
		name:    "road of many short links",
		picture: "As1234567890BCDEFGHIJKLMNOPQe",
		grid:    grid{15, 15},
		lines:   []string{"A-s-1", "1-2", "2-3", "3-4", "4-5", "5-6", "6-7", "7-8", "8-9", "9-0", "0-B-C-D-E-F-G-H-I-J-K-L-M-N-O-P-Q-e"},
		trip:    "se", ways: []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, sparse: true,
	},
	{
		name: "road whose ways overlap",
		picture: `
			A--s--B--C--D--e--E`,
		lines: []string{"A-B", "B-C-D", "D-E", "C-D id=9"},
		trip:  "sBCDe", ways: []int64{1, 2, 3}, sparse: true,
	},
	{
		name: "square with a road on each side",
		picture: `
			    N
			A-s-1---2
			    |   |
			    |   |
			    3---4-e-B
			        S`,
		lines: []string{"A-1", "1-2", "2-4", "1-3", "3-4", "4-B", "N-1", "4-S"},
		trip:  "s134e", ways: []int64{1, 4, 5, 6}, sparse: true,
	},
	{
		name: "the other side of the square",
		picture: `
			    N
			A-s-1---2
			    |   |
			    |   |
			    3---4-e-B
			        S`,
		lines: []string{"A-1", "1-2", "2-4", "1-3", "3-4", "4-B", "N-1", "4-S"},
		trip:  "s124e", ways: []int64{1, 2, 3, 6}, sparse: true,
	},
	{
		name: "slip road that cuts the corner",
		picture: `
			A--s--1---B----C
			          |
			          2
			          |
			          e
			          D`,
		grid:  grid{60, 60},
		lines: []string{"A-1-B", "B-C", "B-2-D", "1>2"},
		trip:  "s12e", ways: []int64{1, 4, 3},
	},
	{
		name: "junction next to a slip road",
		picture: `
			A--s--1---B-e--C
			          |
			          2
			          |
			          D`,
		grid:  grid{60, 60},
		lines: []string{"A-1-B", "B-C", "B-2-D", "1>2"},
		trip:  "s1Be", ways: []int64{1, 2},
	},
}
