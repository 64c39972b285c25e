// SPDX-License-Identifier: MIT

package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
)

// unitRecord holds the members of a province or a ward that tests use.
type unitRecord struct {
	ProvCode  string `json:"prov_code"`
	WardCode  string `json:"ward_code"`
	GeomLevel string
	Geom      *struct {
		Type        string
		Coordinates []polygonText
	}
	Center   *latLng
	Viewport *struct{ Northeast, Southwest latLng }
}

// polygonText is a polygon of GeoJSON: rings of positions, longitude first.
type polygonText [][][]float64

type latLng struct{ Lat, Lng float64 }

func (u unitRecord) code() string {
	if u.WardCode != "" {
		return u.WardCode
	}
	return u.ProvCode
}

// getRecords requests units, a list or a single one.
func getRecords(tb testing.TB, s *Server, target string) []unitRecord {
	tb.Helper()
	got := getUnits(tb, s, target)
	var answer struct{ Data json.RawMessage }
	if err := json.Unmarshal(got.body, &answer); err != nil || got.status != 200 {
		tb.Fatalf("%s: %d %v", target, got.status, err)
	}
	list := make([]unitRecord, 1)
	var err error
	if strings.HasPrefix(string(answer.Data), "[") {
		err = json.Unmarshal(answer.Data, &list)
	} else {
		err = json.Unmarshal(answer.Data, &list[0])
	}
	if err != nil {
		tb.Fatalf("%s: %v", target, err)
	}
	return list
}

// twiceArea returns twice the area of a ring in square degrees, negative if it
// runs clockwise.
func twiceArea(ring [][]float64) (sum float64) {
	o := ring[0] // reduces rounding errors
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		sum += (a[0]-o[0])*(b[1]-o[1]) - (b[0]-o[0])*(a[1]-o[1])
	}
	return sum
}

// inRing reports whether a point lies in a ring.
func inRing(ring [][]float64, lon, lat float64) bool {
	in := false
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		if (a[1] > lat) != (b[1] > lat) && lon < (b[0]-a[0])*(lat-a[1])/(b[1]-a[1])+a[0] {
			in = !in
		}
	}
	return in
}

// has reports whether a unit's geometry contains a point.
func (u unitRecord) has(lon, lat float64) bool {
	for _, polygon := range u.Geom.Coordinates {
		in := inRing(polygon[0], lon, lat)
		for _, hole := range polygon[1:] {
			in = in && !inRing(hole, lon, lat)
		}
		if in {
			return true
		}
	}
	return false
}

// checkGeometry checks RFC 7946, sections 3.1.1 and 3.1.6, and that the viewport
// contains the geometry. Longitudes must be between 100 and 120, which no
// latitude is.
func checkGeometry(t *testing.T, u unitRecord) {
	t.Helper()
	if u.Geom == nil || u.Geom.Type != "MultiPolygon" || len(u.Geom.Coordinates) == 0 || u.Center == nil || u.Viewport == nil {
		t.Errorf("%s: no geometry, center or viewport", u.code())
		return
	}
	box := *u.Viewport
	for i, polygon := range u.Geom.Coordinates {
		for k, ring := range polygon {
			if len(ring) < 4 || fmt.Sprint(ring[0]) != fmt.Sprint(ring[len(ring)-1]) {
				t.Errorf("%s: ring %d of polygon %d has %d positions, or is open", u.code(), k, i, len(ring))
				continue
			}
			if area := twiceArea(ring); (area > 0) != (k == 0) || area == 0 {
				t.Errorf("%s: ring %d of polygon %d has the wrong orientation", u.code(), k, i)
			}
			for j, p := range ring {
				if len(p) != 2 || p[0] < 100 || p[0] > 120 {
					t.Fatalf("%s: position %v", u.code(), p)
				}
				if p[0] < box.Southwest.Lng || p[0] > box.Northeast.Lng || p[1] < box.Southwest.Lat || p[1] > box.Northeast.Lat {
					t.Fatalf("%s: %v lies outside the viewport %v", u.code(), p, box)
				}
				if j > 0 && p[0] == ring[j-1][0] && p[1] == ring[j-1][1] {
					t.Errorf("%s: %v twice running", u.code(), p)
				}
			}
			if k > 0 && !inRing(polygon[0], (ring[0][0]+ring[1][0])/2, (ring[0][1]+ring[1][1])/2) {
				t.Errorf("%s: hole %d of polygon %d lies outside it", u.code(), k, i)
			}
		}
	}
}

// line is a directed line between two positions.
type line struct{ from, to [2]float64 }

// outside returns the lines of units without an opposite line: the outline of all
// units together. Each line may occur once.
func outside(t *testing.T, list []unitRecord) map[line]bool {
	t.Helper()
	lines := make(map[line]bool)
	for _, u := range list {
		for _, polygon := range u.Geom.Coordinates {
			for _, ring := range polygon {
				for i := 1; i < len(ring); i++ {
					l := line{[2]float64(ring[i-1]), [2]float64(ring[i])}
					if lines[l] {
						t.Fatalf("%s: %v has two units on one side", u.code(), l)
					}
					lines[l] = true
				}
			}
		}
	}
	all := maps.Clone(lines)
	maps.DeleteFunc(lines, func(l line, _ bool) bool { return all[line{l.to, l.from}] })
	return lines
}

// TestGeometryAtEachLevel checks the rules of GeoJSON for every ward and province
// at every level, and that neighbours share every vertex. If each line shared by
// two wards is removed, exactly the outlines of the provinces must remain.
func TestGeometryAtEachLevel(t *testing.T) {
	s := startServer(t, withLand(t, 40))
	before := 0
	for _, level := range []string{"country", "province", "ward", "street"} {
		wards := getRecords(t, s, "wards?size=5000&fields=ward_code,prov_code,geom,center,viewport&geom_level="+level)
		provinces := getRecords(t, s, "provinces?codes=01,10&fields=prov_code,geom,center,viewport&geom_level="+level)
		if len(wards) != 253 || len(provinces) != 2 {
			t.Fatalf("%d wards, %d provinces", len(wards), len(provinces))
		}
		points := 0
		for _, u := range append(wards, provinces...) {
			checkGeometry(t, u)
			if u.GeomLevel != level {
				t.Errorf("%s: level %s, want %s", u.code(), u.GeomLevel, level)
			}
			for _, polygon := range u.Geom.Coordinates {
				for _, ring := range polygon {
					points += len(ring)
				}
			}
			if level == "street" && !u.has(u.Center.Lng, u.Center.Lat) {
				t.Errorf("%s: its center %v lies outside", u.code(), *u.Center)
			}
		}
		if points <= before {
			t.Errorf("%s has %d positions, the lighter level %d", level, points, before)
		}
		before = points
		if of, all := outside(t, provinces), outside(t, wards); !maps.Equal(of, all) {
			t.Errorf("%s: the outlines of the provinces have %d lines, those of their wards %d", level, len(of), len(all))
		}
	}
}

// TestSmallLand checks that an islet is present at detailed levels, and that no
// light level removes a hole while the land in it is drawn.
func TestSmallLand(t *testing.T) {
	s := startServer(t, withLand(t, 4))
	for level, polygons := range map[string]int{"street": 3, "ward": 3, "country": 2} {
		if u := getRecords(t, s, "wards/10000?fields=geom&geom_level="+level)[0]; len(u.Geom.Coordinates) != polygons {
			t.Errorf("at %s ward 10000 has %d polygons, want %d", level, len(u.Geom.Coordinates), polygons)
		}
		for _, target := range []string{"wards/10017", "provinces/10"} {
			if u := getRecords(t, s, target+"?fields=geom&geom_level="+level)[0]; len(u.Geom.Coordinates[0]) != 2 {
				t.Errorf("%s at %s: %d rings, want a hole", target, level, len(u.Geom.Coordinates[0]))
			}
		}
		if u := getRecords(t, s, "wards/00025?fields=geom&geom_level="+level)[0]; len(u.Geom.Coordinates) != 1 {
			t.Errorf("at %s the enclave has %d polygons", level, len(u.Geom.Coordinates))
		}
	}
}

// TestAutoLevelWithBorders checks where auto selects a lighter level.
func TestAutoLevelWithBorders(t *testing.T) {
	s := startServer(t, withLand(t, 4))
	for target, want := range map[string]string{
		"provinces?include_geom=true":                                     "country", // 12
		"provinces?include_geom=true&codes=01,10,11,12,13,14,15,16":       "province",
		"provinces?include_geom=true&codes=01,10,11,12,13,14,15,16,17":    "country",
		"provinces?include_geom=true&codes=01,10,11,12,13,14,15,16,99":    "province",
		"provinces?include_geom=true&codes=01,10,11,12,13,14,15,16,16,01": "province",
		"provinces/10?include_geom=true":                                  "province",
		"wards?include_geom=true&prov_code=10&size=200":                   "ward",
		"wards?include_geom=true&prov_code=10&size=201":                   "province",
		"wards?include_geom=true&prov_code=10&size=5000":                  "province",
		"wards?include_geom=true&prov_code=10&size=201&page=2":            "ward", // the last 49
		"wards?include_geom=true&prov_code=01&size=5000":                  "ward",
		"wards/00004?include_geom=true":                                   "ward",
	} {
		for _, u := range getRecords(t, s, target) {
			if u.GeomLevel != want {
				t.Errorf("%s: %s, want %s", target, u.GeomLevel, want)
				break
			}
		}
	}
}

// TestGeometryInLists checks that units have the requested order and the same
// geometry as alone, and null without borders.
func TestGeometryInLists(t *testing.T) {
	s := startServer(t, withLand(t, 4))
	record := func(target string) string {
		got := getUnits(t, s, target)
		data := strings.TrimPrefix(string(got.body), `{"status":"OK","data":`)
		return strings.TrimSuffix(data, `,"licence":"`+DefaultLicence+"\"}\n")
	}
	fields := "fields=ward_code,geom,center,viewport&geom_level=street"
	one, two := record("wards/10017?"+fields), record("wards/00008?"+fields)
	got := record("wards?codes=10017,+00008,10017,00001&" + fields)
	if want := "[" + one + "," + two + `],"meta":`; !strings.HasPrefix(got, want) {
		t.Errorf("%.200s, want %.200s", got, want)
	}
	fields = "fields=prov_code,viewport,geom,center"
	one, two = record("provinces/11?"+fields), record("provinces/01?"+fields)
	if want := `{"prov_code":"11","geomLevel":"province","geom":null,"center":null,"viewport":null}`; one != want {
		t.Errorf("a province without borders: %s", one)
	}
	if got := record("provinces?codes=11,01&" + fields); got != "["+one+","+two+"]" {
		t.Errorf("%.300s", got)
	}
}

// TestGeometryIsGivenWhenAsked checks which parameters add geometry and its level
// to the record.
func TestGeometryIsGivenWhenAsked(t *testing.T) {
	s := startServer(t, withLand(t, 4))
	for query, want := range map[string]string{
		"fields=id":                                      "id",
		"fields=id&include_geom=true":                    "geom geomLevel id",
		"fields=id,geom":                                 "geom geomLevel id",
		"fields=geom":                                    "geom geomLevel",
		"fields=geom&include_geom=false":                 "geom geomLevel",
		"fields=geom,geom&include_geom=true":             "geom geomLevel",
		"fields=id&geom_level=street":                    "id",
		"fields=center":                                  "center",
		"fields=viewport&include_geom=false":             "viewport",
		"fields=center,viewport&include_geom=true":       "center geom geomLevel viewport",
		"fields=id&include_geom=true&geom_level=country": "geom geomLevel id",
	} {
		for _, target := range []string{"provinces/10", "wards/10000", "provinces?codes=10&", "wards?codes=10000&"} {
			if !strings.HasSuffix(target, "&") {
				target += "?"
			}
			record := getUnits(t, s, target+query).json["data"]
			if list, ok := record.([]any); ok {
				record = list[0]
			}
			if got := members(record); got != want {
				t.Errorf("%s%s: members %s, want %s", target, query, got, want)
			}
			for name, value := range record.(map[string]any) {
				if value == nil {
					t.Errorf("%s%s: %s is null", target, query, name)
				}
			}
		}
	}
}

// TestOverviewGeometry checks that with the embedded overview every province has
// geometry at the level country, regardless of the requested level, and no ward
// has any.
func TestOverviewGeometry(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	for _, level := range []string{"auto", "country", "province", "ward", "street"} {
		list := getRecords(t, s, "provinces?fields=prov_code,geom,center,viewport&geom_level="+level)
		if len(list) != 34 {
			t.Fatalf("%d provinces", len(list))
		}
		for _, u := range list {
			checkGeometry(t, u)
			if u.GeomLevel != "country" || !u.has(u.Center.Lng, u.Center.Lat) {
				t.Errorf("%s: level %s, center %v", u.code(), u.GeomLevel, *u.Center)
			}
		}
		outside(t, list)
		for _, u := range getRecords(t, s, "wards?size=5000&fields=ward_code,geom,center,viewport&geom_level="+level) {
			if u.Geom != nil || u.Center != nil || u.Viewport != nil || u.GeomLevel == "" {
				t.Fatalf("ward %s has borders: %+v", u.code(), u)
			}
		}
	}
}
