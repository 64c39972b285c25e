// SPDX-License-Identifier: MIT

package tripfile

import (
	"bufio"
	"bytes"
	"io"
	"time"

	"roadsnap/engine/trace"
)

// csvEncoder writes one table after a row of column names.
type csvEncoder struct {
	out      *bufio.Writer
	table    table
	comma    byte
	decimal  byte
	end      string
	location *time.Location // of times without zone; nil: times have their zone
	buf      []byte
}

func newCSV(w io.Writer, o *Options, t table) (*csvEncoder, error) {
	e := &csvEncoder{out: bufio.NewWriterSize(w, textBuffer), table: t, comma: ',', decimal: '.', end: "\n"}
	if o.Excel != Plain {
		e.end, e.location = excelLineEnd, o.Location
		e.buf = append(e.buf, byteOrderMark...)
	}
	if o.Excel == VietnameseExcel {
		e.comma, e.decimal = ';', ','
	}
	for i, c := range t.columns {
		e.separate(i)
		e.buf = append(e.buf, c.Name...)
	}
	return e, e.write()
}

// textBuffer is how much text is collected before it is written (bytes).
const textBuffer = 1 << 16

func (e *csvEncoder) separate(i int) {
	if i > 0 {
		e.buf = append(e.buf, e.comma)
	}
}

func (e *csvEncoder) write() error {
	e.buf = append(e.buf, e.end...)
	_, err := e.out.Write(e.buf)
	e.buf = e.buf[:0]
	return err
}

func (e *csvEncoder) trip(v *view) error {
	return e.table.each(v, func(r *row) error {
		for i, c := range r.cells {
			e.separate(i)
			e.append(c)
		}
		return e.write()
	})
}

func (e *csvEncoder) append(c cell) {
	switch c.kind {
	case text:
		e.buf = trace.AppendCSVText(e.buf, c.text)
	case integer, number:
		from := len(e.buf)
		e.buf = c.appendNumber(e.buf)
		e.localise(from)
	case moment:
		if e.location == nil {
			e.buf = append(e.buf, trace.FormatTime(c.time)...)
			return
		}
		from, t := len(e.buf), c.time.In(e.location)
		form := spreadsheetMoment
		if t.Nanosecond() >= int(time.Millisecond) {
			form += ".000"
		}
		e.buf = t.AppendFormat(e.buf, form)
		e.localise(from)
	case boolean:
		e.buf = append(e.buf, truthText(c.truth)...)
	}
}

// localise gives what was appended from a place on the decimal sign of the file.
func (e *csvEncoder) localise(from int) {
	if i := bytes.IndexByte(e.buf[from:], '.'); i >= 0 {
		e.buf[from+i] = e.decimal
	}
}

func truthText(truth bool) string {
	if truth {
		return "true"
	}
	return "false"
}

func (e *csvEncoder) close() error { return e.out.Flush() }
func (e *csvEncoder) discard()     {}
