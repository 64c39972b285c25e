// SPDX-License-Identifier: MIT

package compat

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
	"roadsnap/internal/boundarytest"
)

const overpassPath = "/compat/overpass/api/interpreter"

// traccarQuery is the query that Traccar sends for a speed limit.
func traccarQuery(radius int, p geo.Point) string {
	return "data=" + url.QueryEscape(fmt.Sprintf("[out:json];way[maxspeed](around:%d,%f,%f);out tags;", radius, p.Lat, p.Lon))
}

func TestOverpassLimit(t *testing.T) {
	known := 0
	for _, p := range trip(t) {
		var got overpassAnswer
		ask(t, overpassPath, traccarQuery(100, p), "").as(t, &got)
		if len(got.Elements) > 1 || got.Version != 0.6 {
			t.Fatalf("%+v", got)
		}
		if len(got.Elements) == 1 {
			known++
			if e := got.Elements[0]; e.Type != "way" || e.ID == 0 || !strings.HasSuffix(e.Tags["maxspeed"], "0") || e.Tags["highway"] == "" {
				t.Errorf("%+v", e)
			}
		}
		form := ask(t, overpassPath, "", traccarQuery(100, p))
		if len(form.json["elements"].([]any)) != len(got.Elements) {
			t.Errorf("as a form: %s", form.body)
		}
	}
	if known == 0 {
		t.Error("no limit is known in town")
	}
	if got := ask(t, overpassPath, traccarQuery(100, geo.Point{Lat: 5, Lon: 5}), ""); got.status != 200 || len(got.json["elements"].([]any)) != 0 {
		t.Errorf("at sea: %d %s", got.status, got.body)
	}
}

// TestLikeliestRoad checks that a main road wins over a yard that is a few metres nearer,
// but not over one that is much nearer.
func TestLikeliestRoad(t *testing.T) {
	at := func(class road.Class, metres float64) engine.NearRoad {
		return engine.NearRoad{Way: &road.Way{Class: class}, Distance: metres}
	}
	for _, c := range []struct {
		name  string
		roads []engine.NearRoad
		want  int
	}{
		{"none", nil, -1},
		{"nearest of one class", []engine.NearRoad{at(road.Residential, 4), at(road.Residential, 9)}, 0},
		{"main road behind a yard", []engine.NearRoad{at(road.Service, 5), at(road.Primary, 12)}, 1},
		{"yard far from the main road", []engine.NearRoad{at(road.Service, 2), at(road.Primary, 60)}, 0},
		{"unknown class", []engine.NearRoad{at(road.Footway, 1), at(road.Residential, 8)}, 1},
	} {
		got := likeliest(c.roads)
		if c.want < 0 && got != nil || c.want >= 0 && got != &c.roads[c.want] {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestOverpassRefusesOtherQueries(t *testing.T) {
	for _, query := range []string{
		"", "data=", "data=" + url.QueryEscape("[out:json];node(around:10,1,2);out;"), "data=" + url.QueryEscape("[out:xml];way[maxspeed](around:100,1,2);out tags;"),
		"data=" + url.QueryEscape("[out:json];way[maxspeed](around:100,91,2);out tags;"), "data=" + url.QueryEscape("[out:json];way[maxspeed](around:1e9,1,2);out tags;"),
		"data=" + url.QueryEscape("[out:json];way[maxspeed](around:1001,1,2);out tags;"), "data=" + url.QueryEscape("[out:json];way[maxspeed](around:1.1.1,1,2);out tags;"),
		"data=" + url.QueryEscape("[out:json];way[maxspeed](around:100,1,2);out tags;way[maxspeed](around:100,1,2);out tags;"),
	} {
		got := ask(t, overpassPath, query, "")
		if remark, _ := got.json["remark"].(string); got.status != 400 || !strings.HasPrefix(remark, "error: ") || got.json["elements"] == nil {
			t.Errorf("%s: %d %s", query, got.status, got.body)
		}
	}
	if got := ask(t, "/compat/overpass/api/status", "", ""); got.status != 404 {
		t.Errorf("another path: %d %s", got.status, got.body)
	}
}

// withWards is an engine on the embedded map, over which three units are drawn as squares
// of 0.02 degrees, from west to east.
func withWards(tb testing.TB) *engine.Engine {
	tb.Helper()
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = e.Close() })
	s := boundary.Source{Groups: []uint32{22, 56, 79}}
	for i, u := range []struct{ group, code uint32 }{{2, 26740}, {0, 6970}, {1, 22736}} {
		corner := geo.Fixed{Lat: 42_50_00000, Lon: int32(1_51_00000 + 2_00000*i)}
		at := func(lat, lon int32) geo.Fixed { return geo.Fixed{Lat: corner.Lat + lat, Lon: corner.Lon + lon} }
		s.Areas = append(s.Areas, boundary.Area{Group: u.group, Code: u.code, Parts: []boundary.Part{{{at(0, 0), at(0, 2_00000), at(2_00000, 2_00000), at(2_00000, 0)}}}})
	}
	path := boundarytest.Pack(tb, s, pack.Meta{Name: "squares"})
	if err := e.OpenBytes("sample", data.SamplePack); err != nil {
		tb.Fatal(err)
	}
	if _, err := e.AddPack(path); err != nil {
		tb.Fatal(err)
	}
	return e
}

func TestNominatimReverse(t *testing.T) {
	e := withWards(t)
	for _, c := range []struct {
		name, query, display, address string
	}{
		{"ward of a city", "lat=42.50365&lon=1.514575", "Carrer Prada Motxilla, Phường Sài Gòn, Thành phố Hồ Chí Minh, Việt Nam",
			"map[city:Thành phố Hồ Chí Minh country:Việt Nam country_code:vn road:Carrer Prada Motxilla state:Thành phố Hồ Chí Minh suburb:Phường Sài Gòn]"},
		{"in English", "lat=42.50365&lon=1.514575&accept-language=en-GB,vi", "Carrer Prada Motxilla, Sai Gon Ward, Ho Chi Minh City, Vietnam",
			"map[city:Ho Chi Minh City country:Vietnam country_code:vn road:Carrer Prada Motxilla state:Ho Chi Minh City suburb:Sai Gon Ward]"},
		{"without the road", "lat=42.50365&lon=1.514575&zoom=14", "Phường Sài Gòn, Thành phố Hồ Chí Minh, Việt Nam",
			"map[city:Thành phố Hồ Chí Minh country:Việt Nam country_code:vn state:Thành phố Hồ Chí Minh suburb:Phường Sài Gòn]"},
		{"without the ward", "lat=42.50365&lon=1.514575&zoom=5", "Thành phố Hồ Chí Minh, Việt Nam",
			"map[city:Thành phố Hồ Chí Minh country:Việt Nam country_code:vn state:Thành phố Hồ Chí Minh]"},
		{"commune of a province", "lat=42.51&lon=1.54&zoom=14", "Xã Ba Chẽ, Tỉnh Quảng Ninh, Việt Nam",
			"map[country:Việt Nam country_code:vn state:Tỉnh Quảng Ninh village:Xã Ba Chẽ]"},
		{"special zone", "lat=42.51&lon=1.56&zoom=14", "Đặc khu Trường Sa, Tỉnh Khánh Hòa, Việt Nam",
			"map[country:Việt Nam country_code:vn state:Tỉnh Khánh Hòa town:Đặc khu Trường Sa]"},
		{"no address details", "lat=42.51&lon=1.56&zoom=14&addressdetails=0", "Đặc khu Trường Sa, Tỉnh Khánh Hòa, Việt Nam", "map[]"},
	} {
		var got nominatimPlace
		askOn(t, e, "/compat/nominatim/reverse", "format=json&"+c.query, "").as(t, &got)
		if got.DisplayName != c.display || fmt.Sprint(got.Address) != c.address || got.Class == "" || got.Category != "" || got.PlaceID == 0 {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	second := askOn(t, e, "/compat/nominatim/reverse", "format=jsonv2&lat=42.50365&lon=1.514575", "")
	if second.json["category"] != "highway" || second.json["class"] != nil || second.json["osm_type"] != "way" {
		t.Errorf("jsonv2: %s", second.body)
	}
	if got := askOn(t, e, "/compat/nominatim/reverse", "format=json&lat=5&lon=5", ""); got.status != 200 || got.json["error"] != "Unable to geocode" {
		t.Errorf("at sea: %d %s", got.status, got.body)
	}
}

func TestNominatimRefusesBadRequests(t *testing.T) {
	for _, query := range []string{"", "lat=1", "lat=x&lon=1", "lat=91&lon=1", "lat=NaN&lon=1", "lat=1&lon=2&format=xml", "lat=1&lon=2&zoom=x"} {
		got := ask(t, "/compat/nominatim/reverse", query, "")
		if e, _ := got.json["error"].(map[string]any); got.status != 400 || e["code"] != 400.0 || e["message"] == "" {
			t.Errorf("%s: %d %s", query, got.status, got.body)
		}
	}
}

// FuzzTraccarRequests reads queries of Overpass API and parameters of Nominatim.
func FuzzTraccarRequests(f *testing.F) {
	f.Add("[out:json];way[maxspeed](around:100,10.776900,106.700900);out tags;", "10.7769", "106.7009", "18")
	f.Add(`[out:json][timeout:5]; way["maxspeed"](around:20.5, -1,+2); out tags 1;`, "-0", "1e2", "-3")
	f.Fuzz(func(t *testing.T, query, lat, lon, zoom string) {
		if at, radius, err := parseOverpass(query); err == nil && (!at.Valid() || !(radius >= 0 && radius <= mostAround)) {
			t.Fatalf("%q gives %v, %g", query, at, radius)
		}
		q, err := readReverse(&Call{Query: Parameters{{Name: "lat", Value: lat}, {Name: "lon", Value: lon}, {Name: "zoom", Value: zoom}}})
		if err == nil && (!q.at.Valid() || q.zoom < 0 || q.zoom > mostZoom) {
			t.Fatalf("%q, %q, %q give %+v", lat, lon, zoom, q)
		}
	})
}
