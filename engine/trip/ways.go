// SPDX-License-Identifier: MIT

package trip

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// WaysBetween returns a point in the middle of each way that a match passes between its points,
// and none for the ways of these. The ways of all are those of the route.
func WaysBetween(r *match.Result) (points []match.Point) {
	known := map[int64]bool{}
	for i := range r.Points {
		known[r.Points[i].WayID] = true
	}
	for i := range r.Legs {
		points = append(points, waysBetween(&r.Legs[i], known)...)
	}
	return points
}

// waysBetween returns a point in the middle of each way of a leg that is not known, and adds its
// way to those that are.
func waysBetween(l *match.Leg, known map[int64]bool) (points []match.Point) {
	along, start := 0.0, 0.0 // of the vertex, and of the way
	vertex := 0
	for _, piece := range l.Ways {
		middle := start + piece.Length/2
		start += piece.Length
		if known[piece.WayID] {
			continue
		}
		known[piece.WayID] = true
		for vertex+1 < len(l.Shape) {
			step := geo.Distance(l.Shape[vertex], l.Shape[vertex+1])
			if along+step >= middle || vertex+2 == len(l.Shape) {
				t := 0.0
				if step > 0 {
					t = min(max((middle-along)/step, 0), 1)
				}
				a, b := l.Shape[vertex], l.Shape[vertex+1]
				points = append(points, match.Point{WayID: piece.WayID, HasWay: true, Location: geo.Point{Lat: a.Lat + (b.Lat-a.Lat)*t, Lon: a.Lon + (b.Lon-a.Lon)*t}})
				break
			}
			along += step
			vertex++
		}
	}
	return points
}
