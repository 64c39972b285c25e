// SPDX-License-Identifier: MIT

package workbook

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

var testLimits = Limits{Entries: 100, Total: 64 << 20, Texts: 4 << 20, Columns: 100}

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

// parts are the parts of a workbook by name.
type parts map[string]string

// simple returns the parts of a workbook with one sheet of rows.
func simple(rows string) parts {
	return parts{
		"[Content_Types].xml": "<Types/>",
		"_rels/.rels":         `<Relationships><Relationship Id="a" Type="` + office + `/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Type="` + office + `/worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="b" Type="` + office + `/sharedStrings" Target="sharedStrings.xml"/>` +
			`<Relationship Id="c" Type="` + office + `/styles" Target="styles.xml"/></Relationships>`,
		"xl/workbook.xml":          `<workbook xmlns:r="` + office + `"><workbookPr/><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`,
		"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`,
		"xl/sharedStrings.xml":     `<sst><si><t>Biển số</t></si><si><r><t>51C</t></r><r><t xml:space="preserve">-1</t></r><rPh><t>x</t></rPh></si><si><t>a_x000A_b</t></si></sst>`,
		"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]dd/mm/yyyy\ hh:mm"/><numFmt numFmtId="165" formatCode="0.00&quot; km/h&quot;"/></numFmts>` +
			`<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/><xf numFmtId="21"/></cellXfs></styleSheet>`,
	}
}

func (p parts) archive(t testing.TB) *zip.Reader {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, content := range p {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// read returns the rows of all sheets, each as its number and its cells.
func read(archive *zip.Reader, limits Limits) (rows []string, err error) {
	ctx := context.Background()
	b, err := Open(ctx, archive, limits)
	if err != nil {
		return nil, err
	}
	for _, s := range b.Sheets {
		r, err := b.Rows(ctx, s)
		if err != nil {
			return rows, err
		}
		for r.Next() {
			rows = append(rows, fmt.Sprintf("%d %s", r.Number, strings.Join(r.Cells, "|")))
		}
		if err := errors.Join(r.Err(), r.Close()); err != nil {
			return rows, err
		}
	}
	return rows, nil
}

func TestRows(t *testing.T) {
	for _, c := range []struct {
		name, rows string
		date1904   bool
		want       []string
	}{
		{name: "texts", rows: `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="D2" t="s"><v>2</v></c><c r="E2" s="1"/></row><row/>`, want: []string{"2 Biển số||51C-1|a\nb"}},
		{name: "in their cells", rows: `<row><c t="inlineStr"><is><t>a</t></is></c><c t="str"><f>A1&amp;"x"</f><v>ax</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>`, want: []string{"1 a|ax|1"}},
		{name: "dates", rows: `<row><c s="1"><v>46347.302083333336</v></c><c s="3"><v>46347</v></c><c s="4"><v>0.5</v></c><c s="2"><v>12.5</v></c><c t="d"><v>2026-11-21T00:00:00</v></c><c s="1"><v>46347.50000578704</v></c></row>`,
			want: []string{"1 2026-11-21 07:15:00|2026-11-21|12:00:00|12.5|2026-11-21|2026-11-21 12:00:00.500"}},
		{name: "dates from 1904", date1904: true, rows: `<row><c s="1"><v>44885.302083333336</v></c></row>`, want: []string{"1 2026-11-21 07:15:00"}},
		{name: "no dates", rows: `<row><c s="1"><v>-1</v></c><c s="1"><v>x</v></c><c s="99"><v>1</v></c></row>`, want: []string{"1 -1|x|1"}},
		{name: "names with a prefix", rows: `<x:row><x:c><x:v>1</x:v></x:c></x:row>`, want: []string{"1 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := simple(c.rows)
			if c.date1904 {
				p["xl/workbook.xml"] = strings.Replace(p["xl/workbook.xml"], "<workbookPr/>", `<workbookPr date1904="1"/>`, 1)
			}
			if rows, err := read(p.archive(t), testLimits); err != nil || !slices.Equal(rows, c.want) {
				t.Errorf("got %q, %v, want %q", rows, err, c.want)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(p parts, l *Limits)
		large  bool // the error is ErrTooLarge
		words  string
	}{
		{"entries", func(p parts, l *Limits) { l.Entries = 3 }, true, "more than 3 files"},
		{"total", func(p parts, l *Limits) { l.Total = 100 }, true, "MiB"},
		{"columns", func(p parts, l *Limits) {
			p["xl/worksheets/sheet1.xml"] = `<sheetData><row><c r="XFD1"><v>1</v></c></row></sheetData>`
		}, true, "more than 100 cells"},
		{"shared texts", func(p parts, l *Limits) {
			p["xl/sharedStrings.xml"] = "<sst>" + strings.Repeat("<si><t>"+strings.Repeat("x", 1000)+"</t></si>", 2000) + "</sst>"
			p["xl/worksheets/sheet1.xml"] = `<sheetData><row><c t="s"><v>1999</v></c></row></sheetData>`
		}, true, "of texts"},
		{"a shared text in many cells", func(p parts, l *Limits) {
			p["xl/sharedStrings.xml"] = "<sst><si><t>" + strings.Repeat("x", 1<<19) + "</t></si></sst>"
			p["xl/worksheets/sheet1.xml"] = "<sheetData>" + strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, 200) + "</sheetData>"
		}, true, "more than 64 MiB"},
		{"one long cell", func(p parts, l *Limits) {
			p["xl/worksheets/sheet1.xml"] = "<sheetData><row><c><v>" + strings.Repeat("x", 5<<20) + "</v></c></row></sheetData>"
		}, true, "the text of row 1"},
		{"ratio", func(p parts, l *Limits) {
			l.Total = 1 << 40
			p["xl/worksheets/sheet1.xml"] = "<sheetData>" + strings.Repeat(" ", 80<<20) + "</sheetData>"
		}, true, "compressed more than 200 times"},
		{"relations", func(p parts, l *Limits) {
			name := "xl/_rels/workbook.xml.rels"
			p[name] = strings.Replace(p[name], "</Relationships>", strings.Repeat("<Relationship/>", l.Entries)+"</Relationships>", 1)
		}, true, "relations"},
		{"one long tag", func(p parts, l *Limits) {
			p["xl/worksheets/sheet1.xml"] = "<sheetData><row" + strings.Repeat(` a="1"`, 1<<18) + "></row></sheetData>"
		}, false, "row 0: a tag is longer"},
		{"one long tag among shared texts", func(p parts, l *Limits) {
			p["xl/sharedStrings.xml"] = "<sst" + strings.Repeat(` a="1"`, 1<<18) + "></sst>"
			p["xl/worksheets/sheet1.xml"] = `<sheetData><row><c t="s"><v>3</v></c></row></sheetData>`
		}, false, "a tag is longer"},
		{"missing text", func(p parts, l *Limits) {
			p["xl/worksheets/sheet1.xml"] = `<sheetData><row><c t="s"><v>3</v></c></row></sheetData>`
		}, false, "there is no text 3"},
		{"cut sheet", func(p parts, l *Limits) {
			p["xl/worksheets/sheet1.xml"] = `<worksheet><sheetData><row><c><v>1</v></c></row>`
		}, false, "unexpected EOF"},
		{"cells out of order", func(p parts, l *Limits) {
			p["xl/worksheets/sheet1.xml"] = `<sheetData><row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row></sheetData>`
		}, false, "not in order"},
		{"no sheet", func(p parts, l *Limits) { delete(p, "xl/worksheets/sheet1.xml") }, false, "is not in the archive"},
		{"no list", func(p parts, l *Limits) { delete(p, "_rels/.rels") }, false, "is not in the archive"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, l := simple("<row><c><v>1</v></c></row>"), testLimits
			c.change(p, &l)
			rows, err := read(p.archive(t), l)
			if err == nil || errors.Is(err, ErrTooLarge) != c.large || !strings.Contains(err.Error(), c.words) {
				t.Errorf("%d rows, %v", len(rows), err)
			}
		})
	}
}

// TestTextsAreReadAsNeeded checks that the first rows need no more of the shared texts than
// their cells.
func TestTextsAreReadAsNeeded(t *testing.T) {
	p := simple(`<row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row>`)
	p["xl/sharedStrings.xml"] = "<sst><si><t>first</t></si><si><damaged"
	rows, err := read(p.archive(t), testLimits)
	if err == nil || !slices.Equal(rows, []string{"1 first"}) {
		t.Errorf("%q, %v", rows, err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	b, err := Open(ctx, simple(strings.Repeat("<row><c><v>1</v></c></row>", 100_000)).archive(t), testLimits)
	if err != nil {
		t.Fatal(err)
	}
	r, err := b.Rows(ctx, b.Sheets[0])
	if err != nil || !r.Next() {
		t.Fatal(err)
	}
	cancel()
	for r.Next() {
	}
	if !errors.Is(r.Err(), context.Canceled) || r.Number == 100_000 {
		t.Errorf("row %d, %v", r.Number, r.Err())
	}
}

// FuzzRows reads sheets with any content.
func FuzzRows(f *testing.F) {
	f.Add(`<row r="2"><c r="A2" t="s"><v>0</v></c><c s="1"><v>46347.3</v></c></row>`, `<sst><si><t>x</t></si></sst>`, `yyyy\-mm`)
	f.Add(`<row><c t="inlineStr"><is><t>a</t></is></c></row>`, `<sst`, `[h]:mm;@`)
	f.Fuzz(func(t *testing.T, rows, texts, code string) {
		p := simple(rows)
		p["xl/sharedStrings.xml"] = texts
		p["xl/styles.xml"] = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="` + code + `"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>`
		_, _ = read(p.archive(t), testLimits) // it must only end
	})
}
