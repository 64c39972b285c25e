// SPDX-License-Identifier: MIT

package borders

import (
	"image"
	"image/color"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestSurroundingsStandOnWhatTheyName checks the ground under each name.
func TestSurroundingsStandOnWhatTheyName(t *testing.T) {
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	theme := maptest.Themes(t).Light
	m := mapdraw.NewMap(e, theme, mapdraw.Options{})
	defer m.Close()
	for _, s := range surroundings {
		v := view.Viewport{Center: s.at, Zoom: 6, Width: 20, Height: 20, Scale: 1}
		if err := m.Wait(maptest.Patience(t), v); err != nil {
			t.Fatal(err)
		}
		img := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
		m.Compose(img, v, nil)
		want := map[style.NameKind]color.RGBA{style.Sea: theme.Ground.Sea, style.Country: theme.Ground.Abroad}[s.kind]
		if got := img.RGBAAt(10, 10); got != want {
			t.Errorf("%q stands on %v at %v, want %v", s.vi, got, s.at, want)
		}
	}
}

// TestCambodiaIsNotWrittenOverVietnam checks where its name ends in the language
// in which it is longer, at the farthest zoom: next to the frontier in Đắk Lắk.
func TestCambodiaIsNotWrittenOverVietnam(t *testing.T) {
	const frontier = 107.45
	theme := maptest.Themes(t).Light
	b := New(&quilt{empty: true}, theme, Options{Fonts: maptest.Fonts(t), Language: vietnamese})
	defer b.Close()
	v := view.Viewport{Width: 800, Height: 600, Scale: 1, Center: geo.Point{Lat: 15, Lon: 107}}
	seen := false
	for v.Zoom = 4; v.Zoom < 6; v.Zoom += view.ZoomStep {
		ox, oy := v.Origin()
		edge := raster.Box{X0: ox, Y0: oy, X1: ox + 800, Y1: oy + 600}
		for _, lb := range b.Names(nil).(UnitNames).Choose(label.NewLayouter(&theme, maptest.Fonts(t)), edge, v, label.Plan{}, nil) {
			if lb.Label.Text != "CAMPUCHIA" {
				continue
			}
			seen = true
			if end := lb.Label.At.X + lb.Label.Width/2/v.WorldSize(); end > view.Project(geo.Point{Lat: 12.8, Lon: frontier}).X {
				t.Errorf("zoom %v: it ends at %.2f° E", v.Zoom, (view.World{X: end, Y: lb.Label.At.Y}).Point().Lon)
			}
		}
	}
	if !seen {
		t.Error("it is not written")
	}
}

// TestASeaMakesWayForTheIslandsInIt draws names on the screen where two would
// overlap.
func TestASeaMakesWayForTheIslandsInIt(t *testing.T) {
	theme := maptest.Themes(t).Light
	b := New(&quilt{empty: true}, theme, Options{Fonts: maptest.Fonts(t)})
	defer b.Close()
	v := view.Viewport{Center: archipelagos[0].At, Zoom: 6, Width: 300, Height: 200, Scale: 1}
	around := func(at geo.Point) *image.RGBA {
		b.around = []placedName{{text: "Biển Đông", at: view.Project(at), kind: style.Sea}}
		return drawBorders(t, b, theme, v)
	}
	b.around = nil
	alone := drawBorders(t, b, theme, v)
	if p, d := maptest.Worst(alone, around(v.ToPoint(150, 100)), image.Point{}); d > 0 && p.Y > 80 && p.Y < 120 {
		t.Errorf("the name of the islands differs at %v where a sea is to be named on it", p)
	}
	if _, d := maptest.Worst(alone, around(v.ToPoint(150, 160)), image.Point{}); d == 0 {
		t.Error("the sea is not named where there is room")
	}
}
