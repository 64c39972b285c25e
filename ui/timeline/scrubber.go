// SPDX-License-Identifier: MIT

package timeline

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// scrubber is a bar of the whole timeline. A press or a drag moves the cursor. It shows
// which part of the timeline the graphs show.
type scrubber struct {
	widget.BaseWidget
	panel *Panel
	track *canvas.Rectangle
	part  *canvas.Rectangle // visible in the graphs
	past  *canvas.Rectangle // up to the cursor
	knob  *canvas.Circle
}

// Sizes of the scrubber (logical pixels).
const (
	scrubHeight = 14
	trackHeight = 4
	partHeight  = 8
	knobSize    = 12
)

func newScrubber(p *Panel) *scrubber {
	rectangle := func() *canvas.Rectangle {
		r := canvas.NewRectangle(color.Transparent)
		r.CornerRadius = trackHeight / 2
		return r
	}
	s := &scrubber{panel: p, track: rectangle(), part: rectangle(), past: rectangle(), knob: canvas.NewCircle(color.Transparent)}
	s.ExtendBaseWidget(s)
	return s
}

// width returns the width of the track (logical pixels).
func (s *scrubber) width() float32 { return max(s.Size().Width-graphLeft-graphRight, 1) }

// seek moves the cursor to a position in the widget.
func (s *scrubber) seek(at fyne.Position) {
	whole := s.panel.state.Whole
	part := min(max(float64((at.X-graphLeft)/s.width()), 0), 1)
	s.panel.model.Seek(whole.From.Add(scaled(whole.Length(), part)))
}

// MouseDown implements desktop.Mouseable.
func (s *scrubber) MouseDown(e *desktop.MouseEvent) {
	if e.Button == desktop.MouseButtonPrimary {
		s.seek(e.Position)
	}
}

// MouseUp implements desktop.Mouseable.
func (s *scrubber) MouseUp(*desktop.MouseEvent) {}

// Dragged implements fyne.Draggable.
func (s *scrubber) Dragged(e *fyne.DragEvent) { s.seek(e.Position) }

// DragEnd implements fyne.Draggable.
func (s *scrubber) DragEnd() {}

// Cursor implements desktop.Cursorable.
func (s *scrubber) Cursor() desktop.Cursor { return desktop.PointerCursor }

// move puts the knob at the cursor of the timeline.
func (s *scrubber) move() {
	state := s.panel.state
	if state.Whole.Empty() {
		return
	}
	at := func(part float64) float32 { return graphLeft + float32(part)*s.width() }
	share := func(x float64) float64 { return x / state.Whole.Length().Seconds() }
	middle := s.Size().Height / 2
	cursor := at(share(state.Cursor.Sub(state.Whole.From).Seconds()))
	from, to := at(share(state.Moment(state.Shown.From).Sub(state.Whole.From).Seconds())), at(share(state.Moment(state.Shown.To).Sub(state.Whole.From).Seconds()))
	s.part.Hidden = state.Shown == state.Extent()
	s.part.Move(fyne.NewPos(from, middle-partHeight/2))
	s.part.Resize(fyne.NewSize(max(to-from, 2), partHeight))
	s.past.Move(fyne.NewPos(graphLeft, middle-trackHeight/2))
	s.past.Resize(fyne.NewSize(cursor-graphLeft, trackHeight))
	s.knob.Move(fyne.NewPos(cursor-knobSize/2, middle-knobSize/2))
	s.knob.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (s *scrubber) CreateRenderer() fyne.WidgetRenderer { return &scrubberRenderer{s} }

type scrubberRenderer struct{ s *scrubber }

// MinSize implements fyne.WidgetRenderer.
func (r *scrubberRenderer) MinSize() fyne.Size {
	return fyne.NewSize(graphLeft+graphRight+knobSize, scrubHeight)
}

// Layout implements fyne.WidgetRenderer.
func (r *scrubberRenderer) Layout(size fyne.Size) {
	r.s.track.Move(fyne.NewPos(graphLeft, (size.Height-trackHeight)/2))
	r.s.track.Resize(fyne.NewSize(r.s.width(), trackHeight))
	r.s.knob.Resize(fyne.NewSquareSize(knobSize))
	r.s.move()
}

// Refresh implements fyne.WidgetRenderer.
func (r *scrubberRenderer) Refresh() {
	s := r.s
	s.track.FillColor = theme.Color(theme.ColorNameInputBorder)
	s.part.FillColor = theme.Color(theme.ColorNamePlaceHolder)
	s.past.FillColor, s.knob.FillColor = theme.Color(theme.ColorNamePrimary), theme.Color(theme.ColorNamePrimary)
	r.Layout(s.Size())
	canvas.Refresh(s)
}

// Objects implements fyne.WidgetRenderer.
func (r *scrubberRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.s.track, r.s.part, r.s.past, r.s.knob}
}

// Destroy implements fyne.WidgetRenderer.
func (r *scrubberRenderer) Destroy() {}
