// SPDX-License-Identifier: MIT

package addresses

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/address"
	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
)

// Sheet is a table of addresses, and how it is read. It does not change.
type Sheet struct {
	Name  string     // of the file without its ending, "" for a pasted text
	Names []string   // of the columns
	Given int        // how many of the first columns the table names; further names are made up
	Rows  [][]string // a row may have fewer cells than Names
	// Parts are the columns of the parts of an address, by address.Part; −1 for none. Without
	// any, the address is the whole row.
	Parts    [address.NumParts]int
	lat, lon int // columns of a position, −1 for none

	earlier []earlier          // decisions of an earlier conversion, by row; nil if there was none
	to      *address.Direction // of that conversion
}

// earlier is the result of a row in a table that was converted before.
type earlier struct{ address, code, reason string }

// delimiters are those of texts, in the order in which they are tried.
const delimiters = "\t;|,"

// rowsOfText splits a text into rows. It is a table if a delimiter gives all rows the same
// number of cells and the first one names columns, or if it has tabs. Otherwise each line is an
// address, because addresses contain commas.
func rowsOfText(text string) [][]string {
	text = strings.TrimPrefix(text, "\uFEFF")
	for _, d := range delimiters {
		first, _, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
		if !strings.ContainsRune(first, d) {
			continue
		}
		if rows := cut(text, d); d == '\t' || named(rows[0]) || d != ',' && even(rows) {
			return rows
		}
	}
	var rows [][]string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			rows = append(rows, []string{unquoted(line)})
		}
	}
	return rows
}

// unquoted returns a line without the quotation marks round the whole of it.
func unquoted(line string) string {
	if cells := cut(line, '\t'); len(cells) == 1 && len(cells[0]) == 1 {
		return cells[0][0]
	}
	return line
}

// cut splits a text by a delimiter. Rows that are broken are kept as they are.
func cut(text string, delimiter rune) (rows [][]string) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = delimiter, -1, true
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) || err != nil && row == nil {
			return rows
		}
		for i, cell := range row {
			row[i] = trace.Unguarded(cell)
		}
		rows = append(rows, row)
	}
}

// named reports whether a row has the name of a part of addresses.
func named(row []string) bool {
	return slices.ContainsFunc(row, func(cell string) bool {
		for p := range address.NumParts {
			if address.IsPart(cell, p) {
				return true
			}
		}
		return false
	})
}

// even reports whether rows have the same number of cells, at least two.
func even(rows [][]string) bool {
	return len(rows) > 1 && len(rows[0]) > 1 && !slices.ContainsFunc(rows, func(r []string) bool { return len(r) != len(rows[0]) })
}

// The folded names of the columns of positions.
var (
	latNames = []string{"lat", "latitude", "vi do", "vido"}
	lonNames = []string{"lon", "lng", "long", "longitude", "kinh do", "kinhdo"}
)

// sampleRows is the number of rows that are tried to find the column of addresses.
const sampleRows = 40

// newSheet finds the columns of a table.
func newSheet(name string, rows [][]string, c *address.Converter) *Sheet {
	known := func(row []string) bool {
		return c.ToNew(address.Query{Address: strings.Join(row, ", ")}).Reason != address.NotFound
	}
	s := &Sheet{Name: name, lat: -1, lon: -1}
	for p := range s.Parts {
		s.Parts[p] = -1
	}
	rows = slices.DeleteFunc(rows, func(r []string) bool { return strings.TrimSpace(strings.Join(r, "")) == "" })
	width := 0
	for _, r := range rows {
		width = max(width, len(r))
	}
	if len(rows) > 0 && (named(rows[0]) || len(rows) > 1 && !known(rows[0]) && known(rows[1])) {
		s.Names, rows = slices.Clone(rows[0]), rows[1:]
	}
	s.Given = len(s.Names)
	for i := s.Given; i < width; i++ {
		name := "address"
		if width > 1 {
			name = "column " + strconv.Itoa(i+1)
		}
		s.Names = append(s.Names, name)
	}
	s.Rows = rows
	s.takeEarlier()
	for i, name := range s.Names {
		for p := range address.NumParts {
			if s.Parts[p] < 0 && address.IsPart(name, p) {
				s.Parts[p] = i
			}
		}
		folded := units.Fold(name)
		if s.lat < 0 && slices.Contains(latNames, folded) {
			s.lat = i
		}
		if s.lon < 0 && slices.Contains(lonNames, folded) {
			s.lon = i
		}
	}
	if !slices.ContainsFunc(s.Parts[:], func(i int) bool { return i >= 0 }) {
		s.Parts[address.PartAddress] = s.likely(c)
	}
	return s
}

// likely returns the only column that names units, if it decides as many rows as all cells
// together, −1 if there is none.
func (s *Sheet) likely(c *address.Converter) int {
	sample := s.Rows[:min(len(s.Rows), sampleRows)]
	count := func(text func(row []string) string) (decided, known int) {
		for _, r := range sample {
			a := c.ToNew(address.Query{Address: text(r)})
			if a.Decided {
				decided++
			}
			if a.Reason != address.NotFound {
				known++
			}
		}
		return decided, known
	}
	all, _ := count(func(r []string) string { return strings.Join(r, ", ") })
	best, columns := -1, 0
	for i := range s.Names {
		decided, known := count(func(r []string) string { return cellOf(r, i) })
		if decided > 0 && decided >= all {
			best = i
		}
		if 2*known > len(sample) {
			columns++
		}
	}
	if columns > 1 {
		return -1
	}
	return best
}

// takeEarlier takes the columns of an earlier conversion out of the table.
func (s *Sheet) takeEarlier() {
	for _, to := range []address.Direction{address.IntoNew, address.IntoFormer} {
		names := address.Columns(to)
		at := len(s.Names) - len(names)
		if at < 1 || !slices.Equal(s.Names[at:], names) {
			continue
		}
		s.Names, s.to = s.Names[:at:at], &to
		s.earlier = make([]earlier, len(s.Rows))
		for i, r := range s.Rows {
			s.earlier[i] = earlier{cellOf(r, at), cellOf(r, at+1), cellOf(r, at+4)}
			s.Rows[i] = r[:min(at, len(r)):min(at, len(r))]
		}
		return
	}
}

// withAddress returns the table with the address in a column, −1 for all parts that are named.
func (s *Sheet) withAddress(column int) *Sheet {
	c := *s
	for p := range c.Parts {
		c.Parts[p] = -1
	}
	c.Parts[address.PartAddress] = column
	return &c
}

// query returns the query of a row.
func (s *Sheet) query(row []string) (q address.Query) {
	if !slices.ContainsFunc(s.Parts[:], func(i int) bool { return i >= 0 }) {
		var cells []string
		for _, cell := range row {
			if cell = strings.TrimSpace(cell); cell != "" {
				cells = append(cells, cell)
			}
		}
		q.Address = strings.Join(cells, ", ")
	} else {
		q = address.Query{
			Address: cellOf(row, s.Parts[address.PartAddress]), Ward: cellOf(row, s.Parts[address.PartWard]),
			District: cellOf(row, s.Parts[address.PartDistrict]), Province: cellOf(row, s.Parts[address.PartProvince]),
		}
	}
	if s.lat >= 0 && s.lon >= 0 {
		q.At, q.HasAt = trace.Layout{Lat: 0, Lon: 1}.Point(cellOf(row, s.lat), cellOf(row, s.lon))
		q.HasAt = q.HasAt && q.At.Valid() && q.At != geo.Point{}
	}
	return q
}

// Text returns the address of a query as one text.
func Text(q address.Query) string {
	var parts []string
	for _, p := range []string{q.Address, q.Ward, q.District, q.Province} {
		if p = strings.TrimSpace(p); p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

// cellOf returns a cell of a row, "" if there is none.
func cellOf(row []string, i int) string {
	if i < 0 || i >= len(row) {
		return ""
	}
	return strings.TrimSpace(row[i])
}
