// SPDX-License-Identifier: MIT

package osmimport

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/nest"
)

// bordersOf returns the borders of a fixture with a road, as a map by relation.
func bordersOf(t *testing.T, f fixture, levels ...string) map[int64]Border {
	t.Helper()
	f.nodes = append(f.nodes, fixtureNode{id: 9001, lat: 10.4, lon: 106}, fixtureNode{id: 9002, lat: 10.4, lon: 106.001})
	f.ways = append(f.ways, fixtureWay{id: 9000, refs: []int64{9001, 9002}, tags: "highway=primary"})
	var all []map[int64]Border
	for _, data := range [][]byte{f.xml(), f.pbf(pbfStyle{})} {
		path := t.TempDir() + "/x.osm"
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		found := make(map[int64]Border)
		for _, b := range importFile(t, path, Options{BorderLevels: levels}).report.Borders {
			found[b.Relation] = b
		}
		all = append(all, found)
	}
	if a, b := fmt.Sprint(all[0]), fmt.Sprint(all[1]); a != b {
		t.Errorf("borders from XML %s, from PBF %s", a, b)
	}
	return all[0]
}

// lattice returns nodes 10 * row + column, 0.01° apart.
func lattice(n int) (nodes []fixtureNode) {
	for row := range n {
		for col := range n {
			nodes = append(nodes, fixtureNode{id: int64(10*row + col), lat: 10.5 + float64(row)*0.01, lon: 106 + float64(col)*0.01})
		}
	}
	return nodes
}

// cells returns the area of parts in cells of the lattice.
func cells(parts [][][]geo.Fixed) (area float64) {
	for _, part := range parts {
		for i, ring := range part {
			sum := 0.0
			for k, p := range ring {
				q := ring[(k+1)%len(ring)]
				sum += float64(p.Lon)*float64(q.Lat) - float64(q.Lon)*float64(p.Lat)
			}
			if sum = math.Abs(sum) / 2 / 1e10; i == 0 {
				area += sum
			} else {
				area -= sum
			}
		}
	}
	return math.Round(area*1e6) / 1e6
}

func TestBorders(t *testing.T) {
	const ward = "type=boundary boundary=administrative admin_level=6 name=Xã+A"
	way := func(id int64, refs ...int64) fixtureWay { return fixtureWay{id: id, refs: refs} }
	for _, c := range []struct {
		name    string
		ways    []fixtureWay
		members string
		shape   string // rings of each part
		cells   float64
		missing int
		open    int
		gaps    int
	}{
		{"a closed way", []fixtureWay{way(1, 11, 12, 22, 21, 11)}, "outer:w1", "[1]", 1, 0, 0, 0},
		{"out of order, both directions", []fixtureWay{way(1, 11, 12), way(2, 21, 22), way(3, 12, 22), way(4, 21, 11)}, "outer:w2 outer:w4 outer:w1 outer:w3", "[1]", 1, 0, 0, 0},
		{"without roles", []fixtureWay{way(1, 11, 12, 22), way(2, 22, 21, 11)}, ":w1 :w2", "[1]", 1, 0, 0, 0},
		{"islands", []fixtureWay{way(1, 11, 12, 22, 21, 11), way(2, 33, 34, 44, 43, 33)}, "outer:w1 outer:w2", "[1 1]", 2, 0, 0, 0},
		{"a hole", []fixtureWay{way(1, 0, 3, 33, 30, 0), way(2, 11, 12, 22, 21, 11)}, "outer:w1 inner:w2", "[2]", 8, 0, 0, 0},
		{"a hole with the wrong role", []fixtureWay{way(1, 0, 3, 33, 30, 0), way(2, 11, 12, 22, 21, 11)}, "outer:w1 outer:w2", "[2]", 8, 0, 0, 0},
		{"an island in a hole", []fixtureWay{way(1, 0, 5, 55, 50, 0), way(2, 11, 14, 44, 41, 11), way(3, 22, 23, 33, 32, 22)}, "inner:w3 outer:w1 inner:w2", "[2 1]", 25 - 9 + 1, 0, 0, 0},
		{"two that touch at a corner", []fixtureWay{way(1, 11, 12, 22), way(2, 22, 21, 11), way(3, 22, 23, 33), way(4, 33, 32, 22)}, "outer:w1 outer:w3 outer:w4 outer:w2", "[1 1]", 2, 0, 0, 0},
		{"touching rings drawn as one", []fixtureWay{way(1, 22, 12, 11, 21, 22, 23, 33, 32, 22)}, "outer:w1", "[1 1]", 2, 0, 0, 0},
		{"a hole that touches the border", []fixtureWay{way(1, 0, 3, 33, 30, 0), way(2, 0, 1, 11, 0)}, "outer:w1 inner:w2", "[2]", 8.5, 0, 0, 0},
		{"a spike", []fixtureWay{way(1, 11, 12, 13, 12, 22, 21, 11)}, "outer:w1", "[1]", 1, 0, 0, 0},
		{"a way that leads astray", []fixtureWay{way(1, 11, 12), way(2, 12, 13, 14), way(3, 12, 22, 21, 11)}, "outer:w1 outer:w2 outer:w3", "[1]", 1, 0, 1, 0},
		{"a way twice", []fixtureWay{way(1, 11, 12, 22, 21, 11)}, "outer:w1 outer:w1", "[1]", 1, 0, 0, 0},
		{"a missing way", []fixtureWay{way(1, 11, 12, 22)}, "outer:w1 outer:w2", "[]", 0, 1, 1, 0},
		{"a missing island", []fixtureWay{way(1, 11, 12, 22, 21, 11)}, "outer:w1 outer:w2", "[1]", 1, 1, 0, 0},
		{"a missing node", []fixtureWay{way(1, 11, 12, 99, 21, 11)}, "outer:w1", "[]", 0, 1, 0, 0},
		{"open", []fixtureWay{way(1, 11, 12, 22), way(2, 22, 21)}, "outer:w1 outer:w2", "[]", 0, 0, 2, 0},
		{"unconnected nodes at one place", []fixtureWay{way(1, 11, 12, 22), way(2, 100, 21, 11)}, "outer:w1 outer:w2", "[1]", 1, 0, 0, 0},
		{"a gap of a few metres", []fixtureWay{way(1, 11, 12, 22), way(2, 101, 21, 11)}, "outer:w1 outer:w2", "[1]", 1, 0, 0, 1},
		{"a gap of some more", []fixtureWay{way(1, 11, 12, 22), way(2, 102, 21, 11)}, "outer:w1 outer:w2", "[]", 0, 0, 2, 0},
		{"no ways", nil, "label:n11", "[]", 0, 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := fixture{nodes: append(lattice(6),
				fixtureNode{id: 100, lat: 10.52, lon: 106.02},
				fixtureNode{id: 101, lat: 10.52005, lon: 106.02}, // 5.6 m
				fixtureNode{id: 102, lat: 10.5201, lon: 106.02}), // 11 m
				ways: c.ways, relations: []fixtureRelation{{id: 5, tags: ward, members: c.members}}}
			b := bordersOf(t, f, "6")[5]
			shape := []int{}
			for _, part := range b.Parts {
				shape = append(shape, len(part))
			}
			if fmt.Sprint(shape) != c.shape || cells(b.Parts) != c.cells || b.MissingWays != c.missing || b.OpenLines != c.open || b.ClosedGaps != c.gaps {
				t.Errorf("rings %v of %v cells, %d missing, %d open, %d gaps; want %s of %v, %d, %d, %d",
					shape, cells(b.Parts), b.MissingWays, b.OpenLines, b.ClosedGaps, c.shape, c.cells, c.missing, c.open, c.gaps)
			}
			if b.Tags["name"] != "Xã A" || b.Level != "6" {
				t.Errorf("%+v", b)
			}
		})
	}
}

// TestBordersOfOtherLevels lists them without outlines, and keeps the tags that matter.
func TestBordersOfOtherLevels(t *testing.T) {
	f := fixture{nodes: lattice(3), ways: []fixtureWay{{id: 1, refs: []int64{0, 1, 11, 0}}}, relations: []fixtureRelation{
		{id: 5, tags: "type=boundary boundary=administrative admin_level=8 name=Xã+B population=5 gso:code=00004", members: "outer:w1"},
		{id: 6, tags: "type=boundary boundary=protected_area admin_level=6 name=C", members: "outer:w1"},
		{id: 7, tags: "type=multipolygon boundary=administrative admin_level=6 landuse=forest name=Xã+D", members: "outer:w1"},
		{id: 8, tags: "type=boundary boundary=administrative name=E", members: "outer:w1"},
	}}
	got := bordersOf(t, f, "6")
	if len(got) != 2 || got[5].Parts != nil || len(got[7].Parts) != 1 || fmt.Sprint(got[5].Tags) != "map[gso:code:00004 name:Xã B]" {
		t.Errorf("%+v", got)
	}
	if got := bordersOf(t, f); len(got) != 0 {
		t.Errorf("borders that nobody asked for: %+v", got)
	}
}

// TestBordersCutAnyhow cuts the outlines of random sets of cells into ways, and checks that
// the parts cover these cells again, with a point inside.
func TestBordersCutAnyhow(t *testing.T) {
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 17))
		const n = 7
		var full [n + 2][n + 2]bool
		count := 0
		for row := 1; row <= n; row++ {
			for col := 1; col <= n; col++ {
				if full[row][col] = rng.IntN(100) < 60; full[row][col] {
					count++
				}
			}
		}
		if count == 0 {
			continue
		}
		at := func(row, col int) geo.Fixed { return geo.Fixed{Lat: int32(row) * 100_000, Lon: int32(col) * 100_000} }
		var lines [][]int64
		add := func(a, b geo.Fixed) {
			if rng.IntN(2) == 0 {
				a, b = b, a
			}
			middle := geo.Fixed{Lat: (a.Lat + b.Lat) / 2, Lon: (a.Lon + b.Lon) / 2}
			lines = append(lines, keysOf([]geo.Fixed{a, middle, b}))
		}
		for row := range n + 1 {
			for col := range n + 1 {
				if full[row][col] != full[row+1][col] {
					add(at(row+1, col), at(row+1, col+1))
				}
				if full[row][col] != full[row][col+1] {
					add(at(row, col+1), at(row+1, col+1))
				}
			}
		}
		rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		closed, open := assembleRings(lines)
		var rings [][]geo.Fixed
		for _, keys := range untangle(closed) {
			rings = append(rings, simpleRings(keys)...)
		}
		parts, inside := nest.Rings(rings)
		if !full[inside.Lat/100_000][inside.Lon/100_000] {
			t.Errorf("seed %d: %v is not in a cell", seed, inside)
		}
		if open != 0 || math.Abs(cells(parts)-float64(count)) > 1e-9 {
			t.Fatalf("seed %d: %v cells in %d parts, %d lines open; want %d cells", seed, cells(parts), len(parts), open, count)
		}
		for _, part := range parts {
			for i, ring := range part {
				if len(ring) < 3 || slices.Contains(ring[1:], ring[0]) {
					t.Fatalf("seed %d: ring %d of %d points is not simple", seed, i, len(ring))
				}
			}
		}
	}
}

func TestManyRingsAreRefused(t *testing.T) {
	var f fixture
	var members strings.Builder
	for i := range int64(nest.Max + 1) {
		f.nodes = append(f.nodes, fixtureNode{id: 3*i + 1, lat: 10 + float64(i)*1e-4, lon: 106}, fixtureNode{id: 3*i + 2, lat: 10 + float64(i)*1e-4, lon: 106.00005}, fixtureNode{id: 3*i + 3, lat: 10.00005 + float64(i)*1e-4, lon: 106})
		f.ways = append(f.ways, fixtureWay{id: i + 1, refs: []int64{3*i + 1, 3*i + 2, 3*i + 3, 3*i + 1}})
		fmt.Fprintf(&members, "outer:w%d ", i+1)
	}
	f.relations = []fixtureRelation{{id: 5, tags: "type=boundary boundary=administrative admin_level=6 name=A", members: members.String()}}
	im := &importer{ctx: t.Context(), options: Options{BorderLevels: []string{"6"}}}
	data := f.xml()
	if err := im.read(strings.NewReader(string(data)), int64(len(data))); err != nil {
		t.Fatal(err)
	}
	if b, err := im.assembleBorders(); err != nil || len(b) != 1 || b[0].Parts != nil {
		t.Errorf("%v, %v", b, err)
	}
}
