// SPDX-License-Identifier: MIT

package osmimport

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"roadsnap/engine/pack"
)

// TestRepairedFaults checks the repair of faults that real extracts have.
func TestRepairedFaults(t *testing.T) {
	type want struct {
		nodesOf map[int64][]int // numbers of shape points of each way's pieces, in order
		counts  Report
	}
	residential := func(id int64, refs ...int64) fixtureWay {
		return fixtureWay{id: id, refs: refs, tags: "highway=residential", version: 1}
	}
	without := func(ids ...int64) []fixtureNode {
		return slices.DeleteFunc(grid(6), func(n fixtureNode) bool { return slices.Contains(ids, n.id) })
	}
	other := residential(999, 5, 6) // so that the file is not empty
	for _, c := range []struct {
		name string
		f    fixture
		want want
	}{
		{"whole", fixture{nodes: grid(6), ways: []fixtureWay{residential(7, 1, 2, 3)}},
			want{map[int64][]int{7: {3}}, Report{}}},
		{"node in the middle is missing", fixture{nodes: without(3), ways: []fixtureWay{residential(7, 1, 2, 3, 4, 5, 6)}},
			want{map[int64][]int{7: {2, 3}}, Report{MissingNodes: 1, SplitWays: 1}}},
		{"nodes at both ends are missing", fixture{nodes: without(1, 6), ways: []fixtureWay{residential(7, 1, 2, 3, 4, 5, 6)}},
			want{map[int64][]int{7: {4}}, Report{MissingNodes: 2, SplitWays: 1}}},
		{"a single node is left", fixture{nodes: without(1, 3), ways: []fixtureWay{residential(7, 1, 2, 3), other}},
			want{map[int64][]int{999: {2}}, Report{MissingNodes: 2, ShortWays: 1}}},
		{"all nodes are missing", fixture{nodes: grid(6), ways: []fixtureWay{residential(7, 61, 62), other}},
			want{map[int64][]int{999: {2}}, Report{MissingNodes: 2, ShortWays: 1}}},
		{"way of one node", fixture{nodes: grid(6), ways: []fixtureWay{residential(7, 1), other}},
			want{map[int64][]int{999: {2}}, Report{ShortWays: 1}}},
		{"way of no nodes", fixture{nodes: grid(6), ways: []fixtureWay{residential(7), other}},
			want{map[int64][]int{999: {2}}, Report{ShortWays: 1}}},
		{"way of one node twice", fixture{nodes: grid(6), ways: []fixtureWay{residential(7, 2, 2), other}},
			want{map[int64][]int{999: {2}}, Report{ShortWays: 1}}},
		{"node repeated in a row", fixture{nodes: grid(6), ways: []fixtureWay{residential(7, 1, 2, 2, 2, 3)}},
			want{map[int64][]int{7: {3}}, Report{}}},
		{"duplicate way", fixture{nodes: grid(6), ways: []fixtureWay{residential(7, 1, 2), residential(7, 1, 2)}},
			want{map[int64][]int{7: {2}}, Report{DuplicateWays: 1}}},
		{"duplicate ways far apart", fixture{nodes: grid(6), ways: []fixtureWay{residential(7, 1, 2), other, residential(7, 1, 2)}},
			want{map[int64][]int{7: {2}, 999: {2}}, Report{DuplicateWays: 1, OutOfOrder: 1}}},
		{"newer way later", fixture{nodes: grid(6), ways: []fixtureWay{
			{id: 7, version: 1, refs: []int64{1, 2}, tags: "highway=primary"}, {id: 7, version: 2, refs: []int64{1, 2, 3}, tags: "highway=primary"}}},
			want{map[int64][]int{7: {3}}, Report{DuplicateWays: 1}}},
		{"newer way first", fixture{nodes: grid(6), ways: []fixtureWay{
			{id: 7, version: 2, refs: []int64{1, 2, 3}, tags: "highway=primary"}, {id: 7, version: 1, refs: []int64{1, 2}, tags: "highway=primary"}}},
			want{map[int64][]int{7: {3}}, Report{DuplicateWays: 1}}},
		{"newer way is no road any more", fixture{nodes: grid(6), ways: []fixtureWay{
			{id: 7, version: 1, refs: []int64{1, 2}, tags: "highway=primary"}, {id: 7, version: 2, refs: []int64{1, 2}, tags: "building=yes"}, other}},
			want{map[int64][]int{999: {2}}, Report{DuplicateWays: 1}}},
		{"ways out of order", fixture{nodes: grid(6), ways: []fixtureWay{residential(9, 3, 4), residential(8, 2, 3), residential(7, 1, 2)}},
			want{map[int64][]int{7: {2}, 8: {2}, 9: {2}}, Report{OutOfOrder: 2}}},
		{"nodes out of order", fixture{nodes: reversed(grid(6)), ways: []fixtureWay{residential(7, 1, 2, 3)}},
			want{map[int64][]int{7: {3}}, Report{OutOfOrder: 5}}},
		{"duplicate node", fixture{nodes: append(grid(6), grid(6)[1]), ways: []fixtureWay{residential(7, 1, 2, 3)}},
			want{map[int64][]int{7: {3}}, Report{DuplicateNodes: 1, OutOfOrder: 1}}},
		{"duplicate node of no use", fixture{nodes: append(grid(6), grid(6)[5]), ways: []fixtureWay{residential(7, 1, 2, 3)}},
			want{map[int64][]int{7: {3}}, Report{}}},
		{"node off the Earth", fixture{nodes: append(without(2), fixtureNode{id: 2, lat: 95, lon: 106}), ways: []fixtureWay{residential(7, 1, 2, 3, 4)}},
			want{map[int64][]int{7: {2}}, Report{OutOfOrder: 1, InvalidNodes: 1, MissingNodes: 1, SplitWays: 1}}},
		{"negative ids", fixture{
			nodes: []fixtureNode{{id: -1, lat: 10, lon: 106}, {id: -2, lat: 10, lon: 106.1}},
			ways:  []fixtureWay{residential(-9, -1, -2)}},
			want{map[int64][]int{-9: {2}}, Report{OutOfOrder: 1}}},
		{"huge ids", fixture{
			nodes: []fixtureNode{{id: 1 << 61, lat: 10, lon: 106}, {id: 1<<61 + 1, lat: 10, lon: 106.1}},
			ways:  []fixtureWay{residential(1<<62, 1<<61, 1<<61+1)}},
			want{map[int64][]int{1 << 62: {2}}, Report{}}},
		{"duplicate relation", fixture{nodes: grid(6), ways: []fixtureWay{residential(7, 1, 2), residential(8, 2, 3)}, relations: []fixtureRelation{
			{id: 5, tags: "type=restriction restriction=no_u_turn", members: "from:w7 via:n2 to:w8"},
			{id: 5, tags: "type=restriction restriction=no_u_turn", members: "from:w7 via:n2 to:w8"}}},
			want{map[int64][]int{7: {2}, 8: {2}}, Report{Restrictions: 1, DuplicateRelations: 1}}},
	} {
		for form, data := range forms(c.f) {
			t.Run(c.name+"/"+form, func(t *testing.T) {
				r := importBytes(t, data)
				got := map[int64][]int{}
				for id := range c.want.nodesOf {
					for _, l := range r.links(id) {
						got[id] = append(got[id], len(r.graph.Shape(l)))
					}
					slices.Sort(got[id])
					if !slices.Equal(got[id], c.want.nodesOf[id]) {
						t.Errorf("way %d has links of %v points, want %v", id, got[id], c.want.nodesOf[id])
					}
				}
				if len(r.links(7)) > 0 && c.want.nodesOf[7] == nil {
					t.Error("way 7 is in the graph")
				}
				if faults, want := faultsOf(r.report), faultsOf(c.want.counts); !reflect.DeepEqual(faults, want) {
					t.Errorf("counts %+v, want %+v", faults, want)
				}
			})
		}
	}
}

// faultsOf returns the fault counts of a report.
func faultsOf(r Report) Report {
	return Report{
		DuplicateNodes: r.DuplicateNodes, DuplicateWays: r.DuplicateWays, DuplicateRelations: r.DuplicateRelations,
		OutOfOrder: r.OutOfOrder, InvalidNodes: r.InvalidNodes, MissingNodes: r.MissingNodes,
		SplitWays: r.SplitWays, ShortWays: r.ShortWays,
		Restrictions: r.Restrictions, RestrictionsMalformed: r.RestrictionsMalformed,
	}
}

func reversed(nodes []fixtureNode) []fixtureNode {
	slices.Reverse(nodes)
	return nodes
}

func TestHighestVersionOfANodeCounts(t *testing.T) {
	at := func(lat float64, version int) fixtureNode {
		return fixtureNode{id: 2, lat: lat, lon: 106.001, version: version}
	}
	for name, c := range map[string]struct {
		copies []fixtureNode
		want   float64
	}{
		"one":                   {[]fixtureNode{at(10.1, 3)}, 10.1},
		"newer later":           {[]fixtureNode{at(10.1, 3), at(10.2, 4)}, 10.2},
		"newer first":           {[]fixtureNode{at(10.1, 3), at(10.2, 2)}, 10.1},
		"same version":          {[]fixtureNode{at(10.1, 3), at(10.2, 3)}, 10.1},
		"no versions":           {[]fixtureNode{at(10.1, 0), at(10.2, 0)}, 10.1},
		"a version and without": {[]fixtureNode{at(10.1, 0), at(10.2, 1)}, 10.2},
	} {
		f := fixture{
			nodes: append([]fixtureNode{{id: 1, lat: 10, lon: 106}}, c.copies...),
			ways:  []fixtureWay{{id: 7, refs: []int64{1, 2}, tags: "highway=primary"}},
		}
		for form, data := range forms(f) {
			r := importBytes(t, data)
			if got := r.graph.Shape(r.links(7)[0])[1].Point().Lat; got != c.want {
				t.Errorf("%s, %s: node at %v, want %v", name, form, got, c.want)
			}
		}
	}
}

// TestAreaBeforeItsWays checks that the order of kinds in a file does not matter.
func TestKindsInAnyOrder(t *testing.T) {
	f := crossing()
	want := sections(importBytes(t, f.xml()))
	style := pbfStyle{}
	data := frameOf("OSMHeader", blobOf(headerOf(style), false))
	relations, ways, nodes := newBlockBuilder(style), newBlockBuilder(style), newBlockBuilder(style)
	for _, r := range f.relations {
		relations.addRelation(r)
	}
	for _, w := range f.ways {
		ways.addWay(w)
	}
	nodes.addNodes(f.nodes)
	for _, b := range []*blockBuilder{relations, ways, nodes} {
		data = append(data, frameOf("OSMData", blobOf(b.bytes(), false))...)
	}
	if got := sections(importBytes(t, data)); !slices.Equal(got, want) {
		t.Errorf("relations first: sections %v, want %v", got, want)
	}
}

// TestDeletedNodes checks that nodes without a position, such as deleted nodes in
// XML, count as missing.
func TestDeletedNodes(t *testing.T) {
	f := fixture{nodes: grid(5), ways: []fixtureWay{{id: 7, refs: []int64{1, 2, 3, 4}, tags: "highway=primary"}}}
	data := bytes.Replace(f.xml(), []byte(`<node id="2" lat="10.5000000" lon="106.0010000">`), []byte(`<node id="2" visible="false">`), 1)
	r := importBytes(t, data)
	if got := r.report; got.InvalidNodes != 1 || got.MissingNodes != 1 || got.SplitWays != 1 || len(r.links(7)) != 1 {
		t.Errorf("report %+v", got)
	}
}

// TestNodeAtNullIsland imports a road through 0° N 0° E, in all formats.
func TestNodeAtNullIsland(t *testing.T) {
	f := fixture{
		nodes: []fixtureNode{{id: 1, lat: 0, lon: -0.001}, {id: 2, lat: 0, lon: 0}, {id: 3, lat: 0.001, lon: 0}},
		ways:  []fixtureWay{{id: 7, refs: []int64{1, 2, 3}, tags: "highway=primary"}, {id: 8, refs: []int64{2, 3}, tags: "highway=service"}},
	}
	for form, data := range forms(f) {
		r := importBytes(t, data)
		if got := r.report; got.InvalidNodes != 0 || got.MissingNodes != 0 || len(r.links(7)) != 2 || len(r.links(8)) != 1 {
			t.Errorf("%s: report %+v, %d and %d links", form, got, len(r.links(7)), len(r.links(8)))
		}
	}
}

func TestEmpty(t *testing.T) {
	for name, f := range map[string]fixture{
		"nothing":        {},
		"nodes only":     {nodes: grid(3)},
		"no roads":       {nodes: grid(3), ways: []fixtureWay{{id: 1, refs: []int64{1, 2}, tags: "building=yes"}}},
		"unusable roads": {nodes: grid(3), ways: []fixtureWay{{id: 1, refs: []int64{1}, tags: "highway=primary"}}},
	} {
		for form, data := range forms(f) {
			in := filepath.Join(t.TempDir(), "x")
			if err := os.WriteFile(in, data, 0o600); err != nil {
				t.Fatal(err)
			}
			w, err := pack.Create(filepath.Join(t.TempDir(), "x.rsp"), pack.Meta{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := File(t.Context(), in, w, Options{}); !errors.Is(err, ErrEmpty) {
				t.Errorf("%s, %s: error %v, want %v", name, form, err, ErrEmpty)
			}
			_ = w.Abort()
		}
	}
}

func TestNoSuchFile(t *testing.T) {
	dir := t.TempDir()
	w, err := pack.Create(filepath.Join(dir, "x.rsp"), pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Abort() }()
	if _, err := File(t.Context(), filepath.Join(dir, "none.osm"), w, Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: error %v", err)
	}
	if _, err := File(t.Context(), dir, w, Options{}); !errors.Is(err, ErrFormat) {
		t.Errorf("a folder: error %v", err)
	}
}
