// SPDX-License-Identifier: MIT

package units_test

import (
	"slices"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/units"
)

func TestWithPlaces(t *testing.T) {
	table, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text, name string
		in, out    string // names of a ward in the place, and of one that is not
	}{
		{"le loi, q1", "le loi", "Bến Thành", "Gò Vấp"},
		{"le loi q1", "le loi", "Sài Gòn", "Gò Vấp"},
		{"Lê Lợi quận 1 tphcm", "Lê Lợi", "Bến Thành", "Gò Vấp"},
		{"12/3A Lê Lợi, Quận 1, TP HCM", "12/3A Lê Lợi", "Bến Thành", "Gò Vấp"},
		{"lê lợi, bến thành", "lê lợi", "Bến Thành", "Sài Gòn"},
		{"lê lợi p. bến thành", "lê lợi", "Bến Thành", "Sài Gòn"},
		{"le loi go vap", "le loi", "Gò Vấp", "Bến Thành"},
		{"cho ray, quan 5", "cho ray", "Chợ Lớn", "Bến Thành"},
		{"le loi da nang", "le loi", "Hải Châu", "Bến Thành"},
	} {
		list := table.WithPlaces(c.text)
		holds := func(p units.Placed, name string) bool {
			return slices.ContainsFunc(p.Wards(), func(w units.Ward) bool { return w.Name == name })
		}
		if !slices.ContainsFunc(list, func(p units.Placed) bool {
			return p.Name == c.name && !p.Anywhere() && holds(p, c.in) && !holds(p, c.out)
		}) {
			t.Errorf("%q has no reading %q in a place with %s and without %s: %+v", c.text, c.name, c.in, c.out, list)
		}
	}
	for text, name := range map[string]string{"le loi": "le loi", "hai ba trung, nowhere at all": "hai ba trung"} {
		if list := table.WithPlaces(text); len(list) == 0 || list[0].Name != name || !list[0].Anywhere() {
			t.Errorf("%q: %+v", text, list)
		}
	}
	if list := table.WithPlaces(" , q1"); len(list) != 0 {
		t.Errorf("a place alone gives %+v", list)
	}
}
