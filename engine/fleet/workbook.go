// SPDX-License-Identifier: MIT

package fleet

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
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

func (t textXML) String() string {
	for _, r := range t.Runs {
		t.Text += r.Text
	}
	return t.Text
}

// rowXML is a row of a sheet. Number and the places of cells may be missing; a row or cell
// then follows the one before.
type rowXML struct {
	Number int `xml:"r,attr"`
	Cells  []struct {
		Place  string  `xml:"r,attr"` // as "B7"
		Type   string  `xml:"t,attr"`
		Value  string  `xml:"v"`
		Inline textXML `xml:"is"`
	} `xml:"c"`
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
			var shared struct {
				List []textXML `xml:"si"`
			}
			if err := b.part(target(main, r.Target), &shared); err != nil {
				return nil, err
			}
			for _, t := range shared.List {
				b.strings = append(b.strings, norm.NFC.String(t.String())) // once, not for each cell
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

// rows calls take with the cells of each row of a sheet, in NFC. Blank cells at the end of a
// row are left out. columns is called with the number of cells before they are made.
func (b *book) rows(id string, columns func(row, n int) error, take func(row int, cells []string)) error {
	r, err := b.archive.Open(b.sheets[id])
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }() // it was only read
	number := 0
	for d := xml.NewDecoder(r); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		start, is := token.(xml.StartElement)
		if !is || start.Name.Local != "row" {
			continue
		}
		row := rowXML{Number: number + 1}
		if err := d.DecodeElement(&row, &start); err != nil {
			return err
		}
		number = row.Number
		var cells []string
		for _, c := range row.Cells {
			value := norm.NFC.String(c.Value)
			switch c.Type {
			case "s":
				var i int
				if _, err := fmt.Sscan(value, &i); err != nil || i < 0 || i >= len(b.strings) {
					return fmt.Errorf("cell %s: there is no text %q", c.Place, value)
				}
				value = b.strings[i]
			case "inlineStr":
				value = norm.NFC.String(c.Inline.String())
			}
			if value == "" {
				continue
			}
			column := len(cells)
			if c.Place != "" {
				if column = columnOf(c.Place); column < 0 {
					return fmt.Errorf("row %d: %q is no place of a cell", number, c.Place)
				}
			}
			if err := columns(number, column+1); err != nil {
				return err
			}
			for len(cells) <= column {
				cells = append(cells, "")
			}
			cells[column] = value
		}
		take(number, cells)
	}
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
