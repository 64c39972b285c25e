package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/units"
)

// unitsTable is the table of units, sorted by the column whose head is clicked.
type unitsTable struct {
	words   text.Catalogue
	model   *units.Model
	listing units.Listing
	list    *unitList
	heads   [units.NumColumns]*kit.Button
	header  *fyne.Container
	filter  *kit.Choice
	former  bool     // some were found by the names of what they were made of
	scopes  []string // of the choices of filter; see units.Listing.Of
	content fyne.CanvasObject
}

func newUnitsTable(words text.Catalogue, model *units.Model, do unitActions, keys func(*fyne.KeyEvent)) *unitsTable {
	t := &unitsTable{words: words, model: model, listing: model.State().Table}
	t.list = newUnitList(model, do, keys)
	t.list.rowAt = func(i int) units.Row { return t.listing.Rows[i].Row }
	t.list.Length = func() int { return len(t.listing.Rows) }
	t.list.CreateItem = func() fyne.CanvasObject { return newTableRow(t) }
	t.list.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		if i < len(t.listing.Rows) {
			row := o.(*tableRow)
			row.show(words, t.listing.Rows[i])
			t.list.put(&row.unitLine, i)
		}
	}
	t.header = container.New(unitColumns{t})
	for column := range units.NumColumns {
		b := kit.NewButton("", nil, func() { t.model.SortBy(column) })
		b.Importance, b.Alignment, b.IconPlacement = widget.LowImportance, widget.ButtonAlignLeading, widget.ButtonIconTrailingText
		if isNumber(column) {
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

// newFilter makes the choice of which units are listed.
func (t *unitsTable) newFilter() *kit.Choice {
	t.scopes = []string{"", units.AllProvinces}
	choices := []string{t.words.T("units.all_wards"), t.words.T("units.all_provinces")}
	for _, p := range t.model.Provinces() {
		t.scopes = append(t.scopes, p.Code)
		choices = append(choices, p.Name)
	}
	s := kit.NewChoice(choices)
	s.OnChanged = func(string) {
		if of := t.scopes[max(s.SelectedIndex(), 0)]; of != t.model.State().Table.Of {
			t.model.List(of)
		}
	}
	return s
}

// showHeads names the columns and says by which one the table is sorted.
func (t *unitsTable) showHeads() {
	names := [units.NumColumns]string{
		units.ColumnCode: t.words.T("unit.code"), units.ColumnName: t.words.T("unit.name"), units.ColumnKind: t.words.T("unit.level"),
		units.ColumnProvince: t.words.T("unit.province"), units.ColumnArea: t.words.T("unit.area"), units.ColumnVertices: t.words.T("unit.vertices"),
	}
	for column, b := range t.heads {
		b.Icon = nil
		if t.listing.By == units.Column(column) && !t.listing.Ranked {
			b.Icon = theme.MoveUpIcon()
			if t.listing.Descending {
				b.Icon = theme.MoveDownIcon()
			}
		}
		b.SetText(names[column])
	}
}

// show takes over a state.
func (t *unitsTable) show(s units.State) {
	old := t.listing
	t.listing = s.Table
	if sameRows(old.Rows, s.Table.Rows) {
		t.list.mark(s)
		return
	}
	t.showListing()
	t.header.Refresh()
	t.list.renew(s)
	if i := t.list.index(s.Selected); s.HasSelected && i >= 0 {
		t.list.ScrollTo(i)
	} else {
		t.list.ScrollToTop()
	}
}

// showListing says what is listed, and how.
func (t *unitsTable) showListing() {
	for i, scope := range t.scopes {
		if scope == t.listing.Of && t.filter.SelectedIndex() != i {
			t.filter.SetSelectedIndex(i)
		}
	}
	t.former = slices.ContainsFunc(t.listing.Rows, func(e units.Entry) bool { return e.Former != "" })
	t.showHeads()
}

// sameRows reports whether two lists are one and the same.
func sameRows[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

func isNumber(c units.Column) bool {
	return c == units.ColumnArea || c == units.ColumnVertices
}

// unitColumns lays out a row of the table, or its header: the name takes the room
// that the other columns leave.
type unitColumns struct{ t *unitsTable }

// leastName is the least width of the column of names, in logical pixels.
const leastName = 150

// scrollRoom is left to the list's scroll bar, in logical pixels.
const scrollRoom = 8

// widths returns those of the columns, 0 for what says nothing of the units that
// are listed.
func (l unitColumns) widths(all float32) (widths [units.NumColumns]float32) {
	widths = [units.NumColumns]float32{
		units.ColumnCode: 66, units.ColumnKind: 88, units.ColumnProvince: 118, units.ColumnArea: 104, units.ColumnVertices: 88,
	}
	if l.t.listing.Of == units.AllProvinces {
		widths[units.ColumnKind], widths[units.ColumnProvince] = 224, 0
	}
	if l.t.former && l.t.listing.By != units.ColumnVertices {
		widths[units.ColumnVertices] = 0 // its room is for the former name
	}
	rest := all - scrollRoom
	for _, w := range widths {
		rest -= w
	}
	widths[units.ColumnName] = max(rest, leastName)
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
	unitLine
	cells [units.NumColumns]*widget.Label
	row   *fyne.Container
}

func newTableRow(t *unitsTable) *tableRow {
	r := &tableRow{row: container.New(unitColumns{t})}
	for column := range units.NumColumns {
		l := widget.NewLabel("")
		l.Truncation = fyne.TextTruncateEllipsis
		l.TextStyle.Monospace = column == units.ColumnCode
		if isNumber(column) {
			l.Alignment = fyne.TextAlignTrailing
		}
		r.cells[column] = l
		r.row.Add(l)
	}
	r.contents = container.New(lowRow{}, r.row)
	r.ExtendBaseWidget(r)
	return r
}

// lowRow takes from a row some of the room that its labels ask for above and
// below their text.
type lowRow struct{}

// rowSpared is that room, in logical pixels.
const rowSpared = 8

// MinSize implements fyne.Layout.
func (lowRow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().SubtractWidthHeight(0, rowSpared)
}

// Layout implements fyne.Layout.
func (lowRow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.NewPos(0, -rowSpared/2))
	objects[0].Resize(size.AddWidthHeight(0, rowSpared))
}

func (r *tableRow) show(words text.Catalogue, e units.Entry) {
	area, vertices := "–", "–"
	if e.HasBorder {
		area, vertices = words.Area(e.Area), words.Count(e.Vertices)
	}
	name := e.BareName()
	if e.Former != "" {
		former, _, _ := strings.Cut(e.Former, ",") // there is no room for where it was
		name += " · " + words.T("units.was", "name", former)
	}
	for column, text := range [units.NumColumns]string{
		units.ColumnCode: e.Code(), units.ColumnName: name, units.ColumnKind: e.Kind(),
		units.ColumnProvince: e.Province.Name, units.ColumnArea: area, units.ColumnVertices: vertices,
	} {
		kit.SetText(r.cells[column], text)
	}
	r.row.Layout.Layout(r.row.Objects, r.row.Size()) // other units may have other columns
}
