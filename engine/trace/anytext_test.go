// SPDX-License-Identifier: MIT

package trace_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"roadsnap/engine/trace"
	"roadsnap/internal/workbook"
)

// TestTablesWithoutPositions reads a text in two encodings, and a workbook by its rows.
func TestTablesWithoutPositions(t *testing.T) {
	folder := t.TempDir()
	const said = "địa chỉ\nBến Nghé\n"
	units := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(said)) {
		units = append(units, byte(u), byte(u>>8))
	}
	var book strings.Builder
	b, err := workbook.New(&book)
	if err == nil {
		err = b.AddSheet("a", []string{"địa chỉ"}, []float64{10})
	}
	if err == nil {
		err = b.AddRow("a", []any{"Bến Nghé"})
	}
	if err == nil {
		err = b.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	b.Discard()
	for name, content := range map[string]string{"a.csv": said, "b.txt": string(units), "c.xlsx": book.String()} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		text, ok, err := trace.ReadText(t.Context(), path, trace.Options{})
		if err != nil || ok != (name != "c.xlsx") {
			t.Fatalf("%s: %t, %v", name, ok, err)
		}
		var rows [][]string
		if !ok {
			table, err := trace.ReadRows(t.Context(), path, "", 2, trace.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range table.Rows {
				rows = append(rows, r.Cells)
			}
		}
		for line := range strings.Lines(text) {
			rows = append(rows, []string{strings.TrimSpace(line)})
		}
		if !slices.EqualFunc(rows, [][]string{{"địa chỉ"}, {"Bến Nghé"}}, slices.Equal) {
			t.Errorf("%s: %q", name, rows)
		}
	}
	path := filepath.Join(folder, "d.zip")
	if err := os.WriteFile(path, []byte("PK\x03\x04 no archive"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok, _ := trace.ReadText(t.Context(), path, trace.Options{}); ok {
		t.Error("a broken archive is a text")
	}
	if _, err := trace.ReadRows(t.Context(), path, "", 2, trace.Options{}); err == nil {
		t.Error("a broken archive is read")
	}
}
