// SPDX-License-Identifier: MIT

package unitimport

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/units"
)

// given is the description of a unit by the properties of a feature.
type given struct {
	code, name, fullName       string
	provinceCode, provinceName string
	kind                       string
	district                   string // of units of June 2025 only
	weak                       bool   // the code may be a row number
}

// The names of properties in sources, as plain returns them, the more specific first.
// The package comment lists the common ones. Of units at several tiers in a row, the
// lowest is the unit: adm3 before adm2.
var (
	codeNames = []string{
		"wardcode", "communecode", "maxa", "maphuong", "maphuongxa", "maxaphuong", "madvhc", "adm3pcode", "adm2pcode", "cc3", "cc2",
		"code", "ma", "gsoid", "id",
	}
	nameNames = []string{
		"wardname", "communename", "tenxa", "tenphuong", "tenphuongxa", "tenxaphuong", "tendvhc",
		"adm3vi", "adm3name1", "adm3en", "adm3name", "name3", "adm2vi", "adm2name1", "adm2en", "adm2name", "name2",
		"name", "ten", "namevi", "shapename",
	}
	fullNameNames     = []string{"fullname", "wardfname", "wardfullname", "tendaydu"}
	provinceCodeNames = []string{"provcode", "provincecode", "matinh", "matp", "matinhtp", "matinhthanh", "cc1"}
	provinceNameNames = []string{
		"provname", "provincename", "province", "tentinh", "tinh", "tentp", "tentinhtp", "tentinhthanh",
		"adm1vi", "adm1name1", "adm1en", "adm1name", "name1",
	}
	districtNames = []string{"district", "districtname", "huyen", "tenhuyen", "quanhuyen", "tenquanhuyen"}
	kindNames     = []string{"kind", "loai", "cap", "level", "type3", "type2", "type1", "type", "adminlevel", "shapetype"}
)

// pcodePrefix is the country in a place code of HDX.
const pcodePrefix = "VN"

// weakCode is the name of a property that numbers rows in many files.
const weakCode = "id"

// The lists by number, as in reading.
const (
	codeList = iota
	nameList
	fullNameList
	provinceCodeList
	provinceNameList
	kindList
	districtList
	lists
)

// middleTier are the names of nameNames that are those of districts if there is a lower tier.
var middleTier = []string{"adm2vi", "adm2name1", "adm2en", "adm2name", "name2"}

// meanings maps the name of a property to its list and its index in the list.
var meanings = func() map[string][2]int {
	m := make(map[string][2]int)
	for list, names := range [...][]string{codeNames, nameNames, fullNameNames, provinceCodeNames, provinceNameNames, kindNames, districtNames} {
		for rank, name := range names {
			m[name] = [2]int{list, rank}
		}
	}
	return m
}()

// plain returns the name of a property in the form of the lists.
func plain(key string) string {
	return strings.ReplaceAll(units.Fold(strings.ReplaceAll(key, "_", " ")), " ", "")
}

// reading collects the properties of a feature while they are read.
type reading struct {
	text    [lists]string
	rank    [lists]int // of text, from 1; 0 for none
	weak    bool
	columns *columns

	middle     string // the value of one of middleTier
	middleRank int    // which one, from 1; 0 for none
	found      *found // gets the names of columns; may be nil
}

// reading returns a reading of the next feature.
func (r *intake) reading() reading { return reading{columns: r.columns, found: &r.found} }

// take keeps a property unless a more specific one is there.
func (r *reading) take(key, value string) {
	m, known := r.columns.meaning(plain(key))
	r.found.saw(key, known && m[0] != kindList && m[0] != districtList)
	if value = strings.TrimSpace(value); !known || value == "" {
		return
	}
	if tier := slices.Index(middleTier, plain(key)) + 1; tier > 0 && (r.middleRank == 0 || tier < r.middleRank) {
		r.middle, r.middleRank = value, tier
	}
	list, rank := m[0], m[1]+1
	if r.rank[list] != 0 && r.rank[list] < rank {
		return
	}
	r.text[list], r.rank[list] = value, rank
	if list == codeList {
		r.weak = m[1] >= 0 && codeNames[m[1]] == weakCode
	}
}

// saw notes the name of a column.
func (f *found) saw(name string, known bool) {
	const rows, most, longest = 100, 60, 64 // enough for a message
	if f == nil {
		return
	}
	f.known = f.known || known
	if name = strings.ToValidUTF8(name[:min(len(name), longest)], "\ufffd"); f.count < rows && len(f.columns) < most && !slices.Contains(f.columns, name) {
		f.columns = append(f.columns, name)
	}
}

// takeLast keeps the Feature's own id, if no property is a code.
func (r *reading) takeLast(id string) {
	if r.rank[0] == 0 && id != "" {
		if r.found != nil {
			r.found.known = true
		}
		r.text[0], r.rank[0], r.weak = strings.TrimSpace(id), len(codeNames)+1, true
	}
}

func (r *reading) given() given {
	return given{
		code: padded(strings.TrimPrefix(r.text[0], pcodePrefix)), name: r.text[1], fullName: r.text[2],
		provinceCode: paddedTo(r.text[3], 2), provinceName: r.text[4], kind: r.text[5],
		district: r.district(),
		weak:     r.weak && len(r.text[0]) != 5,
	}
}

// district returns the district that a row names: the middle tier, if the name of the unit is that
// of a lower one.
func (r *reading) district() string {
	if rank := r.rank[nameList]; rank == 0 || slices.Contains(middleTier, nameNames[max(rank, 1)-1]) {
		return r.text[districtList]
	}
	return cmp.Or(r.text[districtList], r.middle)
}

// padded returns the code of a ward with the leading zeros that spreadsheets remove.
// A code of two digits is a province's and stays.
func padded(code string) string {
	if len(code) == 2 {
		return code
	}
	return paddedTo(code, 5)
}

func paddedTo(code string, digits int) string {
	if whole, decimals, found := strings.Cut(code, "."); found && strings.Trim(decimals, "0") == "" {
		code = whole // a number in a table
	}
	if code == "" || strings.Trim(code, "0123456789") != "" {
		return code
	}
	return strings.Repeat("0", max(0, digits-len(code))) + code
}

// value reads a property's value as text. Only strings and whole numbers have one.
func (l *lexer) value() string {
	switch c := l.peek(); {
	case c == '"':
		s, _ := l.text(maxValue)
		return s
	case c == '-' || c-'0' <= 9:
		v := l.number()
		if v != float64(int64(v)) {
			return ""
		}
		return strconv.FormatInt(int64(v), 10)
	}
	l.skip()
	return ""
}
