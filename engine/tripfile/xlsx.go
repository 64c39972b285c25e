// SPDX-License-Identifier: MIT

package tripfile

import (
	"io"
	"strings"
	"time"
)

// Book is a workbook that is being written, as that of package workbook.
type Book interface {
	// AddSheet adds a sheet with a title and the widths of its columns (characters).
	AddSheet(name string, title []string, widths []float64) error
	// AddRow adds a row to a sheet. A value is a string, an int64, a bool, a time, nil, or has
	// a method Number that returns a number and how many decimals are shown, all if negative.
	AddRow(sheet string, values []any) error
	// Close writes the workbook.
	Close() error
	// Discard removes temporary files.
	Discard()
}

// workbook writes a sheet per table, and one with licence, source and the meaning of the
// columns.
type workbook struct {
	book   Book
	o      *Options
	tables []table
	values []any
}

// licenceSheet is the name of the last sheet.
const licenceSheet = "licence"

func newXLSX(w io.Writer, o *Options, tables []table) (*workbook, error) {
	book, err := o.NewBook(w)
	if err != nil {
		return nil, err
	}
	b := &workbook{book: book, o: o, tables: tables}
	for _, t := range tables {
		title, widths := make([]string, len(t.columns)), make([]float64, len(t.columns))
		for i, c := range t.columns {
			title[i], widths[i] = c.Name, width(c.Name)
		}
		if err := book.AddSheet(string(t.per), title, widths); err != nil {
			b.discard()
			return nil, err
		}
	}
	return b, nil
}

// width returns the width of a column (characters).
func width(name string) float64 {
	wide := 11.0
	switch {
	case strings.HasSuffix(name, "time"), name == "arrival", name == "departure":
		wide = 19
	case name == "trip_id", name == "name", name == "driver", name == "vehicle", name == "place":
		wide = 20
	case name == "address", name == "reasons", name == "gap_causes", name == "correction":
		wide = 40
	}
	return max(wide, float64(len(name))+4) // with the button of the filter
}

func (b *workbook) trip(v *view) error {
	for _, t := range b.tables {
		err := t.each(v, func(r *row) error {
			b.values = b.values[:0]
			for _, c := range r.cells {
				b.values = append(b.values, c.value(b.o.Location))
			}
			return b.book.AddRow(string(t.per), b.values)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// value returns the value of a cell for a Book.
func (c cell) value(l *time.Location) any {
	switch c.kind {
	case text:
		return c.text
	case integer:
		return c.integer
	case number:
		return c
	case moment:
		return c.time.In(l)
	case boolean:
		return c.truth
	}
	return nil
}

// Number returns a number and its decimals, for a Book.
func (c cell) Number() (x float64, decimals int) { return c.number, c.decimals }

// close writes the sheet of the licence and the workbook.
func (b *workbook) close() error {
	rows := [][]any{{"times", "", zoneText(b.o.Location)}}
	for _, m := range b.o.Source.members() {
		rows = append(rows, []any{m[0], "", m[1]})
	}
	for _, t := range b.tables {
		for _, c := range t.columns {
			rows = append(rows, []any{string(t.per), c.Name, c.Meaning})
		}
	}
	if err := b.book.AddSheet(licenceSheet, []string{"of", "column", "meaning"}, []float64{12, 18, 70}); err != nil {
		return err
	}
	for _, values := range rows {
		if err := b.book.AddRow(licenceSheet, values); err != nil {
			return err
		}
	}
	return b.book.Close()
}

// zoneText says in which zone times are.
func zoneText(l *time.Location) string {
	return l.String() + ", UTC" + time.Date(2026, 1, 1, 0, 0, 0, 0, l).Format("-07:00")
}

func (b *workbook) discard() { b.book.Discard() }
