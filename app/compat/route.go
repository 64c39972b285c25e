// SPDX-License-Identifier: MIT

package compat

import (
	"sort"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// stretch is the route between two waypoints: at least two points, and between each two
// neighbours a segment along one way.
type stretch struct {
	points   []geo.Point
	segments []segment // one less than points
}

// segment is a straight piece of a route along one edge.
type segment struct {
	metres, seconds float64
	on              *engine.Traversal
}

// length returns the length of s (metres) and its estimated travel time (seconds).
func (s *stretch) length() (metres, seconds float64) {
	for i := range s.segments {
		metres += s.segments[i].metres
		seconds += s.segments[i].seconds
	}
	return metres, seconds
}

// least is the distance (metres) below which a vertex and a waypoint are one place.
const least = 0.1

// between returns the route between two points of the same leg.
func between(t *engine.Traced, p match.Profile, from, to int) (s stretch) {
	a, b := t.Places[from], t.Places[to]
	leg, along, traversals := &t.Legs[a.Leg], t.Along[a.Leg], t.Traversals[a.Leg]
	at := a.Along
	first := max(sort.Search(len(along), func(v int) bool { return along[v] > a.Along+least }), 1) // vertex
	k := min(sort.Search(len(traversals), func(k int) bool { return traversals[k].Last >= first }), len(traversals)-1)
	add := func(end float64, point geo.Point) {
		metres := end - at
		on := &traversals[k]
		s.points = append(s.points, point)
		s.segments = append(s.segments, segment{metres: metres, seconds: metres / usualSpeed(on.Way, p), on: on})
		at = end
	}
	s.points = append(s.points, t.Points[from].Location)
	goTo := func(v int) { // to the traversal that ends at vertex v or after it
		for k < len(traversals)-1 && traversals[k].Last < v {
			k++
		}
	}
	v := first
	for ; v < len(leg.Shape) && along[v] < b.Along-least; v++ {
		goTo(v)
		add(along[v], leg.Shape[v])
	}
	goTo(v)
	add(max(b.Along, at), t.Points[to].Location)
	return s
}

// traversalAt returns the index of the traversal at the place of a point, which is on the
// roads.
func traversalAt(t *engine.Traced, i int) int {
	at := t.Places[i]
	traversals, along := t.Traversals[at.Leg], t.Along[at.Leg]
	first := sort.Search(len(traversals), func(k int) bool { return along[traversals[k].Last] >= at.Along-least })
	for k := first; k < len(traversals) && along[traversals[k].First] <= at.Along+least; k++ {
		if traversals[k].Way.ID == t.Points[i].WayID {
			return k
		}
	}
	return min(first, len(traversals)-1)
}

// roadAt returns the traversal at the place of a point.
func roadAt(t *engine.Traced, i int) *engine.Traversal {
	return &t.Traversals[t.Places[i].Leg][traversalAt(t, i)]
}

// nameOf returns the name of a way, its number if it has no name, or "".
func nameOf(w *road.Way) string {
	if w.Name != "" {
		return w.Name
	}
	return w.Ref
}

// unmatched is a point without a place on the roads.
type unmatched struct {
	Index  int          `json:"index"`
	Reason match.Reason `json:"reason"`
}

// unmatchedOf returns the points of a result that have no place on the roads.
func unmatchedOf(t *engine.Traced) (list []unmatched) {
	for i, p := range t.Points {
		if !t.Places[i].OnLeg {
			list = append(list, unmatched{i, p.Reason})
		}
	}
	return list
}
