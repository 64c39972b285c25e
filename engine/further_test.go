// SPDX-License-Identifier: MIT

package engine_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// streets imports streets to the east, of a way each, from the longitudes given in pairs.
func streets(t *testing.T, way int, ends ...float64) (path string) {
	t.Helper()
	osm := `<osm version="0.6">`
	ways := ""
	for i, lon := range ends {
		osm += fmt.Sprintf(`<node id="%d" lat="%.4f" lon="%.4f"/>`, i+1, 10.7+float64(i/2)/1000, lon)
		if i%2 == 1 {
			ways += fmt.Sprintf(`<way id="%d"><nd ref="%d"/><nd ref="%d"/><tag k="highway" v="primary"/></way>`, way+i/2, i, i+1)
		}
	}
	source := filepath.Join(t.TempDir(), "streets.osm")
	if err := os.WriteFile(source, []byte(osm+ways+"</osm>"), 0o644); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "streets.rsp")
	if _, err := engine.Import(t.Context(), engine.ImportOptions{Roads: source, Out: path}); err != nil {
		t.Fatal(err)
	}
	return path
}

// drive returns a trip to the east along the first street of streets.
func drive(from, to float64) (trip []match.Observation) {
	start := time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC)
	const points, speed = 20, 15.0 // m/s
	pause := time.Duration((to - from) / points * 109_000 / speed * float64(time.Second))
	for i := range points {
		lon := from + (to-from)*float64(i)/points
		trip = append(trip, match.Observation{Point: geo.Point{Lat: 10.7, Lon: lon}, Time: start.Add(time.Duration(i) * pause)})
	}
	return trip
}

// TestFinestMap matches each trip on the finest of the open maps that covers it.
//
//	longitude  106.0      106.4  106.5  106.6       107.0
//	country    ───────────────── 1 ────────────────────
//	city                    ──── 11 ────
//	box                   ── 21 ┄┄┄┄┄┄┄┄┄┄┄ 21 ──         (nothing in its middle)
func TestFinestMap(t *testing.T) {
	country, city := streets(t, 1, 106, 107), streets(t, 11, 106.4, 106.6)
	hollow := streets(t, 21, 106.45, 106.46, 106.55, 106.56)
	elsewhere := streets(t, 31, 108, 108.2)
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, further := range []string{city, hollow, elsewhere} {
		if err := e.AddFurther(further); err != nil {
			t.Fatal(err)
		}
	}
	wayOf := func(trip []match.Observation) int64 {
		t.Helper()
		r, err := e.Match(t.Context(), trip, match.MotorVehicle)
		if err != nil {
			t.Fatal(err)
		}
		p := r.Points[len(r.Points)/2]
		ways, err := e.Ways(r.Points)
		if _, found := ways[p.WayID]; err != nil && !errors.Is(err, engine.ErrNoMap) || !found {
			t.Errorf("way %d is not found: %v", p.WayID, err)
		}
		return p.WayID
	}
	if got := wayOf(drive(106.47, 106.54)); got != 11 {
		t.Errorf("without another map, a trip in the city is on way %d", got)
	}
	if err := e.OpenPack(country); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		from, to float64
		want     int64
	}{
		{"in the city", 106.47, 106.54, 11},
		{"where the hollow map has roads", 106.451, 106.459, 21},
		{"through the city", 106.3, 106.7, 1},
		{"in the country", 106.1, 106.2, 1},
		{"elsewhere", 108.05, 108.15, 31},
	} {
		if got := wayOf(drive(c.from, c.to)); got != c.want {
			t.Errorf("a trip %s is on way %d, want %d", c.name, got, c.want)
		}
	}
	if info, err := e.Info(); err != nil || info.Name != country {
		t.Errorf("the map is %q, %v", info.Name, err)
	}
}

// TestFurtherNeedsRoads refuses a pack of borders alone.
func TestFurtherNeedsRoads(t *testing.T) {
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	path := filepath.Join(t.TempDir(), "borders.rsp")
	if err := os.WriteFile(path, data.OverviewPack, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := e.AddFurther(path); !errors.Is(err, engine.ErrNoRoads) {
		t.Errorf("the error is %v", err)
	}
}
