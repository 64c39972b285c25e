// SPDX-License-Identifier: MIT

package match

import (
	"context"
	"fmt"
	"math"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// SnappedPoint is a point of a snapped path: an input point, or a vertex of the
// road between two of them.
type SnappedPoint struct {
	Location      geo.Point
	OriginalIndex int   // index of the input point; meaningful if Original
	Original      bool  // false for a road vertex between input points
	WayID         int64 // OpenStreetMap way; meaningful if HasWay
	HasWay        bool  // false if no road explains the input point
}

// Snapped is the result of [Matcher.Snap].
type Snapped struct {
	Points []SnappedPoint // in travel order
	Shape  []geo.Point    // the matched route, leg by leg; every Location lies on it
}

// A path is too noisy if its route is longer than snapDetour times the raw line plus
// snapDetourBase (metres). Both values are specific to the snap operation.
const (
	snapDetour     = 5
	snapDetourBase = 500
)

// Snap snaps a path to the roads, by the same matching as [Matcher.Match] with the
// default profile.
//
// Every input point has exactly one point in the result, in order. A point that no road
// explains gets a place on the matched route, without a way. If interpolate is set, the
// vertices of the road between the input points are included.
//
// The error wraps [ErrTooShort] for fewer than two points. It wraps [ErrNoRoad] if more
// than half of the points have no road, or if some have none and no two consecutive
// points lie on one route. It wraps [ErrNoRoute] if no two do although all have a road
// near. It wraps [ErrTooNoisy] if more than half fit no route, if the route is far
// longer than the path, or if the points are scattered at random.
func (m *Matcher) Snap(ctx context.Context, path []geo.Point, interpolate bool) (Snapped, error) {
	if len(path) < 2 {
		return Snapped{}, fmt.Errorf("snap %d points: %w", len(path), ErrTooShort)
	}
	if scattered(path) {
		return Snapped{}, fmt.Errorf("snap %d points that turn back again and again: %w", len(path), ErrTooNoisy)
	}
	stream, err := m.Stream(MotorVehicle)
	if err != nil {
		return Snapped{}, err
	}
	stream.track = new(track)
	result, err := stream.all(ctx, Path(path))
	if err != nil {
		return Snapped{}, err
	}
	if err := snappable(result); err != nil {
		return Snapped{}, fmt.Errorf("snap %d points: %w", len(path), err)
	}
	return walk(m.graph, path, result, stream.track, interpolate), nil
}

// scattered reports whether a path turns back at most of its points, as random places
// do: of three random points of a disc, the last lies backwards three times out of
// four. Turns between near points are noise and do not count. A route through such
// points exists in any city, but it would mean nothing.
func scattered(path []geo.Point) bool {
	turns, back := 0, 0
	for i := 2; i < len(path); i++ {
		plane := geo.NewPlane(path[i-1])
		a, b := plane.XY(path[i-2]), plane.XY(path[i])
		if math.Hypot(a.X, a.Y) < scatteredLeast || math.Hypot(b.X, b.Y) < scatteredLeast {
			continue
		}
		turns++
		if a.X*b.X+a.Y*b.Y > 0 {
			back++
		}
	}
	return turns >= scatteredTurns && float64(back) > scatteredShare*float64(turns)
}

const (
	scatteredLeast = 150 // least distance of the points of a turn that counts (metres)
	scatteredTurns = 10  // least number of turns for a decision
	scatteredShare = 0.6 // share of the turns that go back by more than a right angle
)

// snappable returns why a result cannot answer a snap request, or nil.
func snappable(r Result) error {
	roadless, off, joined := 0, 0, false
	leg := 0
	for i, p := range r.Points {
		if p.State == OffRoad {
			off++
			if p.Reason == ReasonNoRoad {
				roadless++
			}
			continue
		}
		for i > r.Legs[leg].LastIndex {
			leg++
		}
		if i > r.Legs[leg].FirstIndex && r.Points[i-1].State != OffRoad {
			joined = true
		}
	}
	switch half := len(r.Points) / 2; {
	case roadless > half, !joined && roadless > 0:
		return ErrNoRoad
	case !joined:
		return ErrNoRoute
	case off > half, r.Distance.Matched > snapDetour*r.Distance.Raw+snapDetourBase:
		return ErrTooNoisy
	}
	return nil
}

// walk goes along the legs of a result, of which there is at least one, and returns the
// snapped points.
func walk(g *road.Graph, path []geo.Point, r Result, t *track, interpolate bool) Snapped {
	s := snapper{graph: g, track: t, points: r.Points, interpolate: interpolate}
	s.answer.Points = make([]SnappedPoint, 0, len(path))
	for i := range r.Legs {
		s.answer.Shape = append(s.answer.Shape, r.Legs[i].Shape...)
	}
	for i, p := range path {
		if at := t.places[i]; at.onLeg {
			s.goTo(at.leg, at.along)
		} else {
			s.goTo(s.guess(p, i))
		}
		s.addInput(i)
	}
	return s.answer
}

// snapper walks along the legs and records the points that it passes.
type snapper struct {
	graph       *road.Graph
	track       *track
	points      []Point
	interpolate bool
	answer      Snapped
	leg         int     // current leg
	along       float64 // metres along that leg
	passed      int     // number of vertices of the leg already passed
}

// goTo moves forward to a place, recording the vertices of the road on the way.
func (s *snapper) goTo(leg int, along float64) {
	for s.leg < leg {
		s.passVertices(s.track.length(s.leg) + vertexTolerance)
		s.leg, s.along, s.passed = s.leg+1, 0, 0
	}
	s.passVertices(along)
	s.along = along
}

// vertexTolerance is the distance (metres) up to which a vertex and an input point are
// the same place. The output has six decimals, 0.11 m.
const vertexTolerance = 0.1

// passVertices records the vertices up to a place ahead on the current leg.
func (s *snapper) passVertices(to float64) {
	line := s.track.line(s.leg)
	for ; s.passed < len(line) && line[s.passed].along < to-vertexTolerance; s.passed++ {
		v := &line[s.passed]
		if !s.interpolate || len(s.answer.Points) == 0 || v.along < s.along+vertexTolerance {
			continue
		}
		s.answer.Points = append(s.answer.Points, SnappedPoint{Location: v.at, WayID: s.graph.WayID(s.track.edges[s.track.start(s.leg)+s.passed].edge.Link()), HasWay: true})
	}
}

// addInput records input point i at the current place.
func (s *snapper) addInput(i int) {
	p := &s.points[i]
	s.answer.Points = append(s.answer.Points, SnappedPoint{
		Location:      pointAt(s.track.line(s.leg), s.along),
		OriginalIndex: i, Original: true,
		WayID: p.WayID, HasWay: p.HasWay,
	})
}

// guess returns the place for input point i that no road explains: the nearest place of
// the route between the current place and that of the next point that has one.
func (s *snapper) guess(p geo.Point, i int) (leg int, along float64) {
	if !p.Valid() {
		return s.leg, s.along
	}
	t := s.track
	for i < len(t.places) && !t.places[i].onLeg {
		i++
	}
	endLeg := len(t.ends) - 1
	end := t.length(endLeg)
	if i < len(t.places) {
		endLeg, end = t.places[i].leg, t.places[i].along
	}
	best := geo.Distance(p, pointAt(t.line(s.leg), s.along))
	leg, along = s.leg, s.along
	plane := geo.NewPlane(p)
	for l := s.leg; l <= endLeg; l++ {
		line := t.line(l)
		lo, hi := 0.0, t.length(l)
		if l == s.leg {
			lo = s.along
		}
		if l == endLeg {
			hi = min(end, hi)
		}
		for i := 1; i < len(line); i++ {
			a, b := &line[i-1], &line[i]
			if b.along < lo || a.along > hi {
				continue
			}
			f, _ := geo.Project(geo.XY{}, plane.XY(a.at), plane.XY(b.at))
			at := min(max(a.along+f*(b.along-a.along), lo), hi)
			if d := geo.Distance(p, pointAt(line, at)); d < best {
				leg, along, best = l, at, d
			}
		}
	}
	return leg, along
}
