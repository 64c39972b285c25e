// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestUnitsTrips divides the sample trips, which lie outside all units: each has
// one share, which is the whole trip.
func TestUnitsTrips(t *testing.T) {
	const file = "../../data/trips/city.gpx"
	want := snappedKilometres(t, file)

	if said := roadsnap(t, "", "units", "trips", file).err; !strings.Contains(said, "coarse overview") {
		t.Errorf("nothing says that no borders of wards are installed: %q", said)
	}
	out := done(t, "units", "trips", file)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 2 || rows[1][1] != "" || rows[1][3] != "" {
		t.Fatalf("%v: %q, want one row without codes", err, rows)
	}
	if km, err := strconv.ParseFloat(rows[1][5], 64); err != nil || math.Abs(km-want) > 1e-3*want {
		t.Errorf("%s km, snap says %.3f", rows[1][5], want)
	}

	out = done(t, "units", "trips", "--json", file)
	var trips []dividedTrip
	if err := json.Unmarshal([]byte(out), &trips); err != nil || len(trips) != 1 || len(trips[0].Wards) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	if d := trips[0]; d.Wards[0].WardCode != nil || math.Abs(d.MatchedKm-want) > 1e-3*want || d.Minutes <= 0 {
		t.Errorf("%+v, want %.3f km", d, want)
	}
}

// snappedKilometres returns the length that snap gives the one trip of a file.
func snappedKilometres(t *testing.T, file string) float64 {
	t.Helper()
	var trip struct {
		Distance struct {
			Matched float64 `json:"matched_m"`
		} `json:"distance"`
	}
	if out := done(t, "snap", file); json.Unmarshal([]byte(out), &trip) != nil || trip.Distance.Matched == 0 {
		t.Fatalf("snap: %.200s", out)
	}
	return trip.Distance.Matched / 1000
}

// done runs a command that must succeed and returns what it printed.
func done(t *testing.T, args ...string) string {
	t.Helper()
	got := roadsnap(t, "", args...)
	if got.code != exitOK {
		t.Fatalf("%v: exit code %d: %s", args, got.code, got.err)
	}
	return got.out
}

// TestTripsWithoutRoads: a map of borders alone says what it lacks.
func TestTripsWithoutRoads(t *testing.T) {
	got := roadsnap(t, "lat,lon\n21.05,105.15\n21.05,105.16\n", "units", "trips", "--pack", borderPack(t), "-")
	if got.code != exitFailed || !strings.Contains(got.err, "has no roads; import it again with an OpenStreetMap extract") {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
}

// TestUnitsTripsGuardsNames checks that no spreadsheet runs the name of a trip as a formula.
func TestUnitsTripsGuardsNames(t *testing.T) {
	const trace = "trip,time,lat,lon\n" +
		"=1+1,2025-03-04T07:15:00Z,42.503683,1.514522\n=1+1,2025-03-04T07:15:20Z,42.505012,1.516498\n"
	path := filepath.Join(t.TempDir(), "trips.csv")
	if err := os.WriteFile(path, []byte(trace), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := done(t, "units", "trips", path); !strings.Contains(out, "\n'=1+1,") {
		t.Errorf("%q, want a guarded name", out)
	}
}
