// SPDX-License-Identifier: MIT

package coast_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
)

// jagged returns a counter-clockwise ring around a place of the drawn map, at
// distances from lo to hi.
func jagged(r *rand.Rand, x, y, lo, hi float64) (ring []geo.Fixed) {
	n := 12 + r.IntN(60)
	for i := range n {
		angle := (float64(i) + 0.8*r.Float64()) * 2 * math.Pi / float64(n)
		d := lo + (hi-lo)*r.Float64()
		ring = append(ring, drawn(x+d*math.Cos(angle), y+d*math.Sin(angle)).Fixed())
	}
	return append(ring, ring[0])
}

// inOdd reports whether a point is inside an odd number of rings.
func inOdd(rings [][]geo.Fixed, p geo.Fixed) (odd bool) {
	for _, ring := range rings {
		for k, b := range ring[1:] {
			a := ring[k]
			if (a.Lat > p.Lat) != (b.Lat > p.Lat) {
				x := float64(a.Lon) + float64(p.Lat-a.Lat)*float64(b.Lon-a.Lon)/float64(b.Lat-a.Lat)
				if float64(p.Lon) < x {
					odd = !odd
				}
			}
		}
	}
	return odd
}

// inWays cuts a ring into ways.
func inWays(r *rand.Rand, ring []geo.Fixed, reversed bool, first int64) (ways []coast.Line) {
	cuts := 0
	if r.IntN(2) == 0 {
		cuts = r.IntN(5)
	}
	for from := 0; from < len(ring)-1; {
		to := len(ring) - 1
		if cuts--; cuts >= 0 {
			to = from + 1 + r.IntN(to-from)
		}
		l := coast.Line{Way: first + int64(len(ways)), Points: ring[from : to+1]}
		if reversed {
			l = back(l)
		}
		ways, from = append(ways, l), to
	}
	return ways
}

// TestTraceAgreesWithPlainMethod draws islands, lagoons in them and islands in
// these, or seas instead of islands, and compares Trace with inOdd at many places.
func TestTraceAgreesWithPlainMethod(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	r := rand.New(rand.NewPCG(3, 7))
	told := 0
	for round := range 60 {
		inverted := r.IntN(3) == 0
		var rings [][]geo.Fixed
		var lines []coast.Line
		add := func(ring []geo.Fixed, land bool) {
			rings = append(rings, ring)
			lines = append(lines, inWays(r, ring, land == inverted, int64(100*len(rings)))...)
		}
		size := []float64{500, 250, 125, 40}[r.IntN(4)] // of the tiles that hold an island each
		for x := size / 2; x < 1000; x += size {
			for y := size / 2; y < 1000; y += size {
				if r.IntN(4) == 0 {
					continue
				}
				add(jagged(r, x, y, .3*size, .49*size), true)
				if r.IntN(2) == 0 { // the chord between two vertices comes no nearer than half as far
					add(jagged(r, x, y, .08*size, .1*size), false)
					add(jagged(r, x, y, .015*size, .02*size), true)
				}
			}
		}
		r.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
		x, y := 800*r.Float64(), 800*r.Float64()
		area := geo.BoundsOf(drawn(x, y), drawn(x+50+r.Float64()*(950-x), y+50+r.Float64()*(950-y)))
		shore, report := trace(t, lines, area.Fixed())
		if report.Fault != "" || len(report.Ends) > 0 {
			t.Fatalf("round %d: report %+v", round, report)
		}
		if shore == nil {
			continue
		}
		told++
		inner := area.Pad(-150) // the lattice may end before the edge of the area
		for range 2000 {
			p := geo.Point{
				Lat: inner.South + (inner.North-inner.South)*r.Float64(),
				Lon: inner.West + (inner.East-inner.West)*r.Float64(),
			}
			want := byte('~')
			if inOdd(rings, p.Fixed()) != inverted {
				want = '#'
			}
			if got := ground(shore, p); got != want {
				t.Fatalf("round %d: %v: %c, want %c", round, p, got, want)
			}
		}
	}
	if told < 50 {
		t.Errorf("only %d of 60 coasts are usable", told)
	}
}

// TestTraceOfBrokenCoastsIsRight breaks winding coasts and checks that the known
// ground is right, and that the ground along the coast is known.
func TestTraceOfBrokenCoastsIsRight(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 11))
	for round := range 30 {
		a, b, c := 40*r.Float64(), 15*r.Float64(), 2*math.Pi*r.Float64()
		coastAt := func(y float64) float64 { return 500 + a*math.Sin(y/90+c) + b*math.Sin(y/30) }
		from, to := 300+100*r.Float64(), 500+200*r.Float64() // the missing part
		south, north := coast.Line{Way: 1}, coast.Line{Way: 2}
		for y := -50.0; y <= from; y++ {
			south.Points = append(south.Points, drawn(coastAt(y), y).Fixed())
		}
		for y := to; y <= 1050; y++ {
			north.Points = append(north.Points, drawn(coastAt(y), y).Fixed())
		}
		lines := []coast.Line{south, north}
		var islets [][]geo.Fixed
		for y := 10.0; y < 1000; y += 20 {
			ring := jagged(r, coastAt(y)+65+155*r.Float64(), y, 3, 9)
			islets = append(islets, ring)
			lines = append(lines, coast.Line{Way: 3, Points: ring})
		}
		shore, report := trace(t, lines, drawnArea())
		if shore == nil || len(report.Ends) != 2 {
			t.Fatalf("round %d: report %+v", round, report)
		}
		for range 4000 {
			y := 1 + 998*r.Float64()
			x := coastAt(y) + 300*(r.Float64()-.5)
			off := x - coastAt(y)
			want := byte('#')
			if off > 0 {
				want = '~'
			}
			if off > 0 && inOdd(islets, drawn(x, y).Fixed()) {
				want = '#'
			}
			near := math.Abs(off) < 15 && (y < from-100 || y > to+100)
			got := ground(shore, drawn(x, y))
			if math.Abs(off) > .5 && (got != want && got != '?' || got == '?' && near) {
				t.Errorf("round %d: %.1f, %.1f, %.1f off: %c, want %c", round, x, y, off, got, want)
			}
		}
	}
}

// TestVisitShore checks that the sea of a Shore is over all land, and its land under
// the others.
func TestVisitShore(t *testing.T) {
	shore, _ := trace(t, []coast.Line{way(7, 400, 400, 600, 400, 600, 600, 400, 600, 400, 400)}, drawnArea())
	w := world(t)
	for _, c := range []struct {
		name     string
		at       geo.Point
		dry, wet bool
	}{
		{"the island", drawn(500, 500), true, false},
		{"the sea round it", drawn(300, 500), false, true},
		{"the sea by the edge", drawn(970, 970), false, true},
		{"beyond the edge", drawn(1030, 500), false, false},
	} {
		for _, level := range boundary.Levels() {
			for _, metres := range []float64{1, 1000, 500_000} {
				box := geo.BoundsOf(c.at).Pad(metres).Fixed()
				is := within(w, level, box, coast.Country{}, shore, c.at)
				if is[coast.Dry] != c.dry || is[coast.Wet] != c.wet {
					t.Errorf("%s at level %v, %v m round it: %v", c.name, level, metres, is)
				}
			}
		}
	}
}

// FuzzTrace traces arbitrary lines. No coast may cause a panic, lines that do not
// close, or a faulty pack.
func FuzzTrace(f *testing.F) {
	f.Add([]byte{0, 0, 10, 10, 20, 0, 0, 0}, uint8(4))
	f.Add([]byte{10, 0, 10, 50, 12, 250, 255, 0, 30, 30, 10, 10}, uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, each uint8) {
		var lines []coast.Line
		n := 2 * max(int(each%16), 1)
		for id := int64(1); len(data) >= 2 && id < 40; id++ {
			piece := data[:min(n, len(data)/2*2)]
			data = data[len(piece):]
			var xy []float64
			for _, v := range piece {
				xy = append(xy, 5*float64(v)-100)
			}
			lines = append(lines, way(id, xy...))
		}
		shore, report := trace(t, lines, geo.BoundsOf(drawn(0, 0), drawn(300, 300)).Fixed())
		if strings.Contains(string(report.Fault), "do not close") {
			t.Fatalf("report %+v", report)
		}
		if shore == nil {
			return
		}
		for x := 5.0; x < 300; x += 10 {
			for y := 5.0; y < 300; y += 10 {
				shore.Sea(drawn(x, y))
			}
		}
	})
}
