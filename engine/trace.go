// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// Traversal is a part of a leg along one edge, with the attributes of its way.
type Traversal struct {
	match.Traversal
	Way    *road.Way
	Length float64   // of the whole edge (metres)
	Start  geo.Point // of the edge, in the direction in which its way is drawn
}

// Traced is a matched trip with the roads of its route.
type Traced struct {
	match.Result
	Places     []match.Place // of the observations, in order
	Along      [][]float64   // by leg: the distance of each vertex of its shape from its beginning (metres)
	Traversals [][]Traversal // by leg, in travel order
}

// Trace is like Match, and also returns the roads of the route and the places of the
// observations on it. See match.Matcher.Trace.
func (e *Engine) Trace(ctx context.Context, trip []match.Observation, profile match.Profile) (traced Traced, err error) {
	err = withRoadsOf(e, trip, func(m *installed) error {
		result, err := m.matcher.Trace(ctx, trip, profile)
		if err != nil {
			return err
		}
		traced = Traced{Result: result.Result, Places: result.Places}
		ways := wayReader{graph: m.graph, known: map[int64]*road.Way{}}
		for _, line := range result.Lines {
			list := make([]Traversal, len(line.Traversals))
			for i, t := range line.Traversals {
				t.Edge = ways.graph.PlainEdge(t.Edge)
				start, _ := m.graph.Segment(t.Edge.Link(), 0)
				list[i] = Traversal{Traversal: t, Way: ways.of(t.Edge.Link()), Length: m.graph.Length(t.Edge.Link()), Start: start.Point()}
			}
			traced.Along = append(traced.Along, line.Along)
			traced.Traversals = append(traced.Traversals, list)
		}
		return nil
	})
	return traced, err
}

// wayReader copies ways out of the mapped pack, each once.
type wayReader struct {
	graph *road.Graph
	known map[int64]*road.Way
}

func (r *wayReader) of(l road.LinkID) *road.Way {
	id := r.graph.WayID(l)
	if w, known := r.known[id]; known {
		return w
	}
	w := r.graph.Way(l)
	w.Name, w.Ref = strings.Clone(w.Name), strings.Clone(w.Ref)
	r.known[id] = &w
	return &w
}
