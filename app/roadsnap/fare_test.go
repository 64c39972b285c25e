// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fareJSON is a sheet in the output of fare --format json.
type fareJSON struct {
	Trip, Vehicle, Tariff string
	Start                 *string
	Distances             []struct {
		Class   string
		Metres  int64
		Charged bool
	}
	Lines []struct {
		Kind, Name, Basis string
		Quantity, Amount  int64
	}
	Total int64
}

func sheetsOf(t *testing.T, args ...string) (list []fareJSON) {
	t.Helper()
	out := done(t, append([]string{"fare", "--format=json"}, args...)...)
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return list
}

// TestFare prices a sample trip and compares its metres with those of snap.
func TestFare(t *testing.T) {
	const file = "../../data/trips/city.gpx"
	list := sheetsOf(t, "--tariff=taxi", "--toll=Bridge = north=35.000", file)
	if len(list) != 1 || list[0].Tariff != "taxi" || list[0].Start == nil {
		t.Fatalf("%+v", list)
	}
	s := list[0]
	var metres, sum int64
	for _, d := range s.Distances {
		if d.Charged {
			metres += d.Metres
		}
	}
	if want := snappedKilometres(t, file); math.Abs(float64(metres)/1000-want) > 0.00051 {
		t.Errorf("%d m are charged, snap says %.4f km", metres, want)
	}
	byHand := false
	for _, l := range s.Lines {
		sum += l.Amount
		byHand = byHand || l.Name == "Bridge = north" && l.Amount == 35000
	}
	if sum != s.Total || !byHand || s.Total%1000 != 0 {
		t.Errorf("total %d of lines %+v", s.Total, s.Lines)
	}
	rows, err := csv.NewReader(strings.NewReader(done(t, "fare", "--tariff=taxi", "--format=csv", file))).ReadAll()
	if err != nil || len(rows) < 4 || rows[len(rows)-1][3] != "total" {
		t.Errorf("%v: %v", err, rows)
	}
	if text := done(t, "fare", "--tariff=delivery", file, "../../data/trips/valley.gpx"); !strings.Contains(text, "Sum of 2 trips") || !strings.Contains(text, "Example prices") {
		t.Error(text)
	}
	together := sheetsOf(t, "--tariff=rental", "--together", file, "../../data/trips/valley.gpx")
	if len(together) != 1 || together[0].Lines[0].Kind != "days" {
		t.Errorf("together: %+v", together)
	}
}

// TestFareOfKeptTrips keeps tariffs and prices a kept trip by that of its vehicle.
func TestFareOfKeptTrips(t *testing.T) {
	dir := t.TempDir()
	db, file := "--workspace="+filepath.Join(dir, "trips.db"), filepath.Join(dir, "tariff.json")
	if err := os.WriteFile(file, []byte(`[{"name":"flat","opening":{"amount":50000}},{"name":"other","opening":{"amount":1}}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	trace := filepath.Join(dir, "trip.csv")
	if err := os.WriteFile(trace, []byte("vehicle,time,lat,lon\n51C-1,2026-11-20 08:00:00,42.5063,1.5218\n51C-1,2026-11-20 08:00:20,42.5070,1.5230\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	done(t, "trips", "import", db, trace)
	if got := roadsnap(t, "", "fare", db, "--trip=1"); got.code != exitUsage || !strings.Contains(got.err, "has no tariff") {
		t.Errorf("without a tariff: %d %s", got.code, got.err)
	}
	done(t, "tariffs", "import", db, file)
	done(t, "tariffs", "use", db, "other")
	done(t, "tariffs", "use", db, "flat", "--vehicle=51c-1")
	if list := sheetsOf(t, db, "--trip=1"); len(list) != 1 || list[0].Total != 50000 || list[0].Vehicle != "51C-1" {
		t.Errorf("%+v", list)
	}
	if list := done(t, "tariffs", "list", db); !strings.Contains(list, "other") || !strings.Contains(list, "51C1") {
		t.Error(list)
	}
	done(t, "tariffs", "remove", db, "flat")
	if list := sheetsOf(t, db, "--trip=1"); len(list) != 1 || list[0].Total != 1 {
		t.Errorf("after removal: %+v", list)
	}
	if out := done(t, "tariffs", "export", db); !strings.Contains(out, `"name": "other"`) || strings.Contains(out, "flat") {
		t.Error(out)
	}
	if got := roadsnap(t, "", "fare", db, "--trip=7", "--tariff=taxi"); got.code != exitFailed || !strings.Contains(got.err, "no such trip") {
		t.Errorf("an unknown trip: %d %s", got.code, got.err)
	}
	for _, args := range [][]string{
		{"fare", db}, {"fare", db, "--tariff=none", "--trip=1"}, {"fare", "--tariff=taxi", "--toll=x", trace}, {"fare", "--tariff=taxi", "--toll=x=-1", trace},
	} {
		if got := roadsnap(t, "", args...); got.code != exitUsage {
			t.Errorf("%v: %d %s", args, got.code, got.err)
		}
	}
	if got := roadsnap(t, "", "tariffs", "remove", db, "none"); got.code != exitFailed || !strings.Contains(got.err, "tariffs list") {
		t.Errorf("remove: %d %s", got.code, got.err)
	}
}

// TestFareByImportedZones imports polygons, prices a kept trip by a tariff that names them, and
// finds the lines of those that it concerns. The trip begins in a hole of the first polygon.
func TestFareByImportedZones(t *testing.T) {
	dir := t.TempDir()
	db := "--workspace=" + filepath.Join(dir, "trips.db")
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	box := func(west, east float64) string {
		return fmt.Sprintf("[[%[1]f,42.505],[%[2]f,42.505],[%[2]f,42.511],[%[1]f,42.511],[%[1]f,42.505]]", west, east)
	}
	feature := func(name, rings string) string {
		return `{"type":"Feature","properties":{"name":"` + name + `"},"geometry":{"type":"Polygon","coordinates":[` + rings + `]}}`
	}
	done(t, "zones", "import", db, file("zones.geojson", `{"type":"FeatureCollection","features":[`+
		feature("Phố cổ", box(1.520, 1.528)+","+box(1.5225, 1.5235))+","+feature("Bến cuối", box(1.5285, 1.540))+","+feature("Nơi khác", box(1.6, 1.7))+`]}`))
	var points strings.Builder
	points.WriteString("vehicle,time,lat,lon\n")
	for i := range 41 {
		fmt.Fprintf(&points, "51C-1,2026-11-20 08:%02d:%02d,42.5079,%.5f\n", i/6, i%6*10, 1.5230+float64(i)*0.0002)
	}
	done(t, "trips", "import", db, file("trip.csv", points.String()))
	tariff := file("tariff.json", `{"name":"zones","zones":[
		{"name":"begins in the old town","sites":["Phố cổ"],"when":"begins","amount":1},
		{"name":"through the old town","sites":["Phố cổ"],"when":"passes","amount":20},
		{"name":"to the last stop","sites":["Nơi khác","Bến cuối"],"when":"ends","amount":300},
		{"name":"elsewhere","sites":["Nơi khác"],"when":"passes","amount":4000}]}`)
	done(t, "tariffs", "import", db, tariff)
	for _, args := range [][]string{{"--tariff=zones"}, {"--tariff=" + tariff}} {
		list := sheetsOf(t, append(args, db, "--trip=1")...)
		if len(list) != 1 || list[0].Total != 320 {
			t.Fatalf("%v: %+v", args, list)
		}
		charged := map[string]int64{}
		for _, l := range list[0].Lines {
			if l.Kind == "zone" && l.Amount != 0 {
				charged[l.Name] = l.Amount
			}
		}
		if want := map[string]int64{"through the old town": 20, "to the last stop": 300}; !maps.Equal(charged, want) {
			t.Errorf("%v: the zones cost %v, want %v", args, charged, want)
		}
	}
	done(t, "zones", "remove", db, "3")
	if got := roadsnap(t, "", "fare", db, "--tariff=zones", "--trip=1"); got.code != 0 || strings.Count(got.err, `"Nơi khác"`) != 1 || strings.Contains(got.err, "Phố cổ") {
		t.Errorf("without a zone of the tariff: %d %s", got.code, got.err)
	}
	if text := done(t, "fare", "--tariff=zones", db, "--trip=1"); !strings.Contains(text, "through the old town") || !strings.Contains(text, "the trip ends there") {
		t.Error(text)
	}
}
