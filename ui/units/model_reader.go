package units

import (
	"cmp"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// reader reads what the table and the borders say of units. It is immutable
// and safe for concurrent use: what needs the store runs in the background.
type reader struct {
	store Store
	table *units.Table
}

func (r reader) row(code string) (Row, bool) {
	if province, ok := r.table.Province(code); ok {
		return r.province(province), true
	}
	ward, ok := r.table.Ward(code)
	if !ok {
		return Row{}, false
	}
	return r.ward(ward), true
}

func (r reader) province(province units.Province) Row {
	return Row{Province: province, Wards: len(r.table.WardsOf(province.Code))}
}

func (r reader) ward(ward units.Ward) Row {
	// A ward's province is in the table: Load has made sure of it.
	province, _ := r.table.Province(ward.ProvinceCode)
	return Row{Province: province, Ward: ward, IsWard: true}
}

// found returns the row of a search hit.
func (r reader) found(m units.Match) Row {
	var row Row
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

// index is what the installed borders say of all units in short, for lists,
// sums and zooming. It is immutable.
type index struct {
	wards  bool // borders of wards are installed, not of provinces alone
	bounds geo.Bounds
	lands  map[string]extent // by code
	faults []Fault           // the largest first
}

// extent is what the border of a unit says in short.
type extent struct {
	area     float64 // m²
	vertices int     // at the finest level
	bounds   geo.Bounds
}

// index reads the index. Without borders it is empty.
func (r reader) index() *index {
	i := &index{bounds: geo.NoBounds, lands: map[string]extent{}}
	_ = r.store.Atlas(func(a *units.Atlas) error {
		i.wards, i.bounds = a.HasWards(), a.Net().Bounds()
		add := func(code string, land boundary.Land, found bool) {
			if found {
				i.lands[code] = extent{land.Size(), land.Vertices(), land.Bounds()}
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
	slices.SortStableFunc(i.faults, func(a, b Fault) int { return cmp.Compare(b.Area, a.Area) })
	return i
}

// at returns the ward that a position lies in, or its province where no wards are
// known or wards are not wanted. It is false at sea and abroad.
func (r reader) at(at geo.Point, wards bool) (row Row, found bool) {
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

func landOf(a *units.Atlas, row Row) (boundary.Land, bool) {
	if row.IsWard {
		return a.WardLand(row.Ward)
	}
	return a.ProvinceLand(row.Province)
}

// faults are the gaps or overlaps of list. Faults of a query are chosen from the
// index by touches.
func (r reader) faults(list []units.Fault, overlap bool) []Fault {
	out := make([]Fault, len(list))
	for i, f := range list {
		out[i] = Fault{Overlap: overlap, At: f.At, Bounds: f.Bounds, Area: f.Area}
		for _, w := range f.Wards {
			out[i].Units = append(out[i].Units, r.ward(w))
		}
		if overlap {
			out[i].Given = r.ward(f.Winner)
		}
	}
	return out
}
