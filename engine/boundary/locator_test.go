// SPDX-License-Identifier: MIT

package boundary

import (
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

// agree checks a locator against the plain scan at the points.
func agree(t *testing.T, l *locator, points []geo.Fixed) {
	t.Helper()
	for _, p := range points {
		o, onBorder := l.locate(p)
		if want, wantBorder := plainOwner(l.arcs, p); o != want || onBorder != wantBorder {
			t.Errorf("at %v: owner %d, on a border: %v; want %d, %v", p, int32(o), onBorder, int32(want), wantBorder)
			return
		}
	}
}

// randomDensity returns a density that divides small divisions as deeply as a
// country.
func randomDensity(r *rand.Rand) density {
	return density{grid: 1 + r.IntN(8), crowded: 2 + r.IntN(20), bridged: r.Uint32N(3)}
}

func TestLocateAgreesWithPlainScan(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 0))
		a := randomPatchwork(r).arcs()
		l := buildDense(a, randomDensity(r))
		agree(t, &l, probes(r, a))
		if err := l.verify(t.Context()); err != nil {
			t.Errorf("verify: %v", err)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %d arcs, %d points", seed, a.len(), len(a.points))
		}
	}
}

// TestLocateOnEveryPoint looks up every point of small drawings, in which a square is
// four units wide.
func TestLocateOnEveryPoint(t *testing.T) {
	drawings := map[string][]string{
		"nothing":             {"."},
		"one square":          {"A"},
		"two neighbours":      {"AB"},
		"lake and enclave":    {"AAAAA", "A.ABA", "AAAAA"},
		"islands":             {"A.A", ".B.", "A.A"},
		"areas meet in nodes": {"AB", "CD"},
		"nodes in a lake":     {"AB.", "C.A", ".BC"},
		"gap between":         {"AAA", "...", "BBB"},
		"comb":                {"A.A.A.A", "AAAAAAA", "B.B.B.B", "BBBBBBB"},
		"steps down":          {"A.......", "AA..B...", "AAAA.CC.", "AAAAAA.A", "AAAAAAAA"},
		"steps up":            {"AAAAAAAA", ".AAAAAAA", "...AAA.A", "BB..AA..", ".A.....A"},
		"lake in an enclave":  {"AAAAA", "ABBBA", "AB.BA", "ABBBA", "AAAAA"},
	}
	for name, rows := range drawings {
		t.Run(name, func(t *testing.T) {
			a := draw(4, rows...).arcs()
			for _, d := range []density{defaultDensity(), {grid: 1, crowded: 2}, {grid: 1000, crowded: 4}} {
				l := buildDense(a, d)
				var points []geo.Fixed
				for lat := int32(-3); lat < int32(4*len(rows)+4); lat++ {
					for lon := int32(-3); lon < int32(4*len(rows[0])+4); lon++ {
						points = append(points, geo.Fixed{Lat: lat, Lon: lon})
					}
				}
				agree(t, &l, points)
			}
		})
	}
}

func TestLocateOnBorders(t *testing.T) {
	//  0   4   8   12
	l := buildLocator(draw(4,
		"BBB.", // 8 … 12
		"CAA.", // 4 … 8
		"CD.A", // 0 … 4
	).arcs())
	const none = nobody
	tests := []struct {
		name     string
		lat, lon int32
		want     owner
		onBorder bool
	}{
		{"inside", 10, 3, 1, false},
		{"inside, a unit from the border", 9, 4, 1, false},
		{"between B and A", 8, 6, 0, true},
		{"between C and D", 2, 4, 2, true},
		{"node of B, C and A", 8, 4, 0, true},
		{"node of C, A and D", 4, 4, 0, true},
		{"vertex of a coast, no node", 12, 12, 1, true},
		{"coast", 0, 6, 3, true},
		{"node of A twice and nobody", 4, 12, 0, true},
		{"node of A, D and nobody", 4, 8, 0, true},
		{"in a gap", 2, 10, none, false},
		{"one unit off a coast", -1, 6, none, false},
		{"south-western corner of all", 0, 0, 2, true},
		{"north-eastern corner of the box", 12, 16, none, false},
		{"far away", 90e7, 180e7, none, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, onBorder := l.locate(geo.Fixed{Lat: tt.lat, Lon: tt.lon})
			if o != tt.want || onBorder != tt.onBorder {
				t.Errorf("owner %d, on a border: %v; want %d, %v", int32(o), onBorder, int32(tt.want), tt.onBorder)
			}
		})
	}
}

func TestLocatorOfTheWholeEarth(t *testing.T) {
	d := newPatchwork()
	const w, e, s, n = -180e7, 180e7, -90e7, 90e7
	middle := geo.Fixed{Lat: 1, Lon: 1}
	corners := []geo.Fixed{{Lat: s, Lon: w}, {Lat: s, Lon: e}, {Lat: n, Lon: e}, {Lat: n, Lon: w}}
	for i, c := range corners {
		d.add(owner(i), middle, c, corners[(i+1)%4])
	}
	a := d.arcs()
	l := buildDense(a, density{grid: 1, crowded: 2})
	agree(t, &l, probes(rand.New(rand.NewPCG(1, 1)), a))
}

func TestBundleOfLongSegmentsStaysSmall(t *testing.T) {
	d := newPatchwork()
	for i := range int32(200) { // slanted strips of a few units across half the Earth
		d.add(owner(i%3), geo.Fixed{Lat: 3 * i, Lon: -90e7}, geo.Fixed{Lat: 40e7 + 3*i, Lon: 90e7},
			geo.Fixed{Lat: 40e7 + 3*i + 3, Lon: 90e7}, geo.Fixed{Lat: 3*i + 3, Lon: -90e7})
	}
	a := d.arcs()
	l := buildLocator(a)
	if words := len(l.nodes) + len(l.cells); words > 500*len(a.points) {
		t.Errorf("%d numbers for %d points", words, len(a.points))
	}
	agree(t, &l, probes(rand.New(rand.NewPCG(1, 2)), a))
}

func TestLocateAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	a := draw(1000, "AAB.", "CDDA").arcs()
	l := buildDense(a, density{grid: 1, crowded: 2})
	points := probes(r, a)
	if n := testing.AllocsPerRun(10, func() {
		for _, p := range points {
			l.locate(p)
			l.distance(p)
		}
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// FuzzLocate divides land as given by the bytes.
func FuzzLocate(f *testing.F) {
	f.Add([]byte("AB.CA.BB."), uint8(3), uint64(1), int32(5), int32(7))
	f.Add([]byte("A"), uint8(1), uint64(2), int32(0), int32(0))
	f.Fuzz(func(t *testing.T, letters []byte, columns uint8, seed uint64, lat, lon int32) {
		columns = columns%12 + 1
		var rows []string
		for len(letters) > 0 && len(rows) < 12 {
			row := make([]byte, columns)
			for i := range row {
				row[i] = '.'
				if i < len(letters) && letters[i]%5 > 0 {
					row[i] = 'A' - 1 + letters[i]%5
				}
			}
			rows, letters = append(rows, string(row)), letters[min(len(letters), int(columns)):]
		}
		r := rand.New(rand.NewPCG(seed, 0))
		for _, a := range []*arcs{draw(1+r.Int32N(100), rows...).arcs(), randomPatchwork(r).arcs()} {
			l := buildDense(a, randomDensity(r))
			agree(t, &l, append(probes(r, a), geo.Fixed{Lat: lat, Lon: lon}))
			if err := l.verify(t.Context()); err != nil {
				t.Error(err)
			}
		}
	})
}
