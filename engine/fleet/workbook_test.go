// SPDX-License-Identifier: MIT

package fleet

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// parts are the parts of a workbook by name.
type parts map[string]string

func (p parts) zip(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, content := range p {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

// relationships returns a part of relationships. Their ids are rId1, rId2 and so on.
func relationships(kindsAndTargets ...string) string {
	s := `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	for i := 0; i < len(kindsAndTargets); i += 2 {
		s += fmt.Sprintf(`<Relationship Type="%s/%s" Target="%s" Id="rId%d" />`, office, kindsAndTargets[i], kindsAndTargets[i+1], i/2+1)
	}
	return s + "</Relationships>"
}

// oneSheet returns the parts of a workbook with one sheet, "Xe", and without shared texts.
func oneSheet(rows string) parts {
	return parts{
		"_rels/.rels":                relationships("officeDocument", "xl/workbook.xml"),
		"xl/_rels/workbook.xml.rels": relationships("worksheet", "/xl/worksheets/sheet1.xml", "styles", "styles.xml"),
		"xl/workbook.xml":            `<workbook xmlns="x" xmlns:r="` + office + `"><workbookPr/><sheets><sheet name="Xe" sheetId="7" state="visible" r:id="rId1"/></sheets></workbook>`,
		"xl/worksheets/sheet1.xml":   `<worksheet xmlns="x"><dimension ref="A1:AC39"/><sheetData>` + rows + `</sheetData></worksheet>`,
	}
}

// inline returns a row of texts in their cells.
func inline(number int, texts ...string) string {
	s := fmt.Sprintf(`<row r="%d">`, number)
	for i, text := range texts {
		s += fmt.Sprintf(`<c r="%s%d" t="inlineStr"><is><t>%s</t></is></c>`, lettersOf(i), number, text)
	}
	return s + "</row>"
}

// TestWorkbooksOfOtherPrograms reads workbooks as openpyxl, XlsxWriter and LibreOffice write
// them: texts in their cells or shared, in runs of one format, with marks for characters that
// XML cannot hold; dates as numbers from 1900 or 1904, or as text; styled blank cells; formulas;
// targets with and without the whole path; names with a prefix.
func TestWorkbooksOfOtherPrograms(t *testing.T) {
	head := inline(1, "Biển số", "Loại xe", "Định mức (lít/100km)", "Lái xe", "Điện thoại", "Từ ngày", "Đến ngày")
	styled := strings.Repeat(`<c r="XFD2" s="1" t="n" /><c r="AB2" s="1"/>`, 3)
	want := Register{
		Vehicles:    []Vehicle{{Plate: "51C-123.45", Kind: "Xe tải", Group: "", Norm: 12.5}},
		Drivers:     []Driver{{"Nguyễn Văn An", "", "0901234567"}},
		Assignments: []Assignment{{"51C-123.45", "Nguyễn Văn An", day(2026, 11, 1), day(2026, 11, 16)}},
	}
	text := func(place, s string) string {
		return `<c r="` + place + `" t="inlineStr"><is><t>` + s + `</t></is></c>`
	}
	row := func(dates string) string {
		return `<row r="2" spans="1:20">` + text("A2", "51C-123.45") + text("B2", "Xe tải") + `<c r="C2" t="n"><v>12.5</v></c>` +
			`<c r="D2" t="inlineStr"><is><r><t xml:space="preserve">Nguyễn </t></r><r><rPr><b val="1"/></rPr><t>Văn An</t></r></is></c>` +
			text("E2", "0901234567") + dates + styled + `</row><row r="6" spans="1:20" s="1" customFormat="1"/>`
	}
	from1900 := `<c r="F2" s="2" t="n"><v>46327</v></c><c r="G2" s="2"><v>46341</v></c>`
	openpyxl := oneSheet(head + row(from1900))

	mac := oneSheet(head + row(`<c r="F2" s="2"><v>44865</v></c><c r="G2" s="2"><v>44879</v></c>`))
	mac["xl/workbook.xml"] = strings.Replace(mac["xl/workbook.xml"], "<workbookPr/>", `<workbookPr date1904="1" defaultThemeVersion="124226"/>`, 1)

	shared := oneSheet(`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>` +
		`<row><c t="s"><v>4</v></c><c t="str"><f>"Xe "&amp;"ben"</f><v>Xe ben</v></c><c><f>5+5</f><v>10</v></c><c s="1" t="s"/></row>` +
		`<row><c t="s"><v>5</v></c><c t="s"><v>6</v></c><c t="e"><f>NA()</f><v>#N/A</v></c><c t="e"><f>B9</f><v>#REF!</v></c></row>`)
	shared["xl/_rels/workbook.xml.rels"] = relationships("worksheet", "worksheets/sheet1.xml", "sharedStrings", "sharedStrings.xml")
	shared["xl/sharedStrings.xml"] = `<sst xmlns="x" count="9" uniqueCount="7"><si><t>Biển số</t></si><si><t>Loại xe</t></si><si><t>Định mức</t></si><si><t>Lái xe</t></si>` +
		`<si><t>51D-1</t></si><si><r><t>51D</t></r><r><rPr><b/></rPr><t>-2</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si><si><t xml:space="preserve">Xe_x000D_ _x005F_x0041_ </t></si></sst>`

	libre := parts{
		"_rels/.rels":                strings.NewReplacer("<Rel", "<p:Rel", "</Rel", "</p:Rel", "xmlns=", "xmlns:p=").Replace(openpyxl["_rels/.rels"]),
		"xl/_rels/workbook.xml.rels": openpyxl["xl/_rels/workbook.xml.rels"],
		"xl/workbook.xml":            `<x:workbook xmlns:x="x" xmlns:d="` + office + `"><x:workbookPr date1904="false"/><x:sheets><x:sheet name="Xe" sheetId="1" d:id="rId1"/></x:sheets></x:workbook>`,
		"xl/worksheets/sheet1.xml":   strings.NewReplacer("</", "</x:", "<", "<x:", "xmlns=", "xmlns:x=").Replace(openpyxl["xl/worksheets/sheet1.xml"]),
	}
	for _, c := range []struct {
		name string
		book parts
		want Register
	}{
		{"texts in their cells", openpyxl, want},
		{"1904", mac, want},
		{"dates as text", oneSheet(head + row(`<c r="F2" s="2" t="d"><v>2026-11-01</v></c><c r="G2" s="2" t="d"><v>2026-11-15T00:00:00</v></c>`)), want},
		{"names with a prefix", libre, want},
		{"shared texts", shared, Register{Vehicles: []Vehicle{{Plate: "51D-1", Kind: "Xe ben", Group: "", Norm: 10}, {Plate: "51D-2", Kind: "Xe _x0041_", Group: "", Norm: 0}}}},
	} {
		if got, err := Read("x.xlsx", c.book.zip(t)); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v\nwant %+v", c.name, got, err, c.want)
		}
	}
}

// TestWorkbookWithTooMuch reads workbooks that would fill the memory: cells far to the right
// in many rows, and many empty texts.
func TestWorkbookWithTooMuch(t *testing.T) {
	var wide strings.Builder
	for i := range maxCells / 1000 {
		fmt.Fprintf(&wide, `<row r="%d"><c r="ALL%d"><v>1</v></c></row>`, i+2, i+2)
	}
	texts := oneSheet(inline(1, "plate") + `<row r="2"><c r="A2" t="s"><v>2000000</v></c></row>`)
	texts["xl/_rels/workbook.xml.rels"] = relationships("worksheet", "worksheets/sheet1.xml", "sharedStrings", "sharedStrings.xml")
	texts["xl/sharedStrings.xml"] = "<sst>" + strings.Repeat("<si><t>"+strings.Repeat("0123456789", 10)+"</t></si>", 300_000) + "</sst>"
	for text, book := range map[string]parts{
		`x.xlsx, sheet "Xe", row 2001: more than 2000000 cells; remove`:                    oneSheet(inline(1, "plate") + wide.String()),
		`x.xlsx, sheet "Xe": row 2: workbook too large: more than 96 MiB of texts; remove`: texts,
	} {
		if r, err := Read("x.xlsx", book.zip(t)); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), text) {
			t.Errorf("%d vehicles, %v, want %s", len(r.Vehicles), err, text)
		}
	}
}

// BenchmarkDrivers reads 50,000 drivers of different names.
func BenchmarkDrivers(b *testing.B) {
	var table strings.Builder
	table.WriteString("Lái xe;GPLX\n")
	for i := range 50_000 {
		fmt.Fprintf(&table, "Tài xế %d;%d\n", i, i)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read("x.csv", []byte(table.String())); err != nil {
			b.Fatal(err)
		}
	}
}
