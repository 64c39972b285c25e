// SPDX-License-Identifier: MIT

package basemap

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
	"roadsnap/engine/internal/packtest"
	"roadsnap/engine/pack"
)

// equalLayers reports whether two layers hold the same features. A block counts its parts
// and points from its own start.
func equalLayers(a, b *layer) bool {
	return slices.Equal(a.records, b.records) && slices.Equal(a.ends, b.ends) && slices.Equal(a.points, b.points)
}

// readers iterates over the features of a store in the order in which they were added.
func readers(s *store) iter.Seq[*chunk.Reader] {
	return func(yield func(*chunk.Reader) bool) {
		s.each(func(_ chunk.Position, r *chunk.Reader) { yield(r) })
	}
}

// layerOf returns the features of a store.
func layerOf(s *store) *layer {
	l := newLayer()
	for r := range readers(s) {
		l.read(r)
	}
	return l
}

// plainBlock returns all features of a map in full detail as one block.
func plainBlock(b *Builder) []byte {
	l := layerOf(&b.full)
	return l.appendBlock(nil, 0, l.len())
}

// TestBlocksDecodeToWhatWasEncoded compares the blocks of random features with the arrays
// that they were made of.
func TestBlocksDecodeToWhatWasEncoded(t *testing.T) {
	const seed = 11
	t.Logf("seed %d", seed)
	b, _ := randomMap(t, seed, 700)
	edge := geo.Fixed{Lat: 90e7, Lon: 180e7}
	mustAdd(t, b, Feature{ID: math.MaxInt64, Kind: Railway, Level: -128}, []geo.Fixed{edge, {Lat: -90e7, Lon: -180e7}, edge})
	mustAdd(t, b, Feature{ID: math.MinInt64, Kind: PlaceCity, Rank: 255, Level: 127}, []geo.Fixed{edge})
	l := layerOf(&b.full)
	whole := newLayer()
	tier := tierWriter{batch: make([]newBlock, 3)}
	var err error
	if tier.z, err = encoder(); err != nil {
		t.Fatal(err)
	}
	z, err := decoder()
	if err != nil {
		t.Fatal(err)
	}
	tier.write(readers(&b.full), func(data []byte) bool {
		plain, err := z.DecodeAll(data, nil)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := decodeBlock(plain)
		if err != nil {
			t.Fatal(err)
		}
		if n := decoded.len(); n == 0 || n > blockFeatures || len(decoded.points) >= blockPoints && len(decoded.points)-len(decoded.shape(n-1).Part(0)) >= blockPoints {
			t.Fatalf("block of %d features with %d points", n, len(decoded.points))
		}
		for i := range decoded.len() {
			f := decoded.shape(i)
			var parts [][]geo.Fixed
			for k := range f.NumParts() {
				parts = append(parts, f.Part(k))
			}
			whole.add(decoded.records[i], parts...)
		}
		return true
	})
	if len(tier.blocks) < 2*len(tier.batch) {
		t.Fatalf("%d blocks only", len(tier.blocks))
	}
	if !equalLayers(whole, l) {
		t.Error("the blocks hold other features")
	}
}

func TestDecodeBlockRefuses(t *testing.T) {
	b, _ := randomMap(t, 1, 20)
	sound := plainBlock(b)
	for n := range sound {
		if _, err := decodeBlock(sound[:n]); !errors.Is(err, errBlock) {
			t.Fatalf("the first %d of %d bytes: %v", n, len(sound), err)
		}
	}
	if _, err := decodeBlock(append(sound, 0)); !errors.Is(err, errBlock) {
		t.Errorf("a byte too many: %v", err)
	}
}

// FuzzDecodeBlock decodes any bytes. The result must be safe to use, and small compared
// with the bytes.
func FuzzDecodeBlock(f *testing.F) {
	b, _ := randomMap(f, 1, 20)
	f.Add(plainBlock(b))
	f.Add([]byte{1, 1, 0, 0, 0, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := decodeBlock(data)
		if err != nil {
			if l != nil {
				t.Error("features and an error")
			}
			return
		}
		points := 0
		for i := range l.len() {
			f := l.shape(i)
			for k := range f.NumParts() {
				points += len(f.Part(k))
			}
		}
		if decoded := (&block{layer: l}).size(); points != len(l.points) || decoded > 100+40*len(data) {
			t.Errorf("%d of %d points, %d bytes from %d", points, len(l.points), decoded, len(data))
		}
	})
}

// TestDamagedBlockIsAnError damages one block of the data. A visit that needs it must end
// in an error that names the section; one elsewhere must be right.
func TestDamagedBlockIsAnError(t *testing.T) {
	b, _ := randomMap(t, 5, 9000)
	whole := packtest.Bytes(t, b)
	sound := packtest.Open(t, Open, b)
	p, err := pack.OpenBytes("sound", whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range p.Sections() {
		if s.Tag == "BDDA" {
			whole[s.Offset+s.Length/2] ^= 4
		}
	}
	p, err = pack.OpenBytes("damaged", whole)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Open(p)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	failed, passed := 0, 0
	for range 300 {
		x, y := rng.Float64()*10000, rng.Float64()*10000
		box := geo.FixedBoundsOf(metres(x, y, x+200, y+200)...)
		want, got := visited(sound, 18, box), []Feature(nil)
		err := p.Guard(func() error { got = visited(m, 18, box); return nil })
		switch {
		case err == nil:
			passed++
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("box %v: other features, and no error", box)
			}
		case !errors.Is(err, pack.ErrCorrupt) || !strings.Contains(err.Error(), "BDDA") || !strings.Contains(err.Error(), "install the map again"):
			t.Fatalf("error %v", err)
		default:
			failed++
		}
	}
	if failed == 0 || passed == 0 {
		t.Errorf("%d visits failed, %d passed", failed, passed)
	}
	if err := m.Verify(t.Context()); !errors.Is(err, pack.ErrCorrupt) {
		t.Errorf("verify: %v", err)
	}
}

// TestLargeFeaturesHaveTheirOwnBlocks checks that a few large features among many small
// ones do not make visits of small boxes decode many blocks.
func TestLargeFeaturesHaveTheirOwnBlocks(t *testing.T) {
	b, _ := randomMap(t, 6, 8000)
	for i := range 70 {
		x := float64(i) * 140
		mustAdd(t, b, Feature{ID: int64(100000 + i), Kind: Railway}, metres(x, 0, 10000-x, 10000))
	}
	m := packtest.Open(t, Open, b)
	d := &m.tiers[fullTier]
	blocks := len(d.index.AppendSearch(nil, geo.FixedBoundsOf(metres(5000, 5000, 5300, 5300)...)))
	if all := len(d.blocks) - 1; blocks > 12 || all < 60 {
		t.Errorf("a box of 300 m meets %d of %d blocks", blocks, all)
	}
}

func TestCacheIsBounded(t *testing.T) {
	var c cache
	b := &block{layer: &layer{points: make([]geo.Fixed, cacheBytes/80)}}
	for i := range 30 {
		c.put(i, b)
		if c.bytes > cacheBytes || len(c.blocks) != c.byUse.Len() {
			t.Fatalf("%d bytes in %d blocks, %d in the list", c.bytes, len(c.blocks), c.byUse.Len())
		}
		if c.get(0) != b {
			t.Fatalf("the block used last is gone after %d others", i)
		}
	}
	if c.get(15) != nil || c.get(29) != b {
		t.Error("not the blocks used longest ago were removed")
	}
	c.put(99, &block{layer: &layer{points: make([]geo.Fixed, cacheBytes)}})
	if c.get(99) != nil || c.get(29) == nil {
		t.Error("a block larger than the cache was kept")
	}
}

// add appends a feature. It sets r.FirstPart.
func (l *layer) add(r record, parts ...[]geo.Fixed) {
	last := len(l.records) - 1
	r.FirstPart = l.records[last].FirstPart
	for _, p := range parts {
		l.points = append(l.points, p...)
		l.ends = append(l.ends, uint32(len(l.points)))
	}
	l.records[last] = r
	l.records = append(l.records, record{FirstPart: uint32(len(l.ends) - 1)})
}
