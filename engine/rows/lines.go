// SPDX-License-Identifier: MIT

package rows

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"unsafe"

	"roadsnap/engine/match"
)

// parser reads rows of text.
type parser interface {
	// parse decodes a line into row i of f, and returns its trip as the output has it.
	parse(line []byte, f *fixes, i int) (key string, s shape)
}

// shape says whether columns can be added to a line.
type shape uint8

const (
	broken shape = iota // it is none of the format
	whole
	taken // it has a name already that the output adds
)

// lineSource reads rows of text.
type lineSource struct {
	in      *bufio.Reader
	parser  parser
	profile match.Profile
	names   []string // of the columns
	found   columns
	first   []byte // a line that was read for its names, if any
	err     error
}

// lineBatch is some lines. A line that is too long is nil.
type lineBatch struct {
	source *lineSource
	lines  [][]byte
	keys   []string // of decoded lines, as their shapes
	shapes []shape
}

// tripColumn returns the name of the output column with the trips, "" if there is none.
func (s *lineSource) tripColumn(joins bool) string {
	i := s.found[tripID]
	switch {
	case i < 0:
		return ""
	case joins:
		return s.names[i]
	}
	return string(TripID)
}

// next returns the lines that have come, at most mostRows.
func (s *lineSource) next() (batch, error) {
	b := &lineBatch{source: s}
	if s.first != nil {
		b.lines, s.first = append(b.lines, s.first), nil
	}
	for s.err == nil && len(b.lines) < mostRows && (len(b.lines) == 0 || s.in.Buffered() > 0) {
		var line []byte
		if line, s.err = readLine(s.in); s.err == nil {
			b.lines = append(b.lines, line)
		}
	}
	if len(b.lines) == 0 {
		return nil, s.err
	}
	return b, nil
}

// readLine returns the next line without its end, in memory of its own; nil if it is
// longer than MaxRow. The last line may lack its end. The error is io.EOF after it.
func readLine(in *bufio.Reader) ([]byte, error) {
	line := []byte{}
	long := false
	for {
		piece, err := in.ReadSlice('\n')
		if !long {
			line = append(line, piece...)
		}
		if len(line) > MaxRow {
			line, long = line[:0], true
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && !long):
			return nil, err
		case long:
			return nil, nil
		}
		line = bytes.TrimSuffix(line, []byte{'\n'})
		return bytes.TrimSuffix(line, []byte{'\r'}), nil
	}
}

func (b *lineBatch) len() int { return len(b.lines) }

func (b *lineBatch) size() (n int64) {
	for _, l := range b.lines {
		n += int64(cap(l)) + int64(unsafe.Sizeof(l))
	}
	return n
}

func (b *lineBatch) decode(f *fixes) {
	f.reset(len(b.lines), b.source.profile)
	b.keys, b.shapes = make([]string, len(b.lines)), make([]shape, len(b.lines))
	for i, line := range b.lines {
		if line == nil {
			f.fault(i, RowTooLong)
			continue
		}
		b.keys[i], b.shapes[i] = b.source.parser.parse(line, f, i)
	}
}

func (b *lineBatch) key(i int) string { return b.keys[i] }

func (b *lineBatch) order(i int) string { return b.keys[i] }

func (b *lineBatch) slice(from, to int) batch {
	return &lineBatch{source: b.source, lines: b.lines[from:to]}
}

func (b *lineBatch) take(numbers []int) batch {
	taken := &lineBatch{source: b.source, lines: make([][]byte, len(numbers))}
	for i, n := range numbers {
		taken.lines[i] = b.lines[n]
	}
	return taken
}

func (b *lineBatch) join(others []batch) (batch, error) {
	whole := &lineBatch{source: b.source, lines: slices.Clone(b.lines)}
	for _, o := range others {
		whole.lines = append(whole.lines, o.(*lineBatch).lines...)
	}
	return whole, nil
}

// lineSink writes rows of text.
type lineSink struct {
	out    *bufio.Writer
	buffer []byte
	// join appends an input row, nil if it was too long, so that values follow.
	join func(b, line []byte, s shape) []byte
	// row appends row i of t with the end of the line. alone is false if it follows what
	// join appended.
	row func(b []byte, t *table, i int, alone bool) []byte
	// refuse returns the error for a row that is taken.
	refuse func(line []byte, t *table) error
}

func (k *lineSink) joined(spans []span, t *table) error {
	n := 0
	for _, s := range spans {
		b := s.batch.(*lineBatch)
		for i := s.from; i < s.to; i++ {
			if b.shapes[i] == taken {
				return errors.Join(k.refuse(b.lines[i], t), k.out.Flush())
			}
			k.buffer = k.row(k.join(k.buffer[:0], b.lines[i], b.shapes[i]), t, n, false)
			n++
			if _, err := k.out.Write(k.buffer); err != nil {
				return err
			}
		}
	}
	return k.out.Flush()
}

func (k *lineSink) table(t *table) error {
	for i := range t.rows {
		k.buffer = k.row(k.buffer[:0], t, i, true)
		if _, err := k.out.Write(k.buffer); err != nil {
			return err
		}
	}
	return k.out.Flush()
}

func (k *lineSink) close() error { return k.out.Flush() }
