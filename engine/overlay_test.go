// SPDX-License-Identifier: MIT

package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
	"roadsnap/internal/boundarytest"
)

// bordersPack writes a pack that holds nothing but the border of one ward.
func bordersPack(t testing.TB, name string) string {
	t.Helper()
	at := func(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }
	return boundarytest.Pack(t, boundary.Source{
		Groups: []uint32{1},
		Areas:  []boundary.Area{{Code: 4, Parts: []boundary.Part{{{at(21, 105), at(21, 106), at(22, 106), at(22, 105)}}}}},
	}, pack.Meta{Name: name})
}

// have returns the names of the map, of the overlay ("-" for none), and of the pack whose
// borders are used ("overview" where no pack has any).
func have(t *testing.T, e *engine.Engine) (mapName, overlay, borders string) {
	t.Helper()
	mapName, overlay, borders = "-", "-", "overview"
	if info, err := e.Info(); err == nil {
		mapName = info.Meta.Name
	} else if !errors.Is(err, engine.ErrNoMap) {
		t.Error(err)
	}
	if info, there := e.Overlay(); there {
		overlay = info.Meta.Name
	}
	meta, installed, err := e.Borders()
	if err != nil {
		t.Error(err)
	}
	wards := false
	if err := e.Atlas(func(a *units.Atlas) error { wards = a.HasWards(); return nil }); err != nil || wards != installed {
		t.Errorf("borders of wards %v, %v, want %v", wards, err, installed)
	}
	if installed {
		borders = meta.Name
	}
	return mapName, overlay, borders
}

func TestBordersLieBesideTheRoads(t *testing.T) {
	const roads = "Andorra (sample)"
	files := map[string]string{
		"roads": samplePack(t), "wards": bordersPack(t, "wards"), "others": bordersPack(t, "others"),
		"gone": filepath.Join(t.TempDir(), "gone.rsp"),
	}
	for _, c := range []struct {
		name                  string
		do                    []string
		mapName, overlay, use string
	}{
		{"borders after roads", []string{"add roads", "add wards"}, roads, "wards", "wards"},
		{"roads after borders", []string{"add wards", "add roads"}, roads, "wards", "wards"},
		{"other borders", []string{"add roads", "add wards", "add others"}, roads, "others", "others"},
		{"other roads", []string{"add roads", "add wards", "add roads"}, roads, "wards", "wards"},
		{"borders alone, then others", []string{"add wards", "add others"}, "others", "-", "others"},
		{"nothing but roads", []string{"add roads"}, roads, "-", "overview"},
		{"a file that is not there", []string{"add roads", "add wards", "add gone"}, roads, "wards", "wards"},
		{"borders dropped", []string{"add roads", "add wards", "drop borders"}, roads, "-", "overview"},
		{"map dropped", []string{"add roads", "add wards", "drop map"}, "wards", "-", "wards"},
		{"the only map is not dropped", []string{"add roads", "drop map"}, roads, "-", "overview"},
		{"no borders to drop", []string{"add wards", "drop borders"}, "wards", "-", "wards"},
		{"a map of its own takes all away", []string{"add roads", "add wards", "open roads"}, roads, "-", "overview"},
		{"closed", []string{"add roads", "add wards", "close"}, "-", "-", "overview"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEngine(t)
			for _, step := range c.do {
				var err error
				switch verb, what := step[:4], step[max(0, len(step)-5):]; {
				case step == "close":
					err = e.Close()
				case step == "drop map":
					e.DropMap()
				case step == "drop borders":
					e.DropBorders()
				case step == "add gone":
					if _, err := e.AddPack(files["gone"]); !errors.Is(err, os.ErrNotExist) {
						t.Errorf("a file that is not there: %v", err)
					}
				case step == "add others":
					_, err = e.AddPack(files["others"])
				case verb == "open":
					err = e.OpenPack(files[what])
				default:
					var overlay bool
					if overlay, err = e.AddPack(files[what]); overlay != (what == "wards" && step != c.do[0]) {
						t.Errorf("%s: overlay %v", step, overlay)
					}
				}
				if err != nil {
					t.Fatalf("%s: %v", step, err)
				}
			}
			if m, b, u := have(t, e); m != c.mapName || b != c.overlay || u != c.use {
				t.Errorf("map %q, overlay %q, borders of %q, want %q, %q, %q", m, b, u, c.mapName, c.overlay, c.use)
			}
			if c.mapName == roads {
				if _, err := e.Match(t.Context(), match.Path(town), match.Car); err != nil {
					t.Errorf("the roads: %v", err)
				}
			}
		})
	}
}

// TestBordersComeAndGoUnderLoad has others ask for them meanwhile: no pack may be
// unmapped under one.
func TestBordersComeAndGoUnderLoad(t *testing.T) {
	e := newEngine(t)
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	wards := bordersPack(t, "wards")
	stop := make(chan struct{})
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				err := e.Atlas(func(a *units.Atlas) error {
					if at, found := a.Locate(geo.Point{Lat: 21.2, Lon: 105.8}); !found || at.Province.Code != "01" {
						t.Errorf("found %v, %+v", found, at)
					}
					return nil
				})
				info, there := e.Overlay()
				if err != nil || there && info.Meta.Name != "wards" {
					t.Errorf("%v, overlay %v: %+v", err, there, info)
				}
			}
		})
	}
	for range 50 {
		if overlay, err := e.AddPack(wards); err != nil || !overlay {
			t.Errorf("%v, overlay %v", err, overlay)
		}
		e.DropBorders()
	}
	close(stop)
	work.Wait()
}

func TestMapHeldInMemoryComesBeforeTheBorders(t *testing.T) {
	e := newEngine(t)
	if _, err := e.AddPack(bordersPack(t, "wards")); err != nil {
		t.Fatal(err)
	}
	if err := e.AddBytes("held", data.SamplePack); err != nil {
		t.Fatal(err)
	}
	info, err := e.Info()
	if _, overlay, _ := have(t, e); err != nil || info.Name != "held" || overlay != "wards" {
		t.Errorf("the map is %q, the overlay %q, %v", info.Name, overlay, err)
	}
}
