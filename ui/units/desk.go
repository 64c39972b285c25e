// SPDX-License-Identifier: MIT

package units

import (
	"fyne.io/fyne/v2"

	"roadsnap/engine/geo"
	"roadsnap/ui/inspector"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/text"
)

// Desk connects the panel, the records and the menus of the units to the map, so that all
// of them show the same selection. It belongs to the UI goroutine.
type Desk struct {
	o     DeskOptions
	model *Model

	words   text.Catalogue
	theme   style.Theme
	screen  Screen
	panel   *Panel
	inFront bool // the panel is in front
	last    State

	fault     *Fault            // the fault shown last, nil for none
	hovering  *job.Job          // finds the unit under the pointer
	zooming   *job.Job          // finds the double-clicked unit
	grouped   *links            // of the record of several units
	history   fyne.CanvasObject // section of former units in the record, nil for none
	historyOf string            // code of the unit whose history to scroll to, "" for none
}

// DeskOptions configures a Desk.
type DeskOptions struct {
	Model        *Model
	Borders      *borders.Borders
	Names        overlay.Overlay // names of the units
	Canvas       fyne.Canvas
	ShowPanel    func()                               // brings the panel to the front
	ReopenRecord func()                               // opens the record if it was closed
	RaiseRecord  func()                               // brings the record in front of the list
	Reveal       func(part fyne.CanvasObject)         // scrolls the record to a part of it
	Copy         func(text string)                    // copies text to the clipboard
	CopyLater    func(units int, write func() string) // copies the text that write returns, in a job
	Export       func(Batch)                          // shows the export dialog
	Install      func()                               // asks for borders and imports them
	Undo         func()                               // undoes, for Ctrl+Z in a list
	Keys         func(*fyne.KeyEvent)                 // called with keys that the panel does not use
	AddZone      func(code, name string)              // makes a unit a zone; nil offers none
	Addresses    func()                               // shows the page that converts addresses
}

// Screen holds the parts of the map that the desk draws on.
type Screen struct {
	Map   Map
	Layer Layer // above the trips
	Plate Plate
}

// Map is the part of the map widget that the desk uses.
type Map interface {
	View() view.Viewport
	ShowBounds(b geo.Bounds)
	ZoomAt(x, y, steps float64)
	Recompose()
}

// Layer is a layer of the map.
type Layer interface {
	Set(overlays ...overlay.Overlay)
}

// Plate shows a name on the map. An empty title hides it.
type Plate interface {
	Show(title, detail string)
}

// NewDesk returns a desk. Build must be called before anything else.
func NewDesk(o DeskOptions) *Desk { return &Desk{o: o, model: o.Model} }

// Build creates the panel with the texts of words. The desk then draws on screen.
func (d *Desk) Build(words text.Catalogue, theme style.Theme, screen Screen) {
	d.words, d.theme, d.screen = words, theme, screen
	d.panel = New(words, d.model, d.actions(), d.o.Keys)
	d.grouped = newLinks()
}

func (d *Desk) actions() Actions {
	return Actions{
		Choose: d.choose, Mark: d.model.Select, Preview: d.preview,
		Zoom: d.open, ZoomSelected: d.openSelected, Country: d.showCountry, Fault: d.showFault,
		Explain: d.screen.Plate.Show, CopyJSON: d.Menu().copyJSON, Copy: d.o.Copy,
		Exports: d.Menu().showExports, Menu: d.Menu().show, Install: d.o.Install, Undo: d.o.Undo, AddZone: d.o.AddZone, Addresses: d.o.Addresses,
	}
}

// Menu returns the menus of units.
func (d *Desk) Menu() Menu { return Menu{d} }

// Panel returns the panel.
func (d *Desk) Panel() *Panel { return d.panel }

// Content returns the widgets of the panel.
func (d *Desk) Content() fyne.CanvasObject { return d.panel.Content() }

// SetInFront sets whether the panel is in front. Only then the map shows the selection.
func (d *Desk) SetInFront(in bool) {
	d.inFront = in
	d.screen.Plate.Show("", "")
	d.preview("")
	d.mark()
	d.draw()
}

// Changed shows the state of the model. other reports whether State.Selected changed.
func (d *Desk) Changed() (other bool) {
	s, old := d.model.State(), d.last
	d.last = s
	if old.View == FaultsView && s.View != old.View {
		d.screen.Plate.Show("", "") // it may show a fault
	}
	d.panel.Show(s)
	d.mark()
	d.draw()
	return s.HasSelected && (!old.HasSelected || !old.Selected.SameUnit(s.Selected))
}

// Card returns the record of the selection; ok is false if nothing is selected.
func (d *Desk) Card() (card inspector.Card, ok bool) {
	switch s := d.model.State(); {
	case s.Group != nil:
		g := s.Group
		return inspector.Card{
			Subject: groupSubject{}, Version: g, Title: d.words.T("units.selected", "n", d.words.Count(len(g.Rows))),
			Parts: groupView{Words: d.words, Group: g, Do: d.actions(), Copies: d.Menu().copyItems, links: d.grouped}.Parts,
		}, true
	case s.HasSelected:
		c := s.Card
		return inspector.Card{
			Subject: c.Row.Code(), Version: c, Title: c.Row.NameIn(d.words), Parts: func() (parts []fyne.CanvasObject) {
				parts, d.history = cardView{Words: d.words, Card: c, Do: d.actions(), Theme: d.theme}.All()
				return parts
			},
			Shown: d.showHistory,
		}, true
	default:
		return card, false
	}
}

// groupSubject is the Subject of the record of several units, whichever they are.
type groupSubject struct{}

// showHistory scrolls to the former units of the selected unit, if requested, once the
// record is complete.
func (d *Desk) showHistory() {
	c := d.model.State().Card
	switch {
	case c == nil || d.historyOf != c.Row.Code():
		d.historyOf = ""
	case !c.Pending:
		d.historyOf = ""
		if d.history != nil {
			d.o.Reveal(d.history)
		}
	}
}

// Cancel cancels the zoom of a double click that is still pending.
func (d *Desk) Cancel() { d.zooming.Cancel() }

// Click selects the unit at a point of the map. If more, it adds the unit to the
// selection, or removes it.
func (d *Desk) Click(at geo.Point, more bool) {
	d.zooming.Cancel()
	d.model.SelectAt(at, d.screen.Map.View().Zoom, more)
}

// DoubleClick zooms to the unit at a point or, if there is none, zooms in by one step. If
// more, it does not zoom to the unit, because both clicks were meant for the selection.
func (d *Desk) DoubleClick(at geo.Point, more bool) {
	d.zooming.Cancel()
	d.zooming = d.model.At(at, d.screen.Map.View().Zoom, func(row Row, found bool) {
		switch {
		case !found:
			x, y := d.screen.Map.View().ToScreen(at)
			d.screen.Map.ZoomAt(x, y, 1)
		case !more:
			d.zoom(row)
		}
	})
}

// Hover shows the name of the unit that a click at a point would select. If the panel is
// in front, it also fills the unit and marks its row. inside reports whether the pointer
// is on the map.
func (d *Desk) Hover(at geo.Point, inside bool) {
	d.hovering.Cancel()
	if !inside {
		d.name(Row{}, false)
		return
	}
	d.hovering = d.model.At(at, d.screen.Map.View().Zoom, d.name)
}

// name shows the name of the unit under the pointer, or hides it if not found.
func (d *Desk) name(row Row, found bool) {
	switch {
	case !found:
		d.screen.Plate.Show("", "")
	case row.IsWard:
		d.screen.Plate.Show(row.NameIn(d.words), row.Code()+" · "+d.words.Province(row.Province))
	default:
		d.screen.Plate.Show(row.NameIn(d.words), row.Code())
	}
	code := ""
	if found && d.inFront {
		code = row.Code()
	}
	d.preview(code)
	d.panel.Point(code)
}

// preview fills a unit lightly on the map; "" ends it.
func (d *Desk) preview(code string) {
	if d.o.Borders.Hover(code) {
		d.screen.Map.Recompose()
	}
}

// mark fills the selected units on the map, if the panel is in front.
func (d *Desk) mark() {
	var codes []string
	if d.inFront {
		for _, r := range d.model.State().Whole() {
			codes = append(codes, r.Code())
		}
	}
	if d.o.Borders.Select(codes...) {
		d.screen.Map.Recompose()
	}
}

// draw fills the layer above the trips with names and, in FaultsView, faults.
func (d *Desk) draw() {
	overlays := []overlay.Overlay{d.o.Names}
	if s := d.model.State(); d.inFront && s.View == FaultsView {
		faults := overlay.Faults{}
		for _, f := range s.Faults {
			faults.Points = append(faults.Points, f.At)
		}
		if f := d.fault; f != nil {
			faults.Framed = append(faults.Framed, f.Bounds.Extend(f.At))
		}
		overlays = append(overlays, faults)
	}
	d.screen.Layer.Set(overlays...)
}

// AddTo adds borders and the selected units to the legend of a picture, which omits rows
// for things that it does not show.
func (d *Desk) AddTo(picture *export.Options) {
	selected := d.words.T("legend.units")
	if s := d.model.State().Selection; len(s) == 1 {
		selected = s[0].NameIn(d.words)
	}
	picture.Legend = append(picture.Legend,
		export.LegendRow{Sample: export.SampleProvinceBorder, Text: d.words.T("legend.province_border")},
		export.LegendRow{Sample: export.SampleWardBorder, Text: d.words.T("legend.ward_border")},
		export.LegendRow{Sample: export.SampleUnit, Text: selected},
	)
}

// choose selects a unit from a list and zooms to it if it is not in view.
func (d *Desk) choose(row Row) {
	d.zooming.Cancel()
	d.model.Select(row) // before inView, because its record narrows the map
	if !d.inView(row) {
		d.zoom(row)
	}
}

// leastSeen is the minimum size of a unit on the map for it to be in view (logical
// pixels).
const leastSeen = 60

// inView reports whether the map shows a whole unit at a visible size.
func (d *Desk) inView(row Row) bool {
	b := d.model.Bounds(row)
	if b.Empty() {
		return true // there is nothing to move to
	}
	v := d.screen.Map.View()
	x0, y0 := v.ToScreen(geo.Point{Lat: b.North, Lon: b.West})
	x1, y1 := v.ToScreen(geo.Point{Lat: b.South, Lon: b.East})
	inside := x0 >= 0 && y0 >= 0 && x1 <= float64(v.Width) && y1 <= float64(v.Height)
	return inside && max(x1-x0, y1-y0) >= leastSeen*v.Scale
}

func (d *Desk) zoom(row Row) { d.screen.Map.ShowBounds(d.model.Bounds(row)) }

// open zooms to a unit and brings the record in front of the list.
func (d *Desk) open(row Row) {
	d.o.RaiseRecord()
	d.zoom(row)
}

// openSelected zooms to the selection and brings the record in front of the list.
func (d *Desk) openSelected() {
	d.o.RaiseRecord()
	d.zoomToSelected()
}

func (d *Desk) zoomToSelected() { d.screen.Map.ShowBounds(d.Bounds()) }

// Bounds returns the bounds of the selected units, NoBounds if there are none.
func (d *Desk) Bounds() geo.Bounds {
	switch s := d.model.State(); {
	case s.Group != nil:
		return s.Group.Bounds
	case s.HasSelected:
		return d.model.Bounds(s.Selected)
	default:
		return geo.NoBounds
	}
}

// showCountry shows the whole country, the archipelagos included.
func (d *Desk) showCountry() {
	d.screen.Map.ShowBounds(borders.CountryBounds(d.model.State().Borders.Bounds))
}

// faultMargin is the margin shown round a gap or overlap (metres).
const faultMargin = 60

// showFault zooms to a fault and frames it.
func (d *Desk) showFault(f Fault) {
	d.fault = &f
	d.screen.Map.ShowBounds(f.Bounds.Extend(f.At).Pad(faultMargin))
	d.draw()
}
