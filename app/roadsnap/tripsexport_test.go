// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"roadsnap/engine/trace"
	"roadsnap/engine/tripfile"
)

var sampleTraces = []string{"../../data/trips/city.gpx", "../../data/trips/meadow.gpx", "../../data/trips/valley.gpx"}

// TestSnapKeepsItsFormats checks that the formats that snap had before the options for other
// programs are those of package trace, also with the options that have no effect on CSV.
func TestSnapKeepsItsFormats(t *testing.T) {
	for _, f := range []string{"gpx", "geojson", "csv"} {
		got := roadsnap(t, "", append([]string{"snap", "--format", f}, sampleTraces...)...)
		if got.code != exitOK || strings.Contains(got.out, "licence") || strings.Contains(got.out, "roadsnap:way_id") {
			t.Errorf("%s: exit code %d, %.200s %s", f, got.code, got.out, got.err)
		}
		if f != "csv" {
			continue
		}
		if same := roadsnap(t, "", append([]string{"snap", "--format", f, "--what=snapped", "--per=point"}, sampleTraces...)...); same.out != got.out {
			t.Errorf("--what=snapped --per=point: %.200s", same.out)
		}
	}
}

// TestSnapForOtherPrograms checks what the options of files add.
func TestSnapForOtherPrograms(t *testing.T) {
	do := func(args ...string) string {
		t.Helper()
		got := roadsnap(t, "", append(append([]string{"snap"}, args...), sampleTraces...)...)
		if got.code != exitOK {
			t.Fatalf("%v: exit code %d: %s", args, got.code, got.err)
		}
		return got.out
	}
	gpx := do("--format=gpx", "--what=both")
	for _, part := range []string{"© OpenStreetMap contributors, ODbL 1.0", "<roadsnap:map>Andorra (sample)</roadsnap:map>", "<roadsnap:matcher>", "<roadsnap:way_id>181919639</roadsnap:way_id>", "<gpxtpx:course>", "gaps: no_road"} {
		if !strings.Contains(gpx, part) {
			t.Errorf("GPX lacks %q", part)
		}
	}
	if n := strings.Count(gpx, "<trk>"); n != 6 {
		t.Errorf("%d tracks, want 6", n)
	}
	ways, err := csv.NewReader(strings.NewReader(do("--format=csv", "--per=way"))).ReadAll()
	if err != nil || len(ways) < 100 || ways[1][6] != "Carrer Prada Motxilla" {
		t.Errorf("%d ways, %v, the first: %v", len(ways), err, ways[1])
	}
	if excel := do("--format=csv", "--per=leg", "--excel=vi"); !strings.HasPrefix(excel, "\ufefftrip_id;vehicle;") {
		t.Errorf("for Excel: %.100q", excel)
	}
	var all struct {
		Licence  string
		Features []struct{ Properties map[string]any }
	}
	if err := json.Unmarshal([]byte(do("--format=geojson", "--per=leg,event")), &all); err != nil || all.Licence == "" || all.Features[0].Properties["kind"] != "leg" {
		t.Errorf("%v, %+v", err, all.Licence)
	}
	if err := xml.Unmarshal([]byte(do("--format=kml")), new(struct{ Document struct{} })); err != nil {
		t.Error(err)
	}
	book, err := excelize.OpenReader(strings.NewReader(do("--format=xlsx")))
	if err != nil {
		t.Fatal(err)
	}
	if list, err := book.GetRows("trip"); err != nil || len(list) != 4 {
		t.Errorf("%d rows, %v", len(list), err)
	}
}

// TestRefusedFiles checks the messages for choices that contradict each other.
func TestRefusedFiles(t *testing.T) {
	for line, want := range map[string]string{
		"snap --per leg x.gpx":                           "--what, --per and --excel are for other formats than JSON",
		"snap --format csv --per leg,stop x.gpx":         "CSV has one table, and not 2; write XLSX",
		"snap --format gpx --per leg x.gpx":              "gpx has tracks and no tables",
		"snap --format xlsx --excel vi x.gpx":            "only CSV has a form for Excel",
		"snap --format csv --per day x.gpx":              `there is no table per "day"; the tables are trip point leg way stop event`,
		"snap --format csv --what raw --per way x.gpx":   "a recording has no table per way",
		"snap --live --what raw -":                       "--what, --per and --excel are for other formats than JSON",
		"trips export --workspace none.db":               "give the numbers of trips, or --all",
		"trips export --workspace none.db --all 3":       "give the numbers of trips, or --all",
		"trips export --format gpx --per stop 1":         "gpx has tracks and no tables",
		"snap --format csv --what=snapped --excel=fr x.": "--excel must be one of",
	} {
		if got := roadsnap(t, "", strings.Fields(line)...); got.code != exitUsage || !strings.Contains(got.err, want) {
			t.Errorf("%s: exit code %d: %s", line, got.code, got.err)
		}
	}
	if _, err := os.Stat("none.db"); err == nil {
		t.Error("a refused command made a workspace")
	}
	err := checkTerminal("xlsx", streams{shown: true})
	if err == nil || checkTerminal("xlsx", streams{}) != nil || checkTerminal("csv", streams{shown: true}) != nil {
		t.Errorf("a workbook on a terminal: %v", err)
	}
}

// TestTripsExport checks recordings, routes and stops of kept trips.
func TestTripsExport(t *testing.T) {
	db := "--workspace=" + filepath.Join(t.TempDir(), "trips.db")
	do := func(args ...string) string {
		t.Helper()
		got := roadsnap(t, "", append([]string{"trips", args[0], db}, args[1:]...)...)
		if got.code != exitOK {
			t.Fatalf("%v: exit code %d: %s", args, got.code, got.err)
		}
		return got.out
	}
	do("import", sampleTraces[0], sampleTraces[1], sampleTraces[2])
	var trips []trace.Trip
	for i, name := range sampleTraces {
		list, err := trace.ReadFile(context.Background(), name, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		list[0].ID = []string{"city", "meadow", "valley"}[i]
		trips = append(trips, list...)
	}
	for _, f := range []trace.Format{trace.GPX, trace.GeoJSON, trace.CSV} {
		var want bytes.Buffer
		if err := trace.WriteTrips(&want, f, trips); err != nil {
			t.Fatal(err)
		}
		if got := do("export", "--format="+string(f), "1", "2", "3"); got != want.String() {
			t.Errorf("%s: %d bytes, want %d: %.200s", f, len(got), want.Len(), got)
		}
	}
	both := do("export", "--all", "--format=csv", "--what=both", "--per=point")
	list, err := csv.NewReader(strings.NewReader(both)).ReadAll()
	if err != nil || len(list) != 1382 || list[1][4] == "" {
		t.Errorf("%d rows, %v", len(list), err)
	}
	snapped := roadsnap(t, "", append([]string{"snap", "--format=csv", "--per=leg"}, sampleTraces[0], sampleTraces[2], sampleTraces[1])...).out
	if kept := do("export", "--all", "--format=csv", "--what=snapped", "--per=leg"); kept != snapped {
		t.Errorf("legs of kept trips: %s, of files: %s", kept, snapped)
	}
	out := filepath.Join(t.TempDir(), "trips.kmz")
	do("export", "--all", "--format=kmz", "--what=both", "--out="+out)
	if info, err := os.Stat(out); err != nil || info.Size() < 1000 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestTripFormatsOfTheCommandLine holds the lists that the parser checks against those of the
// package that writes.
func TestTripFormatsOfTheCommandLine(t *testing.T) {
	formats := map[string]bool{}
	for _, command := range []reflect.Type{reflect.TypeFor[snapCmd](), reflect.TypeFor[tripsExportCmd]()} {
		field, _ := command.FieldByName("Format")
		for _, f := range strings.Split(field.Tag.Get("enum"), ",") {
			formats[f] = true
		}
		for _, f := range tripfile.Formats() {
			if !formats[string(f)] {
				t.Errorf("%v: --format lacks %s", command, f)
			}
		}
		clear(formats)
	}
	of := func(name string, list []string) {
		field, _ := reflect.TypeFor[fileOptions]().FieldByName(name)
		if got := field.Tag.Get("enum"); got != ","+strings.Join(list, ",") {
			t.Errorf("--%s takes %q, want %q", strings.ToLower(name), got, list)
		}
	}
	var whats, excels []string
	for _, w := range tripfile.Whats() {
		whats = append(whats, string(w))
	}
	for _, e := range tripfile.Excels() {
		excels = append(excels, string(e))
	}
	of("What", whats)
	of("Excel", excels)
}

// TestDocumentedColumns holds the tables of columns in the reference against the package that
// writes them.
func TestDocumentedColumns(t *testing.T) {
	content, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	want := "| table | column | meaning |\n|---|---|---|\n"
	for _, per := range tripfile.Tables() {
		for _, c := range tripfile.Columns(per, tripfile.Both) {
			want += fmt.Sprintf("| `%s` | `%s` | %s |\n", per, c.Name, c.Meaning)
		}
	}
	if !strings.Contains(string(content), want) {
		t.Errorf("README.md should have this table:\n%s", want)
	}
}
