// SPDX-License-Identifier: MIT

package match_test

import "roadsnap/engine/match"

// park has a road round it and a path through it.
const park = `
	A--s--1-----------2--e--B
	      |           |
	      |           |
	      |           |
	      3-----------4`

var parkLines = []string{"A-1", "2-B", "1-2 access=foot+bicycle", "1-3-4-2"}

// vehicles are drives whose roads depend on the means of transport.
var vehicles = []behaviour{
	{
		name: "through a park on foot", picture: park, grid: grid{60, 60}, lines: parkLines, profile: match.Foot,
		trip: "s12e", ways: []int64{1, 3, 2},
	},
	{
		name: "through a park on a bicycle", picture: park, grid: grid{60, 60}, lines: parkLines, profile: match.Bicycle,
		trip: "s12e", ways: []int64{1, 3, 2},
	},
	{
		name: "round a park by car", picture: park, grid: grid{60, 60}, lines: parkLines, profile: match.Car,
		trip: "s1342e", ways: []int64{1, 4, 2},
	},
	{
		name: "motorcycle next to an expressway that is closed to it",
		picture: `
			A--------------------B
			C--s--------------e--D`,
		grid:  grid{60, 20},
		lines: []string{"A-B motorway access=car", "C-D secondary", "A-C secondary", "B-D secondary"}, profile: match.Motorcycle,
		trip: "se", ways: []int64{2}, sparse: true,
	},
	{
		name: "motorcycle recorded nearer to the expressway",
		picture: `
			A--------------------B
			   s--------------e
			C--------------------D`,
		grid:  grid{60, 10},
		lines: []string{"A-B motorway access=car", "C-D secondary", "A-C secondary", "B-D secondary"}, profile: match.Motorcycle,
		trip: "se", ways: []int64{2}, sparse: true,
	},
	{
		name: "car on an expressway next to the road for motorcycles",
		picture: `
			A--s--------------e--B
			C--------------------D`,
		grid:  grid{60, 20},
		lines: []string{"A-B motorway access=car", "C-D secondary access=motorcycle", "A-C secondary", "B-D secondary"}, profile: match.Car,
		trip: "se", ways: []int64{1}, sparse: true,
	},
	{
		name: "bicycle on a cycle track next to a road",
		picture: `
			A--------------------B
			C--s--------------e--D`,
		grid:  grid{60, 20},
		lines: []string{"A-B primary", "C-D access=bicycle", "A-C", "B-D"}, profile: match.Bicycle,
		trip: "se", ways: []int64{2}, sparse: true,
	},
	{
		name: "on foot across a square with two paths",
		picture: `
			A--s--1     5--e--B
			      2     4
			         3`,
		grid:  grid{60, 60},
		lines: []string{"A-1", "1-2-3-4-5 access=foot", "5-B"}, profile: match.Foot,
		trip: "s12345e", ways: []int64{1, 2, 3},
	},
	{
		name: "on foot along the wrong side of a one-way pair",
		picture: `
			D--------------------C
			A--e--------------s--B`,
		grid:  grid{60, 40},
		lines: []string{"A>B", "C>D", "B-C", "A-D"}, profile: match.Foot,
		trip: "se", ways: []int64{1}, sparse: true,
	},
	{
		name: "car at a footbridge over a road",
		picture: `
			       C
			       |
			A--s---+---e--B
			       |
			       D`,
		lines: []string{"A-B", "C-D access=foot layer=1 bridge"}, profile: match.Car,
		trip: "se", ways: []int64{1}, sparse: true,
	},
	{
		name: "on foot over that footbridge",
		picture: `
			       C
			       s
			       |
			A------+------B
			       |
			       e
			       D`,
		lines: []string{"A-B", "C-D access=foot layer=1 bridge"}, profile: match.Foot,
		trip: "se", ways: []int64{2},
	},
}

// shapes are roads of unusual shape, and beginnings and ends in them.
var shapes = []behaviour{
	{
		name: "from a cul-de-sac to the main road",
		picture: `
			   s
			   |
			   |
			A--B-----e--C`,
		lines: []string{"s-B", "A-B-C primary"},
		trip:  "sBe", ways: []int64{1, 2}, sparse: true,
	},
	{
		name: "into a cul-de-sac",
		picture: `
			         e
			         |
			         |
			A--s-----B--C`,
		lines: []string{"e-B", "A-B-C primary"},
		trip:  "sBe", ways: []int64{2, 1}, sparse: true,
	},
	{
		name: "from cul-de-sac to cul-de-sac",
		picture: `
			    s
			    |
			    |
			A---B----C---D
			         |
			         |
			         e`,
		lines: []string{"s-B", "A-B-C-D primary", "C-e"},
		trip:  "sBCe", ways: []int64{1, 2, 3}, sparse: true,
	},
	{
		name: "closed way of one piece",
		picture: `
			A-----s-----B
			|           |
			|           |
			|           |
			D-----------C`,
		lines: []string{"A-s-B-C-D-A"},
		trip:  "sBCD", ways: []int64{1},
	},
	{
		name: "closed way past its first node",
		picture: `
			A-----------B
			|           |
			s           |
			|           e
			D-----------C`,
		lines: []string{"A-B-e-C-D-s-A"},
		trip:  "sABe", ways: []int64{1}, sparse: true,
	},
	{
		name: "long straight between two short ways",
		picture: `
			AsB------------------------------CeD`,
		lines: []string{"A-s-B", "B-C", "C-e-D"},
		trip:  "sBCe", ways: []int64{1, 2, 3}, sparse: true,
	},
	{
		name: "steps of a staircase of streets",
		picture: `
			A-s-1
			    |
			    |
			    2---3
			        |
			        |
			        4---5
			            |
			            |
			            6-e-B`,
		lines: []string{"A-1", "1-2", "2-3", "3-4", "4-5", "5-6", "6-B"},
		trip:  "s123456e", ways: []int64{1, 2, 3, 4, 5, 6, 7},
	},
}
