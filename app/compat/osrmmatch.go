// SPDX-License-Identifier: MIT

package compat

import (
	"context"
	"slices"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/yield"
)

// osrmMatched is the answer of the match service.
type osrmMatched struct {
	Code        string            `json:"code"`
	Matchings   []osrmMatching    `json:"matchings"`
	Tracepoints []*osrmTracepoint `json:"tracepoints,omitempty"`
	Unmatched   []unmatched       `json:"unmatched,omitempty"` // why tracepoints are null; not in OSRM
}

type osrmMatching struct {
	Confidence float64   `json:"confidence"`
	Geometry   any       `json:"geometry,omitempty"`
	Legs       []osrmLeg `json:"legs"`
	WeightName string    `json:"weight_name"`
	Weight     float64   `json:"weight"`
	Duration   float64   `json:"duration"`
	Distance   float64   `json:"distance"`
}

type osrmLeg struct {
	Steps      []struct{}      `json:"steps"`
	Summary    string          `json:"summary"`
	Weight     float64         `json:"weight"`
	Duration   float64         `json:"duration"`
	Distance   float64         `json:"distance"`
	Annotation *osrmAnnotation `json:"annotation,omitempty"`
}

type osrmTracepoint struct {
	AlternativesCount int          `json:"alternatives_count"`
	WaypointIndex     *int         `json:"waypoint_index"`
	MatchingsIndex    int          `json:"matchings_index"`
	Hint              string       `json:"hint,omitempty"`
	Distance          float64      `json:"distance"`
	Name              string       `json:"name"`
	Location          lonLat       `json:"location"`
	WayID             int64        `json:"way_id"`           // not in OSRM
	Reason            match.Reason `json:"reason,omitempty"` // why it is an end that the route does not explain; not in OSRM
}

// osrmAnnotation describes the segments of a leg.
type osrmAnnotation struct {
	Metadata    *osrmMetadata  `json:"metadata,omitempty"`
	Datasources *[]int         `json:"datasources,omitempty"`
	Nodes       *[]int64       `json:"nodes,omitempty"` // always empty: the map does not keep the ids of nodes
	Weight      *[]float64     `json:"weight,omitempty"`
	Distance    *[]float64     `json:"distance,omitempty"`
	Duration    *[]float64     `json:"duration,omitempty"`
	Speed       *[]float64     `json:"speed,omitempty"`
	MaxSpeed    *[]mapboxLimit `json:"maxspeed,omitempty"`   // of Mapbox only
	Congestion  *[]string      `json:"congestion,omitempty"` // of Mapbox only
}

type osrmMetadata struct {
	DatasourceNames []string `json:"datasource_names"`
}

// matchOptions say what an answer of the match services of OSRM and Mapbox contains.
type matchOptions struct {
	trace
	geometries, overview string
	annotations          []string
	hints, tracepoints   bool
	loose                bool // see Parameters.timestamps
}

// osrmAnnotations are the names of annotations.
var osrmAnnotations = []string{"duration", "nodes", "distance", "weight", "datasources", "speed"}

// osrmMatch answers the match service.
func osrmMatch(ctx context.Context, e Engine, c *Call) (any, error) {
	o, err := osrmMatchOptions(c)
	if err != nil {
		return nil, err
	}
	c.Points = len(o.points)
	return o.answer(ctx, e)
}

func osrmMatchOptions(c *Call) (o matchOptions, err error) {
	if o.profile, o.points, err = osrmPlace(c); err != nil {
		return o, err
	}
	if err = checkOSRM(c, len(o.points), "steps", "geometries", "overview", "annotations", "timestamps", "gaps", "tidy", "waypoints"); err != nil {
		return o, err
	}
	if err = o.read(c.Query, osrmAnnotations); err != nil {
		return o, err
	}
	if o.hints, err = c.Query.boolean("generate_hints", true); err != nil {
		return o, err
	}
	skip, err := c.Query.boolean("skip_waypoints", false)
	o.tracepoints = !skip
	return o, err
}

// read reads the options that OSRM and Mapbox share. annotations are the known ones.
func (o *matchOptions) read(q Parameters, annotations []string) (err error) {
	n := len(o.points)
	if n < 2 {
		return invalid(Options, "Number of coordinates needs to be at least two.")
	}
	if o.radiuses, err = q.radiuses(n); err != nil {
		return err
	}
	if o.bearings, err = q.bearings(n); err != nil {
		return err
	}
	if o.timestamps, err = q.timestamps(n, o.loose); err != nil {
		return err
	}
	if o.waypoints, err = q.waypoints(n); err != nil {
		return err
	}
	gaps, err := q.choice("gaps", "split", "ignore")
	if err != nil {
		return err
	}
	o.split = gaps == "split"
	// The matcher averages and drops noisy points in any case, so tidy changes nothing.
	if _, err = q.boolean("tidy", false); err != nil {
		return err
	}
	steps, err := q.boolean("steps", false)
	if err != nil {
		return err
	}
	if steps {
		return invalid(NotOffered, "steps=true is not supported: Roadsnap gives no turn instructions")
	}
	if o.geometries, err = q.choice("geometries", "polyline", "polyline6", "geojson"); err != nil {
		return err
	}
	if o.overview, err = q.choice("overview", "simplified", "full", "false"); err != nil {
		return err
	}
	o.annotations, err = readAnnotations(q, annotations)
	return err
}

// readAnnotations returns the names of annotations: none, all known ones for "true", or
// those of a list, each once.
func readAnnotations(q Parameters, known []string) ([]string, error) {
	text, given := q.get("annotations")
	switch {
	case !given, text == "false", text == "":
		return nil, nil
	case text == "true":
		return known, nil
	}
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		if !slices.Contains(known, name) {
			return nil, malformed("annotations: %q is none of %s", name, strings.Join(known, ", "))
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// answer matches the trace and returns the result in the form of OSRM and Mapbox.
func (o *matchOptions) answer(ctx context.Context, e Engine) (*osrmMatched, error) {
	traced, list, err := o.run(ctx, e)
	if err != nil {
		return nil, err
	}
	if o.waypoints != nil {
		if err := o.checkWaypoints(&traced, list); err != nil {
			return nil, err
		}
	}
	answer := &osrmMatched{Code: "Ok", Matchings: make([]osrmMatching, len(list))}
	for k := range list {
		if answer.Matchings[k], err = o.matching(ctx, &traced, &list[k]); err != nil {
			return nil, err
		}
	}
	if o.tracepoints {
		if answer.Tracepoints, err = o.tracepointsOf(ctx, e, &traced, list); err != nil {
			return nil, err
		}
		answer.Unmatched = unmatchedOf(&traced)
	}
	return answer, nil
}

// checkWaypoints refuses a result in which chosen waypoints are not the ends of legs of
// one matching, as OSRM does.
func (o *matchOptions) checkWaypoints(traced *engine.Traced, list []matching) error {
	if len(list) > 1 {
		return invalid(NoMatch, "Could not match the trace with the given waypoints.")
	}
	for i, wanted := range o.waypoints {
		if wanted && !traced.Places[i].OnLeg {
			return invalid(NoMatch, "Requested waypoint parameter could not be matched.")
		}
	}
	return nil
}

// matching returns one continuous part of the trip. The error is that of the context.
func (o *matchOptions) matching(ctx context.Context, traced *engine.Traced, m *matching) (osrmMatching, error) {
	answer := osrmMatching{
		Confidence: round(matchingConfidence(traced.Legs[m.leg].Confidence), 1e6), WeightName: "duration",
		Legs: make([]osrmLeg, 0, len(m.waypoints)-1),
	}
	var line []geo.Point
	var metres, seconds float64
	for k := 1; k < len(m.waypoints); k++ {
		if err := yield.Now(ctx); err != nil {
			return answer, err
		}
		s := between(traced, o.profile, m.waypoints[k-1], m.waypoints[k])
		if k > 1 {
			line = append(line, s.points[1:]...)
		} else {
			line = append(line, s.points...)
		}
		length, time := s.length()
		metres, seconds = metres+length, seconds+time
		leg := osrmLeg{Steps: []struct{}{}, Weight: round(time, 10), Duration: round(time, 10), Distance: round(length, 10)}
		if o.annotations != nil {
			leg.Annotation = o.annotate(&s)
		}
		answer.Legs = append(answer.Legs, leg)
	}
	if len(m.waypoints) == 1 {
		at := traced.Points[m.waypoints[0]].Location
		line = []geo.Point{at, at}
	}
	answer.Weight, answer.Duration, answer.Distance = round(seconds, 10), round(seconds, 10), round(metres, 10)
	switch o.overview {
	case "full":
		answer.Geometry = encodeLine(line, o.geometries)
	case "simplified":
		answer.Geometry = encodeLine(simplified(line), o.geometries)
	}
	return answer, nil
}

// annotate describes the segments of a stretch.
func (o *matchOptions) annotate(s *stretch) *osrmAnnotation {
	numbers := func(unit float64, of func(*segment) float64) *[]float64 {
		list := make([]float64, len(s.segments))
		for i := range s.segments {
			list[i] = round(of(&s.segments[i]), unit)
		}
		return &list
	}
	metres := func(s *segment) float64 { return s.metres }
	seconds := func(s *segment) float64 { return s.seconds }
	a := new(osrmAnnotation)
	for _, name := range o.annotations {
		switch name {
		case "distance":
			a.Distance = numbers(1e3, metres)
		case "duration":
			a.Duration = numbers(1e3, seconds)
		case "weight":
			a.Weight = numbers(1e3, seconds)
		case "speed":
			a.Speed = numbers(10, func(s *segment) float64 { return usualSpeed(s.on.Way, o.profile) })
		case "datasources":
			list := make([]int, len(s.segments))
			a.Datasources, a.Metadata = &list, &osrmMetadata{[]string{"roadsnap"}}
		case "nodes":
			a.Nodes = &[]int64{}
		case "maxspeed":
			a.MaxSpeed = mapboxLimits(s)
		case "congestion":
			list := slices.Repeat([]string{"unknown"}, len(s.segments))
			a.Congestion = &list
		}
	}
	return a
}

// OSRM looks for roads within three standard deviations, of 5 m where none is given.
const usualRadius, radiusFactor = 5, 3

// tracepointsOf returns one entry for each point of the trace, nil for those without a
// place on the roads.
func (o *matchOptions) tracepointsOf(ctx context.Context, e Engine, traced *engine.Traced, list []matching) ([]*osrmTracepoint, error) {
	reach := make([]float64, len(o.points))
	for i := range reach {
		reach[i] = usualRadius
		if o.radiuses != nil && o.radiuses[i] != unknownRadius {
			reach[i] = min(o.radiuses[i], mostReach)
		}
		reach[i] *= radiusFactor
	}
	ways, err := e.CountWays(ctx, o.points, reach, o.profile)
	if err != nil {
		return nil, err
	}
	points := make([]*osrmTracepoint, len(o.points))
	for k := range list {
		next := 0
		for _, i := range list[k].points {
			p := &traced.Points[i]
			t := &osrmTracepoint{
				AlternativesCount: max(ways[i]-1, 0), MatchingsIndex: k, Distance: round(p.Distance, 1e3),
				Name: nameOf(roadAt(traced, i).Way), Location: positionOf(p.Location), WayID: p.WayID,
			}
			if p.State == match.OffRoad {
				t.Reason = p.Reason
			}
			if next < len(list[k].waypoints) && list[k].waypoints[next] == i {
				index := next
				t.WaypointIndex = &index
				next++
			}
			if o.hints {
				t.Hint = hint(p.WayID, p.Location)
			}
			points[i] = t
		}
	}
	return points, nil
}

// mostReach bounds the radius within which alternatives are counted (metres).
const mostReach = 100
