// SPDX-License-Identifier: MIT

package label

import (
	"math"
	"strings"
	"testing"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/text"
	"roadsnap/ui/maptest"
)

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
		if got := Wrap(c.in); got != c.want {
			t.Errorf("wrap(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// TestMarksOfTwoLinesDoNotTouch places capitals with two marks under letters with
// descenders, the tightest case in Vietnamese.
func TestMarksOfTwoLinesDoNotTouch(t *testing.T) {
	themes := maptest.Themes(t)
	l := NewLayouter(&themes.Light, maptest.Fonts(t))
	for _, words := range []string{"ợgựyjp\nẾỄỖẴẪ", "Ộ\nẾ", "aaa\nbbb", "Ế"} {
		for i := range themes.Light.Places {
			s := &themes.Light.Places[i].Text
			width, rows := l.Types.Stack(words, s)
			lb := &Label{Kind: Level, Text: words, Style: s, Size: 16, Width: width * 16, rows: rows}
			box := lb.Boxes(1)[0]
			lowest, highest := math.Inf(-1), math.Inf(1) // of the first line and of the last
			n := 0
			for _, g := range l.level(lb) {
				if len(g.Outline) == 0 {
					continue
				}
				n++
				top, bottom := g.Y+g.MinY*lb.Size, g.Y+g.MaxY*lb.Size
				if top < box.Y0 || bottom > box.Y1 {
					t.Errorf("%q reaches from %v to %v, out of its box %v", words, top, bottom, box)
				}
				if g.Y < text.CapHeight/2*lb.Size {
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
		{"next to its hole", [][]raster.Vec{holed[1], holed[0]}, raster.Vec{X: 20, Y: 30}, 40},
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
// displays. Nothing may reach the edge of the picture, where it would be cut off,
// and the halo must be as wide on the left as on the right.
func TestMarksAndHalosAreWhole(t *testing.T) {
	themes := maptest.Themes(t)
	l := NewLayouter(&themes.Light, maptest.Fonts(t))
	s := &themes.Light.Places[0].Text
	for _, scale := range []float64{1, 1.5, 2} {
		for _, text := range []string{"ẶỄ ườ", "Ẫợ\nỂỮ Ộỵ", "I", "Ặ"} {
			width, rows := l.Types.Stack(text, s)
			for _, size := range []float64{9.5, 12.3, 21} {
				size *= scale
				lb := &Label{Kind: Level, Text: text, Style: s, Size: size, Width: width * size, rows: rows}
				pix := l.Draw(lb, scale).Pix
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
				sprite := l.Draw(lb, scale)
				if middle := far/left + float64(sprite.X); math.Abs(middle) > 0.15 {
					t.Errorf("scale %v, size %v: I with its halo is %v off its place", scale, size, middle)
				}
			}
		}
	}
}

// TestRoadNamesTakeTheGroundOfTheirMarks places names on a horizontal road and
// checks that their letters stay within their boxes.
func TestRoadNamesTakeTheGroundOfTheirMarks(t *testing.T) {
	themes := maptest.Themes(t)
	l := NewLayouter(&themes.Light, maptest.Fonts(t))
	for _, text := range []string{"Ngõ Ễnh Ộp", "ĐƯỜNG ẴM", "ana", "Ngõ gỵ"} {
		s := &themes.Light.Roads[len(themes.Light.Roads)-1].Name
		ems, rows := l.Types.Stack(text, s)
		const size = 40
		lb := &Label{Kind: Along, Text: text, Style: s, Size: size, Width: ems * size, rows: rows, Path: []raster.Vec{{X: 0, Y: 0}, {X: ems * size, Y: 0}}}
		ground := lb.Boxes(1)[0].Grow(-labelAir / 2)
		for _, g := range l.along(lb) {
			if top, bottom := g.Y+g.MinY*size, g.Y+g.MaxY*size; len(g.Outline) > 0 && (top < ground.Y0 || bottom > ground.Y1) {
				t.Errorf("%q reaches from %v to %v, its ground from %v to %v", text, top, bottom, ground.Y0, ground.Y1)
			}
		}
	}
}
