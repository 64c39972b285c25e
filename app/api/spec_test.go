// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/twpayne/go-polyline"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// subject is a server under test, with places on its map.
type subject struct {
	*Server
	journey []geo.Point // recorded on roads, 2 to 100 points
	nowhere []geo.Point // far from any road
}

// TestSpecification checks each section of the specification with a fake engine,
// which tests only the server, and with the real one on the embedded map and
// tables.
func TestSpecification(t *testing.T) {
	nowhere := []geo.Point{{Lat: 0, Lon: -30}, {Lat: 0, Lon: -30.001}, {Lat: 0, Lon: -30.002}}
	fake := subject{
		Server: startServer(t, withSnap(func(ctx context.Context, path []geo.Point, interpolate bool) (match.Snapped, error) {
			if path[0].Lat == 0 {
				return match.Snapped{}, match.ErrNoRoad
			}
			return echo(ctx, path, interpolate)
		})),
		journey: []geo.Point{{Lat: 10.77, Lon: 106.69}, {Lat: 10.771, Lon: 106.691}, {Lat: 10.772, Lon: 106.692}},
		nowhere: nowhere,
	}
	onMap := subject{Server: startServer(t, func(o *Options) { o.Engine = embedded(t) }), journey: sampleJourney(t), nowhere: nowhere}

	for name, s := range map[string]subject{"fake engine": fake, "embedded map": onMap} {
		t.Run(name, func(t *testing.T) {
			for _, section := range []struct {
				name string
				test func(*testing.T, subject)
			}{
				{"1 licence and statelessness", specStateless},
				{"2.1 input point", specPoint},
				{"2.2 envelope", specEnvelope},
				{"2.3 error object", specErrorObject},
				{"2.4 province record", specProvince},
				{"2.5 ward record", specWard},
				{"2.6 pagination", specPagination},
				{"3 no states", specNoStates},
				{"4.1 snap to roads", specSnap},
				{"4.1 rules 1 and 2", specSnapLimits},
				{"4.2 list provinces", specProvinces},
				{"4.2 province detail", specProvinceDetail},
				{"4.2 list wards", specWards},
				{"4.2 ward detail", specWardDetail},
				{"5 authentication", specKey},
				{"7 errors", specErrors},
				{"8 limits", specLimits},
				{"9 versioning", specVersion},
			} {
				t.Run(section.name, func(t *testing.T) { section.test(t, s) })
			}
		})
	}
}

// embedded returns the real engine with the embedded map and tables.
func embedded(tb testing.TB) *engine.Engine {
	tb.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { e.Close() })
	reopen(tb, e)
	return e
}

// reopen installs the embedded map.
func reopen(tb testing.TB, e *engine.Engine) {
	tb.Helper()
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		tb.Error(err)
	}
}

// sampleJourney returns up to 100 points of the first embedded trip.
func sampleJourney(tb testing.TB) []geo.Point {
	tb.Helper()
	names, err := fs.Glob(data.Trips(), "*.gpx")
	if err != nil || len(names) == 0 {
		tb.Fatalf("no embedded trips: %v", err)
	}
	f, err := data.Trips().Open(names[0])
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	read, err := trace.Read(context.Background(), f, names[0], trace.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	var journey []geo.Point
	for _, o := range read[0].Observations[:min(len(read[0].Observations), maxPoints)] {
		journey = append(journey, o.Point)
	}
	return journey
}

// arrayBody writes a path as a body of the array form.
func arrayBody(path []geo.Point, interpolate bool) string {
	var b strings.Builder
	for i, p := range path {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"lat":%.7f,"lon":%.7f}`, p.Lat, p.Lon)
	}
	return fmt.Sprintf(`{"path":[%s],"interpolate":%v}`, b.String(), interpolate)
}

// pathText writes a path as text.
func pathText(path []geo.Point) string {
	var pairs []string
	for _, p := range path {
		pairs = append(pairs, fmt.Sprintf("%.7f,%.7f", p.Lat, p.Lon))
	}
	return strings.Join(pairs, "|")
}

// members returns the names of an object's members, sorted.
func members(object any) string {
	m, _ := object.(map[string]any)
	return strings.Join(slices.Sorted(maps.Keys(m)), " ")
}

func specStateless(t *testing.T, s subject) {
	first := postSnap(t, s.Server, arrayBody(s.journey, true))
	for _, got := range []reply{
		postSnap(t, s.Server, "{}"), getUnits(t, s.Server, "provinces"), getUnits(t, s.Server, "wards/00000"),
		getReply(t, s.Server, "/nothing"), getReply(t, s.Server, snapPath),
	} {
		if got.json["licence"] != first.json["licence"] || got.json["licence"] == "" {
			t.Errorf("licence %v, before %v", got.json["licence"], first.json["licence"])
		}
	}
	if again := postSnap(t, s.Server, arrayBody(s.journey, true)); string(again.body) != string(first.body) {
		t.Errorf("the same request got\n%s and\n%s", first.body, again.body)
	}
}

func specPoint(t *testing.T, s subject) {
	second := fmt.Sprintf(`{"lat":%v,"lon":%v}`, s.journey[1].Lat, s.journey[1].Lon)
	for first, fields := range map[string]string{
		fmt.Sprintf(`{"lat":%v,"lon":%v,"note":"any"}`, s.journey[0].Lat, s.journey[0].Lon): "",
		`{"lat":10}`:                  "path[0].lon",
		`{"lon":10}`:                  "path[0].lat",
		`{}`:                          "path[0].lat path[0].lon",
		`{"lat":-90.000001,"lon":0}`:  "path[0].lat",
		`{"lat":0,"lon":180.000001}`:  "path[0].lon",
		`{"lat":"10","lon":true}`:     "path[0].lat path[0].lon",
		`{"lat":null,"lon":[106.69]}`: "path[0].lat path[0].lon",
	} {
		got := postSnap(t, s.Server, `{"path":[`+first+","+second+`]}`)
		if got.fields() != fields || (got.status == 200) != (fields == "") {
			t.Errorf("%s: %d %s, want the fields %q", first, got.status, got.body, fields)
		}
	}
}

// specNoStates sends the same requests one after another and at the same time: the answers do
// not depend on what else was asked.
func specNoStates(t *testing.T, s subject) {
	requests := []func() reply{
		func() reply { return postSnap(t, s.Server, arrayBody(s.journey, true)) },
		func() reply { return postSnap(t, s.Server, arrayBody(s.journey[1:], false)) },
		func() reply { return postSnap(t, s.Server, arrayBody(s.nowhere, true)) },
		func() reply { return getUnits(t, s.Server, "wards?page=2") },
		func() reply { return getUnits(t, s.Server, "provinces/01") },
	}
	var alone []string
	for _, ask := range requests {
		alone = append(alone, string(ask().body))
	}
	var all sync.WaitGroup
	for i := range 10 * len(requests) {
		all.Go(func() {
			if got := string(requests[i%len(requests)]().body); got != alone[i%len(requests)] {
				t.Errorf("request %d got\n%s, alone\n%s", i%len(requests), got, alone[i%len(requests)])
			}
		})
	}
	all.Wait()
}

func specEnvelope(t *testing.T, s subject) {
	ok := postSnap(t, s.Server, arrayBody(s.journey, false))
	if ok.status != 200 || members(ok.json) != "data licence status" || ok.json["status"] != "OK" {
		t.Errorf("%d %s", ok.status, ok.body)
	}
	failed := postSnap(t, s.Server, arrayBody(s.nowhere, false))
	if members(failed.json) != "error licence status" || failed.json["status"] != "ERROR" {
		t.Errorf("%d %s", failed.status, failed.body)
	}
}

func specErrorObject(t *testing.T, s subject) {
	got := postSnap(t, s.Server, `{"path":[{"lat":91,"lon":0}],"interpolate":"yes"}`)
	if members(got.json["error"]) != "code fieldErrors message" || got.fields() != "path path[0].lat interpolate" {
		t.Errorf("%s", got.body)
	}
	got = getReply(t, s.Server, snapPath)
	if members(got.json["error"]) != "code message" {
		t.Errorf("%s", got.body)
	}
}

func specProvince(t *testing.T, s subject) {
	got := getUnits(t, s.Server, "provinces/01?fields=id,geom,prov_code,prov_name,prov_fname,prov_ne,prov_fne,level,region,center,viewport,sort")
	p := got.json["data"].(map[string]any)
	if members(p) != "center geom geomLevel id level prov_code prov_fname prov_fne prov_name prov_ne region sort viewport" {
		t.Errorf("%s", got.body)
	}
	if p["id"] != 1.0 || p["prov_name"] != "Hà Nội" || p["prov_fname"] != "Thành phố Hà Nội" || p["prov_ne"] != "Ha Noi" || p["prov_fne"] != "Ha Noi City" {
		t.Errorf("%s", got.body)
	}
}

func specWard(t *testing.T, s subject) {
	got := getUnits(t, s.Server, "wards/00004?fields=id,geom,prov_code,ward_code,ward_name,ward_fname,ward_ne,ward_fne,level,region,center,viewport")
	w := got.json["data"].(map[string]any)
	if members(w) != "center geom geomLevel id level prov_code region viewport ward_code ward_fname ward_fne ward_name ward_ne" {
		t.Errorf("%s", got.body)
	}
	if w["id"] != 4.0 || w["prov_code"] != "01" || w["ward_fname"] != "Phường Ba Đình" || w["ward_ne"] != "Ba Dinh" || w["level"] != "Phường" {
		t.Errorf("%s", got.body)
	}
}

func specPagination(t *testing.T, s subject) {
	got := getUnits(t, s.Server, "wards?prov_code=01&size=2&page=2")
	total := len(s.engine.Units().WardsOf("01"))
	meta := got.json["meta"].(map[string]any)["pagination"].(map[string]any)
	want := map[string]any{"total": float64(total), "currentPage": 2.0, "pageSize": 2.0, "totalPages": math.Ceil(float64(total) / 2)}
	if !maps.Equal(meta, want) {
		t.Errorf("%v, want %v", meta, want)
	}
}

// snapAnswer is data of an answer of snap-to-roads.
type snapAnswer struct {
	Data struct {
		SnappedPoints []struct {
			Location      struct{ Lat, Lon, Latitude, Longitude *float64 }
			OriginalIndex *int
			WayID         *int64 `json:"way_id"`
		}
		Shape *string
	}
}

func specSnap(t *testing.T, s subject) {
	for _, interpolate := range []bool{false, true} {
		get := getSnap(t, s.Server, fmt.Sprintf("path=%s&interpolate=%v", pathText(s.journey), interpolate))
		post := postSnap(t, s.Server, arrayBody(s.journey, interpolate))
		text := postSnap(t, s.Server, fmt.Sprintf(`{"path":%q,"interpolate":%v}`, pathText(s.journey), interpolate))
		if string(get.body) != string(post.body) || string(text.body) != string(post.body) {
			t.Errorf("three forms of one request gave different answers:\n%s%s%s", get.body, post.body, text.body)
		}
		var answer snapAnswer
		if err := json.Unmarshal(post.body, &answer); err != nil {
			t.Fatal(err)
		}
		checkSnapAnswer(t, s, answer, interpolate)
	}
}

// checkSnapAnswer checks rules 3 to 5 of section 4.1.
func checkSnapAnswer(t *testing.T, s subject, answer snapAnswer, interpolate bool) {
	t.Helper()
	var shape []geo.Point
	if answer.Data.Shape != nil {
		coords, _, err := polyline.Codec{Dim: 2, Scale: 1e6}.DecodeCoords([]byte(*answer.Data.Shape))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range coords {
			shape = append(shape, geo.Point{Lat: c[0], Lon: c[1]})
		}
	}
	if (answer.Data.Shape != nil) != interpolate {
		t.Errorf("shape %v with interpolate=%v", answer.Data.Shape, interpolate)
	}
	originals := 0
	for i, p := range answer.Data.SnappedPoints {
		at := geo.Point{Lat: *p.Location.Lat, Lon: *p.Location.Lon}
		if *p.Location.Latitude != at.Lat || *p.Location.Longitude != at.Lon {
			t.Errorf("point %d: two places", i)
		}
		if p.OriginalIndex != nil {
			if *p.OriginalIndex != originals {
				t.Errorf("point %d has index %d, want %d", i, *p.OriginalIndex, originals)
			}
			if d := geo.Distance(at, s.journey[originals]); d > 200 {
				t.Errorf("point %d snapped %.0f m away", originals, d)
			}
			originals++
		}
		if interpolate && distanceToLine(at, shape) > 1 {
			t.Errorf("point %d lies %.2f m from the shape", i, distanceToLine(at, shape))
		}
	}
	if n := len(answer.Data.SnappedPoints); originals != len(s.journey) || !interpolate && n != originals || interpolate && n <= originals {
		t.Errorf("interpolate=%v: %d points, %d of them original, to %d in the request", interpolate, n, originals, len(s.journey))
	}
}

func distanceToLine(p geo.Point, line []geo.Point) float64 {
	plane := geo.NewPlane(p)
	nearest := math.Inf(1)
	for i := 1; i < len(line); i++ {
		_, d2 := geo.Project(geo.XY{}, plane.XY(line[i-1]), plane.XY(line[i]))
		nearest = min(nearest, math.Sqrt(d2))
	}
	return nearest
}

func specSnapLimits(t *testing.T, s subject) {
	hundred := slices.Repeat(s.journey[:2], 50)
	if got := postSnap(t, s.Server, arrayBody(hundred, false)); got.status == 400 {
		t.Errorf("100 points: %s", got.body)
	}
	if got := postSnap(t, s.Server, arrayBody(append(hundred, hundred[0]), false)); got.status != 400 {
		t.Errorf("101 points: %d", got.status)
	}
	if got := postSnap(t, s.Server, arrayBody(s.journey[:2], false)); got.status != 200 {
		t.Errorf("2 points: %d %s", got.status, got.body)
	}
	if got := postSnap(t, s.Server, arrayBody(s.journey[:1], false)); got.status != 400 {
		t.Errorf("1 point: %d", got.status)
	}
	edges := []geo.Point{{Lat: 90, Lon: 180}, {Lat: -90, Lon: -180}}
	if got := postSnap(t, s.Server, arrayBody(edges, false)); got.status == 400 {
		t.Errorf("the edges of the ranges: %s", got.body)
	}
}

func specProvinces(t *testing.T, s subject) {
	got := getUnits(t, s.Server, "provinces")
	list := got.json["data"].([]any)
	if len(list) != len(s.engine.Units().Provinces()) {
		t.Errorf("%d provinces, want all %d", len(list), len(s.engine.Units().Provinces()))
	}
	if members(list[0]) != "id level prov_code prov_fname prov_fne region sort" {
		t.Errorf("default fields %s", members(list[0]))
	}
	if list := getUnits(t, s.Server, "provinces?include_geom=true").json["data"].([]any); !strings.Contains(members(list[0]), "geom ") {
		t.Errorf("include_geom gives %s", members(list[0]))
	}
	if list := getUnits(t, s.Server, "provinces?codes=01").json["data"].([]any); len(list) != 1 {
		t.Errorf("one code gives %d", len(list))
	}
	for _, level := range []string{"auto", "country", "province", "ward", "street"} {
		if got := getUnits(t, s.Server, "provinces?geom_level="+level); got.status != 200 {
			t.Errorf("geom_level=%s: %d", level, got.status)
		}
	}
}

func specProvinceDetail(t *testing.T, s subject) {
	got := getUnits(t, s.Server, "provinces/01")
	if members(got.json) != "data licence status" || members(got.json["data"]) != "id level prov_code prov_fname prov_fne region sort" {
		t.Errorf("%s", got.body)
	}
}

func specWards(t *testing.T, s subject) {
	got := getUnits(t, s.Server, "wards")
	list := got.json["data"].([]any)
	meta := got.json["meta"].(map[string]any)["pagination"].(map[string]any)
	if len(list) != 10 || meta["currentPage"] != 1.0 || meta["pageSize"] != 10.0 || meta["total"] != float64(len(s.engine.Units().Wards())) {
		t.Errorf("%d wards, %v", len(list), meta)
	}
	if members(got.json) != "data licence meta status" || members(list[0]) != "id level prov_code region ward_code ward_fname ward_fne" {
		t.Errorf("members %s, default fields %s", members(got.json), members(list[0]))
	}
	if got := getUnits(t, s.Server, "wards?codes=00004&prov_code=01"); got.status != 400 || got.fields() != "codes prov_code" {
		t.Errorf("codes with prov_code: %d %s", got.status, got.body)
	}
}

func specWardDetail(t *testing.T, s subject) {
	got := getUnits(t, s.Server, "wards/00004")
	if members(got.json) != "data licence status" || members(got.json["data"]) != "id level prov_code region ward_code ward_fname ward_fne" {
		t.Errorf("%s", got.body)
	}
}

func specKey(t *testing.T, s subject) {
	query := "path=" + pathText(s.journey)
	if got := getReply(t, s.Server, snapPath+"?"+query); got.status != 401 {
		t.Errorf("GET without a key: %d", got.status)
	}
	if got := call(t, s.Server, http.MethodPost, snapPath, strings.NewReader(arrayBody(s.journey, false)), header("Content-Type", "application/json")); got.status != 401 {
		t.Errorf("POST without a key: %d", got.status)
	}
	if got := getUnits(t, s.Server, "provinces"); got.status != 200 {
		t.Errorf("provinces without a key: %d", got.status)
	}
}

func specErrors(t *testing.T, s subject) {
	if got := postSnap(t, s.Server, `{}`); got.status != 400 || got.errorCode() != "INVALID_REQUEST_DATA" || got.fields() != "path" {
		t.Errorf("%d %s", got.status, got.body)
	}
	got := postSnap(t, s.Server, arrayBody(s.nowhere, false))
	if got.status != 422 || got.errorCode() != "UNPROCESSABLE_ENTITY" || members(got.json["error"]) != "code message" {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func specLimits(t *testing.T, s subject) {
	long := make([]string, 100) // as many points and digits as anyone sends
	for i := range long {
		p := s.journey[i%2]
		long[i] = fmt.Sprintf("%.15f,%.15f", p.Lat, p.Lon)
	}
	if got := getSnap(t, s.Server, "path="+strings.Join(long, "|")); got.status != 200 {
		t.Errorf("a long URL: %d %s", got.status, got.body)
	}
	first := getUnits(t, s.Server, "wards?page=1&size=10")
	if got := getUnits(t, s.Server, "wards"); string(got.body) != string(first.body) {
		t.Errorf("without page and size\n%s, with the defaults\n%s", got.body, first.body)
	}
	if got := getUnits(t, s.Server, "wards?codes=00004&page=7&size=3"); len(got.json["data"].([]any)) != 1 {
		t.Errorf("page and size count although codes are sent: %s", got.body)
	}
}

func specVersion(t *testing.T, s subject) {
	for _, target := range []string{"provinces", "provinces/01", "wards", "wards/00004"} {
		if got := getReply(t, s.Server, "/api/admin-unit/"+target); got.status != 400 || got.fields() != "app-version" {
			t.Errorf("%s without app-version: %d %s", target, got.status, got.body)
		}
	}
}
