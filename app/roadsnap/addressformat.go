// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/address"
	"roadsnap/engine/trace"
	"roadsnap/internal/workbook"
)

// The formats of tables of addresses.
const (
	formatCSV   = "csv"
	formatXLSX  = "xlsx"
	formatLines = "ndjson"
)

// formatOf returns the format of the beginning of a table.
func formatOf(head []byte) string {
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), " \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return formatXLSX
	case bytes.HasPrefix(trimmed, []byte("{")):
		return formatLines
	}
	return formatCSV
}

// asCSV returns a table as CSV. done must be called when it has been read; it removes temporary
// files.
func asCSV(ctx context.Context, in io.Reader, format string) (table io.Reader, done func(), err error) {
	switch format {
	case formatXLSX:
		return sheetAsCSV(ctx, in)
	case formatLines:
		r, w := io.Pipe()
		go func() { _ = w.CloseWithError(linesAsCSV(in, w)) }()
		return r, func() { _ = r.Close() }, nil
	}
	return in, func() {}, nil
}

// sheetAsCSV copies a workbook to a temporary file, because it is not read from beginning to end.
func sheetAsCSV(ctx context.Context, in io.Reader) (table io.Reader, done func(), err error) {
	f, err := os.CreateTemp("", "roadsnap-*.xlsx")
	if err != nil {
		return nil, nil, err
	}
	remove := func() {
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
	size, err := io.Copy(f, in)
	if err != nil {
		remove()
		return nil, nil, fmt.Errorf("reading standard input: %w", err)
	}
	r, w := io.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		out := csv.NewWriter(w)
		width := 0
		err := address.ReadWorkbook(ctx, f, size, func(cells []string) error {
			width = max(width, len(cells))
			row := make([]string, width)
			for i, c := range cells {
				row[i] = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(c)
			}
			return out.Write(row)
		})
		out.Flush()
		_ = w.CloseWithError(errors.Join(err, out.Error()))
	}()
	return r, func() {
		_ = r.Close()
		<-ended
		remove()
	}, nil
}

// jsonLine is a line of JSON: its members in order.
type jsonLine struct {
	names  []string
	values map[string]json.RawMessage
}

// readLine reads a line that is a JSON object.
func readLine(text []byte) (l jsonLine, err error) {
	if err := json.Unmarshal(text, &l.values); err != nil || l.values == nil {
		return l, errors.Join(errors.New("is not a JSON object"), err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	_, _ = d.Token() // the brace; the text is valid
	for d.More() {
		name, _ := d.Token()
		l.names = append(l.names, fmt.Sprint(name))
		var skipped json.RawMessage
		_ = d.Decode(&skipped)
	}
	return l, nil
}

// text returns a member as the text of a cell.
func (l jsonLine) text(name string) string {
	v := l.values[name]
	var s string
	switch {
	case len(v) == 0 || string(v) == "null":
		return ""
	case v[0] == '"' && json.Unmarshal(v, &s) == nil:
		return s
	}
	return string(v)
}

// eachJSONLine calls line with the lines that are not blank, and their numbers.
func eachJSONLine(in io.Reader, line func(number int, text []byte) error) error {
	s := bufio.NewScanner(in)
	s.Buffer(make([]byte, 64<<10), maxRow)
	number := 0
	for s.Scan() {
		number++
		text := s.Bytes()
		if number == 1 {
			text = bytes.TrimPrefix(text, []byte("\uFEFF"))
		}
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		if err := line(number, text); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("line %d is longer than %d MiB", number+1, maxRow>>20)
	}
	return s.Err()
}

// linesAsCSV writes lines of JSON as CSV. The members of the first line are the columns.
func linesAsCSV(in io.Reader, w io.Writer) error {
	out := csv.NewWriter(w)
	var names []string
	err := eachJSONLine(in, func(_ int, text []byte) error {
		l, err := readLine(text)
		if err != nil {
			return err
		}
		if names == nil {
			names = l.names
			if err := out.Write(names); err != nil {
				return err
			}
		}
		row := make([]string, len(names))
		for i, name := range names {
			row[i] = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(l.text(name))
		}
		for _, name := range l.names {
			if !slices.Contains(names, name) {
				return fmt.Errorf("has the member %q, which the first line lacks; add it there, or write --format ndjson", name)
			}
		}
		return out.Write(row)
	})
	out.Flush()
	return errors.Join(err, out.Error())
}

// fromCSV calls write with a writer to which a CSV is written, and writes it to w in a format. in
// reads that CSV.
func fromCSV(w io.Writer, format string, in *lateCSV, write func(io.Writer) error) error {
	if format == formatCSV {
		return write(w)
	}
	r, pipe := io.Pipe()
	written := make(chan error, 1)
	go func() {
		err := write(pipe)
		_ = pipe.CloseWithError(err)
		written <- err
	}()
	in.from = bufio.NewReader(r)
	var err error
	if format == formatXLSX {
		err = csvAsSheet(in, w)
	} else {
		err = csvAsLines(in, w)
	}
	_ = r.CloseWithError(err)
	if failed := <-written; failed != nil {
		return failed
	}
	return err
}

// lateCSV reads CSV whose delimiter is known when its first byte has come.
type lateCSV struct {
	from      *bufio.Reader
	delimiter func() byte
	guarded   bool // cells may have the apostrophe of trace.Guarded
	rows      *csv.Reader
}

func (l *lateCSV) read() ([]string, error) {
	if l.rows == nil {
		if mark, err := l.from.Peek(3); err == nil && string(mark) == "\uFEFF" {
			_, _ = l.from.Discard(3)
		} else if err != nil && len(mark) == 0 {
			return nil, err
		}
		l.rows = csv.NewReader(l.from)
		l.rows.Comma, l.rows.LazyQuotes, l.rows.FieldsPerRecord = rune(l.delimiter()), true, -1
	}
	row, err := l.rows.Read()
	for i := range row {
		if l.guarded {
			row[i] = trace.Unguarded(row[i])
		}
	}
	return row, err
}

// confidenceCell is a number in a workbook.
type confidenceCell float64

// Number returns the number, which is shown with two decimals.
func (c confidenceCell) Number() (float64, int) { return float64(c), 2 }

// csvAsSheet writes a CSV as an XLSX workbook.
func csvAsSheet(in *lateCSV, w io.Writer) error {
	title, err := in.read()
	if err != nil {
		return err
	}
	book, err := workbook.New(w)
	if err != nil {
		return err
	}
	defer book.Discard()
	const sheet = "addresses"
	widths := make([]float64, len(title))
	for i := range widths {
		widths[i] = 24
	}
	if err := book.AddSheet(sheet, title, widths); err != nil {
		return err
	}
	number := slices.Index(title, "confidence")
	for {
		row, err := in.read()
		if errors.Is(err, io.EOF) {
			return book.Close()
		}
		if err != nil {
			return err
		}
		if len(row) > len(title) {
			return fmt.Errorf("a row has %d cells, and the row of names %d; write --format csv", len(row), len(title))
		}
		values := make([]any, len(title))
		for i, cell := range row {
			if f, err := strconv.ParseFloat(cell, 64); i == number && err == nil {
				values[i] = confidenceCell(f)
			} else if cell != "" {
				values[i] = cell
			}
		}
		if err := book.AddRow(sheet, values); err != nil {
			return err
		}
	}
}

// csvAsLines writes a CSV as lines of JSON.
func csvAsLines(in *lateCSV, w io.Writer) error {
	names, err := in.read()
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 256<<10)
	for {
		row, err := in.read()
		if errors.Is(err, io.EOF) {
			return out.Flush()
		}
		if err != nil {
			return err
		}
		_ = out.WriteByte('{')
		for i, cell := range row {
			name := "column " + strconv.Itoa(i+1)
			if i < len(names) {
				name = names[i]
			}
			if i > 0 {
				_ = out.WriteByte(',')
			}
			_, _ = out.Write(jsonText(name))
			_ = out.WriteByte(':')
			if f, err := strconv.ParseFloat(cell, 64); err == nil && name == "confidence" {
				_, _ = out.WriteString(strconv.FormatFloat(f, 'f', -1, 64))
			} else {
				_, _ = out.Write(jsonText(cell))
			}
		}
		if _, err := out.WriteString("}\n"); err != nil {
			return err
		}
	}
}

// jsonText returns a text as JSON, with < and & as they are.
func jsonText(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a text always encodes
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
