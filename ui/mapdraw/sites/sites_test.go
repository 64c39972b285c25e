// SPDX-License-Identifier: MIT

package sites_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"strings"
	"testing"

	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/sites"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// drawn returns the picture of places and the box of what was painted.
func drawn(t *testing.T, v view.Viewport, theme *style.Theme, list ...sites.Site) image.Rectangle {
	t.Helper()
	p := raster.NewPicture(v.Width, v.Height, theme.Background)
	sites.New(list, maptest.Fonts(t)).Draw(overlay.NewCanvas(p, theme, 1), v)
	var box image.Rectangle
	ground := theme.Background
	for y := range v.Height {
		for x := range v.Width {
			if at := p.Dst.RGBAAt(x, y); at != (color.RGBA{ground.R, ground.G, ground.B, 0xff}) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// TestPlaceHasItsRadius draws a place at zooms at which its circle is large and tiny, in both
// themes.
func TestPlaceHasItsRadius(t *testing.T) {
	themes := maptest.Themes(t)
	for _, theme := range []*style.Theme{&themes.Light, &themes.Dark} {
		v := maptest.View
		v.Scale = 1
		for _, zoom := range []float64{15, 8} {
			v.Zoom = zoom
			site := sites.Site{At: v.Center, Radius: 100 * v.MetresPerPixel()}
			want := 200
			if zoom == 8 {
				site.Radius, want = 50, 9
			}
			box := drawn(t, v, theme, site)
			if got := box.Dx(); got < want || got > want+8 || box.Dy() < want || box.Dy() > want+8 {
				t.Errorf("zoom %v: the circle is %v, want a width of %d and a rim", zoom, box, want)
			}
			site.Name = "Kho Bình Tân"
			if named := drawn(t, v, theme, site); named.Min.Y >= box.Min.Y-5 {
				t.Errorf("zoom %v: there is no name above the circle: %v", zoom, named)
			}
		}
	}
}

func TestPlaceBeyondTheEdgeIsNotDrawn(t *testing.T) {
	themes := maptest.Themes(t)
	v := maptest.View
	far := v.Center
	far.Lat++
	if box := drawn(t, v, &themes.Light, sites.Site{Name: "Kho", At: far, Radius: 100}); !box.Empty() {
		t.Errorf("it is drawn in %v", box)
	}
}

// TestPictureNamesThePlaces exports two places at one point: the names must not overlap, so
// that the second is omitted.
func TestPictureNamesThePlaces(t *testing.T) {
	v := maptest.View
	places := sites.New([]sites.Site{{Name: "Kho", At: v.Center, Radius: 100}, {Name: "Bãi", At: v.Center, Radius: 100}}, maptest.Fonts(t))
	o := export.Options{
		Theme: maptest.Themes(t).Light, Fonts: maptest.Fonts(t), View: v, Width: v.Width, Height: v.Height,
		Overlays: []overlay.Overlay{places},
	}
	var svg bytes.Buffer
	if err := export.SVG(context.Background(), &svg, o); err != nil {
		t.Fatal(err)
	}
	if text := svg.String(); !strings.Contains(text, "Kho") || strings.Contains(text, "Bãi") {
		t.Errorf("the picture names Kho: %t, Bãi: %t; want Kho alone", strings.Contains(text, "Kho"), strings.Contains(text, "Bãi"))
	}
}
