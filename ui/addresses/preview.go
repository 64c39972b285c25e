// SPDX-License-Identifier: MIT

package addresses

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/address"
	"roadsnap/ui/kit"
)

// The columns of the preview.
const (
	colNumber = iota
	colInput
	colAddress
	colUnit
	colProvince
	colConfidence
	colReason
	numColumns
)

// letters are the widths of the columns in letters, the least one for those that share the
// rest of the width.
var letters = [numColumns]int{colNumber: 6, colInput: 18, colAddress: 22, colUnit: 17, colProvince: 15, colConfidence: 7, colReason: 17}

// preview is the table of the results.
type preview struct {
	p     *page
	table *previewTable
	state State
	shown int // the selected row that was scrolled to
}

// previewTable is a table that shares its width among the columns and passes on keys.
type previewTable struct {
	kit.Table
	of    *preview
	width float32
}

// Resize implements fyne.CanvasObject.
func (t *previewTable) Resize(size fyne.Size) {
	if t.width != size.Width {
		t.width = size.Width
		t.of.setWidths(size.Width)
	}
	t.Table.Resize(size)
}

// TypedKey implements fyne.Focusable: the arrows move the selection.
func (t *previewTable) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp:
		t.of.step(-1)
	case fyne.KeyDown:
		t.of.step(1)
	default:
		if c := fyne.CurrentApp().Driver().CanvasForObject(t); c != nil && c.OnTypedKey() != nil {
			c.OnTypedKey()(e)
		}
	}
}

func newPreview(p *page) *preview {
	v := &preview{p: p, state: p.m.State(), shown: -1}
	v.table = &previewTable{of: v}
	v.table.Length = func() (int, int) { return len(v.state.Shown), numColumns }
	v.table.CreateCell = func() fyne.CanvasObject { return kit.NewLine() }
	v.table.UpdateCell = func(id widget.TableCellID, o fyne.CanvasObject) {
		if id.Row < len(v.state.Shown) {
			i := v.state.Shown[id.Row]
			align := fyne.TextAlignLeading
			if id.Col == colNumber || id.Col == colConfidence {
				align = fyne.TextAlignTrailing
			}
			o.(*kit.Line).Set(v.cell(v.state.Rows[i], id.Col), align, i == v.state.Selected)
		}
	}
	v.table.ShowHeaderRow = true
	v.table.CreateHeader = func() fyne.CanvasObject { return kit.NewLine() }
	v.table.UpdateHeader = func(id widget.TableCellID, o fyne.CanvasObject) {
		o.(*kit.Line).Set(v.heading(max(id.Col, 0)), fyne.TextAlignLeading, true)
	}
	v.table.OnSelected = func(id widget.TableCellID) {
		v.table.UnselectAll()
		if id.Row >= 0 && id.Row < len(v.state.Shown) {
			p.m.Select(v.state.Shown[id.Row])
		}
	}
	v.table.ExtendBaseWidget(v.table)
	return v
}

// setWidths divides a width among the columns.
func (v *preview) setWidths(width float32) {
	letter := fyne.MeasureText("0", theme.TextSize(), fyne.TextStyle{}).Width
	all := 0
	for _, n := range letters {
		all += n
	}
	const gap, room = 5, 12 // between columns, and for the scroll bar
	stretch := max(1, (width-room-gap*numColumns)/(float32(all)*letter))
	for i, n := range letters {
		v.table.SetColumnWidth(i, float32(n)*letter*stretch)
	}
}

func (v *preview) heading(column int) string {
	t := v.p.words.T
	switch column {
	case colNumber:
		return "#"
	case colInput:
		return t("addresses.column.input")
	case colAddress:
		if v.state.To == address.IntoFormer {
			return t("addresses.column.former")
		}
		return t("addresses.column.new")
	case colUnit:
		return t("addresses.column.ward")
	case colProvince:
		return t("unit.province")
	case colConfidence:
		return t("addresses.column.confidence")
	}
	return t("addresses.column.reason")
}

// cell returns the text of a row in a column.
func (v *preview) cell(r *Row, column int) string {
	w, a := v.p.words, &r.Answer
	switch column {
	case colNumber:
		return w.Count(r.Number)
	case colInput:
		return Text(r.Query)
	case colAddress:
		return a.Address
	case colUnit:
		switch {
		case !a.Decided && len(a.Candidates) > 1:
			return w.T("addresses.candidates", "n", w.Count(len(a.Candidates)))
		case v.state.To == address.IntoFormer:
			return a.Former.Name
		}
		return a.Ward.FullName
	case colProvince:
		if v.state.To == address.IntoFormer && a.Decided {
			return a.Former.Province
		}
		return a.Province.FullName
	case colConfidence:
		if len(a.Candidates) == 0 && !a.Decided {
			return ""
		}
		return w.Number(100*a.Confidence, 0) + " %"
	}
	return w.T("addresses.reason." + string(a.Reason))
}

func (v *preview) show(s State) {
	v.state = s
	v.table.Refresh()
	if s.Selected == v.shown {
		return
	}
	v.shown = s.Selected
	if row := v.row(); row >= 0 {
		v.table.ScrollToRow(row)
	}
}

// row returns the place of the selected row in the list, −1 if it is not listed.
func (v *preview) row() int {
	for n, i := range v.state.Shown {
		if i == v.state.Selected {
			return n
		}
	}
	return -1
}

// step moves the selection.
func (v *preview) step(by int) {
	if n := len(v.state.Shown); n > 0 {
		v.p.m.Select(v.state.Shown[min(max(v.row()+by, 0), n-1)])
	}
}
