// SPDX-License-Identifier: MIT

package trace

import (
	"errors"
	"io"
	"slices"
	"strings"
)

// sheet is a table of a file that may have several, as workbooks do.
type sheet struct {
	name  string // "" if it has none
	rows  rowSource
	alone bool // there is no other sheet
}

// pointSheet is the name of the first sheet of points of package tripfile.
const pointSheet = "point"

// sheetReader reads several sheets into one collector.
type sheetReader struct {
	c     *collector
	used  bool   // a sheet had a table of positions
	own   bool   // a sheet is that of points as package tripfile writes it
	fault *Error // of the first sheet without one
}

// read reads a sheet. A sheet without positions, such as a summary, is passed over.
// Neither are the others read of a workbook of package tripfile, which has the points in the
// sheets "point", "point 2" and so on, besides stops and events with positions.
func (r *sheetReader) read(s sheet) error {
	points := s.name == pointSheet || strings.HasPrefix(s.name, pointSheet+" ")
	if r.own && !points {
		return nil
	}
	first, err := firstRows(s.rows)
	if err != nil || len(first.rows) == 0 {
		return err
	}
	found, err := sheetTable(r.c, first.rows)
	if err != nil {
		if r.c.preview != nil && s.name == r.c.preview.sheet {
			err = errors.Join(err, r.c.keepRows(first, 0))
		}
		fault := new(Error)
		if errors.As(err, &fault) && errors.Is(err, ErrColumns) {
			if r.fault == nil || errors.Is(err, ErrAddresses) && !errors.Is(r.fault, ErrAddresses) {
				r.fault = fault
			}
			return nil
		}
		return err
	}
	r.used, r.own = true, r.own || points && found.named
	t := newRowReader(r.c, found, r.c.previewed(first, found, first.rows))
	t.merged = true
	if t.above.vehicle = plateIn(s.name); t.above.vehicle == "" && !s.alone {
		t.sheet = s.name
		t.own = true
	}
	return t.run()
}

// end returns the error of a file without any table of positions.
func (r *sheetReader) end() error {
	switch {
	case r.used:
		return nil
	case r.fault != nil:
		return r.fault
	}
	return r.c.fault(ErrEmpty, 0, 0, "the tables have no values", "choose another file")
}

// sheetTable finds the table in the first rows of a sheet.
func sheetTable(c *collector, rows [][]string) (table, error) {
	if r := c.recipeFor(rows, 0); r != nil {
		return c.tableBy(r, rows)
	}
	if found := namedTable(rows); found.named {
		found.columns.guessTime(rows[found.names+1:], &c.clock)
		return found, nil
	}
	if cols, ok := guessColumns(rows, c.opt.Bounds, &c.clock); ok {
		return table{columns: cols}, nil
	}
	if cols, ok := guessPosition(rows, &c.clock); ok {
		return table{columns: cols}, nil
	}
	return table{}, unknownColumns(c, rows)
}

// sampledRows are rows of which the first were read ahead.
type sampledRows struct {
	rowSource
	rows   [][]string
	places []int // lines of rows
	next   int
}

// firstRows reads the first rows of a sheet ahead.
func firstRows(from rowSource) (*sampledRows, error) {
	s := &sampledRows{rowSource: from}
	for len(s.rows) < sampleRows {
		row, err := from.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		line, _ := from.FieldPos(0)
		s.rows, s.places = append(s.rows, slices.Clone(row)), append(s.places, line)
	}
	return s, nil
}

func (s *sampledRows) Read() ([]string, error) {
	s.next++
	if s.next <= len(s.rows) {
		return s.rows[s.next-1], nil
	}
	return s.rowSource.Read()
}

// FieldPos returns the line and the column of a cell, as encoding/csv does.
func (s *sampledRows) FieldPos(i int) (line, column int) {
	if s.next > 0 && s.next <= len(s.rows) {
		return s.places[s.next-1], i + 1
	}
	return s.rowSource.FieldPos(i)
}
