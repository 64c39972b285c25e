// SPDX-License-Identifier: MIT

package sites_test

import (
	"image/color"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/sites"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestAreas draws a square with a hole and a corridor, and looks at their colours.
func TestAreas(t *testing.T) {
	themes := maptest.Themes(t)
	v := view.Viewport{Center: geo.Point{Lat: 10.77, Lon: 106.7}, Zoom: 14, Width: 400, Height: 300, Scale: 1}
	plane := geo.NewPlane(v.Center)
	metres := v.MetresPerPixel()
	at := func(x, y float64) geo.Point { return plane.Point(geo.XY{X: x * metres, Y: y * metres}) } // pixels from the middle
	square := func(half float64) []geo.Point {
		return []geo.Point{at(-half, -half), at(half, -half), at(half, half), at(-half, half)}
	}
	red := color.RGBA{0xd3, 0x2f, 0x2f, 0xff}
	draw := func(areas ...sites.Area) *raster.Picture {
		p := raster.NewPicture(v.Width, v.Height, themes.Light.Background)
		sites.New(nil, maptest.Fonts(t), areas...).Draw(overlay.NewCanvas(p, &themes.Light, 1), v)
		return p
	}
	ground := draw().Dst.RGBAAt(5, 5)
	p := draw(sites.Area{Name: "Bãi", Rings: [][]geo.Point{square(80), square(40)}, Ink: red})
	if got := p.Dst.RGBAAt(280, 150); got != red {
		t.Errorf("the border is %v", got)
	}
	if got := p.Dst.RGBAAt(260, 150); got == ground || got == red {
		t.Errorf("the area is %v", got)
	}
	if got := p.Dst.RGBAAt(200, 150); got != ground {
		t.Errorf("the hole is %v, the ground %v", got, ground)
	}
	p = draw(sites.Area{Name: "Đường", Line: []geo.Point{at(-100, 0), at(100, 0)}, Width: 40 * metres, Ink: red})
	if got := p.Dst.RGBAAt(200, 150); got != red {
		t.Errorf("the line is %v", got)
	}
	if inside, outside := p.Dst.RGBAAt(200, 165), p.Dst.RGBAAt(200, 175); inside == ground || outside != ground {
		t.Errorf("15 px from the line it is %v, at 25 px %v", inside, outside)
	}
	far := draw(sites.Area{Name: "xa", Rings: [][]geo.Point{{{Lat: 20, Lon: 105}, {Lat: 20, Lon: 105.1}, {Lat: 20.1, Lon: 105.1}}}, Ink: red})
	for y := range v.Height {
		for x := range v.Width {
			if far.Dst.RGBAAt(x, y) != ground {
				t.Fatalf("an area 1,000 km away is drawn at %d, %d", x, y)
			}
		}
	}
}
