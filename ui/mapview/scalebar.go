// SPDX-License-Identifier: MIT

package mapview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/text"
)

// ScaleBar shows a round length on the ground as a bar.
type ScaleBar struct {
	widget.BaseWidget
	words text.Catalogue
	text  *canvas.Text
	bar   *canvas.Rectangle
	ticks [2]*canvas.Rectangle
	plate *canvas.Rectangle
	width float32
}

func newScaleBar(words text.Catalogue) *ScaleBar {
	ink := theme.Color(theme.ColorNameForeground)
	s := &ScaleBar{
		words: words, text: canvas.NewText("", ink), bar: canvas.NewRectangle(ink),
		ticks: [2]*canvas.Rectangle{canvas.NewRectangle(ink), canvas.NewRectangle(ink)},
		plate: kit.PlateGround(), width: 100,
	}
	s.text.TextSize = theme.CaptionTextSize()
	s.ExtendBaseWidget(s)
	return s
}

// show measures the map at the centre of v.
func (s *ScaleBar) show(v view.Viewport) {
	metres, pixels := v.ScaleBar()
	s.width = float32(pixels / v.Scale)
	if metres >= 1000 {
		s.text.Text = s.words.Number(metres/1000, 0) + " km"
	} else {
		s.text.Text = s.words.Number(metres, 0) + " m"
	}
	s.Refresh()
}

// Sizes of a scale bar (logical pixels).
const (
	scaleRoom   = 140 // width for the longest bar, so that the layout does not change
	scaleHeight = 22
	scaleInset  = 8
	scaleLine   = 2
	scaleTick   = 6
)

// CreateRenderer implements fyne.Widget.
func (s *ScaleBar) CreateRenderer() fyne.WidgetRenderer { return &scaleBarRenderer{s} }

type scaleBarRenderer struct{ s *ScaleBar }

// MinSize implements fyne.WidgetRenderer.
func (r *scaleBarRenderer) MinSize() fyne.Size { return fyne.NewSize(scaleRoom, scaleHeight+8) }

// Destroy implements fyne.WidgetRenderer.
func (r *scaleBarRenderer) Destroy() {}

// Refresh implements fyne.WidgetRenderer.
func (r *scaleBarRenderer) Refresh() {
	r.Layout(r.s.Size())
	canvas.Refresh(r.s)
}

// Objects implements fyne.WidgetRenderer.
func (r *scaleBarRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.s.plate, r.s.bar, r.s.ticks[0], r.s.ticks[1], r.s.text}
}

// Layout puts the bar at the right end, below its text.
func (r *scaleBarRenderer) Layout(size fyne.Size) {
	s := r.s
	right, bottom := size.Width-scaleInset, size.Height-4
	s.plate.Move(fyne.NewPos(right-s.width-scaleInset, bottom-scaleHeight))
	s.plate.Resize(fyne.NewSize(s.width+2*scaleInset, scaleHeight))
	line := bottom - 5
	s.bar.Move(fyne.NewPos(right-s.width, line))
	s.bar.Resize(fyne.NewSize(s.width, scaleLine))
	for i, x := range []float32{right - s.width, right - scaleLine} {
		s.ticks[i].Move(fyne.NewPos(x, line-scaleTick+scaleLine))
		s.ticks[i].Resize(fyne.NewSize(scaleLine, scaleTick))
	}
	text := s.text.MinSize()
	s.text.Move(fyne.NewPos(right-s.width/2-text.Width/2, line-text.Height))
	s.text.Resize(text)
}
