// SPDX-License-Identifier: MIT

package osmimport

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"strings"
	"testing"

	"roadsnap/engine/coast"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
)

// found returns the diagnostic of a kind.
func found(t *testing.T, r *Report, kind diagnostic.Kind) diagnostic.Diagnostic {
	t.Helper()
	for _, f := range r.Diagnostics() {
		if f.Kind == kind {
			return f
		}
	}
	t.Fatalf("no %s among %+v", kind, r.Diagnostics())
	return diagnostic.Diagnostic{}
}

// TestFindingsHavePlaces checks that every fault at a place of the map has that place.
func TestFindingsHavePlaces(t *testing.T) {
	f := fixture{
		nodes: []fixtureNode{
			{id: 1, lat: 10.1, lon: 107.1}, {id: 2, lat: 10.2, lon: 107.1}, {id: 3, lat: 10.3, lon: 107.1},
			{id: 4, lat: 10.4, lon: 107.1}, {id: 5, lat: 10.4, lon: 107.2}, {id: 6, lat: 10.5, lon: 107.2},
		},
		ways: []fixtureWay{
			{id: 100, refs: []int64{1, 2, 3}, tags: "highway=primary"},
			{id: 101, refs: []int64{3, 4, 99, 5, 6}, tags: "highway=residential name=Cut"},
			{id: 102, refs: []int64{98, 6, 97}, tags: "highway=residential name=Short"},
			{id: 103, refs: []int64{4, 5, 96, 4}, tags: "landuse=forest name=Wood"},
			{id: 104, refs: []int64{1, 5}},
			{id: 105, refs: []int64{95, 1, 2}, tags: "highway=residential name=Headless"},
		},
		relations: []fixtureRelation{
			{id: 200, tags: "type=restriction restriction=no_left_turn", members: "from:w100 via:n3"},
			{id: 201, tags: "type=restriction restriction=nonsense", members: "from:w101"},
			{id: 202, tags: "type=multipolygon natural=water name=Lake", members: "outer:w104"},
		},
	}
	for form, data := range forms(f) {
		t.Run(form, func(t *testing.T) {
			r := importBytes(t, data).report
			for _, c := range []struct {
				kind  diagnostic.Kind
				items []diagnostic.Item
			}{
				{diagnostic.SplitWays, []diagnostic.Item{
					{Name: "Cut", Way: 101, Bounds: geo.BoundsOf(at(10.4, 107.1))},
					{Name: "Headless", Way: 105, Bounds: geo.BoundsOf(at(10.1, 107.1))},
				}},
				{diagnostic.ShortWays, []diagnostic.Item{{Name: "Short", Way: 102, Bounds: geo.BoundsOf(at(10.5, 107.2))}}},
				{diagnostic.IncompleteAreas, []diagnostic.Item{
					{Name: "Wood", Way: 103, Bounds: geo.BoundsOf(at(10.4, 107.2))},
					{Name: "Lake", Relation: 202, Bounds: geo.BoundsOf(at(10.1, 107.1), at(10.4, 107.2))},
				}},
				{diagnostic.MalformedRestrictions, []diagnostic.Item{
					{Relation: 200, Bounds: geo.BoundsOf(at(10.3, 107.1))},
					{Relation: 201, Bounds: geo.BoundsOf(at(10.3, 107.1))},
				}},
			} {
				got := found(t, &r, c.kind)
				if got.Count != len(c.items) || len(got.Items) != len(c.items) {
					t.Errorf("%s: %+v, want %+v", c.kind, got, c.items)
					continue
				}
				for i, want := range c.items {
					if !near(got.Items[i].Bounds, want.Bounds) {
						t.Errorf("%s: item %d lies at %+v, want %+v", c.kind, i, got.Items[i].Bounds, want.Bounds)
					}
					if got.Items[i].Bounds = want.Bounds; got.Items[i] != want {
						t.Errorf("%s: item %d is %+v, want %+v", c.kind, i, got.Items[i], want)
					}
				}
			}
			if missing := found(t, &r, diagnostic.MissingNodes); missing.Count != int(r.MissingNodes) || missing.Count == 0 {
				t.Errorf("%+v, counted %d", missing, r.MissingNodes)
			}
		})
	}
}

func near(a, b geo.Bounds) bool {
	return max(math.Abs(a.South-b.South), math.Abs(a.West-b.West), math.Abs(a.North-b.North), math.Abs(a.East-b.East)) < 1e-6
}

func TestFindingsOfCoasts(t *testing.T) {
	cut := bay()
	cut.ways = cut.ways[:2] // the coast ends in the bay
	for _, data := range forms(cut) {
		r := importBytes(t, data).report
		ends := found(t, &r, diagnostic.CoastEnds)
		if ends.Count != 1 || ends.Items[0].Way != 101 || !near(ends.Items[0].Bounds, geo.BoundsOf(at(10.4, 107.3))) {
			t.Errorf("%+v", ends)
		}
	}
	turned := bay()
	turned.ways[2].refs = []int64{15, 14, 13}
	for _, data := range forms(turned) {
		r := importBytes(t, data).report
		if f := found(t, &r, diagnostic.CoastHeadToHead); f.Count != 1 || f.Items[0].Way != 101 {
			t.Errorf("%+v", f)
		}
	}
}

// TestEveryFaultOfCoastsIsAFinding compares the faults that package coast declares
// with the keys of coastKinds.
func TestEveryFaultOfCoastsIsAFinding(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../coast/report.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(v.Names[0].Name, "Fault") {
			declared++
			if text := v.Values[0].(*ast.BasicLit).Value; coastKinds[coast.Fault(strings.Trim(text, `"`))] == "" {
				t.Errorf("%s is not a diagnostic", v.Names[0].Name)
			}
		}
		return true
	})
	if declared != len(coastKinds) || declared < 6 {
		t.Errorf("%d faults declared, %d known", declared, len(coastKinds))
	}
}

// TestFindingsOfManyFaults checks that the report on a file full of faults stays small
// but counts them all.
func TestFindingsOfManyFaults(t *testing.T) {
	f := fixture{nodes: grid(2), ways: []fixtureWay{{id: 1, refs: []int64{1, 2}, tags: "highway=primary"}}}
	for i := range int64(diagnostic.MaxItems + 5) {
		f.ways = append(f.ways, fixtureWay{id: 100 + i, refs: []int64{1, 2, 99}, tags: "highway=service"})
	}
	for _, data := range forms(f) {
		r := importBytes(t, data).report
		if f := found(t, &r, diagnostic.SplitWays); f.Count != diagnostic.MaxItems+5 || len(f.Items) != diagnostic.MaxItems {
			t.Errorf("%d with %d items", f.Count, len(f.Items))
		}
	}
}
