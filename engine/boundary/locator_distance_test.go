// SPDX-License-Identifier: MIT

package boundary

import (
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

// plainDistance is the reference: it finds the nearest point of every segment for
// which counts is true by ternary search, because the distance first falls along it
// and then rises.
func plainDistance(a *arcs, p geo.Fixed, counts func(left, right owner) bool) float64 {
	best, from := math.Inf(1), p.Point()
	for arc := range a.len() {
		if !counts(a.left[arc], a.right[arc]) {
			continue
		}
		line := a.line(arc)
		for i := range line[1:] {
			u, v := line[i].Point(), line[i+1].Point()
			at := func(t float64) float64 { return geo.Distance(from, geo.Lerp(u, v, t)) }
			low, high := 0.0, 1.0
			for range 60 {
				third := (high - low) / 3
				if at(low+third) < at(high-third) {
					high -= third
				} else {
					low += third
				}
			}
			best = min(best, at(low), at(0), at(1))
		}
	}
	return best
}

// wiggly returns a patchwork of some hundred kilometres with borders of many short
// segments.
func wiggly(r *rand.Rand) *patchwork {
	return warped(r, 60, 5, geo.Fixed{Lat: 10e7 + r.Int32N(8e7), Lon: 104e7}, 100_000)
}

func TestDistanceAgreesWithPlainScan(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	const centimetre = 0.01
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 0))
		a := wiggly(r).arcs()
		l := buildLocator(a)
		box := geo.FixedBoundsOf(a.points...)
		for range 20 {
			p := geo.Fixed{Lat: mix(r, box.MinLat, box.MaxLat), Lon: mix(r, box.MinLon, box.MaxLon)}
			got, found := l.distance(p)
			if want := plainDistance(a, p, func(_, _ owner) bool { return true }); !found || math.Abs(got-want) > centimetre {
				t.Errorf("seed %d, %v: %v m, %v, to any border, want %v m", seed, p, got, found, want)
			}
			o := owner(r.IntN(25))
			got, found = l.distanceTo(p, l.outline(o))
			want := plainDistance(a, p, func(left, right owner) bool { return left == o || right == o })
			if found == math.IsInf(want, 1) || found && math.Abs(got-want) > centimetre {
				t.Errorf("seed %d, %v: %v m, %v, to area %d, want %v m", seed, p, got, found, o, want)
			}
			group := func(left, right owner) bool { return left%5 == 1 != (right%5 == 1) }
			got, found = l.distanceTo(p, l.outlineWhere(group))
			if want := plainDistance(a, p, group); !found || math.Abs(got-want) > centimetre {
				t.Errorf("seed %d, %v: %v m, %v, to a group, want %v m", seed, p, got, found, want)
			}
		}
	}
}

func TestDistanceIsZeroOnBordersOnly(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		a := randomPatchwork(r).arcs()
		l := buildDense(a, randomDensity(r))
		for _, p := range probes(r, a)[:min(len(a.points), 20)] {
			_, onBorder := l.locate(p)
			if d, found := l.distance(p); !found || onBorder && d != 0 {
				t.Errorf("seed %d: at %v, on a border: %v; %v m, %v", seed, p, onBorder, d, found)
			}
		}
	}
}

func TestDistanceWithoutBorders(t *testing.T) {
	l := buildLocator(&arcs{})
	if d, found := l.distance(geo.Fixed{}); found {
		t.Errorf("%v m to the border of nothing", d)
	}
	l = buildLocator(draw(10, "AB").arcs())
	if d, found := l.distanceTo(geo.Fixed{}, l.outline(7)); found {
		t.Errorf("%v m to an area that there is not", d)
	}
}

// TestBoundIsBelowDistance checks the bound by which blocks are skipped.
func TestBoundIsBelowDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	anywhere := func(near geo.Fixed) geo.Fixed {
		span := math.Exp(r.Float64() * math.Log(180e7))
		return geo.Fixed{
			Lat: clamp(int64(near.Lat)+int64((r.Float64()-0.5)*span), 90e7),
			Lon: clamp(int64(near.Lon)+int64((r.Float64()-0.5)*span), 180e7),
		}
	}
	for range 200_000 {
		p := geo.Fixed{Lat: int32((r.Float64() - 0.5) * 180e7), Lon: int32((r.Float64() - 0.5) * 180e7)}
		a := anywhere(p)
		b := anywhere(a)
		q := geo.Fixed{Lat: mix(r, a.Lat, b.Lat), Lon: mix(r, a.Lon, b.Lon)}
		reach, box := newReach(p), geo.FixedBoundsOf(a, b)
		if below, cos := reach.cosBelow(q.Lat), math.Cos(q.Point().Lat*math.Pi/180); below > cos+1e-15 {
			t.Fatalf("%v below the cosine at %v from %v, which is %v", below, q, p, cos)
		}
		metres := geo.Distance(p.Point(), q.Point())
		if bound := math.Sqrt(reach.bound(&box, math.Inf(1))) * unit * geo.EarthRadius; bound > metres*(1+1e-9)+1e-3 {
			t.Fatalf("%v to %v in %v: bound %v m, distance %v m", p, q, box, bound, metres)
		}
	}
}

// TestDistanceToOneSegment measures from within 100 km of segments of up to 20 km.
func TestDistanceToOneSegment(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for range 20000 {
		p := geo.Fixed{Lat: 8e7 + r.Int32N(16e7), Lon: 105e7}
		a := geo.Fixed{Lat: p.Lat + r.Int32N(1e7) - 5e6, Lon: p.Lon + r.Int32N(1e7) - 5e6}
		b := geo.Fixed{Lat: a.Lat + r.Int32N(2e6) - 1e6, Lon: a.Lon + r.Int32N(2e6) - 1e6}
		one := &arcs{}
		one.add([]geo.Fixed{a, b}, 0, 1)
		reach := newReach(p)
		got, want := reach.toSegment(a, b), plainDistance(one, p, func(_, _ owner) bool { return true })
		if math.Abs(got-want) > 0.01 {
			t.Fatalf("from %v to %v–%v: %v m, want %v m", p, a, b, got, want)
		}
	}
}

// outlineWhere returns the borders for which counts is true, given the owners on
// their two sides. That is the outline of a group of areas if counts reports whether
// exactly one of them is in the group. It visits all arcs.
func (l *locator) outlineWhere(counts func(left, right owner) bool) []bordering {
	var outline []bordering
	for _, b := range l.borders {
		if left := l.arcs.left[b.Arc]; b.Owner == left && counts(left, l.arcs.right[b.Arc]) {
			outline = append(outline, b)
		}
	}
	return outline
}
