// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"roadsnap/engine/trace"
	"roadsnap/engine/unitfile"
	"roadsnap/internal/atomicfile"
	"roadsnap/internal/workbook"
)

// writeUnitTable writes units as a table, to a workbook if the name ends in .xlsx.
func writeUnitTable(path string, list []unitfile.Unit, columns []unitfile.Column, excel bool) error {
	title := make([]string, len(columns))
	for i, c := range columns {
		title[i] = c.Name
	}
	if strings.EqualFold(filepath.Ext(path), ".xlsx") {
		return atomicfile.Write(path, 0o666, func(w io.Writer) error {
			return writeWorkbook(w, title, list, columns)
		})
	}
	rows := [][]string{title}
	for _, u := range list {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = cellText(c.Of(u))
		}
		rows = append(rows, cells)
	}
	return writeTextTable(path, rows, excel)
}

// cellNumber is a number of a workbook, as it is.
type cellNumber float64

// Number returns the number, with all its decimals.
func (n cellNumber) Number() (x float64, decimals int) { return float64(n), -1 }

func writeWorkbook(w io.Writer, title []string, list []unitfile.Unit, columns []unitfile.Column) error {
	b, err := workbook.New(w)
	if err != nil {
		return err
	}
	defer b.Discard()
	const sheet, width = "units", 18
	widths := make([]float64, len(title))
	for i := range widths {
		widths[i] = width
	}
	if err := b.AddSheet(sheet, title, widths); err != nil {
		return err
	}
	for _, u := range list {
		values := make([]any, len(columns))
		for i, c := range columns {
			if values[i] = c.Of(u); values[i] != nil {
				if x, ok := values[i].(float64); ok {
					values[i] = cellNumber(x)
				}
			}
		}
		if err := b.AddRow(sheet, values); err != nil {
			return err
		}
	}
	return b.Close()
}

// writeTextTable writes a table as CSV. Cells that a spreadsheet would run as formulas get an
// apostrophe; numbers do not.
func writeTextTable(path string, rows [][]string, excel bool) error {
	var b bytes.Buffer
	if excel {
		b.WriteString("\uFEFF")
	}
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				b.WriteByte(',')
			}
			if _, err := strconv.ParseFloat(cell, 64); err == nil {
				b.WriteString(cell)
				continue
			}
			b.Write(trace.AppendCSVText(nil, cell))
		}
		b.WriteByte('\n')
	}
	return atomicfile.Write(path, 0o666, func(w io.Writer) error {
		_, err := w.Write(b.Bytes())
		return err
	})
}
