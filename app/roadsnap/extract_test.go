// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/data"
)

// TestExtract extracts parts of the sample map by box and polygon, and refuses what is no
// part.
func TestExtract(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	out := filepath.Join(folder, "part.rsp")
	const polygon = `{"type":"Polygon","coordinates":[[[1.5,42.48],[1.56,42.48],[1.56,42.53],[1.5,42.53],[1.5,42.48]]]}`
	box := file("box.geojson", polygon)
	for name, part := range map[string][]string{
		"box":        {"--bbox", "1.5,42.48,1.56,42.53"},
		"polygon":    {"--polygon", box},
		"collection": {"--polygon", file("c.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":`+polygon+`}]}`)},
		"feature":    {"--polygon", file("f.geojson", `{"type":"Feature","properties":{},"geometry":{"type":"MultiPolygon","coordinates":[`+strings.TrimSuffix(strings.TrimPrefix(polygon, `{"type":"Polygon","coordinates":`), "}")+`]}}`)},
	} {
		got := roadsnap(t, "", append([]string{"extract", "--out", out, "--name", "Centre"}, part...)...)
		if got.code != exitOK || !strings.Contains(got.err, "Centre, 780 roads") {
			t.Errorf("%s: exit code %d, %q", name, got.code, got.err)
		}
		if got := roadsnap(t, "", "verify", out); got.code != exitOK {
			t.Errorf("%s: the extract is damaged: %s", name, got.err)
		}
	}
	for want, args := range map[string][]string{
		"four numbers":                {"--bbox", "1.5,42.48,1.56"},
		"west must be less":           {"--bbox", "1.56,42.48,1.5,42.53"},
		"give one of":                 {"--bbox", "1,2,3,4", "--province", "79"},
		`no province "999"`:           {"--province", "999"},
		"has no polygon":              {"--polygon", file("none.geojson", `{"type":"Point","coordinates":[1,2]}`)},
		"not in degrees":              {"--polygon", file("metres.geojson", `{"type":"Polygon","coordinates":[[[500000,1],[500001,1],[500001,2],[500000,1]]]}`)},
		"has nothing in this region":  {"--province", "79"},
		"is not a map pack and would": {"--bbox", "1.5,42.48,1.56,42.53", "--out", box},
	} {
		if !strings.Contains(strings.Join(args, " "), "--out") {
			args = append(args, "--out", filepath.Join(folder, "refused.rsp"))
		}
		if got := roadsnap(t, "", append([]string{"extract"}, args...)...); got.code == exitOK || !strings.Contains(got.err, want) {
			t.Errorf("%v: exit code %d, %q, want %q", args, got.code, got.err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "refused.rsp")); err == nil {
		t.Error("a refused extract left a file")
	}
}

// TestAlso matches a trip on an extract that is one more map, as on the whole map, and
// refuses a map without roads.
func TestAlso(t *testing.T) {
	folder := t.TempDir()
	whole, part, borders := filepath.Join(folder, "whole.rsp"), filepath.Join(folder, "part.rsp"), filepath.Join(folder, "borders.rsp")
	for path, b := range map[string][]byte{whole: data.SamplePack, borders: data.OverviewPack} {
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := roadsnap(t, "", "extract", "--pack", whole, "--bbox", "1.45,42.45,1.6,42.6", "--out", part); got.code != exitOK {
		t.Fatal(got.err)
	}
	trip := filepath.Join("..", "..", "data", "trips", "city.gpx")
	want := roadsnap(t, "", "snap", "--pack", whole, "--format", "geojson", trip)
	got := roadsnap(t, "", "snap", "--pack", whole, "--also", part, "--format", "geojson", trip)
	if got.code != exitOK || want.out == "" || got.out != want.out {
		t.Errorf("exit code %d, %s, the results differ: %v", got.code, got.err, got.out != want.out)
	}
	if got := roadsnap(t, "", "snap", "--also", borders, trip); got.code == exitOK || !strings.Contains(got.err, "no roads") {
		t.Errorf("a map without roads: exit code %d, %q", got.code, got.err)
	}
}
