// SPDX-License-Identifier: MIT

package api

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// TestGetWay checks a way of a snapped point: its line passes through the point.
func TestGetWay(t *testing.T) {
	e := embedded(t)
	s := startServer(t, func(o *Options) { o.Engine = e })
	journey := sampleJourney(t)
	snapped, err := e.Snap(t.Context(), journey, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []match.SnappedPoint{snapped.Points[0], snapped.Points[len(snapped.Points)-1]} {
		got := getReply(t, s, fmt.Sprint("/api/roads/v1/ways/", p.WayID), header("X-API-Key", testKey))
		way, _ := got.json["data"].(map[string]any)
		if got.status != 200 || way["way_id"] != float64(p.WayID) || way["class"] == "" {
			t.Fatalf("%d %s", got.status, got.body)
		}
		near := math.Inf(1)
		for _, line := range way["geometry"].(map[string]any)["coordinates"].([]any) {
			var before geo.Point
			for i, position := range line.([]any) {
				xy := position.([]any)
				at := geo.Point{Lat: xy[1].(float64), Lon: xy[0].(float64)}
				for k := 0; i > 0 && k <= 100; k++ {
					near = min(near, geo.Distance(p.Location, geo.Lerp(before, at, float64(k)/100)))
				}
				before = at
			}
		}
		if near > 2 {
			t.Errorf("way %d is %.1f m from its point", p.WayID, near)
		}
	}
	for path, want := range map[string]int{"1": 404, "0": 400, "-1": 400, "x": 400, "99999999999999999999": 400, "+1": 400, "181919639.0": 400} {
		if got := getReply(t, s, "/api/roads/v1/ways/"+path, header("X-API-Key", testKey)); got.status != want || want == 400 && got.fields() != "way_id" {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	if got := getReply(t, s, "/api/roads/v1/ways/1"); got.status != 401 {
		t.Errorf("without a key: %d", got.status)
	}
}

// TestLocateRoad checks the road and the address of a place in Ho Chi Minh City.
func TestLocateRoad(t *testing.T) {
	extract := filepath.Join(os.Getenv("ROADSNAP_DATA"), "roads", "hcm_2018.osm.pbf")
	if _, err := os.Stat(extract); err != nil {
		t.Skip("no extract of Ho Chi Minh City in ROADSNAP_DATA")
	}
	if testing.Short() {
		t.Skip("imports a city")
	}
	e := embedded(t)
	s := startServer(t, func(o *Options) { o.Engine = e })
	const place = "locate?lat=10.7744&lon=106.7008"
	without := getUnits(t, s, place)
	pack := filepath.Join(t.TempDir(), "city.rsp")
	if _, err := engine.Import(t.Context(), engine.ImportOptions{Roads: extract, Out: pack, Table: e.Units(), NoBorders: true}); err != nil {
		t.Fatal(err)
	}
	if err := e.OpenPack(pack); err != nil {
		t.Fatal(err)
	}
	with := getUnits(t, s, place)
	t.Logf("%s\n%s", without.body, with.body)
	if with.header.Get("Etag") == without.header.Get("Etag") {
		t.Error("another map, and the same entity tag")
	}
	road, _ := with.json["data"].(map[string]any)["road"].(map[string]any)
	address := with.json["data"].(map[string]any)["address"].(map[string]any)
	if road["name"] != "Lê Lợi" || address["vi"] != "Đường Lê Lợi, Thành phố Hồ Chí Minh" || address["en"] != "Lê Lợi Street, Ho Chi Minh City" {
		t.Errorf("%s", with.body)
	}
	if got := without.json["data"].(map[string]any); got["road"] != nil || got["address"].(map[string]any)["vi"] != "Thành phố Hồ Chí Minh" {
		t.Errorf("on another map: %s", without.body)
	}
}

// TestStreetNames checks names with and without a kind.
func TestStreetNames(t *testing.T) {
	for name, want := range map[string][2]string{
		"Lê Lợi":       {"Đường Lê Lợi", "Lê Lợi Street"},
		"Đường Lê Lợi": {"Đường Lê Lợi", "Lê Lợi Street"},
		"đường 3/2":    {"Đường 3/2", "3/2 Street"},
		"Đường":        {"Đường Đường", "Đường Street"},
		"Quốc lộ 1":    {"Quốc lộ 1", "Quốc lộ 1"},
		"Cầu Sài Gòn":  {"Cầu Sài Gòn", "Cầu Sài Gòn"},
	} {
		if vi, en := streetNames(name); [2]string{vi, en} != want {
			t.Errorf("%q: %q, %q", name, vi, en)
		}
	}
}
