// SPDX-License-Identifier: MIT

package geofile

import (
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// tableNames returns column names for a .dbf: at most ten ASCII letters, digits and
// underscores, the first a letter, unique without regard to case. Valid names are
// kept. The others are shortened; if that makes two the same, the later one gets a
// number: "province_name" becomes "province_n", and another like it "province_1". The
// same columns always give the same names.
func tableNames(columns []Column) []string {
	names := make([]string, len(columns))
	taken := map[string]bool{}
	for i, c := range columns {
		if tableName(c.Name) == c.Name {
			// Columns differ by more than case, so these are unique.
			names[i] = c.Name
			taken[strings.ToUpper(c.Name)] = true
		}
	}
	for i, c := range columns {
		if names[i] != "" {
			continue
		}
		stem := tableName(c.Name)
		name := stem
		for n := 1; taken[strings.ToUpper(name)]; n++ {
			suffix := "_" + strconv.Itoa(n)
			name = stem[:min(len(stem), tableNameSize-len(suffix))] + suffix
		}
		names[i] = name
		taken[strings.ToUpper(name)] = true
	}
	return names
}

// tableName returns the valid part of a column name: Vietnamese letters without
// diacritics, and an underscore for any other character.
func tableName(column string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(column) {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
			b.WriteRune(r)
		case r >= '0' && r <= '9', r == '_':
			if b.Len() == 0 {
				b.WriteByte('f') // "field": the first must be a letter
			}
			b.WriteRune(r)
		case r == 'đ':
			b.WriteByte('d')
		case r == 'Đ':
			b.WriteByte('D')
		case combining(r):
		case b.Len() > 0:
			b.WriteByte('_')
		}
	}
	if b.Len() == 0 {
		return "field"
	}
	return b.String()[:min(b.Len(), tableNameSize)]
}

// combining reports whether r is in Unicode's block of combining diacritical marks.
func combining(r rune) bool { return r >= 0x0300 && r <= 0x036f }
