// SPDX-License-Identifier: MIT

package borders

import (
	"errors"
	"image"
	"image/color"
	"strings"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestArchipelagosAreNamedWithoutBorders draws the country with nothing
// installed. Package units tests the same with the overview.
func TestArchipelagosAreNamedWithoutBorders(t *testing.T) {
	theme := maptest.Themes(t).Light
	b := New(&quilt{empty: true}, maptest.Themes(t).Light, Options{Fonts: maptest.Fonts(t)})
	defer b.Close()
	for _, size := range [][2]int{{640, 480}, {1500, 900}} {
		v := view.Viewport{Width: size[0], Height: size[1], Scale: 1}.Fit(CountryBounds(geo.NoBounds), 48)
		img := drawBorders(t, b, theme, v)
		for i, want := range []string{"Hoàng Sa", "Trường Sa"} {
			x, y := v.Snapped().ToScreen(archipelagos[i].At)
			if !strings.Contains(archipelagos[i].Text, want) || inkNear(img, int(x), int(y), theme.Background) < 200 {
				t.Errorf("%v: %q is not written at %.0f, %.0f", size, want, x, y)
			}
		}
	}
}

// inkNear counts the pixels around a position that differ from the ground.
func inkNear(img *image.RGBA, x, y int, ground color.RGBA) (n int) {
	for py := y - 20; py <= y+20; py++ {
		for px := x - 60; px <= x+60; px++ {
			if image.Pt(px, py).In(img.Rect) && img.RGBAAt(px, py) != ground {
				n++
			}
		}
	}
	return n
}

// TestAUnitIsNamedOnce checks units over a map that names places in some of them.
func TestAUnitIsNamedOnce(t *testing.T) {
	at := geo.Point{Lat: 10.78, Lon: 106.7}
	far := geo.Point{Lat: 11.2, Lon: 106.7}
	said := []label.Said{
		{Text: "thành phố hồ chí minh", At: view.Project(at)}, {Text: "bến thành", At: view.Project(at)}, {Text: "quận 1", At: view.Project(at)}, {Text: "an khánh", At: view.Project(far)},
		{Text: "sai gon", At: view.Project(at)}, {Text: "hue city", At: view.Project(at)}, {Text: "lao cai airport", At: view.Project(at)},
	}
	for _, c := range []struct {
		name Name
		want bool
	}{
		{Name{Text: "Hồ Chí Minh", Bare: "Hồ Chí Minh", Province: true, Area: 7e9}, true},
		{Name{Text: "Chí", Bare: "Chí", Province: true}, false},
		{Name{Text: "Inh", Bare: "Inh", Province: true}, false},
		{Name{Text: "Phường Bến Thành", Bare: "Bến Thành", Area: 2e6}, true},
		{Name{Text: "Phường Minh", Bare: "Minh"}, false},
		{Name{Text: "Phường An Khánh", Bare: "An Khánh", Area: 2e6}, false}, // another place of that name
		{Name{Text: "Quần đảo"}, false},
		{Name{Text: "Phường Sài Gòn", English: "Sai Gon Ward", Bare: "Sài Gòn", BareEnglish: "Sai Gon", Area: 2e6}, true},
		{Name{Text: "Huế", English: "Hue", Bare: "Huế", BareEnglish: "Hue", Province: true}, true},
		{Name{Text: "Lào Cai", English: "Lao Cai", Bare: "Lào Cai", BareEnglish: "Lao Cai", Province: true}, false},
	} {
		c.name.At = at
		if got := placeNames([]Name{c.name}, vietnamese)[len(archipelagos)].saidBy(said); got != c.want {
			t.Errorf("%q is named by the map: %v, want %v", c.name.Text, got, c.want)
		}
	}
}

// TestNamesWaitForRoom zooms in on a ward of four square kilometres.
func TestNamesWaitForRoom(t *testing.T) {
	at := geo.Point{Lat: 10.78, Lon: 106.7}
	ward := placeNames([]Name{{Text: "Phường Bến Thành", At: at, Area: 4e6}}, vietnamese)[len(archipelagos)]
	const width = 60.0 // width of its name (pixels)
	for zoom, want := range map[float64]bool{10: false, 11: false, 12: true, 15: true} {
		if got := ward.roomFor(width, view.WorldSize(zoom, 1)); got != want {
			t.Errorf("at zoom %v, 2 km are %.0f pixels: there is room is %v", zoom, view.Length(2000, at)*view.WorldSize(zoom, 1), got)
		}
	}
	if reach := ward.reach(view.WorldSize(12, 1)); reach < 25 || reach > 40 {
		t.Errorf("its name may stand %v pixels from its middle, half of its width is 27", reach)
	}
	province := placeNames([]Name{{Text: "Hưng Yên", At: at, Area: 4e6, Province: true}}, vietnamese)[len(archipelagos)]
	if !province.roomFor(width, view.WorldSize(5, 1)) {
		t.Error("the name of a province waits for room")
	}
	if island := placeNames(nil, vietnamese)[0]; !island.roomFor(width, 256) {
		t.Errorf("%q waits for room", island.text)
	}
}

// TestNamesThatAreSaidOrHaveNoRoomAreLeftOut writes wards of ten square
// kilometres at a zoom at which a name fits in them.
func TestNamesThatAreSaidOrHaveNoRoomAreLeftOut(t *testing.T) {
	theme := maptest.Themes(t).Light
	w := nameWriter{layouts: label.NewLayouter(&theme, maptest.Fonts(t))}
	at := geo.Point{Lat: 10.78, Lon: 106.7}
	f := nameFrame{Box: raster.Box{X0: 0, Y0: 0, X1: 400, Y1: 400}, size: view.WorldSize(13.5, 1), zoom: 13.5, scale: 1}
	f.origin = raster.Vec{X: view.Project(at).X*f.size - 200, Y: view.Project(at).Y*f.size - 200}
	for _, c := range []struct {
		what string
		name Name
		want bool
	}{
		{"there is room", Name{Text: "Phường Bắc", Bare: "Bắc", At: at, Area: 1e7}, true},
		{"there is no room", Name{Text: "Phường Bắc", Bare: "Bắc", At: at, Area: 1e5}, false},
		{"the map has it", Name{Text: "Phường Nam", Bare: "Nam", At: at, Area: 1e7}, false},
		{"it lies elsewhere", Name{Text: "Phường Bắc", Bare: "Bắc", At: geo.Point{Lat: 12, Lon: 106}, Area: 1e7}, false},
	} {
		written := false
		w.each(placeNames([]Name{c.name}, vietnamese)[len(archipelagos):], []label.Said{{Text: "nam", At: view.Project(at)}}, f,
			func(placedName, label.Laid, raster.Vec) bool { written = true; return true })
		if written != c.want {
			t.Errorf("%s: written is %v", c.what, written)
		}
	}
}

// TestNamesOfUnitsSlideAlongTheEdge moves a unit out of the picture. Its name
// stays whole until the unit's middle is gone, and never moves faster than the
// unit.
func TestNamesOfUnitsSlideAlongTheEdge(t *testing.T) {
	laid := label.Laid{Label: &label.Label{Kind: label.Level}, Boxes: []raster.Box{raster.Around(0, 0, 40, 9)}}
	frame := raster.Box{X0: 0, Y0: 0, X1: 300, Y1: 200}
	last := 100.0
	for x := 100.0; x >= 0; x -= 0.5 {
		p := slid(laid, raster.Vec{X: x, Y: 195}, frame)
		at := p.X
		if b := laid.Boxes[0].Add(at, p.Y); !b.Within(frame) {
			t.Fatalf("the name of a unit at %v lies at %v", x, b)
		}
		if last-at > 1.5 || at > last+0.5 {
			t.Fatalf("the name of a unit at %v jumps from %v to %v", x, last, at)
		}
		last = at
	}
}

// TestFormerDistrictsGiveWayToWards uses a map that names a district, which must
// be written only while no wards are named.
func TestFormerDistrictsGiveWayToWards(t *testing.T) {
	theme := maptest.Themes(t).Light
	src := &maptest.Features{List: []basemap.Feature{
		maptest.Feature(basemap.PlaceSuburb, "Quận 5", 0, maptest.Px(150, 110)),
		maptest.Feature(basemap.PlaceSuburb, "Bến Nghé", 0, maptest.Px(400, 300)),
	}}
	b := New(&quilt{}, theme, Options{Fonts: maptest.Fonts(t)})
	defer b.Close()
	v := maptest.View
	m := mapdraw.NewMap(src, theme, mapdraw.Options{Fonts: maptest.Fonts(t)})
	defer m.Close()
	if err := errors.Join(b.Wait(maptest.Patience(t), v), m.Wait(maptest.Patience(t), v)); err != nil {
		t.Fatal(err)
	}
	img := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	named := func(overlays ...overlay.Overlay) (district, other bool) {
		t.Helper()
		for ctx := maptest.Patience(t); !m.Compose(img, v, overlays); {
			if err := m.Wait(ctx, v); err != nil {
				t.Fatal(err)
			}
		}
		for _, lb := range m.Layout().Labels {
			district = district || lb.Label.Text == "QUẬN 5"
			other = other || lb.Label.Text != "QUẬN 5"
		}
		return district, other
	}
	for _, c := range []struct {
		what     string
		overlays []overlay.Overlay
		district bool
	}{{"alone", nil, true}, {"with wards", []overlay.Overlay{b, b.Names(m)}, false}, {"alone again", nil, true}} {
		if district, other := named(c.overlays...); district != c.district || !other {
			t.Errorf("%s: the district is named: %v, the other place: %v", c.what, district, other)
		}
	}
}

// TestBareNamesOfFormerDistrictsGiveWayToWards uses a map that names places like
// former districts, at zooms with and without names of wards.
func TestBareNamesOfFormerDistrictsGiveWayToWards(t *testing.T) {
	theme := maptest.Themes(t).Light
	b := New(&quilt{}, theme, Options{Fonts: maptest.Fonts(t)})
	defer b.Close()
	for _, c := range []struct {
		what string
		kind basemap.Kind
		name string
		zoom float64
		want bool // it is named
	}{
		{"a suburb", basemap.PlaceSuburb, "Gò Vấp", 15, false},
		{"a suburb far away", basemap.PlaceSuburb, "Gò Vấp", 11.5, false},
		{"a suburb without a ward of its name", basemap.PlaceSuburb, "Hòa Vang", 15, false},
		{"a suburb whose tone mark stands on another letter", basemap.PlaceSuburb, "Gò Vấp", 15, false},
		{"a suburb of another name", basemap.PlaceSuburb, "Gò Vắp", 15, true},
		{"a suburb named like a district elsewhere", basemap.PlaceSuburb, "Tân Bình", 15, true},
		{"a town", basemap.PlaceTown, "Gò Vấp", 13, false},
		{"a town far away", basemap.PlaceTown, "Gò Vấp", 12.75, true},
		{"a town without a ward of its name", basemap.PlaceTown, "Hòa Vang", 15, true},
		{"a city", basemap.PlaceCity, "Gò Vấp", 12.5, true},
		{"a village", basemap.PlaceVillage, "Gò Vấp", 15, true},
	} {
		src := &maptest.Features{List: []basemap.Feature{maptest.Feature(c.kind, c.name, 0, maptest.Px(256, 192))}}
		m := mapdraw.NewMap(src, theme, mapdraw.Options{Fonts: maptest.Fonts(t)})
		v := maptest.View
		v.Zoom = c.zoom
		if err := errors.Join(b.Wait(maptest.Patience(t), v), m.Wait(maptest.Patience(t), v)); err != nil {
			t.Fatal(err)
		}
		img := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
		for _, wards := range []bool{false, true} {
			var overlays []overlay.Overlay
			if wards {
				overlays = []overlay.Overlay{b, b.Names(m)}
			}
			for ctx := maptest.Patience(t); !m.Compose(img, v, overlays); {
				if err := m.Wait(ctx, v); err != nil {
					t.Fatal(err)
				}
			}
			if got := len(m.Layout().Labels) > 0; got != (c.want || !wards) {
				t.Errorf("%s at zoom %v, wards %v: it is named: %v", c.what, c.zoom, wards, got)
			}
		}
		m.Close()
	}
}
