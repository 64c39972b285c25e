// SPDX-License-Identifier: MIT

package match

import "roadsnap/engine/road"

// track holds the lines of the legs of a trip and the places of its observations on
// them, for Snap and Trace.
type track struct {
	vertices []vertex    // of all legs, with distances from the beginning of the leg
	edges    []edgePlace // of the line after each vertex; at the last one of a leg, of the line before it
	ends     []int       // end of the vertices of each leg
	places   []place     // of the observations
}

// edgePlace is a place on an edge.
type edgePlace struct {
	edge   road.EdgeID
	offset float64 // metres from the beginning of the edge, in the direction of travel
}

// place is the place of an observation.
type place struct {
	onLeg bool
	leg   int     // meaningful if onLeg
	along float64 // metres from the beginning of the leg; meaningful if onLeg
}

// start returns the index of the first vertex of a leg.
func (t *track) start(leg int) int {
	if leg == 0 {
		return 0
	}
	return t.ends[leg-1]
}

// line returns the vertices of a leg.
func (t *track) line(leg int) []vertex { return t.vertices[t.start(leg):t.ends[leg]] }

// length returns the length of a leg (metres).
func (t *track) length(leg int) float64 { return t.vertices[t.ends[leg]-1].along }

// take adds the decided part of the batch in w.
func (t *track) take(w *workspace, overlap int) {
	firstLeg, shift := len(t.ends), 0.0
	if w.continued {
		firstLeg--
		shift = t.length(firstLeg)
	}
	from := 0
	for i, end := range w.trackEnds {
		line, edges := w.track[from:end], w.trackEdges[from:end]
		from = end
		base := 0.0
		if i == 0 && w.continued {
			t.ends = t.ends[:firstLeg]
			t.edges[len(t.edges)-1] = edges[0] // also the first vertex of the new piece
			line, edges, base = line[1:], edges[1:], shift
		}
		for _, v := range line {
			t.vertices = append(t.vertices, vertex{at: v.at, along: v.along + base})
		}
		t.edges = append(t.edges, edges...)
		t.ends = append(t.ends, len(t.vertices))
	}
	next := w.firstNew
	for i := overlap; i < w.decided; i++ {
		var p place
		if next < len(w.fixes) && w.fixes[next].index == i {
			if f := &w.fixes[next]; f.placed {
				p = place{onLeg: true, leg: firstLeg + f.leg, along: f.along}
				if f.leg == 0 {
					p.along += shift
				}
			}
			next++
		}
		t.places = append(t.places, p)
	}
}
