// SPDX-License-Identifier: MIT

package workbook

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"

	"roadsnap/engine/internal/xmllimit"
)

// maxRowText is the longest text of a row (bytes).
const maxRowText = 4 << 20

// Rows reads the rows of a sheet that have a value.
type Rows struct {
	// Number is the number of the current row, counted from 1. Cells are its values up to the
	// last one that is not blank: numbers as written, dates as "2026-11-21 07:15:00", texts in
	// NFC. Cells is valid until the next call of Next; its strings remain valid.
	Number int
	Cells  []string

	ctx  context.Context
	book *Book
	from io.Closer
	xml  *xmllimit.Decoder
	err  error // io.EOF after the last row

	text []byte // of the current row
	ends []int  // of its cells, in text
	cell cell
}

// cell is a cell that is being read.
type cell struct {
	column int
	kind   string // the attribute t
	style  int
	value  []byte
	inside bool // in an element with its value
	ruby   int  // depth of elements with its pronunciation
}

// Rows begins to read a sheet. The caller must call Close.
func (b *Book) Rows(ctx context.Context, s Sheet) (*Rows, error) {
	r, err := b.open(ctx, s.part)
	if err != nil {
		return nil, err
	}
	return &Rows{ctx: ctx, book: b, from: r, xml: xmllimit.NewDecoder(r)}, nil
}

// Close ends the reading.
func (r *Rows) Close() error { return r.from.Close() }

// Err returns the error that ended the rows, nil at the end of the sheet. It wraps ErrTooLarge
// or the error of the context, or says what is damaged.
func (r *Rows) Err() error {
	if errors.Is(r.err, io.EOF) {
		return nil
	}
	return r.err
}

// Next reads the next row with a value. It returns false after the last one and at an error.
func (r *Rows) Next() bool {
	for r.err == nil {
		if r.err = r.row(); r.err == nil && len(r.ends) > 0 {
			r.split()
			return true
		}
	}
	return false
}

// split makes Cells of the text of the row.
func (r *Rows) split() {
	whole, start := string(r.text), 0
	r.Cells = r.Cells[:0]
	for _, end := range r.ends {
		r.Cells = append(r.Cells, whole[start:end])
		start = end
	}
}

// row reads up to the end of one row.
func (r *Rows) row() error {
	r.text, r.ends = r.text[:0], r.ends[:0]
	next := 0 // the column of a cell without a place
	for {
		token, err := r.xml.RawToken()
		if err != nil {
			if errors.Is(err, io.EOF) { // sheetData was not closed
				err = io.ErrUnexpectedEOF
			}
			return fmt.Errorf("row %d: %w", r.Number, err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "row":
				r.begin(t.Attr)
			case "c":
				if err := r.beginCell(t.Attr, next); err != nil {
					return err
				}
				next = r.cell.column + 1
			case "v", "t":
				r.cell.inside = r.cell.ruby == 0
			case "rPh":
				r.cell.ruby++
			}
		case xml.CharData:
			if r.cell.inside {
				if r.cell.value = append(r.cell.value, t...); len(r.cell.value) > maxRowText {
					return fmt.Errorf("%w: the text of row %d", ErrTooLarge, r.Number)
				}
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "v", "t":
				r.cell.inside = false
			case "rPh":
				r.cell.ruby--
			case "c":
				if err := r.endCell(); err != nil {
					return err
				}
			case "row":
				return nil
			case "sheetData":
				return io.EOF
			}
		}
	}
}

// begin begins a row.
func (r *Rows) begin(attributes []xml.Attr) {
	r.Number++
	for _, a := range attributes {
		if n, err := strconv.Atoi(a.Value); a.Name.Local == "r" && err == nil && n > 0 {
			r.Number = n
		}
	}
}

// beginCell begins a cell, which is in column next unless its attributes say otherwise.
func (r *Rows) beginCell(attributes []xml.Attr, next int) error {
	r.cell = cell{column: next, value: r.cell.value[:0]}
	for _, a := range attributes {
		switch a.Name.Local {
		case "r":
			if r.cell.column = columnOf(a.Value); r.cell.column < 0 {
				return fmt.Errorf("row %d: %q is no place of a cell", r.Number, a.Value)
			}
		case "t":
			r.cell.kind = a.Value
		case "s":
			r.cell.style, _ = strconv.Atoi(a.Value) // 0 is the default
		}
	}
	return nil
}

// endCell adds the value of a cell to the row.
func (r *Rows) endCell() error {
	c := &r.cell
	if len(c.value) == 0 {
		return nil
	}
	if c.column >= r.book.limits.Columns {
		return fmt.Errorf("%w: row %d has more than %d cells", ErrTooLarge, r.Number, r.book.limits.Columns)
	}
	if c.column < len(r.ends) {
		return fmt.Errorf("row %d: the cells are not in order", r.Number)
	}
	start := len(r.text)
	var err error
	if r.text, err = r.appendValue(r.text); err != nil {
		return fmt.Errorf("row %d: %w", r.Number, err)
	}
	if len(r.text) == start {
		return nil
	}
	if len(r.text) > maxRowText {
		return fmt.Errorf("%w: the text of row %d", ErrTooLarge, r.Number)
	}
	for len(r.ends) < c.column {
		r.ends = append(r.ends, start)
	}
	r.ends = append(r.ends, len(r.text))
	return r.book.take(len(r.text) - start)
}

// appendValue appends the text of the current cell.
func (r *Rows) appendValue(to []byte) ([]byte, error) {
	c := &r.cell
	switch c.kind {
	case "s":
		i, err := strconv.Atoi(string(bytes.TrimSpace(c.value)))
		if err != nil || i < 0 {
			return to, fmt.Errorf("%q is no number of a text", c.value)
		}
		text, err := r.book.text(r.ctx, i)
		return append(to, text...), err
	case "d": // ISO 8601
		return append(to, bytes.TrimSuffix(c.value, []byte("T00:00:00"))...), nil
	case "", "n":
		if c.style >= 0 && c.style < len(r.book.styles) && r.book.styles[c.style] != noDate {
			return appendDate(to, c.value, r.book.styles[c.style], r.book.date1904), nil
		}
	case "e": // "#N/A"
		return to, nil
	}
	return plain(append(to, c.value...), len(to)), nil
}

// columnOf returns the column of a place such as "B7", from 0; -1 without letters.
func columnOf(place string) int {
	n := 0
	for _, c := range place {
		if c < 'A' || c > 'Z' || n > 1<<20 {
			break
		}
		n = 26*n + int(c-'A') + 1
	}
	return n - 1
}
