// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/engine/trace"
)

// oddTable returns the sample trip as a table whose names say nothing, with longitude first
// and the month before the day.
func oddTable(t *testing.T) string {
	t.Helper()
	trips, err := trace.ReadFile(context.Background(), "../../data/trips/city.gpx", trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("a|b|c\n")
	for _, o := range trips[0].Observations {
		fmt.Fprintf(&b, "%s|%.6f|%.6f\n", o.Time.Format("01/02/2006 15:04:05"), o.Lon, o.Lat)
	}
	path := filepath.Join(t.TempDir(), "odd.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRecipe(t *testing.T) {
	table, recipe := oddTable(t), filepath.Join(t.TempDir(), "recipe.json")
	got := roadsnap(t, "", "recipe", "--name", "Portal", table)
	if got.code != exitOK || !strings.Contains(got.out, `"name": "Portal"`) || !strings.Contains(got.err, "no row has known column names") {
		t.Fatalf("%+v", got)
	}
	changed := strings.Replace(got.out, `"header": 1`, `"header": 1, "dates": "mdy"`, 1)
	if err := os.WriteFile(recipe, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := roadsnap(t, "", "recipe", "--recipe", recipe, table); got.code != exitOK || !strings.Contains(got.out, `"dates": "mdy"`) || strings.Contains(got.err, "note") {
		t.Errorf("the changed recipe: %+v", got)
	}
	if got := roadsnap(t, "", "snap", "--recipe", recipe, "--format", "csv", table); got.code != exitOK || strings.Count(got.out, "\n") < 10 {
		t.Errorf("snap: %+v", got)
	}
	db := "--workspace=" + filepath.Join(t.TempDir(), "trips.db")
	if got := roadsnap(t, "", "trips", "import", db, "--recipe", recipe, table); got.code != exitOK || !strings.Contains(got.err, "1 trip added") {
		t.Errorf("trips import: %+v", got)
	}
	bad := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(bad, []byte(`{"columns":[]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := roadsnap(t, "", "snap", "--recipe", bad, table); got.code != exitUsage || !strings.Contains(got.err, "are needed") {
		t.Errorf("a bad recipe: %+v", got)
	}
	if got := roadsnap(t, "", "recipe", "../../data/trips/city.gpx"); got.code != exitFailed || !strings.Contains(got.err, "is no table") {
		t.Errorf("no table: %+v", got)
	}
}
