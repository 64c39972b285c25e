// SPDX-License-Identifier: MIT

package trips

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Table shows the visible trips with all columns. A click on a column's name sorts by it. The
// vehicle stays visible.
type Table struct {
	*keyTable
	panel   *Panel
	columns []Column
	rows    []*Trip
	shown   scrolledTo
	order   order
}

// keyTable is a table that selects whole rows and passes on keys.
type keyTable struct {
	kit.Table
	keys  func(*fyne.KeyEvent)
	begun func() // called when the table has got a size; nil after that
}

// Resize implements fyne.CanvasObject.
func (t *keyTable) Resize(size fyne.Size) {
	t.Table.Resize(size)
	if begun := t.begun; begun != nil && size.Height > 0 {
		t.begun = nil
		begun()
	}
}

// TypedKey implements fyne.Focusable.
func (t *keyTable) TypedKey(e *fyne.KeyEvent) { t.keys(e) }

// widths of the columns in characters.
var columnLetters = map[Column]int{
	ByVerdict: 30, ByVehicleName: 12, ByDriver: 16, ByName: 24, ByStart: 17, ByEnd: 17,
}

func newTable(p *Panel) *Table {
	t := &Table{keyTable: &keyTable{}, panel: p, rows: p.state.Visible(), order: p.state.Filter.order()}
	t.begun = t.reveal
	t.StickyColumnCount = 1
	t.columns = t.filled()
	t.Length = func() (rows, columns int) { return len(t.rows), len(t.columns) }
	t.CreateCell = func() fyne.CanvasObject { return kit.NewLine() }
	t.UpdateCell = func(id widget.TableCellID, o fyne.CanvasObject) {
		if id.Row >= len(t.rows) {
			return
		}
		trip, align := t.rows[id.Row], fyne.TextAlignLeading
		if t.columns[id.Col].descends() {
			align = fyne.TextAlignTrailing
		}
		o.(*kit.Line).Set(p.cell(trip, t.columns[id.Col]), align, p.state.IsChosen(trip.ID))
	}
	t.ShowHeaderRow = true
	t.CreateHeader = func() fyne.CanvasObject { return kit.NewButton("", nil, nil) }
	t.UpdateHeader = func(id widget.TableCellID, o fyne.CanvasObject) {
		b, c := o.(*kit.Button), t.columns[max(id.Col, 0)]
		b.Importance = widget.LowImportance
		b.OnTapped = func() { p.model.SortBy(c) }
		b.SetTip(p.words.T("tip.column." + string(c)))
		name := p.words.T("trips.column." + string(c))
		if p.state.Filter.Sort == c {
			name = p.words.T("trips.column.sorted", "name", name, "arrow", arrow(p.state.Filter.Descending))
		}
		if b.Text != name {
			b.SetText(name)
		}
	}
	t.OnSelected = func(id widget.TableCellID) {
		t.UnselectAll()
		if id.Row < len(t.rows) {
			t.choose(id.Row, kit.HeldKeys())
		}
	}
	t.keys = t.typed
	t.ExtendBaseWidget(t.keyTable)
	t.setWidths()
	return t
}

// filled returns the columns in which a trip has something. The others would take the room
// of those.
func (t *Table) filled() (columns []Column) {
	for _, c := range Columns() {
		if c.always() || slices.ContainsFunc(t.rows, func(trip *Trip) bool { return t.panel.cell(trip, c) != "" }) {
			columns = append(columns, c)
		}
	}
	return columns
}

// always reports whether a column is shown although it is empty.
func (c Column) always() bool {
	switch c {
	case ByDriver, ByIdling, ByName, ByDevice, ByDifference:
		return false
	default:
		return true
	}
}

func (t *Table) setWidths() {
	letter := fyne.MeasureText("0", fyne.CurrentApp().Settings().Theme().Size("text"), fyne.TextStyle{}).Width
	for i, c := range t.columns {
		letters := columnLetters[c]
		if letters == 0 {
			letters = max(10, len([]rune(t.panel.words.T("trips.column."+string(c))))+4)
		}
		t.SetColumnWidth(i, float32(letters)*letter+16)
	}
}

// Content returns the widget of the table.
func (t *Table) Content() fyne.CanvasObject { return t.keyTable }

// show shows the state of the panel.
func (t *Table) show() {
	t.rows = t.panel.state.Visible()
	if columns := t.filled(); !slices.Equal(columns, t.columns) {
		t.columns = columns
		t.setWidths()
	}
	t.Refresh()
	if now := t.panel.state.Filter.order(); now != t.order {
		t.order = now
		t.ScrollTo(widget.TableCellID{Row: 0, Col: max(slices.Index(t.columns, now.by), 0)})
		t.ScrollToTop() // where the toolkit hides a row below the header
		t.shown = t.selected()
		return
	}
	t.reveal()
}

// reveal scrolls to the selected trip. It does so only to another trip or place, because the
// toolkit lays out all cells again.
func (t *Table) reveal() {
	if now := t.selected(); now.line >= 0 && now != t.shown {
		t.ScrollTo(widget.TableCellID{Row: now.line, Col: 0}) // which is always visible
		t.shown = now
	}
}

// selected returns the selected trip and its row, -1 if it is not visible.
func (t *Table) selected() (s scrolledTo) {
	if s.line = t.row(); s.line >= 0 {
		s.id = t.rows[s.line].ID
	}
	return s
}

// row returns the row of the selected trip, -1 if it is not visible.
func (t *Table) row() int {
	for i, trip := range t.rows {
		if t.panel.state.HasSelected && trip.ID == t.panel.state.Selected {
			return i
		}
	}
	return -1
}

// choose selects the trip of a row as the list does.
func (t *Table) choose(row int, held fyne.KeyModifier) {
	switch id := t.rows[row].ID; {
	case held&fyne.KeyModifierShortcutDefault != 0:
		t.panel.model.Toggle(id)
	case held&fyne.KeyModifierShift != 0:
		t.panel.model.Extend(id)
	default:
		t.panel.model.Select(id)
	}
}

// typed moves the selection with the keys as the list does.
func (t *Table) typed(e *fyne.KeyEvent) {
	var by int
	page := max(int(t.Size().Height/40)-2, 1)
	switch e.Name {
	case fyne.KeyUp:
		by = -1
	case fyne.KeyDown:
		by = 1
	case fyne.KeyPageUp:
		by = -page
	case fyne.KeyPageDown:
		by = page
	default:
		t.panel.list.TypedKey(e)
		return
	}
	if len(t.rows) > 0 {
		t.choose(min(max(t.row()+by, 0), len(t.rows)-1), kit.HeldKeys()&fyne.KeyModifierShift)
	}
}

// cell returns the text of a trip in a column.
func (p *Panel) cell(t *Trip, c Column) string {
	w, s := p.words, &t.Summary
	switch c {
	case ByVerdict:
		return verdictText(w, t)
	case ByVehicleName:
		return t.Vehicle
	case ByDriver:
		return t.DriverName()
	case ByName:
		if t.Given == "" && t.Vehicle == "" {
			return t.Name // as the list has it
		}
		return t.Given
	case ByStart:
		if !t.First.IsZero() {
			return w.Day(t.First.In(text.Vietnam)) + " " + t.First.In(text.Vietnam).Format("15:04")
		}
	case ByEnd:
		if !t.Last.IsZero() {
			return w.Day(t.Last.In(text.Vietnam)) + " " + t.Last.In(text.Vietnam).Format("15:04")
		}
	case ByRaw:
		return w.Distance(t.Raw)
	}
	if !t.HasSummary {
		return ""
	}
	switch c {
	case ByDriving:
		return w.Duration(s.Driving)
	case ByStanding:
		if s.Standing > 0 { // shorter waits are no stops
			return w.Duration(s.Standing)
		}
	case ByIdling:
		if s.HasIgnition && s.Standing > 0 {
			return w.Duration(s.Idling)
		}
	case ByMatched:
		return w.Distance(s.Matched)
	case ByDevice:
		if s.HasDevice {
			return w.Distance(s.Device)
		}
	case ByDifference:
		if metres, ok := t.DeviceDifference(); ok {
			return signed(w, metres)
		}
	case ByUnexplained:
		return distanceOrNone(w, t.UnexplainedLength())
	case ByStops:
		return w.Count(s.Stops)
	case ByTopSpeed:
		if s.TopSpeed > 0 {
			return w.T("trips.speed", "n", w.Number(s.TopSpeed*3.6, 0))
		}
	case ByWorstGap:
		return distanceOrNone(w, t.WorstGap())
	}
	return ""
}

// distanceOrNone returns a distance, "" if it is 0.
func distanceOrNone(w text.Catalogue, metres float64) string {
	if metres == 0 {
		return ""
	}
	return w.Distance(metres)
}

// signed returns a distance with its sign.
func signed(w text.Catalogue, metres float64) string {
	if metres < 0 {
		return "−" + w.Distance(-metres)
	}
	return "+" + w.Distance(metres)
}
