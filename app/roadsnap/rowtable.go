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
)

// The sizes of reads (bytes).
const (
	headSize  = 64 << 10  // must show the delimiter and the columns
	batchSize = 256 << 10 // some thousands of rows, a millisecond of work
	maxRow    = 16 << 20  // a longer row is refused, because it may have no end
)

// rowTable adds cells to each row of a CSV. Rows go from the reader to several workers, and in
// order to the writer. The number of batches is fixed, so that memory does not grow with the table.
type rowTable struct {
	in      io.Reader
	out     io.Writer
	strict  bool                  // the first row without an answer ends the work
	lacks   string                // what such a row has or lacks, for the message
	size    int                   // of batches in bytes; 0 for batchSize
	names   int                   // index of the row of names, without blank ones; -1 for none
	columns []string              // names of the new cells
	work    func(*rowBatch) error // fills in out and counts

	// copyRow appends a row of the table to the result; nil appends it as it is.
	copyRow func(dst, row []byte) []byte

	rows   csvRows
	width  int // cells in the row of names; 0 without one
	counts rowCounts
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

// begin writes the rows above the first row of data, with the new columns in that of names. It
// returns the text after them, and the number of its lines before that.
func (t *rowTable) begin(head []byte) (rest []byte, lines int, err error) {
	mark := len(head) - len(bytes.TrimPrefix(head, []byte("\uFEFF")))
	var out []byte
	out, rest = append(out, head[:mark]...), head[mark:]
	for named := 0; named <= t.names && len(rest) > 0; {
		n, whole := t.rows.next(rest, false)
		if !whole { // the head is the whole table, which ends without a line feed
			n, _ = t.rows.next(rest, true)
		}
		row, end := cutEnd(rest[:n])
		out = t.appendRow(out, row)
		if named == t.names && len(row) > 0 {
			_, _, t.width, _ = t.rows.pick(row, -1, -1)
			for _, name := range t.columns {
				out = append(append(out, t.rows.delimiter), name...)
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

// run writes the names and passes all rows through the workers. head is the text that was read
// already.
func (t *rowTable) run(ctx context.Context, head []byte) error {
	if t.size == 0 {
		t.size = batchSize
	}
	rest, line, err := t.begin(head)
	if err != nil {
		return err
	}
	return t.each(ctx, io.MultiReader(bytes.NewReader(rest), t.in), line)
}

// eachRow passes the rows of a batch to append, which adds the new cells to the row. line counts
// from 1.
func (t *rowTable) eachRow(b *rowBatch, add func(dst, row []byte, line int, counts *rowCounts) []byte) {
	b.out, b.counts = b.out[:0], rowCounts{}
	line := b.line
	for text := b.text; len(text) > 0; {
		n, _ := t.rows.next(text, true)
		row, end := cutEnd(text[:n])
		b.out = t.appendRow(b.out, row)
		if len(row) > 0 { // else it is no row at all
			b.out = add(b.out, row, line+1, &b.counts)
		}
		b.out = append(b.out, end...)
		line += bytes.Count(text[:n], []byte{'\n'})
		text = text[n:]
	}
}

func (t *rowTable) appendRow(dst, row []byte) []byte {
	if t.copyRow == nil {
		return append(dst, row...)
	}
	return t.copyRow(dst, row)
}

// fill appends the cells that a row lacks, so that the new ones are below their names.
func (t *rowTable) fill(dst []byte, cells int, closed bool, counts *rowCounts) []byte {
	counts.rows++
	for ; closed && cells < t.width; cells++ {
		dst = append(dst, t.rows.delimiter)
	}
	if cells > t.width && t.width > 0 {
		counts.wide++
	}
	return dst
}

// rowBatch is a number of whole rows.
type rowBatch struct {
	text   []byte
	line   int // how many lines stand before it
	out    []byte
	counts rowCounts
	err    error
	done   chan struct{} // hears when a worker is done
}

// each passes all rows of in through the workers.
func (t *rowTable) each(ctx context.Context, in io.Reader, line int) error {
	ctx, cancel := context.WithCancel(ctx)
	workers := runtime.GOMAXPROCS(0)
	free, work, order := make(chan *rowBatch, 2*workers+2), make(chan *rowBatch), make(chan *rowBatch, 2*workers+2)
	for range cap(free) {
		free <- &rowBatch{done: make(chan struct{}, 1)}
	}
	var readErr error
	// This does not wait for the reader, because a read from a terminal or a pipe cannot
	// be interrupted.
	go func() {
		defer close(order)
		defer close(work)
		readErr = t.read(ctx, in, line, free, func(b *rowBatch) bool {
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
					b.err = t.work(b)
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
				return fmt.Errorf("line %d of standard input %s", b.counts.first[0], t.lacks)
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
func (t *rowTable) read(ctx context.Context, in io.Reader, line int, free <-chan *rowBatch, send func(*rowBatch) bool) error {
	var left []byte // the beginning of a row whose end is not read yet
	for last := false; !last; {
		var b *rowBatch
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
