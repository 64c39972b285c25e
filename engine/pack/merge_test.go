// SPDX-License-Identifier: MIT

package pack

import (
	"reflect"
	"testing"
	"time"

	"roadsnap/engine/geo"
)

func TestMetaWith(t *testing.T) {
	may, june := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	roads := Meta{
		Name: "roads", Source: "a.osm", SourceSHA256: "aa", SourceTime: june, Importer: "one", Licences: []string{"x"},
		Bounds: geo.Bounds{South: 1, West: 2, North: 3, East: 4}, Counts: map[string]int64{"roads": 1, "both": 2},
	}
	wards := Meta{
		Name: "wards", Source: "b.json", SourceSHA256: "bb", SourceTime: may, Licences: []string{"x", "y"}, BorderLicences: []string{"y"},
		Bounds: geo.Bounds{South: 0, West: 3, North: 2, East: 5}, Counts: map[string]int64{"wards": 3, "both": 4},
	}
	both := Meta{
		Name: "roads", Source: "a.osm, b.json", SourceSHA256: "aa, bb", SourceTime: may, Importer: "one", Licences: []string{"x", "y"}, BorderLicences: []string{"y"},
		Bounds: geo.Bounds{South: 0, West: 2, North: 3, East: 5}, Counts: map[string]int64{"roads": 1, "wards": 3, "both": 6},
	}
	for _, c := range []struct {
		name       string
		m, n, want Meta
	}{
		{"both", roads, wards, both},
		{"the other way", Meta{BorderLicences: []string{"y"}}, Meta{Licences: []string{"x"}}, Meta{Licences: []string{"x"}, BorderLicences: []string{"y"}}},
		{"no notice of borders", Meta{Licences: []string{"x"}}, Meta{BorderLicences: []string{}}, Meta{Licences: []string{"x"}, BorderLicences: []string{}}},
		{"to nothing", Meta{}, roads, roads},
		{"to bounds of nothing", Meta{Bounds: geo.NoBounds}, roads, roads},
		{"nothing to it", roads, Meta{}, roads},
		{"no time", Meta{}, Meta{SourceTime: may}, Meta{SourceTime: may}},
	} {
		before := c.m.clone()
		if got := c.m.With(c.n); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if !reflect.DeepEqual(c.m, before) {
			t.Errorf("%s: With changed its receiver", c.name)
		}
	}
}
