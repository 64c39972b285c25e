package present

import (
	"cmp"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// unitReader reads what the table and the borders say of units. It is immutable
// and safe for concurrent use: what needs the store runs in the background.
type unitReader struct {
	store UnitStore
	table *units.Table
}

func (r unitReader) row(code string) (UnitRow, bool) {
	if province, ok := r.table.Province(code); ok {
		return r.province(province), true
	}
	ward, ok := r.table.Ward(code)
	if !ok {
		return UnitRow{}, false
	}
	return r.ward(ward), true
}

func (r unitReader) province(province units.Province) UnitRow {
	return UnitRow{Province: province, Wards: len(r.table.WardsOf(province.Code))}
}

func (r unitReader) ward(ward units.Ward) UnitRow {
	// A ward's province is in the table: Load has made sure of it.
	province, _ := r.table.Province(ward.ProvinceCode)
	return UnitRow{Province: province, Ward: ward, IsWard: true}
}

// found returns the row of a search hit.
func (r unitReader) found(m units.Match) UnitRow {
	var row UnitRow
	if m.Kind == units.KindWard {
		row = r.ward(m.Ward)
	} else {
		row = r.province(m.Province)
	}
	if m.Former {
		row.Former = m.Matched
	}
	return row
}

// unitIndex is what the installed borders say of all units in short, for lists,
// sums and zooming. It is immutable.
type unitIndex struct {
	wards  bool // borders of wards are installed, not of provinces alone
	bounds geo.Bounds
	lands  map[string]unitLand // by code
	faults []UnitFault         // the largest first
}

// unitLand is what the border of a unit says in short.
type unitLand struct {
	area     float64 // m²
	vertices int     // at the finest level
	bounds   geo.Bounds
}

// index reads the index. Without borders it is empty.
func (r unitReader) index() *unitIndex {
	i := &unitIndex{bounds: geo.NoBounds, lands: map[string]unitLand{}}
	_ = r.store.Atlas(func(a *units.Atlas) error {
		i.wards, i.bounds = a.HasWards(), a.Net().Bounds()
		add := func(code string, land boundary.Land, found bool) {
			if found {
				i.lands[code] = unitLand{land.Size(), land.Vertices(), land.Bounds()}
			}
		}
		for _, province := range r.table.Provinces() {
			land, found := a.ProvinceLand(province)
			add(province.Code, land, found)
		}
		for _, ward := range r.table.Wards() {
			land, found := a.WardLand(ward)
			add(ward.Code, land, found)
		}
		gaps, overlaps := a.Faults(func(units.Ward) bool { return true })
		i.faults = append(r.faults(gaps, false), r.faults(overlaps, true)...)
		return nil
	})
	slices.SortStableFunc(i.faults, func(a, b UnitFault) int { return cmp.Compare(b.Area, a.Area) })
	return i
}

// at returns the ward that a position lies in, or its province where no wards are
// known or wards are not wanted. It is false at sea and abroad.
func (r unitReader) at(at geo.Point, wards bool) (row UnitRow, found bool) {
	_ = r.store.Atlas(func(a *units.Atlas) error {
		var where units.Location
		if where, found = a.Locate(at); !found {
			return nil
		}
		if where.WardFound && wards {
			row = r.ward(where.Ward)
		} else {
			row = r.province(where.Province)
		}
		return nil
	})
	return row, found
}

func landOf(a *units.Atlas, row UnitRow) (boundary.Land, bool) {
	if row.IsWard {
		return a.WardLand(row.Ward)
	}
	return a.ProvinceLand(row.Province)
}

// faults are the gaps or overlaps of list. Faults of a query are chosen from the
// index by touches.
func (r unitReader) faults(list []units.Fault, overlap bool) []UnitFault {
	out := make([]UnitFault, len(list))
	for i, f := range list {
		out[i] = UnitFault{Overlap: overlap, At: f.At, Bounds: f.Bounds, Area: f.Area}
		for _, w := range f.Wards {
			out[i].Units = append(out[i].Units, r.ward(w))
		}
		if overlap {
			out[i].Given = r.ward(f.Winner)
		}
	}
	return out
}
