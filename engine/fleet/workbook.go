// SPDX-License-Identifier: MIT

package fleet

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// The parts of a workbook (ECMA-376, part 1, SpreadsheetML) that hold its values. Namespaces
// are not compared, because the strict and the transitional form of the format differ in them.

// workbookXML is the list of the sheets.
type workbookXML struct {
	Properties struct {
		Date1904 bool `xml:"date1904,attr"`
	} `xml:"workbookPr"`
	Sheets []struct {
		Name  string `xml:"name,attr"`
		ID    string `xml:"id,attr"` // of a relationship
		State string `xml:"state,attr"`
	} `xml:"sheets>sheet"`
}

// relationsXML says which part an id stands for.
type relationsXML struct {
	List []struct {
		ID     string `xml:"Id,attr"`
		Type   string `xml:"Type,attr"`
		Target string `xml:"Target,attr"`
	} `xml:"Relationship"`
}

// textXML is a text, whole or in runs of one format.
type textXML struct {
	Text string `xml:"t"`
	Runs []struct {
		Text string `xml:"t"`
	} `xml:"r"`
}

// escaped is a character that XML cannot hold, by its number.
var escaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// String returns the text in NFC, without the marks of characters that XML cannot hold.
func (t textXML) String() string {
	whole := t.Text
	for _, r := range t.Runs {
		whole += r.Text
	}
	if strings.Contains(whole, "_x") {
		whole = escaped.ReplaceAllStringFunc(whole, func(mark string) string {
			n, _ := strconv.ParseUint(mark[2:6], 16, 16) // four digits
			return string(rune(n))
		})
	}
	return norm.NFC.String(whole)
}

// cellXML is a cell of a sheet.
type cellXML struct {
	Place  string  `xml:"r,attr"` // as "B7"; if missing, the cell follows the one before
	Type   string  `xml:"t,attr"`
	Value  string  `xml:"v"`
	Inline textXML `xml:"is"`
}

// book is an open workbook.
type book struct {
	archive *zip.Reader
	workbookXML
	sheets  map[string]string // the parts by ids of relationships
	strings []string          // shared by the cells
}

// openWorkbook reads all of a workbook but its sheets.
func openWorkbook(archive *zip.Reader) (*book, error) {
	b := &book{archive: archive, sheets: map[string]string{}}
	root, err := b.relations("")
	if err != nil {
		return nil, err
	}
	main := ""
	for _, r := range root.List {
		if strings.HasSuffix(r.Type, "/officeDocument") {
			main = target("", r.Target)
		}
	}
	if err := b.part(main, &b.workbookXML); err != nil {
		return nil, err
	}
	parts, err := b.relations(main)
	if err != nil {
		return nil, err
	}
	for _, r := range parts.List {
		b.sheets[r.ID] = target(main, r.Target)
		if strings.HasSuffix(r.Type, "/sharedStrings") {
			if err := b.readStrings(target(main, r.Target)); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

// target returns the name of a part that another one refers to.
func target(from, to string) string {
	if strings.HasPrefix(to, "/") {
		return to[1:]
	}
	return path.Join(path.Dir(from), to)
}

// relations returns what a part refers to.
func (b *book) relations(of string) (r relationsXML, err error) {
	return r, b.part(path.Join(path.Dir(of), "_rels", path.Base("/"+of)+".rels"), &r)
}

// part decodes a part.
func (b *book) part(name string, into any) error {
	r, err := b.archive.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(xml.NewDecoder(r).Decode(into), r.Close())
}

// errTooMany is the error of a workbook with more texts than cells are allowed.
var errTooMany = errors.New("too many texts")

// readStrings reads the texts that cells share.
func (b *book) readStrings(part string) error {
	return b.elements(part, func(d *xml.Decoder, start xml.StartElement) error {
		if start.Name.Local != "si" {
			return nil
		}
		var t textXML
		if err := d.DecodeElement(&t, &start); err != nil {
			return err
		}
		if len(b.strings) == maxCells {
			return errTooMany
		}
		b.strings = append(b.strings, t.String())
		return nil
	})
}

// elements calls take with each element of a part that take has not decoded with another
// one. It holds no more than one of them in memory.
func (b *book) elements(part string, take func(*xml.Decoder, xml.StartElement) error) error {
	r, err := b.archive.Open(part)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }() // it was only read
	for d := xml.NewDecoder(r); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if start, is := token.(xml.StartElement); is {
			if err := take(d, start); err != nil {
				return err
			}
		}
	}
}

// rows calls take with the cells of each row of a sheet that has some, in NFC. Blank cells at
// the end of a row are left out. limit is called with the number of cells before they are
// made.
func (b *book) rows(id string, limit func(row, n int) error, take func(row int, cells []string)) error {
	number := 0
	var cells []string
	end := func() {
		if len(cells) > 0 {
			take(number, cells)
		}
		cells = nil
	}
	next := 0 // the column of a cell without a place
	err := b.elements(b.sheets[id], func(d *xml.Decoder, start xml.StartElement) error {
		switch start.Name.Local {
		case "row":
			end()
			number, next = number+1, 0
			for _, a := range start.Attr {
				if n, err := strconv.Atoi(a.Value); a.Name.Local == "r" && err == nil {
					number = n
				}
			}
		case "c":
			var c cellXML
			if err := d.DecodeElement(&c, &start); err != nil {
				return err
			}
			column := next
			if c.Place != "" {
				if column = columnOf(c.Place); column < 0 {
					return fmt.Errorf("row %d: %q is no place of a cell", number, c.Place)
				}
			}
			next = column + 1
			value, err := b.value(&c)
			if err != nil || value == "" {
				return err
			}
			if err := limit(number, max(next, len(cells))); err != nil {
				return err
			}
			for len(cells) < next {
				cells = append(cells, "")
			}
			cells[column] = value
		}
		return nil
	})
	end()
	return err
}

// value returns the text of a cell. A day is without the time of day 00:00.
func (b *book) value(c *cellXML) (string, error) {
	switch c.Type {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(c.Value))
		if err != nil && c.Value == "" {
			return "", nil
		}
		if err != nil || i < 0 || i >= len(b.strings) {
			return "", fmt.Errorf("cell %s: there is no text %q", c.Place, c.Value)
		}
		return b.strings[i], nil
	case "inlineStr":
		return c.Inline.String(), nil
	case "d":
		return strings.TrimSuffix(c.Value, "T00:00:00"), nil
	}
	return textXML{Text: c.Value}.String(), nil
}

// columnOf returns the column of a place such as "B7", from 0; -1 without letters.
func columnOf(place string) int {
	n := 0
	for _, c := range place {
		if c < 'A' || c > 'Z' || n > 1<<20 {
			break
		}
		n = 26*n + int(c-'A') + 1
	}
	return n - 1
}

// lettersOf returns the letters of a column (from 0).
func lettersOf(column int) (letters string) {
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		letters = string(rune('A'+(n-1)%26)) + letters
	}
	return letters
}
