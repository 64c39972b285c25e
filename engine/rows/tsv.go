// SPDX-License-Identifier: MIT

package rows

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"roadsnap/engine/trace"
)

// tsvNull is the value of a column without one.
const tsvNull = `\N`

// newTSV returns the source of rows of tab-separated values.
func newTSV(o *Options) (*lineSource, error) {
	s := &lineSource{in: bufio.NewReaderSize(o.In, 1<<16), profile: o.Profile}
	names := o.Names
	switch {
	case o.Header && names != nil:
		return nil, fmt.Errorf("give either the names of the columns or a header: %w", ErrSchema)
	case o.Header:
		line, err := readLine(s.in)
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("the input has no header: %w", ErrInput)
		}
		if err != nil {
			return nil, err
		}
		names = strings.Split(string(line), "\t")
	case names == nil:
		names = []string{string(TripID), string(Time), string(Lat), string(Lon)}
	}
	found, err := o.find(names)
	s.names, s.found = names, found
	s.parser = &values{found: found, columns: len(names)}
	return s, err
}

// values parses tab-separated values.
type values struct {
	found   columns
	columns int
	key     string // the last one
}

func (p *values) parse(line []byte, f *fixes, i int) (key string, s shape) {
	if bytes.Count(line, []byte{'\t'}) != p.columns-1 {
		f.fault(i, BadRow)
		return "", broken
	}
	for n, rest := 0, line; n < p.columns; n++ {
		var value []byte
		value, rest, _ = bytes.Cut(rest, []byte{'\t'})
		for role, k := range p.found {
			switch {
			case k != n:
			case string(value) == tsvNull:
				f.null(role, i)
			case role == tripID && len(value) == 0:
				f.null(role, i)
			case role == tripID:
				if string(value) != p.key {
					p.key = string(value)
				}
				key = p.key
			default:
				f.setText(role, i, string(value))
			}
		}
	}
	return key, whole
}

// newValueSink returns a sink of tab-separated values. It writes the header, if there is
// one.
func newValueSink(o *Options, names []string, t *table, joins bool) (*lineSink, error) {
	if joins {
		if err := o.checkAdded(names, t); err != nil {
			return nil, err
		}
	}
	k := &lineSink{out: bufio.NewWriterSize(o.Out, 1<<16), row: appendValues}
	k.join = func(b, line []byte, _ shape) []byte { return joinValues(b, line, len(names)) }
	if !o.Header {
		return k, nil
	}
	var header []string
	if joins {
		header = append(header, names...)
	}
	for i := range t.columns {
		header = append(header, t.columns[i].name)
	}
	_, err := k.out.WriteString(strings.Join(header, "\t") + "\n")
	return k, err
}

// joinValues appends the values of a row. Where they are too few, null follows; what is
// too much is left out.
func joinValues(b, line []byte, columns int) []byte {
	if line == nil {
		line = []byte(tsvNull)
	}
	for n := range columns {
		value, rest, more := bytes.Cut(line, []byte{'\t'})
		b = append(append(b, value...), '\t')
		if line = rest; !more {
			for range columns - n - 1 {
				b = append(append(b, tsvNull...), '\t')
			}
			break
		}
	}
	return b
}

// appendValues appends a row of a table.
func appendValues(b []byte, t *table, i int, _ bool) []byte {
	for n := range t.columns {
		c := &t.columns[n]
		if n > 0 {
			b = append(b, '\t')
		}
		if !c.known[i] {
			b = append(b, tsvNull...)
			continue
		}
		switch c.kind {
		case keyKind:
			b = append(b, c.texts[i]...)
		case textKind:
			if text := c.texts[i]; isPlain(text) {
				b = append(b, text...)
			} else {
				b = append(b, escaper.Replace(text)...)
			}
		case flagKind:
			b = strconv.AppendBool(b, c.wholes[i] != 0)
		case timeKind:
			b = append(b, trace.FormatTime(timeOfMicros(c.wholes[i]))...)
		case wholeKind:
			b = strconv.AppendInt(b, c.wholes[i], 10)
		default:
			b = appendFixed(b, c.floats[i], c.kind.unit())
		}
	}
	return append(b, '\n')
}

// escaper writes the escapes of a value.
var escaper = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
