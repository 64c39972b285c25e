// SPDX-License-Identifier: MIT

package osmimport

import (
	"reflect"
	"testing"
)

// TestReadersAgree checks that all readers return the same objects.
func TestReadersAgree(t *testing.T) {
	f := crossing()
	wantNodes, wantWays, wantRelations := readAll(t, f.xml())
	if len(wantNodes) != len(f.nodes) || len(wantWays) != len(f.ways) || len(wantRelations) != len(f.relations) {
		t.Fatalf("XML has %d nodes, %d ways, %d relations", len(wantNodes), len(wantWays), len(wantRelations))
	}
	for i, w := range f.ways {
		got := wantWays[i]
		if got.id != w.id || !reflect.DeepEqual(got.refs, w.refs) || got.tags.Find("name") != tagged(w.tags).Find("name") {
			t.Errorf("way %d of XML is %+v", w.id, got)
		}
	}
	for name, data := range forms(f) {
		nodes, ways, relations := readAll(t, data)
		if !equivalent(nodes, wantNodes) || !equivalent(ways, wantWays) || !equivalent(relations, wantRelations) {
			t.Errorf("%s: got %+v %+v %+v, want %+v %+v %+v", name, nodes, ways, relations, wantNodes, wantWays, wantRelations)
		}
	}
}

// equivalent compares objects. It treats nil and empty slices as equal.
func equivalent[T any](a, b []T) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !reflect.DeepEqual(normal(a[i]), normal(b[i])) {
			return false
		}
	}
	return true
}

func normal(o any) any {
	switch o := o.(type) {
	case way:
		if len(o.tags) == 0 {
			o.tags = nil
		}
		return o
	case relation:
		if len(o.tags) == 0 {
			o.tags = nil
		}
		return o
	}
	return o
}
