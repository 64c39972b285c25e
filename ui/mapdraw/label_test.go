package mapdraw

import (
	"math"
	"strings"
	"testing"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/text"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

func paintAll(t testing.TB, src Source, theme *style.Theme, r view.Tiles) []*tile {
	t.Helper()
	painter := newTilePainter(theme, maptest.Fonts(t))
	var tiles []*tile
	for _, k := range r.Keys() {
		one, err := painter.paint(src, k, maptest.Never)
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
			laid := newLayouter(&themes.Light, maptest.Fonts(t)).layout(r, labelsOfTiles(paintAll(t, maptest.Crowd(seed, 1000), &themes.Light, r)), v, maptest.Never)
			if len(laid.labels) < 5 {
				t.Fatalf("seed %d, zoom %v: only %d labels", seed, zoom, len(laid.labels))
			}
			size := r.WorldSize()
			for i, a := range laid.labels {
				for _, b := range laid.labels[:i] {
					if p, q := collide(a, b, size); p {
						t.Fatalf("seed %d, zoom %v: %q lies on %q at %v", seed, zoom, a.label.text, b.label.text, q)
					}
				}
			}
		}
	}
}

func collide(a, b laidLabel, size float64) (bool, raster.Box) {
	for _, p := range a.boxes {
		p = p.Add(a.label.at.X*size, a.label.at.Y*size)
		for _, q := range b.boxes {
			if p.Overlaps(q.Add(b.label.at.X*size, b.label.at.Y*size)) {
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
	laid := newLayouter(&themes.Light, maptest.Fonts(t)).layout(r, labelsOfTiles(paintAll(t, maptest.Town(), &themes.Light, r)), maptest.View, maptest.Never)
	kinds := map[labelKind]int{}
	for _, l := range laid.labels {
		kinds[l.label.kind]++
		for y := range l.sprite.Pix.Rect.Dy() {
			for x := range l.sprite.Pix.Rect.Dx() {
				if l.sprite.Pix.RGBAAt(x, y).A < 250 {
					continue // halo, which may reach out
				}
				px, py := float64(x+l.sprite.X)+0.5, float64(y+l.sprite.Y)+0.5
				if !inBoxes(l.boxes, px, py) {
					t.Fatalf("%q has ink at %v, %v, outside of %v", l.label.text, px, py, l.boxes)
				}
			}
		}
	}
	for _, k := range []labelKind{placeLabel, shieldLabel, roadLabel} {
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
		for _, l := range one.labels {
			if l.kind != roadLabel {
				continue
			}
			n++
			if first, last := l.path[0], l.path[len(l.path)-1]; last.X < first.X {
				t.Errorf("%q runs from %v to %v", l.text, first, last)
			}
			length := 0.0
			for i, p := range l.path[1:] {
				length += math.Hypot(p.X-l.path[i].X, p.Y-l.path[i].Y)
			}
			if math.Abs(length-l.width) > 0.01 {
				t.Errorf("%q is %v pixels wide on %v pixels of road", l.text, l.width, length)
			}
		}
	}
	if n == 0 {
		t.Error("no road has a name")
	}
}

func TestJoinLines(t *testing.T) {
	a, b, c, d, e := raster.Vec{X: 0, Y: 0}, raster.Vec{X: 1, Y: 0}, raster.Vec{X: 2, Y: 0}, raster.Vec{X: 3, Y: 1}, raster.Vec{X: 9, Y: 9}
	f, g := raster.Vec{X: 1, Y: 1}, raster.Vec{X: 0, Y: 0.1}
	for _, tc := range []struct {
		name  string
		lines [][]raster.Vec
		want  int
		long  int
	}{
		{"one", [][]raster.Vec{{a, b}}, 1, 2},
		{"end to start", [][]raster.Vec{{a, b}, {b, c}}, 1, 3},
		{"start to start", [][]raster.Vec{{b, a}, {b, c}}, 1, 3},
		{"end to end", [][]raster.Vec{{a, b}, {c, b}}, 1, 3},
		{"out of order", [][]raster.Vec{{c, d}, {a, b}, {b, c}}, 1, 4},
		{"apart", [][]raster.Vec{{a, b}, {d, e}}, 2, 2},
		{"ring", [][]raster.Vec{{a, b}, {b, f}, {f, raster.Vec{X: 0, Y: 1}}, {raster.Vec{X: 0, Y: 1}, a}}, 1, 5},
		{"fork", [][]raster.Vec{{a, b}, {b, c}, {b, d}}, 2, 3},
		{"straight on at a fork", [][]raster.Vec{{a, b}, {b, f, raster.Vec{X: 1, Y: 2}, raster.Vec{X: 1, Y: 3}}, {c, b}}, 2, 4},
		{"two carriageways that end together", [][]raster.Vec{{a, b}, {b, g}}, 2, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := joinLines(tc.lines)
			longest := 0
			for _, l := range got {
				longest = max(longest, len(l))
			}
			if len(got) != tc.want || longest != tc.long {
				t.Errorf("joinLines(%v) = %v, want %d lines, the longest of %d points", tc.lines, got, tc.want, tc.long)
			}
		})
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Huế", "Huế"},
		{"Thành phố Hồ Chí Minh", "Thành phố\nHồ Chí Minh"},
		{"Nguyễn Thái Bình", "Nguyễn\nThái Bình"},
		{"Escaldes-Engordany", "Escaldes-Engordany"},
	} {
		if got := wrap(c.in); got != c.want {
			t.Errorf("wrap(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestDecomposedNamesAreComposed(t *testing.T) {
	themes := maptest.Themes(t)
	src := &maptest.Features{List: maptest.Town().List[len(maptest.Town().List)-2:]}
	src.List[0].Name = "Be\u0302\u0301n Nghe\u0301"
	r := view.TilesOf(maptest.View, view.GridOf(maptest.View))
	for _, one := range paintAll(t, src, &themes.Light, r) {
		for _, l := range one.labels {
			if strings.HasPrefix(l.text, "B") && l.text != "BẾN NGHÉ" {
				t.Errorf("the label is %q, want %q, in capitals as suburbs are", l.text, "BẾN NGHÉ")
			}
		}
	}
}

// TestMarksOfTwoLinesDoNotTouch sets capitals with two marks under letters that
// reach below the line, the tightest that Vietnamese has.
func TestMarksOfTwoLinesDoNotTouch(t *testing.T) {
	themes := maptest.Themes(t)
	l := newLayouter(&themes.Light, maptest.Fonts(t))
	for _, words := range []string{"ợgựyjp\nẾỄỖẴẪ", "Ộ\nẾ", "aaa\nbbb", "Ế"} {
		for i := range themes.Light.Places {
			s := &themes.Light.Places[i].Text
			width, rows := l.types.Stack(words, s)
			lb := &label{kind: placeLabel, text: words, style: s, size: 16, width: width * 16, rows: rows}
			box := lb.boxes(1)[0]
			lowest, highest := math.Inf(-1), math.Inf(1) // of the first line, of the last
			n := 0
			for _, g := range l.level(lb) {
				if len(g.Outline) == 0 {
					continue
				}
				n++
				top, bottom := g.Y+g.MinY*lb.size, g.Y+g.MaxY*lb.size
				if top < box.Y0 || bottom > box.Y1 {
					t.Errorf("%q reaches from %v to %v, out of its box %v", words, top, bottom, box)
				}
				if g.Y < text.CapHeight/2*lb.size {
					lowest = max(lowest, bottom)
				} else {
					highest = min(highest, top)
				}
			}
			if strings.Contains(words, "\n") && lowest >= highest {
				t.Errorf("%q: the first line reaches down to %v, the second up to %v", words, lowest, highest)
			}
			if n == 0 {
				t.Errorf("%q has no letters", words)
			}
		}
	}
}

func TestAreaNamesStandInside(t *testing.T) {
	square := [][]raster.Vec{{{X: 0, Y: 0}, {X: 100, Y: 0}, {X: 100, Y: 60}, {X: 0, Y: 60}}}
	holed := append([][]raster.Vec{{{X: 40, Y: 10}, {X: 95, Y: 10}, {X: 95, Y: 50}, {X: 40, Y: 50}}}, square...)
	for _, c := range []struct {
		name  string
		rings [][]raster.Vec
		at    raster.Vec
		width float64
	}{
		{"square", square, raster.Vec{X: 50, Y: 30}, 100},
		{"beside its hole", [][]raster.Vec{holed[1], holed[0]}, raster.Vec{X: 20, Y: 30}, 40},
		{"bay", [][]raster.Vec{{{X: 0, Y: 0}, {X: 100, Y: 0}, {X: 100, Y: 20}, {X: 30, Y: 20}, {X: 30, Y: 60}, {X: 0, Y: 60}}}, raster.Vec{X: 50, Y: 0.28 * 60}, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			at, width, height := widest(c.rings)
			if math.Hypot(at.X-c.at.X, at.Y-c.at.Y) > 0.01 || math.Abs(width-c.width) > 0.01 || height != 60 {
				t.Errorf("widest = %v, %v wide, %v high; want %v, %v, 60", at, width, height, c.at, c.width)
			}
		})
	}
}

// TestMarksAndHalosAreWhole draws letters with two marks at the densities of
// displays: nothing reaches the rim of the picture, where it would be cut, and the
// halo is as wide on the left as on the right.
func TestMarksAndHalosAreWhole(t *testing.T) {
	themes := maptest.Themes(t)
	l := newLayouter(&themes.Light, maptest.Fonts(t))
	s := &themes.Light.Places[0].Text
	for _, scale := range []float64{1, 1.5, 2} {
		for _, text := range []string{"ẶỄ ườ", "Ẫợ\nỂỮ Ộỵ", "I", "Ặ"} {
			width, rows := l.types.Stack(text, s)
			for _, size := range []float64{9.5, 12.3, 21} {
				size *= scale
				lb := &label{kind: placeLabel, text: text, style: s, size: size, width: width * size, rows: rows}
				pix := l.draw(lb, scale).Pix
				right, bottom := pix.Rect.Dx()-1, pix.Rect.Dy()-1
				left, far := 0.0, 0.0 // ink and halo on each side of the middle of I
				for y := range bottom + 1 {
					for x := range right + 1 {
						a := pix.RGBAAt(x, y).A
						if a > 0 && (x == 0 || y == 0 || x == right || y == bottom) {
							t.Fatalf("%q at scale %v, size %v: the picture is cut at %d, %d", text, scale, size, x, y)
						}
						left, far = left+float64(a), far+float64(a)*(float64(x)+0.5)
					}
				}
				if text != "I" {
					continue
				}
				sprite := l.draw(lb, scale)
				if middle := far/left + float64(sprite.X); math.Abs(middle) > 0.15 {
					t.Errorf("scale %v, size %v: I with its halo stands %v beside its place", scale, size, middle)
				}
			}
		}
	}
}

// TestRoadNamesTakeTheGroundOfTheirMarks sets names on a level road and looks
// whether their letters keep to the ground that they take.
func TestRoadNamesTakeTheGroundOfTheirMarks(t *testing.T) {
	themes := maptest.Themes(t)
	l := newLayouter(&themes.Light, maptest.Fonts(t))
	for _, text := range []string{"Ngõ Ễnh Ộp", "ĐƯỜNG ẴM", "ana", "Ngõ gỵ"} {
		s := &themes.Light.Roads[len(themes.Light.Roads)-1].Name
		ems, rows := l.types.Stack(text, s)
		const size = 40
		lb := &label{kind: roadLabel, text: text, style: s, size: size, width: ems * size, rows: rows, path: []raster.Vec{{X: 0, Y: 0}, {X: ems * size, Y: 0}}}
		ground := lb.boxes(1)[0].Grow(-labelAir / 2)
		for _, g := range l.along(lb) {
			if top, bottom := g.Y+g.MinY*size, g.Y+g.MaxY*size; len(g.Outline) > 0 && (top < ground.Y0 || bottom > ground.Y1) {
				t.Errorf("%q reaches from %v to %v, its ground from %v to %v", text, top, bottom, ground.Y0, ground.Y1)
			}
		}
	}
}
