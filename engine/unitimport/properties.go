// SPDX-License-Identifier: MIT

package unitimport

import (
	"strconv"
	"strings"

	"roadsnap/engine/units"
)

// given is the description of a unit by the properties of a feature.
type given struct {
	code, name, fullName       string
	provinceCode, provinceName string
	kind                       string
	weak                       bool // the code may be a row number
}

// The names of properties in sources, as plain returns them, the more specific first.
// The package comment lists the common ones.
var (
	codeNames = []string{
		"wardcode", "communecode", "maxa", "maphuong", "maphuongxa", "maxaphuong", "madvhc", "code", "ma", "gsoid", "id",
	}
	nameNames = []string{
		"wardname", "communename", "tenxa", "tenphuong", "tenphuongxa", "tenxaphuong", "tendvhc", "name", "ten", "namevi",
	}
	fullNameNames     = []string{"fullname", "wardfname", "wardfullname", "tendaydu"}
	provinceCodeNames = []string{"provcode", "provincecode", "matinh", "matp", "matinhtp", "matinhthanh"}
	provinceNameNames = []string{"provname", "provincename", "province", "tentinh", "tinh", "tentp", "tentinhtp", "tentinhthanh"}
	kindNames         = []string{"kind", "loai", "cap", "level", "type", "adminlevel"}
)

// weakCode is the name of a property that numbers rows in many files.
const weakCode = "id"

// meanings maps the name of a property to its list and its index in the list.
var meanings = func() map[string][2]int {
	m := make(map[string][2]int)
	for list, names := range [...][]string{codeNames, nameNames, fullNameNames, provinceCodeNames, provinceNameNames, kindNames} {
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
	text [6]string
	rank [6]int // of text, from 1; 0 for none
	weak bool
}

// take keeps a property unless a more specific one is there.
func (r *reading) take(key, value string) {
	m, known := meanings[plain(key)]
	if value = strings.TrimSpace(value); !known || value == "" {
		return
	}
	list, rank := m[0], m[1]+1
	if r.rank[list] != 0 && r.rank[list] < rank {
		return
	}
	r.text[list], r.rank[list] = value, rank
	if list == 0 {
		r.weak = codeNames[m[1]] == weakCode
	}
}

// takeLast keeps the Feature's own id, if no property is a code.
func (r *reading) takeLast(id string) {
	if r.rank[0] == 0 && id != "" {
		r.text[0], r.rank[0], r.weak = strings.TrimSpace(id), len(codeNames)+1, true
	}
}

func (r *reading) given() given {
	return given{
		code: padded(r.text[0]), name: r.text[1], fullName: r.text[2],
		provinceCode: paddedTo(r.text[3], 2), provinceName: r.text[4], kind: r.text[5],
		weak: r.weak && len(r.text[0]) != 5,
	}
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
	code = strings.TrimSuffix(code, ".0")
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
