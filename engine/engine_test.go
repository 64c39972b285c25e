// SPDX-License-Identifier: MIT

package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// town is a path through the middle of Andorra la Vella.
var town = []geo.Point{{Lat: 42.5079, Lon: 1.5262}, {Lat: 42.5088, Lon: 1.5310}, {Lat: 42.5098, Lon: 1.5395}}

// newEngine returns an engine without a map.
func newEngine(t testing.TB) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// samplePack writes the embedded map into a file.
func samplePack(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sample.rsp")
	if err := os.WriteFile(path, data.SamplePack, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWithoutAMapEverythingSaysSo(t *testing.T) {
	e := newEngine(t)
	_, matchErr := e.Match(t.Context(), match.Path(town), match.MotorVehicle)
	_, snapErr := e.Snap(t.Context(), town, false)
	_, infoErr := e.Info()
	visitErr := e.Visit(12, geo.BoundsOf(town...).Fixed(), func(basemap.Feature) bool { return true })
	for name, err := range map[string]error{"Match": matchErr, "Snap": snapErr, "Info": infoErr, "Visit": visitErr, "Ready": e.Ready()} {
		if !errors.Is(err, engine.ErrNoMap) {
			t.Errorf("%s: %v, want ErrNoMap", name, err)
		}
	}
	if n := len(e.Units().Provinces()); n != 34 {
		t.Errorf("%d provinces, want 34: units need no map", n)
	}
}

// fourMeans returns a map whose import knew no trucks and buses:
//
//	A--1--B--1--C--5--F
//	      2     4
//	      D--3->E
func fourMeans(t *testing.T) []byte {
	t.Helper()
	const four = road.Car | road.Motorcycle | road.Bicycle | road.Foot
	a, b, c, f := geo.Fixed{Lat: 107791007, Lon: 1066918310}, geo.Fixed{Lat: 107791007, Lon: 1066973238}, geo.Fixed{Lat: 107791007, Lon: 1067028167}, geo.Fixed{Lat: 107791007, Lon: 1067083095}
	d, e := geo.Fixed{Lat: 107764027, Lon: 1066973238}, geo.Fixed{Lat: 107764027, Lon: 1067028167}
	builder := road.NewBuilder()
	for _, w := range []road.WaySpec{
		{Way: road.Way{ID: 1, Name: "Main", Class: road.Primary, HasMaxSpeed: true, MaxSpeedKMH: 50}, Points: []geo.Fixed{a, b, c}, Forward: four, Backward: four},
		{Way: road.Way{ID: 2, Class: road.Residential}, Points: []geo.Fixed{b, d}, Forward: four, Backward: four},
		{Way: road.Way{ID: 3, Class: road.Residential, Oneway: true}, Points: []geo.Fixed{d, e}, Forward: four, Backward: road.Foot},
		{Way: road.Way{ID: 4, Class: road.Track}, Points: []geo.Fixed{c, e}, Forward: road.Bicycle | road.Foot, Backward: road.Bicycle | road.Foot},
		{Way: road.Way{ID: 5, Class: road.Residential}, Points: []geo.Fixed{c, f}, Forward: four, Backward: four},
	} {
		for _, p := range w.Points {
			w.Nodes = append(w.Nodes, int64(p.Lat)<<31|int64(p.Lon))
		}
		builder.AddWay(w)
	}
	path := filepath.Join(t.TempDir(), "four.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := builder.Write(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pack.OpenBytes("four.rsp", content)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range p.Sections() {
		if s.Tag == "RMNS" {
			content[s.Offset] = byte(four)
		}
	}
	pack.Reseal(content)
	return content
}

// TestTrucksOnAMapThatKnowsNone matches every profile on a map that has no access for
// trucks and buses: they go where cars may. Along a track that is not for cars, that is
// the street at its end.
func TestTrucksOnAMapThatKnowsNone(t *testing.T) {
	e := newEngine(t)
	if err := e.OpenBytes("four.rsp", fourMeans(t)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		trip  []geo.Point
		ways  map[match.Profile][]int64 // of the first leg
		other []int64                   // with all other profiles
	}{
		{"street", []geo.Point{{Lat: 10.7791, Lon: 106.693}, {Lat: 10.7791, Lon: 106.7}, {Lat: 10.7791, Lon: 106.708}}, nil, []int64{1, 5}},
		{
			"track", []geo.Point{{Lat: 10.779, Lon: 106.7028}, {Lat: 10.7775, Lon: 106.7028}, {Lat: 10.7765, Lon: 106.7028}},
			map[match.Profile][]int64{match.Bicycle: {4}, match.Foot: {4}}, []int64{3},
		},
	} {
		for _, p := range match.Profiles() {
			r, err := e.Match(t.Context(), match.Path(tt.trip), p)
			if err != nil || r.Profile != p {
				t.Fatalf("%s, %v: by %v, %v", tt.name, p, r.Profile, err)
			}
			want, own := tt.ways[p]
			if !own {
				want = tt.other
			}
			var got []int64
			for _, leg := range r.Legs {
				for _, w := range leg.Ways {
					got = append(got, w.WayID)
				}
			}
			if !slices.Equal(got, want) || len(r.Warnings) > 0 {
				t.Errorf("%s, %v: ways %v, want %v; warnings %v", tt.name, p, got, want, r.Warnings)
			}
		}
	}
}

func TestReadyMeansRoads(t *testing.T) {
	e := newEngine(t)
	if err := e.OpenBytes("borders.rsp", data.OverviewPack); err != nil {
		t.Fatal(err)
	}
	if err := e.Ready(); !errors.Is(err, engine.ErrNoRoads) {
		t.Errorf("with borders alone: %v, want ErrNoRoads", err)
	}
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	if err := e.Ready(); err != nil {
		t.Errorf("with roads: %v", err)
	}
}

func TestFileAndEmbeddedMapGiveTheSameAnswers(t *testing.T) {
	fromFile, fromBytes := newEngine(t), newEngine(t)
	if err := fromFile.OpenPack(samplePack(t)); err != nil {
		t.Fatal(err)
	}
	if err := fromBytes.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	a, errA := fromFile.Match(t.Context(), match.Path(town), match.Car)
	b, errB := fromBytes.Match(t.Context(), match.Path(town), match.Car)
	if errA != nil || errB != nil || len(a.Legs) == 0 || a.Distance != b.Distance {
		t.Errorf("from a file %+v, %v; embedded %+v, %v", a.Distance, errA, b.Distance, errB)
	}
}

func TestAMapThatCannotBeOpenedLeavesTheOldOne(t *testing.T) {
	e := newEngine(t)
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(t.TempDir(), "no.rsp")
	if err := os.WriteFile(text, []byte("this is not a map, only a text of some length to get past the header"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{text: pack.ErrNotPack, filepath.Join(t.TempDir(), "gone.rsp"): os.ErrNotExist} {
		if err := e.OpenPack(path); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
	if info, err := e.Info(); err != nil || info.Name != data.SampleName {
		t.Errorf("the old map is gone: %+v, %v", info, err)
	}
}

// TestMapsAreExchangedUnderLoad swaps maps while others match, draw and ask:
// each call must finish on the map that it began with, and no map may be
// unmapped under one.
func TestMapsAreExchangedUnderLoad(t *testing.T) {
	e := newEngine(t)
	path := samplePack(t)
	if err := e.OpenPack(path); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() {
			for ctx.Err() == nil {
				if r, err := e.Match(t.Context(), match.Path(town), match.MotorVehicle); err != nil || len(r.Points) != len(town) {
					t.Errorf("match: %d points, %v", len(r.Points), err)
					return
				}
				drawn := 0
				err := e.Visit(14, geo.BoundsOf(town...).Fixed(), func(basemap.Feature) bool { drawn++; return true })
				if err != nil || drawn == 0 {
					t.Errorf("visit: %d features, %v", drawn, err)
					return
				}
			}
		})
	}
	for range 30 {
		if err := e.OpenPack(path); err != nil {
			t.Error(err)
		}
	}
	stop()
	work.Wait()
}

func TestAFileThatShrinksUnderTheMapIsAnError(t *testing.T) {
	e := newEngine(t)
	path := samplePack(t)
	if err := e.OpenPack(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 4096); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Match(t.Context(), match.Path(town), match.MotorVehicle); !errors.Is(err, pack.ErrFault) {
		t.Errorf("match: %v, want ErrFault", err)
	}
	err := e.Visit(14, geo.BoundsOf(town...).Fixed(), func(basemap.Feature) bool { return true })
	if !errors.Is(err, pack.ErrFault) {
		t.Errorf("visit: %v, want ErrFault", err)
	}
}

// TestDamagedMapsNeverPanic flips bytes all over a pack: what Open lets pass
// must either work or give an error, and Verify must find every one.
func TestDamagedMapsNeverPanic(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	folder := t.TempDir()
	good := data.SamplePack
	damaged := make([]byte, len(good))
	step := len(good)/97 + 1
	opened := 0
	for at := 11; at < len(good); at += step {
		copy(damaged, good)
		damaged[at] ^= 0x5A
		path := filepath.Join(folder, "damaged.rsp")
		if err := os.WriteFile(path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := engine.Verify(t.Context(), path, nil); err == nil {
			t.Errorf("byte %d of %d: Verify found nothing", at, len(good))
		}
		e := newEngine(t)
		if e.OpenBytes("damaged", damaged) != nil {
			continue
		}
		opened++
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		_, _ = e.Match(ctx, match.Path(town), match.MotorVehicle)
		_ = e.Visit(14, geo.BoundsOf(town...).Fixed(), func(f basemap.Feature) bool {
			for i := range f.NumParts() {
				_ = f.Part(i)
			}
			return true
		})
		if ctx.Err() != nil {
			t.Errorf("byte %d: matching does not end", at)
		}
		cancel()
	}
	if opened == 0 {
		t.Error("no damaged pack got past Open: the test does not test what it says")
	}
}

func TestVerifyOfTheEmbeddedMap(t *testing.T) {
	var last, total int64
	info, err := engine.Verify(t.Context(), samplePack(t), func(d, n int64) { last, total = d, n })
	if err != nil || info.Links == 0 || last != total || total == 0 {
		t.Errorf("%+v, %v, progress %d of %d", info, err, last, total)
	}
}

func TestImportThatIsCancelledLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	source := filepath.Join(folder, "x.osm")
	if err := os.WriteFile(source, []byte(`<osm version="0.6"><node id="1" lat="1" lon="1"/></osm>`), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := engine.Import(ctx, engine.ImportOptions{Roads: source, Out: filepath.Join(folder, "x.rsp")})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
	if files, _ := os.ReadDir(folder); len(files) != 1 {
		t.Errorf("%d files are left, want the source alone", len(files))
	}
}
