// SPDX-License-Identifier: MIT

package choropleth

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"roadsnap/engine/units"
)

// Columns are the indexes of the columns with the keys of a table; −1 is none.
type Columns struct {
	Unit, Province, District int
}

// keyNames are the folded names of columns by their meaning, the best first.
var keyNames = map[string][]string{
	"ward code":     {"ward code", "ma phuong xa", "ma xa phuong", "ma px", "ma xa", "ma phuong", "maxa", "maphuong", "ma don vi", "ma dvhc", "code", "ma"},
	"province code": {"prov code", "province code", "ma tinh", "ma tp", "matinh", "ma tinh tp", "ma don vi", "ma dvhc", "code", "ma"},
	"ward name":     {"ward fname", "ward name", "phuong xa", "xa phuong", "ten xa", "ten phuong xa", "ten xa phuong", "ten phuong", "phuong xa thi tran", "phuong", "xa", "ward", "commune", "don vi", "ten don vi", "ten", "name"},
	"province name": {"prov fname", "prov name", "province name", "tinh thanh pho", "tinh thanh", "tinh tp", "ten tinh", "ten tinh thanh", "tinh", "thanh pho", "province", "city", "don vi", "ten don vi", "dia phuong", "ten", "name"},
	"province":      {"prov code", "prov fname", "prov name", "province code", "province name", "tinh thanh pho", "tinh thanh", "tinh tp", "ten tinh", "ma tinh", "tinh", "thanh pho", "province", "city"},
	"district":      {"district", "quan huyen", "huyen quan", "quan huyen thi xa", "huyen", "ten huyen", "ten quan huyen", "quan"},
}

// FindColumns returns the columns of the keys by their names. The error wraps ErrKeys if there is
// none that names units.
func FindColumns(names []string, kind units.Kind, by By) (c Columns, err error) {
	folded := make([]string, len(names))
	for i, name := range names {
		folded[i] = units.Fold(strings.ReplaceAll(name, "_", " "))
	}
	find := func(meaning string) int {
		for _, name := range keyNames[meaning] {
			if i := slices.Index(folded, name); i >= 0 {
				return i
			}
		}
		return -1
	}
	what := [2]string{"code", "name"}[by]
	c = Columns{find(kind.String() + " " + what), -1, -1}
	if kind == units.KindWard && by == ByName {
		c.Province, c.District = find("province"), find("district")
	}
	if c.Unit < 0 {
		return c, fmt.Errorf("%w: no column is called as the %s of a %v usually is; choose one of %s", ErrKeys, what, kind, strings.Join(names, ", "))
	}
	return c, nil
}

// guessedRows is the number of rows that Guess joins.
const guessedRows = 200

// Guess returns how a table is likely joined: of the kinds of units and of keys for which the
// table has columns, those that find the most of its first rows. column returns the texts of a
// column. The error wraps ErrKeys if no column is called as those of keys are.
func Guess(ctx context.Context, table *units.Table, names []string, column func(i int) []string) (kind units.Kind, by By, c Columns, err error) {
	sample := func(i int) []string {
		if i < 0 {
			return nil
		}
		texts := column(i)
		return texts[:min(len(texts), guessedRows)]
	}
	most := -1
	for _, k := range []units.Kind{units.KindWard, units.KindProvince} {
		for _, b := range []By{ByCode, ByName} {
			found, missing := FindColumns(names, k, b)
			if missing != nil {
				err = missing
				continue
			}
			joined, failed := Join(ctx, table, k, b, Keys{sample(found.Unit), sample(found.Province), sample(found.District)})
			if failed != nil {
				return kind, by, c, failed
			}
			matched := 0
			for _, m := range joined.Matches {
				switch {
				case m.Reason == Padded: // "01" is a province rather than the ward 00001
					matched++
				case m.Code != "":
					matched += 2
				}
			}
			if matched > most {
				most, kind, by, c = matched, k, b, found
			}
		}
	}
	if most >= 0 {
		err = nil
	}
	return kind, by, c, err
}
