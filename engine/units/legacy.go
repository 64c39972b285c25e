// SPDX-License-Identifier: MIT

package units

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Legacy is the meaning of a ward code before July 2025 and its current meaning.
// Codes were reused: 26740 was Phường Bến Nghé and is Phường Sài Gòn.
type Legacy struct {
	Old        Former // valid if HasOld
	HasOld     bool
	Current    Ward // valid if HasCurrent
	HasCurrent bool
}

// Legacy returns both meanings of a five-digit ward code; ok is false if it has none.
// A code that other lists use for a current ward counts as that ward's. No code stood
// for two former units, as checked by Load.
func (t *Table) Legacy(code string) (l Legacy, ok bool) {
	if i, found := t.former.byCode(code); found {
		l.Old, l.HasOld = t.formerAt(i), true
	}
	l.Current, l.HasCurrent = t.Ward(code)
	return l, l.HasOld || l.HasCurrent
}

// LegacyOf returns both meanings of the code of a former unit. There is no current
// meaning if the unit has no known code.
func (t *Table) LegacyOf(f Former) Legacy {
	l := Legacy{Old: f, HasOld: true}
	l.Current, l.HasCurrent = t.Ward(f.Code)
	return l
}

// FormerUnitsOf returns the units from which the current ward with the given code was
// formed: first those with a code, by code, then the others, by name. A unit is
// included even if only a part of it went to the ward. The list is empty if the
// source has no such unit, as for the special zones that were districts.
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

// LegacyByName returns the former units that match a text, best first, at most limit
// of them; 0 means all. It reads the text as Search does: a name in any spelling,
// with or without its kind, its district and its province, former or current ("Bến
// Nghé, Quận 1", "p. ben nghe tphcm"); a code; or, if there are few other matches, a
// name with one typo. The name of a district or a province with its kind ("Quận 1", "Tỉnh
// Bình Dương") stands for all units of it. Unlike in Search, a unit must have lain in the places named.
func (t *Table) LegacyByName(q string, limit int) []Former {
	readings := t.readings(q)
	best := make(map[int]float64) // by index in former.units
	ofUnits := func(kind string) bool { return slices.Contains(formerUnitKinds, kind) }
	whole := false
	note := func(factor float64) func(int, *reading, float64) {
		return func(name int, r *reading, score float64) {
			near := t.formerNearness(name, r.settings)
			if near == 0 {
				return
			}
			isWhole := score >= scoreWhole || score == typoWhole
			score *= factor * near
			switch tier, i := t.former.tier(name); {
			case tier == tierUnit && (!r.kind || slices.ContainsFunc(r.levels, ofUnits)):
				best[name] = max(best[name], score)
			case tier == tierDistrict && isWhole && r.kind && slices.Contains(r.levels, t.former.level(name)):
				for unit := range t.former.units {
					if int(t.former.units[unit].district) == i {
						best[unit] = max(best[unit], score)
					}
				}
			case tier == tierProvince && isWhole && r.kind && slices.Contains(r.levels, t.former.level(name)):
				for unit := range t.former.units {
					if int(t.former.districts[t.former.units[unit].district].province) == i {
						best[unit] = max(best[unit], score)
					}
				}
			default:
				return
			}
			whole = whole || factor == 1 && r.joined == t.formerNames.list[name].joined
		}
	}
	read := func(readings []reading, factor float64) {
		eachName(readings, func(same []reading) { t.former.eachAnswering(t, same, note(factor)) })
	}
	read(readings, 1)
	if !whole && len(best) < enoughMatches {
		eachName(readings, func(same []reading) {
			if t.mayBeTypo(same) {
				t.former.eachTypo(t, same, !t.hasNewWord(&same[0]), note(typoFormer))
			}
		})
		read(t.typoReadings(q), typoInPlace)
	}
	order := firstOf(slices.Collect(maps.Keys(best)), limit, func(a, b int) int {
		return cmp.Or(cmp.Compare(best[b], best[a]), cmp.Compare(a, b))
	})
	out := make([]Former, len(order))
	for i, unit := range order {
		out[i] = t.formerAt(unit)
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
		Until: u.until, Complete: u.code != "",
		Successors: make([]Ward, len(u.successors)),
	}
	for i, w := range u.successors {
		out.Successors[i] = t.wards[w]
	}
	return out
}
