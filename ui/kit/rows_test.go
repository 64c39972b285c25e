// SPDX-License-Identifier: MIT

package kit

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// TestScrollToRow scrolls to rows above and below the visible ones, and finds them under the
// header.
func TestScrollToRow(t *testing.T) {
	test.NewTempApp(t)
	visible := map[int]*widget.Label{}
	table := NewTable(func() (int, int) { return 200, 1 }, func() fyne.CanvasObject { return widget.NewLabel("x") }, func(id widget.TableCellID, o fyne.CanvasObject) {
		for row, label := range visible {
			if label == o {
				delete(visible, row)
			}
		}
		visible[id.Row] = o.(*widget.Label)
	})
	table.ShowHeaderRow = true
	w := test.NewTempWindow(t, table)
	w.Resize(fyne.NewSize(300, 300))
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(table).Y
	for _, row := range []int{100, 99, 98, 97, 1, 199, 150, 149} {
		table.ScrollToRow(row)
		o := visible[row]
		if o == nil {
			t.Errorf("row %d is not drawn", row)
			continue
		}
		y, header := driver.AbsolutePositionForObject(o).Y-top, o.Size().Height
		if y < header-1 || y+o.Size().Height > table.Size().Height+1 {
			t.Errorf("row %d lies at %g, the table is %g high", row, y, table.Size().Height)
		}
	}
}

// TestListsKeepTheirPlace checks that a list and a table show the same rows when the toolkit has
// dropped their renderer, as it does with what was out of sight for a minute.
func TestListsKeepTheirPlace(t *testing.T) {
	test.NewTempApp(t)
	const rows, at, width = 200, 120, 130
	var drawn []int
	create := func() fyne.CanvasObject { return widget.NewLabel("x") }
	list := NewList(func() int { return rows }, create, func(i int, _ fyne.CanvasObject) { drawn = append(drawn, i) })
	table := NewTable(func() (int, int) { return rows, 1 }, create, func(id widget.TableCellID, _ fyne.CanvasObject) { drawn = append(drawn, id.Row) })
	table.ShowHeaderRow = true
	table.SetColumnWidth(0, width)
	for name, o := range map[string]struct {
		fyne.Widget
		scroll func() *container.Scroll
		to     func(row int)
	}{"list": {list, list.Scroll, list.ScrollTo}, "table": {table, func() *container.Scroll { return table.scroll }, table.ScrollToRow}} {
		w := test.NewTempWindow(t, o.Widget)
		w.Resize(fyne.NewSize(300, 300))
		o.to(at)
		old := o.scroll()
		drawn = nil
		o.CreateRenderer()
		if o.scroll() == old || o.scroll().Offset != old.Offset || old.Offset.Y == 0 {
			t.Errorf("%s: the new renderer shows %v, the former one %v", name, o.scroll().Offset, old.Offset)
		}
		if !slices.Contains(drawn, at) || slices.Contains(drawn, 0) {
			t.Errorf("%s: the new renderer draws the rows %v", name, drawn)
		}
		o.to(at - 50) // as a selection does while the widget is out of sight
		if top := o.scroll().Offset.Y; top >= old.Offset.Y {
			t.Errorf("%s: it scrolled from %g to %g", name, old.Offset.Y, top)
		}
	}
}
