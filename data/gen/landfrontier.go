// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"github.com/paulmach/orb"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// The frontiers of the source are a kilometre or two off the units' borders, and
// sea would show in between. The land abroad therefore extends into the country,
// whose own land is drawn over it. It extends by frontierReach, and by less near
// the coast, where it would extend into the sea.
const (
	frontierReach = 8000.0 // metres
	frontierLeast = 300.0
	frontierSlope = 0.25 // share of the distance from where the frontier meets the sea
)

// frontiers returns the lines that the country shares with others.
func (t *topology) frontiers() (lines []orb.LineString) {
	mine := map[int]bool{}
	for pass := range 2 {
		for _, c := range t.countries {
			if (c.id == vietnam) != (pass == 0) {
				continue
			}
			for _, polygon := range c.polygons {
				for _, ring := range polygon {
					for _, i := range ring {
						i = max(i, ^i)
						if pass == 0 {
							mine[i] = true
						} else if mine[i] {
							lines = append(lines, t.Arcs[i])
						}
					}
				}
			}
		}
	}
	return lines
}

// underlay returns strips along frontiers.
func underlay(frontiers []orb.LineString) (parts []boundary.Part) {
	ends := map[orb.Point]int{}
	for _, line := range frontiers {
		ends[line[0]]++
		ends[line[len(line)-1]]++
	}
	reach := func(p geo.Point) float64 {
		r := frontierReach
		for end, lines := range ends {
			if lines == 1 { // not where three countries meet
				r = min(r, frontierLeast+frontierSlope*geo.Distance(p, geo.Point{Lat: end.Lat(), Lon: end.Lon()}))
			}
		}
		return r
	}
	for _, line := range frontiers {
		nodes := spaced(line, reach)
		sides := make([][2]geo.Fixed, len(nodes))
		for i, p := range nodes {
			sides[i] = abreast(nodes[max(i-1, 0)], p, nodes[min(i+1, len(nodes)-1)], reach(p))
		}
		for i := 1; i < len(sides); i++ {
			a, b := sides[i-1], sides[i]
			parts = append(parts, boundary.Part{{a[0], a[1], b[1], b[0]}})
		}
	}
	return parts
}

// spaced returns points of a line that are at least reach apart, including its
// ends.
func spaced(line orb.LineString, reach func(geo.Point) float64) (nodes []geo.Point) {
	for i, q := range line {
		p := geo.Point{Lat: q.Lat(), Lon: q.Lon()}
		if i == 0 || i == len(line)-1 || geo.Distance(nodes[len(nodes)-1], p) >= reach(p) {
			nodes = append(nodes, p)
		}
	}
	return nodes
}

// abreast returns the points at a distance to both sides of p on a line from
// before to after.
func abreast(before, p, after geo.Point, distance float64) [2]geo.Fixed {
	plane := geo.NewPlane(p)
	a, b := plane.XY(before), plane.XY(after)
	dx, dy := b.X-a.X, b.Y-a.Y
	f := distance / math.Hypot(dx, dy)
	at := func(f float64) geo.Fixed { return plane.Point(geo.XY{X: -dy * f, Y: dx * f}).Fixed() }
	return [2]geo.Fixed{at(f), at(-f)}
}
