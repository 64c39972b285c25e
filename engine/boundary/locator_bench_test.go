// SPDX-License-Identifier: MIT

package boundary

import (
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
)

// benchCountry returns a country of 2500 areas with about 300 000 vertices, and
// points in it, half of them near borders.
func benchCountry() (*arcs, []geo.Fixed) {
	r := rand.New(rand.NewPCG(1, 7))
	const step = 20_000
	a := warped(r, 1000, 50, geo.Fixed{Lat: 10e7, Lon: 104e7}, step).arcs()
	return a, pointsIn(r, a, 1<<18)
}

// pointsIn returns points in the box of arcs, every second of them within 50 m of a
// vertex.
func pointsIn(r *rand.Rand, a *arcs, n int) []geo.Fixed {
	const near = 3000 // 1e-7 degree on either axis
	box, points := geo.FixedBoundsOf(a.points...), make([]geo.Fixed, n)
	for i := range points {
		points[i] = geo.Fixed{Lat: mix(r, box.MinLat, box.MaxLat), Lon: mix(r, box.MinLon, box.MaxLon)}
		if i%2 == 0 {
			v := a.points[r.IntN(len(a.points))]
			points[i] = geo.Fixed{Lat: v.Lat + r.Int32N(2*near) - near, Lon: v.Lon + r.Int32N(2*near) - near}
		}
	}
	return points
}

// ringScan is the baseline for the locator: a tree over the boxes of areas, and the
// exact test over all segments round those that it finds.
type ringScan struct {
	tree  spatial.Tree
	areas [][][]geo.Fixed // lines round each area
	found []uint32
}

func newRingScan(a *arcs) *ringScan {
	s := &ringScan{}
	var boxes []geo.FixedBounds
	for arc := range a.len() {
		for _, o := range []owner{a.left[arc], a.right[arc]} {
			if o == nobody {
				continue
			}
			for int(o) >= len(boxes) {
				boxes, s.areas = append(boxes, geo.NoFixedBounds), append(s.areas, nil)
			}
			s.areas[o] = append(s.areas[o], a.line(arc))
			boxes[o] = boxes[o].Union(geo.FixedBoundsOf(a.line(arc)...))
		}
	}
	s.tree = spatial.Build(boxes).Tree()
	return s
}

// locate returns the same as locator.locate.
func (s *ringScan) locate(p geo.Fixed) (o owner, onBorder bool) {
	s.found = s.tree.AppendSearch(s.found[:0], geo.FixedBoundsOf(p))
	o = nobody
	for _, area := range s.found {
		in, border := false, false
		for _, line := range s.areas[area] {
			for i := 1; i < len(line); i++ {
				a, b := line[i-1], line[i]
				border = border || onSegment(p, a, b)
				if (a.Lon <= p.Lon) != (b.Lon <= p.Lon) {
					in = in != (orientation(a, b, p) > 0 == (a.Lon < b.Lon))
				}
			}
		}
		if in || border {
			o, onBorder = min(o, area), onBorder || border
		}
	}
	return o, onBorder
}

func TestLocateAgreesWithRings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	a := warped(r, 300, 20, geo.Fixed{Lat: 10e7, Lon: 104e7}, 20_000).arcs()
	l, rings := buildLocator(a), newRingScan(a)
	for _, p := range append(pointsIn(r, a, 20_000), a.points...) {
		o, onBorder := l.locate(p)
		if want, wantBorder := rings.locate(p); o != want || onBorder != wantBorder {
			t.Fatalf("at %v: owner %d, on a border: %v; want %d, %v", p, int32(o), onBorder, int32(want), wantBorder)
		}
	}
}

// BenchmarkLocate measures look-ups with the locator and with ringScan.
func BenchmarkLocate(b *testing.B) {
	a, points := benchCountry()
	l, rings := buildLocator(a), newRingScan(a)
	for name, locate := range map[string]func(geo.Fixed) (owner, bool){"locator": l.locate, "rings": rings.locate} {
		b.Run(name, func(b *testing.B) {
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				locate(points[i%len(points)])
				i++
			}
		})
	}
}

func BenchmarkDistance(b *testing.B) {
	a, points := benchCountry()
	l := buildLocator(a)
	far := l.outline(0)
	for name, distance := range map[string]func(geo.Fixed) (float64, bool){
		"any border": l.distance,
		"far area":   func(p geo.Fixed) (float64, bool) { return l.distanceTo(p, far) },
	} {
		b.Run(name, func(b *testing.B) {
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				distance(points[i%len(points)])
				i++
			}
		})
	}
}

func BenchmarkBuildLocator(b *testing.B) {
	a, _ := benchCountry()
	b.ReportAllocs()
	for b.Loop() {
		buildLocator(a)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(a.points)), "ns/point")
}

func BenchmarkVerifyLocator(b *testing.B) {
	a, _ := benchCountry()
	l := buildLocator(a)
	b.ReportAllocs()
	for b.Loop() {
		if err := l.verify(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
