// SPDX-License-Identifier: MIT

package match_test

import "roadsnap/engine/match"

// lostParts are tunnels, ferries, outages and missing roads.
var lostParts = []behaviour{
	{
		name:    "tunnel of 900 m without fixes",
		picture: "A--s---p---------q---e--B",
		lines:   []string{"A-p", "p-q tunnel layer=-1", "q-B"},
		trip:    "spqe", lost: "pq", ways: []int64{1, 2, 3},
	},
	{
		name: "curved tunnel below streets",
		picture: `
			   C     D     E
			   |     |     |
			A-sp-----+-----+
			   |     |     |1
			   F     G     H|
			                |
			                qe-B`,
		lines: []string{"A-s-p", "p-1-q tunnel layer=-1", "q-e-B", "C-p-F", "D-G", "E-H"},
		trip:  "sp1qe", lost: "pq", ways: []int64{1, 2, 3},
	},
	{
		name: "tunnel below a mountain with a pass road",
		picture: `
			    1---2---3
			    |       |
			    |       |
			    |       |
			A-s-p-------q-e-B`,
		lines: []string{"A-p", "p-q tunnel layer=-1", "q-B", "p-1-2-3-q"},
		trip:  "spqe", lost: "pq", ways: []int64{1, 2, 3},
	},
	{
		name: "pass road above a tunnel",
		picture: `
			    1---2---3
			    |       |
			    |       |
			    |       |
			A-s-p-------q-e-B`,
		lines: []string{"A-p", "p-q tunnel layer=-1", "q-B", "p-1-2-3-q"},
		trip:  "sp123qe", ways: []int64{1, 4, 3},
	},
	{
		name:    "mapped ferry with fixes",
		picture: "A--s---p-------------q---e--B",
		lines:   []string{"A-p", "p-q ferry", "q-B"},
		trip:    "spqe", ways: []int64{1, 2, 3}, sparse: true,
	},
	{
		name:    "mapped ferry without fixes",
		picture: "A--s---p--------q---e--B",
		lines:   []string{"A-p", "p-q ferry", "q-B"},
		trip:    "spqe", lost: "pq", ways: []int64{1, 2, 3},
	},
	{
		name: "mapped ferry with a bridge far away",
		picture: `
			   1----------------2
			   |                |
			   |                |
			   |                |
			   |                |
			   |                |
			A-sp----------------qe-B`,
		lines: []string{"A-s-p", "p-q ferry", "q-e-B", "p-1-2-q"},
		trip:  "spqe", ways: []int64{1, 2, 3}, sparse: true,
	},
	{
		name: "outage in a straight street with side streets",
		picture: `
			      C     E     G
			      |     |     |
			A-s-p-1-----2-----3-q-e-B
			      |     |     |
			      D     F     H`,
		lines: []string{"A-p-1-2-3-q-B", "C-1-D", "E-2-F", "G-3-H"},
		trip:  "spqe", lost: "pq", ways: []int64{1},
	},
	{
		name: "outage round a corner",
		picture: `
			A-s-p----C
			         |
			         |
			         |
			         q
			         |
			         e
			         B`,
		lines: []string{"A-p-C", "C-q-B"},
		trip:  "spCqe", lost: "pq", ways: []int64{1, 2},
	},
	{
		name:    "unmapped bridge of 500 m",
		picture: "A--s---p     q---e--B",
		lines:   []string{"A-p", "q-B"},
		trip:    "spqe", lost: "pq", ways: []int64{1, 0, 2}, length: 2 * 400,
		gaps: []match.GapCause{match.GapNoRoute},
	},
	{
		name:    "unmapped bridge of 800 m with fixes",
		picture: "A--s---p        q---e--B",
		lines:   []string{"A-p", "q-B"},
		trip:    "spqe", ways: []int64{1, 0, 2}, length: 2 * 400,
		gaps: []match.GapCause{match.GapNoRoad},
	},
	{
		name: "missing link of 60 m",
		picture: `
			A--s-------p q-------e--B`,
		grid:  grid{30, 30},
		lines: []string{"A-p", "q-B"},
		trip:  "spqe", ways: []int64{1, 0, 2}, length: 2 * 8 * 30,
		gaps: []match.GapCause{match.GapNoRoute},
	},
	{
		name: "island of streets behind a gate",
		picture: `
			A--s-----------e--B
			    C----D
			    |    |
			    E----F`,
		grid:  grid{60, 40},
		lines: []string{"A-B", "C-D", "D-F", "F-E", "E-C"},
		trip:  "se", ways: []int64{1}, sparse: true,
	},
}

// onewayStreets are one-way pairs and streets that are driven with or against their
// direction.
var onewayStreets = []behaviour{
	{
		name: "one-way pair, there",
		picture: `
			D--u--------------t--C
			A--s--------------e--B`,
		grid:  grid{60, 40},
		lines: []string{"A>B", "C>D", "B-C", "A-D"},
		trip:  "se", ways: []int64{1}, sparse: true,
	},
	{
		name: "one-way pair, back",
		picture: `
			D--u--------------t--C
			A--s--------------e--B`,
		grid:  grid{60, 40},
		lines: []string{"A>B", "C>D", "B-C", "A-D"},
		trip:  "tu", ways: []int64{2}, sparse: true,
	},
	{
		name: "one-way pair, round the block",
		picture: `
			D--u--------------t--C
			A--s--------------e--B`,
		grid:  grid{60, 60},
		lines: []string{"A>B", "C>D", "B-C", "A-D"},
		trip:  "sBCDAs", ways: []int64{1, 3, 2, 4, 1},
	},
	{
		name:    "one-way drawn against its direction",
		picture: "A--s-------e--B",
		lines:   []string{"B-A oneway=reverse"},
		trip:    "se", ways: []int64{1}, sparse: true,
	},
	{
		name:    "whole trip against a one-way",
		picture: "A--s---------e--B",
		lines:   []string{"B>A"},
		trip:    "se", ways: []int64{1}, warnings: []match.WarningKind{match.WarnOneway},
	},
	{
		name: "into a one-way from a side street",
		picture: `
			    C
			    |
			    |
			    s
			    |
			A---B-----e--D`,
		lines: []string{"A>B>D", "C-B"},
		trip:  "sBe", ways: []int64{2, 1}, sparse: true,
	},
	{
		name: "against a one-way from a side street",
		picture: `
			    C
			    |
			    |
			    s
			    |
			A---B-----e--D`,
		lines: []string{"D>B", "B-A", "C-B"},
		trip:  "sBe", ways: []int64{3, 1}, warnings: []match.WarningKind{match.WarnOneway},
	},
	{
		name: "alley against its direction for 200 m, on a motorcycle",
		picture: `
			A--s---B--C---e--D
			       |  |
			       E--F`,
		lines: []string{"A-B", "C>B alley", "C-D", "B-E-F-C"}, profile: match.Motorcycle,
		trip: "sBCe", ways: []int64{1, 2, 3}, warnings: []match.WarningKind{match.WarnOneway},
	},
	{
		name:    "one-way on a bicycle that may go both ways",
		picture: "A--s-------e--B",
		lines:   []string{"A-B access=bicycle id=1"}, profile: match.Bicycle,
		trip: "se", ways: []int64{1}, sparse: true,
	},
	{
		name:    "one-way against its direction on foot",
		picture: "A--s-------e--B",
		lines:   []string{"B>A"}, profile: match.Foot,
		trip: "se", ways: []int64{1},
	},
	{
		name: "lane round a one-way circle",
		picture: `
			A--s--1------2--e--B
			      |      |
			      |      |
			      4------3`,
		lines: []string{"A-1", "1>4>3>2", "2-B", "2>1"},
		trip:  "s1432e", ways: []int64{1, 2, 3}, sparse: true,
	},
}

// bans are turn restrictions. The maps are on the square grid.
var bans = []behaviour{
	{
		name: "lawful way round a banned left turn",
		picture: `
			         N
			         e
			         |
			A--s--B--C
			      |  |
			      |  |
			      D--E`,
		lines: []string{"A-B", "B-C", "C-N", "B-D", "D-E", "E-C", "no B-C-N"},
		trip:  "sBDECe", ways: []int64{1, 4, 5, 6, 3}, sparse: true,
	},
	{
		name: "banned left turn, driven",
		picture: `
			         N
			         |
			         e
			         |
			A--s-----C-----B`,
		lines: []string{"A-C", "C-B", "C-N", "no A-C-N"},
		trip:  "sCe", ways: []int64{1, 3}, length: 600 + 200, warnings: []match.WarningKind{match.WarnTurn},
	},
	{
		name: "banned turn, straight on",
		picture: `
			         N
			         |
			         |
			         |
			A--s-----C-----e--B`,
		lines: []string{"A-C", "C-B", "C-N", "no A-C-N"},
		trip:  "sCe", ways: []int64{1, 2}, sparse: true,
	},
	{
		name: "only straight on, obeyed",
		picture: `
			         N
			         |
			A--s-----C-----e--B
			         |
			         S`,
		lines: []string{"A-C", "C-B", "C-N", "C-S", "only A-C-B"},
		trip:  "sCe", ways: []int64{1, 2}, sparse: true,
	},
	{
		name: "only straight on, disobeyed",
		picture: `
			         N
			         |
			A--s-----C-----B
			         |
			         |
			         e
			         |
			         S`,
		lines: []string{"A-C", "C-B", "C-N", "C-S", "only A-C-B"},
		trip:  "sCe", ways: []int64{1, 4}, length: 600 + 300, warnings: []match.WarningKind{match.WarnTurn},
	},
	{
		name: "banned turn on foot",
		picture: `
			         N
			         |
			         e
			         |
			A--s-----C-----B`,
		lines: []string{"A-C", "C-B", "C-N", "no A-C-N"}, profile: match.Foot,
		trip: "sCe", ways: []int64{1, 3}, length: 600 + 200,
	},
	{
		name: "ban from the other side does not matter",
		picture: `
			         N
			         |
			         e
			         |
			A--s-----C-----B`,
		lines: []string{"A-C", "C-B", "C-N", "no B-C-N"},
		trip:  "sCe", ways: []int64{1, 3}, length: 600 + 200,
	},
	{
		name: "two bans around a block",
		picture: `
			A--s--B-----C
			      |     |
			      |     |
			      D-----E--e--F`,
		lines: []string{"A-B", "B-C", "C-E", "B-D", "D-E", "E-F", "no A-B-D", "no D-E-C"},
		trip:  "sBCEe", ways: []int64{1, 2, 3, 6}, sparse: true,
	},
}
