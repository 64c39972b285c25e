// SPDX-License-Identifier: MIT

package engine_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/basemap"
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
			ways += fmt.Sprintf(`<way id="%d"><nd ref="%d"/><nd ref="%d"/><tag k="highway" v="primary"/><tag k="name" v="Street %d"/></way>`, way+i/2, i, i+1, way+i/2)
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
	snap := func(trip []match.Observation) int64 {
		t.Helper()
		s, err := e.Snap(t.Context(), []geo.Point{trip[0].Point, trip[1].Point, trip[2].Point}, false)
		if err != nil || len(s.Points) != 3 {
			t.Fatal(s, err)
		}
		return s.Points[1].WayID
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
		if got := snap(drive(c.from, c.to)); got != c.want {
			t.Errorf("a path %s is on way %d, want %d", c.name, got, c.want)
		}
	}
	jumping := drive(106.47, 106.54)
	jumping[5].Point = geo.Point{}
	if got := wayOf(jumping); got != 11 {
		t.Errorf("a trip in the city with a jump is on way %d", got)
	}
	jumping[6].Point.Lon = 106.9
	if got := wayOf(jumping); got != 1 {
		t.Errorf("a trip with two points outside of the city is on way %d", got)
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

// TestFurtherMapIsFollowed replaces, overwrites and removes the file of a further map.
func TestFurtherMapIsFollowed(t *testing.T) {
	f := followOn(t, streets(t, 11, 106.4, 106.6), engine.Options{Units: data.Units()})
	e := f.Engine
	if err := errors.Join(e.OpenPack(streets(t, 1, 106, 107)), e.AddFurther(f.path)); err != nil {
		t.Fatal(err)
	}
	city, country := drive(106.47, 106.54), drive(106.1, 106.2)
	first := e.Identity()
	f.replace(t, contents(t, streets(t, 21, 106.4, 106.6)))
	if err := f.await(t); err != nil {
		t.Fatal(err)
	}
	if way, err := wayOf(t, e, city); way != 21 || err != nil {
		t.Errorf("after the replacement, the trip is on way %d, %v", way, err)
	}
	if e.Identity() == first {
		t.Error("the identity is that of the old maps")
	}
	f.replace(t, data.OverviewPack)
	if err := f.await(t); !errors.Is(err, engine.ErrNoRoads) {
		t.Errorf("a map without roads takes the place: %v", err)
	}
	f.replace(t, contents(t, streets(t, 31, 106.4, 106.6)))
	if err := f.await(t); err != nil {
		t.Fatal(err)
	}
	f.overwrite(t, append(contents(t, streets(t, 41, 106.4, 106.6)), 0))
	until(t, e, changed)
	if _, err := wayOf(t, e, city); !changed(err) {
		t.Errorf("a trip inside the overwritten map: %v", err)
	}
	if _, err := e.Snap(t.Context(), []geo.Point{city[0].Point, city[1].Point}, false); !changed(err) {
		t.Errorf("a path inside the overwritten map: %v", err)
	}
	if way, err := wayOf(t, e, country); way != 1 || err != nil {
		t.Errorf("a trip outside of the overwritten map: way %d, %v", way, err)
	}
	e.DropFurther(f.path)
	if way, err := wayOf(t, e, city); way != 1 || err != nil || e.Ready() != nil {
		t.Errorf("after the further map was closed: way %d, %v", way, err)
	}
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// wayOf returns the way on which the middle of a trip was matched.
func wayOf(t *testing.T, e *engine.Engine, trip []match.Observation) (int64, error) {
	t.Helper()
	r, err := e.Match(t.Context(), trip, match.MotorVehicle)
	if err != nil {
		return 0, err
	}
	return r.Points[len(r.Points)/2].WayID, nil
}

// TestFurtherMapsAreShown draws and searches what further maps have beyond the open one, and
// closes them.
func TestFurtherMapsAreShown(t *testing.T) {
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	country, city, elsewhere := streets(t, 1, 106, 107), streets(t, 11, 106.4, 106.6), streets(t, 31, 108, 108.2)
	if err := errors.Join(e.AddFurther(city), e.AddFurther(elsewhere), e.OpenPack(country)); err != nil {
		t.Fatal(err)
	}
	shown := func() (ids []int64) {
		t.Helper()
		box := geo.Bounds{South: 10, West: 105, North: 11, East: 109}
		if err := e.Visit(17, box.Fixed(), func(f basemap.Feature) bool { ids = append(ids, f.ID); return true }); err != nil {
			t.Fatal(err)
		}
		return ids
	}
	if got, want := shown(), []int64{1, 31}; !slices.Equal(got, want) {
		t.Errorf("ways %d are drawn, want %d", got, want)
	}
	for _, want := range []int64{1, 31} {
		found, err := e.Search(fmt.Sprintf("street %d", want), engine.SearchOptions{})
		if err != nil || len(found) == 0 || found[0].ID != want {
			t.Fatalf("street %d: found %+v, %v", want, found, err)
		}
		lines, err := e.StreetLines(t.Context(), found[0])
		if err != nil || len(lines) != 1 || !found[0].Bounds.Contains(lines[0][0]) {
			t.Errorf("street %d has the lines %v, %v", want, lines, err)
		}
	}
	if list := e.Further(); len(list) != 2 || list[0].Name != city && list[1].Name != city {
		t.Errorf("further maps %+v", list)
	}
	if err := e.AddFurther(elsewhere); err != nil || len(e.Further()) != 2 {
		t.Errorf("opened again: %d further maps, %v", len(e.Further()), err)
	}
	if err := e.OpenPack(elsewhere); err != nil || len(e.Further()) != 1 {
		t.Errorf("opened as the map: %d further maps, %v", len(e.Further()), err)
	}
	e.DropFurther(city)
	info, err := e.Info()
	if err != nil || e.Identity() != info.Identity() || len(e.Further()) != 0 {
		t.Errorf("with one map, the identity is not that of the map: %v", err)
	}
}
