package trips

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/inspector"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Panel shows the list of the open trips.
type Panel struct {
	words   text.Catalogue
	model   *Model
	do      Actions
	state   State
	list    *list
	empty   fyne.CanvasObject
	content fyne.CanvasObject
	quiet   bool // the list is being set, not clicked
}

// Actions are what the panel asks of the window.
type Actions struct {
	Open, Sample func()
	ShowRecord   func()               // shows the record, which may be closed
	ShowBounds   func(geo.Bounds)     // shows a part of the map
	Lay          func()               // lays the record out again
	Keys         func(*fyne.KeyEvent) // takes the keys that the panel has no use for
}

// New returns the panel of model.
func New(words text.Catalogue, model *Model, do Actions) *Panel {
	p := &Panel{words: words, model: model, do: do}
	p.list = newList(p)
	p.list.OnSelected = func(i widget.ListItemID) {
		if !p.quiet && i < len(p.state.Trips) {
			model.Select(p.state.Trips[i].ID)
		}
	}
	openButton := kit.NewButton(words.T("trips.open"), theme.FolderOpenIcon(), do.Open)
	openButton.Importance = widget.HighImportance
	hint := kit.Wrapped(words.T("trips.empty"), widget.LowImportance)
	hint.Alignment = fyne.TextAlignCenter
	hints := container.NewPadded(container.NewVBox(hint, kit.NewButton(words.T("trips.sample"), nil, do.Sample)))
	p.empty = container.NewVBox(layout.NewSpacer(), hints, layout.NewSpacer(), layout.NewSpacer())
	p.content = container.NewBorder(container.NewPadded(openButton), nil, nil, nil, container.NewStack(p.list, p.empty))
	return p
}

// Card returns the record of the selected trip.
func (p *Panel) Card() (card inspector.Card, ok bool) {
	t, ok := p.model.State().Trip()
	if !ok {
		return card, false
	}
	view := cardView{Words: p.words, Trip: t, ShowSpan: p.showSpan, Lay: p.do.Lay}
	return inspector.Card{Subject: t.ID, Version: t, Title: t.Name, Parts: view.Parts}, true
}

// spanMargin is how much is shown round a stretch of a trip, in metres.
const spanMargin = 100

// showSpan brings a stretch of a trip on the map: that between two observations.
func (p *Panel) showSpan(t *Trip, first, last int) {
	if at := geo.BoundsOf(validPoints(t.Trace.Observations[first : last+1])...); !at.Empty() {
		p.do.ShowBounds(at.Pad(spanMargin))
	}
}

// Content returns the widgets of the panel.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// Focusable returns the list, which takes the keys.
func (p *Panel) Focusable() fyne.Focusable { return p.list }

// Show takes over a state.
func (p *Panel) Show(s State) {
	other := !slices.Equal(s.Trips, p.state.Trips)
	p.state = s
	kit.SetVisible(p.empty, len(s.Trips) == 0)
	if other {
		p.list.Refresh()
	}
	p.quiet = true
	defer func() { p.quiet = false }()
	if i := s.row(); i >= 0 {
		p.list.Select(i)
	} else {
		p.list.UnselectAll()
	}
}

// choose selects the trip of a row that was clicked. The toolkit's list says nothing
// of one that is selected already, whose record may be closed.
func (p *Panel) choose(i int) {
	if i >= len(p.state.Trips) {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(p.list); c != nil {
		c.Focus(p.list)
	}
	if i == p.state.row() {
		p.do.ShowRecord()
	} else {
		p.list.Select(i)
	}
	p.list.Highlight(i)
}
