// SPDX-License-Identifier: MIT

package compat

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/geo"
)

const (
	attributesPath = "/compat/valhalla/trace_attributes"
	routePath      = "/compat/valhalla/trace_route"
)

// valhallaShape returns points as Valhalla reads them.
func valhallaShape(points []geo.Point) string {
	var list []string
	for i, p := range points {
		list = append(list, fmt.Sprintf(`{"lat":%.6f,"lon":%.6f,"time":%d}`, p.Lat, p.Lon, 5*i))
	}
	return `"shape":[` + strings.Join(list, ",") + `]`
}

// traceAnswer has the members of trace_attributes that are compared.
type traceAnswer struct {
	Units string
	Shape string
	Score float64 `json:"confidence_score"`
	Edges []struct {
		WayID  int64 `json:"way_id"`
		Names  []string
		Length float64
		Limit  float64 `json:"speed_limit"`
		Begin  int     `json:"begin_shape_index"`
		End    int     `json:"end_shape_index"`
		Source float64 `json:"source_percent_along"`
		Target float64 `json:"target_percent_along"`
	}
	Points []struct {
		Lat, Lon float64
		Type     string
		Edge     *int     `json:"edge_index"`
		Along    *float64 `json:"distance_along_edge"`
		From     *float64 `json:"distance_from_trace_point"`
		Begins   bool     `json:"begin_route_discontinuity"`
		Ends     bool     `json:"end_route_discontinuity"`
		Reason   string
	} `json:"matched_points"`
}

// checkTrace checks what holds for every answer with all attributes.
func checkTrace(tb testing.TB, got traceAnswer, points []geo.Point) {
	tb.Helper()
	shape, err := decodeLine(got.Shape, 1e6)
	if err != nil {
		tb.Fatal(err)
	}
	if len(got.Points) != len(points) || len(got.Edges) == 0 || !(got.Score >= 0 && got.Score <= 1) {
		tb.Fatalf("%d points of %d, %d edges, score %g", len(got.Points), len(points), len(got.Edges), got.Score)
	}
	for i, e := range got.Edges {
		if e.Begin >= e.End || e.End >= len(shape) || i > 0 && e.Begin != got.Edges[i-1].End && e.Begin != got.Edges[i-1].End+1 {
			tb.Errorf("edge %d has the vertices %d to %d of %d", i, e.Begin, e.End, len(shape))
		}
		drawn := 0.0
		for v := e.Begin; v < e.End; v++ {
			drawn += geo.Distance(shape[v], shape[v+1])
		}
		if math.Abs(drawn/1000-e.Length) > 0.002 {
			tb.Errorf("edge %d has %g km, its line %g m", i, e.Length, drawn)
		}
	}
	last := 0
	for i, p := range got.Points {
		if p.Type == "unmatched" {
			if p.Edge != nil || p.Along != nil || p.From != nil || p.Reason == "" {
				tb.Errorf("point %d: %+v", i, p)
			}
			continue
		}
		if p.Edge == nil || *p.Edge < last || *p.Edge >= len(got.Edges) || !(*p.Along >= 0 && *p.Along <= 1) || p.From == nil {
			tb.Fatalf("point %d: %+v", i, p)
		}
		last = *p.Edge
		e := got.Edges[*p.Edge]
		if d := distanceToLine(geo.Point{Lat: p.Lat, Lon: p.Lon}, shape[e.Begin:e.End+1]); d > 1 {
			tb.Errorf("point %d lies %g m from its edge", i, d)
		}
		if e.Source != 0 || e.Target != 0 {
			continue // a part of the edge is not in the shape
		}
		rest := *p.Along * e.Length * 1000
		v := e.Begin
		for ; v < e.End-1 && rest > geo.Distance(shape[v], shape[v+1]); v++ {
			rest -= geo.Distance(shape[v], shape[v+1])
		}
		at := geo.Lerp(shape[v], shape[v+1], rest/geo.Distance(shape[v], shape[v+1]))
		if d := geo.Distance(at, geo.Point{Lat: p.Lat, Lon: p.Lon}); d > 2 {
			tb.Errorf("point %d lies %g m from its place along the edge", i, d)
		}
	}
}

func TestValhallaTraceAttributes(t *testing.T) {
	points := trip(t)
	body := `{"costing":"auto","shape_match":"map_snap",` + valhallaShape(points) + `}`
	var got, asGet traceAnswer
	post := ask(t, attributesPath, "", body)
	post.as(t, &got)
	checkTrace(t, got, points)
	named, limited := 0, 0
	for _, e := range got.Edges {
		if len(e.Names) > 0 {
			named++
		}
		if e.Limit > 0 {
			limited++
		}
	}
	if named == 0 || limited == 0 || got.Units != "kilometers" { //nolint:misspell // as above
		t.Errorf("%d edges with a name, %d with a limit, in %s", named, limited, got.Units)
	}
	get := ask(t, attributesPath, "json="+url.QueryEscape(body), "")
	get.as(t, &asGet)
	if string(get.body) != string(post.body) {
		t.Error("GET and POST differ")
	}
	var encoded traceAnswer
	ask(t, attributesPath, "", `{"costing":"auto","encoded_polyline":`+quote(encodePolyline(points, 1e6))+`}`).as(t, &encoded)
	checkTrace(t, encoded, points)
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// laMassana is the beginning of another drive, 4 km away.
var laMassana = []geo.Point{{Lat: 42.544658, Lon: 1.514776}, {Lat: 42.545307, Lon: 1.514935}, {Lat: 42.546427, Lon: 1.514188}, {Lat: 42.547444, Lon: 1.514206}, {Lat: 42.548706, Lon: 1.512935}, {Lat: 42.549702, Lon: 1.511985}, {Lat: 42.550784, Lon: 1.512106}}

// TestValhallaGap checks a trace with a point off the roads, and with an outage of two hours
// in which the vehicle moved on.
func TestValhallaGap(t *testing.T) {
	points := append(trip(t)[:6], laMassana...)
	points[2] = geo.NewPlane(points[2]).Point(geo.XY{X: 3000, Y: 900})
	durations := slices.Repeat([]string{"5"}, len(points)-1)
	durations[5] = "7200"
	body := `{"costing":"auto",` + valhallaShape(points) + `,"begin_time":100,"durations":[` + strings.Join(durations, ",") + `]`
	var got traceAnswer
	ask(t, attributesPath, "", body+`}`).as(t, &got)
	checkTrace(t, got, points)
	for i, p := range got.Points {
		if p.Begins != (i == 5) || p.Ends != (i == 6) || (p.Type == "unmatched") != (i == 2) {
			t.Errorf("point %d: %+v", i, p)
		}
	}
	var route valhallaRouteAnswer
	ask(t, routePath, "", body+`,"directions_type":"none"}`).as(t, &route)
	if len(route.Trip.Legs) != 2 || len(route.Trip.Locations) != 4 || len(route.Unmatched) != 1 {
		t.Errorf("%d legs, %d locations, unmatched %v", len(route.Trip.Legs), len(route.Trip.Locations), route.Unmatched)
	}
}

func TestValhallaFilters(t *testing.T) {
	shape := valhallaShape(trip(t))
	ask := func(filters string) map[string]any {
		return ask(t, attributesPath, "", `{"costing":"auto",`+shape+`,"filters":`+filters+`}`).json
	}
	got := ask(`{"action":"include","attributes":["edge.way_id","matched.point"]}`)
	edge := got["edges"].([]any)[1].(map[string]any)
	point := got["matched_points"].([]any)[1].(map[string]any)
	if got["shape"] != nil || len(edge) != 1 || edge["way_id"] == nil || len(point) != 2 || point["lat"] == nil {
		t.Errorf("include: %v %v %v", got["shape"], edge, point)
	}
	if got = ask(`{"action":"include","attributes":["shape"]}`); got["shape"] == nil || got["matched_points"] != nil {
		t.Errorf("only the shape: %v", got)
	}
	got = ask(`{"action":"exclude","attributes":["shape","edge.names","matched.type"]}`)
	edge = got["edges"].([]any)[1].(map[string]any)
	if got["shape"] != nil || edge["names"] != nil || edge["way_id"] == nil || got["matched_points"].([]any)[0].(map[string]any)["type"] != nil {
		t.Errorf("exclude: %v", edge)
	}
	if got = ask(`{"action":"other","attributes":["shape"]}`); got["shape"] == nil || got["edges"].([]any)[1].(map[string]any)["names"] == nil {
		t.Errorf("an unknown action filters: %v", got)
	}
}

// TestValhallaFilterIsSmall checks that a long list of attributes costs no more than a
// short one: the filter holds each known name once.
func TestValhallaFilterIsSmall(t *testing.T) {
	var q valhallaTrace
	q.Filters.Action = "include"
	for i := range 1000 {
		q.Filters.Attributes = append(q.Filters.Attributes, "edge.way_id", fmt.Sprint("edge.", i))
	}
	f := q.filter()
	if len(f.names) != 1 || !f.has("edge.way_id") || f.has("edge.7") || f.has("edge.id") || !f.hasAny("edge.") || f.hasAny("node.") {
		t.Errorf("%+v", f)
	}
}

// TestValhallaNamesAreComplete checks that an answer that includes all names is one without
// a filter.
func TestValhallaNamesAreComplete(t *testing.T) {
	names, err := json.Marshal(slices.Sorted(maps.Keys(valhallaNames)))
	if err != nil {
		t.Fatal(err)
	}
	points := trip(t)
	far := append(slices.Clone(points[:8]), geo.Point{Lat: 42.56, Lon: 1.60}, geo.Point{Lat: 42.5601, Lon: 1.6001})
	for _, points := range [][]geo.Point{points, far} {
		for _, costing := range []string{"auto", "bicycle", "pedestrian", "truck", "bus", "motorcycle"} {
			body := `{"costing":"` + costing + `",` + valhallaShape(points)
			whole := ask(t, attributesPath, "", body+"}")
			got := ask(t, attributesPath, "", body+`,"filters":{"action":"include","attributes":`+string(names)+"}}")
			if whole.status != 200 || !reflect.DeepEqual(got.json, whole.json) {
				t.Errorf("%s: %d, with all names %.300s, without a filter %.300s", costing, whole.status, got.body, whole.body)
			}
		}
	}
}

func TestValhallaTraceRoute(t *testing.T) {
	points := trip(t)
	shape := valhallaShape(points)
	var whole, parts, miles valhallaRouteAnswer
	ask(t, routePath, "", `{"costing":"auto","directions_type":"none","id":"x",`+shape+`}`).as(t, &whole)
	if len(whole.Trip.Legs) != 1 || whole.ID != "x" || len(whole.Trip.Locations) != 2 || whole.Trip.Locations[1].OriginalIndex != len(points)-1 {
		t.Fatalf("%+v", whole)
	}
	line, err := decodeLine(whole.Trip.Legs[0].Shape, 1e6)
	if err != nil || len(line) < 3 {
		t.Fatalf("%d vertices, %v", len(line), err)
	}
	s := whole.Trip.Summary
	if s != whole.Trip.Legs[0].Summary || s.Length < 0.5 || s.Time < 10 || geo.BoundsOf(line...) != (geo.Bounds{South: s.MinLat, West: s.MinLon, North: s.MaxLat, East: s.MaxLon}) {
		t.Errorf("summary %+v", s)
	}
	divided := strings.Replace(shape, `"time":30}`, `"time":30,"type":"break"}`, 1)
	ask(t, routePath, "", `{"costing":"auto","directions_options":{"directions_type":"none"},`+divided+`}`).as(t, &parts)
	if len(parts.Trip.Legs) != 2 || len(parts.Trip.Locations) != 3 || parts.Trip.Locations[1].OriginalIndex != 6 || math.Abs(parts.Trip.Summary.Length-s.Length) > 0.001 {
		t.Errorf("%+v", parts)
	}
	ask(t, routePath, "", `{"costing":"auto","directions_type":"none","units":"miles",`+shape+`}`).as(t, &miles)
	if miles.Trip.Units != "miles" || math.Abs(miles.Trip.Summary.Length*1.609344-s.Length) > 0.002 {
		t.Errorf("%+v in miles: %+v", s, miles.Trip.Summary)
	}
}

func TestValhallaRefusesBadRequests(t *testing.T) {
	shape := valhallaShape(trip(t)[:3])
	for _, c := range []struct {
		path, body   string
		status, code int
	}{
		{attributesPath, `{`, 400, 100},
		{attributesPath, `[]`, 400, 100},
		{attributesPath, `{"costing":"auto"}`, 400, 114},
		{attributesPath, `{"costing":"auto","shape":[]}`, 400, 114},
		{attributesPath, `{"costing":"auto","shape":[{"lat":42.5,"lon":1.5}]}`, 400, 123},
		{attributesPath, `{"costing":"auto","shape":[{"lat":"a","lon":1},{"lat":1,"lon":1}]}`, 400, 134},
		{attributesPath, `{"costing":"auto","shape":[{"lat":1},{"lat":1,"lon":1}]}`, 400, 134},
		{attributesPath, `{"costing":"auto","shape":[{"lat":95,"lon":1},{"lat":1,"lon":1}]}`, 400, 134},
		{attributesPath, `{"costing":"auto","encoded_polyline":"!!"}`, 400, 134},
		{attributesPath, `{` + shape + `}`, 400, 124},
		{attributesPath, `{"costing":"rocket",` + shape + `}`, 400, 125},
		{attributesPath, `{"costing":"auto","shape_match":"foo",` + shape + `}`, 400, 445},
		{attributesPath, `{"costing":"auto","durations":[1],` + shape + `}`, 400, 136},
		{attributesPath, `{"costing":"auto","shape":[{"lat":5,"lon":5},{"lat":5,"lon":5.001}]}`, 400, 171},
		{attributesPath, `{"costing":"auto","shape":[` + strings.Repeat(`{"lat":1,"lon":1},`, valhallaPoints) + `{"lat":1,"lon":1}]}`, 400, 153},
		{routePath, `{"costing":"auto",` + shape + `}`, 501, 107},
		{routePath, `{"costing":"auto","directions_type":"none","format":"osrm",` + shape + `}`, 501, 107},
		{"/compat/valhalla/route", `{}`, 404, 106},
	} {
		got := ask(t, c.path, "", c.body)
		if got.status != c.status || got.json["error_code"] != float64(c.code) || got.json["status_code"] != float64(c.status) || got.json["error"] == "" {
			t.Errorf("%s %.80s: %d %s, want %d, error %d", c.path, c.body, got.status, got.body, c.status, c.code)
		}
	}
}

// FuzzValhallaRequest reads bodies. What is accepted are valid observations.
func FuzzValhallaRequest(f *testing.F) {
	f.Add(`{"costing":"auto","shape":[{"lat":42.5,"lon":1.5,"time":1.5,"accuracy":5,"heading":90,"type":"break"},{"lat":42.6,"lon":1.6}],"begin_time":-1,"durations":[1e300],"trace_options":{"gps_accuracy":7}}`)
	f.Add(`{"costing":"pedestrian","encoded_polyline":"_p~iF~ps|U_ulLnnqC","shape_format":"polyline5","units":"miles"}`)
	f.Add(`{"shape":{"lat":1}}`)
	f.Fuzz(func(t *testing.T, body string) {
		r, err := readValhalla(&Call{Body: []byte(body)})
		if err != nil {
			return
		}
		n := len(r.observations)
		if n < 2 || n > valhallaPoints || len(r.breaks) != n || !r.breaks[0] || !r.breaks[n-1] {
			t.Fatalf("%d observations, %d breaks", n, len(r.breaks))
		}
		for i, o := range r.observations {
			if !o.Valid() || !(o.Accuracy >= 0) || o.HasHeading && !(o.Heading >= 0 && o.Heading <= 360) || o.Time.Year() > 9999 {
				t.Fatalf("observation %d is %+v", i, o)
			}
		}
	})
}
