// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCorrect snaps a trip, forbids one of its ways, and finds the correction in each output
// and in the workspace.
func TestCorrect(t *testing.T) {
	const city = "../../data/trips/city.gpx"
	type snapped struct {
		Points []struct {
			WayID *int64 `json:"way_id"`
		}
		Legs []struct {
			Ways []struct {
				WayID int64 `json:"way_id"`
			}
		}
		Corrections []struct{ Op, What, Who, Unmet string }
	}
	read := func(text string) (s snapped) {
		t.Helper()
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	plain := read(roadsnap(t, "", "snap", city).out)
	if len(plain.Corrections) > 0 || len(plain.Legs) == 0 {
		t.Fatalf("%+v", plain.Corrections)
	}
	way := plain.Legs[0].Ways[len(plain.Legs[0].Ways)/2].WayID
	dir := t.TempDir()
	file := filepath.Join(dir, "corrections.json")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(fmt.Sprintf(`[{"op":"forbid","way_id":%d,"who":"Lan","when":"2026-03-04T05:06:07Z"}]`, way))
	done := roadsnap(t, "", "snap", "--corrections", file, city)
	corrected := read(done.out)
	if done.code != 0 || len(corrected.Corrections) != 1 || corrected.Corrections[0].Who != "Lan" || corrected.Corrections[0].What != fmt.Sprintf("forbid way %d", way) {
		t.Errorf("exit code %d, %s, %+v", done.code, done.err, corrected.Corrections)
	}
	for _, l := range corrected.Legs {
		for _, w := range l.Ways {
			if w.WayID == way {
				t.Errorf("way %d is driven", way)
			}
		}
	}
	statement := fmt.Sprintf("corrected by hand by Lan on 2026-03-04 05:06: forbid way %d", way)
	for _, format := range []string{"geojson", "gpx"} {
		if got := roadsnap(t, "", "snap", "--format", format, "--corrections", file, city); !strings.Contains(got.out, statement) {
			t.Errorf("%s lacks %q: %.300s", format, statement, got.out)
		}
		if got := roadsnap(t, "", "snap", "--format", format, city); strings.Contains(got.out, "by hand") {
			t.Errorf("%s of the plain match has it", format)
		}
	}

	table := roadsnap(t, "", "snap", "--format", "csv", "--per", "trip", "--corrections", file, city).out
	for _, want := range []string{"corrected_by", "Lan", fmt.Sprintf("forbid way %d", way)} {
		if !strings.Contains(table, want) {
			t.Errorf("%s lacks %q", table, want)
		}
	}

	write(`[{"op":"forbid","way_id":1}]`)
	if got := roadsnap(t, "", "snap", "--corrections", file, city); got.code != exitPartly || !strings.Contains(got.err, "not applied: forbid way 1: the map has no such road there") {
		t.Errorf("a way that is gone: exit code %d, %s", got.code, got.err)
	}
	write(`[{"op":"fly"}]`)
	if got := roadsnap(t, "", "snap", "--corrections", file, city); got.code != exitFailed || !strings.Contains(got.err, "fly") {
		t.Errorf("an unknown operation: exit code %d, %s", got.code, got.err)
	}
	if got := roadsnap(t, "", "snap", "--corrections", file, city, city); got.code != exitUsage {
		t.Errorf("two files: exit code %d", got.code)
	}
}

func TestTripsCorrect(t *testing.T) {
	dir := t.TempDir()
	db := "--workspace=" + filepath.Join(dir, "trips.db")
	if got := roadsnap(t, "", "trips", "import", db, "../../data/trips/city.gpx"); got.code != 0 {
		t.Fatal(got.err)
	}
	do := func(in string, want int, args ...string) result {
		t.Helper()
		got := roadsnap(t, in, append([]string{"trips", "correct"}, append(args, db)...)...)
		if got.code != want {
			t.Fatalf("%v: exit code %d, want %d: %s", args, got.code, want, got.err)
		}
		return got
	}
	const two = `[{"op":"leave_out","index":5},{"op":"profile","profile":"truck","who":"Minh"}]`
	if got := do(two, 0, "add", "1", "-", "--who", "Lan"); !strings.Contains(got.err, "trip 1 has 2 corrections") {
		t.Errorf("%s", got.err)
	}
	do("", 0, "undo", "1")
	list := do("", 0, "list", "1").out
	for _, want := range []string{"Lan", "leave out point 5", "Minh", "match as truck (taken back)"} {
		if !strings.Contains(list, want) {
			t.Errorf("%q lacks %q", list, want)
		}
	}
	file := do("", 0, "list", "1", "--json").out
	do("", 0, "redo", "1")
	do("", exitFailed, "redo", "1")
	do("", 0, "undo", "1")
	do("", 0, "undo", "1")
	do("", exitFailed, "undo", "1")
	do(file, 0, "add", "1", "-")
	do("", exitFailed, "list", "9")
	if got := roadsnap(t, "", "trips", "list", db).out; !strings.Contains(got, "BY HAND") || !strings.Contains(got, "corrected 20") {
		t.Errorf("%s", got)
	}
	if got := roadsnap(t, "", "trips", "show", db, "1").out; !strings.Contains(got, "leave out point 5") || !strings.Contains(got, "Lan") {
		t.Errorf("%s", got)
	}
	if got := roadsnap(t, "", "trips", "list", "--json", db).out; !strings.Contains(got, `"op": "leave_out"`) {
		t.Errorf("%s", got)
	}
}
