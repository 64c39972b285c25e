// SPDX-License-Identifier: MIT

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// TapLabel is a small text that can be clicked. It keeps the width of the widest text that
// it has shown, so that widgets after it do not move.
type TapLabel struct {
	widget.Label
	tapped func(absolute fyne.Position)
	Room   float32 // minimum width (logical pixels)
}

// NewTapLabel returns an empty label; tapped is called with the position of a click in the
// window.
func NewTapLabel(tapped func(absolute fyne.Position)) *TapLabel {
	l := &TapLabel{tapped: tapped}
	l.SizeName = theme.SizeNameCaptionText
	l.ExtendBaseWidget(l)
	return l
}

// Say changes the text and its importance.
func (l *TapLabel) Say(text string, importance widget.Importance) {
	l.Importance = importance
	l.SetText(text)
}

// MinSize implements fyne.CanvasObject.
func (l *TapLabel) MinSize() fyne.Size {
	size := l.Label.MinSize()
	l.Room = max(l.Room, size.Width)
	return fyne.NewSize(l.Room, size.Height)
}

// Tapped implements fyne.Tappable.
func (l *TapLabel) Tapped(e *fyne.PointEvent) { l.tapped(e.AbsolutePosition) }

// Cursor implements desktop.Cursorable.
func (l *TapLabel) Cursor() desktop.Cursor { return desktop.PointerCursor }
