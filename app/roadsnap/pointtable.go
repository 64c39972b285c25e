// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
)

// The sizes of reads (bytes).
const (
	headSize  = 64 << 10  // must show the delimiter and the columns
	batchSize = 256 << 10 // some thousands of rows, a millisecond of work
	maxRow    = 16 << 20  // a longer row is refused, because it may have no end
)

// locatedColumns are the names of the new columns.
var locatedColumns = []string{"ward_code", "ward_name", "prov_code", "prov_name", "on_boundary"}

// pointTable adds the units of its position to each row of a CSV. Rows go from the reader
// to several workers, and in order to the writer. The number of batches is fixed, so that
// memory does not grow with the table.
type pointTable struct {
	in               io.Reader
	out              io.Writer
	engine           *engine.Engine
	latName, lonName string // of the columns; empty to find out
	strict           bool   // the first row without a position ends the work
	size             int    // of batches in bytes; 0 for batchSize

	rows    csvRows
	layout  trace.Layout
	width   int // cells in the row of names; 0 without one
	answers answers
	counts  rowCounts
}

// run reads, locates and writes the whole table.
func (t *pointTable) run(ctx context.Context) error {
	if t.size == 0 {
		t.size = batchSize
	}
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
	t.rows = csvRows{t.layout.Delimiter}
	t.answers = newAnswers(t.engine.Units(), t.layout.Delimiter)
	rest, line, err := t.names(head)
	if err != nil {
		return err
	}
	return t.each(ctx, io.MultiReader(bytes.NewReader(rest), t.in), line)
}

// readHead reads the beginning of a table. A read from a terminal or a pipe cannot be
// interrupted, so that it is abandoned when ctx ends.
func readHead(ctx context.Context, in io.Reader) ([]byte, error) {
	type result struct {
		head []byte
		err  error
	}
	read := make(chan result, 1)
	go func() {
		head := make([]byte, headSize)
		n, err := io.ReadFull(in, head)
		read <- result{head[:n], err}
	}()
	select {
	case r := <-read:
		if r.err != nil && !errors.Is(r.err, io.EOF) && !errors.Is(r.err, io.ErrUnexpectedEOF) {
			return nil, fmt.Errorf("reading standard input: %w", r.err)
		}
		return r.head, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// names writes the rows above the points. It returns the text after them, and the number
// of its lines before that.
func (t *pointTable) names(head []byte) (rest []byte, lines int, err error) {
	mark := len(head) - len(bytes.TrimPrefix(head, []byte("\uFEFF")))
	var out []byte
	out, rest = append(out, head[:mark]...), head[mark:]
	for named := 0; t.layout.Named && named <= t.layout.Names && len(rest) > 0; {
		n, whole := t.rows.next(rest, false)
		if !whole { // the head is the whole table, which ends without a line feed
			n, _ = t.rows.next(rest, true)
		}
		row, end := cutEnd(rest[:n])
		out = append(out, row...)
		if named == t.layout.Names && len(row) > 0 {
			_, _, t.width, _ = t.rows.pick(row, -1, -1)
			for _, name := range locatedColumns {
				out = append(append(out, t.layout.Delimiter), name...)
			}
		}
		if len(row) > 0 {
			named++
		}
		out = append(out, end...)
		lines += bytes.Count(rest[:n], []byte{'\n'})
		rest = rest[n:]
	}
	_, err = t.out.Write(out)
	return rest, lines, err
}

// batch is a number of whole rows.
type batch struct {
	text   []byte
	line   int // how many lines stand before it
	out    []byte
	counts rowCounts
	err    error
	done   chan struct{} // hears when a worker is done
}

// each passes all rows of in through the workers.
func (t *pointTable) each(ctx context.Context, in io.Reader, line int) error {
	ctx, cancel := context.WithCancel(ctx)
	workers := runtime.GOMAXPROCS(0)
	free, work, order := make(chan *batch, 2*workers+2), make(chan *batch), make(chan *batch, 2*workers+2)
	for range cap(free) {
		free <- &batch{done: make(chan struct{}, 1)}
	}
	var readErr error
	// This does not wait for the reader, because a read from a terminal or a pipe cannot
	// be interrupted.
	go func() {
		defer close(order)
		defer close(work)
		readErr = t.read(ctx, in, line, free, func(b *batch) bool {
			select {
			case order <- b:
			case <-ctx.Done():
				return false
			}
			select {
			case work <- b:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	for range workers {
		running.Go(func() {
			for {
				select {
				case b, more := <-work:
					if !more {
						return
					}
					b.err = t.engine.Atlas(func(a *units.Atlas) error { t.locate(a, b); return nil })
					b.done <- struct{}{}
				case <-ctx.Done():
					return
				}
			}
		})
	}
	for {
		select {
		case b, more := <-order:
			if !more {
				return readErr
			}
			select {
			case <-b.done:
			case <-ctx.Done():
				return ctx.Err()
			}
			if b.err != nil {
				return b.err
			}
			if t.strict && b.counts.faulty > 0 {
				return fmt.Errorf("line %d of standard input has no valid position", b.counts.first[0])
			}
			if _, err := t.out.Write(b.out); err != nil {
				return fmt.Errorf("writing: %w", err)
			}
			t.counts.add(&b.counts)
			free <- b
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// read splits in into batches of whole rows.
func (t *pointTable) read(ctx context.Context, in io.Reader, line int, free <-chan *batch, send func(*batch) bool) error {
	var left []byte // the beginning of a row whose end is not read yet
	for last := false; !last; {
		var b *batch
		select {
		case b = <-free:
		case <-ctx.Done():
			return ctx.Err()
		}
		b.text = append(b.text[:0], left...)
		n := 0
		for n == 0 && !last {
			if len(b.text) >= maxRow {
				return fmt.Errorf("line %d: a row is longer than %s", line+1, byteSize(maxRow))
			}
			var err error
			b.text, err = readSome(in, b.text, t.size)
			last = errors.Is(err, io.EOF)
			if err != nil && !last {
				return fmt.Errorf("reading standard input: %w", err)
			}
			n = t.rows.complete(b.text, last)
		}
		left = append(left[:0], b.text[n:]...)
		b.text, b.line = b.text[:n], line
		line += bytes.Count(b.text, []byte{'\n'})
		if !send(b) {
			return ctx.Err()
		}
	}
	return nil
}

// readSome appends the result of one read of at most size bytes.
func readSome(in io.Reader, dst []byte, size int) ([]byte, error) {
	if cap(dst)-len(dst) < size {
		grown := make([]byte, len(dst), 2*len(dst)+size)
		copy(grown, dst)
		dst = grown
	}
	n, err := in.Read(dst[len(dst) : len(dst)+size])
	return dst[:len(dst)+n], err
}
