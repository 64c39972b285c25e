// SPDX-License-Identifier: MIT

package inspector

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Card is a record for the inspector.
type Card struct {
	// Subject identifies the subject of the record, comparable by ==. If it changes, the
	// inspector scrolls to the top.
	Subject any
	// Version identifies the content of the record, comparable by ==. If it is the same,
	// the inspector does not build the parts again.
	Version any
	Title   string
	Parts   func() []fyne.CanvasObject
	// Shown is called after each update of the inspector with the record, when it is laid
	// out; it may be nil.
	Shown func()
}

// Panel is the inspector.
type Panel struct {
	title   *widget.Label
	body    *fyne.Container
	scroll  *container.Scroll // of body
	content fyne.CanvasObject

	version, subject any  // of the shown card, nil for none
	closed           bool // closed by the user, until something else is selected
}

// New returns an empty inspector. closeIt is called when the user clicks the close button.
func New(words text.Catalogue, closeIt func()) *Panel {
	p := &Panel{title: kit.Heading(""), body: container.NewVBox()}
	top := kit.Closable(p.title, kit.WithKey(words.T("dialog.close"), "Ctrl+I"), closeIt)
	p.scroll = container.NewVScroll(p.body)
	p.content = container.NewBorder(top, nil, nil, nil, p.scroll)
	return p
}

// Content returns the widgets of the inspector.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// Body returns the container of the shown parts.
func (p *Panel) Body() *fyne.Container { return p.body }

// Scroll returns the scroll container of the body.
func (p *Panel) Scroll() *container.Scroll { return p.scroll }

// Title returns the shown title.
func (p *Panel) Title() string { return p.title.Text }

// Subject returns the subject of the shown record, nil for none.
func (p *Panel) Subject() any { return p.subject }

// Shown returns the version of the shown record, nil for none.
func (p *Panel) Shown() any { return p.version }

// Open reports whether the inspector has a record and is not closed.
func (p *Panel) Open() bool { return p.version != nil && !p.closed }

// Closed reports whether the user has closed the inspector.
func (p *Panel) Closed() bool { return p.closed }

// SetClosed closes the inspector, or opens it again.
func (p *Panel) SetClosed(closed bool) { p.closed = closed }

// Forget forgets the shown record, so that Open returns false.
func (p *Panel) Forget() { p.version, p.subject, p.closed = nil, nil, false }

// Invalidate makes the next Show build the record again, though its version is the same.
func (p *Panel) Invalidate() {
	if p.version != nil {
		p.version = new(int) // of no record
	}
}

// Show shows a record. It does nothing if the version is the same. other reports whether
// the subject changed.
func (p *Panel) Show(c Card) (other bool) {
	if p.version == c.Version {
		return false
	}
	other = p.subject != c.Subject
	p.version, p.subject = c.Version, c.Subject
	p.title.SetText(shortened(c.Title))
	// The parts are new, so they need no Refresh, which would render each a second time.
	p.body.Objects = c.Parts()
	p.Lay()
	canvas.Refresh(p.body)
	if other {
		p.scroll.ScrollToTop()
	}
	return other
}

// longestTitle is the number of characters of the longest title that is shown whole. It has about
// four lines, and a file can have a name of any length.
const longestTitle = 90

// shortened returns a title that leaves room for the record.
func shortened(title string) string {
	if r := []rune(title); len(r) > longestTitle {
		return strings.TrimSpace(string(r[:longestTitle-1])) + "…"
	}
	return title
}

// Lay lays out the record. It lays it out twice, because the height of wrapped texts
// depends on their width.
func (p *Panel) Lay() {
	p.body.Layout.Layout(p.body.Objects, p.body.Size())
	p.body.Resize(p.body.MinSize().Max(p.scroll.Size()))
	p.body.Layout.Layout(p.body.Objects, p.body.Size())
}

// Reveal scrolls to a part of the record, or to an object within one.
func (p *Panel) Reveal(part fyne.CanvasObject) {
	if at, found := placeIn(p.body, part); found {
		p.scroll.ScrollToOffset(at)
	}
}

// Uncover scrolls to an object of the record unless all of it is visible.
func (p *Panel) Uncover(part fyne.CanvasObject) {
	at, found := placeIn(p.body, part)
	if top := p.scroll.Offset.Y; found && (at.Y < top || at.Y+part.Size().Height > top+p.scroll.Size().Height) {
		p.scroll.ScrollToOffset(fyne.NewPos(0, max(at.Y-p.scroll.Size().Height/4, 0)))
	}
}

// placeIn returns the position of an object relative to a container that it is in.
func placeIn(box *fyne.Container, part fyne.CanvasObject) (at fyne.Position, found bool) {
	for _, o := range box.Objects {
		if o == part {
			return o.Position(), true
		}
		if inner, ok := o.(*fyne.Container); ok {
			if at, found := placeIn(inner, part); found {
				return at.Add(o.Position()), true
			}
		}
	}
	return at, false
}
