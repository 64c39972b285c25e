package inspector

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// Card is a record for the inspector.
type Card struct {
	// Subject is what the record is about, comparable by ==. A record of another
	// subject starts at the top.
	Subject any
	// Version tells records of one subject apart, comparable by ==: the same one is
	// not made again.
	Version any
	Title   string
	Parts   func() []fyne.CanvasObject
	// Shown is called each time that the record is shown, once it has been laid out; it may
	// be nil.
	Shown func()
}

// Panel is the inspector.
type Panel struct {
	title   *widget.Label
	body    *fyne.Container
	scroll  *container.Scroll // of body
	content fyne.CanvasObject

	version, subject any  // of the card that is shown, nil for none
	closed           bool // by the user, until something else is selected
}

// New returns an inspector that shows nothing. closeIt is called when the user closes
// it.
func New(words text.Catalogue, closeIt func()) *Panel {
	p := &Panel{title: kit.Heading(""), body: container.NewVBox()}
	top := kit.Closable(p.title, kit.WithKey(words.T("dialog.close"), "Ctrl+I"), closeIt)
	p.scroll = container.NewVScroll(p.body)
	p.content = container.NewBorder(top, nil, nil, nil, p.scroll)
	return p
}

// Content returns the widgets of the inspector.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// Body returns the parts that are shown.
func (p *Panel) Body() *fyne.Container { return p.body }

// Scroll returns what the body scrolls in.
func (p *Panel) Scroll() *container.Scroll { return p.scroll }

// Title returns the title that is shown.
func (p *Panel) Title() string { return p.title.Text }

// Subject returns what the record that is shown is about, nil for none.
func (p *Panel) Subject() any { return p.subject }

// Shown returns the version of the record that is shown, nil for none.
func (p *Panel) Shown() any { return p.version }

// Open reports whether there is something to be seen.
func (p *Panel) Open() bool { return p.version != nil && !p.closed }

// Closed reports whether the user has closed the inspector.
func (p *Panel) Closed() bool { return p.closed }

// SetClosed closes the inspector, or opens it again.
func (p *Panel) SetClosed(closed bool) { p.closed = closed }

// Forget shows nothing.
func (p *Panel) Forget() { p.version, p.subject, p.closed = nil, nil, false }

// Show shows a record, unless it does already, and reports whether it is about
// something else than before.
func (p *Panel) Show(c Card) (other bool) {
	if p.version == c.Version {
		return false
	}
	other = p.subject != c.Subject
	p.version, p.subject = c.Version, c.Subject
	p.title.SetText(c.Title)
	// The parts are new: to refresh them would be to make each a second time.
	p.body.Objects = c.Parts()
	p.Lay()
	canvas.Refresh(p.body)
	if other {
		p.scroll.ScrollToTop()
	}
	return other
}

// Lay lays out what is shown. Texts that wrap know how high they are only once they
// know how wide.
func (p *Panel) Lay() {
	p.body.Layout.Layout(p.body.Objects, p.body.Size())
	p.body.Resize(p.body.MinSize().Max(p.scroll.Size()))
	p.body.Layout.Layout(p.body.Objects, p.body.Size())
}

// Reveal scrolls to a part of the record.
func (p *Panel) Reveal(part fyne.CanvasObject) { p.scroll.ScrollToOffset(part.Position()) }
