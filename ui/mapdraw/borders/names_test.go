package borders

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestArchipelagosAreNamedWithoutBorders draws the country with nothing
// installed; package present does it with the overview.
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

// inkNear counts the pixels round a place that are not plain ground.
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

// TestAUnitIsNamedOnce looks at units over a map that names places in some.
func TestAUnitIsNamedOnce(t *testing.T) {
	at := geo.Point{Lat: 10.78, Lon: 106.7}
	far := geo.Point{Lat: 11.2, Lon: 106.7}
	said := []label.Said{
		{Text: "thành phố hồ chí minh", At: view.Project(at)}, {Text: "bến thành", At: view.Project(at)}, {Text: "quận 1", At: view.Project(at)}, {Text: "an khánh", At: view.Project(far)},
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
		{Name{Text: "Phường An Khánh", Bare: "An Khánh", Area: 2e6}, false}, // another of that name
		{Name{Text: "Quần đảo"}, false},
	} {
		c.name.At = at
		if got := placeNames([]Name{c.name})[len(archipelagos)].saidBy(said); got != c.want {
			t.Errorf("%q is said by the map: %v, want %v", c.name.Text, got, c.want)
		}
	}
}

// TestNamesWaitForRoom zooms in on a ward of four square kilometres.
func TestNamesWaitForRoom(t *testing.T) {
	at := geo.Point{Lat: 10.78, Lon: 106.7}
	ward := placeNames([]Name{{Text: "Phường Bến Thành", At: at, Area: 4e6}})[len(archipelagos)]
	const width = 60.0 // pixels of its name
	for zoom, want := range map[float64]bool{10: false, 11: false, 12: true, 15: true} {
		if got := ward.roomFor(width, view.WorldSize(zoom, 1)); got != want {
			t.Errorf("at zoom %v, 2 km are %.0f pixels: there is room is %v", zoom, view.Length(2000, at)*view.WorldSize(zoom, 1), got)
		}
	}
	if reach := ward.reach(view.WorldSize(12, 1)); reach < 25 || reach > 40 {
		t.Errorf("its name may stand %v pixels from its middle, half of its width is 27", reach)
	}
	province := placeNames([]Name{{Text: "Hưng Yên", At: at, Area: 4e6, Province: true}})[len(archipelagos)]
	if !province.roomFor(width, view.WorldSize(5, 1)) {
		t.Error("the name of a province waits for room")
	}
	if island := placeNames(nil)[0]; !island.roomFor(width, 256) {
		t.Errorf("%q waits for room", island.text)
	}
}

// TestNamesThatAreSaidOrHaveNoRoomAreLeftOut writes wards of ten square kilometres
// at a zoom at which a name fits in them.
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
		w.each(placeNames([]Name{c.name})[len(archipelagos):], []label.Said{{Text: "nam", At: view.Project(at)}}, f,
			func(placedName, label.Laid, float64, float64) bool { written = true; return true })
		if written != c.want {
			t.Errorf("%s: written is %v", c.what, written)
		}
	}
}

// TestNamesOfUnitsSlideAlongTheEdge moves a unit out of the picture: its name
// stays whole until the unit's middle is gone, and never moves faster than it.
func TestNamesOfUnitsSlideAlongTheEdge(t *testing.T) {
	laid := label.Laid{Label: &label.Label{Kind: label.Level}, Boxes: []raster.Box{raster.Around(0, 0, 40, 9)}}
	frame := raster.Box{X0: 0, Y0: 0, X1: 300, Y1: 200}
	var w nameWriter
	last := 100.0
	for x := 100.0; x >= 0; x -= 0.5 {
		at, y := w.place(laid, raster.Vec{X: x, Y: 195}, frame)
		if b := laid.Boxes[0].Add(at, y); !b.Within(frame) {
			t.Fatalf("the name of a unit at %v lies at %v", x, b)
		}
		if last-at > 1.5 || at > last+0.5 {
			t.Fatalf("the name of a unit at %v jumps from %v to %v", x, last, at)
		}
		last = at
	}
}
