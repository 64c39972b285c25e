// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"roadsnap/engine"
	"roadsnap/engine/osmimport"
)

// extractOf writes a small extract: a street of two nodes and a relation that
// contains it.
func extractOf(t *testing.T) string {
	t.Helper()
	list := func(values ...int64) (out []byte) {
		last := int64(0)
		for _, v := range values {
			out = appendVarint(out, zig(v-last))
			last = v
		}
		return out
	}
	var table []byte
	for _, s := range []string{"", "highway", "residential", "outer"} {
		table = appendData(table, 1, []byte(s))
	}
	dense := appendData(nil, 1, list(5, 7))
	dense = appendData(dense, 8, list(107765000, 107775000))
	dense = appendData(dense, 9, list(1067009000, 1067019000))
	way := appendNumber(nil, 1, 40)
	way = appendData(way, 2, []byte{1})
	way = appendData(way, 3, []byte{2})
	way = appendData(way, 8, list(7, 5))
	relation := appendNumber(nil, 1, 9)
	relation = appendData(relation, 8, []byte{3})
	relation = appendData(relation, 9, list(40))
	relation = appendData(relation, 10, []byte{1})
	block := appendData(nil, 1, table)
	// One block with all kinds, which few programs write.
	block = appendData(block, 2, appendData(nil, 2, dense))
	block = appendData(block, 2, appendData(nil, 3, way))
	block = appendData(block, 2, appendData(nil, 4, relation))
	path := filepath.Join(t.TempDir(), "small.osm.pbf")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := survey{}
	if err := errors.Join(writeFrame(f, "OSMHeader", s.header(nil)), writeFrame(f, "OSMData", block)); err != nil {
		t.Fatal(err)
	}
	return path
}

func appendVarint(b []byte, v uint64) []byte {
	for ; v >= 0x80; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v))
}

// TestCopiesAreWholeAndApart checks the copies with the importer. Each object
// must occur once, no reference may be broken, and each copy must have its own
// area and the length of the first.
func TestCopiesAreWholeAndApart(t *testing.T) {
	const n = 5
	from, folder := extractOf(t), t.TempDir()
	report := func(extract, pack string) osmimport.Report {
		t.Helper()
		r, err := engine.Import(t.Context(), engine.ImportOptions{Roads: extract, Out: filepath.Join(folder, pack)})
		if err != nil {
			t.Fatal(err)
		}
		return *r.Roads
	}
	out := filepath.Join(folder, "big.osm.pbf")
	if err := run(n, from, out, 0); err != nil {
		t.Fatal(err)
	}
	one, all := report(from, "one.rsp"), report(out, "all.rsp")
	if all.Nodes != n*one.Nodes || all.Ways != n*one.Ways || all.Relations != n*one.Relations || one.Relations == 0 {
		t.Errorf("%d nodes, %d ways, %d relations of %d copies of %d, %d, %d", all.Nodes, all.Ways, all.Relations, n, one.Nodes, one.Ways, one.Relations)
	}
	if all.DuplicateNodes+all.DuplicateWays+all.DuplicateRelations+all.OutOfOrder+all.InvalidNodes+all.MissingNodes != 0 {
		t.Errorf("the copies have faults: %+v", all)
	}
	// Farther north a degree of longitude is shorter.
	if ratio := all.Graph.Length / one.Graph.Length; math.Abs(ratio-n) > 0.01 {
		t.Errorf("the roads are %.3f times as long, want %d", ratio, n)
	}
	height, width := one.Bounds.North-one.Bounds.South, one.Bounds.East-one.Bounds.West
	if b := all.Bounds; b.North-b.South < 2*height || b.East-b.West < 3*width {
		t.Errorf("copies of %+v reach over %+v: not two rows of three", one.Bounds, b)
	}
}

func TestWhatIsNoExtractIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.osm.pbf")
	if err := os.WriteFile(path, []byte("not an extract, by far"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "big.osm.pbf")
	if err := run(2, path, out, 0); err == nil {
		t.Error("no error")
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("something was written")
	}
}

// TestTownsAreTheSame holds that made buildings are areas that the importer takes, in the
// number asked for, and the same in each run and copy.
func TestTownsAreTheSame(t *testing.T) {
	from, folder := extractOf(t), t.TempDir()
	made := func(name string, n int, buildings float64) osmimport.Report {
		t.Helper()
		out := filepath.Join(folder, name)
		if err := run(n, from, out, buildings); err != nil {
			t.Fatal(err)
		}
		r, err := engine.Import(t.Context(), engine.ImportOptions{Roads: out, Out: out + ".rsp"})
		if err != nil {
			t.Fatal(err)
		}
		return *r.Roads
	}
	one, again, three := made("one.osm.pbf", 1, 20), made("again.osm.pbf", 1, 20), made("three.osm.pbf", 3, 20)
	if one.Source.SHA256 != again.Source.SHA256 {
		t.Error("two runs wrote different extracts")
	}
	if one.Buildings != 20 || one.IncompleteAreas != 0 || one.OutOfOrder != 0 || one.MissingNodes != 0 || one.DuplicateNodes != 0 {
		t.Errorf("%+v, want 20 buildings and no faults", one)
	}
	if three.Buildings != 3*one.Buildings || three.HouseNumbers != 3*one.HouseNumbers || three.Nodes != 3*one.Nodes {
		t.Errorf("three copies have %d buildings, %d numbers and %d nodes, one has %d, %d, %d",
			three.Buildings, three.HouseNumbers, three.Nodes, one.Buildings, one.HouseNumbers, one.Nodes)
	}
	if err := run(1, from, filepath.Join(folder, "x.osm.pbf"), 21); err == nil {
		t.Error("no error for too many buildings")
	}
}
