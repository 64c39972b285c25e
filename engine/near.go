// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/yield"
)

// NearRoad is the point of a road that is nearest to a place.
type NearRoad struct {
	Way      *road.Way
	Link     road.LinkID // identifies the piece of road between two junctions, on this map only
	Start    geo.Point   // of that piece, in the direction in which it is drawn
	At       geo.Point   // on the road
	Distance float64     // from the place (metres)
	Heading  float64     // of the road at that point, in the direction in which it is drawn (degrees clockwise from north, 0 to 360)
	Forward  bool        // the profile may go in that direction
	Backward bool        // it may go in the opposite one
}

// NearRoads appends to dst the roads within radius (metres) of p that the profile may
// use, the nearest first, each piece between two junctions once. The error wraps ErrNoMap,
// ErrNoRoads or match.ErrProfile, or reports a damaged map.
func (e *Engine) NearRoads(dst []NearRoad, p geo.Point, radius float64, profile match.Profile) ([]NearRoad, error) {
	if !profile.Valid() {
		return dst, match.ErrProfile
	}
	err := withRoadsOf(e, []geo.Point{p}, func(m *installed) error {
		ways := wayReader{graph: m.graph, known: map[int64]*road.Way{}}
		access := profile.Access(m.graph.Means())
		for _, h := range m.graph.Near(nil, p, radius, access) {
			from, to := m.graph.Segment(h.Link, h.Segment)
			start, _ := m.graph.Segment(h.Link, 0)
			dst = append(dst, NearRoad{
				Way: ways.of(h.Link), Link: h.Link, Start: start.Point(), At: h.Point, Distance: h.Distance,
				Heading:  heading(from.Point(), to.Point()),
				Forward:  m.graph.Access(h.Link.Forward())&access != 0,
				Backward: m.graph.Access(h.Link.Backward())&access != 0,
			})
		}
		return nil
	})
	return dst, err
}

// heading returns the direction from a to b (degrees clockwise from north, 0 to 360).
func heading(a, b geo.Point) float64 {
	d := geo.NewPlane(a).XY(b)
	return math.Mod(math.Atan2(d.X, d.Y)*180/math.Pi+360, 360)
}

// CountWays returns how many ways that the profile may use are within a radius (metres)
// of each point. It pauses before each point. The error is as for NearRoads, or that of
// the context.
func (e *Engine) CountWays(ctx context.Context, points []geo.Point, radiuses []float64, profile match.Profile) ([]int, error) {
	if !profile.Valid() {
		return nil, match.ErrProfile
	}
	counts := make([]int, len(points))
	err := withRoadsOf(e, points, func(m *installed) error {
		finder, access := road.NewFinder(m.graph), profile.Access(m.graph.Means())
		var hits []road.Hit
		var ids []int64
		for i, p := range points {
			if err := yield.Now(ctx); err != nil {
				return err
			}
			ids = ids[:0]
			hits = finder.Near(hits[:0], p, radiuses[i], access)
			for _, h := range hits {
				if id := m.graph.WayID(h.Link); !slices.Contains(ids, id) {
					ids = append(ids, id)
				}
			}
			counts[i] = len(ids)
		}
		return nil
	})
	return counts, err
}
