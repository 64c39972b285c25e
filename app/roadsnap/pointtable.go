// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
)

// locatedColumns are the names of the new columns.
var locatedColumns = []string{"ward_code", "ward_name", "prov_code", "prov_name", "on_boundary"}

// pointTable adds the units of its position to each row of a CSV.
type pointTable struct {
	rowTable
	engine           *engine.Engine
	latName, lonName string // of the columns; empty to find out

	layout  trace.Layout
	answers answers
}

// run reads, locates and writes the whole table.
func (t *pointTable) run(ctx context.Context) error {
	head, err := readHead(ctx, t.in)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(head)) == 0 {
		return errors.New("standard input is empty; give it a CSV, or two arguments for one point")
	}
	var bounds geo.Bounds
	if err := t.engine.Atlas(func(a *units.Atlas) error { bounds = a.Net().Bounds(); return nil }); err != nil {
		return err
	}
	t.layout, err = trace.FindLayout(head, trace.LayoutOptions{File: "standard input", Bounds: bounds, Lat: t.latName, Lon: t.lonName})
	if err != nil {
		return err
	}
	t.rows, t.columns, t.names, t.lacks = csvRows{t.layout.Delimiter}, locatedColumns, -1, "has no valid position"
	if t.layout.Named {
		t.names = t.layout.Names
	}
	t.copyRow = t.rows.appendGuarded
	t.answers = newAnswers(t.engine.Units(), t.layout.Delimiter)
	t.work = func(b *rowBatch) error {
		return t.engine.Atlas(func(a *units.Atlas) error {
			t.eachRow(b, func(dst, row []byte, line int, counts *rowCounts) []byte { return t.answer(dst, a, row, line, counts) })
			return nil
		})
	}
	return t.rowTable.run(ctx, head)
}
