// SPDX-License-Identifier: MIT

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"
)

// Value is a label whose text can be selected and copied. A selectable label of the toolkit is a
// stop of the Tab key that shows no focus, and once clicked it takes all keys of the window.
type Value struct{ widget.Label }

// NewValue returns a value with a text that wraps.
func NewValue(text string) *Value {
	v := &Value{}
	v.Text, v.Wrapping, v.Selectable = text, fyne.TextWrapWord, true
	v.ExtendBaseWidget(v)
	return v
}

// CreateRenderer implements fyne.Widget.
func (v *Value) CreateRenderer() fyne.WidgetRenderer {
	r := v.Label.CreateRenderer()
	objects := r.Objects() // the selection, and the text over it
	s := &selection{inner: objects[0].(selectionOfToolkit), of: v}
	s.ExtendBaseWidget(s)
	return &valueRenderer{r, s, []fyne.CanvasObject{s, objects[1]}}
}

// valueRenderer is the toolkit's renderer with another selection.
type valueRenderer struct {
	fyne.WidgetRenderer
	selection *selection
	objects   []fyne.CanvasObject
}

// Layout implements fyne.WidgetRenderer.
func (r *valueRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.selection.Resize(size)
}

// Refresh implements fyne.WidgetRenderer.
func (r *valueRenderer) Refresh() {
	r.WidgetRenderer.Refresh()
	r.selection.Refresh()
}

// Objects implements fyne.WidgetRenderer.
func (r *valueRenderer) Objects() []fyne.CanvasObject { return r.objects }

// selectionOfToolkit is the part of the toolkit's label that selects text, of an unexported type.
type selectionOfToolkit interface {
	fyne.Widget
	fyne.Focusable
	fyne.Draggable
	fyne.DoubleTappable
	desktop.Mouseable
	desktop.Cursorable
}

// selection is the selected text of a value. It is no stop of the Tab key, because the toolkit
// passes over disabled widgets, but focuses those with a SelectedText when they are clicked.
type selection struct {
	widget.BaseWidget
	inner   selectionOfToolkit
	of      *Value
	focused bool
}

// CreateRenderer implements fyne.Widget.
func (s *selection) CreateRenderer() fyne.WidgetRenderer {
	return &selectionRenderer{s.inner.CreateRenderer(), s}
}

// selectionRenderer is the toolkit's renderer, whose marks it moves to where the text is.
type selectionRenderer struct {
	fyne.WidgetRenderer
	s *selection
}

// Refresh implements fyne.WidgetRenderer.
func (r *selectionRenderer) Refresh() {
	r.WidgetRenderer.Refresh()
	for _, mark := range r.Objects() {
		mark.Move(mark.Position().AddXY(r.s.indent(), 0))
	}
}

// indent returns how far right of its place in a label of leading alignment the text begins, which
// the toolkit does not know. It is 0 for a text of several lines.
func (s *selection) indent() float32 {
	if s.of.Alignment != fyne.TextAlignTrailing {
		return 0
	}
	return max(s.Size().Width-textWidth(&s.of.Label, s.of.Text), 0)
}

// moved returns a position with the place of the text that the toolkit expects.
func (s *selection) moved(at fyne.Position) fyne.Position { return at.SubtractXY(s.indent(), 0) }

// Cursor implements desktop.Cursorable.
func (s *selection) Cursor() desktop.Cursor { return s.inner.Cursor() }

// MouseDown implements desktop.Mouseable.
func (s *selection) MouseDown(e *desktop.MouseEvent) {
	s.inner.MouseDown(e)
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil {
		c.Focus(s)
	}
	s.show()
}

// MouseUp implements desktop.Mouseable.
func (s *selection) MouseUp(e *desktop.MouseEvent) {
	s.inner.MouseUp(e)
	s.show()
}

// Dragged implements fyne.Draggable.
func (s *selection) Dragged(e *fyne.DragEvent) {
	moved := *e
	moved.Position = s.moved(e.Position)
	s.inner.Dragged(&moved)
	s.show()
}

// DragEnd implements fyne.Draggable.
func (s *selection) DragEnd() {
	s.inner.DragEnd()
	s.show()
}

// DoubleTapped implements fyne.DoubleTappable.
func (s *selection) DoubleTapped(e *fyne.PointEvent) {
	s.inner.DoubleTapped(&fyne.PointEvent{AbsolutePosition: e.AbsolutePosition, Position: s.moved(e.Position)})
	s.show()
}

// TappedSecondary implements fyne.SecondaryTappable.
func (s *selection) TappedSecondary(e *fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil {
		widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", fyne.NewMenuItem(lang.L("Copy"), s.copy)), c, e.AbsolutePosition)
	}
}

// FocusGained implements fyne.Focusable.
func (s *selection) FocusGained() {
	s.focused = true
	s.inner.FocusGained()
	s.show()
}

// FocusLost implements fyne.Focusable.
func (s *selection) FocusLost() {
	s.focused = false
	s.inner.FocusLost()
	s.show()
}

// TypedRune implements fyne.Focusable.
func (s *selection) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (s *selection) TypedKey(e *fyne.KeyEvent) { passOn(s, e) }

// TypedShortcut implements fyne.Shortcutable.
func (s *selection) TypedShortcut(shortcut fyne.Shortcut) {
	if _, copies := shortcut.(*fyne.ShortcutCopy); copies {
		s.copy()
	} else if c, ok := fyne.CurrentApp().Driver().CanvasForObject(s).(fyne.Shortcutable); ok {
		c.TypedShortcut(shortcut)
	}
}

// Disabled implements fyne.Disableable. While it has the focus it is not, or the toolkit would
// turn shortcuts into keys.
func (s *selection) Disabled() bool { return !s.focused }

// Enable implements fyne.Disableable.
func (s *selection) Enable() {}

// Disable implements fyne.Disableable.
func (s *selection) Disable() {}

// SelectedText returns the selected part of the text.
func (s *selection) SelectedText() string { return s.of.SelectedText() }

// copy copies the selected part of the text, or else all of it.
func (s *selection) copy() {
	text := s.SelectedText()
	if text == "" {
		text = s.of.Text
	}
	fyne.CurrentApp().Clipboard().SetContent(text)
}

// show shows the selection.
func (s *selection) show() {
	s.Refresh()
	canvas.Refresh(s)
}
