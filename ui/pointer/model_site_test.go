// SPDX-License-Identifier: MIT

package pointer_test

import (
	"testing"

	"roadsnap/assets"
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/pointer"
	"roadsnap/ui/text"
)

func words(t *testing.T, language string) text.Catalogue {
	t.Helper()
	w, err := text.Load(assets.Translations(), language)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestSites finds the point of interest whose mark was clicked, its address, and otherwise
// the nearest street with a name.
func TestSites(t *testing.T) {
	at := func(north, east float64) geo.Point { return geo.Point{Lat: north / 111_195, Lon: east / 111_195} }
	point := func(f basemap.Feature, north, east float64) basemap.Feature {
		return basemap.NewFeature(f, []geo.Fixed{at(north, east).Fixed()})
	}
	street := basemap.NewFeature(basemap.Feature{ID: 9, Kind: basemap.RoadPrimary, Name: "Lê Lợi"}, []geo.Fixed{at(-30, -500).Fixed(), at(-30, 500).Fixed()})
	town := paper{close: []basemap.Feature{
		street,
		point(basemap.Feature{ID: 1, Kind: basemap.POIHospital, Name: "Chợ Rẫy", NameEn: "Cho Ray"}, 0, 0),
		point(basemap.Feature{ID: 2, Kind: basemap.POIPharmacy}, 0, 300),
		point(basemap.Feature{ID: 3, Kind: basemap.HouseNumber, Name: "201B", Ref: "Nguyễn Chí Thanh"}, 10, 5),
		point(basemap.Feature{ID: 4, Kind: basemap.HouseNumber, Name: "99", Ref: "Xa"}, 10, 40),
	}}
	sites := pointer.SitesOf(town)
	for _, c := range []struct {
		name  string
		where pointer.Where
		id    int64
		title string
		facts [2]string
	}{
		{"with an address", pointer.Where{At: at(20, 0), Mark: at(2, 2), HasMark: true}, 1, "Chợ Rẫy", [2]string{"201B Nguyễn Chí Thanh", "Lê Lợi"}},
		{"without a name or an address", pointer.Where{Mark: at(0, 300), HasMark: true}, 2, "Nhà thuốc", [2]string{"", "Lê Lợi"}},
		{"by its name", pointer.Where{Mark: at(0, 0), HasMark: true, Name: "Chợ Rẫy"}, 1, "Chợ Rẫy", [2]string{"201B Nguyễn Chí Thanh", "Lê Lợi"}},
		{"by another name", pointer.Where{Mark: at(0, 0), HasMark: true, Name: "Từ Dũ"}, 0, "", [2]string{}},
		{"no mark", pointer.Where{At: at(0, 0)}, 0, "", [2]string{}},
		{"too far", pointer.Where{Mark: at(20, 20), HasMark: true}, 0, "", [2]string{}},
	} {
		h := hitTest(sites, c.where)
		if h.HasSite != (c.id != 0) || h.Site.ID != c.id || h.Site.Address != c.facts[0] || h.Site.RoadName != c.facts[1] {
			t.Errorf("%s: %v, %+v", c.name, h.HasSite, h.Site)
		}
		if h.HasSite && h.Site.Title(words(t, "vi")) != c.title {
			t.Errorf("%s: the title is %q, want %q", c.name, h.Site.Title(words(t, "vi")), c.title)
		}
		pointer.RoadsOf(town).HitTest(pointer.Where{At: at(-30, 0), Radius: 50, Zoom: 17}, &h)
		if h.HasRoad == h.HasSite {
			t.Errorf("%s: point of interest %v, road %v", c.name, h.HasSite, h.HasRoad)
		}
	}
	h := hitTest(sites, pointer.Where{Mark: at(0, 0), HasMark: true})
	if got := h.Line(words(t, "vi")); got != "Chợ Rẫy · Bệnh viện" {
		t.Errorf("the line is %q", got)
	}
	if got := h.Site.Title(words(t, "en")); got != "Cho Ray" {
		t.Errorf("the English title is %q", got)
	}
}
