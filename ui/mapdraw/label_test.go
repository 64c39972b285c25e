package mapdraw

import (
	"math"
	"strings"
	"testing"

	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

func paintAll(t testing.TB, src tile.Source, theme *style.Theme, r view.Tiles) []*tile.Tile {
	t.Helper()
	painter := tile.NewPainter(theme, maptest.Fonts(t))
	var tiles []*tile.Tile
	for _, k := range r.Keys() {
		one, err := painter.Paint(src, k, maptest.Never)
		if err != nil {
			t.Fatal(err)
		}
		tiles = append(tiles, one)
	}
	return tiles
}

func TestLabelsDoNotCollide(t *testing.T) {
	themes := maptest.Themes(t)
	for seed := range uint64(2) {
		for _, zoom := range []float64{13, 15, 17} {
			v := maptest.View
			v.Zoom, v.Width, v.Height = zoom, 1200, 900
			r := view.TilesOf(v, view.GridOf(v))
			laid := label.NewLayouter(&themes.Light, maptest.Fonts(t)).Layout(r, labelsOfTiles(paintAll(t, maptest.Crowd(seed, 1000), &themes.Light, r)), v, maptest.Never)
			if len(laid.Labels) < 5 {
				t.Fatalf("seed %d, zoom %v: only %d labels", seed, zoom, len(laid.Labels))
			}
			size := r.WorldSize()
			for i, a := range laid.Labels {
				for _, b := range laid.Labels[:i] {
					if p, q := collide(a, b, size); p {
						t.Fatalf("seed %d, zoom %v: %q lies on %q at %v", seed, zoom, a.Label.Text, b.Label.Text, q)
					}
				}
			}
		}
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

// TestBoxesHoldTheInk makes sure that labels that do not collide on paper do not
// on the picture either.
func TestBoxesHoldTheInk(t *testing.T) {
	themes := maptest.Themes(t)
	r := view.TilesOf(maptest.View, view.GridOf(maptest.View))
	laid := label.NewLayouter(&themes.Light, maptest.Fonts(t)).Layout(r, labelsOfTiles(paintAll(t, maptest.Town(), &themes.Light, r)), maptest.View, maptest.Never)
	kinds := map[label.Kind]int{}
	for _, l := range laid.Labels {
		kinds[l.Label.Kind]++
		for y := range l.Sprite.Pix.Rect.Dy() {
			for x := range l.Sprite.Pix.Rect.Dx() {
				if l.Sprite.Pix.RGBAAt(x, y).A < 250 {
					continue // halo, which may reach out
				}
				px, py := float64(x+l.Sprite.X)+0.5, float64(y+l.Sprite.Y)+0.5
				if !inBoxes(l.Boxes, px, py) {
					t.Fatalf("%q has ink at %v, %v, outside of %v", l.Label.Text, px, py, l.Boxes)
				}
			}
		}
	}
	for _, k := range []label.Kind{label.Level, label.Shield, label.Along} {
		if kinds[k] == 0 {
			t.Errorf("no label of kind %d in the town", k)
		}
	}
}

func inBoxes(boxes []raster.Box, x, y float64) bool {
	for _, b := range boxes {
		if x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 {
			return true
		}
	}
	return false
}

func TestRoadNamesReadFromLeftToRight(t *testing.T) {
	themes := maptest.Themes(t)
	r := view.TilesOf(maptest.View, view.GridOf(maptest.View))
	n := 0
	for _, one := range paintAll(t, maptest.Crowd(3, 2000), &themes.Light, r) {
		for _, l := range one.Labels {
			if l.Kind != label.Along {
				continue
			}
			n++
			if first, last := l.Path[0], l.Path[len(l.Path)-1]; last.X < first.X {
				t.Errorf("%q runs from %v to %v", l.Text, first, last)
			}
			length := 0.0
			for i, p := range l.Path[1:] {
				length += math.Hypot(p.X-l.Path[i].X, p.Y-l.Path[i].Y)
			}
			if math.Abs(length-l.Width) > 0.01 {
				t.Errorf("%q is %v pixels wide on %v pixels of road", l.Text, l.Width, length)
			}
		}
	}
	if n == 0 {
		t.Error("no road has a name")
	}
}

func TestDecomposedNamesAreComposed(t *testing.T) {
	themes := maptest.Themes(t)
	src := &maptest.Features{List: maptest.Town().List[len(maptest.Town().List)-2:]}
	src.List[0].Name = "Be\u0302\u0301n Nghe\u0301"
	r := view.TilesOf(maptest.View, view.GridOf(maptest.View))
	for _, one := range paintAll(t, src, &themes.Light, r) {
		for _, l := range one.Labels {
			if strings.HasPrefix(l.Text, "B") && l.Text != "BẾN NGHÉ" {
				t.Errorf("the label is %q, want %q, in capitals as suburbs are", l.Text, "BẾN NGHÉ")
			}
		}
	}
}
