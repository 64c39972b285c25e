// SPDX-License-Identifier: MIT

package boundary

import (
	"math/rand/v2"
	"testing"
	"time"

	"roadsnap/engine/geo"
)

// inSight reports whether p, which lies in box, is on the land of s by the rule of
// Visit, and whether it is on one of the lines.
func inSight(s *Silhouette, box geo.FixedBounds, p geo.Fixed) (inside, onLine bool) {
	s.Visit(box, func(ring []geo.Fixed) {
		for i, a := range ring {
			switch pass(a, ring[(i+1)%len(ring)], p) {
			case on:
				onLine = true
			case south:
				inside = !inside
			}
		}
	})
	return inside, onLine
}

// TestSilhouetteIsTheLandOfItsAreas compares silhouettes of some areas of messy land
// in small windows with Locate, and at coarser levels with the whole silhouette.
func TestSilhouetteIsTheLandOfItsAreas(t *testing.T) {
	in, out, cut := 0, 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 41))
		d, _ := built(t, messy(r), exactly())
		if d.arcs.len() == 0 {
			continue
		}
		n := reopened(t, d)
		some := make([]bool, n.NumAreas())
		for i := range some {
			some[i] = r.IntN(3) > 0
		}
		whole := n.Bounds().Fixed()
		for _, level := range Levels() {
			s := n.Silhouette(level, func(area int) bool { return some[area] })
			for range 60 {
				at := func() geo.Fixed {
					return geo.Fixed{
						Lat: whole.MinLat + int32(r.Int64N(int64(whole.MaxLat-whole.MinLat)+1)),
						Lon: whole.MinLon + int32(r.Int64N(int64(whole.MaxLon-whole.MinLon)+1)),
					}
				}
				p := at()
				box := geo.FixedBoundsOf(p, geo.Fixed{Lat: (p.Lat + at().Lat) / 2, Lon: (p.Lon + at().Lon) / 2})
				got, onLine := inSight(s, box, p)
				want, _ := inSight(s, whole, p)
				if level == Street {
					place, found := n.Locate(p.Point())
					onLine = onLine || place.OnBorder
					want = found && some[place.Area]
				}
				if onLine {
					continue
				}
				if got != want {
					t.Fatalf("seed %d, %v: %v through %v is land: %v, want %v", seed, level, p, box, got, want)
				}
				if got {
					in++
				} else {
					out++
				}
			}
			s.Visit(geo.FixedBoundsOf(whole.Bounds().Center().Fixed()), func(ring []geo.Fixed) { cut += len(ring) })
		}
	}
	if in < 500 || out < 500 || cut == 0 {
		t.Errorf("%d points on land, %d elsewhere, %d points of lines", in, out, cut)
	}
}

// TestLongShoresAreCutShort checks that a picture of a small part of a long coast
// does not get all of it, and is still right about land.
func TestLongShoresAreCutShort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 42))
	var ring []geo.Fixed
	for i := range int32(4000) { // a comb: along the south, and back with teeth
		ring = append(ring, geo.Fixed{Lat: 0, Lon: 1000 * i})
	}
	for i := int32(3999); i >= 0; i-- {
		ring = append(ring, geo.Fixed{Lat: 50_000 + int32(r.IntN(20_000)), Lon: 1000 * i})
	}
	d, _ := built(t, []Area{{Parts: []Part{{ring}}}}, exactly())
	n := reopened(t, d)
	s := n.Silhouette(Street, func(int) bool { return true })
	for range 200 {
		p := geo.Fixed{Lat: int32(r.IntN(90_000)) - 10_000, Lon: int32(r.IntN(3_999_000))}
		box := geo.FixedBoundsOf(p, geo.Fixed{Lat: p.Lat + 9_000, Lon: p.Lon + 9_000})
		points := 0
		s.Visit(box, func(ring []geo.Fixed) { points += len(ring) })
		if points > 1000 {
			t.Fatalf("%d points of a shore of %d for a window of ten of them", points, len(ring))
		}
		got, _ := inSight(s, box, p)
		place, want := n.Locate(p.Point())
		if got != want && !place.OnBorder {
			t.Fatalf("%v is land: %v, want %v", p, got, want)
		}
	}
}

// TestSilhouetteOfABundle imitates a damaged pack, in which a great many borders meet
// in one node and lead nowhere else.
func TestSilhouetteOfABundle(t *testing.T) {
	const borders = 700_000
	n := &Net{}
	for i := range int32(borders) {
		n.arcs.add([]geo.Fixed{{Lat: i + 1, Lon: 1}, {}}, 0, nobody)
	}
	n.lines[Street] = n.arcs.lines
	began := time.Now()
	s := n.Silhouette(Street, func(int) bool { return true })
	if took := time.Since(began); took > time.Minute { // the square of their number would take four on an idle machine
		t.Errorf("%v for %d borders", took, borders)
	}
	if want := borders / 2; len(s.rings) != want {
		t.Errorf("%d shores, want %d", len(s.rings), want)
	}
}
