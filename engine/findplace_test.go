// SPDX-License-Identifier: MIT

package engine_test

import (
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/basemap"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/packtest"
	"roadsnap/engine/pack"
	"roadsnap/engine/search"
	"roadsnap/internal/boundarytest"
)

// placesPack returns a pack with points of interest, each with a name and its place, that can be
// searched.
func placesPack(t *testing.T, features ...basemap.Feature) string {
	t.Helper()
	layers, index := basemap.NewBuilder(), &search.Builder{}
	for i, f := range features {
		f.ID = int64(i + 1)
		points := f.Part(0)
		if err := layers.Add(f, points); err != nil {
			t.Fatal(err)
		}
		index.Add(f, points)
	}
	return packtest.File(t, layers, index)
}

// TestKindInAPlace finds the points of interest of a kind in the ward that the text names, and not
// those that are nearer outside it.
func TestKindInAPlace(t *testing.T) {
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	at := func(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }
	poi := func(kind basemap.Kind, name string, lat, lon float64) basemap.Feature {
		return basemap.NewFeature(basemap.Feature{Kind: kind, Name: name}, []geo.Fixed{at(lat, lon)})
	}
	err = e.OpenPack(placesPack(t,
		poi(basemap.POIFuel, "Petrolimex 7", 10.775, 106.715), // in Bến Thành
		poi(basemap.POIFuel, "", 10.779, 106.701),             // in Sài Gòn
		poi(basemap.POIFuel, "SFC", 10.772, 106.709),
		poi(basemap.POIBusStop, "Cây xăng", 10.775, 106.705),
		poi(basemap.POIMarket, "Chợ Sài Gòn", 10.773, 106.703),
		poi(basemap.POIMarket, "Chợ Cũ", 10.775, 106.709),
	))
	if err != nil {
		t.Fatal(err)
	}
	square := func(west float64) []boundary.Part {
		return []boundary.Part{{{at(10.77, west), at(10.77, west+0.01), at(10.78, west+0.01), at(10.78, west)}}}
	}
	wards := boundarytest.Pack(t, boundary.Source{
		Groups: []uint32{79}, Areas: []boundary.Area{{Code: 26740, Parts: square(106.70)}, {Code: 26743, Parts: square(106.71)}},
	}, pack.Meta{})
	if _, err := e.AddPack(wards); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]int64{
		"cay xang phuong sai gon": {3, 2}, "cây xăng, phường Sài Gòn": {3, 2}, "xăng, bến thành": {1},
		"cho phuong sai gon": {6, 5}, "cho sai gon": {5},
		"atm, phường Sài Gòn": nil,
	} {
		list, err := e.Search(text, engine.SearchOptions{Near: at(10.775, 106.711).Point(), HasNear: true})
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, f := range list {
			if f.Kind == engine.FoundPOI {
				got = append(got, f.ID)
			}
		}
		if len(got) < len(want) || want == nil && len(got) > 0 {
			t.Errorf("%q finds %v, want %v", text, got, want)
			continue
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%q finds %v, want %v first", text, got, want)
				break
			}
		}
	}
}
