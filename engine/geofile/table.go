// SPDX-License-Identifier: MIT

package geofile

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// tableWriter writes the .dbf (dBASE III) of a Shapefile. Columns have fixed widths,
// and those of texts are known only at the end. Until then text columns have the
// maximum width; finish compacts the records.
type tableWriter struct {
	file    *os.File
	out     *bufio.Writer
	columns []Column
	names   []string
	widths  []int // widths of the columns before finish (bytes)
	longest []int // length of the longest value of each column (bytes)
	records int64
	limit   int64 // maximum size of the file (bytes)
	made    time.Time
	buf     []byte
}

// Sizes (bytes) and codes of the format.
const (
	tableVersion        = 3 // dBASE III without memo fields
	tableHeaderSize     = 32
	tableFieldSize      = 32
	tableHeaderEnd      = 0x0d
	tableEnd            = 0x1a
	tableLiveRecord     = ' '
	tableNameSize       = 10 // without the terminating zero
	maxTextWidth        = 254
	integerWidth        = 18 // the most that programs accept for 64-bit integers
	realWidth           = 24 // holds every float64 in its shortest exact notation
	realDecimals        = 15 // as GDAL declares; a value may have fewer or more
	tableFieldTypeText  = 'C'
	tableFieldTypeValue = 'N'
)

var blanks = strings.Repeat(" ", maxTextWidth)

func newTableWriter(f *os.File, columns []Column, made time.Time) (*tableWriter, error) {
	t := &tableWriter{
		file: f, out: bufio.NewWriterSize(f, fileBuffer), columns: columns, names: tableNames(columns),
		longest: make([]int, len(columns)), limit: maxPartSize, made: made,
	}
	for _, c := range columns {
		t.widths = append(t.widths, [...]int{Text: maxTextWidth, Integer: integerWidth, Real: realWidth}[c.Kind])
	}
	_, err := t.out.Write(t.header(t.widths)) // a placeholder; finish writes the final header
	return t, err
}

func (t *tableWriter) add(values []any) error {
	b := append(t.buf[:0], tableLiveRecord)
	for i, v := range values {
		start := len(b)
		switch x := v.(type) {
		case string:
			b = append(b, cutText(x, maxTextWidth)...)
		case int64:
			b = strconv.AppendInt(b, x, 10)
		case float64:
			b = appendTableReal(b, x)
		}
		length := len(b) - start
		if length > t.widths[i] {
			return fmt.Errorf("%w: %v in column %q is longer than the %d characters of a Shapefile", ErrFeature, v, t.columns[i].Name, t.widths[i])
		}
		t.longest[i] = max(t.longest[i], length)
		padding := blanks[:t.widths[i]-length]
		b = append(b, padding...)
		if t.columns[i].Kind != Text { // numbers are right-aligned
			copy(b[start+len(padding):], b[start:start+length])
			copy(b[start:], padding)
		}
	}
	t.buf = b
	t.records++
	if size := int64(t.headerSize()) + t.records*t.finalRecordSize() + 1; size > t.limit {
		return fmt.Errorf("%w: the attributes need more than the %d bytes (2 GiB) of a Shapefile; choose another format or fewer areas", ErrTooLarge, t.limit)
	}
	_, err := t.out.Write(b)
	return err
}

// cutText returns the longest prefix of s of at most width bytes that ends with a
// whole character.
func cutText(s string, width int) string {
	if len(s) <= width {
		return s
	}
	for width > 0 && !utf8.RuneStart(s[width]) {
		width--
	}
	return s[:width]
}

// appendTableReal appends x exactly, in at most realWidth bytes.
func appendTableReal(b []byte, x float64) []byte {
	start := len(b)
	b = strconv.AppendFloat(b, x, 'f', -1, 64)
	if len(b)-start <= realWidth {
		return b
	}
	return strconv.AppendFloat(b[:start], x, 'e', -1, 64)
}

// finalWidths returns the final widths of the columns. Text columns are as wide as
// their longest value.
func (t *tableWriter) finalWidths() []int {
	final := make([]int, len(t.widths))
	for i := range final {
		final[i] = t.finalWidth(i)
	}
	return final
}

func (t *tableWriter) finalWidth(column int) int {
	if t.columns[column].Kind == Text {
		return max(t.longest[column], 1)
	}
	return t.widths[column]
}

// finalRecordSize returns recordSize(t.finalWidths()).
func (t *tableWriter) finalRecordSize() int64 {
	size := int64(1)
	for i := range t.columns {
		size += int64(t.finalWidth(i))
	}
	return size
}

func recordSize(widths []int) int {
	size := 1 // the deletion flag
	for _, w := range widths {
		size += w
	}
	return size
}

func (t *tableWriter) headerSize() int { return tableHeaderSize + len(t.columns)*tableFieldSize + 1 }

func (t *tableWriter) header(widths []int) []byte {
	b := []byte{tableVersion, byte(t.made.Year() - 1900), byte(t.made.Month()), byte(t.made.Day())}
	b = binary.LittleEndian.AppendUint32(b, uint32(t.records))
	b = binary.LittleEndian.AppendUint16(b, uint16(t.headerSize()))
	b = binary.LittleEndian.AppendUint16(b, uint16(recordSize(widths)))
	b = append(b, make([]byte, tableHeaderSize-len(b))...) // no code page: the .cpg has it
	for i, c := range t.columns {
		field := make([]byte, tableFieldSize)
		copy(field[:tableNameSize], t.names[i])
		// After the name and its zero: type, four unused bytes, width,
		// decimals.
		const atType, atWidth, atDecimals = 11, 16, 17
		field[atType], field[atWidth] = tableFieldTypeValue, byte(widths[i])
		switch c.Kind {
		case Text:
			field[atType] = tableFieldTypeText
		case Real:
			field[atDecimals] = realDecimals
		}
		b = append(b, field...)
	}
	return append(b, tableHeaderEnd)
}

// finish compacts the records in place, front to back. Writing never overtakes
// reading.
func (t *tableWriter) finish() error {
	if err := t.out.Flush(); err != nil {
		return err
	}
	final := t.finalWidths()
	start := int64(t.headerSize())
	wide, narrow := int64(recordSize(t.widths)), int64(recordSize(final))
	in := bufio.NewReaderSize(io.NewSectionReader(t.file, start, t.records*wide), fileBuffer)
	out := bufio.NewWriterSize(io.NewOffsetWriter(t.file, 0), fileBuffer)
	if _, err := out.Write(t.header(final)); err != nil {
		return err
	}
	record := make([]byte, wide)
	for range t.records {
		if _, err := io.ReadFull(in, record); err != nil {
			return err
		}
		if err := writeNarrow(out, record, t.widths, final); err != nil {
			return err
		}
	}
	if err := out.WriteByte(tableEnd); err != nil {
		return err
	}
	return errors.Join(out.Flush(), t.file.Truncate(start+t.records*narrow+1))
}

// writeNarrow writes the first narrow[i] bytes of each column i of a record.
func writeNarrow(out *bufio.Writer, record []byte, wide, narrow []int) error {
	if _, err := out.Write(record[:1]); err != nil {
		return err
	}
	at := 1
	for i := range wide {
		if _, err := out.Write(record[at : at+narrow[i]]); err != nil {
			return err
		}
		at += wide[i]
	}
	return nil
}
