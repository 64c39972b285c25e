// SPDX-License-Identifier: MIT

package spatial

import (
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// bruteForce tests every box.
func bruteForce(boxes []geo.FixedBounds, q geo.FixedBounds) []uint32 {
	found := []uint32{}
	for i, b := range boxes {
		if b != geo.NoFixedBounds && b.Intersects(q) {
			found = append(found, uint32(i))
		}
	}
	return found
}

// drawBox returns boxes that touch, nest and repeat, with corners from a small grid, or
// boxes from the whole Earth.
func drawBox(t *rapid.T, label string) geo.FixedBounds {
	lat, lon := rapid.Int32Range(-9e8, 9e8), rapid.Int32Range(-18e8, 18e8)
	if rapid.Bool().Draw(t, "on the grid") {
		lat, lon = rapid.Int32Range(-8, 8), rapid.Int32Range(-8, 8)
	}
	a := geo.Fixed{Lat: lat.Draw(t, label+" lat"), Lon: lon.Draw(t, label+" lon")}
	b := geo.Fixed{Lat: lat.Draw(t, label+" lat"), Lon: lon.Draw(t, label+" lon")}
	return geo.FixedBoundsOf(a, b)
}

func TestSearchAgreesWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, 2, 15, 16, 17, 255, 256, 257, 300}).Draw(t, "n")
		boxes := make([]geo.FixedBounds, n)
		for i := range boxes {
			boxes[i] = geo.NoFixedBounds
			if rapid.IntRange(0, 20).Draw(t, "empty") > 0 {
				boxes[i] = drawBox(t, "box")
			}
		}
		tree := Build(boxes).Tree()
		if err := tree.Verify(); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			q := drawBox(t, "query")
			got := tree.AppendSearch(nil, q)
			slices.Sort(got)
			if want := bruteForce(boxes, q); !slices.Equal(got, want) {
				t.Fatalf("search of %v in %d boxes found %v, want %v", q, n, got, want)
			}
		}
	})
}

// clustered returns n small boxes in towns over a country, the same for the same seed.
func clustered(n int, seed uint64) []geo.FixedBounds {
	r := rand.New(rand.NewPCG(seed, 0))
	towns := make([]geo.Fixed, 1+n/1000)
	for i := range towns {
		towns[i] = geo.Fixed{Lat: 8e7 + r.Int32N(15e7), Lon: 102e7 + r.Int32N(7e7)}
	}
	boxes := make([]geo.FixedBounds, n)
	for i := range boxes {
		town := towns[r.IntN(len(towns))]
		a := geo.Fixed{Lat: town.Lat + int32(r.NormFloat64()*2e5), Lon: town.Lon + int32(r.NormFloat64()*2e5)}
		boxes[i] = geo.FixedBoundsOf(a, geo.Fixed{Lat: a.Lat + r.Int32N(2e4), Lon: a.Lon + r.Int32N(2e4)})
	}
	return boxes
}

func TestSearchOfManyBoxes(t *testing.T) {
	const seed = 1
	boxes := clustered(20_000, seed)
	tree := Build(boxes).Tree()
	for i := 0; i < len(boxes); i += 97 {
		got := tree.AppendSearch(nil, boxes[i])
		slices.Sort(got)
		if want := bruteForce(boxes, boxes[i]); !slices.Equal(got, want) {
			t.Fatalf("seed %d: search of box %d found %v, want %v", seed, i, got, want)
		}
	}
}

func TestSearchStopsWhenTold(t *testing.T) {
	tree := Build(clustered(1000, 2)).Tree()
	for stop := 1; stop <= 1000; stop += 111 {
		calls := 0
		tree.Search(tree.Bounds(), func(uint32) bool {
			calls++
			return calls < stop
		})
		if calls != stop {
			t.Errorf("%d calls after visit said stop at %d", calls, stop)
		}
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	boxes := clustered(10_000, 3)
	tree := Build(boxes).Tree()
	dst := make([]uint32, 0, len(boxes))
	sum := uint32(0)
	allocs := testing.AllocsPerRun(100, func() {
		dst = tree.AppendSearch(dst[:0], boxes[5])
		tree.Search(boxes[6], func(item uint32) bool { sum += item; return true })
	})
	if allocs != 0 {
		t.Errorf("%v allocations per search, want 0", allocs)
	}
}

func TestAppendSearchKeepsWhatIsThere(t *testing.T) {
	tree := Build([]geo.FixedBounds{geo.FixedBoundsOf(geo.Fixed{Lat: 1, Lon: 1})}).Tree()
	got := tree.AppendSearch([]uint32{7}, geo.FixedBoundsOf(geo.Fixed{Lat: 1, Lon: 1}))
	if !slices.Equal(got, []uint32{7, 0}) {
		t.Errorf("AppendSearch = %v", got)
	}
}

func TestEmptyTree(t *testing.T) {
	for name, tree := range map[string]Tree{"zero value": {}, "built of nothing": Build(nil).Tree()} {
		if got := tree.AppendSearch(nil, geo.Bounds{South: -90, West: -180, North: 90, East: 180}.Fixed()); len(got) != 0 {
			t.Errorf("%s: found %v", name, got)
		}
		if err := tree.Verify(); err != nil || tree.Len() != 0 || tree.Bounds() != geo.NoFixedBounds {
			t.Errorf("%s: %v, %d items in %v", name, err, tree.Len(), tree.Bounds())
		}
	}
}

func TestBuildIsDeterministic(t *testing.T) {
	boxes := append(clustered(500, 4), make([]geo.FixedBounds, 100)...) // with 100 equal ones
	a, b := Build(boxes), Build(boxes)
	if !slices.Equal(a.Nodes, b.Nodes) || !slices.Equal(a.Items, b.Items) {
		t.Error("two trees of the same boxes differ")
	}
	last := -1
	for _, item := range a.Items {
		if item >= 500 {
			if int(item) < last {
				t.Fatalf("of equal boxes, %d stands before %d", last, item)
			}
			last = int(item)
		}
	}
}

func TestLevels(t *testing.T) {
	tests := []struct {
		items, levels, nodes int
	}{
		{0, 0, 0}, {1, 1, 1}, {2, 2, 3}, {16, 2, 17}, {17, 3, 20}, {256, 3, 273}, {257, 4, 277},
		{math.MaxUint32, maxLevels, 4581298448},
	}
	for _, tt := range tests {
		levels, nodes := levelsOf(tt.items)
		if len(levels) != tt.levels || nodes != tt.nodes {
			t.Errorf("%d items: %d levels, %d nodes; want %d, %d", tt.items, len(levels), nodes, tt.levels, tt.nodes)
		}
	}
}

func TestPackRoundTrip(t *testing.T) {
	boxes := clustered(1000, 5)
	built := Build(boxes)
	p := packOf(t, built)
	tree, err := Open(p, "XNOD", "XITM")
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Verify(); err != nil || tree.Len() != len(boxes) {
		t.Fatalf("%d items, %v; want %d", tree.Len(), err, len(boxes))
	}
	for _, q := range boxes[:50] {
		if got, want := tree.AppendSearch(nil, q), built.Tree().AppendSearch(nil, q); !slices.Equal(got, want) {
			t.Fatalf("from the pack %v, from memory %v", got, want)
		}
	}
}

func packOf(t *testing.T, built Built) *pack.Pack {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tree.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(built.Write(w, "XNOD", "XITM"), w.Commit()); err != nil {
		t.Fatal(err)
	}
	p, err := pack.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func TestOpenRefuses(t *testing.T) {
	good := Build(clustered(100, 6))
	tests := []struct {
		name         string
		built        Built
		nodes, items pack.Tag
		want         error
	}{
		{"sound", good, "XNOD", "XITM", nil},
		{"no nodes section", good, "NONE", "XITM", pack.ErrNoSection},
		{"no items section", good, "XNOD", "NONE", pack.ErrNoSection},
		{"sections swapped", good, "XITM", "XNOD", pack.ErrCorrupt},
		{"node missing", Built{good.Nodes[1:], good.Items}, "XNOD", "XITM", pack.ErrCorrupt},
		{"item missing", Built{good.Nodes, good.Items[1:]}, "XNOD", "XITM", pack.ErrCorrupt},
		{"nodes without items", Built{good.Nodes, nil}, "XNOD", "XITM", pack.ErrCorrupt},
		{"items without nodes", Built{nil, good.Items}, "XNOD", "XITM", pack.ErrCorrupt},
		{"nothing", Built{}, "XNOD", "XITM", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Open(packOf(t, tt.built), tt.nodes, tt.items); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

func TestVerifyFinds(t *testing.T) {
	tests := []struct {
		name   string
		damage func(b Built)
	}{
		{"item out of range", func(b Built) { b.Items[3] = uint32(len(b.Items)) }},
		{"item twice", func(b Built) { b.Items[3] = b.Items[4] }},
		{"leaf box moved", func(b Built) { b.Nodes[0] = geo.FixedBounds{MinLat: -9e8, MaxLat: -9e8} }},
		{"inner box too small", func(b Built) { b.Nodes[300].MaxLat-- }},
		{"inner box too large", func(b Built) { b.Nodes[301].MinLon-- }},
		{"root moved", func(b Built) { b.Nodes[len(b.Nodes)-1] = geo.NoFixedBounds }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := Build(clustered(300, 7))
			tt.damage(b)
			if err := b.Tree().Verify(); !errors.Is(err, pack.ErrCorrupt) {
				t.Errorf("Verify = %v, want %v", err, pack.ErrCorrupt)
			}
		})
	}
}

func TestSearchOfDamagedItemsStaysInRange(t *testing.T) {
	b := Build(clustered(300, 10))
	b.Items[0], b.Items[299] = 300, math.MaxUint32
	got := b.Tree().AppendSearch(nil, b.Tree().Bounds())
	if len(got) != 298 {
		t.Errorf("found %d items, want the 298 that are in range", len(got))
	}
	for _, item := range got {
		if item >= 300 {
			t.Errorf("item %d of 300", item)
		}
	}
}

// FuzzSearch searches trees whose arrays have arbitrary contents. Items must be in
// range and occur at most as often as there are leaves.
func FuzzSearch(f *testing.F) {
	built := Build(clustered(20, 8))
	var seed []byte
	for _, item := range built.Items {
		seed = binary.LittleEndian.AppendUint32(seed, item)
	}
	for _, n := range built.Nodes {
		for _, v := range []int32{n.MinLat, n.MinLon, n.MaxLat, n.MaxLon} {
			seed = binary.LittleEndian.AppendUint32(seed, uint32(v))
		}
	}
	f.Add(seed, 20, int32(8e7), int32(102e7), int32(23e7), int32(110e7))
	f.Add([]byte{}, 0, int32(0), int32(0), int32(0), int32(0))
	f.Add(make([]byte, 20), 1, int32(0), int32(0), int32(0), int32(0))
	f.Fuzz(func(t *testing.T, b []byte, n int, minLat, minLon, maxLat, maxLon int32) {
		words := make([]int32, len(b)/4)
		for i := range words {
			words[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
		}
		items := make([]uint32, min(max(n, 0), len(words)))
		for i := range items {
			items[i] = uint32(words[i])
		}
		words = words[len(items):]
		nodes := make([]geo.FixedBounds, len(words)/4)
		for i := range nodes {
			nodes[i] = geo.FixedBounds{MinLat: words[4*i], MinLon: words[4*i+1], MaxLat: words[4*i+2], MaxLon: words[4*i+3]}
		}
		tree, err := newTree(nodes, items)
		if err != nil {
			return
		}
		found := tree.AppendSearch(nil, geo.FixedBounds{MinLat: minLat, MinLon: minLon, MaxLat: maxLat, MaxLon: maxLon})
		for _, item := range found {
			if int(item) >= tree.Len() {
				t.Errorf("item %d of %d", item, tree.Len())
			}
		}
		if len(found) > tree.Len() {
			t.Errorf("%d visits of %d items", len(found), tree.Len())
		}
		if err := tree.Verify(); err == nil {
			slices.Sort(found)
			if len(slices.Compact(found)) != len(found) {
				t.Error("a sound tree gave an item twice")
			}
		}
	})
}

func BenchmarkBuild(b *testing.B) {
	boxes := clustered(1_000_000, 9)
	b.ReportAllocs()
	for b.Loop() {
		Build(boxes)
	}
}

// BenchmarkSearch looks up squares of about 100 m, as for the candidates of a fix,
// among a million boxes.
func BenchmarkSearch(b *testing.B) {
	boxes := clustered(1_000_000, 9)
	tree := Build(boxes).Tree()
	var dst []uint32
	found, i := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		at := boxes[i*7919%len(boxes)]
		i++
		q := geo.FixedBounds{MinLat: at.MinLat - 4500, MinLon: at.MinLon - 4500, MaxLat: at.MinLat + 4500, MaxLon: at.MinLon + 4500}
		dst = tree.AppendSearch(dst[:0], q)
		found += len(dst)
	}
	b.ReportMetric(float64(found)/float64(i), "items/op")
}
