// SPDX-License-Identifier: MIT

package match

import (
	"context"
	"slices"

	"roadsnap/engine/road"
)

// Place is the place of an observation on the legs of its trip.
type Place struct {
	OnLeg bool    // false off the roads
	Leg   int     // index of the leg; meaningful if OnLeg
	Along float64 // metres from the beginning of the leg; meaningful if OnLeg
}

// Traversal is a part of a leg along one edge.
type Traversal struct {
	Edge        road.EdgeID
	First, Last int     // vertices of the leg's shape, First < Last
	From, To    float64 // metres along the edge in the direction of travel, From ≤ To
}

// Line is the line of a leg.
type Line struct {
	Along      []float64   // of each vertex of the leg's shape, metres from its beginning, never decreasing
	Traversals []Traversal // in travel order; each begins at the vertex at which the one before ends
}

// Traced is a result with the edges of its route.
type Traced struct {
	Result
	Places []Place // of the observations, in order
	Lines  []Line  // of the legs, in order
}

// Trace is like [Matcher.Match], and also returns the edges of the route and the places
// of the observations on it.
func (m *Matcher) Trace(ctx context.Context, obs []Observation, p Profile) (Traced, error) {
	s, err := m.Stream(p)
	if err != nil {
		return Traced{}, err
	}
	s.track = new(track)
	result, err := s.all(ctx, obs)
	if err != nil {
		return Traced{}, err
	}
	traced := Traced{Result: result, Places: make([]Place, len(s.track.places)), Lines: make([]Line, len(result.Legs))}
	for i, at := range s.track.places {
		traced.Places[i] = Place{OnLeg: at.onLeg, Leg: at.leg, Along: at.along}
	}
	for i := range result.Legs {
		traced.Lines[i] = s.track.lineOf(i)
	}
	return traced, nil
}

// lineOf returns the line of a leg.
func (t *track) lineOf(leg int) Line {
	line, edges := t.line(leg), t.edges[t.start(leg):t.ends[leg]]
	l := Line{Along: make([]float64, 0, max(len(line), 2))}
	for i := range line {
		l.Along = append(l.Along, line[i].along)
	}
	if len(line) == 1 { // its only point is repeated in the shape of the leg
		l.Along = append(l.Along, line[0].along)
		edges = slices.Repeat(edges, 2)
	}
	for i := 1; i < len(l.Along); i++ {
		from := edges[i-1]
		length := l.Along[i] - l.Along[i-1]
		if n := len(l.Traversals); n > 0 && l.Traversals[n-1].Edge == from.edge && from.offset >= l.Traversals[n-1].To-vertexTolerance {
			l.Traversals[n-1].Last = i
			l.Traversals[n-1].To = max(l.Traversals[n-1].To, from.offset+length)
			continue
		}
		l.Traversals = append(l.Traversals, Traversal{Edge: from.edge, First: i - 1, Last: i, From: from.offset, To: from.offset + length})
	}
	return l
}
