// SPDX-License-Identifier: MIT

package road

import (
	"math"

	"roadsnap/engine/geo"
)

// heading is a direction of travel in 256ths of a full turn, clockwise from north.
// Differences wrap around.
type heading uint8

// course holds the headings at which an edge leaves its first node and arrives at its
// last. A search computes them when first needed and stores them with its labels, which
// are in the cache anyway. Opening a graph therefore reads no edges.
type course struct {
	leaves, arrives heading
	known           bool
	band            band // computed separately; 0 if not yet
}

// courseOf returns the course of the edge of a state.
func (s *Search) courseOf(at state) course {
	c := &s.labels[at].course
	if !c.known {
		band := c.band
		*c = s.g.courseAlong(s.g.out[at])
		c.band = band
	}
	return *c
}

// courseAlong computes the course of e from its first and its last segment.
func (g *Graph) courseAlong(e EdgeID) course {
	shape := g.Shape(e.Link())
	last := len(shape) - 1
	leaves, arrives := headingOf(shape[0], shape[1]), headingOf(shape[last-1], shape[last])
	if e.Backward() {
		leaves, arrives = arrives+halfTurn, leaves+halfTurn
	}
	return course{leaves: leaves, arrives: arrives, known: true}
}

const halfTurn heading = 128

func headingOf(from, to geo.Fixed) heading {
	return heading(int(math.Round(geo.Bearing(from.Point(), to.Point())*256/360)) & 255)
}

// turnShare returns the share of the turn penalty for a turn between two headings, in
// parts of fullTurn: 0 up to 25°, which is a bend, and all of it from 70° on.
func turnShare(from, to heading) uint32 {
	const bend, whole = 18, 50 // 25.3° and 70.3°
	angle := int(int8(to - from))
	return uint32(min(max(max(angle, -angle)-bend, 0), whole-bend))
}

// fullTurn is the value of turnShare for a sharp turn.
const fullTurn = 32
