package units

import (
	"cmp"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/unitfile"
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

// rows returns the rows of all units that Listing.Of names.
func (r reader) rows(of string) (rows []Row) {
	if of == AllProvinces {
		for _, province := range r.table.Provinces() {
			rows = append(rows, r.province(province))
		}
		return rows
	}
	wards := r.table.Wards()
	if of != "" {
		wards = r.table.WardsOf(of)
	}
	for _, ward := range wards {
		rows = append(rows, r.ward(ward))
	}
	return rows
}

// all returns the rows of all provinces and then of all wards.
func (r reader) all() []Row { return slices.Concat(r.rows(AllProvinces), r.rows("")) }

// search returns the rows of the units that a query means, the likeliest first.
func (r reader) search(query string, filter units.Filter) (rows []Row) {
	for _, m := range r.table.Search(query, filter) {
		row := r.province(m.Province)
		if m.Kind == units.KindWard {
			row = r.ward(m.Ward)
		}
		if m.Former {
			row.Former = m.Matched
		}
		rows = append(rows, row)
	}
	return rows
}

// index is what the installed borders say of all units in short, for lists,
// sums and zooming. It is immutable.
type index struct {
	Borders
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
	i := &index{Borders: Borders{Known: true, Bounds: geo.NoBounds}, lands: map[string]extent{}}
	_ = r.store.Atlas(func(a *units.Atlas) error {
		i.Wards, i.Bounds = a.HasWards(), a.Net().Bounds()
		for _, row := range r.all() {
			if u := unitOf(a, row); u.HasLand {
				i.lands[row.Code()] = extent{u.Land.Size(), u.Land.Vertices(), u.Land.Bounds()}
			}
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
		switch where, found = a.Locate(at); {
		case found && wards && where.WardFound:
			row = r.ward(where.Ward)
		case found:
			row = r.province(where.Province)
		}
		return nil
	})
	return row, found
}

// unitOf returns the unit of a row with its land.
func unitOf(a *units.Atlas, row Row) unitfile.Unit {
	if row.IsWard {
		return unitfile.OfWard(a, row.Ward)
	}
	return unitfile.OfProvince(a, row.Province)
}

// faults returns the gaps or overlaps of list with rows for their units.
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
