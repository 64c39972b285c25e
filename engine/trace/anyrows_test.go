// SPDX-License-Identifier: MIT

package trace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// TestReadTable reads tables with and without positions.
func TestReadTable(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	book := excelize.NewFile()
	if _, err := book.NewSheet("Số liệu"); err != nil {
		t.Fatal(err)
	}
	for cell, value := range map[string]any{"A1": "Mã", "B1": "Dân số", "A2": "00004", "B2": 12} {
		if err := book.SetCellValue("Số liệu", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	xlsx := filepath.Join(folder, "x.xlsx")
	if err := book.SaveAs(xlsx); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, sheet string
		most        int
		header      int
		rows        string
		is          error
	}{
		{write("codes.csv", "\ufeffMã;Dân số\n00004;12\n"), "", 10, 1, "Mã|Dân số 00004|12", nil},
		{write("quoted.csv", "Mã,Tên\n00004,\"Ba Đình, Hà Nội\"\n"), "", 10, 1, "Mã|Tên 00004|Ba Đình, Hà Nội", nil},
		{write("points.csv", "lat,lon\n21,105\n"), "", 10, 1, "lat|lon 21|105", nil},
		{write("one.csv", "Tên\nBa Đình\n"), "", 10, 0, "Tên Ba Đình", nil},
		{write("page.xls", "<html><table><tr><td>Mã<td>Tên<tr><td>1<td>A</table></html>"), "", 10, 1, "Mã|Tên 1|A", nil},
		{xlsx, "", 10, 1, "Mã|Dân số 00004|12", nil},
		{xlsx, "Số liệu", 10, 1, "Mã|Dân số 00004|12", nil},
		{xlsx, "none", 10, 0, "", ErrFormat},
		{write("long.csv", "a,b\n1,2\n3,4\n"), "", 2, 0, "", ErrTooLarge},
		{write("empty.csv", "\n"), "", 2, 0, "", ErrEmpty},
		{write("x.pdf", "%PDF-1"), "", 2, 0, "", ErrFormat},
		{folder, "", 2, 0, "", ErrFormat},
	} {
		table, err := ReadRows(t.Context(), c.path, c.sheet, c.most, Options{})
		if c.is != nil {
			if !errors.Is(err, c.is) {
				t.Errorf("%s: %v, want %v", filepath.Base(c.path), err, c.is)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(c.path), err)
			continue
		}
		var rows []string
		for _, r := range table.Rows {
			rows = append(rows, strings.Join(r.Cells, "|"))
		}
		if got := strings.Join(rows, " "); got != c.rows || table.Recipe.Header != c.header {
			t.Errorf("%s: %q, header %d", filepath.Base(c.path), got, table.Recipe.Header)
		}
	}
}
