// SPDX-License-Identifier: MIT

package gis

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/layer"
	"roadsnap/ui/kit"
)

// Table shows the rows of the active layer: a click on a name sorts, one on a row selects it on
// the map too.
type Table struct {
	p       *Panel
	rows    *kit.Table
	filter  *kit.KeyEntry
	count   *widget.Label
	content *fyne.Container
	state   State
	item    *Item
	chosen  int // the selected row that was scrolled to
}

// columnLetters is the width of a column (letters), and maxShown the number of columns shown.
const (
	columnLetters = 16
	maxShown      = 40
)

func newTable(p *Panel) *Table {
	t := &Table{p: p, chosen: -1, filter: kit.NewKeyEntry(p.do.Keys), count: kit.Caption("")}
	t.filter.SetPlaceHolder(p.words.T("gis.filter"))
	t.filter.OnChanged = p.model.Filter
	t.rows = kit.NewTable(t.size, func() fyne.CanvasObject { return kit.NewLine() }, func(id widget.TableCellID, o fyne.CanvasObject) {
		if t.item == nil || id.Row >= len(t.state.Shown) || id.Col >= len(t.item.Data.Columns) {
			return
		}
		row, c := t.state.Shown[id.Row], &t.item.Data.Columns[id.Col]
		align := fyne.TextAlignLeading
		if c.Kind == layer.Number {
			align = fyne.TextAlignTrailing
		}
		o.(*kit.Line).Set(c.Texts[row], align, row == t.state.Selected)
	})
	t.rows.ShowHeaderRow = true
	t.rows.CreateHeader = func() fyne.CanvasObject { return kit.NewButton("", nil, nil) }
	t.rows.UpdateHeader = func(id widget.TableCellID, o fyne.CanvasObject) {
		b := o.(*kit.Button)
		b.Importance = widget.LowImportance
		if t.item == nil || id.Col < 0 || id.Col >= len(t.item.Data.Columns) {
			return
		}
		b.OnTapped = func() { p.model.SortBy(id.Col) }
		b.Icon = nil
		if t.state.SortBy == id.Col {
			if b.Icon = theme.MoveUpIcon(); t.state.Descends {
				b.Icon = theme.MoveDownIcon()
			}
		}
		b.SetText(t.item.Data.Columns[id.Col].Name)
	}
	t.rows.OnSelected = func(id widget.TableCellID) {
		t.rows.UnselectAll()
		if id.Row < 0 || id.Row >= len(t.state.Shown) {
			return
		}
		t.chosen = t.state.Shown[id.Row]
		p.model.Select(t.chosen)
		if b := p.model.Bounds(); !b.Empty() {
			p.do.ShowBounds(b)
		}
	}
	letter := fyne.MeasureText("0", theme.TextSize(), fyne.TextStyle{}).Width
	for i := range maxShown {
		t.rows.SetColumnWidth(i, columnLetters*letter)
	}
	shut := kit.IconButton(theme.CancelIcon(), p.words.T("dialog.close"), func() { p.model.ShowTable(false) })
	shut.Importance = widget.LowImportance
	t.content = container.NewBorder(container.NewBorder(nil, nil, nil, container.NewHBox(t.count, shut), t.filter), nil, nil, nil, t.rows)
	return t
}

func (t *Table) size() (rows, columns int) {
	if t.item == nil {
		return 0, 0
	}
	return len(t.state.Shown), min(len(t.item.Data.Columns), maxShown)
}

// Content returns the widgets of the table.
func (t *Table) Content() fyne.CanvasObject { return t.content }

func (t *Table) show(s State) {
	item := s.Item()
	if item != nil && item.Data == nil {
		item = nil
	}
	same := t.item == item && t.state.Selected == s.Selected && t.state.SortBy == s.SortBy && t.state.Descends == s.Descends && slices.Equal(t.state.Shown, s.Shown)
	t.state, t.item = s, item
	if t.filter.Text != s.Query {
		t.filter.SetText(s.Query)
	}
	if same {
		return
	}
	kit.SetText(t.count, t.p.words.T("gis.rows", "n", t.p.words.Count(len(s.Shown))))
	t.rows.Refresh()
	if s.Selected >= 0 && s.Selected != t.chosen {
		if n := slices.Index(s.Shown, s.Selected); n >= 0 {
			t.rows.ScrollToRow(n)
		}
	}
	t.chosen = s.Selected
}
