// SPDX-License-Identifier: MIT

package mapdraw

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/maptest"
)

// TestFrameOfTheSmallestFaultIsSeen frames a gap of zero size. On the map and in
// a vector picture there must be a frame around its disc.
func TestFrameOfTheSmallestFaultIsSeen(t *testing.T) {
	theme := maptest.Themes(t).Light
	at := maptest.View.ToPoint(200, 150)
	faults := overlay.Faults{Points: []geo.Point{at}, Framed: []geo.Bounds{geo.BoundsOf(at)}}
	m := NewMap(nil, theme, Options{})
	defer m.Close()
	img := image.NewRGBA(image.Rect(0, 0, maptest.View.Width, maptest.View.Height))
	m.Compose(img, maptest.View, []overlay.Overlay{faults})
	for _, c := range []struct {
		what   string
		dx, dy int
		drawn  bool
	}{{"disc", 0, -5, true}, {"ground in the frame", 9, 9, true}, {"beyond the frame", 20, 0, false}} {
		if drawn := img.RGBAAt(200+c.dx, 150+c.dy) != theme.Background; drawn != c.drawn {
			t.Errorf("%s: drawn is %v", c.what, drawn)
		}
	}
	o := export.Options{Theme: theme, Fonts: maptest.Fonts(t), View: maptest.View, Width: 560, Height: 420, Scale: 1, Overlays: []overlay.Overlay{faults}}
	var svg bytes.Buffer
	if err := export.SVG(t.Context(), &svg, o); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(svg.String(), `stroke-dasharray="6 4"`) {
		t.Error("the vector picture has no frame")
	}
}
