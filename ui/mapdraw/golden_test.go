// SPDX-License-Identifier: MIT

package mapdraw

import (
	"image"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestGolden draws the town in the ways that the names say. Update a golden
// picture only if its reason below still holds in the new one; look at it.
func TestGolden(t *testing.T) {
	themes := maptest.Themes(t)
	near := maptest.View
	near.Zoom, near.Center = 17, maptest.View.ToPoint(170, 240)
	far := maptest.View
	far.Zoom = 12.5
	fine := maptest.View
	fine.Scale, fine.Width, fine.Height = 2, 600, 440
	between := maptest.View
	between.Zoom, between.Width = 15.1, 440
	for _, c := range []struct {
		name     string
		reason   string
		theme    style.Theme
		view     view.Viewport
		overlays []overlay.Overlay
	}{
		{"light", "every kind: casing, bridge above, tunnel dashed, hole in the park, names", themes.Light, maptest.View, nil},
		{"dark", "the same at night: nothing vanishes in its ground", themes.Dark, maptest.View, nil},
		{"near", "one-way arrows, wide roads with names within", themes.Light, near, nil},
		{"far", "minor roads gone, thin lines even", themes.Light, far, nil},
		{"fine", "a dense display: the same map, sharper", themes.Light, fine, nil},
		{"between", "a zoom between two levels: scaled tiles that still fit together", themes.Light, between, nil},
		{"trip", "raw dots over route, inferred dashed, off road dotted, halo, warning", themes.Light, maptest.View, trip()},
		{"trip_dark", "the same at night", themes.Dark, maptest.View, trip()},
	} {
		t.Run(c.name, func(t *testing.T) {
			maptest.Golden(t, c.name, c.reason, complete(t, maptest.Town(), c.theme, c.view, c.overlays...))
		})
	}
}

// TestGoldenMarks draws every icon.
func TestGoldenMarks(t *testing.T) {
	themes := maptest.Themes(t)
	src, center := maptest.Marks()
	v := view.Viewport{Center: center, Zoom: 18.5, Width: 640, Height: 470, Scale: 1}
	maptest.Golden(t, "marks", "an icon for each kind, told apart by shape; names under them, house numbers and buildings", complete(t, src, themes.Light, v))
	maptest.Golden(t, "marks_dark", "the same at night", complete(t, src, themes.Dark, v))
}

// complete returns the picture of a view with all its tiles and labels.
func complete(t *testing.T, src tile.Source, theme style.Theme, v view.Viewport, overlays ...overlay.Overlay) *image.RGBA {
	t.Helper()
	m := NewMap(src, theme, Options{Fonts: maptest.Fonts(t)})
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

func TestGoldenSwatches(t *testing.T) {
	themes := maptest.Themes(t)
	for _, c := range []struct {
		name  string
		theme style.Theme
	}{{"swatches_light", themes.Light}, {"swatches_dark", themes.Dark}} {
		all := image.NewRGBA(image.Rect(0, 0, 72, 24*int(export.SampleUnit+1)))
		for s := range export.SampleUnit + 1 {
			one := export.Swatch(c.theme, s, 72, 24, 1)
			copy(all.Pix[int(s)*24*all.Stride:], one.Pix)
		}
		maptest.Golden(t, c.name, "samples differ in shape as well as in colour", all)
	}
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
		overlay.Marks{Points: []geo.Point{at(180, 142), at(184, 143), at(250, 126)}, Symbol: overlay.SymbolStop},
		overlay.Marks{Points: []geo.Point{at(497, 146)}, Symbol: overlay.SymbolEnd},
		overlay.Marks{Points: []geo.Point{at(45, 168)}, Symbol: overlay.SymbolStart},
	}
}
