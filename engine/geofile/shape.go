// SPDX-License-Identifier: MIT

package geofile

import (
	"fmt"
	"slices"

	"github.com/paulmach/orb"

	"roadsnap/engine/crs"
	"roadsnap/engine/geo"
)

// ring is a closed ring: its last position equals its first.
type ring []geo.Fixed

// shape is an area on the grid of 1e-7 degree. Outer rings are counter-clockwise and
// holes clockwise, the right-hand rule. Its memory is reused for the next area.
type shape struct {
	polygons [][]ring        // the first ring of each is the outer one
	box      geo.FixedBounds // of the outer rings
	rings    int             // number of rings
	vertices int             // number of vertices of all rings, including closing ones

	system crs.System  // of the file
	points []geo.Fixed // backing array of the rings
	all    []ring      // backing array of the polygons
}

// minRing is the number of positions of the smallest closed ring.
const minRing = 4

// set sets s to the area of mp.
func (s *shape) set(mp orb.MultiPolygon) error {
	vertices, rings := 0, 0
	for _, polygon := range mp {
		rings += len(polygon)
		for _, r := range polygon {
			vertices += len(r) + 1
		}
	}
	// Allocate beforehand, so that subslices remain valid.
	s.points = slices.Grow(s.points[:0], vertices)
	s.all = slices.Grow(s.all[:0], rings)
	s.polygons, s.box, s.rings, s.vertices = s.polygons[:0], geo.NoFixedBounds, 0, 0
	for _, polygon := range mp {
		if err := s.add(polygon); err != nil {
			return err
		}
	}
	return nil
}

func (s *shape) add(polygon orb.Polygon) error {
	first := len(s.all)
	for i, r := range polygon {
		fixed, err := s.ring(r)
		if err != nil {
			return err
		}
		turn := turnOf(fixed)
		if turn == 0 {
			if i == 0 {
				return nil // the holes are dropped with the outer ring
			}
			continue
		}
		if outer := i == 0; outer != (turn > 0) {
			slices.Reverse(fixed)
		}
		s.all = append(s.all, fixed)
		s.rings++
		s.vertices += len(fixed)
	}
	if len(s.all) == first {
		return nil
	}
	s.polygons = append(s.polygons, s.all[first:len(s.all):len(s.all)])
	s.box = s.box.Union(geo.FixedBoundsOf(s.all[first]...))
	return nil
}

// ring returns r on the grid, closed and without repeated positions.
func (s *shape) ring(r orb.Ring) (ring, error) {
	start := len(s.points)
	for _, p := range r {
		g := geo.Point{Lat: p.Lat(), Lon: p.Lon()}
		if !g.Valid() {
			return nil, fmt.Errorf("%w: longitude %v, latitude %v is not on Earth", ErrFeature, p.Lon(), p.Lat())
		}
		if f := g.Fixed(); len(s.points) == start || f != s.points[len(s.points)-1] {
			s.points = append(s.points, f)
		}
	}
	if n := len(s.points); n > start && s.points[n-1] != s.points[start] {
		s.points = append(s.points, s.points[start])
	}
	return ring(s.points[start:len(s.points):len(s.points)]), nil
}
