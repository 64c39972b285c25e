// SPDX-License-Identifier: MIT

package compat

import (
	"context"
	"math"
	"slices"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// trace is a question to the matcher, as OSRM and Mapbox ask it.
type trace struct {
	profile    match.Profile
	points     []geo.Point
	timestamps []int64   // milliseconds since 1970, or unknownTime; nil without times
	radiuses   []float64 // standard deviations (metres); nil without
	bearings   []bearing // nil without
	waypoints  []bool    // nil if all points are waypoints
	split      bool      // whether long gaps in time divide the trip

	longest int64 // time between points that is no gap (milliseconds); set by run
}

// observations returns the trace as input of the matcher.
func (t *trace) observations() []match.Observation {
	obs := match.Path(t.points)
	for i := range obs {
		if t.timestamps != nil && t.timestamps[i] != unknownTime {
			obs[i].Time = time.UnixMilli(t.timestamps[i]).UTC()
		}
		if t.radiuses != nil {
			obs[i].Accuracy = t.radiuses[i]
		}
		if t.bearings != nil && t.bearings[i].set {
			obs[i].Heading, obs[i].HasHeading = t.bearings[i].value, true
		}
	}
	return obs
}

// matching is a continuous part of the trip: a leg, or a part of one between gaps in
// time. It has at least one point.
type matching struct {
	leg       int
	points    []int // indexes of the points on it, in order
	waypoints []int // those of them that are waypoints, the first and the last included
}

// run matches a trace. The result has at least one matching.
func (t *trace) run(ctx context.Context, e Engine) (engine.Traced, []matching, error) {
	traced, err := e.Trace(ctx, t.observations(), t.profile)
	if err != nil {
		return traced, nil, err
	}
	if t.split && len(t.timestamps) > 1 {
		t.longest = t.longestStep()
	}
	placeEnds(&traced)
	list := t.matchings(&traced)
	if len(list) > 0 {
		return traced, list, nil
	}
	for _, p := range traced.Points {
		if p.Reason != match.ReasonNoRoad {
			return traced, nil, invalid(NoMatch, "Could not match the trace.")
		}
	}
	return traced, nil, invalid(NoRoad, "Could not find a matching segment for any coordinate.")
}

// placeEnds gives the first and the last point a place if they are outliers: that of the
// route where it begins or ends. Clients take the ends of a trip for granted. Ends without
// any road near stay without a place.
func placeEnds(traced *engine.Traced) {
	if len(traced.Legs) == 0 {
		return
	}
	last := len(traced.Legs) - 1
	for _, end := range []struct{ point, leg, vertex int }{
		{0, 0, 0}, {len(traced.Points) - 1, last, len(traced.Legs[last].Shape) - 1},
	} {
		p := &traced.Points[end.point]
		if p.Reason != match.ReasonOutlier && p.Reason != match.ReasonImpossibleSpeed || traced.Places[end.point].OnLeg {
			continue
		}
		on := &traced.Traversals[end.leg][0]
		if end.vertex > 0 {
			on = &traced.Traversals[end.leg][len(traced.Traversals[end.leg])-1]
		}
		at := traced.Legs[end.leg].Shape[end.vertex]
		p.WayID, p.HasWay, p.Distance, p.Location = on.Way.ID, true, geo.Distance(p.Location, at), at
		traced.Places[end.point] = match.Place{OnLeg: true, Leg: end.leg, Along: traced.Along[end.leg][end.vertex]}
	}
}

// matchings returns the parts of a result, in travel order.
func (t *trace) matchings(traced *engine.Traced) (list []matching) {
	last := -1 // point on the roads
	for i, at := range traced.Places {
		if !at.OnLeg {
			continue
		}
		if n := len(list); n == 0 || list[n-1].leg != at.Leg || last >= 0 && t.gapBetween(last, i) && t.divides(traced, list[n-1], i) {
			list = append(list, matching{leg: at.Leg})
		}
		m := &list[len(list)-1]
		m.points = append(m.points, i)
		last = i
	}
	for k := range list {
		m := &list[k]
		for n, i := range m.points {
			if t.waypoints == nil || t.waypoints[i] || n == 0 || n == len(m.points)-1 {
				m.waypoints = append(m.waypoints, i)
			}
		}
	}
	return list
}

// gapFactor is the number of sampling intervals that make a gap in time. OSRM uses the
// same number.
const gapFactor = 10

// longestStep returns the longest time between two points that is not a gap
// (milliseconds).
func (t *trace) longestStep() int64 {
	steps := make([]int64, 0, len(t.timestamps))
	for i := 1; i < len(t.timestamps); i++ {
		if t.timestamps[i-1] == unknownTime || t.timestamps[i] == unknownTime {
			continue
		}
		steps = append(steps, t.timestamps[i]-t.timestamps[i-1])
	}
	if len(steps) == 0 {
		return math.MaxInt64
	}
	slices.Sort(steps)
	return gapFactor * max(steps[len(steps)/2], 1000)
}

// gapBetween reports whether the time between two points is a gap.
func (t *trace) gapBetween(a, b int) bool {
	return t.split && t.timestamps != nil && t.timestamps[a] != unknownTime && t.timestamps[b] != unknownTime &&
		t.timestamps[b]-t.timestamps[a] > t.longest
}

// divides reports whether point i may begin another matching than before: neither part
// may be a single point, which has no route and would be lost.
func (t *trace) divides(traced *engine.Traced, before matching, i int) bool {
	if len(before.points) < 2 {
		return false
	}
	for k := i + 1; k < len(traced.Places); k++ {
		if at := traced.Places[k]; at.OnLeg {
			return at.Leg == before.leg
		}
	}
	return false
}
