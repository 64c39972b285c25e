// SPDX-License-Identifier: MIT

package raster

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
)

// samples is the number of samples per side of a pixel for measuring coverage.
const samples = 16

// covered returns the share of the pixel (x, y) for which inside is true.
func covered(x, y int, inside func(Vec) bool) float64 {
	n := 0
	for j := range samples {
		for i := range samples {
			if inside(Vec{float64(x) + (float64(i)+0.5)/samples, float64(y) + (float64(j)+0.5)/samples}) {
				n++
			}
		}
	}
	return float64(n) / (samples * samples)
}

func newMask(w, h int) *Mask {
	m := new(Mask)
	m.Reset(w, h)
	return m
}

func TestStrokeAgreesWithSampling(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 80 {
		a := Vec{rng.Float64()*60 - 10, rng.Float64()*60 - 10}
		b := Vec{rng.Float64()*60 - 10, rng.Float64()*60 - 10}
		width := 1.5 + 8*rng.Float64()
		ends := Caps(rng.IntN(4))
		m := newMask(40, 40)
		m.stroke(a, b, width, ends)
		l := math.Hypot(b.X-a.X, b.Y-a.Y)
		inside := func(p Vec) bool {
			along := ((p.X-a.X)*(b.X-a.X) + (p.Y-a.Y)*(b.Y-a.Y)) / l
			across := ((p.Y-a.Y)*(b.X-a.X) - (p.X-a.X)*(b.Y-a.Y)) / l
			over := max(-along, along-l, 0)
			if (along < 0 && ends&ButtStart != 0) || (along > l && ends&ButtEnd != 0) {
				return false
			}
			return math.Hypot(across, over) <= width/2
		}
		for y := range 40 {
			for x := range 40 {
				got, want := float64(m.pix[y*40+x])/255, covered(x, y, inside)
				// The distance to the edge approximates the area. At the corners
				// of square ends the error reaches a quarter.
				if math.Abs(got-want) > 0.26 {
					t.Fatalf("stroke %v–%v of width %v, ends %b: pixel %d, %d is covered %.2f, sampling says %.2f",
						a, b, width, ends, x, y, got, want)
				}
			}
		}
	}
}

func TestPressedDiscsAreDiscs(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 300 {
		radius := 0.5 + 6*rng.Float64()
		p := Vec{rng.Float64()*50 - 10, rng.Float64()*50 - 10}
		stamps := newDisc(radius)
		m, n := newMask(30, 30), newMask(30, 30)
		m.press(&stamps, p)
		n.stroke(p, p, 2*radius, 0)
		for i := range m.pix {
			// The disc may be off by an eighth of a pixel along each side.
			if d := math.Abs(float64(m.pix[i]) - float64(n.pix[i])); d > 255*0.18 {
				t.Fatalf("disc of %v at %v: pixel %d, %d is %d, want %d", radius, p, i%30, i/30, m.pix[i], n.pix[i])
			}
		}
	}
}

func TestThinStrokesFade(t *testing.T) {
	m := newMask(20, 20)
	m.stroke(Vec{0, 10.5}, Vec{20, 10.5}, 0.4, 0)
	if got := m.pix[10*20+10]; got < 100 || got > 104 {
		t.Errorf("a line 0.4 pixels wide covers its pixel by %d/255, want 102", got)
	}
}

// star returns a ring around (x, y) with corners between two distances.
func star(rng *rand.Rand, x, y, near, far float64) []Vec {
	n := 6 + rng.IntN(12)
	ring := make([]Vec, n)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * (float64(i) + 0.8*rng.Float64()) / float64(n))
		r := near + (far-near)*rng.Float64()
		ring[i] = Vec{x + r*cos, y + r*sin}
	}
	if rng.IntN(2) == 0 {
		slices.Reverse(ring)
	}
	return ring
}

func TestFillAreaAgreesWithSampling(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 60 {
		x, y := 30*rng.Float64(), 30*rng.Float64() // often cut by the picture's edge
		rings := [][]Vec{star(rng, x, y, 14, 25), star(rng, x, y, 1, 4)}
		m := newMask(30, 30)
		m.Fill(rings)
		for y := range 30 {
			for x := range 30 {
				want := covered(x, y, func(p Vec) bool { return insideRings(rings, p) })
				if got := float64(m.pix[y*30+x]) / 255; math.Abs(got-want) > 0.1 {
					t.Fatalf("rings %v: pixel %d, %d is covered %.2f, sampling says %.2f", rings, x, y, got, want)
				}
			}
		}
		for i, v := range m.accum[:cap(m.accum)] {
			if v != 0 {
				t.Fatalf("scratch cell %d is left at %v", i, v)
			}
		}
	}
}

// TestFillAreaOfTangledRings checks rings that cross each other. They are exact
// except in the pixels that their edges cross.
func TestFillAreaOfTangledRings(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 60 {
		rings := make([][]Vec, 1+rng.IntN(3))
		for i := range rings {
			for range 3 + rng.IntN(6) {
				rings[i] = append(rings[i], Vec{rng.Float64()*50 - 10, rng.Float64()*50 - 10})
			}
		}
		m := newMask(30, 30)
		m.Fill(rings)
		for y := range 30 {
			for x := range 30 {
				p := Vec{float64(x) + 0.5, float64(y) + 0.5}
				want := uint8(0)
				if insideRings(rings, p) {
					want = 255
				}
				if got := m.pix[y*30+x]; got != want && !onEdge(rings, p) {
					t.Fatalf("rings %v: pixel %d, %d is covered %d/255, want %d", rings, x, y, got, want)
				}
			}
		}
	}
}

// onEdge reports whether an edge may cross the pixel with its middle at p.
func onEdge(rings [][]Vec, p Vec) bool {
	for _, ring := range rings {
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			_, d2 := geo.Project(geo.XY{X: p.X, Y: p.Y}, geo.XY{X: a.X, Y: a.Y}, geo.XY{X: b.X, Y: b.Y})
			if d2 < 0.55 {
				return true
			}
		}
	}
	return false
}

func insideRings(rings [][]Vec, p Vec) bool {
	inside := false
	for _, ring := range rings {
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(p.Y-a.Y)*(b.X-a.X)/(b.Y-a.Y) {
				inside = !inside
			}
		}
	}
	return inside
}

func TestAreasThatTouchShowNoSeam(t *testing.T) {
	m := newMask(20, 20)
	m.Fill([][]Vec{{{0, 0}, {9.3, 0}, {11.8, 20}, {0, 20}}})
	m.Fill([][]Vec{{{9.3, 0}, {20, 0}, {20, 20}, {11.8, 20}}})
	for i, v := range m.pix {
		if v < 254 {
			t.Fatalf("pixel %d, %d of two areas that touch is covered %d/255", i%20, i/20, v)
		}
	}
}

func TestDashes(t *testing.T) {
	count := func(line []Vec, on, off float64, ends Caps) (runs int, total float64) {
		m := newMask(220, 9)
		m.DashesFrom(line, 0, 3, on, off, ends)
		for x, in := 0, false; x < 220; x++ {
			v := m.pix[4*220+x]
			total += float64(v) / 255
			if (v > 127) != in {
				in = !in
				if in {
					runs++
				}
			}
		}
		return runs, total
	}
	whole := []Vec{{10, 4.5}, {210, 4.5}}
	bent := []Vec{{10, 4.5}, {13, 4.5}, {77, 4.5}, {78.5, 4.5}, {210, 4.5}}
	for _, c := range []struct {
		name    string
		line    []Vec
		on, off float64
		ends    Caps
		runs    int
		total   float64
	}{
		{"square", whole, 12, 8, ButtStart | ButtEnd, 10, 120},
		{"over corners", bent, 12, 8, ButtStart | ButtEnd, 10, 120},
		{"dots", whole, 0, 10, 0, 20, 60},
		{"no gap is no pattern", whole, 0, 0, ButtStart | ButtEnd, 1, 200},
	} {
		runs, total := count(c.line, c.on, c.off, c.ends)
		if runs != c.runs || math.Abs(total-c.total) > c.total*0.05 {
			t.Errorf("%s: %d runs of %.0f pixels in all, want %d of %.0f", c.name, runs, total, c.runs, c.total)
		}
	}
}

// TestDashesOfALongLineLieWhereThoseOfAShortOneDo checks that only the visible
// part of a long line is visited, and that its dashes are in the same places.
func TestDashesOfALongLineLieWhereThoseOfAShortOneDo(t *testing.T) {
	const on, off = 12, 8
	draw := func(a, b Vec) []uint8 {
		m := newMask(220, 90)
		m.DashesFrom([]Vec{a, b}, 0, 3, on, off, ButtStart|ButtEnd)
		return m.pix
	}
	// A slope of 3 to 4, so that five pixels along the line are whole pixels.
	at := func(run float64) Vec { return Vec{20 + run*0.8, 10 + run*0.6} }
	want := draw(at(-100), at(300))
	for _, far := range []float64{1e3, 1e6, 1e8} {
		if !slices.Equal(draw(at(-far*(on+off)), at(far)), want) {
			t.Errorf("dashes of a line that begins %g pixels away lie elsewhere", far*(on+off))
		}
	}
}

func TestMaskPaintMixesAndClears(t *testing.T) {
	m := newMask(16, 2)
	dst := image.NewRGBA(image.Rect(0, 0, 16, 2))
	for i := range dst.Pix {
		dst.Pix[i] = 255
	}
	m.pix[3], m.pix[20] = 255, 128
	m.touch(0, 0, 16, 2)
	m.Paint(dst, color.RGBA{200, 100, 0, 255})
	for _, c := range []struct {
		x, y int
		want color.RGBA
	}{
		{0, 0, color.RGBA{255, 255, 255, 255}},
		{3, 0, color.RGBA{200, 100, 0, 255}},
		{4, 1, color.RGBA{227, 177, 127, 255}},
	} {
		if got := dst.RGBAAt(c.x, c.y); got != c.want {
			t.Errorf("pixel %d, %d is %v, want %v", c.x, c.y, got, c.want)
		}
	}
	for i, v := range m.pix {
		if v != 0 {
			t.Errorf("mask pixel %d is left at %d", i, v)
		}
	}
}

func TestScaleIntoKeepsFlatColourAndRamps(t *testing.T) {
	src := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			src.SetRGBA(x, y, color.RGBA{uint8(4 * x), uint8(4 * y), 77, 255})
		}
	}
	for _, ratio := range []float64{0.5, 0.93, 1.07, 2} {
		dst := image.NewRGBA(image.Rect(0, 0, 30, 30))
		(&Piece{From: src, Ratio: ratio, Dx: 1, Dy: 2}).scale(dst, dst.Rect)
		for y := range 30 {
			for x := range 30 {
				got := dst.RGBAAt(x, y)
				wantX := 4 * ((float64(x)+0.5)*ratio + 1 - 0.5)
				wantY := 4 * ((float64(y)+0.5)*ratio + 2 - 0.5)
				if math.Abs(float64(got.R)-wantX) > 2 || math.Abs(float64(got.G)-wantY) > 2 || got.B < 76 || got.A < 254 {
					t.Fatalf("ratio %v: pixel %d, %d is %v, want %.0f, %.0f, 77", ratio, x, y, got, wantX, wantY)
				}
			}
		}
	}
}
