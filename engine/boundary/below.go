// SPDX-License-Identifier: MIT

package boundary

import (
	"math"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
)

// spans reports whether the meridian of lon passes through a–b. Only the western end
// counts, so that a line is counted once where two of its segments meet.
func spans(a, b geo.Fixed, lon int32) bool {
	return min(a.Lon, b.Lon) <= lon && lon < max(a.Lon, b.Lon)
}

// higher reports whether segment a–b lies north of c–d where their longitudes
// overlap. Neither runs along a meridian, and they do not cross.
func higher(a, b, c, d geo.Fixed) bool {
	if a.Lon > b.Lon {
		a, b = b, a
	}
	if c.Lon > d.Lon {
		c, d = d, c
	}
	// One of the two western ends lies above or below the other segment. If the
	// segments begin in one vertex, compare their eastern ends instead.
	if a.Lon >= c.Lon {
		if side := orientation(c, d, a); side != 0 {
			return side > 0
		}
	} else if side := orientation(a, b, c); side != 0 {
		return side < 0
	}
	if b.Lon <= d.Lon {
		return orientation(c, d, b) > 0
	}
	return orientation(a, b, d) < 0
}

// meridians finds the nearest line south of a point.
type meridians struct {
	lines *arcs
	tree  spatial.Tree // over the boxes of the lines
}

func newMeridians(lines *arcs) meridians {
	boxes := make([]geo.FixedBounds, lines.len())
	for i := range boxes {
		boxes[i] = geo.FixedBoundsOf(lines.line(i)...)
	}
	return meridians{lines, spatial.Build(boxes).Tree()}
}

// below returns the half-edge of the nearest line south of p that has p to its left,
// ignoring the lines in without. No line may pass through p.
func (m meridians) below(p geo.Fixed, without map[int]bool) (nearest half, found bool) {
	var a, b geo.Fixed // the nearest segment so far
	column := geo.FixedBounds{MinLat: math.MinInt32, MinLon: p.Lon, MaxLat: p.Lat, MaxLon: p.Lon}
	m.tree.Search(column, func(item uint32) bool {
		if without[int(item)] {
			return true
		}
		line := m.lines.line(int(item))
		for k := 1; k < len(line); k++ {
			c, d := line[k-1], line[k]
			if !spans(c, d, p.Lon) || c.Lat > p.Lat && d.Lat > p.Lat {
				continue
			}
			h, west, east := 2*item, c, d
			if c.Lon > d.Lon { // the segment runs west, so north is to its right
				h, west, east = h+1, d, c
			}
			if orientation(west, east, p) > 0 && (!found || higher(c, d, a, b)) {
				a, b, nearest, found = c, d, h, true
			}
		}
		return true
	})
	return nearest, found
}

// passing is the position of a segment relative to a point, on the point's meridian.
type passing int8

const (
	elsewhere passing = iota // not on the meridian, or north of the point
	south                    // south of the point
	on                       // through the point
)

func pass(a, b, p geo.Fixed) passing {
	if !between(p.Lon, a.Lon, b.Lon) || a.Lat > p.Lat && b.Lat > p.Lat {
		return elsewhere
	}
	if onSegment(p, a, b) {
		return on
	}
	if a.Lon > b.Lon {
		a, b = b, a
	}
	if spans(a, b, p.Lon) && orientation(a, b, p) > 0 {
		return south
	}
	return elsewhere
}
