// SPDX-License-Identifier: MIT

package tripfile

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	library "roadsnap/internal/workbook"
)

// newBook returns a workbook of the library that the programs use.
func newBook(w io.Writer) (Book, error) { return library.New(w) }

// opened opens a workbook that this package wrote.
func opened(t *testing.T, content []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// TestWorkbook checks sheets, titles, filters and the kinds of cells.
func TestWorkbook(t *testing.T) {
	f := opened(t, written(t, Options{Format: XLSX, NewBook: newBook, What: Both, Source: Source{Licence: "© OpenStreetMap contributors", Map: "Test", Matcher: "12"}}, hostile()))
	if got, want := f.GetSheetList(), []string{"trip", "point", "leg", "way", "stop", "event", "licence"}; !slices.Equal(got, want) {
		t.Errorf("sheets: got %v, want %v", got, want)
	}
	for _, per := range Tables() {
		list, err := f.GetRows(string(per))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range Columns(per, Both) {
			names = append(names, c.Name)
		}
		if !slices.Equal(list[0], names) {
			t.Errorf("%s: columns are %q, want %q", per, list[0], names)
		}
		if p, err := f.GetPanes(string(per)); err != nil || !p.Freeze || p.YSplit != 1 {
			t.Errorf("%s: the title is not frozen: %+v, %v", per, p, err)
		}
	}
	for _, n := range f.GetDefinedName() {
		if n.Scope == "point" && !strings.HasSuffix(n.RefersTo, fmt.Sprintf("$%d", 21)) {
			t.Errorf("filter of points: %s", n.RefersTo)
		}
	}
	if n := len(f.GetDefinedName()); n != len(Tables())+1 {
		t.Errorf("%d sheets have a filter", n)
	}
	for _, c := range []struct {
		sheet, cell string
		kind        excelize.CellType
		raw, shown  string
	}{
		{"point", "A2", excelize.CellTypeInlineString, "=1+1", "=1+1"},
		{"point", "C2", excelize.CellTypeUnset, "45657.3020891204", "2024-12-31 07:15:00"}, // 07:15:00.5
		{"point", "E2", excelize.CellTypeUnset, "-106.70098", "-106.700980"},
		{"point", "J2", excelize.CellTypeUnset, "4294967299", "4294967299"},
		{"point", "K2", excelize.CellTypeUnset, "0.01", "0.01"},
		{"way", "F2", excelize.CellTypeBool, "1", "TRUE"},
	} {
		kind, err := f.GetCellType(c.sheet, c.cell)
		raw, rawErr := f.GetCellValue(c.sheet, c.cell, excelize.Options{RawCellValue: true})
		shown, shownErr := f.GetCellValue(c.sheet, c.cell)
		formula, formulaErr := f.GetCellFormula(c.sheet, c.cell)
		if err := firstError(err, rawErr, shownErr, formulaErr); err != nil {
			t.Fatal(err)
		}
		if kind != c.kind || raw != c.raw && c.kind != excelize.CellTypeBool || shown != c.shown || formula != "" {
			t.Errorf("%s!%s: kind %v, value %q, shown as %q, formula %q; want %+v", c.sheet, c.cell, kind, raw, shown, formula, c)
		}
	}
	notice, err := f.GetCellValue("licence", "C3")
	if err != nil || notice != "© OpenStreetMap contributors" {
		t.Errorf("licence: %q, %v", notice, err)
	}
}

// TestTextsInSheets checks that any text is a text in a workbook, and the same.
func TestTextsInSheets(t *testing.T) {
	for _, s := range append(hazards, strings.Repeat("ệ", 40_000), "a\ufffeb", "_x000D_", "\xff") {
		x := hostile()
		x.Matched.Trip.Vehicle = s
		f := opened(t, written(t, Options{Format: XLSX, NewBook: newBook, Per: []Per{PerTrip}}, x))
		kind, err := f.GetCellType("trip", "B2")
		value, valueErr := f.GetCellValue("trip", "B2")
		formula, formulaErr := f.GetCellFormula("trip", "B2")
		if err := firstError(err, valueErr, formulaErr); err != nil {
			t.Fatal(err)
		}
		want := strings.ReplaceAll(string([]rune(textCell(s).text)[:min(32767, len([]rune(s)))]), "\r", "\n") // as XML reads line ends
		if kind != excelize.CellTypeInlineString || strings.ReplaceAll(value, "\r", "\n") != want || formula != "" {
			t.Errorf("%.40q: kind %v, text %.40q, formula %q", s, kind, value, formula)
		}
	}
}
