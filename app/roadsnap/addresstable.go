// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"

	"roadsnap/engine/address"
	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
)

// addressTable converts the address of each row of a CSV.
type addressTable struct {
	rowTable
	convert *address.Converter
	options *unitsConvertCmd

	columns [addressColumns]int // indices, -1 for none
	lines   bool                // no delimiter: each line is an address
	decided atomic.Int64
	found   atomic.Int64
}

// The columns that may hold parts of an address.
const (
	wholeColumn    = int(address.PartAddress)
	wardColumn     = int(address.PartWard)
	districtColumn = int(address.PartDistrict)
	provinceColumn = int(address.PartProvince)
	latColumn      = int(address.NumParts) + iota - 4
	lonColumn
	addressColumns
)

// run reads, converts and writes the whole table.
func (t *addressTable) run(ctx context.Context) error {
	head, err := readHead(ctx, t.in)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(head)) == 0 {
		return errors.New("standard input is empty; give it a table, or an address as arguments")
	}
	if formatOf(head) == formatCSV && bytes.IndexByte(head, 0) >= 0 {
		return errors.New("standard input is no text, or UTF-16; give it CSV in UTF-8, an XLSX workbook or lines of JSON")
	}
	t.rowTable.columns = address.Columns(address.Direction(t.options.To))
	from := formatOf(head)
	to := t.options.Format
	if to == "" {
		to = from
	}
	if from == formatLines && to == formatLines {
		return t.convertLines(ctx, io.MultiReader(bytes.NewReader(head), t.in))
	}
	if from != formatCSV {
		table, done, err := asCSV(ctx, io.MultiReader(bytes.NewReader(head), t.in), from)
		if err != nil {
			return err
		}
		defer done()
		t.in = table
		if head, err = readHead(ctx, t.in); err != nil {
			return err
		}
	}
	out := t.out
	in := &lateCSV{delimiter: func() byte { return t.rows.delimiter }, guarded: from == formatCSV}
	return fromCSV(out, to, in, func(w io.Writer) error {
		t.out = w
		return t.convertCSV(ctx, head, to)
	})
}

// convertCSV converts a table that is CSV. head is the beginning, which was read already.
func (t *addressTable) convertCSV(ctx context.Context, head []byte, to string) error {
	if err := t.find(head); err != nil {
		return err
	}
	guard := func(text string) string { return text }
	if to == formatCSV {
		guard, t.copyRow = trace.GuardedCell, t.rows.appendGuarded
	}
	if t.lines { // each becomes a cell
		t.copyRow = func(dst, row []byte) []byte {
			return append(dst, quoteCell(guard(trace.Unguarded(string(row))), t.rows.delimiter)...)
		}
	}
	t.work = func(b *rowBatch) error {
		t.eachRow(b, func(dst, row []byte, _ int, counts *rowCounts) []byte { return t.answer(dst, row, guard, counts) })
		return nil
	}
	if t.names < 0 && to != formatCSV { // they need names
		if _, err := io.WriteString(t.out, t.titles(head)); err != nil {
			return err
		}
	}
	return t.rowTable.run(ctx, head)
}

// find finds the delimiter and the columns in the beginning of a table.
func (t *addressTable) find(head []byte) error {
	first := strings.TrimPrefix(string(head), "\uFEFF")
	first = strings.TrimLeft(first, "\r\n")
	first, _, _ = strings.Cut(first, "\n")
	first = strings.TrimRight(first, "\r")
	t.rows.delimiter = ','
	most := 0
	for _, d := range []byte{',', ';', '\t', '|'} {
		if n := strings.Count(first, string(d)); n > most {
			most, t.rows.delimiter = n, d
		}
	}
	var names []string
	for i := 0; ; i++ {
		cell, _, cells, _ := t.rows.pick([]byte(first), i, -1)
		names = append(names, string(content(cell)))
		if i+1 >= cells {
			break
		}
	}
	t.names = -1
	for i := range t.columns {
		t.columns[i] = -1
	}
	given := [addressColumns]string{t.options.Column, t.options.Ward, t.options.District, t.options.Province, t.options.LatColumn, t.options.LonColumn}
	for i, name := range given {
		for k, candidate := range names {
			if name == "" && given == ([addressColumns]string{}) || name == "" && i == wholeColumn && given[wardColumn] == "" {
				if i < int(address.NumParts) && t.columns[i] < 0 && address.IsPart(candidate, address.Part(i)) {
					t.columns[i], t.names = k, 0
				}
			} else if name != "" && strings.EqualFold(strings.TrimSpace(candidate), strings.TrimSpace(name)) {
				t.columns[i], t.names = k, 0
			}
		}
		if n, err := strconv.Atoi(name); t.columns[i] < 0 && err == nil && n >= 1 && n <= len(names) {
			t.columns[i] = n - 1
		} else if t.columns[i] < 0 && name != "" {
			return fmt.Errorf("no column %q; the columns are %s", name, strings.Join(names, ", "))
		}
	}
	if t.columns[wholeColumn] < 0 && t.columns[wardColumn] < 0 && t.columns[districtColumn] < 0 && t.columns[provinceColumn] < 0 {
		if a := t.convert.ToNew(address.Query{Address: first}); len(names) == 1 || a.Reason != address.NotFound {
			t.lines, t.names = true, -1
			return nil
		}
		return fmt.Errorf("no column of addresses; name it with --column, or --ward, --district and --province; the columns are %s", strings.Join(names, ", "))
	}
	if t.names < 0 && t.convert.ToNew(t.query([]byte(first))).Reason == address.NotFound {
		t.names = 0 // numbers were given, and the first row has names
	}
	return nil
}

// query returns the query of a row.
func (t *addressTable) query(row []byte) (q address.Query) {
	if t.lines {
		return address.Query{Address: trace.Unguarded(string(row))}
	}
	var cells [addressColumns]string
	for i := 0; i < addressColumns; i += 2 {
		a, b, _, _ := t.rows.pick(row, t.columns[i], t.columns[i+1])
		cells[i], cells[i+1] = trace.Unguarded(string(content(a))), trace.Unguarded(string(content(b)))
	}
	q = address.Query{Address: cells[wholeColumn], Ward: cells[wardColumn], District: cells[districtColumn], Province: cells[provinceColumn]}
	if t.columns[latColumn] >= 0 {
		q.At, q.HasAt = trace.Layout{Lat: 0, Lon: 1}.Point(cells[latColumn], cells[lonColumn])
		q.HasAt = q.HasAt && q.At.Valid() && q.At != geo.Point{}
	}
	return q
}

// answer appends the new cells to a row, each changed by guard.
func (t *addressTable) answer(dst, row []byte, guard func(string) string, counts *rowCounts) []byte {
	if t.lines {
		counts.rows++
	} else {
		_, _, cells, closed := t.rows.pick(row, -1, -1)
		dst = t.fill(dst, cells, closed, counts)
	}
	a := t.options.one(t.convert, t.query(row))
	for _, cell := range address.Cells(address.Direction(t.options.To), &a) {
		dst = append(append(dst, t.rows.delimiter), quoteCell(guard(cell), t.rows.delimiter)...)
	}
	t.count(a)
	return dst
}

// titles returns a row of names for a table that has none.
func (t *addressTable) titles(head []byte) string {
	names := []string{"address"}
	if !t.lines {
		first, _, _ := bytes.Cut(head, []byte("\n"))
		_, _, cells, _ := t.rows.pick(first, -1, -1)
		names = nil
		for i := range cells {
			names = append(names, "column "+strconv.Itoa(i+1))
		}
	}
	return strings.Join(append(names, t.rowTable.columns...), string(t.rows.delimiter)) + "\n"
}

func (t *addressTable) count(a address.Answer) {
	if a.Decided {
		t.decided.Add(1)
	}
	if a.Reason != address.NotFound {
		t.found.Add(1)
	}
}

// report prints how many rows were converted.
func (t *addressTable) report(notes io.Writer) error {
	decided, found, rows := int(t.decided.Load()), int(t.found.Load()), t.counts.rows
	_, err := fmt.Fprintf(notes, "%d rows: %d converted, %d with several candidates or none, %d not understood\n", rows, decided, found-decided, rows-found)
	return err
}
