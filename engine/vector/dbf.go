// SPDX-License-Identifier: MIT

package vector

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// dbf reads the rows of a dBASE table.
type dbf struct {
	in      io.Reader
	columns []dbfColumn
	row0    []byte // of a row
	left    int64  // rows to come
	number  int    // of the next row
	decode  Encoding
}

type dbfColumn struct {
	name     string
	from, to int // in a row
	text     bool
	used     bool
}

const (
	dbfHeader     = 32   // bytes, also of the description of a column
	dbfNameLength = 11   // bytes, filled with zeros
	dbfEnd        = 0x0d // after the last column
	dbfDeleted    = '*'
)

func newDBF(in io.Reader, e Encoding, used func(string) bool) (*dbf, error) {
	var buffer bytes.Buffer
	head, err := readN(in, &buffer, dbfHeader)
	if err != nil {
		return nil, inTable(err)
	}
	rows, headerLength, rowLength := binary.LittleEndian.Uint32(head[4:]), int64(binary.LittleEndian.Uint16(head[8:])), int(binary.LittleEndian.Uint16(head[10:]))
	if headerLength < dbfHeader+1 || rowLength < 1 {
		return nil, inTable(corruptf("its header has %d bytes, its rows have %d", headerLength, rowLength))
	}
	d := &dbf{in: in, left: int64(rows), row0: make([]byte, rowLength), decode: e}
	rest, err := readN(in, &buffer, headerLength-dbfHeader)
	if err != nil {
		return nil, inTable(err)
	}
	at := 1 // after the mark of a deleted row
	for ; len(rest) >= dbfHeader && rest[0] != dbfEnd; rest = rest[dbfHeader:] {
		name, _, _ := bytes.Cut(rest[:dbfNameLength], []byte{0})
		kind, length := rest[dbfNameLength], int(rest[16])
		if kind == 'C' {
			length += int(rest[17]) << 8 // some programs write long texts
		}
		c := dbfColumn{from: at, to: at + length, text: kind == 'C'}
		if at = c.to; at > rowLength {
			return nil, inTable(corruptf("its columns are longer than its rows"))
		}
		if c.name, err = e.text(string(bytes.TrimSpace(name))); err != nil {
			c.name = strings.ToValidUTF8(string(name), "\ufffd")
		}
		c.used = used == nil || used(c.name)
		d.columns = append(d.columns, c)
	}
	return d, nil
}

// row returns the values of the next row.
func (d *dbf) row() (fields []Field, deleted bool, err error) {
	if d.left--; d.left < 0 {
		return nil, false, inTable(corruptf("it has fewer rows than there are shapes"))
	}
	if _, err := io.ReadFull(d.in, d.row0); err != nil {
		return nil, false, inTable(cut(err))
	}
	for _, c := range d.columns {
		raw := strings.Trim(string(d.row0[c.from:c.to]), " \x00\r\n\t")
		if !c.text {
			fields = append(fields, Field{c.name, strings.ToValidUTF8(raw, "\ufffd")})
			continue
		}
		if len(raw) == c.to-c.from {
			raw = d.decode.whole(raw)
		}
		value, err := d.decode.text(raw)
		if err != nil && c.used {
			return nil, false, &TextError{Column: c.name, Feature: d.number, Encoding: d.decode.String(), Text: value}
		}
		fields = append(fields, Field{c.name, value})
	}
	d.number++
	return fields, d.row0[0] == dbfDeleted, nil
}

// inTable says that an error is in the table.
func inTable(err error) error { return fmt.Errorf("the table: %w", err) }
