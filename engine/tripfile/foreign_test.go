// SPDX-License-Identifier: MIT

package tripfile

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// foreign runs a program that judges the files of this package, and returns what it prints.
func foreign(t *testing.T, pack, program string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed (Debian's package %s)", program, pack)
	}
	cmd := exec.Command(program, args...)
	// GDAL 3.8.4, that of Ubuntu 24.04, crashes in one of 30 conversions through Arrow.
	cmd.Env = append(os.Environ(), "OGR2OGR_USE_ARROW_API=NO", "HOME="+t.TempDir())
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", program, args, err, complaints.String())
	}
	return string(out)
}

// saved writes a file of trips into a folder of the test.
func saved(t *testing.T, name string, o Options, trips ...Trip) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, written(t, o, trips...), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// counts are the numbers of what trips have.
type counts struct{ trips, points, legs, vertices, ways, stops, events, gapEnds int }

func countsOf(t *testing.T, trips []Trip, o Options) (c counts) {
	t.Helper()
	o = o.withDefaults()
	for i := range trips {
		v, err := newView(&trips[i], &o, true)
		if err != nil {
			t.Fatal(err)
		}
		c.trips++
		c.points += len(v.Matched.Trip.Observations)
		c.stops += len(v.stops)
		c.events += len(v.events)
		for _, l := range v.lines {
			c.legs++
			c.vertices += len(l.leg.Shape)
			c.ways += len(l.leg.Ways)
		}
		for _, g := range v.Result.Gaps {
			c.gapEnds += len(v.recorded(g.FirstIndex, g.LastIndex))
		}
	}
	return c
}

// TestGPSBabelReadsTracks counts the points of tracks that gpsbabel reads, and checks that
// they have times. It does not read speeds of GPX 1.1, which are in extensions.
func TestGPSBabelReadsTracks(t *testing.T) {
	trips, o := sampled(t)
	n := countsOf(t, trips, o)
	for _, f := range []Format{GPX, KML} {
		for _, w := range Whats() {
			o.Format, o.What = f, w
			want := 0
			if w.raw() {
				want += n.points
			}
			if w.snapped() {
				want += n.vertices
			}
			if w.snapped() && f == KML {
				want += n.gapEnds
			}
			out := foreign(t, "gpsbabel", "gpsbabel", "-t", "-i", string(f), "-f", saved(t, "x."+string(f), o, trips...), "-o", "unicsv", "-F", "-")
			list, err := csv.NewReader(strings.NewReader(out)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			if len(list)-1 != want {
				t.Errorf("%s of %s: gpsbabel reads %d points, want %d", f, w, len(list)-1, want)
			}
			time := columnNamed(list, "Time")
			if time < 0 || list[1][time] == "" {
				t.Errorf("%s of %s: gpsbabel finds no times: %q, %q", f, w, list[0], list[1])
			}
		}
	}
}

// TestGDALReadsTables counts the features that GDAL reads of every format with tables.
func TestGDALReadsTables(t *testing.T) {
	trips, o := sampled(t)
	n := countsOf(t, trips, o)
	of := map[Per]int{PerTrip: n.trips, PerPoint: n.points, PerLeg: n.legs, PerWay: n.ways, PerStop: n.stops, PerEvent: n.events}
	for _, f := range []Format{GeoJSON, KML, KMZ, CSV, XLSX} {
		for _, per := range Tables() {
			if per == PerTrip && (f == KML || f == KMZ) {
				continue // folders
			}
			o.Format, o.What, o.Per = f, Both, []Per{per}
			path := saved(t, "x."+string(f), o, trips...)
			got := featuresOf(t, path, f)
			if f == XLSX {
				if got["licence"] == 0 {
					t.Error("GDAL finds no sheet of the licence")
				}
				delete(got, "licence")
			}
			sum := 0
			for _, n := range got {
				sum += n
			}
			if sum != of[per] {
				t.Errorf("%s per %s: GDAL reads %d features, want %d", f, per, sum, of[per])
			}
		}
	}
}

// featuresOf returns the number of features of each layer.
func featuresOf(t *testing.T, path string, f Format) map[string]int {
	t.Helper()
	args := []string{"-ro", "-so", "-al"}
	if f == XLSX {
		args = append(args, "-oo", "HEADERS=FORCE")
	}
	list, layer := map[string]int{}, ""
	for _, line := range strings.Split(foreign(t, "gdal-bin", "ogrinfo", append(args, path)...), "\n") {
		if name, is := strings.CutPrefix(line, "Layer name: "); is {
			layer = name
		}
		if n, is := strings.CutPrefix(line, "Feature Count: "); is {
			list[layer], _ = strconv.Atoi(strings.TrimSpace(n))
		}
	}
	return list
}

// TestGDALReadsLines compares the coordinates of the tracks of GPX and KML as GDAL reads them
// with those of GeoJSON.
func TestGDALReadsLines(t *testing.T) {
	trips, o := sampled(t)
	o.What, o.Per = Snapped, []Per{PerLeg}
	o.Format = GeoJSON
	want := lines(t, string(written(t, o, trips...)))
	o.Format = KML
	got := lines(t, foreign(t, "gdal-bin", "ogr2ogr", "-f", "GeoJSONSeq", "/vsistdout/", saved(t, "x.kml", o, trips...), "-lco", "COORDINATE_PRECISION=6"))
	o.Format, o.Per = GPX, nil
	fromGPX := lines(t, foreign(t, "gdal-bin", "ogr2ogr", "-f", "GeoJSONSeq", "/vsistdout/", saved(t, "x.gpx", o, trips...), "tracks", "-lco", "COORDINATE_PRECISION=6", "-explodecollections"))
	if len(want) == 0 || fmt.Sprint(got) != fmt.Sprint(want) || fmt.Sprint(fromGPX) != fmt.Sprint(want) {
		t.Errorf("GeoJSON has %d lines, KML %d and GPX %d, or they differ", len(want), len(got), len(fromGPX))
	}
}

// TestGDALReadsExtensions checks that GDAL finds state and way of the points of a route.
func TestGDALReadsExtensions(t *testing.T) {
	out := foreign(t, "gdal-bin", "ogr2ogr", "-f", "CSV", "/vsistdout/", saved(t, "x.gpx", Options{Format: GPX}, hostile()), "track_points")
	list := rows(t, []byte(out), ',')
	state, way, motion := columnNamed(list, "roadsnap_state"), columnNamed(list, "roadsnap_way_id"), columnNamed(list, "gpxtpx_TrackPointExtension")
	if state < 0 || way < 0 || motion < 0 {
		t.Fatalf("columns are %q", list[0])
	}
	if got := list[1]; got[state] != "matched" || got[way] != "42" || !strings.Contains(got[motion], "speed") || !strings.Contains(got[motion], "course") {
		t.Errorf("first point: %q, way %q, %q", got[state], got[way], got[motion])
	}
	if got := list[2]; got[state] != "inferred" {
		t.Errorf("second point: %q", got[state])
	}
}

// lines returns the coordinates of the lines of a collection, or of features one a line.
func lines(t *testing.T, content string) (list [][][]float64) {
	t.Helper()
	type feature struct {
		Geometry struct {
			Type        string
			Coordinates json.RawMessage
		}
	}
	var all struct{ Features []feature }
	if err := json.Unmarshal([]byte(content), &all); err != nil || len(all.Features) == 0 {
		for _, text := range strings.Split(strings.TrimSpace(content), "\n") {
			var f feature
			if err := json.Unmarshal([]byte(strings.TrimPrefix(text, "\x1e")), &f); err != nil {
				t.Fatal(err)
			}
			all.Features = append(all.Features, f)
		}
	}
	for _, f := range all.Features {
		var line [][]float64
		if err := json.Unmarshal(f.Geometry.Coordinates, &line); err != nil || f.Geometry.Type != "LineString" {
			t.Fatalf("%s: %v", f.Geometry.Type, err)
		}
		for i := range line {
			line[i] = line[i][:2] // a track has a height of 0
		}
		list = append(list, line)
	}
	return list
}

// TestLibreOfficeReadsWorkbooks counts the rows of the sheets that LibreOffice reads.
func TestLibreOfficeReadsWorkbooks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	trips, o := sampled(t)
	o.Format, o.What = XLSX, Both
	path := saved(t, "x.xlsx", o, trips...)
	// -1: all sheets, each to a file of its name.
	foreign(t, "libreoffice-calc-nogui", "soffice", "--headless", "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1", "--outdir", filepath.Dir(path), path)
	n := countsOf(t, trips, o)
	for per, want := range map[Per]int{PerTrip: n.trips, PerPoint: n.points, PerLeg: n.legs, PerWay: n.ways, PerStop: n.stops, PerEvent: n.events} {
		content, err := os.ReadFile(filepath.Join(filepath.Dir(path), "x-"+string(per)+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		list := rows(t, content, ',')
		if len(list)-1 != want {
			t.Errorf("per %s: LibreOffice reads %d rows, want %d", per, len(list)-1, want)
		}
		// The last trip begins half a second later.
		if i := columnNamed(list, "start_time"); per == PerTrip && (list[1][i] != "2025-03-04 14:15:00" || list[1][columnNamed(list, "end_time")] != "2025-03-04 14:30:03") {
			t.Errorf("LibreOffice shows the time %q", list[1])
		}
		if id := list[len(list)-1][0]; id != "=1+1" {
			t.Errorf("per %s: LibreOffice made %q of the text =1+1", per, id)
		}
	}
}
