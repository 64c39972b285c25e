// SPDX-License-Identifier: MIT

package osmimport

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/pack"
)

// large is a map with several full blocks of nodes and of ways, every fourth way of which is
// a building.
func large() fixture {
	f := fixture{nodes: grid(3500)}
	for i := range int64(3300) {
		w := fixtureWay{id: i + 1, refs: []int64{i + 1, i + 2}, tags: "highway=residential"}
		if i%4 == 0 {
			w = fixtureWay{id: i + 1, refs: []int64{i + 1, i + 2, i + 3, i + 1}, tags: "building=yes"}
		}
		f.ways = append(f.ways, w)
	}
	f.relations = []fixtureRelation{{id: 1, tags: "type=restriction restriction=no_u_turn", members: "from:w2 via:n3 to:w3"}}
	return f
}

// TestCutsBetweenBlocks cuts files between any two blocks, which leaves a valid file.
func TestCutsBetweenBlocks(t *testing.T) {
	files := map[string][]byte{"made": large().pbf(pbfStyle{perBlock: fewObjects})}
	if !testing.Short() {
		if city, err := os.ReadFile(hcmc(t)); err == nil {
			files["Ho Chi Minh City"] = city
		}
	}
	for name, data := range files {
		ends := slices.Sorted(maps.Keys(blockEnds("pbf", data)))
		for _, end := range ends[1:] {
			im, err := read(t.Context(), data[:end])
			if end == len(data) {
				if err != nil || im.report.SignsOfCut != nil {
					t.Errorf("%s: whole: error %v, signs %q", name, err, im.report.SignsOfCut)
				}
				continue
			}
			if !errors.Is(err, ErrTruncated) || !strings.Contains(err.Error(), " nodes, ") {
				t.Errorf("%s: cut at byte %d of %d: error %v, want %v with counts", name, end, len(data), err, ErrTruncated)
			}
		}
	}
}

func TestLostNodesAreNoticed(t *testing.T) {
	f := large()
	f.nodes = append(f.nodes[:1000], f.nodes[2500:]...)
	for form, data := range forms(f) {
		_, err := read(t.Context(), data)
		if !errors.Is(err, ErrTruncated) || !strings.Contains(err.Error(), "of 2475 roads have none of their nodes in the file") {
			t.Errorf("%s: error %v", form, err)
		}
	}
	// Extracts that are cut out roughly lack a few.
	f = large()
	f.nodes = append(f.nodes[:1000], f.nodes[1400:]...)
	for form, data := range forms(f) {
		if im, err := read(t.Context(), data); err != nil || im.report.SignsOfCut != nil {
			t.Errorf("%s: error %v, signs %q", form, err, im.report.SignsOfCut)
		}
	}
}

// TestWholeFilesWithoutRelations checks that extracts of roads only are imported.
func TestWholeFilesWithoutRelations(t *testing.T) {
	f := large()
	f.relations = nil
	for i := range f.ways {
		f.ways[i].tags = "highway=residential"
	}
	data := f.pbf(pbfStyle{perBlock: fewObjects})
	if im, err := read(t.Context(), data); err != nil || im.report.SignsOfCut != nil {
		t.Errorf("error %v, signs %q", err, im.report.SignsOfCut)
	}
	ends := slices.Sorted(maps.Keys(blockEnds("pbf", data)))
	if _, err := read(t.Context(), data[:ends[len(ends)-2]]); err == nil || !strings.Contains(err.Error(), "its last block is full, with 1000 objects") {
		t.Errorf("cut after a full block: error %v", err)
	}
}

func TestPartialImports(t *testing.T) {
	data := large().pbf(pbfStyle{perBlock: fewObjects})
	ends := slices.Sorted(maps.Keys(blockEnds("pbf", data)))
	in := filepath.Join(t.TempDir(), "cut.osm.pbf")
	if err := os.WriteFile(in, data[:ends[len(ends)-2]], 0o600); err != nil {
		t.Fatal(err)
	}
	r := importFile(t, in, Options{Partial: true})
	if len(r.report.SignsOfCut) < 2 || r.graph.NumLinks() == 0 {
		t.Errorf("signs %q, %d links", r.report.SignsOfCut, r.graph.NumLinks())
	}
}

func TestEmptySaysWhy(t *testing.T) {
	road := []fixtureWay{{id: 1, refs: []int64{1, 2}, tags: "highway=primary"}}
	for want, f := range map[string]fixture{
		"has 3 nodes but no ways":                                   {nodes: grid(3)},
		"has 1 roads but no nodes":                                  {ways: road},
		"the nodes of its 1 roads are not in the file":              {nodes: grid(9)[4:], ways: road},
		"the OpenStreetMap extract has no roads and no map feature": {nodes: grid(2), ways: []fixtureWay{{id: 1, refs: []int64{1, 2}, tags: "power=line"}}},
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
			if _, err := File(t.Context(), in, w, Options{}); !errors.Is(err, ErrEmpty) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", form, err, want)
			}
			_ = w.Abort()
		}
	}
}

func TestBadXMLNumbersHaveAPlace(t *testing.T) {
	for text, want := range map[string]string{
		"<node id='1' lat='ten' lon='106'/>":                      `the element <node> in line 3 has the invalid number "ten"`,
		"<node id='1' lat='10' lon='1O6'/>":                       `<node> in line 3 has the invalid number "1O6"`,
		"<way id='1'>\n<nd ref='x1'/></way>":                      `<way> in line 3 has the invalid number "x1"`,
		"<node id='1' lat='10' lon='106' timestamp='yesterday'/>": `<node> in line 3 has the invalid time "yesterday"`,
	} {
		_, err := read(t.Context(), fmt.Appendf(nil, "<osm>\n\n%s</osm>", text))
		if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
