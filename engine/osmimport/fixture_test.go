// SPDX-License-Identifier: MIT

package osmimport

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/paulmach/osm"

	"roadsnap/engine/basemap"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// fixture is a small map. Its file has the objects in the order nodes, ways,
// relations.
type fixture struct {
	boxes     []geo.Bounds // declared by the file; a PBF file has at most one
	nodes     []fixtureNode
	ways      []fixtureWay
	relations []fixtureRelation
}

type fixtureNode struct {
	id       int64
	lat, lon float64
	version  int
	tags     string // as for tagged
}

type fixtureWay struct {
	id      int64
	refs    []int64
	tags    string
	version int
}

type fixtureRelation struct {
	id      int64
	tags    string
	members string // as for withMembers
}

// grid returns n nodes, numbered from 1, 100 m apart along a parallel.
func grid(n int) []fixtureNode {
	var nodes []fixtureNode
	for i := range n {
		nodes = append(nodes, fixtureNode{id: int64(i + 1), lat: 10.5, lon: 106 + float64(i)*0.001})
	}
	return nodes
}

// crossing is a small town with one object of every kind.
func crossing() fixture {
	return fixture{
		nodes: append(grid(9),
			fixtureNode{id: 20, lat: 10.501, lon: 106.002}, fixtureNode{id: 21, lat: 10.499, lon: 106.002},
			fixtureNode{id: 30, lat: 10.51, lon: 106}, fixtureNode{id: 31, lat: 10.51, lon: 106.02},
			fixtureNode{id: 32, lat: 10.53, lon: 106.02}, fixtureNode{id: 33, lat: 10.53, lon: 106},
			fixtureNode{id: 40, lat: 10.515, lon: 106.005}, fixtureNode{id: 41, lat: 10.515, lon: 106.01},
			fixtureNode{id: 42, lat: 10.52, lon: 106.01},
			fixtureNode{id: 50, lat: 10.5, lon: 106.001, version: 2, tags: "place=town name=Thủ+Thừa population=20000"},
		),
		ways: []fixtureWay{
			{id: 100, refs: []int64{1, 2, 3, 4}, tags: "highway=primary name=Lê+Lợi ref=QL1A maxspeed=60"},
			{id: 101, refs: []int64{20, 3}, tags: "highway=residential oneway=yes"},
			{id: 102, refs: []int64{3, 21}, tags: "highway=service service=alley"},
			{id: 103, refs: []int64{5, 6, 7}, tags: "route=ferry"},
			{id: 104, refs: []int64{8, 9}, tags: "waterway=river name=Vàm+Cỏ+Tây"},
			{id: 105, refs: []int64{1, 9}, tags: "highway=proposed"},
			{id: 110, refs: []int64{30, 31, 32}},
			{id: 111, refs: []int64{30, 33, 32}},
			{id: 112, refs: []int64{40, 41, 42, 40}},
			{id: 113, refs: []int64{1, 20, 4, 1}, tags: "leisure=park"},
		},
		relations: []fixtureRelation{
			{id: 200, tags: "type=restriction restriction=no_left_turn", members: "from:w101 via:n3 to:w100"},
			{id: 201, tags: "type=restriction restriction=no_right_turn", members: "from:w101 via:n3 to:w102"},
			{id: 202, tags: "type=multipolygon natural=water name=Hồ", members: "outer:w110 outer:w111 inner:w112"},
			{id: 203, tags: "type=route route=bus", members: ":w100"},
		},
	}
}

// xml returns the fixture as an .osm file.
func (f fixture) xml() []byte {
	var b strings.Builder
	b.WriteString("<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\" generator=\"test\">\n")
	for _, box := range f.boxes {
		fmt.Fprintf(&b, ` <bounds minlat="%.7f" minlon="%.7f" maxlat="%.7f" maxlon="%.7f"/>`+"\n", box.South, box.West, box.North, box.East)
	}
	version := func(v int) string {
		if v == 0 {
			return ""
		}
		return fmt.Sprintf(` version="%d"`, v)
	}
	for _, n := range f.nodes {
		fmt.Fprintf(&b, ` <node id="%d" lat="%.7f" lon="%.7f"%s>`+"\n", n.id, n.lat, n.lon, version(n.version))
		writeXMLTags(&b, n.tags)
		b.WriteString(" </node>\n")
	}
	for _, w := range f.ways {
		fmt.Fprintf(&b, ` <way id="%d"%s>`+"\n", w.id, version(w.version))
		for _, ref := range w.refs {
			fmt.Fprintf(&b, `  <nd ref="%d"/>`+"\n", ref)
		}
		writeXMLTags(&b, w.tags)
		b.WriteString(" </way>\n")
	}
	for _, r := range f.relations {
		fmt.Fprintf(&b, ` <relation id="%d">`+"\n", r.id)
		for _, m := range withMembers(r.members) {
			fmt.Fprintf(&b, `  <member type="%s" ref="%d" role="%s"/>`+"\n", m.kind, m.id, m.role)
		}
		writeXMLTags(&b, r.tags)
		b.WriteString(" </relation>\n")
	}
	b.WriteString("</osm>\n")
	return []byte(b.String())
}

func writeXMLTags(b *strings.Builder, words string) {
	for _, t := range tagged(words) {
		b.WriteString(`  <tag k="`)
		_ = xml.EscapeText(b, []byte(t.Key))
		b.WriteString(`" v="`)
		_ = xml.EscapeText(b, []byte(t.Value))
		b.WriteString("\"/>\n")
	}
}

func gzipped(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

// imported is the result of an import.
type imported struct {
	report  Report
	pack    *pack.Pack
	graph   *road.Graph
	basemap *basemap.Map
	shore   *coast.Shore
}

// importBytes imports an extract and opens what came out, verified.
func importBytes(t testing.TB, data []byte) imported {
	t.Helper()
	in := filepath.Join(t.TempDir(), "extract.osm")
	if err := os.WriteFile(in, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return importFile(t, in, Options{})
}

func importFile(t testing.TB, in string, o Options) imported {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.rsp")
	w, err := pack.Create(out, pack.Meta{Importer: "test 1"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Abort() }()
	var result imported
	if result.report, err = File(t.Context(), in, w, o); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	if result.pack, err = pack.Open(out); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = result.pack.Close() })
	result.open(t)
	return result
}

func (r *imported) open(t testing.TB) {
	t.Helper()
	var err error
	if err := r.pack.Verify(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if road.In(r.pack) {
		if r.graph, err = road.Open(r.pack); err != nil {
			t.Fatal(err)
		}
		if err := r.graph.Verify(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if coast.In(r.pack) {
		if r.shore, err = coast.Open(r.pack); err != nil {
			t.Fatal(err)
		}
		if err := r.shore.Verify(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if basemap.In(r.pack) {
		if r.basemap, err = basemap.Open(r.pack); err != nil {
			t.Fatal(err)
		}
		if err := r.basemap.Verify(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// features returns all features at full detail, by id.
func (r *imported) features() map[int64][]basemap.Feature {
	all := make(map[int64][]basemap.Feature)
	r.basemap.Visit(20, geo.Bounds{South: -90, West: -180, North: 90, East: 180}.Fixed(), func(f basemap.Feature) bool {
		all[f.ID] = append(all[f.ID], f)
		return true
	})
	return all
}

// links returns the links of a way.
func (r *imported) links(way int64) []road.LinkID {
	var links []road.LinkID
	for l := range road.LinkID(r.graph.NumLinks()) {
		if r.graph.WayID(l) == way {
			links = append(links, l)
		}
	}
	return links
}

// read collects the data of an extract without writing a pack.
func read(ctx context.Context, data []byte) (*importer, error) {
	im := &importer{ctx: ctx}
	return im, im.read(bytes.NewReader(data), int64(len(data)))
}

// readAll reads data with a sink that keeps all objects.
func readAll(t testing.TB, data []byte) (nodes []node, ways []way, relations []relation) {
	t.Helper()
	_, x, err := open(t.Context(), bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	err = x.scan(sink{
		node: func(n *node) error {
			c := *n
			c.tags = append(osm.Tags(nil), n.tags...)
			nodes = append(nodes, c)
			return nil
		},
		way: func(w *way) error {
			c := *w
			c.refs, c.tags = append([]int64(nil), w.refs...), append(osm.Tags(nil), w.tags...)
			ways = append(ways, c)
			return nil
		},
		relation: func(r *relation) error {
			c := *r
			c.members, c.tags = append([]member(nil), r.members...), append(osm.Tags(nil), r.tags...)
			relations = append(relations, c)
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return nodes, ways, relations
}
