package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/present"
)

// unitsTable is the table of units, sorted by the column whose head is clicked.
type unitsTable struct {
	words   present.Words
	units   *present.Units
	listing present.UnitsListing
	table   *keyTable
	filter  *widget.Select
	scopes  []string // of the choices of filter; see present.UnitsListing.Of
	quiet   bool
	content fyne.CanvasObject
}

// columnWidths are those of the columns in logical pixels.
var columnWidths = [present.NumUnitColumns]float32{
	present.ColumnCode: 64, present.ColumnName: 178, present.ColumnKind: 84,
	present.ColumnProvince: 112, present.ColumnArea: 92, present.ColumnVertices: 84,
}

func newUnitsTable(words present.Words, units *present.Units, do unitActions, keys func(*fyne.KeyEvent)) *unitsTable {
	t := &unitsTable{words: words, units: units, listing: units.State().Table}
	t.table = newKeyTable(keys)
	t.table.Length = func() (int, int) { return len(t.listing.Rows), int(present.NumUnitColumns) }
	t.table.CreateCell = func() fyne.CanvasObject {
		l := widget.NewLabel("")
		l.Truncation = fyne.TextTruncateEllipsis
		return l
	}
	t.table.UpdateCell = func(id widget.TableCellID, o fyne.CanvasObject) {
		if id.Row < len(t.listing.Rows) {
			t.cell(o.(*widget.Label), t.listing.Rows[id.Row], present.UnitColumn(id.Col))
		}
	}
	t.table.ShowHeaderRow = true
	t.table.CreateHeader = func() fyne.CanvasObject {
		b := widget.NewButton("", nil)
		b.Importance, b.Alignment = widget.LowImportance, widget.ButtonAlignLeading
		b.IconPlacement = widget.ButtonIconTrailingText
		return b
	}
	t.table.UpdateHeader = func(id widget.TableCellID, o fyne.CanvasObject) {
		t.head(o.(*widget.Button), present.UnitColumn(id.Col))
	}
	t.table.OnSelected = func(id widget.TableCellID) {
		if !t.quiet && id.Row >= 0 && id.Row < len(t.listing.Rows) {
			do.choose(t.listing.Rows[id.Row].UnitRow)
		}
	}
	for column, width := range columnWidths {
		t.table.SetColumnWidth(column, width)
	}
	t.filter = t.newFilter()
	t.content = t.table
	return t
}

// newFilter makes the choice of which units are listed.
func (t *unitsTable) newFilter() *widget.Select {
	t.scopes = []string{"", present.AllProvinces}
	choices := []string{t.words.T("units.all_wards"), t.words.T("units.all_provinces")}
	for _, p := range t.units.Provinces() {
		t.scopes = append(t.scopes, p.Code)
		choices = append(choices, p.Name)
	}
	s := widget.NewSelect(choices, nil)
	for i, scope := range t.scopes {
		if scope == t.listing.Of {
			s.SetSelectedIndex(i)
		}
	}
	s.OnChanged = func(string) { t.units.List(t.scopes[max(s.SelectedIndex(), 0)]) }
	return s
}

func (t *unitsTable) cell(l *widget.Label, e present.UnitEntry, column present.UnitColumn) {
	text, alignment := "", fyne.TextAlignLeading
	switch column {
	case present.ColumnCode:
		text = e.Code()
	case present.ColumnName:
		text = e.Name()
	case present.ColumnKind:
		text = e.Kind()
	case present.ColumnProvince:
		text = e.Province.Name
	case present.ColumnArea:
		alignment = fyne.TextAlignTrailing
		if text = "–"; e.HasBorder {
			text = t.words.Area(e.Area)
		}
	case present.ColumnVertices:
		alignment = fyne.TextAlignTrailing
		if text = "–"; e.HasBorder {
			text = t.words.Count(e.Vertices)
		}
	case present.NumUnitColumns:
	}
	l.Alignment = alignment
	l.TextStyle.Monospace = column == present.ColumnCode
	l.SetText(text)
}

func (t *unitsTable) head(b *widget.Button, column present.UnitColumn) {
	names := [present.NumUnitColumns]string{
		present.ColumnCode: t.words.T("unit.code"), present.ColumnName: t.words.T("unit.name"), present.ColumnKind: t.words.T("unit.level"),
		present.ColumnProvince: t.words.T("unit.province"), present.ColumnArea: t.words.T("unit.area"), present.ColumnVertices: t.words.T("unit.vertices"),
	}
	if column < 0 || column >= present.NumUnitColumns {
		return
	}
	b.OnTapped = func() { t.units.SortBy(column) }
	b.Icon = nil
	if t.listing.By == column {
		b.Icon = theme.MoveUpIcon()
		if t.listing.Descending {
			b.Icon = theme.MoveDownIcon()
		}
	}
	b.SetText(names[column])
}

// show takes over a state.
func (t *unitsTable) show(s present.UnitsState) {
	old := t.listing
	t.listing = s.Table
	t.table.Refresh()
	t.quiet = true
	defer func() { t.quiet = false }()
	if old.Of != s.Table.Of || old.By != s.Table.By || old.Descending != s.Table.Descending || len(old.Rows) != len(s.Table.Rows) {
		t.table.ScrollToTop()
	}
	for i, e := range s.Table.Rows {
		if s.HasSelected && e.SameUnit(s.Selected) {
			t.table.Select(widget.TableCellID{Row: i, Col: 0})
			return
		}
	}
	t.table.UnselectAll()
}

// keyTable is a table that keeps the keys that move in it and passes on the
// others.
type keyTable struct {
	widget.Table
	pass func(*fyne.KeyEvent)
}

func newKeyTable(pass func(*fyne.KeyEvent)) *keyTable {
	t := &keyTable{pass: pass}
	t.ExtendBaseWidget(t)
	return t
}

// TypedKey implements fyne.Focusable.
func (t *keyTable) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeySpace:
		t.Table.TypedKey(e)
	case fyne.KeyReturn, fyne.KeyEnter:
		t.Table.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		t.pass(e)
	}
}
