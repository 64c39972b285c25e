// SPDX-License-Identifier: MIT

package view_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/view"
)

func drawPoint(t *rapid.T) geo.Point {
	return geo.Point{
		Lat: rapid.Float64Range(-80, 80).Draw(t, "lat"),
		Lon: rapid.Float64Range(-179, 179).Draw(t, "lon"),
	}
}

func drawViewport(t *rapid.T) view.Viewport {
	return view.Viewport{
		Center: drawPoint(t), Zoom: rapid.Float64Range(view.MinZoom, view.MaxZoom).Draw(t, "zoom"),
		Width: rapid.IntRange(1, 4000).Draw(t, "width"), Height: rapid.IntRange(1, 3000).Draw(t, "height"),
		Scale: rapid.Float64Range(0, 3).Draw(t, "scale"),
	}
}

// onEarth reports whether v shows nothing beyond the edges of the map, where
// dragging and zooming are limited.
func onEarth(v view.Viewport) bool {
	c := v.Center
	return math.Abs(c.Lat) < 84 && math.Abs(c.Lon) < 179
}

func TestScreenAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawViewport(t)
		x, y := rapid.Float64Range(-1000, 5000).Draw(t, "x"), rapid.Float64Range(-1000, 5000).Draw(t, "y")
		gotX, gotY := v.ToScreen(v.ToPoint(x, y))
		if p := v.ToPoint(x, y); math.Abs(p.Lat) > 85 {
			t.Skip("beyond the edge of the map")
		}
		// 2^28 pixels around the world leave 2^-25 of a pixel in a float64.
		if math.Hypot(gotX-x, gotY-y) > 1e-4 {
			t.Fatalf("pixel %v, %v comes back as %v, %v", x, y, gotX, gotY)
		}
	})
}

func TestZoomAtKeepsWhatIsUnderTheCursor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawViewport(t)
		x := rapid.Float64Range(0, float64(v.Width)).Draw(t, "x")
		y := rapid.Float64Range(0, float64(v.Height)).Draw(t, "y")
		under := v.ToPoint(x, y)
		zoomed := v.ZoomAt(x, y, rapid.Float64Range(-5, 5).Draw(t, "dz"))
		if math.Abs(under.Lat) > 84 || !onEarth(zoomed) {
			t.Skip("beyond the edge of the map")
		}
		if zoomed.Zoom < view.MinZoom || zoomed.Zoom > view.MaxZoom {
			t.Fatalf("zoom %v is out of range", zoomed.Zoom)
		}
		if gotX, gotY := zoomed.ToScreen(under); math.Hypot(gotX-x, gotY-y) > 1e-3 {
			t.Fatalf("what was at %v, %v is at %v, %v", x, y, gotX, gotY)
		}
	})
}

func TestPanMovesTheMapWithTheMouse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawViewport(t)
		dx, dy := rapid.Float64Range(-500, 500).Draw(t, "dx"), rapid.Float64Range(-500, 500).Draw(t, "dy")
		p := v.ToPoint(10, 20)
		panned := v.Pan(dx, dy)
		if math.Abs(p.Lat) > 84 || !onEarth(panned) {
			t.Skip("beyond the edge of the map")
		}
		if x, y := panned.ToScreen(p); math.Hypot(x-10-dx, y-20-dy) > 1e-3 {
			t.Fatalf("moved by %v, %v instead of %v, %v", x-10, y-20, dx, dy)
		}
	})
}

func TestFitShowsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawViewport(t)
		v.Width, v.Height = v.Width+200, v.Height+200
		a := drawPoint(t)
		b := geo.Point{
			Lat: min(a.Lat+rapid.Float64Range(0, 20).Draw(t, "tall"), 80),
			Lon: min(a.Lon+rapid.Float64Range(0, 20).Draw(t, "wide"), 180),
		}
		const padding = 30
		fit := v.Fit(geo.BoundsOf(a, b), padding)
		if fit.Zoom == view.MinZoom {
			t.Skip("the picture is too small for it at any zoom")
		}
		for _, p := range []geo.Point{a, b} {
			x, y := fit.ToScreen(p)
			if x < padding-0.01 || y < padding-0.01 || x > float64(fit.Width)-padding+0.01 || y > float64(fit.Height)-padding+0.01 {
				t.Fatalf("%v lies at %v, %v of %d×%d", p, x, y, fit.Width, fit.Height)
			}
		}
		if math.Mod(fit.Zoom, view.ZoomStep) != 0 {
			t.Fatalf("zoom %v is none that tiles are drawn for", fit.Zoom)
		}
	})
}

func TestFitOfNothingChangesNothing(t *testing.T) {
	v := view.Viewport{Center: geo.Point{Lat: 10, Lon: 106}, Zoom: 12, Width: 800, Height: 600, Scale: 1}
	if got := v.Fit(geo.NoBounds, 10); got != v {
		t.Errorf("Fit(NoBounds) = %+v, want %+v", got, v)
	}
}

func TestBoundsHoldTheCorners(t *testing.T) {
	v := view.Viewport{Center: geo.Point{Lat: 10.7765, Lon: 106.7009}, Zoom: 13.3, Width: 800, Height: 600, Scale: 1.5}
	b := v.Bounds()
	for _, corner := range [][2]float64{{1, 1}, {799, 1}, {1, 599}, {799, 599}} {
		if p := v.ToPoint(corner[0], corner[1]); !b.Contains(p) {
			t.Errorf("%+v does not hold %v at pixel %v", b, p, corner)
		}
	}
	if p := v.ToPoint(-1, -1); b.Contains(p) {
		t.Errorf("%+v holds %v outside the picture", b, p)
	}
}

func TestScaleIsSteadyUnderTheNoiseOfToolkits(t *testing.T) {
	v := view.Viewport{Center: geo.Point{Lat: 10, Lon: 106}, Zoom: 12, Width: 801, Height: 600, Scale: 1.2503}
	w := v
	w.Scale = 1.25
	if v.MetresPerPixel() != w.MetresPerPixel() {
		t.Errorf("scales 1.2503 and 1.25 give %v and %v metres per pixel", v.MetresPerPixel(), w.MetresPerPixel())
	}
}

func TestMetresPerPixel(t *testing.T) {
	v := view.Viewport{Center: geo.Point{Lat: 42.5, Lon: 1.5}, Zoom: 14, Width: 800, Height: 600, Scale: 2}
	a, b := v.ToPoint(390, 300), v.ToPoint(410, 300)
	if want, got := geo.Distance(a, b)/20, v.MetresPerPixel(); math.Abs(got/want-1) > 1e-6 {
		t.Errorf("MetresPerPixel = %v, measured %v", got, want)
	}
}

func TestScaleBar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawViewport(t)
		v.Scale = 1
		metres, pixels := v.ScaleBar()
		if pixels > 120.001 || pixels < 120/2.5-0.001 {
			t.Fatalf("a bar of %v pixels", pixels)
		}
		lead := metres / math.Pow(10, math.Floor(math.Log10(metres*1.000001)))
		if r := math.Round(lead); math.Abs(lead-r) > 1e-6 || (r != 1 && r != 2 && r != 5) {
			t.Fatalf("%v metres is not a round length", metres)
		}
		if math.Abs(pixels*v.MetresPerPixel()/metres-1) > 1e-9 {
			t.Fatalf("%v pixels are not %v metres", pixels, metres)
		}
	})
}
