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

// Desk joins the panel, the record and the menus of the units with the map: what is
// chosen in one is shown in the others. The UI goroutine owns it.
type Desk struct {
	o     DeskOptions
	model *Model

	words   text.Catalogue
	theme   style.Theme
	screen  Screen
	panel   *Panel
	inFront bool // the panel is the one that is shown
	last    State

	fault     *Fault            // the one that was shown last, nil for none
	hovering  *job.Job          // asks which unit lies under the pointer
	zooming   *job.Job          // asks which unit was double-clicked
	grouped   *links            // of the record of several units
	history   fyne.CanvasObject // in the record of a unit: what it was made of, nil for none
	historyOf string            // the code of the unit whose history is to be scrolled to
}

// DeskOptions are what a desk is made of, and what it asks of the window around it.
type DeskOptions struct {
	Model        *Model
	Borders      *borders.Borders
	Names        overlay.Overlay // of the units
	Canvas       fyne.Canvas
	ShowPanel    func()                               // brings the panel of the units
	ReopenRecord func()                               // opens the record, if it was closed
	RaiseRecord  func()                               // brings the record before the list
	Reveal       func(part fyne.CanvasObject)         // scrolls the record to a part of it
	Copy         func(text string)                    // puts a text into the clipboard
	CopyLater    func(units int, write func() string) // the same with what a job writes
	Export       func(Batch)                          // asks how to write units to a file
	Install      func()                               // asks for borders to import
	Undo         func()                               // what Ctrl+Z does where nothing of its own is to be undone
	Keys         func(*fyne.KeyEvent)                 // takes the keys that the panel has no use for
}

// Screen is where the desk draws.
type Screen struct {
	Map   Map
	Layer Layer // for what lies over the trips
	Plate Plate
}

// Map is what the desk needs of the map on the screen.
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

// Plate says on the map what the pointer is at. An empty title hides it.
type Plate interface {
	Show(title, detail string)
}

// NewDesk returns a desk. Build must be called before anything else.
func NewDesk(o DeskOptions) *Desk { return &Desk{o: o, model: o.Model} }

// Build makes the panel in a language, and has the desk draw on screen.
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
		Exports: d.Menu().showExports, Menu: d.Menu().show, Install: d.o.Install, Undo: d.o.Undo,
	}
}

// Menu returns what can be done with units.
func (d *Desk) Menu() Menu { return Menu{d} }

// Panel returns the panel.
func (d *Desk) Panel() *Panel { return d.panel }

// Content returns the widgets of the panel.
func (d *Desk) Content() fyne.CanvasObject { return d.panel.Content() }

// SetInFront says whether the panel is the one that is shown.
func (d *Desk) SetInFront(in bool) {
	d.inFront = in
	d.screen.Plate.Show("", "")
	d.preview("")
	d.mark()
	d.draw()
}

// Changed shows the state of the model. other says that another unit is selected.
func (d *Desk) Changed() (other bool) {
	s, old := d.model.State(), d.last
	d.last = s
	if old.View == FaultsView && s.View != old.View {
		d.screen.Plate.Show("", "") // it may tell of a fault
	}
	d.panel.Show(s)
	d.mark()
	d.draw()
	return s.HasSelected && (!old.HasSelected || !old.Selected.SameUnit(s.Selected))
}

// Card returns the record of what is selected.
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
			Subject: c.Row.Code(), Version: c, Title: c.Row.Name(), Parts: func() (parts []fyne.CanvasObject) {
				parts, d.history = cardView{Words: d.words, Card: c, Do: d.actions(), Theme: d.theme}.All()
				return parts
			},
			Shown: d.showHistory,
		}, true
	default:
		return card, false
	}
}

// groupSubject is that of the record of several units, whichever they are.
type groupSubject struct{}

// showHistory scrolls to what the unit was made of, if that was asked for, once the
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

// Cancel gives up what was asked for on the map and is not answered yet.
func (d *Desk) Cancel() { d.zooming.Cancel() }

// Click selects the unit at a point of the map; with more it adds it to the selected
// ones, or takes it away.
func (d *Desk) Click(at geo.Point, more bool) {
	d.zooming.Cancel()
	d.model.SelectAt(at, d.screen.Map.View().Zoom, more)
}

// DoubleClick zooms to the unit at a point; where there is none the map zooms in as
// elsewhere. With more the map stays, as its two clicks were for the selection.
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

// Hover names the unit that a click under the pointer would mean; if the panel is
// in front it fills it, too, and marks its row. inside is whether the pointer is on
// the map.
func (d *Desk) Hover(at geo.Point, inside bool) {
	d.hovering.Cancel()
	if !inside {
		d.name(Row{}, false)
		return
	}
	d.hovering = d.model.At(at, d.screen.Map.View().Zoom, d.name)
}

// name names the unit under the pointer on the map, or none.
func (d *Desk) name(row Row, found bool) {
	switch {
	case !found:
		d.screen.Plate.Show("", "")
	case row.IsWard:
		d.screen.Plate.Show(row.Name(), row.Code()+" · "+row.Province.FullName)
	default:
		d.screen.Plate.Show(row.Name(), row.Code())
	}
	code := ""
	if found && d.inFront {
		code = row.Code()
	}
	d.preview(code)
	d.panel.Point(code)
}

// preview fills lightly the unit that the pointer is at in a list; "" ends it.
func (d *Desk) preview(code string) {
	if d.o.Borders.Hover(code) {
		d.screen.Map.Recompose()
	}
}

// mark fills on the map what is selected, if the panel is in front.
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

// draw puts on the map what lies over the trips: names, and faults of borders.
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

// AddTo explains borders and the selected units in the legend of a picture, which
// leaves out what it does not show.
func (d *Desk) AddTo(picture *export.Options) {
	selected := d.words.T("legend.units")
	if s := d.model.State().Selection; len(s) == 1 {
		selected = s[0].Name()
	}
	picture.Legend = append(picture.Legend,
		export.LegendRow{Sample: export.SampleProvinceBorder, Text: d.words.T("legend.province_border")},
		export.LegendRow{Sample: export.SampleWardBorder, Text: d.words.T("legend.ward_border")},
		export.LegendRow{Sample: export.SampleUnit, Text: selected},
	)
}

// choose selects a unit from a list, and moves the map to it if it cannot be made out
// there.
func (d *Desk) choose(row Row) {
	d.zooming.Cancel()
	d.model.Select(row) // whose record narrows the map
	if !d.inView(row) {
		d.zoom(row)
	}
}

// leastSeen is how large a unit must be on the map to be made out, in logical
// pixels.
const leastSeen = 60

// inView reports whether the map shows a unit well.
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

// open zooms to a unit and brings its record, if that is selected, before the list.
func (d *Desk) open(row Row) {
	d.o.RaiseRecord()
	d.zoom(row)
}

// openSelected does so with the selected units.
func (d *Desk) openSelected() {
	d.o.RaiseRecord()
	d.zoomToSelected()
}

func (d *Desk) zoomToSelected() { d.screen.Map.ShowBounds(d.Bounds()) }

// Bounds returns where the selected units lie, nowhere if there are none.
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

// faultMargin is how much is shown round a gap or overlap, in metres.
const faultMargin = 60

// showFault shows where borders did not meet.
func (d *Desk) showFault(f Fault) {
	d.fault = &f
	d.screen.Map.ShowBounds(f.Bounds.Extend(f.At).Pad(faultMargin))
	d.draw()
}
