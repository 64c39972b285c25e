// SPDX-License-Identifier: MIT

package mapping

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

// The widths of the columns of the table (logical pixels). Between the limits, a column is as wide
// as its content.
const (
	minColumn   = 60
	maxColumn   = 220
	numberWidth = 56
)

// measuredRows is the number of rows that the widths of columns depend on.
const measuredRows = 20

// maxColumns is the number of columns that the table shows.
const maxColumns = 60

// rowTable shows the first rows of the table, with the role of each column above it.
type rowTable struct {
	d     *Dialog
	table *widget.Table
	state State
	width [maxColumns]float32 // of the columns
}

func newRowTable(d *Dialog) *rowTable {
	r := &rowTable{d: d, state: d.model.State()}
	r.table = widget.NewTableWithHeaders(
		func() (int, int) { return len(r.state.Preview.Rows), min(r.state.Width(), maxColumns) },
		func() fyne.CanvasObject {
			l := widget.NewLabel("")
			l.Truncation = fyne.TextTruncateEllipsis
			return l
		},
		func(at widget.TableCellID, o fyne.CanvasObject) { r.cell(at, o.(*widget.Label)) })
	r.table.CreateHeader = func() fyne.CanvasObject {
		l := widget.NewLabel("")
		l.Truncation = fyne.TextTruncateEllipsis
		// The toolkit's ground of headers is dark in a light theme.
		return container.NewStack(canvas.NewRectangle(theme.Color(theme.ColorNameButton)), l)
	}
	r.table.UpdateHeader = func(at widget.TableCellID, o fyne.CanvasObject) {
		r.header(at, o.(*fyne.Container).Objects[1].(*widget.Label))
	}
	r.table.OnSelected = func(at widget.TableCellID) {
		if at.Col >= 0 {
			d.fields.choose(at.Col)
		}
	}
	r.table.SetColumnWidth(-1, numberWidth)
	r.fit()
	return r
}

func (r *rowTable) show(s State) {
	r.state = s
	r.fit()
	r.table.Refresh()
}

// fit sets the widths of the columns.
func (r *rowTable) fit() {
	for i := range min(r.state.Width(), maxColumns) {
		width := textWidth(r.d.t(roleWords[r.state.Role(i)]), true)
		rows := r.state.Preview.Rows
		for k, row := range rows[:min(len(rows), measuredRows)] {
			if i < len(row.Cells) {
				width = max(width, textWidth(row.Cells[i], k == r.state.Recipe.Header-1))
			}
		}
		width = min(max(width+2*theme.InnerPadding()+1, minColumn), maxColumn)
		if width != r.width[i] {
			r.width[i] = width
			r.table.SetColumnWidth(i, width)
		}
	}
}

func textWidth(text string, bold bool) float32 {
	return fyne.MeasureText(text, theme.TextSize(), fyne.TextStyle{Bold: bold}).Width
}

// importanceOf is the colour of a column: those of positions and times stand out.
func importanceOf(role string) widget.Importance {
	switch role {
	case "":
		return widget.LowImportance
	case "lat", "lon", "position":
		return widget.HighImportance
	case "time", "date":
		return widget.SuccessImportance
	case "vehicle", "trip", "device", "driver":
		return widget.WarningImportance
	}
	return widget.MediumImportance
}

func (r *rowTable) cell(at widget.TableCellID, l *widget.Label) {
	text := ""
	if row := r.state.Preview.Rows[at.Row]; at.Col < len(row.Cells) {
		text = row.Cells[at.Col]
	}
	l.Importance = importanceOf(r.state.Role(at.Col))
	l.TextStyle.Bold = at.Row == r.state.Recipe.Header-1
	l.SetText(text)
}

func (r *rowTable) header(at widget.TableCellID, l *widget.Label) {
	switch {
	case at.Row < 0 && at.Col >= 0:
		role := r.state.Role(at.Col)
		l.Importance = importanceOf(role)
		l.TextStyle.Bold = role != ""
		l.SetText(r.d.t(roleWords[role]))
	case at.Row >= 0 && at.Row < len(r.state.Preview.Rows):
		l.Importance = widget.LowImportance
		l.TextStyle.Bold = false
		kit.SetText(l, strconv.Itoa(r.state.Preview.Rows[at.Row].Line))
	default:
		kit.SetText(l, "")
	}
}
