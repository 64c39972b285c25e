package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// tapLabel is a small text that can be clicked. It is as wide as the widest text
// that it has shown, so that what stands beside it does not jump about.
type tapLabel struct {
	widget.Label
	tapped func(absolute fyne.Position)
	room   float32 // logical pixels
}

func newTapLabel(tapped func(absolute fyne.Position)) *tapLabel {
	l := &tapLabel{tapped: tapped}
	l.SizeName = theme.SizeNameCaptionText
	l.ExtendBaseWidget(l)
	return l
}

func (l *tapLabel) show(text string, importance widget.Importance) {
	l.Importance = importance
	l.SetText(text)
}

// MinSize implements fyne.CanvasObject.
func (l *tapLabel) MinSize() fyne.Size {
	size := l.Label.MinSize()
	l.room = max(l.room, size.Width)
	return fyne.NewSize(l.room, size.Height)
}

// Tapped implements fyne.Tappable.
func (l *tapLabel) Tapped(e *fyne.PointEvent) { l.tapped(e.AbsolutePosition) }

// Cursor implements desktop.Cursorable.
func (l *tapLabel) Cursor() desktop.Cursor { return desktop.PointerCursor }
