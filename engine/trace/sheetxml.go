// SPDX-License-Identifier: MIT

package trace

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// sheetXML reads the sheets of a workbook in the XML of Excel 2002 and 2003, which trackers
// write under the name .xls. It reads a sheet while the file comes.
type sheetXML struct {
	*xmlReader
	sheets sheetReader
}

// readSheetXML reads a workbook in XML.
func readSheetXML(c *collector, r io.Reader) error {
	zone := c.clock.location
	s := &sheetXML{xmlReader: newXMLReader(c, r, SheetXML), sheets: sheetReader{c: c}}
	c.clock.location = zone // the times are what the tracker shows
	err := s.document(func(name string, e xml.StartElement) error {
		if name != "worksheet" {
			return nil
		}
		return s.sheet(attribute(e, "Name"))
	})
	c.sheet = ""
	if err != nil {
		return err
	}
	return s.sheets.end()
}

// usualSheet matches the names that programs give to sheets, which say nothing about a trip.
var usualSheet = regexp.MustCompile(`(?i)^(?:sheet|trang(?: tính)?|table|worksheet)\s*\d*$`)

// sheet reads the sheet whose start was just read.
func (s *sheetXML) sheet(name string) error {
	rows := &xmlRows{x: s.xmlReader, outside: s.depth() - 1}
	p := s.c.preview
	if p != nil {
		p.Table = true
		p.Sheets = append(p.Sheets, name)
	}
	if p == nil && s.chosen(name) || p != nil && (p.sheet == name || p.sheet == "" && !s.sheets.used) {
		if p != nil {
			p.Sheet = name
		}
		s.c.sheet = name
		if err := s.sheets.read(sheet{name: name, rows: rows, alone: usualSheet.MatchString(name)}); err != nil {
			return err
		}
	}
	if rows.cut != nil {
		return rows.cut
	}
	for s.depth() > rows.outside { // what was not read
		if _, err := s.token(); err != nil {
			return err
		}
	}
	return nil
}

// chosen reports whether the recipe has a sheet.
func (s *sheetXML) chosen(name string) bool {
	r := s.c.opt.Recipe
	return r == nil || len(r.Sheets) == 0 || slices.Contains(r.Sheets, name)
}

// xmlRows are the rows of a sheet.
type xmlRows struct {
	x       *xmlReader
	outside int // depth above the sheet
	number  int // of the row, from 1
	cells   []string
	cut     error // the sheet is not well-formed after the rows so far
}

// Read implements rowSource.
func (r *xmlRows) Read() ([]string, error) {
	for r.x.depth() > r.outside {
		tok, err := r.x.token()
		if err != nil {
			return nil, r.end(err)
		}
		e, ok := tok.(xml.StartElement)
		if !ok || !strings.EqualFold(e.Name.Local, "row") {
			continue
		}
		r.number++
		if n, err := strconv.Atoi(attribute(e, "Index")); err == nil && n > r.number {
			r.number = n
		}
		if err := r.row(); err != nil {
			return nil, r.end(err)
		}
		if slices.ContainsFunc(r.cells, func(cell string) bool { return cell != "" }) {
			return r.cells, nil
		}
	}
	return nil, io.EOF
}

// end returns the error that ends the rows. One of the XML ends them like the end of the sheet,
// so that those before it are read.
func (r *xmlRows) end(err error) error {
	var syntax *xml.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	r.cut = err
	return io.EOF
}

// FieldPos implements rowSource.
func (r *xmlRows) FieldPos(i int) (line, column int) { return r.number, i + 1 }

// row reads the cells of the row whose start was just read.
func (r *xmlRows) row() error {
	r.cells = r.cells[:0]
	next := 0 // the column of a cell without a number
	return r.x.inside(func(name string, e xml.StartElement) error {
		if name != "cell" {
			return nil
		}
		column := next
		if n, err := strconv.Atoi(attribute(e, "Index")); err == nil && n > 0 {
			column = n - 1
		}
		next = column + 1
		if n, err := strconv.Atoi(attribute(e, "MergeAcross")); err == nil && n > 0 && n <= maxLineMarks {
			next += n
		}
		text, err := r.cell()
		if err != nil || text == "" {
			return err
		}
		if column > maxLineMarks {
			return r.x.c.fault(ErrFormat, r.number, 0, fmt.Sprintf("the row has more than %d cells", maxLineMarks+1), "save the sheet as CSV")
		}
		for len(r.cells) <= column {
			r.cells = append(r.cells, "")
		}
		r.cells[column] = text
		return nil
	})
}

// cell reads the value of the cell whose start was just read.
func (r *xmlRows) cell() (value string, err error) {
	err = r.x.inside(func(name string, e xml.StartElement) error {
		switch name {
		case "data":
			text, err := r.x.text()
			value = sheetValue(attribute(e, "Type"), text)
			return err
		case "comment":
			_, err := r.x.text()
			return err
		}
		return nil
	})
	return value, err
}

// sheetValue returns a value as the rows of other workbooks have it.
func sheetValue(kind, text string) string {
	switch kind {
	case "Error":
		return ""
	case "DateTime": // 2026-11-21T07:15:00.000
		day, clock, ok := strings.Cut(text, "T")
		clock = strings.TrimSuffix(clock, ".000")
		switch {
		case !ok:
			return text
		case strings.HasPrefix(day, "1899-12-3"): // a time of day
			return clock
		case clock == "00:00:00":
			return day
		}
		return day + " " + clock
	}
	return text
}
