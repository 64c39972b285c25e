// SPDX-License-Identifier: MIT

package unitimport

import (
	"errors"
	"path/filepath"
	"testing"

	"roadsnap/engine/boundary"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// relation returns a unit with a square border of the given side (degrees).
func relation(id int64, level string, lat, lon, side float64, tags ...string) Relation {
	r := Relation{ID: id, Level: level, Tags: make(map[string]string)}
	for i := 0; i < len(tags); i += 2 {
		r.Tags[tags[i]] = tags[i+1]
	}
	corner := func(dLat, dLon float64) geo.Fixed { return geo.Point{Lat: lat + dLat, Lon: lon + dLon}.Fixed() }
	ring := []geo.Fixed{corner(0, 0), corner(0, side), corner(side, side), corner(side, 0)}
	r.Parts, r.Inside, r.Bounds = []boundary.Part{{ring}}, corner(side/2, side/2), geo.FixedBoundsOf(ring...).Bounds()
	return r
}

func broken(r Relation, missing, open int) Relation {
	if r.Missing, r.Open = missing, open; open > 0 {
		r.Parts = nil
	}
	return r
}

func relationsImported(t *testing.T, list ...Relation) (Report, *pack.Pack, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.rsp")
	w, err := pack.Create(path, pack.Meta{Name: "Map", Source: "x.osm.pbf"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := PrepareRelations(t.Context(), list, officialTable(t), Options{Licence: "the notice"}).Write(t.Context(), w)
	if err != nil {
		return r, nil, errors.Join(err, w.Abort())
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	p, err := pack.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return r, p, nil
}

// TestRelations imports one ward with a relation of every sort next to it, and checks what
// became of that.
func TestRelations(t *testing.T) {
	anchor := relation(1, "6", 21, 105, 0.01, "name", "Phường Ba Đình", "ref", "00004")
	hanoi := relation(2, "4", 20, 104, 3, "name", "Thành phố Hà Nội")
	binhDuong := relation(3, "4", 10, 104, 3, "name", "Tỉnh Bình Dương")
	for _, c := range []struct {
		name    string
		others  []Relation
		joined  int    // besides the anchor
		reason  Reason // why not, "" if it is not listed
		invalid diagnostic.Kind
		repairs int
	}{
		{"by code", []Relation{relation(9, "6", 21, 105.1, 0.01, "name", "Phường Ngọc Hà", "ref", "8")}, 1, "", "", 0},
		{"by name alone", []Relation{relation(9, "6", 21, 105.1, 0.01, "name", "Phường Ngọc Hà")}, 1, "", "", 0},
		{"by a name of many, in its province", []Relation{hanoi, relation(9, "6", 21, 105.1, 0.01, "name", "Xã Hòa Lạc")}, 1, "", "", 0},
		{"in a province with a part beyond the extract", []Relation{broken(hanoi, 3, 0), relation(9, "6", 21, 105.1, 0.01, "name", "Xã Hòa Lạc")}, 1, "", "", 0},
		{"by a name of several", []Relation{relation(9, "6", 21, 105.1, 0.01, "name", "Xã Tân Lập")}, 0, ReasonAmbiguous, "", 0},
		{"in a province that was merged", []Relation{binhDuong, relation(9, "6", 11, 105.1, 0.01, "name", "Phường Bình Dương")}, 1, "", "", 0},
		{"another unit's code", []Relation{relation(9, "6", 21, 105.1, 0.01, "name", "Phường Bến Nghé", "ref", "26740")}, 0, ReasonUnknown, "", 0},
		{"a district", []Relation{relation(9, "6", 21, 105.1, 0.1, "name", "Quận Ba Đình")}, 0, ReasonAbolished, "", 0},
		{"a district named like a commune", []Relation{relation(9, "6", 11, 106.1, 0.1, "name", "Củ Chi")}, 0, ReasonAmbiguous, "", 0},
		{"a commune of that name", []Relation{relation(9, "6", 11, 106.1, 0.01, "name", "Xã Củ Chi")}, 1, "", "", 0},
		{"a commune of that name, in English", []Relation{relation(9, "6", 11, 106.1, 0.01, "name", "Củ Chi", "name:en", "Cu Chi Commune")}, 1, "", "", 0},
		{"a former city in a province", []Relation{relation(9, "6", 11, 106.1, 0.1, "name", "Thành phố Thủ Đức")}, 0, ReasonAbolished, "", 0},
		{"ended", []Relation{relation(9, "6", 21, 105.1, 0.01, "name", "Phường Ngọc Hà", "end_date", "2025-06-30")}, 0, ReasonAbolished, "", 0},
		{"a former ward with the name of a present one", []Relation{relation(9, "8", 21, 105.1, 0.01, "name", "Phường Ngọc Hà", "ref", "00016")}, 0, ReasonAbolished, "", 0},
		{"a township", []Relation{relation(9, "8", 21, 105.1, 0.01, "name", "Thị trấn Củ Chi")}, 0, ReasonAbolished, "", 0},
		{"a village", []Relation{relation(9, "10", 21, 105.1, 0.01, "name", "Thôn Đông")}, 0, "", "", 0},
		{"a country", []Relation{relation(9, "2", 8, 102, 10, "name", "Việt Nam")}, 0, "", "", 0},
		{"of another country", []Relation{relation(9, "6", 21, 102.1, 0.01, "name", "ເມືອງວຽງໄຊ")}, 0, "", "", 0},
		{"far away", []Relation{relation(9, "6", 42, 1.5, 0.01, "name", "Phường Ngọc Hà")}, 0, "", "", 0},
		{"without a name", []Relation{relation(9, "6", 21, 105.1, 0.01)}, 0, "", "", 0},
		{"unknown", []Relation{relation(9, "6", 21, 105.1, 0.01, "name", "Xã Không Đâu")}, 0, ReasonUnknown, "", 0},
		{"missing ways", []Relation{broken(relation(9, "6", 21, 105.1, 0.01, "name", "Phường Ngọc Hà"), 2, 1)}, 0, "", diagnostic.BrokenUnits, 0},
		{"a missing island", []Relation{broken(relation(9, "6", 21, 105.1, 0.01, "name", "Phường Ngọc Hà"), 2, 0)}, 0, "", diagnostic.BrokenUnits, 0},
		{"open", []Relation{broken(relation(9, "6", 21, 105.1, 0.01, "name", "Phường Ngọc Hà"), 0, 1)}, 0, "", diagnostic.BrokenUnits, 0},
		{"a district with missing ways", []Relation{broken(relation(9, "6", 21, 105.1, 0.01, "name", "Huyện Củ Chi"), 2, 1)}, 0, ReasonAbolished, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, p, err := relationsImported(t, append(c.others, anchor)...)
			if err != nil {
				t.Fatal(err)
			}
			var reason Reason
			if len(r.NotJoined) > 0 {
				reason = r.NotJoined[0].Reason
			}
			var invalid diagnostic.Kind
			if len(r.Invalid) > 0 {
				invalid = r.Invalid[0].Kind
			}
			if r.Joined != 1+c.joined || reason != c.reason || invalid != c.invalid || len(r.NotJoined)+len(r.Invalid) > 1 {
				t.Errorf("%d joined, not %+v, invalid %+v", r.Joined, r.NotJoined, r.Invalid)
			}
			if m := p.Meta(); m.Source != "x.osm.pbf" || m.Name != "Map" || len(m.BorderLicences) != 1 || m.Counts["wards"] != int64(r.Joined) {
				t.Errorf("%+v", m)
			}
		})
	}
}

func TestRelationsWithRepairs(t *testing.T) {
	a := relation(1, "6", 21, 105, 0.01, "name", "Phường Ba Đình")
	a.Closed, a.Open = 1, 2
	r, _, err := relationsImported(t, a)
	if err != nil || len(r.Repairs) != 2 || r.Repairs[1].Times != 2 || r.Repairs[0].Place.String() != "relation 1" {
		t.Errorf("%+v, %v", r.Repairs, err)
	}
	for _, d := range r.Diagnostics() {
		for _, item := range d.Items {
			if (d.Kind == diagnostic.OpenRings || d.Kind == diagnostic.DroppedGeometries) && item.Relation != 1 {
				t.Errorf("%+v", d)
			}
		}
	}
}

func TestRelationsWithoutAWard(t *testing.T) {
	r, _, err := relationsImported(t, relation(9, "6", 21, 105.1, 0.1, "name", "Quận Ba Đình"))
	if !errors.Is(err, ErrNothing) || len(r.NotJoined) != 1 || r.Features != 1 {
		t.Errorf("%v, %+v", err, r)
	}
	if _, _, err := relationsImported(t); !errors.Is(err, ErrNothing) {
		t.Error(err)
	}
}

// TestRelationsOfOverlappingProvinces checks that a ward within two provinces is not given
// one of them.
func TestRelationsOfOverlappingProvinces(t *testing.T) {
	tn := newTeller(officialTable(t))
	for _, r := range []Relation{
		relation(1, "4", 20, 104, 3, "name", "Thành phố Hà Nội"), relation(2, "4", 20, 104, 2, "name", "Tỉnh Hưng Yên"),
	} {
		tn.province(&r)
	}
	for _, c := range []struct {
		lat, lon float64
		want     string
	}{{22.5, 106.5, "01"}, {21, 105, ""}, {24, 105, ""}} {
		if got := tn.homeOf(geo.Point{Lat: c.lat, Lon: c.lon}.Fixed()); got != c.want {
			t.Errorf("at %v, %v: %q, want %q", c.lat, c.lon, got, c.want)
		}
	}
}
