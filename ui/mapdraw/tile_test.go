package mapdraw

import (
	"image"
	"testing"

	"roadsnap/ui/mapdraw/view"
)

func never() bool { return false }

// TestTilesShowNoSeams compares four tiles with one picture that covers all
// four.
func TestTilesShowNoSeams(t *testing.T) {
	themes := testThemes(t)
	for _, step := range []int16{44, 57, 60, 63, 68} {
		for seed := range uint64(2) {
			src := crowd(seed, 400)
			v := testView
			v.Zoom = float64(step) * view.ZoomStep
			corner := view.TilesOf(v, view.GridOf(v)).Keys()[0]
			large := newTilePainter(&themes.Light, nil)
			large.side = 2 * view.TileSize
			large.dst = image.NewRGBA(image.Rect(0, 0, large.side, large.side))
			whole, err := large.paint(src, corner, never)
			if err != nil {
				t.Fatal(err)
			}
			small := newTilePainter(&themes.Light, nil)
			for i := range int32(4) {
				key := corner
				key.X, key.Y = key.X+i%2, key.Y+i/2
				one, err := small.paint(src, key, never)
				if err != nil {
					t.Fatal(err)
				}
				if one.picture == nil {
					continue
				}
				at := image.Pt(int(i%2)*view.TileSize, int(i/2)*view.TileSize)
				// Coordinates in single precision are rounded differently in the
				// two pictures: a 200th of a pixel, or one step of colour.
				if p, d := worst(one.picture, whole.picture, at); d > 3 {
					t.Errorf("step %d, seed %d, tile %d: pixel %v differs by %d", step, seed, i, p, d)
				}
			}
		}
	}
}

// worst returns the pixel in which a differs most from b at an offset, and by
// how much.
func worst(a, b *image.RGBA, at image.Point) (p image.Point, diff int) {
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			i, j := a.PixOffset(x, y), b.PixOffset(x+at.X, y+at.Y)
			for c := range 4 {
				if d := max(int(a.Pix[i+c])-int(b.Pix[j+c]), int(b.Pix[j+c])-int(a.Pix[i+c])); d > diff {
					p, diff = image.Pt(x, y), d
				}
			}
		}
	}
	return p, diff
}

func TestPainterForgetsTheTileBefore(t *testing.T) {
	themes := testThemes(t)
	src := crowd(9, 300)
	keys := view.TilesOf(testView, view.GridOf(testView)).Grow().Keys()
	used := newTilePainter(&themes.Dark, fonts(t))
	for _, k := range keys {
		if _, err := used.paint(src, k, never); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range keys {
		again, _ := used.paint(src, k, never)
		fresh, _ := newTilePainter(&themes.Dark, fonts(t)).paint(src, k, never)
		if (again.picture == nil) != (fresh.picture == nil) {
			t.Fatalf("tile %v is empty in one of two paintings", k)
		}
		if fresh.picture != nil {
			if p, d := worst(again.picture, fresh.picture, image.Point{}); d != 0 {
				t.Fatalf("tile %v: pixel %v differs by %d from a fresh painter's", k, p, d)
			}
		}
		if len(again.labels) != len(fresh.labels) {
			t.Fatalf("tile %v has %d labels, %d from a fresh painter", k, len(again.labels), len(fresh.labels))
		}
	}
}

func TestPainterStops(t *testing.T) {
	themes := testThemes(t)
	painter := newTilePainter(&themes.Light, fonts(t))
	key := view.TilesOf(testView, view.GridOf(testView)).Keys()[0]
	for limit := range 12 {
		calls := 0
		got, err := painter.paint(crowd(1, 5), key, func() bool { calls++; return calls > limit })
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
	themes := testThemes(t)
	got, err := newTilePainter(&themes.Light, nil).paint(new(drawn), view.Tile{Grid: view.Grid{Step: 40, Density: 20}, X: 3, Y: 3}, never)
	if err != nil || got.picture != nil {
		t.Errorf("picture %v, error %v of a tile of nothing", got.picture, err)
	}
}

func TestTilesOfCoverTheView(t *testing.T) {
	for _, v := range []view.Viewport{
		testView,
		{Center: testView.Center, Zoom: 12.1, Width: 1500, Height: 900, Scale: 1.25},
		{Center: testView.Center, Zoom: 3, Width: 4000, Height: 3000, Scale: 1},
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
