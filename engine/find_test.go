// SPDX-License-Identifier: MIT

package engine_test

import (
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
)

// sample returns an engine on the sample map, or without a map.
func searcher(t *testing.T, withMap bool) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	if withMap {
		if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func TestSearchWithoutMap(t *testing.T) {
	e := searcher(t, false)
	for text, want := range map[string]engine.Found{
		"ha noi":               {Kind: engine.FoundUnit, Name: "Thành phố Hà Nội"},
		"phuong ben thanh":     {Kind: engine.FoundUnit, Name: "Phường Bến Thành"},
		"10.7769, 106.7009":    {Kind: engine.FoundCoordinates},
		"geo:10.7769,106.7009": {Kind: engine.FoundCoordinates},
	} {
		list, err := e.Search(text, engine.SearchOptions{})
		if err != nil || len(list) == 0 || list[0].Kind != want.Kind || list[0].Name != want.Name {
			t.Errorf("%q: %+v, %v, want %+v first", text, list, err, want)
		}
	}
	for _, text := range []string{"", "avinguda", "https://maps.app.goo.gl/x"} {
		if list, err := e.Search(text, engine.SearchOptions{}); err != nil || len(list) > 0 {
			t.Errorf("%q: %+v, %v", text, list, err)
		}
	}
}

func TestSearchOnTheSampleMap(t *testing.T) {
	e := searcher(t, true)
	near := geo.Point{Lat: 42.5075, Lon: 1.5290}
	list, err := e.Search("avinguda meritxel", engine.SearchOptions{Near: near, HasNear: true, Limit: 3})
	if err != nil || len(list) == 0 || len(list) > 3 {
		t.Fatalf("%d results, %v", len(list), err)
	}
	f := list[0]
	if f.Kind != engine.FoundStreet || f.Name != "Avinguda Meritxell" || !f.HasPlace || !f.Bounds.Contains(f.At) || f.ID == 0 ||
		f.Metres != geo.Distance(near, f.At) || f.Metres > 2000 {
		t.Errorf("first %+v", f)
	}
	for i := 1; i < len(list); i++ {
		if list[i-1].Score < list[i].Score {
			t.Errorf("result %d is better than the one before it", i)
		}
	}
}

// TestFormerDistrictIsOneResult finds a district until June 2025 with all of its wards.
func TestFormerDistrictIsOneResult(t *testing.T) {
	e := searcher(t, false)
	for text, want := range map[string]struct {
		name  string
		wards int
	}{
		"quan 1": {"Quận 1", 4}, "q1": {"Quận 1", 4}, "Quận 1, TPHCM": {"Quận 1", 4}, "quan go vap": {"Quận Gò Vấp", 6},
	} {
		list, err := e.Search(text, engine.SearchOptions{Limit: 9})
		if err != nil || len(list) == 0 || list[0].Kind != engine.FoundDistrict || list[0].Name != want.name || len(list[0].Wards) != want.wards || list[0].Province != "Thành phố Hồ Chí Minh" {
			t.Errorf("%q: %+v, %v, want %+v", text, list, err, want)
		}
		for _, f := range list[1:] {
			if f.Kind == engine.FoundDistrict && f.Name == want.name && f.Province == list[0].Province || f.Kind == engine.FoundUnit && f.Unit.Former && f.Unit.FormerName == list[0].Unit.FormerName {
				t.Errorf("%q: also %+v", text, f)
			}
		}
	}
}

// TestStreetLines returns all ways of a road number, and nothing of what is no street.
func TestStreetLines(t *testing.T) {
	e := searcher(t, true)
	find := func(text string) engine.Found {
		t.Helper()
		list, err := e.Search(text, engine.SearchOptions{})
		if err != nil || len(list) == 0 {
			t.Fatalf("%q: %+v, %v", text, list, err)
		}
		return list[0]
	}
	road := find("CG-1")
	lines, err := e.StreetLines(t.Context(), road)
	if err != nil || road.Kind != engine.FoundRoad {
		t.Fatal(road, err)
	}
	box, all := geo.NoBounds, 0
	for _, line := range lines {
		box = box.Union(geo.BoundsOf(line...))
	}
	err = e.Visit(14, road.Bounds.Pad(1000).Fixed(), func(f basemap.Feature) bool {
		if f.Kind.IsRoad() && f.Ref == "CG-1" {
			all++
		}
		return true
	})
	if err != nil || all < 10 || len(lines) != all || geo.Distance(box.Center(), road.Bounds.Center()) > 500 {
		t.Errorf("%d lines round %v, want %d round %v, %v", len(lines), box, all, road.Bounds, err)
	}
	if lines, err := e.StreetLines(t.Context(), find("meritxell")); err != nil || len(lines) != 0 {
		t.Errorf("a village has %d lines, %v", len(lines), err)
	}
}

// TestKindFindsTheNearest finds the points of interest of a kind that are nearest, in both
// languages.
func TestKindFindsTheNearest(t *testing.T) {
	e := searcher(t, true)
	near := geo.Point{Lat: 42.5075, Lon: 1.5290}
	want := map[int64]float64{}
	err := e.Visit(14, geo.BoundsOf(near).Pad(8000).Fixed(), func(f basemap.Feature) bool {
		if d := geo.Distance(near, f.Part(0)[0].Point()); f.Kind == basemap.POIFuel && d < 8000 {
			want[f.ID] = d
		}
		return true
	})
	if err != nil || len(want) < 4 {
		t.Fatalf("the map has %d filling stations here, %v", len(want), err)
	}
	for _, text := range []string{"cây xăng", "cay xang", "Filling station"} {
		list, err := e.Search(text, engine.SearchOptions{Near: near, HasNear: true, Limit: 4})
		if err != nil || len(list) != 4 {
			t.Fatalf("%q: %d results, %v", text, len(list), err)
		}
		for i, f := range list {
			if d, there := want[f.ID]; f.Category != basemap.POIFuel || !there || f.Metres != d || i > 0 && f.Metres < list[i-1].Metres {
				t.Errorf("%q: result %d is %+v", text, i, f)
			}
		}
		nearer := 0
		for _, d := range want {
			if d < list[3].Metres {
				nearer++
			}
		}
		if nearer != 3 {
			t.Errorf("%q: %d stations are nearer than the fourth", text, nearer)
		}
	}
	if list, err := e.Search("cay xang", engine.SearchOptions{}); err != nil || len(list) > 0 {
		t.Errorf("without a point: %+v, %v", list, err)
	}
	if list, err := searcher(t, false).Search("hospital", engine.SearchOptions{Near: near, HasNear: true}); err != nil || len(list) > 0 {
		t.Errorf("without a map: %+v, %v", list, err)
	}
}
