// SPDX-License-Identifier: MIT

package units

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// table is the table of units. A click on a column's head sorts it.
type table struct {
	words   text.Catalogue
	model   *Model
	listing Listing
	list    *List
	heads   [numColumns]*kit.Button
	header  *fyne.Container
	filter  *kit.Choice
	former  bool     // some rows were found by the name of a former unit
	scopes  []string // Listing.Of for each choice of filter
	content fyne.CanvasObject
}

func newTable(words text.Catalogue, model *Model, do Actions, keys func(*fyne.KeyEvent)) *table {
	model.SortNamesInEnglish(words.English())
	t := &table{words: words, model: model, listing: model.State().Table}
	t.list = newList(model, do, keys)
	t.list.rowAt = func(i int) Row { return t.listing.Rows[i] }
	t.list.Length = func() int { return len(t.listing.Rows) }
	t.list.CreateItem = func() fyne.CanvasObject { return newTableRow(t) }
	t.list.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		if i < len(t.listing.Rows) {
			row := o.(*tableRow)
			row.show(words, t.listing.Rows[i])
			t.list.put(&row.Line, i)
		}
	}
	t.header = container.New(unitColumns{t})
	for column := range numColumns {
		b := kit.NewButton("", nil, func() { t.model.SortBy(column) })
		b.Importance, b.Alignment, b.IconPlacement = widget.LowImportance, widget.ButtonAlignLeading, widget.ButtonIconTrailingText
		if column.isNumber() {
			b.Alignment = widget.ButtonAlignTrailing
		}
		t.heads[column] = b
		t.header.Add(b)
	}
	t.filter = t.newFilter()
	t.showListing()
	t.content = container.NewHScroll(container.NewBorder(container.NewVBox(t.header, widget.NewSeparator()), nil, nil, nil, t.list))
	return t
}

// newFilter returns the choice of listed units: all wards, all provinces, or the wards of
// one province.
func (t *table) newFilter() *kit.Choice {
	t.scopes = []string{"", AllProvinces}
	choices := []string{t.words.T("units.all_wards"), t.words.T("units.all_provinces")}
	for _, p := range t.model.Provinces() {
		t.scopes = append(t.scopes, p.Code)
		choices = append(choices, Row{Province: p}.bareNameIn(t.words))
	}
	s := kit.NewChoice(choices)
	s.OnChanged = func(string) {
		if of := t.scopes[max(s.SelectedIndex(), 0)]; of != t.model.State().Table.Of {
			t.model.List(of)
		}
	}
	return s
}

// show shows a state.
func (t *table) show(s State) {
	old := t.listing
	t.listing = s.Table
	if sameRows(old.Rows, s.Table.Rows) {
		t.list.mark(s)
		return
	}
	t.showListing()
	t.header.Refresh()
	t.list.renew(s)
	if i := t.list.index(s.Selected); i >= 0 {
		t.list.ScrollTo(i)
	} else {
		t.list.ScrollToTop()
	}
}

// showListing updates the filter and the heads, which show the sorted column.
func (t *table) showListing() {
	if i := slices.Index(t.scopes, t.listing.Of); i >= 0 && t.filter.SelectedIndex() != i {
		t.filter.SetSelectedIndex(i)
	}
	t.former = slices.ContainsFunc(t.listing.Rows, func(r Row) bool { return r.Former != "" })
	names := [numColumns]string{
		ColumnCode: t.words.T("unit.code"), ColumnName: t.words.T("unit.name"), ColumnKind: t.words.T("unit.level"),
		ColumnProvince: t.words.T("unit.province"), ColumnArea: t.words.T("unit.area"), ColumnVertices: t.words.T("unit.vertices"),
	}
	for column, b := range t.heads {
		b.Icon = nil
		if t.listing.By == Column(column) && !t.listing.Ranked {
			b.Icon = theme.MoveUpIcon()
			if t.listing.Descending {
				b.Icon = theme.MoveDownIcon()
			}
		}
		b.SetText(names[column])
	}
}

// sameRows reports whether a and b are the same slice.
func sameRows(a, b []Row) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// unitColumns lays out a row of the table, or its header. The name column takes the rest
// of the width.
type unitColumns struct{ t *table }

// leastName is the minimum width of the name column (logical pixels).
const leastName = 150

// rowSpared is by how much a row is lower than the minimum height of its labels (logical
// pixels), above and below the text together.
const rowSpared = 8

// scrollRoom is the width reserved for the scroll bar (logical pixels).
const scrollRoom = 8

// widths returns the widths of the columns, 0 for hidden ones.
func (l unitColumns) widths(all float32) (widths [numColumns]float32) {
	widths = [numColumns]float32{
		ColumnCode: 66, ColumnKind: 88, ColumnProvince: 118, ColumnArea: 104, ColumnVertices: 88,
	}
	if l.t.listing.Of == AllProvinces {
		widths[ColumnKind], widths[ColumnProvince] = 224, 0
	}
	if l.t.former && l.t.listing.By != ColumnVertices {
		widths[ColumnVertices] = 0 // to make room for the former name
	}
	rest := all - scrollRoom
	for _, w := range widths {
		rest -= w
	}
	widths[ColumnName] = max(rest, leastName)
	return widths
}

// MinSize implements fyne.Layout.
func (l unitColumns) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	size.Width = scrollRoom
	for _, w := range l.widths(0) {
		size.Width += w
	}
	for _, o := range objects {
		size.Height = max(size.Height, o.MinSize().Height)
	}
	return size
}

// Layout implements fyne.Layout.
func (l unitColumns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	widths := l.widths(size.Width)
	for i, o := range objects {
		kit.SetVisible(o, widths[i] > 0)
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(widths[i], size.Height))
		x += widths[i]
	}
}

// tableRow is a row of the table.
type tableRow struct {
	Line
	cells [numColumns]*widget.Label
	row   *fyne.Container
}

func newTableRow(t *table) *tableRow {
	r := &tableRow{row: container.New(unitColumns{t})}
	for column := range numColumns {
		l := widget.NewLabel("")
		l.Truncation = fyne.TextTruncateEllipsis
		l.TextStyle.Monospace = column == ColumnCode
		if column.isNumber() {
			l.Alignment = fyne.TextAlignTrailing
		}
		r.cells[column] = l
		r.row.Add(l)
	}
	r.contents = container.New(layout.NewCustomPaddedLayout(-rowSpared/2, -rowSpared/2, 0, 0), r.row)
	r.hover = r.point
	r.ExtendBaseWidget(r)
	return r
}

func (r *tableRow) show(words text.Catalogue, u Row) {
	area, vertices := "–", "–"
	if u.HasBorder {
		area, vertices = words.Area(u.Area), words.Count(u.Vertices)
	}
	name := u.bareNameIn(words)
	if u.Former != "" {
		former, _, _ := strings.Cut(u.Former, ",") // without its district and province
		name += " · " + words.T("units.was", "name", former)
	}
	for column, text := range [numColumns]string{
		ColumnCode: u.Code(), ColumnName: name, ColumnKind: u.kindIn(words),
		ColumnProvince: Row{Province: u.Province}.bareNameIn(words), ColumnArea: area, ColumnVertices: vertices,
	} {
		kit.SetText(r.cells[column], text)
	}
	r.row.Layout.Layout(r.row.Objects, r.row.Size()) // other units may have other columns
}
