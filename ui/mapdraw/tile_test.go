package mapdraw

import (
	"image"
	"testing"

	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestTilesShowNoSeams compares four tiles with one picture that covers all
// four.
func TestTilesShowNoSeams(t *testing.T) {
	themes := maptest.Themes(t)
	for _, step := range []int16{44, 57, 60, 63, 68} {
		for seed := range uint64(2) {
			src := maptest.Crowd(seed, 400)
			v := maptest.View
			v.Zoom = float64(step) * view.ZoomStep
			corner := view.TilesOf(v, view.GridOf(v)).Keys()[0]
			large := newTilePainter(&themes.Light, nil)
			large.side = 2 * view.TileSize
			large.picture.Dst = image.NewRGBA(image.Rect(0, 0, large.side, large.side))
			whole, err := large.paint(src, corner, maptest.Never)
			if err != nil {
				t.Fatal(err)
			}
			small := newTilePainter(&themes.Light, nil)
			for i := range int32(4) {
				key := corner
				key.X, key.Y = key.X+i%2, key.Y+i/2
				one, err := small.paint(src, key, maptest.Never)
				if err != nil {
					t.Fatal(err)
				}
				if one.picture == nil {
					continue
				}
				at := image.Pt(int(i%2)*view.TileSize, int(i/2)*view.TileSize)
				// Coordinates in single precision are rounded differently in the
				// two pictures: a 200th of a pixel, or one step of colour.
				if p, d := maptest.Worst(one.picture, whole.picture, at); d > 3 {
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
	used := newTilePainter(&themes.Dark, maptest.Fonts(t))
	for _, k := range keys {
		if _, err := used.paint(src, k, maptest.Never); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range keys {
		again, _ := used.paint(src, k, maptest.Never)
		fresh, _ := newTilePainter(&themes.Dark, maptest.Fonts(t)).paint(src, k, maptest.Never)
		if (again.picture == nil) != (fresh.picture == nil) {
			t.Fatalf("tile %v is empty in one of two paintings", k)
		}
		if fresh.picture != nil {
			if p, d := maptest.Worst(again.picture, fresh.picture, image.Point{}); d != 0 {
				t.Fatalf("tile %v: pixel %v differs by %d from a fresh painter's", k, p, d)
			}
		}
		if len(again.labels) != len(fresh.labels) {
			t.Fatalf("tile %v has %d labels, %d from a fresh painter", k, len(again.labels), len(fresh.labels))
		}
	}
}

func TestPainterStops(t *testing.T) {
	themes := maptest.Themes(t)
	painter := newTilePainter(&themes.Light, maptest.Fonts(t))
	key := view.TilesOf(maptest.View, view.GridOf(maptest.View)).Keys()[0]
	for limit := range 12 {
		calls := 0
		got, err := painter.paint(maptest.Crowd(1, 5), key, func() bool { calls++; return calls > limit })
		if err != nil {
			t.Fatal(err)
		}
		if got == nil {
			continue
		}
		if limit == 0 {
			t.Error("a painter that is told to stop at once gives a tile")
		}
		return
	}
	t.Error("a painter that is not told to stop gives no tile")
}

func TestEmptyTileTakesNoPicture(t *testing.T) {
	themes := maptest.Themes(t)
	got, err := newTilePainter(&themes.Light, nil).paint(new(maptest.Features), view.Tile{Grid: view.Grid{Step: 40, Density: 20}, X: 3, Y: 3}, maptest.Never)
	if err != nil || got.picture != nil {
		t.Errorf("picture %v, error %v of a tile of nothing", got.picture, err)
	}
}

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
