// SPDX-License-Identifier: MIT

package fleet

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"

	"roadsnap/engine/trace"
)

const byteOrderMark = "\ufeff"

// readCSV reads a table with commas, semicolons or tabs: those with which one of the first
// rows names the most columns.
func readCSV(at *Error, content []byte) ([]sheet, error) {
	plain, err := toUTF8(content)
	if err != nil || bytes.IndexByte(plain, 0) >= 0 {
		return nil, at.with(ErrFormat, "not a CSV or XLSX file", "save the table as .xlsx, or as CSV UTF-8")
	}
	var best rune
	most := -1
	for _, delimiter := range []rune{',', ';', '\t'} {
		named := 0
		for row, err := range csvRows(at, plain, delimiter, maxAbove+1) {
			if err != nil {
				return nil, err
			}
			if c, count, _ := columnsOf(row.cells); c.usable() {
				named = max(named, count)
			}
		}
		if named > most {
			best, most = delimiter, named
		}
	}
	var rows []sheetRow
	for row, err := range csvRows(at, plain, best, math.MaxInt) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return []sheet{{rows: rows}}, nil
}

// csvRows returns the rows that are not empty, at most so many. It ends after an error.
func csvRows(at *Error, content []byte, delimiter rune, most int) iter.Seq2[sheetRow, error] {
	return func(yield func(sheetRow, error) bool) {
		r := csv.NewReader(bytes.NewReader(content))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = delimiter, -1, true
		var read size
		for read.rows < most {
			cells, err := r.Read()
			if errors.Is(err, io.EOF) {
				return
			}
			place := *at
			if bad := new(csv.ParseError); errors.As(err, &bad) {
				place.Row = bad.Line
				err = place.with(ErrFormat, bad.Err.Error(), "save the table again as CSV")
			}
			if err != nil {
				yield(sheetRow{}, err)
				return
			}
			if isEmpty(cells) {
				continue
			}
			for i, cell := range cells {
				cells[i] = trace.Unguarded(cell)
			}
			place.Row, _ = r.FieldPos(0)
			if err := place.limit(read, len(cells)); err != nil {
				yield(sheetRow{}, err)
				return
			}
			read.add(len(cells))
			if !yield(sheetRow{place.Row, cells}, nil) {
				return
			}
		}
	}
}

// size is how much of a file was read.
type size struct{ rows, cells int }

// add counts another row.
func (s *size) add(cells int) { s.rows, s.cells = s.rows+1, s.cells+cells }

const tooLargeRemedy = "remove what does not belong to the register"

// limit returns an error for a row at the place of e with too many cells, or after too many
// rows or cells.
func (e *Error) limit(read size, cells int) error {
	switch {
	case read.rows >= maxRows:
		return e.with(ErrTooLarge, fmt.Sprintf("more than %d rows", maxRows), tooLargeRemedy)
	case cells > maxColumns:
		return e.with(ErrTooLarge, fmt.Sprintf("more than %d columns", maxColumns), tooLargeRemedy)
	case read.cells+cells > maxCells:
		return e.with(ErrTooLarge, fmt.Sprintf("more than %d cells", maxCells), tooLargeRemedy)
	}
	return nil
}

// toUTF8 returns composed UTF-8 of text in UTF-8, UTF-16 or the code page of Vietnamese
// Windows.
func toUTF8(content []byte) ([]byte, error) {
	var err error
	switch {
	case bytes.HasPrefix(content, []byte("\xff\xfe")), bytes.HasPrefix(content, []byte("\xfe\xff")):
		content, err = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(content)
	case !utf8.Valid(content):
		content, err = charmap.Windows1258.NewDecoder().Bytes(content)
	}
	if err != nil {
		return nil, err
	}
	return norm.NFC.Bytes(bytes.TrimPrefix(content, []byte(byteOrderMark))), nil
}

// WriteCSV writes the register as a table in UTF-8 which Read reads as the same register,
// with single spaces in texts, see [trace.Guarded]. Its first column says what a row is. It begins with a byte
// order mark, so that spreadsheets show Vietnamese. Times are in Vietnam's zone; a date as
// the end includes its day. The error wraps ErrValue if an entry lacks its plate or name, or
// has a value that Read refuses.
func (r Register) WriteCSV(w io.Writer) error {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	if err := out.Write(header[:]); err != nil {
		return err
	}
	for i, v := range r.Vehicles {
		if blank(clean(v.Plate)) || PlateKey(v.Plate) == "" || !(v.Norm >= 0 && v.Norm <= MaxNorm) {
			return fmt.Errorf("vehicle %d of the register, %q with a norm of %v l/100 km: %w", i+1, shown(v.Plate), v.Norm, ErrValue)
		}
		norm := ""
		if v.Norm != 0 {
			norm = strconv.FormatFloat(v.Norm, 'f', -1, 64)
		}
		if !v.Transport.Valid() || !slices.Contains(append(Bodies(), UnknownBody), v.Body) || v.Seats < 0 || v.Seats > MaxSeats || !(v.Payload >= 0 && v.Payload <= MaxPayload) {
			return fmt.Errorf("vehicle %d of the register, %q with the transport %q, body %q, %d seats and %v kg: %w", i+1, shown(v.Plate), shown(string(v.Transport)), shown(string(v.Body)), v.Seats, v.Payload, ErrValue)
		}
		seats, payload := "", ""
		if v.Seats != 0 {
			seats = strconv.Itoa(v.Seats)
		}
		if v.Payload != 0 {
			payload = strconv.FormatFloat(v.Payload, 'f', -1, 64)
		}
		if err := writeRow(out, "vehicle", v.Plate, v.Kind, v.Group, norm, string(v.Transport), string(v.Body), seats, payload, "", "", "", "", ""); err != nil {
			return err
		}
	}
	for i, d := range r.Drivers {
		if blank(clean(d.Name)) {
			return fmt.Errorf("driver %d of the register has no name: %w", i+1, ErrValue)
		}
		if err := writeRow(out, "driver", "", "", "", "", "", "", "", "", d.Name, d.Licence, d.Phone, "", ""); err != nil {
			return err
		}
	}
	for i, a := range r.Assignments {
		from, err := formatTime(a.From, false)
		to, endErr := formatTime(a.To, true)
		bad := !a.From.IsZero() && !a.To.IsZero() && !a.From.Before(a.To)
		if err != nil || endErr != nil || bad || PlateKey(a.Plate) == "" || blank(clean(a.Driver)) {
			return fmt.Errorf("assignment %d of the register, %q to %q from %v to %v: %w", i+1, shown(a.Plate), shown(a.Driver), a.From, a.To, ErrValue)
		}
		if err := writeRow(out, "assignment", a.Plate, "", "", "", "", "", "", "", a.Driver, "", "", from, to); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func writeRow(out *csv.Writer, cells ...string) error {
	for i, cell := range cells {
		cells[i] = trace.Guarded(clean(cell))
	}
	return out.Write(cells)
}
