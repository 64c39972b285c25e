// SPDX-License-Identifier: MIT

package reportfile_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"roadsnap/engine/report"
	"roadsnap/internal/reportfile"
)

// written returns a sample in a format, and the name of a file that has it.
func written(t *testing.T, l report.Language, f reportfile.Format) (content []byte, name string) {
	t.Helper()
	var b bytes.Buffer
	if err := reportfile.Write(&b, sample(l), f); err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(t.TempDir(), "report."+string(f))
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), name
}

// command runs a program that reads files of others.
func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skip(name + " is not installed")
	}
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// TestPDFHasAllTexts reads the text of a PDF with poppler: every cell of a Vietnamese report,
// page numbers, repeated titles and the title of the document.
func TestPDFHasAllTexts(t *testing.T) {
	_, name := written(t, report.Vietnamese, reportfile.PDF)
	text := strings.Join(strings.Fields(command(t, "pdftotext", "-layout", name, "-")), " ")
	for _, want := range []string{"Báo cáo tổng hợp theo xe", "Nguyễn Thị Hường", "51C-000.00", "51C-413.59", "10,762622", "1.234,5", "1,2 %", "4:00", "28/11/2026 09:30:00", "Trang 1/", "Luật 36/2024/QH15, khoản 1 Điều 64", "Lãnh đạo đơn vị", "75.840,0"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	pages := strings.Count(text, "Trang ")
	if heads := strings.Count(text, "Vĩ độ"); pages < 3 || heads < 2 || heads > pages {
		t.Errorf("%d pages, %d times the titles of the columns", pages, heads)
	}
	info := command(t, "pdfinfo", name)
	for _, want := range []string{"Title:           Báo cáo tổng hợp theo xe", "Page size:       841.89 x 595.28 pts (A4)", "Creator:         Roadsnap 1.0"} {
		if !strings.Contains(info, want) {
			t.Errorf("no %q in %s", want, info)
		}
	}
	if fonts := command(t, "pdffonts", name); strings.Count(fonts, "yes no  yes") != 2 {
		t.Errorf("the fonts are not embedded with their letters:\n%s", fonts)
	}
}

// TestPDFIsStable checks that equal documents give equal files.
func TestPDFIsStable(t *testing.T) {
	a, _ := written(t, report.English, reportfile.PDF)
	b, _ := written(t, report.English, reportfile.PDF)
	if !bytes.Equal(a, b) {
		t.Error("the files differ")
	}
}

// TestNothingLeavesThePage checks that all items lie on their page, and texts inside the margins.
func TestNothingLeavesThePage(t *testing.T) {
	for _, l := range []report.Language{report.Vietnamese, report.English} {
		pages := reportfile.Layout(sample(l))
		for n := range pages.Len() {
			p := pages.Page(n)
			for _, i := range p.Items {
				if i.X < 11.9 || i.Y < 11.9 || i.X+i.W > p.Width-11.9 || i.Y+i.H > p.Height-5 {
					t.Errorf("page %d: %+v", n+1, i)
				}
			}
		}
	}
}

// TestWorkbookHasTypedCells reads a workbook with excelize: types, formats, a frozen head, a
// filter, the print area and no formula.
func TestWorkbookHasTypedCells(t *testing.T) {
	_, name := written(t, report.Vietnamese, reportfile.XLSX)
	f, err := excelize.OpenFile(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	sheets := f.GetSheetList()
	if len(sheets) != 3 {
		t.Fatal(sheets)
	}
	sheet := sheets[0]
	rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	head := 0
	for i, row := range rows {
		if len(row) > 4 && row[4] == "Vĩ độ" {
			head = i + 1
		}
	}
	if head == 0 {
		t.Fatal("no titles")
	}
	for cell, want := range map[string]string{"A": "1", "D": "46354.395833333336", "E": "10.762622", "H": "0.012", "I": "0.166666666666666"} {
		if got, _ := f.GetCellValue(sheet, cell+strconv.Itoa(head+1), excelize.Options{RawCellValue: true}); got != want {
			t.Errorf("%s: %q, want %q", cell, got, want)
		}
		if kind, _ := f.GetCellType(sheet, cell+strconv.Itoa(head+1)); kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber && kind != excelize.CellTypeDate {
			t.Errorf("%s is no number: %v", cell, kind)
		}
	}
	if formula, _ := f.GetCellFormula(sheet, "K"+strconv.Itoa(head+2)); formula != "" {
		t.Error("a text became a formula", formula)
	}
	panes, err := f.GetPanes(sheet)
	if err != nil || !panes.Freeze || panes.YSplit != head {
		t.Errorf("panes %+v, %v; the head is row %d", panes, err, head)
	}
	names := ""
	for _, n := range f.GetDefinedName() {
		names += n.Name + " " + n.RefersTo + "\n"
	}
	for _, want := range []string{"Print_Area", "Print_Titles"} {
		if strings.Count(names, want) != 2 {
			t.Errorf("%s: %s", want, names)
		}
	}
}

// TestLibreOfficeReadsTheWorkbook converts a workbook and compares cells.
func TestLibreOfficeReadsTheWorkbook(t *testing.T) {
	if testing.Short() {
		t.Skip("starts LibreOffice")
	}
	_, name := written(t, report.English, reportfile.XLSX)
	dir := filepath.Dir(name)
	command(t, "soffice", "-env:UserInstallation=file://"+dir+"/profile", "--headless", "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,true,false,false,1", "--outdir", dir, name)
	files, _ := filepath.Glob(filepath.Join(dir, "*.csv"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	content, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(bytes.NewReader(content))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	number := func(s string) float64 {
		x, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	sum, total := 0.0, 0.0
	for _, row := range rows {
		switch {
		case len(row) > 6 && row[1] == "Total":
			total = number(row[6])
		case len(row) > 6 && strings.HasPrefix(row[1], "51C-"):
			sum += number(row[6])
		}
	}
	if sum != 75840 || total != sum {
		t.Errorf("the rows add up to %v, the total is %v", sum, total)
	}
	for _, want := range []string{"Summary by vehicle", "51C-413.59", "28/11/2026 09:30:00", "10.762622", "\"1,234.5\"", "1.2%", "4:00:00", "Nguyễn Thị Hường Quỳnh"} {
		if !strings.Contains(string(content), want) {
			t.Errorf("no %q in %.2000s", want, content)
		}
	}
}

// TestCSVIsForSpreadsheets checks the mark, the separators of both languages, and that no text is
// a formula.
func TestCSVIsForSpreadsheets(t *testing.T) {
	for l, comma := range map[report.Language]rune{report.Vietnamese: ';', report.English: ','} {
		content, _ := written(t, l, reportfile.CSV)
		rest, found := bytes.CutPrefix(content, []byte("\ufeff"))
		if !found {
			t.Error("no byte order mark")
		}
		r := csv.NewReader(bytes.NewReader(rest))
		r.Comma, r.FieldsPerRecord = comma, -1
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		point := map[report.Language]string{report.Vietnamese: "1234,5", report.English: "1234.5"}[l]
		if rows[1][6] != point || rows[1][3] != "2026-11-28 09:30:00" || rows[2][10] != "'=HYPERLINK(\"x\")" {
			t.Errorf("%q\n%q", rows[1], rows[2])
		}
	}
}

// TestHTMLStandsAlone checks that a page names no other file, and escapes texts.
func TestHTMLStandsAlone(t *testing.T) {
	d := sample(report.Vietnamese)
	d.Head = append(d.Head, report.Line{Name: "x", Value: "<script>alert(1)</script>"})
	var b bytes.Buffer
	if err := reportfile.Write(&b, d, reportfile.HTML); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, banned := range []string{"<script>", "http://", "https://", "href="} {
		if strings.Contains(page, banned) {
			t.Errorf("the page has %q", banned)
		}
	}
	for _, want := range []string{"<html lang=\"vi\">", "colspan=\"2\"", "Nguyễn Thị Hường Quỳnh", "75.840,0"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
}
