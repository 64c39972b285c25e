// SPDX-License-Identifier: MIT

package mapdraw

import (
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestGoldenPlaces draws places and zooms of the embedded map, and the delta.
// Update a golden picture only if its reason still holds in the new one; look at
// it.
func TestGoldenPlaces(t *testing.T) {
	themes := maptest.Themes(t)
	valley, capital := geo.Point{Lat: 42.535, Lon: 1.58}, geo.Point{Lat: 42.5075, Lon: 1.5290}
	at := func(c geo.Point, zoom float64, width, height int) view.Viewport {
		return view.Viewport{Center: c, Zoom: zoom, Width: width, Height: height, Scale: 1}
	}
	small := maptest.View
	small.Width, small.Height = 480, 360
	for _, c := range []struct {
		name   string
		reason string
		source tile.Source
		theme  style.Theme
		view   view.Viewport
	}{
		{"country", "a whole country at a wide zoom: the road net and the greatest places, nothing else", maptest.Andorra(t), themes.Light, at(valley, 10, 360, 300)},
		{"country_dark", "the same at night, when thin lines are the first to vanish", maptest.Andorra(t), themes.Dark, at(valley, 10, 360, 300)},
		{"valley", "forest and streams under roads, names of rivers along them", maptest.Andorra(t), themes.Light, at(capital, 12.5, 360, 260)},
		{"capital", "streets, numbers, a river between its roads, buildings and icons", maptest.Andorra(t), themes.Light, at(capital, 15, 280, 200)},
		{"capital_dark", "the same at night: road classes, water and buildings still told apart", maptest.Andorra(t), themes.Dark, at(capital, 15, 280, 200)},
		{"street", "wide roads with casing, arrows, names within, between buildings and icons", maptest.Andorra(t), themes.Light, at(capital, 17, 320, 240)},
		{"delta", "marks above and below letters whole, in two lines too; plates of CT, QL, ĐT, ĐH; names of river and park", maptest.Delta(), themes.Light, small},
		{"delta_dark", "the same at night", maptest.Delta(), themes.Dark, small},
	} {
		t.Run(c.name, func(t *testing.T) {
			maptest.Golden(t, c.name, c.reason, complete(t, c.source, c.theme, c.view))
		})
	}
}
