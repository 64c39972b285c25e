// SPDX-License-Identifier: MIT

package trips

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/ui/files"
	"roadsnap/ui/inspector"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Panel shows the list of the open trips.
type Panel struct {
	words    text.Catalogue
	model    *Model
	do       Actions
	state    State
	list     *list
	filter   *filterBar
	long     *longBar
	table    *Table
	empty    fyne.CanvasObject
	none     *noneShown
	content  fyne.CanvasObject
	events   *eventList // in the record shown last, nil before the first
	revealed eventRef   // the event that the record was scrolled to
}

// Actions holds the window's actions for the panel.
type Actions struct {
	Open, Sample func()
	ShowRecord   func()           // shows the record, even if it was closed
	ShowBounds   func(geo.Bounds) // zooms the map to bounds
	Figures      *FigureMaker     // makes the figures of records; nil makes none
	Seek         func(time.Time)  // moves the timeline to a moment of the selected trip
	Lay          func()           // lays out the record again
	NamePlace    func(geo.Point)  // asks for the name of a place
	// Uncover scrolls the record to an object in it, unless that is visible.
	Uncover func(fyne.CanvasObject)
	Keys    func(*fyne.KeyEvent) // called with keys that the panel does not use
	Dialogs *files.Dialogs
	Copy    func(string) // puts a text on the clipboard; nil copies nothing
	Units   *units.Table
	// AskRoutes shows the routes of a file, to open some of them; nil opens none.
	AskRoutes func(file string)
	// Corrections and Fare return parts of the record of the selected trip; nil have none.
	Corrections, Fare func(*Trip) RecordPart
	AskFare           func() // shows the fare sheet of the selected trips
	Export            func() // asks how the selected trips are to be written to a file
	// Crop, Spikes and Split ask how the selected trip is to be cut.
	Crop, Spikes, Split func()
	Sheet               func() // makes the distance sheet of the selected trip
}

// RecordPart is a part of a record that another package makes.
type RecordPart struct {
	Version any                        // comparable; it changes with the content
	Make    func() []fyne.CanvasObject // nil makes nothing
}

// objects makes the part.
func (r RecordPart) objects() []fyne.CanvasObject {
	if r.Make == nil {
		return nil
	}
	return r.Make()
}

// Unit is a province or ward to filter by.
type Unit struct{ Code, Name string }

// New returns the panel of model.
func New(words text.Catalogue, model *Model, do Actions) *Panel {
	p := &Panel{words: words, model: model, do: do, state: model.State()}
	p.list = newList(p)
	model.OnEvent(p.showEvent)
	openButton := kit.NewButton(words.T("trips.open"), theme.FolderOpenIcon(), do.Open)
	openButton.Importance = widget.HighImportance
	hint := kit.Wrapped(words.T("trips.empty"), widget.LowImportance)
	hint.Alignment = fyne.TextAlignCenter
	hints := container.NewPadded(container.NewVBox(hint, kit.NewButton(words.T("trips.sample"), nil, do.Sample)))
	p.empty = container.NewVBox(layout.NewSpacer(), hints, layout.NewSpacer(), layout.NewSpacer())
	p.none = newNoneShown(p)
	p.filter = newFilterBar(p)
	p.long = newLongBar(p)
	top := container.NewVBox(container.NewPadded(openButton), p.long.content, p.filter.content)
	p.content = container.NewBorder(top, nil, nil, nil, container.NewStack(p.list, p.list.pinned.content, p.empty, p.none.content))
	return p
}

// Card returns the record of the selected trip.
func (p *Panel) Card() (card inspector.Card, ok bool) {
	t, ok := p.model.State().Trip()
	if !ok {
		return card, false
	}
	events := &eventList{words: p.words, trip: t, choose: p.model.SelectEvent, lay: p.do.Lay}
	view := cardView{
		Words: p.words, Saved: p.model.State().Saved, Trip: t, Events: events, Sites: p.model.State().Places.Sites, ShowStop: p.showStop, Lay: p.do.Lay, NamePlace: p.do.NamePlace,
		Overlaps: p.model.State().OverlapsOf(t), Model: p.model, MakeSheet: p.MakeSheet,
	}
	view.Copy, view.AskRoutes = p.do.Copy, p.do.AskRoutes
	version := recordVersion{trip: t}
	if t.Matched && p.do.Figures != nil {
		view.Figures = p.do.Figures.Of(t.Content)
		events.figured = view.Figures != nil
		version.figures = view.Figures
	}
	if p.do.Corrections != nil {
		view.Corrections = p.do.Corrections(t)
	}
	if p.do.Fare != nil {
		view.Fare = p.do.Fare(t)
	}
	version.corrections, version.fare = view.Corrections.Version, view.Fare.Version
	if len(view.Sites) > 0 {
		version.sites = &view.Sites[0]
	}
	parts := func() []fyne.CanvasObject {
		list := view.Parts()
		p.events = events
		p.markEvent()
		return list
	}
	return inspector.Card{Subject: t.ID, Version: version, Title: t.Name, Parts: parts, Shown: p.revealEvent}, true
}

// recordVersion identifies the content of a record.
type recordVersion struct {
	trip              *Trip
	figures           *Figures
	corrections, fare any
	sites             *trip.Site // the first one; a list of sites does not change
}

// SpanMargin is the margin shown round a segment of a trip (metres).
const SpanMargin = 100

// showStop zooms the map to a stop of a trip, and moves the timeline to the arrival.
func (p *Panel) showStop(t *Trip, stop int) {
	s := t.Stops[stop]
	if at := geo.BoundsOf(match.ValidPoints(t.Trace.Observations[s.First : s.Last+1])...); !at.Empty() {
		p.do.ShowBounds(at.Pad(SpanMargin))
	}
	p.do.Seek(s.Arrival)
}

// showEvent zooms the map to an event of a trip, and moves the timeline there.
func (p *Panel) showEvent(t *Trip, e trip.Event) {
	if at, ok := t.place(e); ok {
		span := append(match.ValidPoints(t.Trace.Observations[e.First:e.Last+1]), at)
		p.do.ShowBounds(geo.BoundsOf(span...).Pad(SpanMargin))
	}
	if !e.From.IsZero() {
		p.do.Seek(e.From)
	}
}

// revealEvent scrolls the record to the selected event when another one was selected, and again
// when the figures are known, whose rows stand above the events.
func (p *Panel) revealEvent() {
	s := p.model.State()
	t, ok := s.Trip()
	if !ok || p.events == nil || p.events.trip != t || p.events.extra == nil {
		return
	}
	now, reveal := p.revealed.next(eventRef{t.ID, s.Event, p.events.figured})
	if row := p.events.row(); row != nil && reveal {
		p.do.Uncover(row)
	}
	p.revealed = now
}

// eventRef identifies an event.
type eventRef struct {
	trip    ID
	event   int
	figured bool // the record has the figures of the trip
}

// next returns the event that is selected now, and whether the record is scrolled to it.
func (e eventRef) next(now eventRef) (next eventRef, reveal bool) {
	if e.trip == now.trip && e.event == now.event && e.figured {
		return e, false // a correction makes the figures unknown for a moment
	}
	return now, e != now
}

// markEvent marks the selected event in the shown record.
func (p *Panel) markEvent() {
	s := p.model.State()
	t, _ := s.Trip()
	if p.events != nil && p.events.trip == t && p.events.extra != nil && p.events.marked != s.Event {
		p.events.mark(s.Event)
		p.do.Lay()
	}
}

// Content returns the widgets of the panel.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// Table returns the table of all columns.
func (p *Panel) Table() *Table {
	if p.table == nil {
		p.table = newTable(p)
	}
	return p.table
}

// Focusable returns the list.
func (p *Panel) Focusable() fyne.Focusable { return p.list }

// Show shows a state.
func (p *Panel) Show(s State) {
	p.state = s
	kit.SetVisible(p.empty, len(s.Trips) == 0)
	p.none.show(s)
	p.filter.show(s)
	p.long.show(s)
	p.markEvent()
	p.list.Refresh()
	if i := p.line(); i >= 0 {
		p.list.choose(i, s)
	} else {
		p.list.UnselectAll()
		p.list.shown = scrolledTo{}
	}
	p.list.pin()
	if p.table != nil {
		p.table.show()
	}
}

// line returns the line of the selected trip in the list, -1 if it is not there.
func (p *Panel) line() int {
	if p.state.HasSelected {
		if i, ok := p.state.View.LineOf(p.state.Selected); ok {
			return i
		}
	}
	return -1
}

// Search returns the field that filters the list.
func (p *Panel) Search() *kit.KeyEntry { return p.filter.query }

// choose selects the trip of a clicked line. With Ctrl it is added to the selected ones or
// taken from them, with Shift all trips up to it are selected. If it is selected already,
// choose shows its record, which may be closed.
func (p *Panel) choose(i int, held fyne.KeyModifier) {
	lines := p.state.View.Lines
	if i < 0 || i >= len(lines) || lines[i].Group != nil {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(p.list); c != nil {
		c.Focus(p.list)
	}
	switch id := lines[i].ID; {
	case held&fyne.KeyModifierShortcutDefault != 0:
		p.model.Toggle(id)
	case held&fyne.KeyModifierShift != 0:
		p.model.Extend(id)
	case p.state.HasSelected && p.state.Selected == id && len(p.state.Chosen) == 1:
		p.do.ShowRecord()
	default:
		p.model.Select(id)
	}
	p.list.bringIntoView(i)
	p.list.Highlight(i)
}

// enter gives the focus to the list and selects the trip of a line. Unlike choose, it does
// not show the record of a trip that is selected already, which in a narrow window would
// cover the list.
func (p *Panel) enter(i int) {
	if p.state.HasSelected && p.state.Selected == p.state.View.Lines[i].ID && len(p.state.Chosen) == 1 {
		if c := fyne.CurrentApp().Driver().CanvasForObject(p.list); c != nil {
			c.Focus(p.list)
		}
		p.list.bringIntoView(i)
		p.list.Highlight(i)
		return
	}
	p.choose(i, 0)
}

// chooseFirst selects the first trip of the list.
func (p *Panel) chooseFirst() {
	for i, l := range p.state.View.Lines {
		if l.Group == nil {
			p.enter(i)
			return
		}
	}
}
