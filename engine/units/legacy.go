package units

import (
	"slices"
	"strings"
)

// Legacy is what a ward code meant before July 2025 and what it means today.
// Codes were used again: 26740 was Phường Bến Nghé and is Phường Sài Gòn.
type Legacy struct {
	Old        Former // meaningful if HasOld
	HasOld     bool
	Current    Ward // meaningful if HasCurrent
	HasCurrent bool
}

// Legacy returns both meanings of a five-digit ward code; ok is false if it has
// none. A code that other lists give to a ward of today counts as that ward's.
// No code stood for two former units: Load makes sure of it.
func (t *Table) Legacy(code string) (l Legacy, ok bool) {
	if i, found := t.former.byCode(code); found {
		l.Old, l.HasOld = t.formerAt(i), true
	}
	l.Current, l.HasCurrent = t.Ward(code)
	return l, l.HasOld || l.HasCurrent
}

// FormerUnitsOf returns what the ward of today that has the code was made of,
// the units with a code first, by code, then the others by name. A unit is
// among them even if only a part of it went to the ward. There is none where
// the source knows of none, as for the special zones that were districts.
func (t *Table) FormerUnitsOf(wardCode string) []Former {
	w, ok := t.Ward(wardCode)
	if !ok || len(t.former.units) == 0 {
		return nil
	}
	made := t.former.ofWard[t.wardIndex[w.Code]]
	out := make([]Former, len(made))
	for i, unit := range made {
		out[i] = t.formerAt(int(unit))
	}
	return out
}

// byCode returns the index of the unit that had the code.
func (f *former) byCode(code string) (int, bool) {
	return slices.BinarySearchFunc(f.units[:f.coded], code, func(u formerUnit, code string) int {
		return strings.Compare(u.code, code)
	})
}

func (t *Table) formerAt(unit int) Former {
	u := &t.former.units[unit]
	d := &t.former.districts[u.district]
	out := Former{
		Code: u.code, Name: u.name, District: d.name, Province: t.former.provinces[d.province].name,
		Until: lastOfOld(), Complete: u.complete,
		Successors: make([]Ward, len(u.successors)),
	}
	for i, w := range u.successors {
		out.Successors[i] = t.wards[w]
	}
	return out
}
