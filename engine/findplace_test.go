// SPDX-License-Identifier: MIT

package engine_test

import (
	"testing"

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

// twoWards returns an engine with a map of features, and with borders of the wards Sài Gòn (west
// of 106.71) and Bến Thành (east), both of the former district Quận 1.
func twoWards(t *testing.T, features ...basemap.Feature) *engine.Engine {
	t.Helper()
	e := searcher(t, false)
	if err := e.OpenPack(placesPack(t, features...)); err != nil {
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
	return e
}

func at(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }

// TestStreetOfAnAddressComesFirst searches for streets together with a place: the street comes
// before the place if it is there, and the place before the street if it is elsewhere.
func TestStreetOfAnAddressComesFirst(t *testing.T) {
	street := func(name string, lat, lon float64) basemap.Feature {
		return basemap.NewFeature(basemap.Feature{Kind: basemap.RoadSecondary, Name: name}, []geo.Fixed{at(lat, lon), at(lat, lon+0.002)})
	}
	e := twoWards(t, street("Lê Lợi", 10.773, 106.702), street("Nguyễn Huệ", 10.774, 106.703), street("Pasteur", 10.775, 106.712))
	for text, want := range map[string]string{
		"le loi, q1": "street Lê Lợi", "le loi q1": "street Lê Lợi", "lê lợi, quận 1, tphcm": "street Lê Lợi",
		"12 nguyen hue, q1": "street Nguyễn Huệ", "12 nguyen hue": "street Nguyễn Huệ",
		"5 Lê Lợi, phường Sài Gòn": "street Lê Lợi", "pasteur, bến thành": "street Pasteur",
		"pasteur, phường sài gòn": "unit Phường Sài Gòn",
		"q1":                      "former_district Quận 1", "quận 1, tphcm": "former_district Quận 1", "ben thanh, q1": "unit Phường Bến Thành",
	} {
		list, err := e.Search(text, engine.SearchOptions{})
		if err != nil || len(list) == 0 {
			t.Errorf("%q: %v, %v", text, list, err)
			continue
		}
		if got := string(list[0].Kind) + " " + list[0].Name; got != want {
			t.Errorf("%q finds %s first, want %s", text, got, want)
		}
	}
	list, err := e.Search("le loi, q1", engine.SearchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if f.Kind == engine.FoundDistrict || f.Kind == engine.FoundUnit {
			t.Errorf("le loi, q1 also finds %s", f.Name)
		}
	}
}

// TestKindInAPlace finds the points of interest of a kind in the ward that the text names, and not
// those that are nearer outside it.
func TestKindInAPlace(t *testing.T) {
	poi := func(kind basemap.Kind, name string, lat, lon float64) basemap.Feature {
		return basemap.NewFeature(basemap.Feature{Kind: kind, Name: name}, []geo.Fixed{at(lat, lon)})
	}
	e := twoWards(t,
		poi(basemap.POIFuel, "Petrolimex 7", 10.775, 106.715), // in Bến Thành
		poi(basemap.POIFuel, "", 10.779, 106.701),             // in Sài Gòn
		poi(basemap.POIFuel, "SFC", 10.772, 106.709),
		poi(basemap.POIBusStop, "Cây xăng", 10.775, 106.705),
		poi(basemap.POIMarket, "Chợ Sài Gòn", 10.773, 106.703),
		poi(basemap.POIMarket, "Chợ Cũ", 10.775, 106.709),
	)
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
