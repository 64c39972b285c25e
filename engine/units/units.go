// Package units holds Vietnam's administrative units: the provinces and the
// wards (phường, xã, đặc khu) below them, their names in Vietnamese and
// English, the units of before July 2025 that they came from, and the search
// for them by any of these names.
//
// The table is read once by Load and never changes afterwards, so that any
// number of goroutines may use it together.
package units

import "slices"

// Province is a unit of the first tier: a province or a centrally governed
// city.
type Province struct {
	ID         int    // Code as a number; unique among provinces
	Code       string // two digits, e.g. "01"
	Name       string // without its kind: "Hà Nội"
	FullName   string // with it: "Thành phố Hà Nội"
	NameEN     string // Name without marks: "Ha Noi"
	FullNameEN string // "Ha Noi City", "Cao Bang Province"
	Level      string // LevelCity or LevelProvince
	Region     string // one of Regions
	Sort       string // place in the official list, "01" the first
}

// Ward is a unit of the second tier, the only one below the provinces since
// July 2025: a ward, a commune or a special zone.
type Ward struct {
	ID           int    // Code as a number; unique among wards
	Code         string // five digits, e.g. "00004"
	ProvinceCode string // of the province that it belongs to
	Name         string // without its kind: "Ba Đình"
	FullName     string // with it: "Phường Ba Đình"
	NameEN       string // Name without marks: "Ba Dinh"
	FullNameEN   string // "Ba Dinh Ward", "Co To Special Zone"
	Level        string // LevelWard, LevelCommune or LevelSpecialZone
	Region       string // the province's
}

// Table is the list of all units. The zero value is an empty list.
//
// The slices that its methods return are the table's own: they are to be read,
// not changed.
type Table struct {
	provinces     []Province // by code
	wards         []Ward     // by code
	wardsOf       map[string][]Ward
	provinceIndex map[string]int    // code → index in provinces
	wardIndex     map[string]int    // code → index in wards
	aliases       map[string]string // another source's ward code → ours
	entries       []entry           // what Search reads: the provinces, then the wards
	names         spellings         // the names of entries
	former        former            // what was before July 2025
	formerNames   spellings         // what it had names for
	places        placeIndex        // what may stand behind a name
}

// Provinces returns every province in the order of the official list, which is
// the order of their codes.
func (t *Table) Provinces() []Province { return t.provinces }

// Province returns the province that has the two-digit code.
func (t *Table) Province(code string) (Province, bool) {
	i, ok := t.provinceIndex[code]
	if !ok {
		return Province{}, false
	}
	return t.provinces[i], true
}

// Wards returns every ward in the order of codes.
func (t *Table) Wards() []Ward { return t.wards }

// WardsOf returns the wards of a province in the order of codes; none if no
// province has that code.
func (t *Table) WardsOf(provinceCode string) []Ward { return t.wardsOf[provinceCode] }

// Ward returns the ward that has the five-digit code. A few wards carry another
// code in other lists; such a code is resolved too, and the Ward returned has
// the canonical one.
func (t *Table) Ward(code string) (Ward, bool) {
	if canonical, ok := t.aliases[code]; ok {
		code = canonical
	}
	i, ok := t.wardIndex[code]
	if !ok {
		return Ward{}, false
	}
	return t.wards[i], true
}

// index fills the look-ups by code and by name from the rest.
func (t *Table) index() {
	t.provinces, t.wards = slices.Clip(t.provinces), slices.Clip(t.wards)
	t.provinceIndex = make(map[string]int, len(t.provinces))
	for i, p := range t.provinces {
		t.provinceIndex[p.Code] = i
	}
	t.wardIndex = make(map[string]int, len(t.wards))
	t.wardsOf = make(map[string][]Ward, len(t.provinces))
	for i, w := range t.wards {
		t.wardIndex[w.Code] = i
		t.wardsOf[w.ProvinceCode] = append(t.wardsOf[w.ProvinceCode], w)
	}
	for code, wards := range t.wardsOf {
		t.wardsOf[code] = slices.Clip(wards)
	}
	for alias, code := range t.aliases {
		t.entries[len(t.provinces)+t.wardIndex[code]].alias = alias
	}
	list := make([]spelling, len(t.entries))
	for i := range t.entries {
		list[i] = t.entries[i].spelling
	}
	t.names = newSpellings(list)
	t.former.link(t)
	t.formerNames = newSpellings(t.former.spellings())
	t.places = newPlaceIndex(t)
}
