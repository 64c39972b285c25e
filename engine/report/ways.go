// SPDX-License-Identifier: MIT

package report

import (
	"maps"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// waysOf returns the ways of a match by their IDs: those of its points, and those that it
// passes between points.
func (w *World) waysOf(r *match.Result) (map[int64]road.Way, error) {
	known := map[int64]bool{}
	for i := range r.Points {
		known[r.Points[i].WayID] = true
	}
	var more []match.Point
	for i := range r.Legs {
		more = append(more, between(&r.Legs[i], known)...)
	}
	ways := map[int64]road.Way{}
	unknown := w.known.take(ways, r.Points, w.known.take(ways, more, nil))
	if len(unknown) == 0 {
		return ways, nil
	}
	found, err := w.Ways(unknown)
	if err != nil {
		return nil, err
	}
	w.known.add(found)
	maps.Copy(ways, found)
	return ways, nil
}

// between returns a point in the middle of each way of a leg that is not known, and adds its
// way to those that are.
func between(l *match.Leg, known map[int64]bool) (points []match.Point) {
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
