// SPDX-License-Identifier: MIT

package trace

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
)

// textRows are the rows of a table in a text.
type textRows struct {
	*csv.Reader
	guard *quoteGuard
}

// newTextRows returns rows that may have different lengths and quotes within cells, as
// spreadsheets and trackers write them.
func newTextRows(r io.Reader, delimiter rune) *textRows {
	guard := newQuoteGuard(r, delimiter)
	rows := csv.NewReader(guard)
	rows.Comma = delimiter
	rows.FieldsPerRecord = -1
	rows.LazyQuotes = true
	rows.ReuseRecord = true
	return &textRows{rows, guard}
}

// readCSV reads a table with one position per row. head is the beginning of r.
func readCSV(c *collector, r io.Reader, head []byte) error {
	found, first, err := textTable(c, head)
	rows := newTextRows(r, found.delimiter)
	if err != nil {
		return errors.Join(err, c.keepRows(rows, found.delimiter))
	}
	t := newRowReader(c, found, c.previewed(rows, found, first))
	if c.preview == nil {
		t.csv = rows
	}
	return t.run()
}

// textTable returns the table of a text by a recipe, or else as it is found, and the first
// rows. With an error, it returns the delimiter that gives the most cells.
func textTable(c *collector, head []byte) (found table, first [][]string, err error) {
	most := -1
	for _, d := range delimiters {
		rows, _ := sample(head, d) // a line that is too long ends them
		if cells := widest(rows); cells > most {
			most, found.delimiter = cells, d
		}
		r := c.recipeFor(rows, d)
		if r == nil || r.Delimiter != "" && r.Delimiter != string(d) || r.Delimiter == "" && !r.fits(rows) {
			continue
		}
		t, err := c.tableBy(r, rows)
		if err != nil {
			return table{delimiter: d}, rows, err
		}
		t.delimiter = d
		return t, rows, nil
	}
	if c.opt.Recipe != nil {
		return found, nil, c.fault(ErrColumns, 0, 0, "the table has fewer columns than the recipe", "choose another recipe, or none")
	}
	t, err := findTable(c, head)
	if err != nil {
		return found, nil, err
	}
	first, _ = sample(head, t.delimiter)
	return t, first, nil
}

// widest returns the largest number of cells of a row.
func widest(rows [][]string) (n int) {
	for _, row := range rows {
		n = max(n, len(row))
	}
	return n
}

// parseFault turns an error of the reader of rows into one with its place.
func (t *rowReader) parseFault(err error) error {
	if tooLong := new(lineFault); errors.As(err, &tooLong) {
		return tooLong.fault(t.c)
	}
	var p *csv.ParseError
	if errors.As(err, &p) {
		return t.c.fault(ErrFormat, p.Line, p.Column, p.Err.Error(), "save the table again as CSV")
	}
	return err
}

// noteQuotes notes the quotation marks that were never closed.
func (t *rowReader) noteQuotes() error {
	if t.csv == nil || t.csv.guard.unclosed == 0 {
		return nil
	}
	g := t.csv.guard
	if t.c.opt.Strict {
		return t.c.fault(ErrFormat, g.line, 0, "unclosed quotation mark", "close it or remove it")
	}
	t.c.notes = addNote(t.c.notes, Note{Kind: NoteQuote, Line: g.line, Count: g.unclosed})
	return nil
}

// broken reports whether the table breaks off in the current row: it is the last one, has no
// line end, and is shorter than the others.
func (t *rowReader) broken() bool {
	x := t.csv
	if x == nil || !x.guard.eof || x.guard.last == '\n' || x.InputOffset() != x.guard.total {
		return false
	}
	return x.guard.open && t.shape.rows > 0 || t.shape.cut(t.row)
}

// breakOff leaves out the current row, in which the table breaks off.
func (t *rowReader) breakOff() error {
	if t.c.opt.Strict {
		return t.c.fault(ErrFormat, t.line(), 0, "the file is truncated", "copy it again from where it came")
	}
	if err := t.skipShort(); err != nil {
		return err
	}
	if d := t.last.d; d != nil && len(d.obs) > 0 {
		d.note(NoteTruncated, t.line(), "")
	} else {
		t.c.noteTruncated(t.line())
	}
	if t.csv.guard.open {
		t.csv.guard.unclosed-- // it was, before the end
	}
	return t.noteQuotes()
}

// isSeparatorLine reports whether a row names the delimiter for Excel, as "sep=;" does.
func isSeparatorLine(row []string) bool { return strings.HasPrefix(row[0], "sep=") }
