// SPDX-License-Identifier: MIT

package tripfile

import (
	"time"

	"roadsnap/engine/geo"
)

// Column describes a column of a table.
type Column struct {
	Name    string // the same in all formats, with its unit
	Meaning string // in English
}

// column is a column of a table whose rows are made from items of type T.
type column[T any] struct {
	name, meaning string
	cell          func(x T) cell
}

// row is a row of a table. It is valid until the next one is made.
type row struct {
	cells []cell
	line  []geo.Point // its place: a point, a line, or none
	times []time.Time // of the vertices of the line; nil if unknown
}

// table is a table of an export.
type table struct {
	per     Per
	columns []Column
	// each calls take with each row of a trip. It stops at the first error.
	each func(v *view, take func(*row) error) error
}

// newTable returns a table of items. place returns the place of an item, and may be nil.
func newTable[T any](per Per, columns []column[T], items func(v *view) []T, place func(x T) ([]geo.Point, []time.Time)) table {
	t := table{per: per, columns: make([]Column, len(columns))}
	for i, c := range columns {
		t.columns[i] = Column{c.name, c.meaning}
	}
	t.each = func(v *view, take func(*row) error) error {
		r := row{cells: make([]cell, len(columns))}
		for _, x := range items(v) {
			for i, c := range columns {
				r.cells[i] = c.cell(x)
			}
			if place != nil && v.o.Format.hasPlaces() {
				r.line, r.times = place(x)
			}
			if err := take(&r); err != nil {
				return err
			}
		}
		return nil
	}
	return t
}

// tableOf returns a table with the columns for what is written.
func tableOf(per Per, what What) table {
	switch per {
	case PerPoint:
		return pointTable(what)
	case PerLeg:
		return legTable()
	case PerWay:
		return wayTable()
	case PerStop:
		return stopTable()
	case PerEvent:
		return eventTable()
	}
	return tripTable()
}

// Columns returns the columns of a table for what is written. They have the same names in
// all formats.
func Columns(per Per, what What) []Column { return tableOf(per, what).columns }

// item is one of the things that a table lists, with its trip.
type item[T any] struct {
	*view
	of    T
	index int // from 0
}

// items returns a list as items of a trip.
func items[T any](v *view, list []T) []item[T] {
	all := make([]item[T], len(list))
	for i, x := range list {
		all[i] = item[T]{v, x, i}
	}
	return all
}

// owner returns the columns with which all tables but that of points begin.
func owner[T any](of func(T) *view) []column[T] {
	return []column[T]{
		{"trip_id", "identifier of the trip", func(x T) cell { return textCell(of(x).Matched.Trip.ID) }},
		{"vehicle", "plate, or else device, that the file names", func(x T) cell { return textCell(of(x).Matched.Trip.Vehicle) }},
		{"driver", "driver that the file names", func(x T) cell { return textCell(of(x).Matched.Trip.Driver) }},
	}
}
