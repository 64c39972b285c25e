// SPDX-License-Identifier: MIT

package export

import (
	"image"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// complete returns the picture of a view with all its tiles and labels.
func complete(t *testing.T, src tile.Source, theme style.Theme, v view.Viewport, overlays ...overlay.Overlay) *image.RGBA {
	t.Helper()
	m := mapdraw.NewMap(src, theme, mapdraw.Options{Fonts: maptest.Fonts(t)})
	defer m.Close()
	if err := m.Wait(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	picture := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	if !m.Compose(picture, v, overlays) {
		t.Error("the picture is not complete after Wait")
	}
	return picture
}

// trip is a trip through the town that shows all elements of a trip.
func trip() []overlay.Overlay {
	at := func(x, y float64) geo.Point { return maptest.View.ToPoint(x, y) }
	route := []geo.Point{at(40, 175), at(180, 140), at(300, 120), at(420, 96), at(455, 90)}
	return []overlay.Overlay{
		overlay.Route{Selected: true, Legs: []overlay.RouteLeg{
			{Line: route, Inferred: []overlay.VertexRange{{First: 2, Last: 3}}},
			{Line: []geo.Point{at(455, 90), at(470, 130), at(500, 140)}, OffRoad: true},
		}},
		overlay.RawTrace{Points: []geo.Point{at(45, 168), at(90, 172), at(130, 148), at(180, 146), at(230, 128), at(440, 88), at(466, 126), at(497, 146)}, Selected: 2, HasSelected: true},
		overlay.Warnings{Points: []geo.Point{at(330, 150)}},
	}
}

func collide(a, b label.Laid, size float64) (bool, raster.Box) {
	for _, p := range a.Boxes {
		p = p.Add(a.Label.At.X*size, a.Label.At.Y*size)
		for _, q := range b.Boxes {
			if p.Overlaps(q.Add(b.Label.At.X*size, b.Label.At.Y*size)) {
				return true, p
			}
		}
	}
	return false, raster.Box{}
}

func inBoxes(boxes []raster.Box, x, y float64) bool {
	for _, b := range boxes {
		if x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 {
			return true
		}
	}
	return false
}
