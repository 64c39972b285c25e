// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"
	"roadsnap/engine/geo"
)

// takenApart returns the outlines of the areas that arcs bound, each as one part. Its
// rings follow the borders in any way: from any start, in any order and direction,
// with some vertices repeated.
func takenApart(r *rand.Rand, a *arcs) []Area {
	var areas []Area
	ways := make(map[owner]map[geo.Fixed][]geo.Fixed) // of each owner, from each vertex
	for arc := range a.len() {
		line := a.line(arc)
		for k := 1; k < len(line); k++ {
			for _, side := range []struct {
				o        owner
				from, to geo.Fixed
			}{{a.left[arc], line[k-1], line[k]}, {a.right[arc], line[k], line[k-1]}} {
				if side.o == nobody {
					continue
				}
				if ways[side.o] == nil {
					ways[side.o] = make(map[geo.Fixed][]geo.Fixed)
				}
				ways[side.o][side.from] = append(ways[side.o][side.from], side.to)
			}
		}
	}
	for o := range owner(64) {
		area := Area{Code: o}
		var part Part
		for arc := range a.len() {
			for _, first := range a.line(arc) {
				var ring []geo.Fixed
				for p := first; len(ways[o][p]) > 0; {
					ring = append(ring, p)
					if r.IntN(8) == 0 {
						ring = append(ring, p)
					}
					i := r.IntN(len(ways[o][p]))
					next := ways[o][p][i]
					ways[o][p] = slices.Delete(ways[o][p], i, i+1)
					p = next
				}
				if ring == nil {
					continue
				}
				if r.IntN(2) == 0 {
					slices.Reverse(ring)
				}
				from := r.IntN(len(ring))
				ring = slices.Concat(ring[from:], ring[:from])
				if r.IntN(2) == 0 {
					ring = append(ring, ring[0])
				}
				part = append(part, ring)
			}
		}
		r.Shuffle(len(part), func(i, j int) { part[i], part[j] = part[j], part[i] })
		if part != nil {
			area.Parts = []Part{part}
		}
		areas = append(areas, area)
	}
	for len(areas) > 0 && areas[len(areas)-1].Parts == nil {
		areas = areas[:len(areas)-1]
	}
	return areas
}

// sides returns the owners to the left and right of every segment, seen from the
// lesser of its ends.
func sides(a *arcs) map[[2]geo.Fixed][2]owner {
	out := make(map[[2]geo.Fixed][2]owner)
	for arc := range a.len() {
		line := a.line(arc)
		for k := 1; k < len(line); k++ {
			if p, q := line[k-1], line[k]; compare(p, q) < 0 {
				out[[2]geo.Fixed{p, q}] = [2]owner{a.left[arc], a.right[arc]}
			} else {
				out[[2]geo.Fixed{q, p}] = [2]owner{a.right[arc], a.left[arc]}
			}
		}
	}
	return out
}

// roundTrip takes a division apart into outlines and builds it again.
func roundTrip(t testing.TB, r *rand.Rand, a *arcs) {
	t.Helper()
	areas := takenApart(r, a)
	d, report := built(t, areas, exactly())
	want, got := sides(a), sides(d.arcs)
	if len(got) != len(want) {
		t.Fatalf("%d segments, want %d", len(got), len(want))
	}
	for s, w := range want {
		if got[s] != w {
			t.Fatalf("segment %v has owners %d, want %d", s, got[s], w)
		}
	}
	if len(report.Moved)+len(report.Bent)+len(report.Cuts)+len(report.Lost)+len(report.Overlaps) > 0 {
		t.Fatalf("something was changed: %+v", report)
	}
	size := make([]float64, len(areas))
	for arc := range a.len() {
		if o := a.left[arc]; o != nobody {
			size[o] += landLeft(a.line(arc))
		}
		if o := a.right[arc]; o != nobody {
			size[o] -= landLeft(a.line(arc))
		}
	}
	total := 0.0
	for _, s := range size {
		total += s
	}
	for i, s := range size {
		if math.Abs(d.lands[i].Size-s) > 1e-6*total+1e-3 {
			t.Fatalf("area %d has %v m², want %v", i, d.lands[i].Size, s)
		}
	}
	judged(t, d, report)
}

func TestBuildGivesBackDivision(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		drawn := anyDivision(rt)
		roundTrip(t, rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "order"), 0)), &drawn.arcs)
	})
}

func TestBuildGivesBackPatchwork(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		roundTrip(t, r, randomPatchwork(r).arcs())
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func TestBuildRefuses(t *testing.T) {
	square := Part{{{Lat: 0, Lon: 0}, {Lat: 0, Lon: 9}, {Lat: 9, Lon: 9}}}
	one := Source{Areas: []Area{{Parts: []Part{square}, Group: 1}}, Groups: []uint32{7}}
	if _, _, err := Build(t.Context(), one, exactly()); !errors.Is(err, ErrArea) {
		t.Errorf("a group that there is not: error %v", err)
	}
	for _, tolerance := range []float64{-1, math.NaN(), maxTolerance + 1, math.Inf(1)} {
		if _, _, err := Build(t.Context(), Source{}, Options{Tolerance: tolerance}); err == nil {
			t.Errorf("a tolerance of %v m is taken", tolerance)
		}
	}
}

// TestBuildOfNothing builds, writes and reads a division without land.
func TestBuildOfNothing(t *testing.T) {
	for name, s := range map[string]Source{
		"no areas":            {},
		"no areas, overview":  {Overview: true},
		"an area of no rings": {Areas: []Area{{}}, Groups: []uint32{0}},
		"an empty ring":       {Areas: []Area{{Parts: []Part{{nil}, nil}}}, Groups: []uint32{0}},
		"a point, overview":   {Areas: []Area{{Parts: []Part{{{{}, {}}}}}}, Groups: []uint32{0}, Overview: true, Alone: true},
	} {
		d, report, err := Build(t.Context(), s, DefaultOptions())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(report.Vanished) != len(s.Areas) {
			t.Errorf("%s: vanished: %v", name, report.Vanished)
		}
		n := reopened(t, d)
		if err := n.Verify(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, found := n.Locate(geo.Point{}); found || !n.Bounds().Empty() {
			t.Errorf("%s: there is land", name)
		}
	}
}

// country returns land that gives each step of Build some work.
func country() Source {
	r := rand.New(rand.NewPCG(1, 2))
	s := Source{Areas: takenApart(r, warped(r, 60, 6, geo.Fixed{Lat: 10e7, Lon: 105e7}, 40000).arcs()), Groups: []uint32{1, 2, 3}}
	for i := range s.Areas {
		s.Areas[i].Group = uint32(i % 3)
		for _, ring := range s.Areas[i].Parts[0] {
			for k := range ring {
				ring[k].Lat += r.Int32N(30)
			}
		}
	}
	return s
}

func TestBuildProgress(t *testing.T) {
	var last, in int64
	o := DefaultOptions()
	o.Progress = func(done, total int64) {
		if done < last || done > total || in != 0 && total != in {
			t.Errorf("%d of %d after %d of %d", done, total, last, in)
		}
		last, in = done, total
	}
	if _, _, err := Build(t.Context(), country(), o); err != nil || last != in || in == 0 {
		t.Errorf("%d of %d at the end, %v", last, in, err)
	}
}

// TestBuildCancelled cancels at every reported step. No other step must follow.
func TestBuildCancelled(t *testing.T) {
	s, steps := country(), 0
	for at := 0; ; at++ {
		ctx, cancel := context.WithCancel(context.Background())
		o := DefaultOptions()
		steps = 0
		o.Progress = func(done, _ int64) {
			if steps == at && done < progressTotal {
				cancel()
			}
			steps++
		}
		_, _, err := Build(ctx, s, o)
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) || steps > at+2 {
			t.Fatalf("cancelled at step %d: %d steps, %v", at, steps, err)
		}
	}
	if steps < 8 {
		t.Errorf("%d steps only", steps)
	}
}

// large returns areas of many vertices, 30 × 30 squares with ragged sides. Some vertices
// are a little apart from those of the neighbour.
func large() Source {
	const side, steps = 30, 20
	r := rand.New(rand.NewPCG(3, 4))
	at := make(map[[2]int]geo.Fixed)
	point := func(i, j int) geo.Fixed {
		p, found := at[[2]int{i, j}]
		if !found {
			p = geo.Fixed{Lat: 10e7 + int32(j)*4000 + r.Int32N(1500), Lon: 105e7 + int32(i)*4000 + r.Int32N(1500)}
			at[[2]int{i, j}] = p
		}
		p.Lat += max(r.Int32N(40)-30, 0)
		return p
	}
	s := Source{Groups: []uint32{1, 2, 3}}
	for x := range side {
		for y := range side {
			var ring []geo.Fixed
			for k := range steps {
				ring = append(ring, point(x*steps+k, y*steps))
			}
			for k := range steps {
				ring = append(ring, point((x+1)*steps, y*steps+k))
			}
			for k := range steps {
				ring = append(ring, point((x+1)*steps-k, (y+1)*steps))
			}
			for k := range steps {
				ring = append(ring, point(x*steps, (y+1)*steps-k))
			}
			s.Areas = append(s.Areas, Area{Parts: []Part{{ring}}, Group: uint32(x % 3), Code: uint32(y)})
		}
	}
	return s
}

// TestBuildGivesTheSameOnAnyProcessors builds land with enough edges to be sorted in
// parts.
func TestBuildGivesTheSameOnAnyProcessors(t *testing.T) {
	s := large()
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	want := ""
	for _, processors := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(processors)
		d, report, err := Build(t.Context(), s, DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		if report.Vertices < 1<<15 {
			t.Fatalf("%d vertices only", report.Vertices)
		}
		got := reopened(t, d).ID()
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d processors: %s, want %s", processors, got, want)
		}
	}
}
