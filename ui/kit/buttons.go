// SPDX-License-Identifier: MIT

package kit

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Button is a button that passes keys it does not use to the window. The toolkit's button
// takes every key while it has the focus, so that Esc and the keys of the map would do
// nothing.
type Button struct {
	widget.Button
	Tipped
	focused bool
}

// NewButton returns a button with a text and, unless it is nil, an icon. IconButton
// returns buttons without text.
func NewButton(text string, icon fyne.Resource, tapped func()) *Button {
	b := &Button{}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// IconButton returns a button with an icon and a tip that explains it.
func IconButton(icon fyne.Resource, tip string, tapped func()) *Button {
	b := NewButton("", icon, tapped)
	b.SetTip(tip)
	return b
}

// TypedKey implements fyne.Focusable.
func (b *Button) TypedKey(e *fyne.KeyEvent) { pressOr(b, e, b.Button.TypedKey) }

// FocusGained implements fyne.Focusable.
func (b *Button) FocusGained() {
	b.focused = true
	b.Button.FocusGained()
}

// FocusLost implements fyne.Focusable.
func (b *Button) FocusLost() {
	b.focused = false
	b.Button.FocusLost()
}

// CreateRenderer implements fyne.Widget. It adds a ring to a button in the main colour that has
// the focus, because the toolkit's ground of the focus has that colour, too.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	return &buttonRenderer{b.Button.CreateRenderer(), canvas.NewRectangle(color.Transparent), b}
}

// buttonRenderer is the toolkit's renderer with a ring.
type buttonRenderer struct {
	fyne.WidgetRenderer
	ring   *canvas.Rectangle
	button *Button
}

// ringInset is between the edge of a button and its ring (logical pixels).
const ringInset = 3

// Layout implements fyne.WidgetRenderer.
func (r *buttonRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.ring.Move(fyne.NewPos(ringInset, ringInset))
	r.ring.Resize(size.SubtractWidthHeight(2*ringInset, 2*ringInset))
}

// Refresh implements fyne.WidgetRenderer.
func (r *buttonRenderer) Refresh() {
	t := r.button.Theme()
	r.ring.StrokeColor = theme.Color(theme.ColorNameForegroundOnPrimary)
	r.ring.StrokeWidth, r.ring.CornerRadius = 1, max(t.Size(theme.SizeNameButtonRadius)-ringInset, 0)
	r.WidgetRenderer.Refresh()
}

// Objects implements fyne.WidgetRenderer.
func (r *buttonRenderer) Objects() []fyne.CanvasObject {
	if !r.button.focused || r.button.Importance != widget.HighImportance || r.button.Disabled() {
		return r.WidgetRenderer.Objects()
	}
	return append(slices.Clip(r.WidgetRenderer.Objects()), r.ring)
}

// MouseIn implements desktop.Hoverable.
func (b *Button) MouseIn(e *desktop.MouseEvent) {
	b.Button.MouseIn(e)
	b.Rest(b, e)
}

// MouseMoved implements desktop.Hoverable.
func (b *Button) MouseMoved(e *desktop.MouseEvent) {
	b.Button.MouseMoved(e)
	b.Rest(b, e)
}

// MouseOut implements desktop.Hoverable.
func (b *Button) MouseOut() {
	b.Button.MouseOut()
	b.Leave()
}

// Link is a hyperlink that calls a function. It passes on keys as Button does.
type Link struct {
	widget.Hyperlink
	Tipped
}

// NewLink returns a link that truncates its text if there is no room.
func NewLink(text string, tapped func()) *Link {
	l := &Link{}
	l.Text, l.OnTapped = text, tapped
	l.Truncation = fyne.TextTruncateEllipsis
	l.ExtendBaseWidget(l)
	return l
}

// NewWrappedLink returns a link that continues in further lines if there is no room.
func NewWrappedLink(text string, tapped func()) *Link {
	l := NewLink(text, tapped)
	l.Truncation, l.Wrapping = fyne.TextTruncateOff, fyne.TextWrapWord
	return l
}

// TypedKey implements fyne.Focusable.
func (l *Link) TypedKey(e *fyne.KeyEvent) { pressOr(l, e, l.Hyperlink.TypedKey) }

// MouseIn implements desktop.Hoverable.
func (l *Link) MouseIn(e *desktop.MouseEvent) {
	l.Hyperlink.MouseIn(e)
	l.Rest(l, e)
}

// MouseMoved implements desktop.Hoverable.
func (l *Link) MouseMoved(e *desktop.MouseEvent) {
	l.Hyperlink.MouseMoved(e)
	l.Rest(l, e)
}

// MouseOut implements desktop.Hoverable.
func (l *Link) MouseOut() {
	l.Hyperlink.MouseOut()
	l.Leave()
}

// pressOr presses o if e is Space or Enter, which the toolkit does not handle, and passes
// on other keys.
func pressOr(o fyne.CanvasObject, e *fyne.KeyEvent, typed func(*fyne.KeyEvent)) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		typed(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		passOn(o, e)
	}
}

// Choice is a drop-down list. It passes on keys as Button does.
type Choice struct{ widget.Select }

// NewChoice returns a choice among options, with none chosen.
func NewChoice(options []string) *Choice {
	c := &Choice{}
	c.Options = options
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer implements fyne.Widget. It adds the border that fields have, without which a
// choice looks like a text where their grounds are the same.
func (c *Choice) CreateRenderer() fyne.WidgetRenderer {
	border := canvas.NewRectangle(color.Transparent)
	r := &choiceRenderer{c.Select.CreateRenderer(), border, c}
	r.paint()
	return r
}

// choiceRenderer is the toolkit's renderer with a border.
type choiceRenderer struct {
	fyne.WidgetRenderer
	border *canvas.Rectangle
	choice *Choice
}

func (r *choiceRenderer) paint() {
	t := r.choice.Theme()
	r.border.StrokeColor = theme.Color(theme.ColorNameInputBorder)
	r.border.StrokeWidth = t.Size(theme.SizeNameInputBorder)
	r.border.CornerRadius = t.Size(theme.SizeNameInputRadius)
}

// Layout implements fyne.WidgetRenderer.
func (r *choiceRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	half := r.border.StrokeWidth / 2 // on each side of the edge
	r.border.Move(fyne.NewPos(half, half))
	r.border.Resize(size.SubtractWidthHeight(2*half, 2*half))
}

// Refresh implements fyne.WidgetRenderer.
func (r *choiceRenderer) Refresh() {
	r.paint()
	r.border.Refresh()
	r.WidgetRenderer.Refresh()
}

// Objects implements fyne.WidgetRenderer.
func (r *choiceRenderer) Objects() []fyne.CanvasObject {
	return append(slices.Clip(r.WidgetRenderer.Objects()), r.border)
}

// TypedKey implements fyne.Focusable.
func (c *Choice) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight:
		c.Select.TypedKey(e)
	default:
		passOn(c, e)
	}
}

// passOn passes a key that the focused object o does not use to the window. For Esc it
// removes the focus first.
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
