// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestExportOfCorrectedTrip corrects a kept trip, which has no match of the corrections yet. The
// exported route is that of snap under the same corrections, with who corrected it.
func TestExportOfCorrectedTrip(t *testing.T) {
	const city = "../../data/trips/city.gpx"
	dir := t.TempDir()
	db := "--workspace=" + filepath.Join(dir, "trips.db")
	if got := roadsnap(t, "", "trips", "import", db, city); got.code != 0 {
		t.Fatal(got.err)
	}
	var plain struct {
		Legs []struct {
			Ways []struct {
				WayID int64 `json:"way_id"`
			}
		}
	}
	if err := json.Unmarshal([]byte(roadsnap(t, "", "snap", city).out), &plain); err != nil {
		t.Fatal(err)
	}
	way := plain.Legs[0].Ways[len(plain.Legs[0].Ways)/2].WayID
	corrections := fmt.Sprintf(`[{"op":"forbid","way_id":%d,"who":"Lan","when":"2026-03-04T05:06:07Z"},{"op":"leave_out","index":4}]`, way)
	export := func(per string) string {
		got := roadsnap(t, "", "trips", "export", db, "--all", "--what", "snapped", "--format", "csv", "--per", per)
		if got.code != 0 {
			t.Fatal(got.err)
		}
		return got.out
	}
	before := export("way")
	if !strings.Contains(before, fmt.Sprint(way)) {
		t.Fatalf("the plain match has no way %d", way)
	}
	if got := roadsnap(t, corrections, "trips", "correct", "add", db, "1", "-"); got.code != 0 {
		t.Fatal(got.err)
	}
	if after := export("way"); strings.Contains(after, fmt.Sprint(way)) || after == before {
		t.Errorf("way %d is exported though it is forbidden", way)
	}
	if points := export("point"); strings.Count(points, ",leave_out\n") != 1 {
		t.Errorf("%.400s", points)
	}
	if trip := export("trip"); !strings.Contains(trip, fmt.Sprintf("forbid way %d", way)) || !strings.Contains(trip, "leave out point 4") {
		t.Errorf("%s", trip)
	}
}
