// SPDX-License-Identifier: MIT

package overlay

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/maptest"
)

// TestPreparedLinesAreWhereTheyWere compares a prepared long line with the same
// line drawn directly, at all zooms and places.
func TestPreparedLinesAreWhereTheyWere(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 4))
	line := maptest.Drive(3000)
	theme := maptest.Themes(t).Light
	for range 60 {
		v := maptest.View
		v.Zoom = 8 + 12*rng.Float64()
		v.Center = line[rng.IntN(len(line))]
		v = v.Snapped()
		var got, want raster.Picture
		got.Reset(v.Width, v.Height)
		want.Reset(v.Width, v.Height)
		c := NewCanvas(&got, &theme, 1)
		c.polyline(line, v, 5)
		plain := NewCanvas(&want, &theme, 1)
		want.Polyline(plain.project(line, v), 5, 0)
		var drawn [2]*image.RGBA
		for i, m := range []*raster.Picture{&got, &want} {
			drawn[i] = image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
			m.Mask.Paint(drawn[i], color.RGBA{R: 255, G: 255, B: 255, A: 255})
		}
		// Each is off by up to the tolerance of leaving out vertices.
		if p, d := maptest.Worst(drawn[0], drawn[1], image.Point{}); float64(d) > 255*2*raster.Unseen {
			t.Fatalf("zoom %.2f: pixel %v differs by %d", v.Zoom, p, d)
		}
	}
}

// TestPreparedLinesForgetWhatIsNotDrawn changes the trip repeatedly.
func TestPreparedLinesForgetWhatIsNotDrawn(t *testing.T) {
	var k lineCache
	kept := maptest.Drive(preparedFrom)
	for range 2 * keptFrames {
		k.tick()
		k.line(kept)
		k.line(append([]geo.Point(nil), kept...))
	}
	if n := len(k.lines); n > keptFrames+3 {
		t.Errorf("%d lines are kept", n)
	}
	if a, b := k.line(kept), k.line(kept); a != b {
		t.Error("a line that is drawn in each frame is prepared again in each")
	}
}

// TestLongLinesTakeTheirMemoryTwiceAtMost zooms from the world to a house and back.
func TestLongLinesTakeTheirMemoryTwiceAtMost(t *testing.T) {
	line := maptest.Drive(longLine)
	lines := []PaintedLine{{Line: line[:longLine/2], Class: 1}, {Line: line[longLine/2:], Class: 2}}
	l, paint := prepare(line), NewPaint(style.RampSpeed, lines)
	for step := range 80 {
		v := maptest.View
		v.Center, v.Zoom = line[len(line)/2], 20-math.Abs(20-float64(step)/2)
		used, painted := l.at(v), paint.at(v)
		if l.at(v) != used || paint.at(v) != painted {
			t.Fatalf("zoom %v: the line is straightened for each frame", v.Zoom)
		}
		sum := 0
		for _, s := range l.levels {
			if s != &l.whole {
				sum += len(s.vertices)
			}
		}
		for _, s := range paint.levels {
			if s != &paint.whole {
				sum += len(s.vertices)
			}
		}
		if sum > len(l.whole.vertices)+len(paint.whole.vertices) {
			t.Fatalf("zoom %v: the levels of %d vertices have %d", v.Zoom, longLine, sum)
		}
	}
}

// TestLongLinesThatAreNotDrawnAreDroppedAtOnce shows one long trip after the other.
func TestLongLinesThatAreNotDrawnAreDroppedAtOnce(t *testing.T) {
	var k lineCache
	for range 5 {
		line := maptest.Drive(maxSpare + 1)
		for range 3 {
			k.tick()
			k.line(line)
		}
	}
	if n := len(k.lines); n > 1 {
		t.Errorf("%d lines are kept", n)
	}
}

// TestBandsShowNoSeams compares a picture drawn by several processors with one
// drawn whole.
func TestBandsShowNoSeams(t *testing.T) {
	theme := maptest.Themes(t).Light
	line := maptest.Drive(20_000)
	legs := []RouteLeg{{Line: line[:5000], Inferred: []VertexRange{{100, 900}}}, {Line: line[6000:7000], OffRoad: true}, {Line: line[8000:]}}
	overlays := []Overlay{Route{Selected: true, Legs: legs}, Connectors{Ends: line}, RawTrace{Points: line}, Arrows{Legs: legs}}
	rng := rand.New(rand.NewPCG(23, 4))
	for range 20 {
		v := maptest.View
		v.Zoom, v.Center = 11+8*rng.Float64(), line[rng.IntN(len(line))]
		v = v.Clamp().Snapped()
		got, want := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height)), image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
		var f, plain Frame
		for f, dst := range map[*Frame]*image.RGBA{&f: got, &plain: want} {
			draw.Draw(dst, dst.Rect, image.White, image.Point{}, draw.Src)
			f.begin(dst, &theme, 1, 0)
		}
		f.bands.canvases, f.bands.pictures = make([]Canvas, 3), make([]raster.Picture, 3)
		f.bands.drawTogether(&f.canvas, overlays, v)
		for _, o := range overlays {
			o.Draw(&plain.canvas, v)
		}
		if p, d := maptest.Worst(got, want, image.Point{}); d > 3 {
			t.Fatalf("zoom %.2f: pixel %v differs by %d", v.Zoom, p, d)
		}
	}
}

func TestSegments(t *testing.T) {
	line := make([]geo.Point, 8)
	for i := range line {
		line[i].Lat = float64(i)
	}
	type segment struct {
		first, last float64
		inferred    bool
	}
	for _, c := range []struct {
		name     string
		inferred []VertexRange
		want     []segment
	}{
		{"none", nil, []segment{{0, 7, false}}},
		{"middle", []VertexRange{{2, 4}}, []segment{{0, 2, false}, {2, 4, true}, {4, 7, false}}},
		{"start", []VertexRange{{0, 3}}, []segment{{0, 3, true}, {3, 7, false}}},
		{"end", []VertexRange{{5, 7}}, []segment{{0, 5, false}, {5, 7, true}}},
		{"all", []VertexRange{{0, 7}}, []segment{{0, 7, true}}},
		{"side by side", []VertexRange{{1, 3}, {3, 5}}, []segment{{0, 1, false}, {1, 3, true}, {3, 5, true}, {5, 7, false}}},
		{"beyond the end", []VertexRange{{5, 99}}, []segment{{0, 5, false}, {5, 7, true}}},
		{"upside down", []VertexRange{{5, 2}}, []segment{{0, 7, false}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []segment
			RouteLeg{Line: line, Inferred: c.inferred}.segments(func(l []geo.Point, inferred bool) {
				got = append(got, segment{l[0].Lat, l[len(l)-1].Lat, inferred})
			})
			if len(got) != len(c.want) {
				t.Fatalf("segments %v, want %v", got, c.want)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("segments %v, want %v", got, c.want)
				}
			}
		})
	}
}
