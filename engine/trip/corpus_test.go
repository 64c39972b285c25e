// SPDX-License-Identifier: MIT

package trip_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// TestCorpus reads the files of testdata/traces, made-up drives of 5 km along one street as
// recorders write them or as they break, matches them, and compares the verdicts.
func TestCorpus(t *testing.T) {
	m := roadtest.Draw(t, `
		A-s--------------t---------------u-----------------e-B
		C-----D                 E-----F`,
		"A-s-t", "t-u tunnel", "u-e-B", "C-D", "E-F")
	matcher, err := match.New(m.Graph, match.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]string{
		"good-vietnamese.csv":    "explained",
		"good.gpx":               "explained",
		"good.geojson":           "explained",
		"good.nmea":              "explained",
		"no-times.csv":           "explained",
		"standing.csv":           "explained",
		"swapped.csv":            "explained",
		"unclosed-quotation.csv": "explained",
		"cut-in-a-row.csv":       "truncated",
		"cut.gpx":                "truncated",
		"cut.geojson":            "truncated",
		"cut.nmea":               "truncated",
		"damaged.nmea":           "damaged: 2",
		"one-point.csv":          "one position",
		"clock-never-set.csv":    "wrong date: 100 %",
		"year-2099.csv":          "wrong date: 100 %",
		"two-vehicles.csv":       "mixed vehicles: 50 %, impossible speed: 55.59 km, left out: 49 %, astray: 55.60 km",
		"midnight.csv":           "clock jump: 48 %",
	}
	points := map[string]int{"unclosed-quotation.csv": 50, "cut-in-a-row.csv": 34}
	files, err := filepath.Glob("testdata/traces/*")
	if err != nil || len(files) != len(verdicts) {
		t.Fatalf("%d files, %d verdicts, %v", len(files), len(verdicts), err)
	}
	for _, path := range files {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			trips, err := trace.ReadFile(context.Background(), path, trace.Options{})
			if err != nil || len(trips) != 1 {
				t.Fatalf("%d trips, %v", len(trips), err)
			}
			if n := len(trips[0].Observations); n < points[name] {
				t.Errorf("%d points", n)
			}
			result, err := matcher.Match(context.Background(), trips[0].Observations, match.MotorVehicle)
			if err != nil {
				t.Fatal(err)
			}
			swapped := slices.ContainsFunc(trip.Summarise(trips[0], result, nil, nil).Measures, func(m trip.Measure) bool { return m.Kind == trip.SwappedCoordinates })
			if swapped != (name == "swapped.csv") {
				t.Errorf("swapped coordinates: %t", swapped)
			}
			if got := trip.Assess(trips[0], result).String(); got != verdicts[name] {
				t.Errorf("verdict %q, want %q; notes %v", got, verdicts[name], trips[0].Notes)
			}
		})
	}
}
