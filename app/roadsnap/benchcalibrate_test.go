// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// TestFitLogistic draws legs with known weights and fits them again.
func TestFitLogistic(t *testing.T) {
	const seed = 7
	random := rand.New(rand.NewPCG(seed, 0))
	want := legWeights{3}
	for i := range match.NumEvidence {
		want[i+1] = 0.2 + 0.2*float64(i)
	}
	var samples []legSample
	for range 40_000 {
		var s legSample
		for i := range s.evidence {
			s.evidence[i] = 2 * random.Float64()
		}
		s.Right = random.Float64() < want.of(s)
		samples = append(samples, s)
	}
	got := fitLogistic(samples)
	for i := range got {
		if math.Abs(got[i]-want[i]) > 0.1 {
			t.Errorf("seed %d: weight %d is %.3f, want %.3f", seed, i, got[i], want[i])
		}
	}
}

// TestCutTrace checks that a part of a trace has its own truth.
func TestCutTrace(t *testing.T) {
	plane := geo.NewPlane(geo.Point{Lat: 10.77, Lon: 106.7})
	trace := benchTrace{id: "a"}
	for i := range 100 {
		at := plane.Point(geo.XY{X: 20 * float64(i)})
		trace.observations = append(trace.observations, match.Observation{Point: at})
		trace.route = append(trace.route, at)
		trace.ways = append(trace.ways, int64(i))
		trace.offsets = append(trace.offsets, 20*float64(i))
	}
	for seed := range uint64(50) {
		part, ok := cutTrace(&trace, rand.New(rand.NewPCG(seed, 0)))
		n := len(part.observations)
		if !ok {
			if n > 6 {
				t.Errorf("seed %d: %d points are refused", seed, n)
			}
			continue
		}
		length := 20 * float64(n-1)
		if n < 6 || n > 65 || len(part.ways) != n || part.offsets[0] != 0 || part.offsets[n-1] != length || math.Abs(geo.Length(part.route)-length) > 0.5 ||
			geo.Distance(part.route[0], part.observations[0].Point) > 0.1 {
			t.Errorf("seed %d: %d points, offsets %v, a route of %.1f m", seed, n, part.offsets, geo.Length(part.route))
		}
	}
	trace.offsets = nil
	if _, ok := cutTrace(&trace, rand.New(rand.NewPCG(1, 0))); ok {
		t.Error("a trace without offsets was cut")
	}
}

// TestBenchConfidence measures two sets, one for each half.
func TestBenchConfidence(t *testing.T) {
	packPath, set := benchSet(t, lowerTrace(t, "a", 5, 10))
	other := filepath.Join(filepath.Dir(packPath), "set.jsonl")
	got := roadsnap(t, "", "bench", "confidence", "-q", "--traces", packPath+"="+set, "--traces", packPath+"="+other)
	if got.code != exitOK {
		t.Fatalf("exit code %d: %s", got.code, got.err)
	}
	for _, part := range []string{"half 1 of the maps", "half 2 of the maps", "every 001 s", "fitted on half 2", "fitted on all"} {
		if !strings.Contains(got.out, part) {
			t.Errorf("no %q in\n%s", part, got.out)
		}
	}
	if got := roadsnap(t, "", "bench", "confidence", "--traces", "x"); got.code != exitUsage {
		t.Errorf("without a file: exit code %d", got.code)
	}
}
