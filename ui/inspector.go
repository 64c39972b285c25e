package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// inspector shows all that is known of what is selected.
type inspector struct {
	words   text.Catalogue
	title   *widget.Label
	body    *fyne.Container
	content fyne.CanvasObject
	shown   any  // what it shows: a *trips.Trip, a *units.Card, a *units.Group, a pointer.Hit, a *maps.Report, or nil
	subject any  // what that is about
	closed  bool // by the user, until something else is selected

	scroll *container.Scroll // of body
}

func newInspector(words text.Catalogue, closeIt func()) *inspector {
	i := &inspector{words: words, title: kit.Heading(""), body: container.NewVBox()}
	shut := kit.IconButton(theme.CancelIcon(), kit.WithKey(words.T("dialog.close"), "Ctrl+I"), closeIt)
	shut.Importance = widget.LowImportance
	top := container.NewBorder(nil, nil, nil, container.NewVBox(shut), i.title)
	i.scroll = container.NewVScroll(i.body)
	i.content = container.NewBorder(top, nil, nil, nil, i.scroll)
	return i
}

// fill shows parts in place of what was shown, laid out once for all of them. They
// are new: to refresh them, too, would be to make each a second time.
func (i *inspector) fill(parts []fyne.CanvasObject) {
	i.body.Objects = parts
	i.lay()
	canvas.Refresh(i.body)
}

// lay lays out what is shown. Texts that wrap know how high they are only once they
// know how wide.
func (i *inspector) lay() {
	i.body.Layout.Layout(i.body.Objects, i.body.Size())
	i.body.Resize(i.body.MinSize().Max(i.scroll.Size()))
	i.body.Layout.Layout(i.body.Objects, i.body.Size())
}

// open reports whether there is something to be seen.
func (i *inspector) open() bool { return i.shown != nil && !i.closed }

// forget has it show nothing.
func (i *inspector) forget() { i.shown, i.subject, i.closed = nil, nil, false }
