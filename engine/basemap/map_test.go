// SPDX-License-Identifier: MIT

package basemap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/packtest"
	"roadsnap/engine/pack"
)

func TestRoundTrip(t *testing.T) {
	b := NewBuilder()
	lake := Feature{ID: 7, Kind: Water, Name: "Hồ Tây"}
	outer, island := square(0, 0, 3000), square(1000, 1000, 500)
	mustAdd(t, b, lake, outer, island)
	road := Feature{ID: 1 << 40, Kind: RoadPrimary, Name: "Lê Lợi", Ref: "QL1A", Flags: Bridge | Oneway, Level: -3}
	line := metres(0, 0, 50, 3, 100, 0)
	mustAdd(t, b, road, line)
	city := Feature{ID: 3, Kind: PlaceCity, Name: "Huế", Rank: 170}
	mustAdd(t, b, city, metres(10, 10))
	m := packtest.Open(t, Open, b)

	got := visited(m, 16, world)
	if len(got) != 3 || m.tiers[fullTier].blocks[len(m.tiers[fullTier].blocks)-1].First != 3 || b.Len() != 3 {
		t.Fatalf("%d features, want 3", len(got))
	}
	for _, f := range got {
		var want Feature
		var parts [][]geo.Fixed
		switch f.Kind {
		case Water:
			want, parts = lake, [][]geo.Fixed{outer, island}
		case RoadPrimary:
			want, parts = road, [][]geo.Fixed{line}
		default:
			want, parts = city, [][]geo.Fixed{metres(10, 10)}
		}
		wantFeature(t, f, want, parts)
	}
	if got, want := m.Bounds(), geo.FixedBoundsOf(outer...).Bounds(); got != want {
		t.Errorf("bounds %v, want %v", got, want)
	}
}

func wantFeature(t *testing.T, f, want Feature, parts [][]geo.Fixed) {
	t.Helper()
	if f.ID != want.ID || f.Kind != want.Kind || f.Name != want.Name || f.Ref != want.Ref ||
		f.Flags != want.Flags || f.Level != want.Level || f.Rank != want.Rank {
		t.Errorf("got %+v, want %+v", f, want)
	}
	if f.NumParts() != len(parts) {
		t.Fatalf("%s has %d parts, want %d", f.Kind, f.NumParts(), len(parts))
	}
	for i, p := range parts {
		if !slices.Equal(f.Part(i), p) {
			t.Errorf("part %d of %s: %v, want %v", i, f.Kind, f.Part(i), p)
		}
	}
	if f.Part(-1) != nil || f.Part(len(parts)) != nil {
		t.Errorf("%s has parts out of range", f.Kind)
	}
}

func TestNewFeatureCopies(t *testing.T) {
	line := metres(0, 0, 100, 0)
	f := NewFeature(Feature{Kind: Railway}, line)
	wantFeature(t, f, Feature{Kind: Railway}, [][]geo.Fixed{line})
	line[0].Lat++
	if f.Part(0)[0] == line[0] {
		t.Error("the feature sees a change of the caller's points")
	}
	if got, want := f.Box(), geo.FixedBoundsOf(metres(0, 0, 100, 0)...); got != want {
		t.Errorf("box %v, want %v", got, want)
	}
}

func TestAddRefuses(t *testing.T) {
	far := geo.Fixed{Lat: 91e7}
	for _, c := range []struct {
		name  string
		f     Feature
		parts [][]geo.Fixed
	}{
		{"no kind", Feature{}, [][]geo.Fixed{metres(0, 0, 1, 1)}},
		{"kind between", Feature{Kind: 63}, [][]geo.Fixed{metres(0, 0, 1, 1)}},
		{"unknown flag", Feature{Kind: Railway, Flags: 1 << 7}, [][]geo.Fixed{metres(0, 0, 1, 1)}},
		{"no parts", Feature{Kind: Railway}, nil},
		{"line of a point", Feature{Kind: Railway}, [][]geo.Fixed{metres(0, 0)}},
		{"line of two parts", Feature{Kind: Railway}, [][]geo.Fixed{metres(0, 0, 1, 1), metres(0, 0, 1, 1)}},
		{"place of two points", Feature{Kind: PlaceTown}, [][]geo.Fixed{metres(0, 0, 1, 1)}},
		{"open ring", Feature{Kind: Water}, [][]geo.Fixed{metres(0, 0, 9, 0, 9, 9, 0, 9)}},
		{"short ring", Feature{Kind: Water}, [][]geo.Fixed{metres(0, 0, 9, 0, 0, 0)}},
		{"empty hole", Feature{Kind: Water}, [][]geo.Fixed{square(0, 0, 9), nil}},
		{"off the Earth", Feature{Kind: Railway}, [][]geo.Fixed{{{}, far}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := NewBuilder()
			if err := b.Add(c.f, c.parts...); err == nil {
				t.Error("no error")
			}
			if b.Len() != 0 {
				t.Error("the builder has kept it")
			}
		})
	}
}

func TestEmptyMap(t *testing.T) {
	m := packtest.Open(t, Open, NewBuilder())
	for zoom := range 21 {
		if got := visited(m, zoom, world); len(got) != 0 {
			t.Errorf("zoom %d shows %d features", zoom, len(got))
		}
	}
	if !m.Bounds().Empty() {
		t.Errorf("bounds %v", m.Bounds())
	}
}

// TestVisitAgainstBruteForce compares the index with a scan of all features.
func TestVisitAgainstBruteForce(t *testing.T) {
	const seed = 20260725
	t.Logf("seed %d", seed)
	b, boxes := randomMap(t, seed, 400)
	m := packtest.Open(t, Open, b)
	rng := rand.New(rand.NewPCG(seed, 1))
	for range 200 {
		x, y, w, h := rng.Float64()*9000, rng.Float64()*9000, rng.Float64()*2000, rng.Float64()*2000
		query := geo.FixedBoundsOf(metres(x, y, x+w, y+h)...)
		want := map[int64]bool{}
		for id, box := range boxes {
			if box.Intersects(query) {
				want[id] = true
			}
		}
		seen := map[int64]bool{}
		m.Visit(18, query, func(f Feature) bool {
			if seen[f.ID] {
				t.Errorf("feature %d comes twice", f.ID)
			}
			seen[f.ID] = true
			return true
		})
		if fmt.Sprint(seen) != fmt.Sprint(want) {
			t.Fatalf("box %v: got %v, want %v", query, seen, want)
		}
	}
}

// randomMap returns n random features within 10 km, and their boxes by id.
func randomMap(t testing.TB, seed uint64, n int) (*Builder, map[int64]geo.FixedBounds) {
	rng := rand.New(rand.NewPCG(seed, 0))
	kinds := Kinds()
	b, boxes := NewBuilder(), map[int64]geo.FixedBounds{}
	for i := range n {
		f := Feature{ID: int64(i + 1), Kind: kinds[rng.IntN(len(kinds))], Name: fmt.Sprint(rng.IntN(9)), Flags: Flags(rng.IntN(int(allFlags) + 1))}
		x, y := rng.Float64()*10000, rng.Float64()*10000
		var part []geo.Fixed
		switch {
		case f.Kind.IsArea():
			part = square(x, y, 5+rng.Float64()*900)
		case f.Kind.IsPoint():
			part = metres(x, y)
		default:
			for range 2 + rng.IntN(20) {
				x, y = x+rng.Float64()*200-100, y+rng.Float64()*200-100
				part = append(part, metres(x, y)...)
			}
		}
		mustAdd(t, b, f, part)
		boxes[f.ID] = geo.FixedBoundsOf(part...)
	}
	return b, boxes
}

func TestVisitStops(t *testing.T) {
	b, _ := randomMap(t, 3, 100)
	m := packtest.Open(t, Open, b)
	n := 0
	m.Visit(18, world, func(Feature) bool {
		n++
		return n < 5
	})
	if n != 5 {
		t.Errorf("visited %d features, want 5", n)
	}
}

func TestSameFeaturesSameBytes(t *testing.T) {
	b1, _ := randomMap(t, 8, 300)
	b2, _ := randomMap(t, 8, 300)
	if !bytes.Equal(packtest.Bytes(t, b1), packtest.Bytes(t, b2)) {
		t.Error("two packs of the same features differ")
	}
}

func TestOpenWithoutBasemap(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.rsp")
	w, err := pack.Create(path, pack.Meta{Bounds: geo.NoBounds})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	p, err := pack.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	if In(p) {
		t.Error("In says that the pack has a base map")
	}
	if _, err := Open(p); !errors.Is(err, pack.ErrNoSection) {
		t.Errorf("error %v, want %v", err, pack.ErrNoSection)
	}
}

func TestVerifyListensToContext(t *testing.T) {
	b, _ := randomMap(t, 4, 10)
	m := packtest.Open(t, Open, b)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := m.Verify(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestDamage flips bits throughout a pack. If it still opens, it must be safe to visit
// and to verify.
func TestDamage(t *testing.T) {
	b, _ := randomMap(t, 5, 60)
	whole := packtest.Bytes(t, b)
	step := 1
	if testing.Short() {
		step = 17
	}
	for i := 0; i < len(whole); i += step {
		data := bytes.Clone(whole)
		data[i] ^= 1 << (i % 8)
		checkDamaged(t, data)
		pack.Reseal(data)
		checkDamaged(t, data)
	}
}

func checkDamaged(t *testing.T, data []byte) {
	p, err := pack.OpenBytes("damaged", data)
	if err != nil {
		return
	}
	defer func() { _ = p.Close() }()
	m, err := Open(p)
	if err != nil {
		return
	}
	total := 0
	err = p.Guard(func() error {
		for _, zoom := range []int{5, 10, 13, 17} {
			m.Visit(zoom, world, func(f Feature) bool {
				for i := range f.NumParts() {
					total += len(f.Part(i))
				}
				total += len(f.Name) + len(f.Ref) + len(f.Kind.String())
				return true
			})
		}
		return nil
	})
	if err != nil && !errors.Is(err, pack.ErrCorrupt) {
		t.Fatalf("visit: %v, which does not wrap %v", err, pack.ErrCorrupt)
	}
	if err := m.Verify(t.Context()); err != nil && !errors.Is(err, pack.ErrCorrupt) {
		t.Fatalf("verify: %v, which does not wrap %v", err, pack.ErrCorrupt)
	}
}

func FuzzOpen(f *testing.F) {
	b, _ := randomMap(f, 6, 12)
	f.Add(packtest.Bytes(f, b))
	f.Add(packtest.Bytes(f, NewBuilder()))
	f.Fuzz(func(t *testing.T, data []byte) {
		checkDamaged(t, data)
		pack.Reseal(data)
		checkDamaged(t, data)
	})
}

func BenchmarkVisit(b *testing.B) {
	builder, _ := randomMap(b, 7, 20000)
	m := packtest.Open(b, Open, builder)
	box := geo.FixedBoundsOf(metres(4000, 4000, 5000, 5000)...)
	b.ReportAllocs()
	for b.Loop() {
		points := 0
		m.Visit(16, box, func(f Feature) bool {
			points += len(f.Part(0))
			return true
		})
	}
}
