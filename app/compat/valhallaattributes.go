// SPDX-License-Identifier: MIT

package compat

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/yield"
)

// members are the members of an object of an answer.
type members map[string]any

// filter decides which attributes an answer has.
type filter struct {
	names   map[string]bool // those of valhallaNames that the request has
	include bool
	all     bool
}

// valhallaNames are the attributes that a request may filter.
var valhallaNames = setOf(
	"shape", "confidence_score",
	"edge.names", "edge.length", "edge.speed", "edge.speed_limit", "edge.road_class", "edge.use",
	"edge.begin_heading", "edge.end_heading", "edge.begin_shape_index", "edge.end_shape_index",
	"edge.traversability", "edge.forward", "edge.tunnel", "edge.bridge", "edge.roundabout", "edge.lane_count",
	"edge.travel_mode", "edge.vehicle_type", "edge.bicycle_type", "edge.pedestrian_type", "edge.id", "edge.way_id",
	"node.elapsed_time", "node.type",
	"matched.point", "matched.type", "matched.edge_index", "matched.distance_along_edge", "matched.distance_from_trace_point",
	"matched.begin_route_discontinuity", "matched.end_route_discontinuity",
)

func setOf(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// filter returns the filter of the request. Names that no answer has are left out.
func (t *valhallaTrace) filter() filter {
	action := t.Filters.Action
	f := filter{names: map[string]bool{}, include: action == "include", all: action != "include" && action != "exclude" || len(t.Filters.Attributes) == 0}
	for _, name := range t.Filters.Attributes {
		if valhallaNames[name] {
			f.names[name] = true
		}
	}
	return f
}

// has reports whether the answer has an attribute, such as edge.way_id.
func (f filter) has(name string) bool {
	return f.all || f.names[name] == f.include
}

// hasAny reports whether the answer has an attribute with that prefix.
func (f filter) hasAny(prefix string) bool {
	if f.all || !f.include {
		return true
	}
	for name := range f.names {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// set adds an attribute if the answer has it.
func (m members) set(f filter, name string, value any) {
	if f.has(name) {
		m[name[strings.LastIndexByte(name, '.')+1:]] = value
	}
}

// valhallaAttributes answers trace_attributes.
func valhallaAttributes(ctx context.Context, e Engine, c *Call) (any, error) {
	t, traced, err := matchForValhalla(ctx, e, c)
	if err != nil {
		return nil, err
	}
	f := t.filter()
	answer := members{"units": t.unitName(), "alternate_paths": []any{}}
	if t.ID != "" {
		answer["id"] = t.ID
	}
	var shape []geo.Point
	var edges, points []members
	first := make([]int, len(traced.Legs)) // edge of each leg
	confidence, elapsed := 1.0, 0.0
	for l := range traced.Legs {
		first[l] = len(edges)
		confidence = min(confidence, matchingConfidence(traced.Legs[l].Confidence))
		for k := range traced.Traversals[l] {
			if err := breathe(ctx, k); err != nil {
				return nil, err
			}
			on := &traced.Traversals[l][k]
			elapsed += (on.To - on.From) / usualSpeed(on.Way, t.costing.profile)
			last := k == len(traced.Traversals[l])-1
			edges = append(edges, t.edge(f, on, traced.Legs[l].Shape, len(shape), k == 0, last, elapsed))
		}
		shape = append(shape, traced.Legs[l].Shape...)
	}
	answer.set(f, "shape", encodePolyline(shape, 1e6))
	answer.set(f, "confidence_score", round(confidence, 1e6))
	if f.hasAny("matched.") {
		if points, err = t.matchedPoints(ctx, f, traced, first); err != nil {
			return nil, err
		}
	}
	return longAnswer{answer, []memberList{{"edges", edges, true}, {"matched_points", points, f.hasAny("matched.")}}}, nil
}

// longAnswer is an answer with long lists. It is encoded in pieces, so that other clients
// get their turn.
type longAnswer struct {
	members
	lists []memberList
}

type memberList struct {
	name  string
	list  []members
	given bool
}

// append appends the answer as JSON.
func (a longAnswer) append(ctx context.Context, dst []byte) ([]byte, error) {
	dst, err := appendJSON(dst, a.members)
	for _, l := range a.lists {
		if !l.given {
			continue
		}
		dst = fmt.Appendf(dst[:len(dst)-1], `,%q:[`, l.name)
		for i := range l.list {
			if i > 0 {
				dst = append(dst, ',')
			}
			var failed error
			dst, failed = appendJSON(dst, l.list[i])
			if err = cmp.Or(err, failed, breathe(ctx, i)); err != nil {
				return dst, err
			}
		}
		dst = append(dst, "]}"...)
	}
	return dst, err
}

// breathe lets other clients work after every few hundred of many small steps. It returns
// the error of the context.
func breathe(ctx context.Context, step int) error {
	const steps = 256
	if step%steps != steps-1 {
		return nil
	}
	return yield.Now(ctx)
}

// matchForValhalla reads and matches a trace.
func matchForValhalla(ctx context.Context, e Engine, c *Call) (*valhallaTrace, *engine.Traced, error) {
	t, err := readValhalla(c)
	if err != nil {
		return nil, nil, err
	}
	c.Points = len(t.observations)
	traced, err := e.Trace(ctx, t.observations, t.costing.profile)
	if err != nil {
		return nil, nil, err
	}
	if len(traced.Legs) > 0 {
		return &t, &traced, nil
	}
	for _, p := range traced.Points {
		if p.Reason != match.ReasonNoRoad {
			return nil, nil, invalid(NoMatch, "map_snap algorithm failed to snap the shape points to the correct shape.")
		}
	}
	return nil, nil, invalid(NoRoad, "No suitable edges near location")
}

// edge describes a traversal of a leg, whose shape begins at vertex base of the answer.
func (t *valhallaTrace) edge(f filter, on *engine.Traversal, shape []geo.Point, base int, first, last bool, elapsed float64) members {
	w := on.Way
	m := members{}
	var names []string
	for _, name := range []string{w.Name, w.Ref} {
		if name != "" {
			names = append(names, name)
		}
	}
	if names != nil {
		m.set(f, "edge.names", names)
	}
	m.set(f, "edge.length", t.length(on.To-on.From))
	m.set(f, "edge.speed", t.speed(usualSpeed(w, t.costing.profile)/kmh))
	if w.HasMaxSpeed {
		m.set(f, "edge.speed_limit", t.speed(float64(w.MaxSpeedKMH)))
	}
	m.set(f, "edge.road_class", valhallaClass(w.Class))
	m.set(f, "edge.use", valhallaUse(w.Class))
	m.set(f, "edge.begin_heading", headingOf(shape[on.First], shape[on.First+1]))
	m.set(f, "edge.end_heading", headingOf(shape[on.Last-1], shape[on.Last]))
	m.set(f, "edge.begin_shape_index", base+on.First)
	m.set(f, "edge.end_shape_index", base+on.Last)
	traversability := "both"
	if w.Oneway && t.costing.mode == "drive" {
		traversability = "forward"
	}
	m.set(f, "edge.traversability", traversability)
	m.set(f, "edge.forward", !on.Edge.Backward())
	m.set(f, "edge.tunnel", w.Tunnel)
	m.set(f, "edge.bridge", w.Bridge)
	m.set(f, "edge.roundabout", w.Roundabout)
	if w.Lanes > 0 {
		m.set(f, "edge.lane_count", int(w.Lanes))
	}
	m.set(f, "edge.travel_mode", t.costing.mode)
	m.set(f, "edge."+t.costing.member, t.costing.kind)
	m.set(f, "edge.id", int64(on.Edge))
	m.set(f, "edge.way_id", w.ID)
	if first && on.From > least && on.Length > 0 {
		m["source_percent_along"] = round(on.From/on.Length, 1e3)
	}
	if last && on.Length-on.To > least {
		m["target_percent_along"] = round(on.To/on.Length, 1e3)
	}
	if f.hasAny("node.") {
		node := members{}
		node.set(f, "node.elapsed_time", round(elapsed, 1e3))
		node.set(f, "node.type", "street_intersection")
		m["end_node"] = node
	}
	return m
}

// matchedPoints returns one entry for each point of the trace. first holds the first edge
// of each leg.
func (t *valhallaTrace) matchedPoints(ctx context.Context, f filter, traced *engine.Traced, first []int) ([]members, error) {
	list := make([]members, len(traced.Points))
	for i, p := range traced.Points {
		if err := breathe(ctx, i); err != nil {
			return nil, err
		}
		m := members{}
		if f.has("matched.point") {
			m["lat"], m["lon"] = round(p.Location.Lat, 1e6), round(p.Location.Lon, 1e6)
		}
		list[i] = m
		at := traced.Places[i]
		if !at.OnLeg {
			m.set(f, "matched.type", "unmatched")
			m["reason"] = p.Reason // not in Valhalla
			continue
		}
		kind := "matched"
		if p.State == match.OnRoute {
			kind = "interpolated"
		}
		m.set(f, "matched.type", kind)
		k := traversalAt(traced, i)
		on := &traced.Traversals[at.Leg][k]
		m.set(f, "matched.edge_index", first[at.Leg]+k)
		along := on.From + at.Along - traced.Along[at.Leg][on.First]
		if on.Length > 0 {
			m.set(f, "matched.distance_along_edge", round(min(max(along/on.Length, 0), 1), 1e6))
		}
		m.set(f, "matched.distance_from_trace_point", round(p.Distance, 1e3))
		if leg := &traced.Legs[at.Leg]; i == leg.LastIndex && at.Leg < len(traced.Legs)-1 {
			m.set(f, "matched.begin_route_discontinuity", true)
		} else if i == leg.FirstIndex && at.Leg > 0 {
			m.set(f, "matched.end_route_discontinuity", true)
		}
	}
	return list, nil
}

// valhallaClass returns Valhalla's class of a road.
func valhallaClass(c road.Class) string {
	switch c {
	case road.Motorway, road.Trunk, road.Primary, road.Secondary, road.Tertiary, road.Unclassified, road.Residential:
		return c.String()
	case road.MotorwayLink, road.TrunkLink, road.PrimaryLink, road.SecondaryLink, road.TertiaryLink:
		return strings.TrimSuffix(c.String(), "_link")
	case road.LivingStreet:
		return "residential"
	}
	return "service_other"
}

// valhallaUse returns Valhalla's use of a road.
func valhallaUse(c road.Class) string {
	switch c {
	case road.MotorwayLink, road.TrunkLink, road.PrimaryLink, road.SecondaryLink, road.TertiaryLink:
		return "ramp"
	case road.Service:
		return "service_road"
	case road.LivingStreet, road.Alley, road.Track, road.Footway, road.Cycleway, road.Bridleway, road.Path, road.Steps, road.Ferry, road.Pedestrian:
		return c.String()
	}
	return "road"
}

// headingOf returns the direction from a to b (whole degrees clockwise from north).
func headingOf(a, b geo.Point) int {
	d := geo.NewPlane(a).XY(b)
	return int(math.Round(math.Atan2(d.X, d.Y)*180/math.Pi+360)) % 360
}
