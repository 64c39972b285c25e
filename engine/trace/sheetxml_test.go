// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// sheetXMLOf returns a workbook in XML of sheets, each a name and rows in XML.
func sheetXMLOf(sheets ...string) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?>` + "\n" + `<?mso-application progid="Excel.Sheet"?>` + "\n" +
		`<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" xmlns:html="http://www.w3.org/TR/REC-html40">` +
		`<DocumentProperties xmlns="urn:schemas-microsoft-com:office:office"><Author>x</Author></DocumentProperties><Styles><Style ss:ID="s1"/></Styles>`)
	for i := 0; i < len(sheets); i += 2 {
		fmt.Fprintf(&b, `<Worksheet ss:Name="%s"><Table ss:ExpandedColumnCount="9"><Column ss:Width="80"/>%s</Table><WorksheetOptions/></Worksheet>`, sheets[i], sheets[i+1])
	}
	return b.String() + "</Workbook>"
}

func xmlRow(kind string, values ...string) string {
	s := "<Row>"
	for _, v := range values {
		s += fmt.Sprintf(`<Cell ss:StyleID="s1"><Data ss:Type="%s">%s</Data></Cell>`, kind, v)
	}
	return s + "</Row>"
}

// TestSheetXML reads the workbook of a tracker: a title over merged cells, a row and a cell with
// numbers, numbers and times as such, a comment, a sheet for each vehicle and one without
// positions.
func TestSheetXML(t *testing.T) {
	head := xmlRow("String", "STT", "Thời gian", "Vĩ độ", "Kinh độ", "Tốc độ (km/h)")
	first := `<Row><Cell ss:MergeAcross="4"><Data ss:Type="String">Hành trình xe 51C-123.45</Data></Cell></Row>` + head +
		`<Row ss:Index="5"><Cell><Data ss:Type="Number">1</Data></Cell><Cell ss:Index="2"><Data ss:Type="DateTime">2026-11-21T07:15:00.000</Data><Comment><ss:Data>ghi chú</ss:Data></Comment></Cell>` +
		`<Cell><Data ss:Type="Number">10.7765</Data></Cell><Cell><Data ss:Type="Number">106.7009</Data></Cell><Cell><Data ss:Type="String"><html:B>36</html:B> km/h</Data></Cell></Row>` +
		xmlRow("String", "2", "21/11/2026 07:15:10", "10,7766", "106,7010", "54 km/h")
	second := head + xmlRow("String", "1", "21/11/2026 08:00:00", "10.78", "106.71", "") + xmlRow("String", "2", "21/11/2026 08:00:10", "10.7801", "106.7101", "")
	trips, err := Read(context.Background(), strings.NewReader(sheetXMLOf("Tổng hợp", xmlRow("String", "Tổng số km", "12"), "51C-123.45", first, "51C-678.90", second)), "bao cao.xls", Options{})
	if err != nil || len(trips) != 2 {
		t.Fatalf("%d trips, %v", len(trips), err)
	}
	a, b := trips[0], trips[1]
	if a.Vehicle != "51C-123.45" || len(a.Observations) != 2 || b.Vehicle != "51C-678.90" || len(b.Observations) != 2 {
		t.Errorf("%q with %d points, %q with %d", a.Vehicle, len(a.Observations), b.Vehicle, len(b.Observations))
	}
	o := a.Observations[0]
	if o.Lat != 10.7765 || o.Lon != 106.7009 || !o.HasSpeed || o.Speed != 10 || o.Time.Format("2006-01-02T15:04:05Z07:00") != "2026-11-21T07:15:00+07:00" {
		t.Errorf("%+v", o)
	}
	if o := a.Observations[1]; o.Lat != 10.7766 || o.Speed != 15 || o.Time.Format("15:04:05") != "07:15:10" {
		t.Errorf("%+v", o)
	}
}

func TestSheetXMLFaults(t *testing.T) {
	wide := `<Row><Cell ss:Index="999999"><Data ss:Type="String">x</Data></Cell></Row>`
	for _, c := range []struct {
		name, text string
		is         error
	}{
		{"no positions", sheetXMLOf("Sheet1", xmlRow("String", "a", "b")), ErrColumns},
		{"no sheets", sheetXMLOf(), ErrEmpty},
		{"a wide row", sheetXMLOf("Sheet1", wide), ErrFormat},
		{"cut in the names", sheetXMLOf("Sheet1", xmlRow("String", "lat", "lon"))[:500], ErrFormat},
	} {
		if _, err := Read(context.Background(), strings.NewReader(c.text), "x.xls", Options{}); !errors.Is(err, c.is) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	// A truncated file keeps the rows before.
	whole := sheetXMLOf("Sheet1", xmlRow("String", "lat", "lon")+strings.Repeat(xmlRow("Number", "10.5", "106.5"), 40))
	trips, err := Read(context.Background(), strings.NewReader(whole[:len(whole)-900]), "x.xls", Options{})
	if err != nil || len(trips) != 1 || len(trips[0].Observations) < 20 {
		t.Errorf("truncated: %d trips, %v", len(trips), err)
	}
	// The preview names all sheets, and shows the one that was asked for.
	two := sheetXMLOf("A", xmlRow("String", "lat", "lon")+strings.Repeat(xmlRow("Number", "10.5", "106.5"), 9), "B", xmlRow("String", "lon", "lat")+strings.Repeat(xmlRow("Number", "106.5", "10.5"), 9))
	for _, sheet := range []string{"", "B"} {
		p, err := previewOf(context.Background(), strings.NewReader(two), "x.xls", sheet, 5, Options{})
		if err != nil || p.Err != nil || len(p.Sheets) != 2 || len(p.Rows) != 5 || p.Sheet != map[string]string{"": "A", "B": "B"}[sheet] {
			t.Errorf("preview of %q: %v, %+v", sheet, err, p)
		}
	}
}
