// SPDX-License-Identifier: MIT

package rows_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"

	"roadsnap/engine/rows"
)

// TestWideRows makes records of rows with very many columns. With a search of all columns for
// each of them it would take minutes.
func TestWideRows(t *testing.T) {
	e := open(t)
	names, values, members := []string{"lat", "lon"}, []string{"42.5", "1.5"}, []string{`"lat":42.5`, `"lon":1.5`}
	for i := range 90_000 {
		names, values, members = append(names, fmt.Sprint(i)), append(values, "1"), append(members, fmt.Sprintf(`"%d":1`, i))
	}
	object := func(members ...string) string { return "{" + strings.Join(members, ",") + "}\n" }
	for _, c := range []struct {
		name   string
		format rows.Format
		names  []string
		in     string
		rows   int
		is     error
	}{
		{"values", rows.TSV, names, strings.Repeat(strings.Join(values, "\t")+"\n", 4), 4, nil},
		{"a value name twice", rows.TSV, append(names[:len(names):len(names)], "7"), strings.Join(append(values, "1"), "\t") + "\n", 0, rows.ErrSchema},
		{"members", rows.NDJSON, nil, strings.Repeat(object(members...), 4), 4, nil},
		{"a member name twice", rows.NDJSON, nil, object(append(members, `"7":1`)...), 0, rows.ErrSchema},
		{"another member", rows.NDJSON, nil, object(members...) + object(append(members, `"x":1`)...), 0, rows.ErrSchema},
	} {
		written := countedRecords(0)
		o := rows.Options{Operation: rows.Locate, Format: c.format, Names: c.names}
		o.Writer = func(*arrow.Schema, string) (rows.RecordWriter, error) { return &written, nil }
		if _, _, err := run(t, e, o, []byte(c.in)); !errors.Is(err, c.is) || int(written) != c.rows {
			t.Errorf("%s: %d rows, %v", c.name, written, err)
		}
	}
}
