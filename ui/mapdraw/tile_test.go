// SPDX-License-Identifier: MIT

package mapdraw

import (
	"image"
	"testing"

	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

func TestTilesOfCoverTheView(t *testing.T) {
	for _, v := range []view.Viewport{
		maptest.View,
		{Center: maptest.View.Center, Zoom: 12.1, Width: 1500, Height: 900, Scale: 1.25},
		{Center: maptest.View.Center, Zoom: 3, Width: 4000, Height: 3000, Scale: 1},
	} {
		v := v.Clamp().Snapped()
		r := view.TilesOf(v, view.GridOf(v))
		ox, oy := v.Origin()
		place := placer{ox: ox, oy: oy, size: v.WorldSize()}
		var cover image.Rectangle
		for _, k := range r.Keys() {
			cover = cover.Union(place.rect(k))
		}
		whole := image.Rect(0, 0, v.Width, v.Height)
		world := image.Rect(int(-ox), int(-oy), int(v.WorldSize()-ox), int(v.WorldSize()-oy))
		if want := whole.Intersect(world); !want.In(cover) {
			t.Errorf("%+v: tiles cover %v, not %v", v, cover, want)
		}
	}
}
