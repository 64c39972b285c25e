// SPDX-License-Identifier: MIT

package units_test

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
)

// TestBefore counts the units of June 2025.
func TestBefore(t *testing.T) {
	table, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	before := table.Before()
	if len(before.Provinces()) != 63 || len(before.Wards()) != 10035 || before != table.Before() {
		t.Errorf("%d provinces, %d wards", len(before.Provinces()), len(before.Wards()))
	}
	w, ok := before.Ward("26740")
	if !ok || w.FullName != "Phường Bến Nghé" || w.Name != "Bến Nghé" || w.Level != "Phường" || w.ProvinceCode != "79" || table.DistrictBefore("26740") != "Quận 1" {
		t.Errorf("%+v in %s", w, table.DistrictBefore("26740"))
	}
	p, ok := before.Province("74")
	if !ok || p.FullName != "Tỉnh Bình Dương" || p.Name != "Bình Dương" || len(before.WardsOf("74")) != 91 {
		t.Errorf("%+v has %d wards", p, len(before.WardsOf("74")))
	}
	if table.DistrictBefore("99999") != "" {
		t.Error("a unit that never was lay in a district")
	}
}

// TestShares draws four units of June 2025 of which 26746 went to 26740 and 26743, and gives them shares.
// What is no successor counts only if it is no sliver.
func TestShares(t *testing.T) {
	table, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	var source boundary.Source
	for i, code := range []uint32{26737, 26740, 26743, 26746} {
		west, east := geo.Point{Lat: 10, Lon: 106 + 0.01*float64(i)}.Fixed(), geo.Point{Lat: 10.01, Lon: 106 + 0.01*float64(i+1)}.Fixed()
		ring := []geo.Fixed{west, {Lat: west.Lat, Lon: east.Lon}, east, {Lat: east.Lat, Lon: west.Lon}}
		source.Areas = append(source.Areas, boundary.Area{Code: code, Parts: []boundary.Part{{ring}}})
	}
	source.Groups = []uint32{79}
	division, _, err := boundary.Build(t.Context(), source, boundary.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	m2 := division.Size(0)
	open := func(shares []units.SharedLand) (*units.FormerBorders, error) {
		path := filepath.Join(t.TempDir(), "x.rsp")
		w, err := pack.Create(path, pack.Meta{})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(division.WriteAs(boundary.Former, w), pack.WriteOptional(w, units.SharesTag, shares), w.Commit()); err != nil {
			t.Fatal(err)
		}
		p, err := pack.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		net, err := boundary.OpenAs(boundary.Former, p)
		if err != nil {
			t.Fatal(err)
		}
		return units.NewFormerBorders(table, net, p)
	}
	former, err := open([]units.SharedLand{
		{26740, 26740, 0.999 * m2}, {26740, 26743, 0.001 * m2}, // a sliver
		{26746, 26737, 0.1 * m2}, {26746, 26740, 0.004 * m2}, {26746, 26743, 0.8 * m2}, // a successor keeps a sliver
	})
	if err != nil {
		t.Fatal(err)
	}
	unit := func(code string) units.Former {
		l, ok := table.Legacy(code)
		if !ok {
			t.Fatal(code)
		}
		return l.Old
	}
	for want, list := range map[string][]units.Former{
		"26740 0.999":                           {unit("26740")},
		"26737 0.100 26740 0.004 26743 0.800":   {unit("26746")},
		"26737 0.050 26740 0.5015 26743 0.4000": {unit("26740"), unit("26746")},
		"":                                      {unit("26743")}, // its border shares nothing
	} {
		shares, ok := former.Shares(list...)
		var got []string
		for i, s := range shares {
			if math.Abs(s.Size-s.Fraction*m2*float64(len(list))) > 1 {
				t.Errorf("share %d has %v m²", i, s.Size)
			}
			got = append(got, s.Code, fmt.Sprintf("%.4f", s.Fraction))
		}
		wanted := strings.Fields(want)
		for i := 1; i < len(wanted); i += 2 {
			wanted[i] = (wanted[i] + "0000")[:6]
		}
		if !ok || strings.Join(got, " ") != strings.Join(wanted, " ") {
			t.Errorf("%v, %v, want %v", got, ok, wanted)
		}
	}
	if _, ok := former.Shares(unit("26746"), unit("00001")); ok {
		t.Error("shares of a unit without a border are known")
	}
	if shares, ok := former.SharesOfProvince(units.FormerPlace{Code: "79"}); ok {
		t.Errorf("shares of a province of which most borders are missing: %v", shares)
	}
	if at, ok := former.Locate(geo.Point{Lat: 10.005, Lon: 106.035}); !ok || at.Code != "26746" || at.District != "Quận 1" || len(at.Successors) != 2 {
		t.Errorf("%+v %v", at, ok)
	}
	if at, ok := former.Locate(geo.Point{Lat: 11, Lon: 106}); ok {
		t.Errorf("%+v", at)
	}
	var none *units.FormerBorders
	if _, ok := none.Shares(unit("26740")); ok {
		t.Error("no borders know a share")
	}
	if _, err := open([]units.SharedLand{{26746, 26740, 1}, {26740, 26740, 1}}); !errors.Is(err, pack.ErrCorrupt) {
		t.Errorf("shares that are not in order: %v", err)
	}
}
