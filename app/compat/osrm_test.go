// SPDX-License-Identifier: MIT

package compat

import (
	"errors"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/yield"
)

const osrmPath = "/compat/osrm/match/v1/driving/"

// matchedLine decodes the geometry of a matching.
func matchedLine(tb testing.TB, geometry any, form string) (line []geo.Point) {
	tb.Helper()
	if form == "geojson" {
		for _, c := range geometry.(map[string]any)["coordinates"].([]any) {
			pair := c.([]any)
			line = append(line, geo.Point{Lon: pair[0].(float64), Lat: pair[1].(float64)})
		}
		return line
	}
	scale := 1e5
	if form == "polyline6" {
		scale = 1e6
	}
	line, err := decodeLine(geometry.(string), scale)
	if err != nil {
		tb.Fatal(err)
	}
	return line
}

func TestOSRMMatch(t *testing.T) {
	points := trip(t)
	for _, form := range []string{"polyline", "polyline6", "geojson"} {
		var got osrmMatched
		ask(t, osrmPath+lonLats(points), "annotations=true&overview=full&geometries="+form, "").as(t, &got)
		checkOSRMMatched(t, got, points)
		m := got.Matchings[0]
		line := matchedLine(t, m.Geometry, form)
		segments := 0
		for i, leg := range m.Legs {
			segments += len(*leg.Annotation.Distance)
			sum := 0.0
			for _, d := range *leg.Annotation.Distance {
				sum += d
				if d < 0 {
					t.Errorf("leg %d has a segment of %g m", i, d)
				}
			}
			if math.Abs(sum-leg.Distance) > 0.2 {
				t.Errorf("leg %d has %g m, its segments %g m", i, leg.Distance, sum)
			}
			for _, list := range []*[]float64{leg.Annotation.Duration, leg.Annotation.Speed, leg.Annotation.Weight} {
				if len(*list) != len(*leg.Annotation.Distance) {
					t.Errorf("leg %d: annotations of %d and %d segments", i, len(*list), len(*leg.Annotation.Distance))
				}
			}
		}
		if len(line) != segments+1 {
			t.Errorf("%s: %d vertices for %d segments", form, len(line), segments)
		}
		for i, p := range got.Tracepoints {
			if d := distanceToLine(geo.Point{Lon: p.Location[0], Lat: p.Location[1]}, line); d > 1 {
				t.Errorf("tracepoint %d lies %g m from the line", i, d)
			}
		}
	}
}

// checkOSRMMatched checks what holds for every answer.
func checkOSRMMatched(tb testing.TB, got osrmMatched, points []geo.Point) {
	tb.Helper()
	if got.Code != "Ok" || len(got.Matchings) == 0 || len(got.Tracepoints) != len(points) {
		tb.Fatalf("code %s, %d matchings, %d tracepoints for %d points", got.Code, len(got.Matchings), len(got.Tracepoints), len(points))
	}
	reasons := map[int]string{}
	for _, u := range got.Unmatched {
		reasons[u.Index] = string(u.Reason)
	}
	next := make([]int, len(got.Matchings))
	for i, p := range got.Tracepoints {
		if (p == nil) != (reasons[i] != "") {
			tb.Fatalf("tracepoint %d is %v, with reason %q", i, p, reasons[i])
		}
		if p != nil && p.WaypointIndex != nil {
			if *p.WaypointIndex != next[p.MatchingsIndex] {
				tb.Fatalf("tracepoint %d is waypoint %d, want %d", i, *p.WaypointIndex, next[p.MatchingsIndex])
			}
			next[p.MatchingsIndex]++
		}
	}
	for k, m := range got.Matchings {
		if !(m.Confidence >= 0 && m.Confidence <= 1) {
			tb.Errorf("confidence %g", m.Confidence)
		}
		if len(m.Legs) != next[k]-1 {
			tb.Errorf("matching %d has %d legs for %d waypoints", k, len(m.Legs), next[k])
		}
		distance, duration := 0.0, 0.0
		for _, leg := range m.Legs {
			distance, duration = distance+leg.Distance, duration+leg.Duration
		}
		if slack := 0.06 * float64(len(m.Legs)+1); math.Abs(distance-m.Distance) > slack || math.Abs(duration-m.Duration) > slack {
			tb.Errorf("matching %d: %g m in %g s, its legs have %g and %g", k, m.Distance, m.Duration, distance, duration)
		}
	}
}

func distanceToLine(p geo.Point, line []geo.Point) float64 {
	plane, best := geo.NewPlane(p), math.Inf(1)
	for i := 1; i < len(line); i++ {
		_, d2 := geo.Project(geo.XY{}, plane.XY(line[i-1]), plane.XY(line[i]))
		best = min(best, math.Sqrt(d2))
	}
	return best
}

// TestOSRMEndsAreKept checks that neither end of a trip is lost, and that a point in
// between is null for a stated reason only.
func TestOSRMEndsAreKept(t *testing.T) {
	points := trip(t)
	far := geo.NewPlane(points[7]).Point(geo.XY{X: 3000, Y: 900})
	points[7] = far
	var got osrmMatched
	ask(t, osrmPath+lonLats(points), "", "").as(t, &got)
	checkOSRMMatched(t, got, points)
	if got.Tracepoints[7] != nil || len(got.Unmatched) != 1 || got.Unmatched[0].Index != 7 {
		t.Errorf("a point 3 km away: %v, %v", got.Tracepoints[7], got.Unmatched)
	}
	if got.Tracepoints[0] == nil || got.Tracepoints[len(points)-1] == nil {
		t.Error("an end of the trip is lost")
	}
}

// TestOSRMOutlyingEndsAreKept checks that an end which the route does not explain gets the
// place where the route ends, with the reason.
func TestOSRMOutlyingEndsAreKept(t *testing.T) {
	for _, last := range []bool{false, true} {
		points := trip(t)
		i := 0
		if last {
			i = len(points) - 1
		}
		points[i] = geo.NewPlane(points[i]).Point(geo.XY{X: 2500, Y: 2500})
		var times []string
		for k := range points {
			times = append(times, fmt.Sprint(1000+4*k))
		}
		var got osrmMatched
		ask(t, osrmPath+lonLats(points), "overview=full&geometries=geojson&timestamps="+strings.Join(times, ";"), "").as(t, &got)
		checkOSRMMatched(t, got, points)
		p := got.Tracepoints[i]
		if p == nil || p.Reason == "" || p.Distance < 1000 || len(got.Unmatched) != 0 {
			t.Errorf("last %v: %+v, unmatched %v", last, p, got.Unmatched)
			continue
		}
		m := got.Matchings[p.MatchingsIndex]
		line := matchedLine(t, m.Geometry, "geojson")
		end, leg := line[0], m.Legs[0]
		if last {
			end, leg = line[len(line)-1], m.Legs[len(m.Legs)-1]
		}
		if end != (geo.Point{Lon: p.Location[0], Lat: p.Location[1]}) || leg.Distance != 0 {
			t.Errorf("last %v: the place is %v, the line ends at %v, after a leg of %g m", last, p.Location, end, leg.Distance)
		}
	}
}

func TestOSRMOverview(t *testing.T) {
	points := lonLats(trip(t))
	full := matchedLine(t, ask(t, osrmPath+points, "overview=full", "").json["matchings"].([]any)[0].(map[string]any)["geometry"], "polyline")
	simple := matchedLine(t, ask(t, osrmPath+points, "", "").json["matchings"].([]any)[0].(map[string]any)["geometry"], "polyline")
	if len(simple) >= len(full) || len(simple) < 2 || simple[0] != full[0] || simple[len(simple)-1] != full[len(full)-1] {
		t.Errorf("%d vertices, %d simplified", len(full), len(simple))
	}
	for _, p := range full {
		if d := distanceToLine(p, simple); d > 10 {
			t.Errorf("simplifying moves the line by %g m", d)
		}
	}
	if m := ask(t, osrmPath+points, "overview=false", "").json["matchings"].([]any)[0].(map[string]any); m["geometry"] != nil {
		t.Errorf("a geometry without an overview: %v", m)
	}
}

func TestOSRMWaypoints(t *testing.T) {
	points := trip(t)
	last := len(points) - 1
	var all, few osrmMatched
	ask(t, osrmPath+lonLats(points), "", "").as(t, &all)
	ask(t, osrmPath+lonLats(points), fmt.Sprintf("waypoints=0;5;%d", last), "").as(t, &few)
	checkOSRMMatched(t, few, points)
	if len(few.Matchings[0].Legs) != 2 || math.Abs(few.Matchings[0].Distance-all.Matchings[0].Distance) > 0.2 {
		t.Errorf("%d legs of %g m, want 2 of %g m", len(few.Matchings[0].Legs), few.Matchings[0].Distance, all.Matchings[0].Distance)
	}
	for i, p := range few.Tracepoints {
		if (p.WaypointIndex != nil) != (i == 0 || i == 5 || i == last) {
			t.Errorf("tracepoint %d has the waypoint index %v", i, p.WaypointIndex)
		}
	}
	points[7] = geo.NewPlane(points[7]).Point(geo.XY{X: 3000, Y: 900})
	got := ask(t, osrmPath+lonLats(points), fmt.Sprintf("waypoints=0;7;%d", last), "")
	if got.status != 400 || got.json["code"] != "NoMatch" {
		t.Errorf("a waypoint that is not matched: %d %s", got.status, got.body)
	}
}

// TestOSRMGaps checks that a long time without a point divides the trip only if asked.
func TestOSRMGaps(t *testing.T) {
	points := trip(t)
	times := func(gapsBefore ...int) string {
		var list []string
		at := 1_700_000_000
		for i := range points {
			at += 4
			if slices.Contains(gapsBefore, i) {
				at += 300
			}
			list = append(list, fmt.Sprint(at))
		}
		return "timestamps=" + strings.Join(list, ";")
	}
	for _, c := range []struct {
		name, query string
		matchings   int
	}{
		{"no gap", times(), 1},
		{"gap", times(8), 2},
		{"gaps on both sides of a point, which would be lost", times(8, 9), 2},
		{"gap, ignored", times(8) + "&gaps=ignore", 1},
		{"gap before the last point, which would be lost", times(len(points) - 1), 1},
		{"gap after the first point, which would be lost", times(1), 1},
	} {
		var got osrmMatched
		ask(t, osrmPath+lonLats(points), c.query, "").as(t, &got)
		checkOSRMMatched(t, got, points)
		if len(got.Matchings) != c.matchings || len(got.Unmatched) != 0 {
			t.Errorf("%s: %d matchings, %v unmatched, want %d", c.name, len(got.Matchings), got.Unmatched, c.matchings)
		}
	}
	// The leg ends after point 5, because of an outage. A gap before that point would leave it alone.
	parts := append(slices.Clone(points[:6]), laMassana...)
	var outage osrmMatched
	ask(t, osrmPath+lonLats(parts), "timestamps=1;5;9;13;17;317;9000;9010;9020;9030;9040;9050;9060", "").as(t, &outage)
	checkOSRMMatched(t, outage, parts)
	if len(outage.Matchings) != 2 || len(outage.Matchings[0].Legs) != 5 {
		t.Errorf("a gap before an outage: %d matchings, %+v", len(outage.Matchings), outage.Tracepoints)
	}
	got := ask(t, osrmPath+lonLats(points), times(8)+fmt.Sprintf("&waypoints=0;%d", len(points)-1), "")
	if got.json["code"] != "NoMatch" {
		t.Errorf("waypoints of a divided trip: %s", got.body)
	}
}

func TestOSRMOptionsThatLeaveOut(t *testing.T) {
	points := lonLats(trip(t))
	if got := ask(t, osrmPath+points, "skip_waypoints=true", ""); got.json["tracepoints"] != nil || got.status != 200 {
		t.Errorf("skip_waypoints: %s", got.body)
	}
	with, without := ask(t, osrmPath+points, "", ""), ask(t, osrmPath+points, "generate_hints=false", "")
	first := func(r reply) map[string]any { return r.json["tracepoints"].([]any)[0].(map[string]any) }
	if first(with)["hint"] == nil || first(without)["hint"] != nil {
		t.Errorf("hints %v, %v", first(with)["hint"], first(without)["hint"])
	}
	annotated := ask(t, osrmPath+points, "annotations=nodes,distance", "").json["matchings"].([]any)[0].(map[string]any)["legs"].([]any)[0].(map[string]any)["annotation"].(map[string]any)
	if len(annotated) != 2 || annotated["distance"] == nil || !reflect.DeepEqual(annotated["nodes"], []any{}) {
		t.Errorf("annotations %v", annotated)
	}
}

func TestOSRMRefusesBadRequests(t *testing.T) {
	points := lonLats(trip(t)[:3])
	for _, c := range []struct{ path, query, code string }{
		{"match/v1/driving/" + points, "foo=1", "InvalidQuery"},
		{"match/v1/driving/" + points, "overview=none", "InvalidQuery"},
		{"match/v1/driving/" + points, "geometries=wkt", "InvalidQuery"},
		{"match/v1/driving/" + points, "annotations=foo", "InvalidQuery"},
		{"match/v1/driving/" + points, "tidy=maybe", "InvalidQuery"},
		{"match/v1/driving/" + points, "gaps=foo", "InvalidQuery"},
		{"match/v1/driving/" + points, "steps=true", "InvalidOptions"},
		{"match/v1/driving/" + points, "timestamps=1;2;x", "InvalidQuery"},
		{"match/v1/driving/" + points, "timestamps=1;2;-3", "InvalidQuery"},
		{"match/v1/driving/" + points, "timestamps=1;2;2.5", "InvalidQuery"},
		{"match/v1/driving/" + points, "timestamps=3;2;1", "InvalidValue"},
		{"match/v1/driving/" + points, "timestamps=1;2;9223372036854775807", "InvalidValue"},
		{"match/v1/driving/" + points, "timestamps=1;2", "InvalidOptions"},
		{"match/v1/driving/" + points, "radiuses=1;2", "InvalidOptions"},
		{"match/v1/driving/" + points, "radiuses=1;2;NaN", "InvalidQuery"},
		{"match/v1/driving/" + points, "radiuses=1;2;-3", "InvalidValue"},
		{"match/v1/driving/" + points, "bearings=1,1;;", ""},
		{"match/v1/driving/" + points, "bearings=400,1;;", "InvalidOptions"},
		{"match/v1/driving/" + points, "bearings=1;;", "InvalidQuery"},
		{"match/v1/driving/" + points, "waypoints=0;1", "InvalidValue"},
		{"match/v1/driving/" + points, "waypoints=0;7", "InvalidOptions"},
		{"match/v1/driving/" + points, "waypoints=0;x", "InvalidQuery"},
		{"match/v1/driving/" + points, "hints=!;;", "InvalidQuery"},
		{"match/v1/driving/" + points, "approaches=curb;;left", "InvalidQuery"},
		{"match/v1/driving/" + points, "exclude=toll", "InvalidValue"},
		{"match/v1/driving/" + points, "snapping=none", "InvalidQuery"},
		{"match/v1/driving/1,2", "", "InvalidOptions"},
		{"match/v1/driving/1,2;x", "", "InvalidQuery"},
		{"match/v1/driving/1,2;0x1,2", "", "InvalidQuery"},
		{"match/v1/driving/1,2;NaN,2", "", "InvalidQuery"},
		{"match/v1/driving/1.5,42.5;200,42.5", "", "InvalidValue"},
		{"match/v1/driving/" + strings.Repeat("1,2;", mostPoints) + "1,2", "", "TooBig"},
		{"match/v1/driving/5,5;5.001,5", "", "NoSegment"},
		{"match/v1/driving/polyline(_p~iF", "", "InvalidQuery"},
		{"match/v1/driving/polyline(!)", "", "InvalidQuery"},
		{"match/v1/driving/" + points + ".json", "", ""},
		{"match/v1/driving/" + points + ".flatbuffers", "", "InvalidOptions"},
		{"match/v1/rocket/" + points, "", "InvalidValue"},
		{"match/v2/driving/" + points, "", "InvalidVersion"},
		{"route/v1/driving/" + points, "", "InvalidService"},
		{"match/v1/driving", "", "InvalidUrl"},
		{"", "", "InvalidUrl"},
		{"nearest/v1/driving/5,5", "", "NoSegment"},
		{"nearest/v1/driving/1.5,42.5", "number=0", "InvalidOptions"},
		{"nearest/v1/driving/1.5,42.5", "number=x", "InvalidQuery"},
		{"nearest/v1/driving/1.5,42.5", "timestamps=1", "InvalidQuery"},
		{"nearest/v1/driving/1.5,42.5", "radiuses=1", "NoSegment"},
	} {
		got := ask(t, "/compat/osrm/"+c.path, c.query, "")
		if c.code == "" {
			if got.status != 200 {
				t.Errorf("%s?%s: %d %s", c.path, c.query, got.status, got.body)
			}
			continue
		}
		if got.status != 400 || got.json["code"] != c.code || got.json["message"] == "" {
			t.Errorf("%.80s?%s: %d %s, want %s", c.path, c.query, got.status, got.body, c.code)
		}
	}
}

// TestOSRMPolylines checks that both encodings mean the same trace as plain coordinates.
func TestOSRMPolylines(t *testing.T) {
	points := trip(t)
	plain := ask(t, osrmPath+lonLats(points), "overview=false", "")
	six := ask(t, osrmPath+"polyline6("+encodePolyline(points, 1e6)+")", "overview=false", "")
	if string(plain.body) != string(six.body) {
		t.Errorf("coordinates %s\npolyline6 %s", plain.body, six.body)
	}
	five := ask(t, osrmPath+"polyline("+encodePolyline(points, 1e5)+").json", "overview=false", "")
	if five.status != 200 || len(five.json["tracepoints"].([]any)) != len(points) {
		t.Errorf("polyline: %d %s", five.status, five.body)
	}
}

func TestOSRMNearest(t *testing.T) {
	const path = "/compat/osrm/nearest/v1/driving/1.514522,42.503683"
	list := func(r reply) []any {
		if r.status != 200 {
			t.Fatalf("%d %s", r.status, r.body)
		}
		return r.json["waypoints"].([]any)
	}
	if got := list(ask(t, path, "", "")); len(got) != 1 {
		t.Errorf("%d roads, want 1", len(got))
	}
	got := list(ask(t, path, "number=5", ""))
	last := 0.0
	for _, w := range got {
		d := w.(map[string]any)["distance"].(float64)
		if d < last {
			t.Errorf("%g m after %g m", d, last)
		}
		last = d
	}
	if len(got) != 5 {
		t.Errorf("%d roads, want 5", len(got))
	}
	if got := list(ask(t, path, "number=100&radiuses=50", "")); len(got) < 2 || got[len(got)-1].(map[string]any)["distance"].(float64) > 50 {
		t.Errorf("within 50 m: %v", got)
	}
	if got := list(ask(t, path+";1.51,42.5", "", "")); len(got) != 2 || len(got[0].([]any)) != 1 {
		t.Errorf("of two places: %v", got)
	}
	// Across the nearest road, another one is nearest.
	along := list(ask(t, path, "bearings=41,20", ""))[0].(map[string]any)
	across := list(ask(t, path, "bearings=131,20", ""))[0].(map[string]any)
	if along["distance"].(float64) >= across["distance"].(float64) {
		t.Errorf("along the road %v, across %v", along, across)
	}
}

// roadsideEngine has one road, at a distance from every place, and counts the searches.
type roadsideEngine struct {
	Engine
	distance float64
	searches int
}

func (e *roadsideEngine) NearRoads(dst []engine.NearRoad, p geo.Point, radius float64, _ match.Profile) ([]engine.NearRoad, error) {
	if e.searches++; radius >= e.distance {
		dst = append(dst, engine.NearRoad{Way: &road.Way{ID: 1}, At: p, Distance: e.distance, Forward: true})
	}
	return dst, nil
}

// TestOSRMNearestIsBounded checks that many places with wide radiuses are refused before
// the work is done, and that many places near roads are not.
func TestOSRMNearestIsBounded(t *testing.T) {
	for _, c := range []struct {
		name     string
		places   int
		distance float64
		radius   string // "" for none
		number   int
		refused  bool
	}{
		{"one place, no radius", 1, 40, "", 100, false},
		{"100 places, the greatest radius", 100, 40, "2500", 100, false},
		{"1,000 places, the greatest radius", 1000, 40, "2500", 100, true},
		{"1,000 places, no radius, many roads", 1000, 40, "", 100, true},
		{"1,000 places, a small radius", 1000, 40, "100", 100, false},
		{"1,000 places near roads", 1000, 40, "", 1, false},
		{"1,000 places 400 m from roads", 1000, 400, "", 1, false},
	} {
		query := fmt.Sprint("number=", c.number)
		if c.radius != "" {
			query += "&radiuses=" + url.QueryEscape(strings.Repeat(c.radius+";", c.places-1)+c.radius)
		}
		e := &roadsideEngine{distance: c.distance}
		got := askOn(t, e, "/compat/osrm/nearest/v1/driving/"+strings.Repeat("1.5,42.5;", c.places-1)+"1.5,42.5", query, "")
		if refused := got.json["code"] == "TooBig"; refused != c.refused || !refused && got.status != 200 || refused && e.searches > 300 {
			t.Errorf("%s: %d %.200s after %d searches", c.name, got.status, got.body, e.searches)
		}
	}
}

// FuzzOSRMParameters reads requests. What is accepted has one value for each point, in its
// range.
func FuzzOSRMParameters(f *testing.F) {
	for _, s := range []struct{ coordinates, query string }{
		{"1,2;3,4", "timestamps=1;2&radiuses=5;unlimited&bearings=0,20;&waypoints=0;1&annotations=true"},
		{"polyline(_p~iF~ps|U_ulLnnqC)", "overview=full&geometries=geojson&gaps=ignore&tidy=true"},
		{"polyline6(_p~iF~ps|U_ulLnnqC).json", "steps=false&generate_hints=false&skip_waypoints=true&hints=;"},
		{"1e-7,2;-1.5,+4", "approaches=curb;&snapping=any&exclude="},
		{"", "radiuses=;"},
		{"1,2;3,4", "waypoints=1;0&waypoints="},
	} {
		f.Add(s.coordinates, s.query)
	}
	f.Fuzz(func(t *testing.T, coordinates, query string) {
		var list Parameters
		for pair := range strings.SplitSeq(query, "&") {
			name, value, _ := strings.Cut(pair, "=")
			list = append(list, Parameter{Name: name, Value: value})
		}
		o, err := osrmMatchOptions(&Call{Path: []string{"car", coordinates}, Query: list})
		if err != nil {
			return
		}
		n := len(o.points)
		if n < 2 || n > mostPoints {
			t.Fatalf("%d points", n)
		}
		for i, p := range o.points {
			if !p.Valid() {
				t.Fatalf("point %d is %v", i, p)
			}
			if o.radiuses != nil && !(o.radiuses[i] >= 0) || o.timestamps != nil && (o.timestamps[i] < 0 || o.timestamps[i] > latestTimestamp*1000 || i > 0 && o.timestamps[i] < o.timestamps[i-1]) {
				t.Fatalf("radiuses %v, timestamps %v", o.radiuses, o.timestamps)
			}
			if o.bearings != nil && o.bearings[i].set && !(o.bearings[i].value >= 0 && o.bearings[i].value <= 360) {
				t.Fatalf("bearings %v", o.bearings)
			}
		}
		if o.waypoints != nil && (len(o.waypoints) != n || !o.waypoints[0] || !o.waypoints[n-1]) {
			t.Fatalf("waypoints %v of %d points", o.waypoints, n)
		}
	})
}

func TestAnnotationsAreReadOnce(t *testing.T) {
	q := Parameters{{Name: "annotations", Value: "speed,nodes" + strings.Repeat(",speed,nodes", 1000)}}
	if got, err := readAnnotations(q, osrmAnnotations); err != nil || !slices.Equal(got, []string{"speed", "nodes"}) {
		t.Errorf("%d names, %v; want speed and nodes once", len(got), err)
	}
	q[0].Value += ",x"
	if _, err := readAnnotations(q, osrmAnnotations); err == nil {
		t.Error("an unknown name is accepted after many known ones")
	}
}

// TestOSRMAnswerPauses checks that the description of each leg begins with a pause, and
// that it ends with the context.
func TestOSRMAnswerPauses(t *testing.T) {
	e, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	o := matchOptions{trace: trace{profile: match.Car, points: trip(t)}, overview: "false"}
	traced, list, err := o.run(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	pauses := 0
	ended := errors.New("ended")
	ctx := yield.With(t.Context(), func() error {
		if pauses++; pauses == 3 {
			return ended
		}
		return nil
	})
	if _, err := o.matching(ctx, &traced, &list[0]); !errors.Is(err, ended) || pauses != 3 {
		t.Errorf("%d pauses, %v; want the error of the third", pauses, err)
	}
}
