// SPDX-License-Identifier: MIT

package match

import (
	"context"
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
	"roadsnap/engine/yield"
)

// candidate is a place on a directed edge where a step may have been.
type candidate struct {
	edge     road.EdgeID
	offset   float64 // metres along edge
	at       geo.Point
	emission float64 // log-likelihood of the step from here, at most 0
	against  bool    // the edge is open to the profile in the opposite direction only

	// Set by the search.
	score    float64   // log-probability of the best chain ending here; −Inf if there is none
	alpha    float64   // log-probability of all chains ending here
	beta     float64   // log-probability of all continuations after leaving
	from     int32     // the previous candidate of the best chain; meaningful if chained or returned
	chained  bool      // there is a route from the previous candidate
	returned bool      // the best chain returns to the roads here; see returnToRoads
	pending  bool      // see merged
	turned   bool      // the best chain arrives at the twin and turns round; see turnRound
	ahead    float64   // log-probability of all continuations on arriving
	route    edgeRange // from the previous candidate; meaningful if chained
	lag      float64   // how far the best chain's route is already ahead on the edge (metres)
}

// joined reports whether the best chain that ends here has a place before it.
func (c *candidate) joined() bool { return c.chained || c.returned && c.from != noCandidate }

func (c *candidate) position() road.Position { return road.Position{Edge: c.edge, Offset: c.offset} }

// findCandidates finds the candidates of all steps and drops the steps without any.
// Where more than maxOutliers consecutive fixes have none, it marks the next step as
// preceded by a part off the roads.
func (lat *lattice) findCandidates(ctx context.Context) error {
	lat.candidates = lat.candidates[:0]
	kept := lat.steps[:0]
	if lat.pinned {
		lat.doubtNearPins()
	}
	lastNear, near := 0, false // the fix of the last step with candidates, if there was one
	roadless := false
	for i, s := range lat.steps {
		if err := yield.Now(ctx); err != nil {
			return err
		}
		s.first = len(lat.candidates)
		if lat.anchored(i) {
			a := &lat.from.anchor
			lat.appendAnchor(&a.place)
			s.end = len(lat.candidates)
			roadless, lastNear, near = a.roadless, s.fix-a.since, true
			kept = append(kept, s)
			continue
		}
		lat.appendCandidates(i, &s)
		s.end = len(lat.candidates)
		if s.first == s.end {
			lat.points[lat.fixes[s.fix].index].Reason = ReasonNoRoad
			roadless = true
			continue
		}
		if pinned := s.pin != nil || len(kept) > 0 && kept[len(kept)-1].pin != nil; roadless && near && !pinned && s.fix-lastNear-1 > lat.model.maxOutliers {
			s.offRoadBefore = true
		}
		roadless, lastNear, near = false, s.fix, true
		kept = append(kept, s)
	}
	lat.steps = kept
	lat.findUsual()
	return nil
}

// appendAnchor appends the place where the previous batch ended and its twin, onto which
// the vehicle may turn round there, as after a stop that ended with the batch.
func (lat *lattice) appendAnchor(place *candidate) {
	lat.candidates = append(lat.candidates, *place)
	twin := *place
	twin.edge = place.edge.Reverse()
	twin.offset = lat.graph.Length(place.edge.Link()) - place.offset
	twin.against = lat.graph.Access(twin.edge)&lat.rules.Access == 0
	if twin.against && (!lat.lenient || lat.graph.Class(place.edge.Link()).NeverAgainst()) {
		return
	}
	lat.candidates = append(lat.candidates, twin)
	if place.edge.Backward() { // the order of twinOf
		lat.candidates[0], lat.candidates[1] = lat.candidates[1], lat.candidates[0]
	}
}

// isAnchor reports whether c, of step t, is the place where the previous batch ended.
func (lat *lattice) isAnchor(t int, c *candidate) bool {
	return lat.anchored(t) && c.edge == lat.from.anchor.place.edge
}

// appendCandidates appends the candidates of step i, which is s: both directions, where
// open, of each link within the radius.
func (lat *lattice) appendCandidates(i int, s *step) {
	if s.pin != nil {
		lat.appendPinned(s)
		return
	}
	radius := min(max(lat.model.radiusSigmas*s.sigma, lat.model.minRadius), lat.model.MaxRadius)
	c, off, wide := lat.outlying(i, s)
	if wide > radius { // most steps have a road within radius, so that one query is enough
		lat.findHits(s.at, wide)
	}
	if wide <= radius || len(lat.hits) == 0 || lat.hits[0].Distance > radius {
		for lat.findHits(s.at, radius); len(lat.hits) == 0 && radius < lat.model.MaxRadius; lat.findHits(s.at, radius) {
			radius = min(2*radius, lat.model.MaxRadius)
		}
		if wide > radius {
			lat.findHits(s.at, wide)
		}
	}
	law := emissionLog
	if wide > radius {
		law = outlyingLog
		lat.keepNear(radius, c, off)
	}
	if len(lat.hits) > lat.model.maxLinks {
		lat.hits = lat.hits[:lat.model.maxLinks]
	}
	for _, h := range lat.hits {
		near := law(h.Distance, s.sigma)
		lat.appendBothWays(h, h.Link, s, near)
		// A place on a shadow is one reached by the route of a restriction.
		for l, end := lat.graph.Shadows(h.Link); l < end; l++ {
			lat.appendBothWays(h, l, s, near)
		}
	}
}

// findHits fills lat.hits with the roads within a radius that may be candidates.
func (lat *lattice) findHits(at geo.Point, radius float64) {
	lat.hits = lat.finder.Near(lat.hits[:0], at, radius, lat.rules.Access)
	lat.leaveIslands()
	lat.leaveClosed()
}

// appendBothWays appends the candidates of step s at a hit, on its link or on a shadow
// of it.
func (lat *lattice) appendBothWays(h road.Hit, l road.LinkID, s *step, near float64) {
	length := lat.graph.Length(l)
	offset := min(max(h.Offset, 0), length)
	there, back := lat.graph.Access(l.Forward())&lat.rules.Access, lat.graph.Access(l.Backward())&lat.rules.Access
	lenient := (there == 0 || back == 0) && lat.lenient && !lat.graph.Class(l).NeverAgainst()
	f := &lat.fixes[s.fix]
	for _, e := range [2]road.EdgeID{l.Forward(), l.Backward()} {
		own, other := there, back
		if e.Backward() {
			own, other = back, there
		}
		against := own == 0
		if against && (!lenient || other == 0) {
			continue
		}
		n := len(lat.candidates)
		lat.candidates = slices.Grow(lat.candidates, 1)[:n+1]
		c := &lat.candidates[n]
		*c = candidate{edge: e, offset: offset, at: h.Point, emission: near, against: against}
		if e.Backward() {
			c.offset = length - offset
		}
		if f.headed {
			c.emission += headingLog(f.heading-lat.bearing(h, e), lat.model.headingSigma)
		}
	}
}

// leaveIslands removes the hits on islands if lat.skipIslands is set, and records whether
// there were any.
func (lat *lattice) leaveIslands() {
	kept := lat.hits[:0]
	for _, h := range lat.hits {
		if h.Access&lat.rules.Access&^lat.graph.Island(h.Link) != 0 {
			kept = append(kept, h)
			continue
		}
		lat.sawIsland = true
		if !lat.skipIslands {
			kept = append(kept, h)
		}
	}
	lat.hits = kept
}

// bearing returns the direction of travel at a hit, in degrees.
func (bt *batch) bearing(h road.Hit, e road.EdgeID) float64 {
	from, to := bt.graph.Segment(h.Link, h.Segment)
	b := geo.Bearing(from.Point(), to.Point())
	if e.Backward() {
		b += 180
	}
	return math.Mod(b, 360)
}
