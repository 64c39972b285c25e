package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// The toolkit's buttons keep every key from the window while they have the focus,
// those too that mean nothing to them: whoever has come to one with Tab could not
// leave it with Esc, nor zoom the map. These pass them on.

// button is a button that passes on the keys that are none of its own.
type button struct{ widget.Button }

func newButton(text string, icon fyne.Resource, tapped func()) *button {
	b := &button{}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// TypedKey implements fyne.Focusable.
func (b *button) TypedKey(e *fyne.KeyEvent) { pressOr(b, e, b.Button.TypedKey) }

// link is a text that leads somewhere, and passes on keys likewise.
type link struct{ widget.Hyperlink }

func newLink(text string, tapped func()) *link {
	l := &link{}
	l.Text, l.OnTapped = text, tapped
	l.Truncation = fyne.TextTruncateEllipsis
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey implements fyne.Focusable.
func (l *link) TypedKey(e *fyne.KeyEvent) { pressOr(l, e, l.Hyperlink.TypedKey) }

// pressOr has a key that presses do so: the toolkit knows the space bar alone. Others
// are passed on.
func pressOr(o fyne.CanvasObject, e *fyne.KeyEvent, typed func(*fyne.KeyEvent)) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		typed(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		passOn(o, e)
	}
}

// choice is a choice of one among several, and passes on keys likewise.
type choice struct{ widget.Select }

func newChoice(options []string) *choice {
	c := &choice{}
	c.Options = options
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey implements fyne.Focusable.
func (c *choice) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight:
		c.Select.TypedKey(e)
	default:
		passOn(c, e)
	}
}

// passOn gives the window a key that its focused part has no use for. Esc leaves
// that part first.
func passOn(o fyne.CanvasObject, e *fyne.KeyEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil || c.OnTypedKey() == nil {
		return
	}
	if e.Name == fyne.KeyEscape {
		c.Unfocus()
	}
	c.OnTypedKey()(e)
}
