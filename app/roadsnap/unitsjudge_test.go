// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"roadsnap/engine/geo"
)

// judgedPacks returns packs whose borders GEOS judges: none for the overview of the provinces, and
// with real data the wards of three provinces, among them one with islands far off.
func judgedPacks(t *testing.T) map[string][]string {
	t.Helper()
	packs := map[string][]string{"overview": nil}
	data := os.Getenv("ROADSNAP_DATA")
	if data == "" || testing.Short() {
		return packs
	}
	out := filepath.Join(t.TempDir(), "units.rsp")
	args := []string{"import", "--out", out}
	for _, name := range []string{"15_lao_cai", "46_hue", "56_khanh_hoa"} {
		args = append(args, "--units", filepath.Join(data, "units", name+".geojson.gz"))
	}
	if got := roadsnap(t, "", args...); got.code != exitOK {
		t.Fatal(got.err)
	}
	packs["wards"] = []string{"--pack", out}
	return packs
}

// TestUnitsAreThoseOfGEOS exports units, and has GEOS, through GDAL and SpatiaLite, measure their areas
// on an equal-area projection and find those that contain points at random. The answers are those of
// units export and units locate.
func TestUnitsAreThoseOfGEOS(t *testing.T) {
	if _, err := exec.LookPath("ogr2ogr"); err != nil {
		t.Skip("ogr2ogr of GDAL is not installed (Debian's package gdal-bin)")
	}
	for name, pack := range judgedPacks(t) {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "units.gpkg")
			if got := roadsnap(t, "", append([]string{"units", "export", "--out", file}, pack...)...); got.code != exitOK {
				t.Fatal(got.err)
			}
			judgeAreas(t, file)
			judgeLocations(t, file, pack)
		})
	}
}

// layerOf returns the layer of a kind of units, and the column of their codes.
func layerOf(pack []string) (layer, code string) {
	if pack == nil {
		return "provinces", "prov_code"
	}
	return "wards", "ward_code"
}

// ogr runs ogr2ogr, and returns the rows of the CSV that it writes without the header.
func ogr(t *testing.T, args ...string) [][]string {
	t.Helper()
	cmd := exec.Command("ogr2ogr", args...)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil && strings.Contains(complaints.String(), "no such function") {
		t.Skip("GDAL is built without SpatiaLite")
	}
	if err != nil {
		t.Fatalf("ogr2ogr %q: %v: %s", args, err, complaints.String())
	}
	if len(out) == 0 {
		return nil
	}
	rows, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatal(err)
	}
	return rows[1:]
}

func judgeAreas(t *testing.T, file string) {
	t.Helper()
	// Sides are straight in degrees, and bent on the projection: they are divided before.
	plane := filepath.Join(t.TempDir(), "plane.gpkg")
	ogr(t, "-f", "GPKG", plane, file, "-nln", "units", "-segmentize", "0.01", "-t_srs", "+proj=cea +lat_ts=16 +lon_0=108 +ellps=WGS84 +units=m")
	rows := ogr(t, "-f", "CSV", "/vsistdout/", plane, "-dialect", "sqlite", "-sql", "SELECT area_km2, ST_Area(geom), ST_IsValid(geom) FROM units WHERE geom IS NOT NULL")
	for _, row := range rows {
		ours, err1 := strconv.ParseFloat(row[0], 64)
		theirs, err2 := strconv.ParseFloat(row[1], 64)
		if theirs /= 1e6; err1 != nil || err2 != nil || math.Abs(ours-theirs) > 1e-6*theirs || row[2] != "1" {
			t.Errorf("%v km², by GEOS %v, valid %s", ours, theirs, row[2])
		}
	}
	if len(rows) < 34 {
		t.Errorf("%d areas", len(rows))
	}
}

func judgeLocations(t *testing.T, file string, pack []string) {
	t.Helper()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	layer, code := layerOf(pack)
	var boxes []geo.Bounds
	for _, row := range ogr(t, "-f", "CSV", "/vsistdout/", file, "-dialect", "sqlite", "-sql",
		"SELECT ST_MinX(geom), ST_MinY(geom), ST_MaxX(geom), ST_MaxY(geom) FROM "+layer+" WHERE geom IS NOT NULL") {
		var n [4]float64
		for i := range n {
			var err error
			if n[i], err = strconv.ParseFloat(row[i], 64); err != nil {
				t.Fatal(err)
			}
		}
		boxes = append(boxes, geo.Bounds{West: n[0], South: n[1], East: n[2], North: n[3]})
	}
	var points strings.Builder
	points.WriteString("n,lat,lon\n")
	const count = 3000
	for i := range count {
		b := boxes[r.IntN(len(boxes))]
		fmt.Fprintf(&points, "%d,%.7f,%.7f\n", i, b.South+r.Float64()*(b.North-b.South), b.West+r.Float64()*(b.East-b.West))
	}
	list := filepath.Join(t.TempDir(), "points.csv")
	if err := os.WriteFile(list, []byte(points.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	ogr(t, "-update", "-append", file, list, "-nln", "points", "-a_srs", "EPSG:4326", "-oo", "X_POSSIBLE_NAMES=lon", "-oo", "Y_POSSIBLE_NAMES=lat")
	want := map[string]string{}
	for _, row := range ogr(t, "-f", "CSV", "/vsistdout/", file, "-dialect", "sqlite", "-sql",
		"SELECT p.n, u."+code+" FROM points p, "+layer+" u WHERE u.geom IS NOT NULL AND ST_Contains(u.geom, p.geom)") {
		want[row[0]] = row[1]
	}
	got := roadsnap(t, points.String(), append([]string{"units", "locate"}, pack...)...)
	rows, err := csv.NewReader(strings.NewReader(got.out)).ReadAll()
	if err != nil || len(rows) != count+1 {
		t.Fatalf("%d rows, %v: %s", len(rows), err, got.err)
	}
	column, there := map[string]int{}, 0
	for i, name := range rows[0] {
		column[name] = i
	}
	for _, row := range rows[1:] {
		unit, n := row[column[code]], row[column["n"]]
		if unit != want[n] {
			t.Errorf("point %s (%s, %s) is in %q, by GEOS in %q", n, row[column["lat"]], row[column["lon"]], unit, want[n])
		}
		if unit != "" {
			there++
		}
	}
	if there < count/5 {
		t.Errorf("only %d of %d points are in a unit", there, count)
	}
}
