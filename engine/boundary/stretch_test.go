// SPDX-License-Identifier: MIT

package boundary

import (
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

// TestStretchesAgreeWithSampling compares the parts of random segments with sampled
// points. Points near a border may be on either side of it, because all are rounded
// to the grid.
func TestStretchesAgreeWithSampling(t *testing.T) {
	const samples = 300
	several := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		drawn := []*arcs{
			randomPatchwork(r).arcs(),
			warped(r, 12, 1+r.IntN(4), geo.Fixed{Lat: 10e7, Lon: 105e7}, 40000).arcs(),
			draw(1000, "AB.C", "AABC", "D.DC", "BAD.").arcs(),
		}[seed%3]
		d, _ := built(t, takenApart(r, drawn), exactly())
		n := reopened(t, d)
		ends := probes(r, d.arcs)
		var dst []Stretch
		for range 60 {
			from, to := ends[r.IntN(len(ends))], ends[r.IntN(len(ends))]
			if !from.Point().Valid() || !to.Point().Valid() {
				continue
			}
			a, b := from.Point(), to.Point()
			dst = n.Stretches(dst[:0], a, b)
			if from == to {
				if len(dst) > 0 {
					t.Fatalf("seed %d: %d parts of a point", seed, len(dst))
				}
				continue
			}
			if len(dst) > 1 {
				several++
			}
			checkStretches(t, n, dst, a, b, samples)
			if t.Failed() {
				t.Fatalf("seed %d, from %v to %v: %v", seed, from, to, dst)
			}
		}
	}
	if several < 100 {
		t.Errorf("%d segments with more than one part", several)
	}
}

func checkStretches(t *testing.T, n *Net, list []Stretch, a, b geo.Point, samples int) {
	t.Helper()
	at := 0.0
	for i, s := range list {
		if s.From != at || s.To <= s.From {
			t.Errorf("stretch %d does not follow the one before", i)
		}
		if i > 0 && s.Found == list[i-1].Found && s.Place == list[i-1].Place {
			t.Errorf("stretches %d and %d are one", i-1, i)
		}
		at = s.To
	}
	if at != 1 {
		t.Errorf("they end at %v", at)
	}
	for k := range samples {
		f := (float64(k) + 0.5) / float64(samples)
		p := geo.Lerp(a, b, f)
		for _, s := range list {
			if f < s.From || f > s.To {
				continue
			}
			place, found := n.Locate(p)
			if (found != s.Found || place.Area != s.Place.Area) && !nearBorder(n, p.Fixed()) {
				t.Errorf("at %v lies area %v (%v), not %v", f, place, found, s)
			}
			break
		}
	}
}

// nearBorder reports whether a border passes within two units of p.
func nearBorder(n *Net, p geo.Fixed) bool {
	unit := scale{1, 1}
	for arc := range n.NumArcs() {
		line := n.arcs.line(arc)
		for k := 1; k < len(line); k++ {
			if c := unit.chord(line[k-1], line[k]); c.distance2(p) <= 4 {
				return true
			}
		}
	}
	return false
}

func TestStretchesAlongBorders(t *testing.T) {
	//                              0    10   20   30
	d, _ := built(t, drawing(`
a . . d . . e
. . . . . . .
b . . c . . f`, 40).areas([]string{"abcd", "dcfe"}), exactly())
	n := reopened(t, d)
	p := drawing(`
a 1 . d . 2 e
. . . 3 . . . 5
b . . c . . f
. . . 4 . . .`, 40)
	for _, tt := range []struct {
		from, to rune
		want     []int // areas, −1 for none
	}{
		{'1', '2', []int{0, 1}}, // along the outer border
		{'d', 'c', []int{0}},    // along the border between them
		{'3', '4', []int{0, -1}},
		{'3', '5', []int{1, -1}},
		{'4', '4', nil},
	} {
		got := n.Stretches(nil, p[tt.from].Point(), p[tt.to].Point())
		var areas []int
		for _, s := range got {
			if !s.Found {
				areas = append(areas, -1)
			} else {
				areas = append(areas, s.Place.Area)
			}
		}
		if len(areas) != len(tt.want) {
			t.Errorf("from %c to %c: %v, want %v", tt.from, tt.to, areas, tt.want)
			continue
		}
		for i := range areas {
			if areas[i] != tt.want[i] {
				t.Errorf("from %c to %c: %v, want %v", tt.from, tt.to, areas, tt.want)
			}
		}
	}
}

// TestClearBoxesAreInOneArea checks that a box that is clear has no border in it: all points are in
// one area, on no border, and segments in it are not cut.
func TestClearBoxesAreInOneArea(t *testing.T) {
	boxes := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 9))
		drawn := []*arcs{randomPatchwork(r).arcs(), draw(1000, "AB.C", "AABC", "D.DC", "BAD.").arcs()}[seed%2]
		d, _ := built(t, takenApart(r, drawn), exactly())
		n := reopened(t, d)
		ends := probes(r, d.arcs)
		for range 200 {
			from := ends[r.IntN(len(ends))]
			to := geo.Fixed{Lat: from.Lat + int32(r.IntN(900)) - 450, Lon: from.Lon + int32(r.IntN(900)) - 450}
			if !from.Point().Valid() || !to.Point().Valid() || !n.Clear(geo.FixedBoundsOf(from, to)) {
				continue
			}
			boxes++
			place, found := n.Locate(from.Point())
			for k := range 20 {
				p := geo.Lerp(from.Point(), to.Point(), float64(k)/19)
				if k%2 == 1 { // the other diagonal
					p.Lat = from.Point().Lat + to.Point().Lat - p.Lat
				}
				if other, ok := n.Locate(p); ok != found || other.Area != place.Area || other.OnBorder {
					t.Fatalf("seed %d, %v to %v: area %v (%v) at one end, %v (%v) at %v", seed, from, to, place, found, other, ok, p)
				}
			}
			if list := n.Stretches(nil, from.Point(), to.Point()); len(list) > 1 {
				t.Fatalf("seed %d: %v", seed, list)
			}
		}
	}
	if boxes < 500 {
		t.Errorf("only %d boxes were clear", boxes)
	}
}
