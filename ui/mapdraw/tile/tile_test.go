// SPDX-License-Identifier: MIT

package tile

import (
	"image"
	"testing"

	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestTilesShowNoSeams compares four tiles with one picture that covers all four.
func TestTilesShowNoSeams(t *testing.T) {
	themes := maptest.Themes(t)
	for _, step := range []int16{44, 57, 60, 63, 68} {
		for seed := range uint64(2) {
			src := maptest.Crowd(seed, 400)
			v := maptest.View
			v.Zoom = float64(step) * view.ZoomStep
			corner := view.TilesOf(v, view.GridOf(v)).Keys()[0]
			large := NewPainter(&themes.Light, nil)
			large.Side = 2 * view.TileSize
			large.Picture.Dst = image.NewRGBA(image.Rect(0, 0, large.Side, large.Side))
			whole, err := large.Paint(src, corner, maptest.Never)
			if err != nil {
				t.Fatal(err)
			}
			small := NewPainter(&themes.Light, nil)
			for i := range int32(4) {
				key := corner
				key.X, key.Y = key.X+i%2, key.Y+i/2
				one, err := small.Paint(src, key, maptest.Never)
				if err != nil {
					t.Fatal(err)
				}
				if one.Picture == nil {
					continue
				}
				at := image.Pt(int(i%2)*view.TileSize, int(i/2)*view.TileSize)
				// Coordinates in single precision are rounded differently in the
				// two pictures: a 200th of a pixel, or one step of colour.
				if p, d := maptest.Worst(one.Picture, whole.Picture, at); d > 3 {
					t.Errorf("step %d, seed %d, tile %d: pixel %v differs by %d", step, seed, i, p, d)
				}
			}
		}
	}
}

func TestPainterForgetsTheTileBefore(t *testing.T) {
	themes := maptest.Themes(t)
	src := maptest.Crowd(9, 300)
	keys := view.TilesOf(maptest.View, view.GridOf(maptest.View)).Grow().Keys()
	used := NewPainter(&themes.Dark, maptest.Fonts(t))
	for _, k := range keys {
		if _, err := used.Paint(src, k, maptest.Never); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range keys {
		again, _ := used.Paint(src, k, maptest.Never)
		fresh, _ := NewPainter(&themes.Dark, maptest.Fonts(t)).Paint(src, k, maptest.Never)
		if (again.Picture == nil) != (fresh.Picture == nil) {
			t.Fatalf("tile %v is empty in one of two paintings", k)
		}
		if fresh.Picture != nil {
			if p, d := maptest.Worst(again.Picture, fresh.Picture, image.Point{}); d != 0 {
				t.Fatalf("tile %v: pixel %v differs by %d from a fresh painter's", k, p, d)
			}
		}
		if len(again.Labels) != len(fresh.Labels) {
			t.Fatalf("tile %v has %d labels, %d from a fresh painter", k, len(again.Labels), len(fresh.Labels))
		}
	}
}

func TestPainterStops(t *testing.T) {
	themes := maptest.Themes(t)
	painter := NewPainter(&themes.Light, maptest.Fonts(t))
	key := view.TilesOf(maptest.View, view.GridOf(maptest.View)).Keys()[0]
	for limit := range 12 {
		calls := 0
		got, err := painter.Paint(maptest.Crowd(1, 5), key, func() bool { calls++; return calls > limit })
		if err != nil {
			t.Fatal(err)
		}
		if got == nil {
			continue
		}
		if limit == 0 {
			t.Error("a painter that must stop at once returns a tile")
		}
		return
	}
	t.Error("a painter that need not stop returns no tile")
}

func TestEmptyTileTakesNoPicture(t *testing.T) {
	themes := maptest.Themes(t)
	got, err := NewPainter(&themes.Light, nil).Paint(new(maptest.Features), view.Tile{Grid: view.Grid{Step: 40, Density: 20}, X: 3, Y: 3}, maptest.Never)
	if err != nil || got.Picture != nil {
		t.Errorf("picture %v, error %v of a tile of nothing", got.Picture, err)
	}
}
