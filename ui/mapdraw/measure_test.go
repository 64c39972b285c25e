// SPDX-License-Identifier: MIT

package mapdraw

import (
	"image"
	"image/color"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

func TestMeasureAndHighlightAreDrawnWhereTheyAre(t *testing.T) {
	style := maptest.Themes(t)
	m := NewMap(nil, style.Light, Options{})
	defer m.Close()
	v := view.Viewport{Center: geo.Point{Lat: 10, Lon: 106}, Zoom: 15, Width: 300, Height: 200, Scale: 1}
	ink, casing := color.RGBA{0x20, 0x20, 0x20, 0xFF}, color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
	corners := []geo.Point{v.ToPoint(50, 50), v.ToPoint(250, 50), v.ToPoint(250, 150), v.ToPoint(50, 150)}
	draw := func(o overlay.Overlay) *image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
		m.Compose(img, v, []overlay.Overlay{o})
		return img
	}
	ground := draw(overlay.Measure{}).RGBAAt(150, 100)
	line := overlay.Measure{Points: corners, Ink: ink, Casing: casing, Next: v.ToPoint(150, 100), HasNext: true}
	img := draw(line)
	for _, p := range []image.Point{{150, 50}, {250, 100}, {150, 150}} {
		if got := img.RGBAAt(p.X, p.Y); got != ink {
			t.Errorf("line at %v: %v", p, got)
		}
	}
	if got := img.RGBAAt(50, 100); got != ground {
		t.Errorf("an open line is closed: %v", got)
	}
	if got := img.RGBAAt(50, 50); got != casing {
		t.Errorf("the middle of a corner: %v", got)
	}
	line.Closed = true
	img = draw(line)
	if got := img.RGBAAt(50, 100); got != ink {
		t.Errorf("the closing line: %v", got)
	}
	if got := img.RGBAAt(150, 100); got == ground || got == ink {
		t.Errorf("within the area: %v", got)
	}
	if len(line.Points) != 4 {
		t.Error("drawing has changed the points")
	}
	img = draw(overlay.Highlight{Line: corners})
	if got := img.RGBAAt(150, 54); got == ground {
		t.Error("a highlighted line has no halo")
	}
	if got := img.RGBAAt(150, 100); got != ground {
		t.Errorf("far from a highlighted line: %v", got)
	}
}
