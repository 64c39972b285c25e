// SPDX-License-Identifier: MIT

package match_test

import "roadsnap/engine/match"

// turnsBack are U-turns, dead ends and drives there and back.
var turnsBack = []behaviour{
	{
		name:    "dead end and back",
		picture: "A--s----------D",
		lines:   []string{"A-D"},
		trip:    "sDs", ways: []int64{1, 1},
	},
	{
		name: "into a side street's dead end and on",
		picture: `
			A-s-B---e-C
			    |
			    |
			    |
			    D`,
		lines: []string{"A-B-C", "B-D"},
		trip:  "sBDBe", ways: []int64{1, 2, 2, 1},
	},
	{
		name: "into a side street's dead end and back",
		picture: `
			A-s-B-----C
			    |
			    |
			    |
			    D`,
		lines: []string{"A-B-C", "B-D"},
		trip:  "sBDBs", ways: []int64{1, 2, 2, 1},
	},
	{
		name: "turn at a junction",
		picture: `
			     N
			     |
			A--s-B-----C
			     |
			     S`,
		lines: []string{"A-B", "B-C", "N-B-S"},
		trip:  "sBs", ways: []int64{1, 1},
	},
	{
		name: "past a junction, turn, and into the side street",
		picture: `
			A--s-B-----t--C
			     |
			     |
			     e
			     D`,
		lines: []string{"A-B", "B-C", "B-D"},
		trip:  "sBtBe", ways: []int64{1, 2, 2, 3},
	},
	{
		name:    "turn in the middle of a road",
		picture: "A--s--------t--------B",
		lines:   []string{"A-B"},
		trip:    "sts", ways: []int64{1, 1},
	},
	{
		name:    "three times there and back",
		picture: "A--s------t------B",
		lines:   []string{"A-B"},
		trip:    "stststs", ways: []int64{1, 1, 1, 1, 1, 1},
	},
	{
		name: "U-turn through the gap of a divided road",
		picture: `
			D--e----3--------C
			A--s----2--------B`,
		grid:  grid{100, 30},
		lines: []string{"A>2>B", "C>3>D", "2-3", "A-D", "B-C"},
		trip:  "s23e", ways: []int64{1, 3, 2},
	},
	{
		name: "U-turn at the end of a divided road",
		picture: `
			D--e-------C
			A--s-------B---E`,
		grid:  grid{100, 30},
		lines: []string{"A>B", "C>D", "B-C", "A-D", "B-E"},
		trip:  "sBCe", ways: []int64{1, 3, 2},
	},
	{
		name: "turning circle",
		picture: `
			          n
			A--s-----w e
			          o`,
		grid:  grid{30, 30},
		lines: []string{"A-w", "w>o>e>n>w"},
		trip:  "swoenws", ways: []int64{1, 2, 1},
	},
	{
		name: "three dead ends one after the other",
		picture: `
			C   D   E
			|   |   |
			|   |   |
			1---2---3
			|
			s
			A`,
		lines: []string{"A-1-2-3", "1-C", "2-D", "3-E"},
		trip:  "s1C12D23E", ways: []int64{1, 2, 2, 1, 3, 3, 1, 4},
	},
	{
		name: "delivery into a yard and back out",
		picture: `
			A--s--B--e--C
			      |
			      y`,
		lines: []string{"A-B-C", "B-y service"},
		trip:  "sByBe", ways: []int64{1, 2, 2, 1},
	},
	{
		name: "round the point of a Y",
		picture: `
			A--s--B
			       \
			        P--C
			       /
			D--e--E`,
		grid:  grid{80, 80},
		lines: []string{"A-B-P", "D-E-P", "P-C"},
		trip:  "sBPEe", ways: []int64{1, 2}, sparse: false,
	},
	{
		name: "on foot there and back in a footpath",
		picture: `
			A--s-B-----C
			     |
			     t
			     D`,
		lines: []string{"A-B-C", "B-D access=foot"}, profile: match.Foot,
		trip: "sBtBs", ways: []int64{1, 2, 2, 1},
	},
}
