// SPDX-License-Identifier: MIT

package reportfile

import (
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"roadsnap/engine/report"
)

// sheetWriter writes the rows of a sheet. The first error stays.
type sheetWriter struct {
	book    *bookWriter
	sheet   string
	stream  *excelize.StreamWriter
	columns int
	widths  []float64 // of the columns (characters)
	row     int       // the next one, from 1
	err     error
}

// set writes a row of cells, as high as so many lines of text.
func (x *sheetWriter) set(cells []any, lines int) {
	if x.err == nil {
		at, err := excelize.CoordinatesToCellName(1, x.row)
		if err == nil {
			err = x.stream.SetRow(at, cells, excelize.RowOpts{Height: min(lineHeight*float64(lines)+2, excelize.MaxRowHeight)})
		}
		x.err = err
	}
	x.row++
}

// lineHeight is the height of a line of text (points).
const lineHeight = 13.5

// linesOf returns how many lines a text takes in a column.
func linesOf(text string, width float64) int {
	return max(int(math.Ceil(float64(utf8.RuneCountInString(text))*1.08/width)), 1)
}

// merge joins cells of the row before the next one.
func (x *sheetWriter) merge(row, from, to int) {
	if x.err != nil || from >= to {
		return
	}
	a, err := excelize.CoordinatesToCellName(from, row)
	if err == nil {
		var b string
		if b, err = excelize.CoordinatesToCellName(to, row); err == nil {
			err = x.stream.MergeCell(a, b)
		}
	}
	x.err = err
}

// styled returns a cell with a style.
func (x *sheetWriter) styled(value any, k styleKey) excelize.Cell {
	id, err := x.book.style(k)
	if x.err == nil {
		x.err = err
	}
	return excelize.Cell{StyleID: id, Value: value}
}

// line writes a text over the width of the table.
func (x *sheetWriter) line(text string, k styleKey) {
	x.set([]any{x.styled(text, k)}, 1+int(k.size/13))
	x.merge(x.row-1, 1, x.columns)
}

// wrapped writes two texts side by side.
func (x *sheetWriter) wrapped(a, b string) {
	k := styleKey{size: 10, wrap: true}
	room := x.widths[0]
	if b == "" {
		room += x.widths[1]
	}
	x.set([]any{x.styled(a, k), x.styled(b, k)}, max(linesOf(a, room), linesOf(b, x.widths[1])))
	if b == "" {
		x.merge(x.row-1, 1, 2)
	}
}

// head writes the title, the label and the head of the document.
func (x *sheetWriter) head(t *report.Table) {
	d := x.book.doc
	x.line(d.Title, styleKey{size: 14, bold: true})
	x.line(d.Label, styleKey{size: 10, alarm: true})
	for _, h := range d.Head {
		x.line(h.Name+": "+h.Value, styleKey{size: 10})
	}
	if t.Title != "" {
		x.line(t.Title, styleKey{size: 11, bold: true})
	}
	x.row++
}

// headRows returns the number of rows that head writes.
func (x *sheetWriter) headRows(t *report.Table) int {
	n := 3 + len(x.book.doc.Head)
	if t.Title != "" {
		n++
	}
	return n
}

// grouped reports whether columns of a table have a common title.
func grouped(t *report.Table) bool {
	return slices.ContainsFunc(t.Columns, func(c report.Column) bool { return c.Group != "" })
}

// titles writes the titles of the columns, below those of their groups.
func (x *sheetWriter) titles(t *report.Table) {
	k := styleKey{size: 10, bold: true, fill: true, align: report.Center, wrap: true, border: true}
	lines := 1
	groups, titles := make([]any, len(t.Columns)), make([]any, len(t.Columns))
	for i, c := range t.Columns {
		groups[i], titles[i] = x.styled(c.Group, k), x.styled(c.Title, k)
		lines = max(lines, linesOf(c.Title, x.widths[i]*0.85)) // bold, and words do not fill lines
	}
	if grouped(t) {
		x.set(groups, x.groupLines(t))
		for i := 0; i < len(t.Columns); {
			n := 1
			for i+n < len(t.Columns) && t.Columns[i].Group != "" && t.Columns[i+n].Group == t.Columns[i].Group {
				n++
			}
			x.merge(x.row-1, i+1, i+n)
			i += n
		}
	}
	x.set(titles, lines)
}

// groupLines returns how many lines the highest title of a group takes.
func (x *sheetWriter) groupLines(t *report.Table) int {
	most := 1
	for i := 0; i < len(t.Columns); {
		width, n := x.widths[i], 1
		for ; i+n < len(t.Columns) && t.Columns[i+n].Group == t.Columns[i].Group; n++ {
			width += x.widths[i+n]
		}
		most = max(most, linesOf(t.Columns[i].Group, width*0.85))
		i += n
	}
	return most
}

// cells writes a row of a table.
func (x *sheetWriter) cells(row []report.Cell, total bool) {
	lines := 1
	cells := make([]any, len(row))
	for i, c := range row {
		value, format := xlsxCell(c)
		k := styleKey{size: 10, format: format, border: true, bold: total || c.Strong, alarm: c.Strong, fill: total, wrap: c.Kind == report.Text}
		if c.Kind != report.Text && c.Kind != report.Blank {
			k.align = report.Right
		}
		cells[i] = x.styled(value, k)
		if c.Kind == report.Text {
			lines = max(lines, linesOf(c.Text, x.widths[i]))
		}
	}
	x.set(cells, lines)
}

// wallClock returns the time of a cell as its clock shows it, because a workbook has no zones.
func wallClock(c report.Cell) time.Time {
	t := c.Time
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}
