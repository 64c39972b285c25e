// SPDX-License-Identifier: MIT

package label

import (
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// markAt gathers a point of interest at a pixel of the tile at zoom 17.
func markAt(l *Gatherer, k basemap.Kind, name string, x, y float64) {
	l.Point(basemap.NewFeature(basemap.Feature{Kind: k, Name: name}, []geo.Fixed{{}}), raster.Vec{X: x, Y: y})
}

// TestMarksDropTheirNames checks that of two near marks the less important one keeps its
// icon without its name, and that one under another icon is left out.
func TestMarksDropTheirNames(t *testing.T) {
	themes := maptest.Themes(t)
	l := NewGatherer(&themes.Light, maptest.Fonts(t))
	l.Begin(raster.Vec{}, 256<<17, 17, 1, 0)
	markAt(&l, basemap.POIHospital, "Bệnh viện", 100, 100)
	markAt(&l, basemap.POIFuel, "Petrolimex", 100, 78) // its name would lie on the hospital's icon
	markAt(&l, basemap.POIATM, "", 103, 103)           // under the hospital's icon
	markAt(&l, basemap.POIFuel, "", 200, 100)
	markAt(&l, basemap.POIFuel, "", 221, 100) // unnamed marks may be near each other
	markAt(&l, basemap.POIShop, "", 300, 300)
	texts := map[string]int{}
	for _, lb := range ForPicture([]Set{l.Finish()}, nil, Page{Box: raster.Sized(512, 512)}, 256<<17, 1, 1, func() bool { return false }) {
		if lb.Label.Kind != Mark {
			t.Errorf("%q is not a mark", lb.Label.Text)
		}
		texts[lb.Label.Site.Kind.String()+" "+lb.Label.Text]++
	}
	want := map[string]int{"poi_hospital Bệnh viện": 1, "poi_fuel ": 3, "poi_shop ": 1}
	if len(texts) != len(want) {
		t.Errorf("chosen %v, want %v", texts, want)
	}
	for text, n := range want {
		if texts[text] != n {
			t.Errorf("%q is written %d times, want %d", text, texts[text], n)
		}
	}
}

// TestMarksStay checks that a mark that the edge would cut is left out, not moved.
func TestMarksStay(t *testing.T) {
	themes := maptest.Themes(t)
	l := NewGatherer(&themes.Light, maptest.Fonts(t))
	l.Begin(raster.Vec{}, 256<<17, 17, 1, 0)
	markAt(&l, basemap.POIATM, "", 3, 3)
	markAt(&l, basemap.POIATM, "", 50, 50)
	laid := ForPicture([]Set{l.Finish()}, nil, Page{Box: raster.Sized(512, 512)}, 256<<17, 1, 1, func() bool { return false })
	if len(laid) != 1 || laid[0].Label.At != (view.World{X: 50.0 / (256 << 17), Y: 50.0 / (256 << 17)}) {
		t.Errorf("chosen %v, want the one in the middle", laid)
	}
}

// TestMarkAt finds the mark whose icon or name is at a place.
func TestMarkAt(t *testing.T) {
	themes := maptest.Themes(t)
	l := NewGatherer(&themes.Light, maptest.Fonts(t))
	l.Begin(raster.Vec{}, 256<<17, 17, 1, 0)
	markAt(&l, basemap.POIHospital, "Bệnh viện", 100, 100)
	laid := ForPicture([]Set{l.Finish()}, nil, Page{Box: raster.Sized(512, 512)}, 256<<17, 1, 1, func() bool { return false })
	v := view.Viewport{Zoom: 17, Scale: 1, Width: 512, Height: 512}
	pixel := func(x, y float64) geo.Point { return view.World{X: x / v.WorldSize(), Y: y / v.WorldSize()}.Point() }
	shown := &Layout{Labels: laid}
	for _, c := range []struct {
		name string
		x, y float64
		want bool
	}{{"the icon", 104, 97, true}, {"the name under it", 90, 117, true}, {"to the right of it", 130, 100, false}, {"above it", 100, 80, false}} {
		place, ok := shown.MarkAt(pixel(c.x, c.y), v)
		if ok != c.want || ok && geo.Distance(place, pixel(100, 100)) > 0.01 {
			t.Errorf("%s: %v, %v", c.name, place, ok)
		}
	}
	if _, ok := (*Layout)(nil).MarkAt(pixel(100, 100), v); ok {
		t.Error("a map without labels has a mark")
	}
}
