// SPDX-License-Identifier: MIT

package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// TestScrollToRow scrolls to rows above and below the visible ones, and finds them under the
// header.
func TestScrollToRow(t *testing.T) {
	test.NewTempApp(t)
	visible := map[int]*widget.Label{}
	table := widget.NewTableWithHeaders(func() (int, int) { return 200, 1 }, func() fyne.CanvasObject { return widget.NewLabel("x") }, func(id widget.TableCellID, o fyne.CanvasObject) {
		for row, label := range visible {
			if label == o {
				delete(visible, row)
			}
		}
		visible[id.Row] = o.(*widget.Label)
	})
	table.ShowHeaderColumn = false
	w := test.NewTempWindow(t, table)
	w.Resize(fyne.NewSize(300, 300))
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(table).Y
	for _, row := range []int{100, 99, 98, 97, 1, 199, 150, 149} {
		ScrollToRow(table, row)
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
