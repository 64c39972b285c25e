// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"

	"roadsnap/engine/address"
	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
)

// linesOfBatch is the number of lines that are converted together.
const linesOfBatch = 4096

// convertLines reads lines of JSON and writes them with the members of the answer added. The lines
// of the next batch are read after those of the last are written.
func (t *addressTable) convertLines(ctx context.Context, in io.Reader) error {
	batch := make([][]byte, 0, linesOfBatch)
	numbers := make([]int, 0, linesOfBatch)
	flush := func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		faults := make([]error, len(batch))
		var group sync.WaitGroup
		workers := runtime.GOMAXPROCS(0)
		for w := range workers {
			group.Go(func() {
				for i := w; i < len(batch); i += workers {
					batch[i], faults[i] = t.convertLine(batch[i])
				}
			})
		}
		group.Wait()
		for i, err := range faults {
			if err != nil {
				return fmt.Errorf("line %d: %w", numbers[i], err)
			}
		}
		t.counts.rows += len(batch)
		_, err := t.out.Write(bytes.Join(batch, nil))
		batch, numbers = batch[:0], numbers[:0]
		return err
	}
	var failed error
	err := eachJSONLine(in, func(number int, text []byte) error {
		if len(batch) == linesOfBatch {
			if failed = flush(); failed != nil {
				return failed
			}
		}
		batch, numbers = append(batch, bytes.Clone(text)), append(numbers, number)
		return nil
	})
	if failed != nil {
		return failed // without the number of the line after the batch
	}
	if err != nil {
		return err
	}
	return flush()
}

// convertLine returns a line with the members of the answer, and its end.
func (t *addressTable) convertLine(text []byte) ([]byte, error) {
	l, err := readLine(text)
	if err != nil {
		return nil, err
	}
	q, err := t.lineQuery(l)
	if err != nil {
		return nil, err
	}
	a := t.options.one(t.convert, q)
	t.count(a)
	out := bytes.TrimSuffix(text, []byte("}"))
	for i, cell := range address.Cells(address.Direction(t.options.To), &a) {
		if len(l.names)+i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, jsonText(t.rowTable.columns[i])...), ':')
		switch {
		case t.rowTable.columns[i] == "confidence":
			out = fmt.Appendf(out, "%.2f", a.Confidence)
		case cell == "":
			out = append(out, "null"...)
		default:
			out = append(out, jsonText(cell)...)
		}
	}
	return append(out, "}\n"...), nil
}

// lineQuery returns the query of a line. Members are found as columns are.
func (t *addressTable) lineQuery(l jsonLine) (q address.Query, err error) {
	o := t.options
	given := [addressColumns]string{o.Column, o.Ward, o.District, o.Province, o.LatColumn, o.LonColumn}
	var cells [addressColumns]string
	found := false
	for i, name := range given {
		for _, member := range l.names {
			known := given == ([addressColumns]string{}) && i < int(address.NumParts) && address.IsPart(member, address.Part(i))
			if known || name != "" && strings.EqualFold(name, member) {
				cells[i], found = l.text(member), true
				break
			}
		}
	}
	if !found {
		return q, fmt.Errorf("no member with an address; name it with --column, or --ward, --district and --province; the members are %s", strings.Join(l.names, ", "))
	}
	q = address.Query{Address: cells[wholeColumn], Ward: cells[wardColumn], District: cells[districtColumn], Province: cells[provinceColumn]}
	if o.LatColumn != "" {
		q.At, q.HasAt = trace.Layout{Lat: 0, Lon: 1}.Point(cells[latColumn], cells[lonColumn])
		q.HasAt = q.HasAt && q.At.Valid() && q.At != geo.Point{}
	}
	return q, nil
}
