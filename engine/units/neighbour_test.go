// SPDX-License-Identifier: MIT

package units

import (
	"slices"
	"testing"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/internal/boundarytest"
)

// strip returns an atlas of wards in a row from west to east. Each is a tenth of a
// degree wide and a hundredth too wide, so that it overlaps the next. The last code
// is no unit's.
func strip(t *testing.T, table *Table) *Atlas {
	t.Helper()
	var s boundary.Source
	s.Groups = []uint32{1, 4}
	for i, code := range []uint32{4, 8, 1273, 99999} {
		west, east := int32(i)*1_000_000, int32(i+1)*1_000_000+100_000
		s.Areas = append(s.Areas, boundary.Area{Code: code, Group: uint32(i / 2), Parts: []boundary.Part{{{
			{Lat: 0, Lon: west}, {Lat: 0, Lon: east}, {Lat: 1_000_000, Lon: east}, {Lat: 1_000_000, Lon: west},
		}}}})
	}
	return NewAtlas(table, boundarytest.Net(t, s))
}

func TestNeighboursOfUnits(t *testing.T) {
	a := strip(t, official(t))
	for code, want := range map[string][]string{
		"00004": {"00008"}, "00008": {"00004", "01273"},
		"01273": {"00008"}, // and an area that is no unit
		"00025": nil,       // has no border
	} {
		w, _ := a.Ward(code)
		var got []string
		for _, n := range a.WardNeighbours(w) {
			got = append(got, n.Ward.Code)
			if side := geo.MetresPerDegree / 10; n.Metres < 0.99*side || n.Metres > 1.01*side {
				t.Errorf("%s and %s share %v m", code, n.Ward.Code, n.Metres)
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("neighbours of %s: %q, want %q", code, got, want)
		}
	}
	p, _ := a.Province("01")
	if got := a.ProvinceNeighbours(p); len(got) != 1 || got[0].Province.Code != "04" {
		t.Errorf("neighbours of 01: %+v", got)
	}
}

// TestLocateWhereTheTableEnds looks up a point in an area that is no ward, and in
// borders of unknown units.
func TestLocateWhereTheTableEnds(t *testing.T) {
	inNoWard := geo.Point{Lat: 0.05, Lon: 0.35}
	at, found := strip(t, official(t)).Locate(inNoWard)
	if !found || at.WardFound || at.Province.Code != "04" {
		t.Errorf("an area that is no ward: %+v, %t", at, found)
	}
	if at, found := strip(t, new(Table)).Locate(inNoWard); found {
		t.Errorf("no table: %+v", at)
	}
}

func TestFaultsOfUnits(t *testing.T) {
	a := strip(t, official(t))
	for code, want := range map[string]int{"00004": 1, "00008": 2, "01273": 2, "00025": 0} {
		gaps, overlaps := a.Faults(func(w Ward) bool { return w.Code == code })
		if len(gaps) != 0 || len(overlaps) != want {
			t.Errorf("%s: %d gaps, %d overlaps, want 0 and %d", code, len(gaps), len(overlaps), want)
		}
		for _, o := range overlaps {
			if o.Area <= 0 || len(o.Wards) == 0 {
				t.Errorf("%s: %+v", code, o)
			}
		}
	}
}

func TestFormerProvinces(t *testing.T) {
	table := official(t)
	got := slices.Sorted(slices.Values(table.FormerProvincesOf("79")))
	if want := []string{"Thành phố Hồ Chí Minh", "Tỉnh Bà Rịa - Vũng Tàu", "Tỉnh Bình Dương"}; !slices.Equal(got, want) {
		t.Errorf("79 was made of %q, want %q", got, want)
	}
	if got := table.FormerProvincesOf("99"); got != nil {
		t.Errorf("99, which is none: %q", got)
	}
}

// TestOverviewFillsIn looks up points where the borders of wards end. Of the provinces 01 and 04 some
// wards have no border, so that the overview answers for them, and for them only.
func TestOverviewFillsIn(t *testing.T) {
	table := official(t)
	square := func(code uint32, west int32) boundary.Area {
		return boundary.Area{Code: code, Group: uint32(len(table.Provinces())), Parts: []boundary.Part{{{
			{Lat: 0, Lon: west}, {Lat: 0, Lon: west + 1_000_000}, {Lat: 5_000_000, Lon: west + 1_000_000}, {Lat: 5_000_000, Lon: west},
		}}}}
	}
	sketch := boundary.Source{Alone: true}
	for i, code := range []uint32{1, 4, 48} {
		area := square(code, int32(i)*1_000_000)
		area.Group = uint32(i)
		sketch.Groups, sketch.Areas = append(sketch.Groups, code), append(sketch.Areas, area)
	}
	overview := NewAtlas(table, boundarytest.Net(t, sketch))
	at := func(a *Atlas, lon float64) string {
		l, found := a.Locate(geo.Point{Lat: 0.4, Lon: lon}) // north of all wards of strip
		if !found || l.WardFound || l.OnBorder {
			return ""
		}
		return l.Province.Code
	}
	a := strip(t, table)
	if got := at(a, 0.05); got != "" {
		t.Errorf("without an overview: %q", got)
	}
	a.SetOverview(overview)
	for i := range a.lacks {
		a.lacks[i] = table.Provinces()[i].Code != "48"
	}
	if north, south, whole := at(a, 0.05), at(a, 0.15), at(a, 0.25); north != "01" || south != "04" || whole != "" {
		t.Errorf("%q, %q, and %q where all wards have borders", north, south, whole)
	}
	if l, found := a.Locate(geo.Point{Lat: 0.05, Lon: 0.05}); !found || l.Ward.Code != "00004" {
		t.Errorf("a ward: %+v", l)
	}
}
