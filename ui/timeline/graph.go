// SPDX-License-Identifier: MIT

package timeline

import (
	"image"
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/text"
)

// graph is the widget of the graph. A press moves the cursor there; on the graph, a drag
// marks a stretch, and on the scale of times below it, a drag moves the cursor. The wheel
// zooms.
type graph struct {
	widget.BaseWidget
	panel   *Panel
	picture *canvas.Raster
	cursor  *canvas.Rectangle
	labels  []*canvas.Text // of the marks
	used    int            // number of labels that are shown
	pressed time.Time      // where the press began
	scrubs  bool           // it began on the scale of times
}

// Sizes of the graph (logical pixels).
const (
	graphLeft   = 40 // room for the labels of the values
	graphRight  = 8
	graphTop    = 6
	graphScale  = 18 // height of the scale of times
	graphLeast  = 24 // height of the graph at least
	cursorWidth = 1.5
	valueSpace  = 22 // height of the graph for each label of a value
)

func newGraph(p *Panel) *graph {
	g := &graph{panel: p}
	g.picture = canvas.NewRaster(g.draw)
	g.picture.ScaleMode = canvas.ImageScaleFastest
	g.cursor = canvas.NewRectangle(color.Transparent)
	g.ExtendBaseWidget(g)
	return g
}

// area returns the size of the area of the graph (logical pixels).
func (g *graph) area() fyne.Size {
	s := g.Size()
	return fyne.NewSize(max(s.Width-graphLeft-graphRight, 1), max(s.Height-graphTop-graphScale, 1))
}

// draw returns the picture in a size in device pixels.
func (g *graph) draw(width, height int) image.Image {
	scale := float64(width) / float64(g.area().Width)
	p := plot{State: g.panel.state, width: width, height: height, scale: scale, top: g.panel.top, colours: themeColours()}
	return p.draw()
}

// themeColours returns the colours of a graph in the current theme.
func themeColours() colours {
	solid := func(name fyne.ThemeColorName) color.RGBA {
		return color.RGBAModel.Convert(theme.Color(name)).(color.RGBA)
	}
	faint := func(name fyne.ThemeColorName, alpha float64) color.RGBA {
		c := color.NRGBAModel.Convert(theme.Color(name)).(color.NRGBA)
		c.A = uint8(255 * alpha)
		return color.RGBAModel.Convert(c).(color.RGBA)
	}
	return colours{
		ground: solid(theme.ColorNameInputBackground), route: solid(theme.ColorNamePrimary), grid: solid(theme.ColorNameSeparator),
		stop: faint(theme.ColorNamePrimary, 0.14), gap: faint(theme.ColorNameWarning, 0.22), marked: faint(theme.ColorNamePrimary, 0.25),
		limit: solid(theme.ColorNameError), over: faint(theme.ColorNameError, 0.3),
	}
}

// moment returns the time at a place of the widget.
func (g *graph) moment(at fyne.Position) time.Time {
	s := g.panel.state.Shown
	part := float64((at.X - graphLeft) / g.area().Width)
	return s.clamp(s.From.Add(time.Duration(part * float64(s.Length()))))
}

// MouseDown implements desktop.Mouseable.
func (g *graph) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	g.pressed = g.moment(e.Position)
	g.scrubs = e.Position.Y > g.Size().Height-graphScale
	g.panel.model.Mark(Span{})
	g.panel.model.Seek(g.pressed)
}

// MouseUp implements desktop.Mouseable.
func (g *graph) MouseUp(*desktop.MouseEvent) {}

// Dragged implements fyne.Draggable.
func (g *graph) Dragged(e *fyne.DragEvent) {
	at := g.moment(e.Position)
	if !g.scrubs {
		marked := Span{g.pressed, at}
		if at.Before(g.pressed) {
			marked = Span{at, g.pressed}
		}
		g.panel.model.Mark(marked)
	}
	g.panel.model.Seek(at)
}

// DragEnd implements fyne.Draggable.
func (g *graph) DragEnd() {}

// Scrolled implements fyne.Scrollable.
func (g *graph) Scrolled(e *fyne.ScrollEvent) {
	const perNotch = 1.25
	s := g.panel.state.Shown
	switch {
	case e.Scrolled.DX != 0:
		by := time.Duration(float64(s.Length()) * float64(-e.Scrolled.DX) / float64(g.area().Width))
		g.panel.model.Show(Span{s.From.Add(by), s.To.Add(by)})
	case e.Scrolled.DY > 0:
		g.panel.model.ZoomAt(g.moment(e.Position), perNotch)
	case e.Scrolled.DY < 0:
		g.panel.model.ZoomAt(g.moment(e.Position), 1/perNotch)
	}
}

// Cursor implements desktop.Cursorable.
func (g *graph) Cursor() desktop.Cursor { return desktop.CrosshairCursor }

// moveCursor puts the line of the cursor at its place.
func (g *graph) moveCursor() {
	s, area := g.panel.state, g.area()
	if s.Shown.Empty() {
		return
	}
	part := float32(float64(s.Cursor.Sub(s.Shown.From)) / float64(s.Shown.Length()))
	g.cursor.Move(fyne.NewPos(graphLeft+part*area.Width-cursorWidth/2, graphTop))
}

// CreateRenderer implements fyne.Widget.
func (g *graph) CreateRenderer() fyne.WidgetRenderer { return &graphRenderer{g} }

type graphRenderer struct{ g *graph }

// MinSize implements fyne.WidgetRenderer.
func (r *graphRenderer) MinSize() fyne.Size {
	return fyne.NewSize(graphLeft+graphRight, graphTop+graphLeast+graphScale)
}

// Layout implements fyne.WidgetRenderer.
func (r *graphRenderer) Layout(fyne.Size) {
	g := r.g
	area := g.area()
	g.picture.Move(fyne.NewPos(graphLeft, graphTop))
	g.picture.Resize(area)
	g.cursor.Resize(fyne.NewSize(cursorWidth, area.Height))
	g.moveCursor()
	g.layLabels()
}

// layLabels writes the values at the left and the times below.
func (g *graph) layLabels() {
	g.used = 0
	s, area := g.panel.state, g.area()
	if len(s.Lines) == 0 || s.Shown.Empty() {
		g.trim()
		return
	}
	p := plot{State: s, width: int(area.Width), height: int(area.Height), scale: 1, top: g.panel.top}
	words := g.panel.words
	step := tick(p.top, max(min(int(area.Height/valueSpace), 4), 1))
	for v := 0.0; v <= p.top+step/2; v += step {
		label := g.label(words.Number(v, 0))
		label.Move(fyne.NewPos(graphLeft-label.MinSize().Width-5, graphTop+float32(p.y(v))-label.MinSize().Height/2))
	}
	for _, at := range p.timeMarks() {
		clock := words.Clock(at)
		if at.Second() == 0 {
			clock = at.In(text.Vietnam).Format("15:04")
		}
		label := g.label(clock)
		half := label.MinSize().Width / 2
		x := min(float32(graphLeft)+float32(p.x(at))-half, g.Size().Width-2*half)
		label.Move(fyne.NewPos(x, graphTop+area.Height+2))
	}
	g.trim()
}

// label returns the next label with a text.
func (g *graph) label(t string) *canvas.Text {
	if g.used == len(g.labels) {
		g.labels = append(g.labels, canvas.NewText("", color.Transparent))
	}
	l := g.labels[g.used]
	g.used++
	l.Text, l.TextSize, l.Color = t, theme.CaptionTextSize(), theme.Color(theme.ColorNamePlaceHolder)
	l.Show()
	l.Resize(l.MinSize())
	l.Refresh()
	return l
}

// trim hides the labels that are not used.
func (g *graph) trim() {
	for _, l := range g.labels[g.used:] {
		l.Hide()
	}
}

// Refresh implements fyne.WidgetRenderer.
func (r *graphRenderer) Refresh() {
	g := r.g
	g.cursor.FillColor = theme.Color(theme.ColorNameForeground)
	r.Layout(g.Size())
	g.picture.Refresh()
	canvas.Refresh(g)
}

// Objects implements fyne.WidgetRenderer.
func (r *graphRenderer) Objects() []fyne.CanvasObject {
	list := []fyne.CanvasObject{r.g.picture, r.g.cursor}
	for _, l := range r.g.labels {
		list = append(list, l)
	}
	return list
}

// Destroy implements fyne.WidgetRenderer.
func (r *graphRenderer) Destroy() {}
