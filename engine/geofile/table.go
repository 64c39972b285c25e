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

// tableWriter writes a .dbf (dBASE III) as Shapefiles have it. Its records have
// fixed widths, and how wide a text is shows only in the end: until then text
// columns are as wide as they can be, and finish moves the records together.
type tableWriter struct {
	file    *os.File
	out     *bufio.Writer
	columns []Column
	names   []string
	widths  []int // bytes a column has while features come
	longest []int // bytes that the longest value of a column has
	records int64
	limit   int64 // bytes that the file may have
	made    time.Time
	buf     []byte
}

// Sizes in bytes, and codes, of the format.
const (
	tableVersion        = 3 // dBASE III without memo fields
	tableHeaderSize     = 32
	tableFieldSize      = 32
	tableHeaderEnd      = 0x0d
	tableEnd            = 0x1a
	tableLiveRecord     = ' '
	tableNameSize       = 10 // without the zero that ends a name
	maxTextWidth        = 254
	integerWidth        = 18 // the most that programs take for whole numbers of 64 bits
	realWidth           = 24 // holds every float64 in its shortest exact notation
	realDecimals        = 15 // as GDAL declares it; a value may have fewer or more
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
	_, err := t.out.Write(t.header(t.widths)) // its place; finish fills it in
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
			return fmt.Errorf("%w: %v in column %q: a Shapefile has room for %d characters", ErrFeature, v, t.columns[i].Name, t.widths[i])
		}
		t.longest[i] = max(t.longest[i], length)
		padding := blanks[:t.widths[i]-length]
		b = append(b, padding...)
		if t.columns[i].Kind != Text { // numbers stand to the right
			copy(b[start+len(padding):], b[start:start+length])
			copy(b[start:], padding)
		}
	}
	t.buf = b
	t.records++
	if size := int64(t.headerSize()) + t.records*t.finalRecordSize() + 1; size > t.limit {
		return fmt.Errorf("%w: a Shapefile ends at %d bytes (2 GiB) of attributes; choose another format or fewer areas", ErrTooLarge, t.limit)
	}
	_, err := t.out.Write(b)
	return err
}

// cutText returns as much of s as width bytes hold, without a part of a
// character.
func cutText(s string, width int) string {
	if len(s) <= width {
		return s
	}
	for width > 0 && !utf8.RuneStart(s[width]) {
		width--
	}
	return s[:width]
}

// appendTableReal writes x so that it can be told exactly, within realWidth.
func appendTableReal(b []byte, x float64) []byte {
	start := len(b)
	b = strconv.AppendFloat(b, x, 'f', -1, 64)
	if len(b)-start <= realWidth {
		return b
	}
	return strconv.AppendFloat(b[:start], x, 'e', -1, 64)
}

// finalWidths returns the widths that the columns have in the end: those of
// texts are as large as they must be.
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

// finalRecordSize is recordSize of finalWidths as they are by now.
func (t *tableWriter) finalRecordSize() int64 {
	size := int64(1)
	for i := range t.columns {
		size += int64(t.finalWidth(i))
	}
	return size
}

func recordSize(widths []int) int {
	size := 1 // whether it is deleted
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
	b = append(b, make([]byte, tableHeaderSize-len(b))...) // no code page: the .cpg says it
	for i, c := range t.columns {
		field := make([]byte, tableFieldSize)
		copy(field[:tableNameSize], t.names[i])
		// After the name and its zero: the type, four bytes unused, the width,
		// the decimals.
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

// finish moves the records together, front to back in the file itself: what is
// written never overtakes what is read.
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

// writeNarrow writes a record with the first narrow bytes of each column.
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
