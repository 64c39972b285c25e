// SPDX-License-Identifier: MIT

package unitimport

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
)

// diagnostics imports wards and returns the diagnostics by kind.
func diagnostics(t *testing.T, list ...string) map[diagnostic.Kind]diagnostic.Diagnostic {
	t.Helper()
	r, _, err := imported(t, Options{}, folder(t, "x.json", collection(list...)))
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[diagnostic.Kind]diagnostic.Diagnostic)
	for _, f := range r.Diagnostics() {
		out[f.Kind] = f
	}
	return out
}

func TestFindings(t *testing.T) {
	frame := "[[[105,21],[105.3,21],[105.3,21.3],[105,21.3],[105,21]],[[105.1,21.1],[105.2,21.1],[105.2,21.2],[105.1,21.2],[105.1,21.1]]]"
	over := "[[[105.29,21],[105.4,21],[105.4,21.3],[105.29,21.3]]]"
	elsewhere := polygon(square(20, 105, 0.1))
	mixed := `{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[105,20]},` +
		`{"type":"LineString","coordinates":[[105,20],[105.1,20]]},` + elsewhere + `]}`
	got := diagnostics(t,
		featureOf(`"code":"00004"`, polygon(frame)), // Ba Đình, with a gap
		featureOf(`"code":"00008"`, polygon(over)),  // Ngọc Hà, open and over Ba Đình
		featureOf(`"code":"00008"`, elsewhere),
		featureOf(`"code":"00004"`, polygon(frame)),
		featureOf(`"name":"Ba Chẽ","tinh":"Quảng Ninh"`, polygon(square(20.5, 107, 0.1))),
		featureOf(`"name":"Xã Không Có","provinceCode":"22"`, elsewhere),
		featureOf(`"name":"Thành phố Hạ Long","tinh":"Quảng Ninh"`, elsewhere),
		featureOf(`"name":"Tân Thành"`, mixed),
		featureOf(`"note":"x"`, elsewhere),
		featureOf(`"code":"00004","provinceCode":"79"`, elsewhere),
		featureOf(`"ten":"Tỉnh Quảng Ninh"`, elsewhere),
		featureOf(`"code":"00025"`, `{"type":"Point","coordinates":[105,21]}`),
		featureOf(`"code":"00025"`, polygon(`[[[21,105],[21,105.1],[21.1,105]]]`)),
	)
	box := func(south, west, north, east float64) geo.Bounds {
		return geo.Bounds{South: south, West: west, North: north, East: east}
	}
	for _, c := range []struct {
		kind  diagnostic.Kind
		count int
		name  string
		where geo.Bounds
	}{
		{diagnostic.Gaps, 1, "Phường Ba Đình", box(21.1, 105.1, 21.2, 105.2)},
		{diagnostic.Overlaps, 1, "Phường Ngọc Hà", box(21, 105.29, 21.3, 105.3)},
		{diagnostic.DoubledUnits, 1, "00008 Phường Ngọc Hà", box(20, 105, 20.1, 105.1)},
		{diagnostic.RepeatedUnits, 1, "00004 Phường Ba Đình", box(21, 105, 21.3, 105.3)},
		{diagnostic.NamedUnits, 1, "Ba Chẽ = 06970 Xã Ba Chẽ", box(20.5, 107, 20.6, 107.1)},
		{diagnostic.UnknownUnits, 1, "Xã Không Có", box(20, 105, 20.1, 105.1)},
		{diagnostic.AbolishedUnits, 1, "Thành phố Hạ Long", box(20, 105, 20.1, 105.1)},
		{diagnostic.AmbiguousUnits, 1, "Tân Thành", box(20, 105, 20.1, 105.1)},
		{diagnostic.UnnamedUnits, 1, "", box(20, 105, 20.1, 105.1)},
		{diagnostic.ConflictUnits, 1, "00004", box(20, 105, 20.1, 105.1)},
		{diagnostic.NoArea, 1, "00025", geo.NoBounds},
		{diagnostic.Swapped, 1, "00025", geo.NoBounds},
		{diagnostic.OpenRings, 1, "00008", box(21, 105.29, 21.3, 105.4)},
		{diagnostic.DroppedGeometries, 1, "Tân Thành", box(20, 105, 20.1, 105.1)},
		{diagnostic.ProvinceOutlines, 1, "-", geo.NoBounds},
		{diagnostic.AbsentProvinces, 32, "-", geo.NoBounds},
		{diagnostic.MissingUnits, 177, "00025 Phường Giảng Võ", geo.NoBounds}, // Hà Nội 126 less 2, Quảng Ninh 54 less 1
	} {
		f, found := got[c.kind]
		if !found || f.Count != c.count {
			t.Errorf("%s: %+v, want %d", c.kind, f, c.count)
			continue
		}
		if c.name == "-" {
			if len(f.Items) > 0 {
				t.Errorf("%s: %+v", c.kind, f.Items)
			}
			continue
		}
		item := f.Items[0]
		if !strings.HasPrefix(item.Name, c.name) || c.name == "" && item.Name != "" || item.Bounds.Fixed() != c.where.Fixed() {
			t.Errorf("%s: %+v, want %s at %+v", c.kind, item, c.name, c.where)
		}
	}
	if f := got[diagnostic.Gaps].Items[0]; f.Size < 1e8 {
		t.Errorf("gap %+v", f)
	}
	if f := got[diagnostic.NoArea].Items[0]; f.File != "x.json" || f.Feature != 11 {
		t.Errorf("%+v, want feature 11 of x.json", f)
	}
}

// TestEveryReasonIsAFinding compares the declared reasons with those in reasonKinds.
func TestEveryReasonIsAFinding(t *testing.T) {
	source, err := os.ReadFile("report.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`(?m)^\tReason\w+ +Reason = "(\w+)"`).FindAllStringSubmatch(string(source), -1)
	for _, m := range declared {
		if reasonKinds[Reason(m[1])] == "" {
			t.Errorf("%s is no diagnostic", m[1])
		}
	}
	if len(declared) != len(reasonKinds) || len(declared) < 5 {
		t.Errorf("%d reasons declared, %d known", len(declared), len(reasonKinds))
	}
}
