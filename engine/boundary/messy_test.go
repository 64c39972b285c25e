// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

// messy returns areas with invalid outlines: rings that cross themselves, each other
// and those of other areas, run along them, or are degenerate.
func messy(r *rand.Rand) []Area {
	side := []int32{3, 8, 30, 1000, 1 << 20, 80e7}[r.IntN(6)]
	origin := geo.Fixed{Lat: 10e7, Lon: 105e7}
	if side > 1<<20 {
		origin = geo.Fixed{Lat: -side / 2, Lon: -side / 2}
	}
	var seen []geo.Fixed
	point := func() geo.Fixed {
		if len(seen) > 0 && r.IntN(3) == 0 {
			return seen[r.IntN(len(seen))]
		}
		p := geo.Fixed{Lat: origin.Lat + r.Int32N(side), Lon: origin.Lon + r.Int32N(side)}
		seen = append(seen, p)
		return p
	}
	areas := make([]Area, 1+r.IntN(5))
	for i := range areas {
		for range r.IntN(3) {
			var part Part
			for range r.IntN(4) {
				var ring []geo.Fixed
				for range r.IntN(9) {
					ring = append(ring, point())
				}
				part = append(part, ring)
			}
			areas[i].Parts = append(areas[i].Parts, part)
		}
		if i > 0 && r.IntN(6) == 0 {
			areas[i].Parts = areas[r.IntN(i)].Parts
		}
	}
	return areas
}

func TestBuildOfMessyOutlines(t *testing.T) {
	rounds := 800
	if testing.Short() {
		rounds = 200
	}
	cuts, overlaps, gaps, lost := 0, 0, 0, 0
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 2))
		areas := messy(r)
		d, report := built(t, areas, exactly())
		judged(t, d, report)
		owned(t, r, areas, d, 60)
		if fault := listed(areas, d, report); fault != "" {
			t.Error(fault)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
		cuts, overlaps, gaps, lost = cuts+len(report.Cuts), overlaps+len(report.Overlaps), gaps+len(report.Gaps), lost+len(report.Lost)
	}
	// The properties must not hold trivially.
	if cuts == 0 || overlaps == 0 || gaps == 0 || lost == 0 {
		t.Errorf("%d cuts, %d overlaps, %d gaps, %d vertices lost", cuts, overlaps, gaps, lost)
	}
}

// TestBuildOfMessyOutlinesSnapped uses tolerances of a fraction of the whole land, or
// more.
func TestBuildOfMessyOutlinesSnapped(t *testing.T) {
	rounds := 500
	if testing.Short() {
		rounds = 200
	}
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 3))
		areas := messy(r)
		d, report := built(t, areas, Options{Tolerance: []float64{0.02, 0.1, 1, 100}[r.IntN(4)]})
		judged(t, d, report)
		if fault := listed(areas, d, report); fault != "" {
			t.Error(fault)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// listed returns a vertex of a division that is neither a vertex of the outlines nor
// in the report, or a vertex of the outlines that is missing from both.
func listed(areas []Area, d *Division, r Report) string {
	given, made, gone, kept := map[geo.Fixed]bool{}, map[geo.Fixed]bool{}, map[geo.Fixed]bool{}, map[geo.Fixed]bool{}
	for _, m := range r.Moved {
		gone[m.From.Fixed()] = true
	}
	for _, p := range r.Lost {
		gone[p.Fixed()] = true
	}
	for _, p := range r.Cuts {
		made[p.Fixed()] = true
	}
	for _, p := range d.arcs.points {
		kept[p] = true
	}
	for _, a := range areas {
		for _, part := range a.Parts {
			for _, ring := range part {
				for _, p := range ring {
					given[p] = true
				}
			}
		}
	}
	for p := range kept {
		if !given[p] && !made[p] {
			return "a vertex is new and in no list"
		}
	}
	for p := range given {
		if !kept[p] && !gone[p] && !made[p] && !overlapped(areas, r, p) {
			return "a vertex is gone and in no list"
		}
	}
	for p := range gone {
		if !given[p] && !made[p] {
			return "a vertex that was never there is gone"
		}
	}
	return ""
}

// overlapped reports whether a point lies in the box of an overlap, or is a vertex of
// an area with several parts, which may meet there.
func overlapped(areas []Area, r Report, p geo.Fixed) bool {
	for _, o := range r.Overlaps {
		if o.Bounds.Contains(p.Point()) {
			return true
		}
	}
	for _, a := range areas {
		for _, part := range a.Parts {
			for _, ring := range part {
				for _, q := range ring {
					if p == q && len(a.Parts) > 1 {
						return true
					}
				}
			}
		}
	}
	return false
}

// TestTangledOutlinesAreRefused uses lines that each cross nearly every other line.
// They have far more crossings than a pack can hold or the time allows. The bound is
// on cuts, of which few are made before it is reached.
func TestTangledOutlinesAreRefused(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var ring []geo.Fixed
	for i := range 20000 {
		ring = append(ring, geo.Fixed{Lat: int32(i%2) * 80e7, Lon: r.Int32N(80e7)})
	}
	s := newSets()
	c := newCutter(s.unite(appendRing(nil, ring, s.of([]uint32{0}))))
	err := c.all(t.Context())
	if !errors.Is(err, ErrTangled) {
		t.Errorf("error %v", err)
	}
	if made := maxCuts*(c.known+1000) - c.left; made > maxCuts*(c.known+1000)+4 {
		t.Errorf("%d cuts of %d edges", made, c.known)
	}
	if _, _, err := Build(t.Context(), Source{Areas: []Area{{Parts: []Part{{ring}}}}, Groups: []uint32{0}}, DefaultOptions()); !errors.Is(err, ErrTangled) {
		t.Errorf("Build: error %v", err)
	}
}

// TestBundleOfLongSegmentsConverges uses segments half round the Earth and a unit or
// two apart. They cross at angles so small that each rounded crossing makes others.
func TestBundleOfLongSegmentsConverges(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 4))
		var areas []Area
		for range 2 + r.IntN(6) {
			at := func(lon int32) geo.Fixed { return geo.Fixed{Lat: r.Int32N(12), Lon: lon} }
			areas = append(areas, Area{Parts: []Part{{{at(-90e7), at(r.Int32N(1e7)), at(90e7), at(80e7)}}}})
		}
		d, report := built(t, areas, exactly())
		judged(t, d, report)
	}
}

// TestCuttingCancelled uses long parallel edges, each of which is compared with every
// other.
func TestCuttingCancelled(t *testing.T) {
	var edges []edge
	for i := range int32(20000) {
		edges = append(edges, newEdge(geo.Fixed{Lat: 2 * i}, geo.Fixed{Lat: 80e7 + 2*i, Lon: 80e7}, 1))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := newCutter(edges)
	if err := c.find(ctx, 0); !errors.Is(err, context.Canceled) || c.seen > 1<<17 {
		t.Errorf("error %v after %d pairs", err, c.seen)
	}
}
