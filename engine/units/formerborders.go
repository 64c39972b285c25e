// SPDX-License-Identifier: MIT

package units

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"sync"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// formerTable is the table of the units of June 2025, made when it is needed first.
type formerTable struct {
	once  sync.Once
	table *Table
}

// Before returns the provinces of June 2025 and their wards, communes and townships as a table of
// their own, for borders of that time. It has codes and names only; there is nothing to search.
func (t *Table) Before() *Table {
	t.before.once.Do(func() { t.before.table = t.former.asTable() })
	return t.before.table
}

func (f *former) asTable() *Table {
	t := new(Table)
	for _, p := range f.provinces {
		if p.code == "" {
			continue
		}
		id, _ := strconv.Atoi(p.code)
		kind, name, _ := cutKind(p.name, formerProvinceKinds)
		t.provinces = append(t.provinces, Province{ID: id, Code: p.code, Name: name, FullName: p.name, Level: kind})
	}
	slices.SortFunc(t.provinces, func(a, b Province) int { return cmp.Compare(a.Code, b.Code) })
	for i := range f.units[:f.coded] {
		u := &f.units[i]
		id, _ := strconv.Atoi(u.code)
		kind, name, _ := cutKind(u.name, formerUnitKinds)
		t.wards = append(t.wards, Ward{
			ID: id, Code: u.code, Name: name, FullName: u.name, Level: kind,
			ProvinceCode: f.provinces[f.districts[u.district].province].code,
		})
	}
	t.indexCodes()
	return t
}

// DistrictBefore returns the name of the district, with its kind, that a ward in Before lay in.
func (t *Table) DistrictBefore(code string) string {
	i, ok := t.former.byCode(code)
	if !ok {
		return ""
	}
	return t.former.districts[t.former.units[i].district].name
}

// SharesTag is the section of a pack with the land that units of June 2025 share with wards in
// force: a list of SharedLand by former unit, then ward.
const SharesTag pack.Tag = "HSHR"

// SharedLand is the land that a unit of June 2025 shares with a ward in force.
type SharedLand struct {
	Former, Ward uint32  // codes
	Size         float64 // m²
}

// FormerBorders are the borders of the units of June 2025, and what they share with wards in force.
// Like an Atlas they are valid while their pack is open.
type FormerBorders struct {
	atlas  *Atlas
	table  *Table
	shares []SharedLand
}

// NewFormerBorders joins the table with borders of June 2025, and with the shares that their pack
// has. The error is that of package pack.
func NewFormerBorders(t *Table, net *boundary.Net, p *pack.Pack) (*FormerBorders, error) {
	f := &FormerBorders{atlas: NewAtlas(t.Before(), net), table: t}
	if !p.Has(SharesTag) {
		return f, nil
	}
	var err error
	if f.shares, err = pack.Slice[SharedLand](p, SharesTag); err != nil {
		return nil, err
	}
	if !slices.IsSortedFunc(f.shares, compareShares) {
		return nil, fmt.Errorf("open %q: %w: shares of former units are not in order", p.Name(), pack.ErrCorrupt)
	}
	return f, nil
}

func compareShares(a, b SharedLand) int {
	return cmp.Or(cmp.Compare(a.Former, b.Former), cmp.Compare(a.Ward, b.Ward))
}

// SetFormer adds the borders of June 2025. It must be called before a is used.
func (a *Atlas) SetFormer(f *FormerBorders) { a.former = f }

// Former returns the borders of June 2025, nil if they are not installed. Its methods may be called
// on nil; they then find nothing.
func (a *Atlas) Former() *FormerBorders {
	if a == nil {
		return nil
	}
	return a.former
}

// Net returns the borders.
func (f *FormerBorders) Net() *boundary.Net { return f.atlas.net }

// Locate returns the unit of June 2025 that contains a point.
func (f *FormerBorders) Locate(p geo.Point) (Former, bool) {
	if f == nil {
		return Former{}, false
	}
	at, found := f.atlas.Locate(p)
	if !found || !at.WardFound {
		return Former{}, false
	}
	i, ok := f.table.former.byCode(at.Ward.Code)
	return f.table.formerAt(i), ok
}

// Size returns the size of a unit of June 2025 (m²). ok is false if its border is not installed.
func (f *FormerBorders) Size(code string) (m2 float64, ok bool) {
	if f == nil {
		return 0, false
	}
	w, known := f.atlas.Ward(code)
	land, found := f.atlas.WardLand(w)
	if !known || !found {
		return 0, false
	}
	return land.Size(), true
}

// All returns the units of June 2025 whose borders are installed, with their land, by code.
func (f *FormerBorders) All() iter.Seq2[Former, boundary.Land] {
	return func(yield func(Former, boundary.Land) bool) {
		if f == nil {
			return
		}
		for _, w := range f.atlas.Wards() {
			land, found := f.atlas.WardLand(w)
			i, known := f.table.former.byCode(w.Code)
			if found && known && !yield(f.table.formerAt(i), land) {
				return
			}
		}
	}
}

// Share is a part of the land of former units.
type Share struct {
	Code     string  // of the unit in force that it is in
	Size     float64 // m²
	Fraction float64 // of all land of the former units
}

// leastShare is the fraction of a former unit below which what it shares with a ward counts as
// the difference of two drawings of the same border. Along 40 km of border that are drawn 10 m
// apart it is 0.4 km²; half of all wards have more than 20.
const leastShare = 0.005

// Shares returns which part of the land of former units, together, went to which ward in force, by
// code. Of each unit only the wards count that the table has as its successors, and others with at
// least a two-hundredth of it. ok is false if the border of one of the units is not installed, or
// those in force are not.
func (f *FormerBorders) Shares(list ...Former) (shares []Share, ok bool) {
	if f == nil || len(f.shares) == 0 || len(list) == 0 {
		return nil, false
	}
	size := make(map[uint32]float64)
	whole := 0.0
	for _, unit := range list {
		m2, found := f.Size(unit.Code)
		if !found {
			return nil, false
		}
		whole += m2
		code := number(unit.Code)
		first, _ := slices.BinarySearchFunc(f.shares, SharedLand{Former: code}, compareShares)
		for _, s := range f.shares[first:] {
			if s.Former != code {
				break
			}
			named := slices.ContainsFunc(unit.Successors, func(w Ward) bool { return number(w.Code) == s.Ward })
			if named || s.Size >= leastShare*m2 {
				size[s.Ward] += s.Size
			}
		}
	}
	for ward, m2 := range size {
		shares = append(shares, Share{Code: fmt.Sprintf("%0*d", WardDigits, ward), Size: m2, Fraction: m2 / whole})
	}
	slices.SortFunc(shares, func(a, b Share) int { return cmp.Compare(a.Code, b.Code) })
	return shares, true
}

// SharesOfProvince is Shares for all units of a province of June 2025, by the provinces in force.
func (f *FormerBorders) SharesOfProvince(p FormerPlace) (shares []Share, ok bool) {
	if f == nil {
		return nil, false
	}
	if p.Code == "" {
		return nil, false
	}
	var list []Former
	for _, d := range f.table.DistrictsOf(p.Code) {
		list = append(list, f.table.UnitsOf(d)...)
	}
	byWard, ok := f.Shares(list...)
	for _, s := range byWard {
		w, _ := f.table.Ward(s.Code)
		i := slices.IndexFunc(shares, func(o Share) bool { return o.Code == w.ProvinceCode })
		if i < 0 {
			i = len(shares)
			shares = append(shares, Share{Code: w.ProvinceCode})
		}
		shares[i].Size += s.Size
		shares[i].Fraction += s.Fraction
	}
	slices.SortFunc(shares, func(a, b Share) int { return cmp.Compare(a.Code, b.Code) })
	return shares, ok
}

func number(code string) uint32 {
	n, _ := strconv.ParseUint(code, 10, 32)
	return uint32(n)
}
