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

// TestTripsEdit crops, splits, joins and cleans a kept trip, and takes each back.
func TestTripsEdit(t *testing.T) {
	dir := t.TempDir()
	db := "--workspace=" + filepath.Join(dir, "trips.db")
	var b strings.Builder
	b.WriteString("vehicle,time,lat,lon\n")
	for i := range 60 { // a point each 10 s, one of which is far away
		lat := 42.5 + 0.001*float64(i)
		if i == 20 {
			lat += 1
		}
		fmt.Fprintf(&b, "51C-1,2026-11-20 08:%02d:%02d,%.5f,1.5\n", i/6, i%6*10, lat)
	}
	file := filepath.Join(dir, "trip.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	done(t, "trips", "import", db, file)
	type row struct {
		ID, Points int
		Start, End string
	}
	list := func() (rows []row) {
		t.Helper()
		if err := json.Unmarshal([]byte(done(t, "trips", "list", "--json", db)), &rows); err != nil {
			t.Fatal(err)
		}
		return rows
	}
	points := func(want ...int) []row {
		t.Helper()
		rows := list()
		var got []int
		for _, r := range rows {
			got = append(got, r.Points)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("trips of %v points, want %v", got, want)
		}
		return rows
	}
	id := func(r row) string { return fmt.Sprint(r.ID) }

	done(t, "trips", "crop", db, "1", "--from=08:01", "--to=2026-11-20 08:02:00", "--dry-run")
	points(60)
	done(t, "trips", "crop", db, "1", "--from=08:01", "--to=2026-11-20 08:02:00")
	cropped := points(7)
	if cropped[0].Start != "2026-11-20T08:01:00+07:00" || cropped[0].End != "2026-11-20T08:02:00+07:00" {
		t.Errorf("%+v", cropped)
	}
	done(t, "trips", "revert", db, id(cropped[0]))
	points(60)

	if got := roadsnap(t, "", "trips", "despike", db, "1"); got.code != exitOK || !strings.Contains(got.err, "point 20 at 2026-11-20 08:03:20") {
		t.Errorf("%d %s", got.code, got.err)
	}
	clean := points(59)
	if got := roadsnap(t, "", "trips", "despike", db, id(clean[0])); got.code != exitUsage || !strings.Contains(got.err, "no spikes") {
		t.Errorf("again: %d %s", got.code, got.err)
	}

	if got := roadsnap(t, "", "trips", "split", db, id(clean[0]), "--at=08:02", "--at=08:05:00"); got.code != exitOK || !strings.Contains(got.err, "1 trip became 3 trips; take it back") {
		t.Fatalf("%d %s", got.code, got.err)
	}
	parts := points(12, 17, 30)
	if got := roadsnap(t, "", "trips", "join", db, id(parts[0])); got.code != exitUsage {
		t.Errorf("one trip: %d %s", got.code, got.err)
	}
	done(t, "trips", "join", db, id(parts[2]), id(parts[0]), id(parts[1]))
	points(59)

	// The file again, from its middle on, overlaps.
	text := strings.SplitAfter(b.String(), "\n")
	if err := os.WriteFile(file, []byte(text[0]+strings.Join(text[31:], "")+"51C-1,2026-11-20 08:10:00,42.56,1.5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	done(t, "trips", "import", db, file)
	both := points(59, 31)
	got := roadsnap(t, "", "trips", "join", db, id(both[0]), id(both[1]))
	if got.code != exitFailed || !strings.Contains(got.err, "30 equal points, 0 others") || !strings.Contains(got.err, "--overlaps merge") {
		t.Errorf("an overlap: %d %s", got.code, got.err)
	}
	done(t, "trips", "join", db, "--overlaps=merge", id(both[0]), id(both[1]))
	points(60)

	for _, args := range [][]string{
		{"crop", db, "9"}, {"split", db, "9", "--midnight"}, {"revert", db, "9"},
	} {
		if got := roadsnap(t, "", append([]string{"trips"}, args...)...); got.code != exitFailed || !strings.Contains(got.err, "no such trip") {
			t.Errorf("%v: %d %s", args, got.code, got.err)
		}
	}
	last := id(list()[0])
	for _, args := range [][]string{
		{"crop", db, last, "--from=noon"}, {"crop", db, last}, {"crop", db, last, "--from=23:00"}, {"split", db, last, "--stop=1h"}, {"despike", db, last, "--speed=-1"},
	} {
		if got := roadsnap(t, "", append([]string{"trips"}, args...)...); got.code != exitUsage {
			t.Errorf("%v: %d %s", args, got.code, got.err)
		}
	}
	points(60)
}
