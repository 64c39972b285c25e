// SPDX-License-Identifier: MIT

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
	visible []*Trip // of state
	list    *list
	filter  *filterBar
	empty   fyne.CanvasObject
	content fyne.CanvasObject
	quiet   bool // the selection of the list is set by Show, not by the user
}

// Actions holds the window's actions for the panel.
type Actions struct {
	Open, Sample func()
	ShowRecord   func()               // shows the record, even if it was closed
	ShowBounds   func(geo.Bounds)     // zooms the map to bounds
	Lay          func()               // lays out the record again
	Keys         func(*fyne.KeyEvent) // called with keys that the panel does not use
}

// New returns the panel of model.
func New(words text.Catalogue, model *Model, do Actions) *Panel {
	p := &Panel{words: words, model: model, do: do}
	p.list = newList(p)
	p.list.OnSelected = func(i widget.ListItemID) {
		if !p.quiet && i < len(p.visible) {
			model.Select(p.visible[i].ID)
		}
	}
	openButton := kit.NewButton(words.T("trips.open"), theme.FolderOpenIcon(), do.Open)
	openButton.Importance = widget.HighImportance
	hint := kit.Wrapped(words.T("trips.empty"), widget.LowImportance)
	hint.Alignment = fyne.TextAlignCenter
	hints := container.NewPadded(container.NewVBox(hint, kit.NewButton(words.T("trips.sample"), nil, do.Sample)))
	p.empty = container.NewVBox(layout.NewSpacer(), hints, layout.NewSpacer(), layout.NewSpacer())
	p.filter = newFilterBar(p)
	top := container.NewVBox(container.NewPadded(openButton), p.filter.content)
	p.content = container.NewBorder(top, nil, nil, nil, container.NewStack(p.list, p.empty))
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

// spanMargin is the margin shown round a segment of a trip (metres).
const spanMargin = 100

// showSpan zooms the map to the observations first to last of a trip.
func (p *Panel) showSpan(t *Trip, first, last int) {
	if at := geo.BoundsOf(validPoints(t.Trace.Observations[first : last+1])...); !at.Empty() {
		p.do.ShowBounds(at.Pad(spanMargin))
	}
}

// Content returns the widgets of the panel.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// Focusable returns the list.
func (p *Panel) Focusable() fyne.Focusable { return p.list }

// Show shows a state.
func (p *Panel) Show(s State) {
	visible := s.Visible()
	other := !slices.Equal(visible, p.visible)
	p.state, p.visible = s, visible
	kit.SetVisible(p.empty, len(s.Trips) == 0)
	p.filter.show(s)
	if other {
		p.list.Refresh()
	}
	p.quiet = true
	defer func() { p.quiet = false }()
	if i := p.row(); i >= 0 {
		p.list.Select(i)
	} else {
		p.list.UnselectAll()
	}
}

// row returns the index of the selected trip in the list, -1 if it is not there.
func (p *Panel) row() int {
	if !p.state.HasSelected {
		return -1
	}
	return slices.IndexFunc(p.visible, func(t *Trip) bool { return t.ID == p.state.Selected })
}

// Search returns the field that filters the list.
func (p *Panel) Search() *kit.KeyEntry { return p.filter.query }

// choose selects the trip of a clicked row. If it is selected already, choose shows its
// record, which may be closed, because the toolkit's list reports no change then.
func (p *Panel) choose(i int) {
	if i < 0 || i >= len(p.visible) {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(p.list); c != nil {
		c.Focus(p.list)
	}
	if i == p.row() {
		p.do.ShowRecord()
	} else {
		p.list.Select(i)
	}
	p.list.Highlight(i)
}
