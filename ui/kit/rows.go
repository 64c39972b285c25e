// SPDX-License-Identifier: MIT

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// List is a list that keeps its scroll position. The toolkit drops the renderer of a widget that
// has been out of sight for a minute, and the next renderer of its list begins at the top.
type List struct {
	widget.List
	scroll *container.Scroll // of the last renderer, nil before the first
}

// NewList returns a list. length, create and update are as in widget.List.
func NewList(length func() int, create func() fyne.CanvasObject, update func(widget.ListItemID, fyne.CanvasObject)) *List {
	l := &List{}
	l.Length, l.CreateItem, l.UpdateItem = length, create, update
	l.ExtendBaseWidget(l)
	return l
}

// CreateRenderer implements fyne.Widget.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	r := l.List.CreateRenderer()
	l.scroll = resumed(l.scroll, r, l.Size())
	return r
}

// Scroll returns what shows a part of the rows, nil before the first picture.
func (l *List) Scroll() *container.Scroll { return l.scroll }

// Table is a table that keeps its scroll position as List does. The toolkit's table would have no
// rows, because it places them for the former position.
type Table struct {
	widget.Table
	scroll *container.Scroll // as in List
}

// NewTable returns a table. length, create and update are as in widget.Table.
func NewTable(length func() (rows, columns int), create func() fyne.CanvasObject, update func(widget.TableCellID, fyne.CanvasObject)) *Table {
	t := &Table{}
	t.Length, t.CreateCell, t.UpdateCell = length, create, update
	t.ExtendBaseWidget(t)
	return t
}

// CreateRenderer implements fyne.Widget.
func (t *Table) CreateRenderer() fyne.WidgetRenderer {
	r := t.Table.CreateRenderer()
	t.scroll = resumed(t.scroll, r, t.Size())
	return r
}

// ScrollToRow scrolls until a row is visible. The toolkit's ScrollTo counts the header as a part
// of the rows, so that it would leave the row behind the header.
func (t *Table) ScrollToRow(row int) {
	if row == 0 {
		t.ScrollToTop()
		return
	}
	t.ScrollTo(widget.TableCellID{Row: row})
	t.ScrollTo(widget.TableCellID{Row: row - 1})
}

// resumed returns the scroll container of a renderer, its last object, at the position of the
// former one, which is nil for the first renderer of a widget.
func resumed(former *container.Scroll, r fyne.WidgetRenderer, size fyne.Size) *container.Scroll {
	objects := r.Objects()
	scroll := objects[len(objects)-1].(*container.Scroll)
	if former != nil {
		scroll.Offset = former.Offset
		r.Layout(size)
		r.Refresh()
	}
	return scroll
}
