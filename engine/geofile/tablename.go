package geofile

import (
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// tableNames returns names for a .dbf: at most ten ASCII letters, digits and
// underscores, the first a letter, no two the same in capitals. A name that is
// so already stays. The others lose what does not fit, and where that makes two
// the same, the later one ends in a number: "province_name" is "province_n",
// and another like it "province_1". The same columns always give the same names.
func tableNames(columns []Column) []string {
	names := make([]string, len(columns))
	taken := map[string]bool{}
	for i, c := range columns {
		if tableName(c.Name) == c.Name {
			// Columns differ by more than capitals, so these never collide.
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

// tableName returns what of a column's name fits: Vietnamese letters without
// their marks, and an underscore for all else that is no letter or digit.
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

// combining reports whether r is one of the marks that stand over and under
// Latin letters (Unicode's block of combining diacritical marks).
func combining(r rune) bool { return r >= 0x0300 && r <= 0x036f }
