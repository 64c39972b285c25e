// SPDX-License-Identifier: MIT

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Line is a text of one line for the cells of a table. A text that is too long ends in an
// ellipsis. It is as high as a label of the toolkit and many times cheaper to change.
type Line struct {
	widget.BaseWidget
	text  string
	shown *canvas.Text
}

// NewLine returns an empty line.
func NewLine() *Line {
	l := &Line{shown: canvas.NewText("", theme.Color(theme.ColorNameForeground))}
	l.ExtendBaseWidget(l)
	return l
}

// Set sets text, alignment and weight. It does nothing if they are so already.
func (l *Line) Set(text string, align fyne.TextAlign, bold bool) {
	if l.text == text && l.shown.Alignment == align && l.shown.TextStyle.Bold == bold {
		return
	}
	l.text, l.shown.Alignment, l.shown.TextStyle.Bold = text, align, bold
	l.fit()
	l.shown.Refresh()
}

// Text returns the whole text, also if only its beginning is shown.
func (l *Line) Text() string { return l.text }

// Resize implements fyne.CanvasObject.
func (l *Line) Resize(size fyne.Size) {
	l.BaseWidget.Resize(size)
	l.fit()
}

// CreateRenderer implements fyne.Widget.
func (l *Line) CreateRenderer() fyne.WidgetRenderer { return &lineRenderer{l} }

// fit shortens the shown text to the width of the line.
func (l *Line) fit() {
	l.shown.Text = shorten(l.text, l.Size().Width-2*theme.InnerPadding(), l.shown.TextSize, l.shown.TextStyle)
}

// shorten returns text, or its beginning with an ellipsis that has a width (logical pixels).
func shorten(text string, width, size float32, style fyne.TextStyle) string {
	measure := func(s string) float32 { return fyne.MeasureText(s, size, style).Width }
	if text == "" || measure(text) <= width {
		return text
	}
	const ellipsis = "…"
	// The widths of letters are remembered by the toolkit. Their sum is nearly that of the
	// text, which is measured only at the end.
	letters, n := []rune(text), 0
	for room := width - measure(ellipsis); n < len(letters) && room > 0; n++ {
		room -= measure(string(letters[n]))
	}
	for ; n > 0; n-- {
		if short := string(letters[:n]) + ellipsis; measure(short) <= width {
			return short
		}
	}
	return ellipsis
}

type lineRenderer struct{ l *Line }

// MinSize implements fyne.WidgetRenderer.
func (r *lineRenderer) MinSize() fyne.Size {
	height := fyne.MeasureText("M", r.l.shown.TextSize, r.l.shown.TextStyle).Height
	return fyne.NewSquareSize(height).AddWidthHeight(2*theme.InnerPadding(), 2*theme.InnerPadding())
}

// Layout implements fyne.WidgetRenderer.
func (r *lineRenderer) Layout(size fyne.Size) {
	r.l.shown.Move(fyne.NewPos(theme.InnerPadding(), 0))
	r.l.shown.Resize(size.SubtractWidthHeight(2*theme.InnerPadding(), 0))
}

// Refresh implements fyne.WidgetRenderer.
func (r *lineRenderer) Refresh() {
	r.l.shown.Color, r.l.shown.TextSize = theme.Color(theme.ColorNameForeground), theme.TextSize()
	r.l.fit()
	r.l.shown.Refresh()
}

// Objects implements fyne.WidgetRenderer.
func (r *lineRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.l.shown} }

// Destroy implements fyne.WidgetRenderer.
func (r *lineRenderer) Destroy() {}
