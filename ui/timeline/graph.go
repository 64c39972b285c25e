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

	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/text"
)

// graph is the widget of the graphs, one above the other, with the scale of the axis below
// them. A press moves the cursor there; on the graphs, a drag marks a stretch, and on the
// scale, a drag moves the cursor. A drag at an end of the marked stretch moves that end. The
// wheel zooms.
type graph struct {
	widget.BaseWidget
	panel   *Panel
	strips  []*strip // by quantity
	shown   []*strip // those that are visible, from top to bottom
	mark    *canvas.Rectangle
	handles [2]*canvas.Rectangle // at the ends of mark
	cursor  *canvas.Rectangle
	axis    labels
	figures *figures
	pressed time.Time // where the press began
	scrubs  bool      // it began on the scale
	drawn   graphState
}

// graphState is what the pictures of the graphs show.
type graphState struct {
	lines  []*Line
	shown  Range
	axis   Axis
	graphs Graphs
}

// equals reports whether two states have the same pictures.
func (s graphState) equals(o graphState) bool {
	if len(s.lines) != len(o.lines) {
		return false
	}
	for i, l := range s.lines {
		if l != o.lines[i] {
			return false
		}
	}
	return s.shown == o.shown && s.axis == o.axis && s.graphs == o.graphs
}

// Sizes of the graphs (logical pixels).
const (
	graphLeft   = 44 // room for the labels of the values
	graphRight  = 8
	graphTop    = 2
	graphScale  = 18 // height of the scale of the axis
	stripLeast  = 40 // height of a graph at least
	stripGap    = 5  // between two graphs
	cursorWidth = 1.5
	markAlpha   = 0x50
	handleWidth = 4
	handleReach = 7 // distance from an end of the mark at which it is caught
)

func newGraph(p *Panel) *graph {
	g := &graph{panel: p, figures: newFigures()}
	for _, q := range Quantities() {
		g.strips = append(g.strips, newStrip(g, q))
	}
	g.mark, g.cursor = canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent)
	g.mark.Hide()
	for i := range g.handles {
		g.handles[i] = canvas.NewRectangle(color.Transparent)
		g.handles[i].CornerRadius = handleWidth / 2
		g.handles[i].Hide()
	}
	g.ExtendBaseWidget(g)
	return g
}

// width returns the width of the graphs (logical pixels).
func (g *graph) width() float32 { return max(g.Size().Width-graphLeft-graphRight, 1) }

// bottom returns the position of the scale below the graphs.
func (g *graph) bottom() float32 { return max(g.Size().Height-graphScale, graphTop+1) }

// coloursOf returns the colours of a graph in the look of a map.
func coloursOf(look style.Theme) colours {
	faint := func(c color.RGBA, alpha uint8) color.RGBA {
		return color.RGBAModel.Convert(color.NRGBA{c.R, c.G, c.B, alpha}).(color.RGBA)
	}
	o := look.Overlay
	return colours{
		ground: look.Background, route: o.Route, grid: color.RGBAModel.Convert(theme.Color(theme.ColorNameSeparator)).(color.RGBA),
		stop: faint(o.Route, 0x38), gap: faint(o.Warning, 0x60), limit: o.Fault, over: faint(o.Fault, 0x60),
	}
}

// place returns the place on the axis at a position in the widget.
func (g *graph) place(at fyne.Position) float64 {
	s := g.panel.state.Shown
	x := s.From + float64((at.X-graphLeft)/g.width())*s.Length()
	return min(max(x, s.From), s.To)
}

// moment returns the moment at a position in the widget.
func (g *graph) moment(at fyne.Position) time.Time { return g.panel.state.Moment(g.place(at)) }

// position returns the position of a place of the axis in the widget.
func (g *graph) position(x float64) float32 {
	s := g.panel.state.Shown
	return graphLeft + float32((x-s.From)/s.Length())*g.width()
}

// MouseDown implements desktop.Mouseable.
func (g *graph) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary || len(g.panel.state.Lines) == 0 {
		return
	}
	g.pressed = g.moment(e.Position)
	g.scrubs = e.Position.Y > g.bottom()
	if other, ok := g.caught(e.Position); ok {
		g.pressed = other
		return
	}
	g.panel.model.Mark(Span{})
	g.panel.model.Seek(g.pressed)
}

// caught returns the other end of the marked stretch, if a position is at one of them.
func (g *graph) caught(at fyne.Position) (other time.Time, ok bool) {
	s := g.panel.state
	if s.Marked.Empty() || at.Y > g.bottom() {
		return other, false
	}
	from, to := at.X-g.position(s.X(s.Marked.From)), at.X-g.position(s.X(s.Marked.To))
	switch near := func(d float32) bool { return max(d, -d) <= handleReach }; {
	case near(to) && (!near(from) || at.X > g.position(s.X(s.Marked.From))):
		return s.Marked.From, true
	case near(from):
		return s.Marked.To, true
	}
	return other, false
}

// MouseUp implements desktop.Mouseable.
func (g *graph) MouseUp(*desktop.MouseEvent) {}

// Dragged implements fyne.Draggable.
func (g *graph) Dragged(e *fyne.DragEvent) {
	if len(g.panel.state.Lines) == 0 {
		return
	}
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
	if s.Empty() {
		return
	}
	switch {
	case e.Scrolled.DX != 0:
		by := s.Length() * float64(-e.Scrolled.DX/g.width())
		g.panel.model.Show(Range{s.From + by, s.To + by})
	case e.Scrolled.DY > 0:
		g.panel.model.ZoomAt(g.place(e.Position), perNotch)
	case e.Scrolled.DY < 0:
		g.panel.model.ZoomAt(g.place(e.Position), 1/perNotch)
	}
}

// Cursor implements desktop.Cursorable.
func (g *graph) Cursor() desktop.Cursor { return desktop.CrosshairCursor }

// show shows the state of the panel. It draws the pictures again only if they differ.
func (g *graph) show() {
	s := g.panel.state
	if now := (graphState{s.Lines, s.Shown, s.Axis, s.Graphs}); !now.equals(g.drawn) {
		g.drawn = now
		g.Refresh()
	}
}

// move puts the cursor and the marked stretch at their places, and writes the values at the
// cursor.
func (g *graph) move() {
	s := g.panel.state
	if s.Shown.Empty() || !g.Visible() {
		return
	}
	g.cursor.Move(fyne.NewPos(g.position(s.X(s.Cursor))-cursorWidth/2, graphTop))
	for _, st := range g.shown {
		st.writeValue()
	}
	g.mark.Hidden = s.Marked.Empty()
	for _, h := range g.handles {
		h.Hidden = s.Marked.Empty()
	}
	if s.Marked.Empty() {
		g.figures.hide()
		return
	}
	left, right := graphLeft, graphLeft+g.width()
	from := min(max(g.position(s.X(s.Marked.From)), float32(left)), right)
	to := min(max(g.position(s.X(s.Marked.To)), float32(left)), right)
	g.mark.Move(fyne.NewPos(from, graphTop))
	g.mark.Resize(fyne.NewSize(to-from, g.bottom()-graphTop))
	g.mark.Refresh()
	for i, x := range []float32{from, to} {
		g.handles[i].Move(fyne.NewPos(x-handleWidth/2, graphTop))
		g.handles[i].Resize(fyne.NewSize(handleWidth, g.bottom()-graphTop))
		g.handles[i].Refresh()
	}
	g.figures.show(g.panel.figures(), (from+to)/2, float32(left), right)
}

// layStrips puts as many graphs as there is room for one above the other.
func (g *graph) layStrips() {
	wanted := g.panel.state.Drawn()
	height := g.bottom() - graphTop
	n := min(len(wanted), max(int((height+stripGap)/(stripLeast+stripGap)), 1))
	g.shown = g.shown[:0]
	for _, st := range g.strips {
		st.setVisible(false)
	}
	each := (height - stripGap*float32(n-1)) / float32(n)
	for i, q := range wanted[:n] {
		st := g.strips[q]
		st.setVisible(true)
		st.lay(graphTop+float32(i)*(each+stripGap), each)
		g.shown = append(g.shown, st)
	}
}

// layAxis writes the times or kilometres below the graphs.
func (g *graph) layAxis() {
	s := g.panel.state
	g.axis.begin()
	if len(s.Lines) > 0 && !s.Shown.Empty() {
		p := plot{State: s, width: int(g.width()), scale: 1}
		list := s.marks(p.numMarks())
		for _, at := range list {
			label := g.axis.next(g.panel.axisText(at, list))
			half := label.MinSize().Width / 2
			x := min(max(g.position(at)-half, 0), g.Size().Width-2*half)
			label.Move(fyne.NewPos(x, g.bottom()+1))
		}
	}
	g.axis.end()
}

// axisText returns the label of a place of the axis. list are all labelled places.
func (p *Panel) axisText(at float64, list []float64) string {
	s := p.state
	switch {
	case s.Axis == OverDistance:
		decimals := 0
		for len(list) > 1 && decimals < 2 && (list[1]-list[0])/1000 < [...]float64{1, 0.1}[decimals] {
			decimals++
		}
		return p.words.Number(at/1000, decimals) + " km"
	case s.Together:
		return sinceText(time.Duration(at * float64(time.Second)).Round(time.Second))
	}
	moment := s.Whole.From.Add(time.Duration(at * float64(time.Second)).Round(time.Millisecond)).Round(time.Second)
	moment = moment.In(text.Vietnam)
	switch hour, minute, second := moment.Clock(); {
	case hour == 0 && minute == 0 && second == 0: // where a day begins
		return p.words.Day(moment)
	case second == 0:
		return moment.Format("15:04")
	}
	return p.words.Clock(moment)
}

// CreateRenderer implements fyne.Widget.
func (g *graph) CreateRenderer() fyne.WidgetRenderer { return &graphRenderer{g} }

type graphRenderer struct{ g *graph }

// MinSize implements fyne.WidgetRenderer.
func (r *graphRenderer) MinSize() fyne.Size {
	return fyne.NewSize(graphLeft+graphRight, graphTop+stripLeast+graphScale)
}

// Layout implements fyne.WidgetRenderer.
func (r *graphRenderer) Layout(fyne.Size) {
	g := r.g
	g.layStrips()
	g.layAxis()
	g.cursor.Resize(fyne.NewSize(cursorWidth, g.bottom()-graphTop))
	g.move()
}

// Refresh implements fyne.WidgetRenderer.
func (r *graphRenderer) Refresh() {
	g := r.g
	g.cursor.FillColor = theme.Color(theme.ColorNameForeground)
	marked := color.NRGBAModel.Convert(theme.Color(theme.ColorNamePrimary)).(color.NRGBA)
	marked.A = markAlpha
	g.mark.FillColor = marked
	for _, h := range g.handles {
		h.FillColor = theme.Color(theme.ColorNamePrimary)
	}
	r.Layout(g.Size())
	for _, st := range g.shown {
		st.picture.Refresh()
	}
	canvas.Refresh(g)
}

// Objects implements fyne.WidgetRenderer.
func (r *graphRenderer) Objects() (list []fyne.CanvasObject) {
	for _, st := range r.g.strips {
		list = append(list, st.objects()...)
	}
	list = append(list, r.g.axis.objects()...)
	return append(list, r.g.mark, r.g.handles[0], r.g.handles[1], r.g.cursor, r.g.figures.content)
}

// Destroy implements fyne.WidgetRenderer.
func (r *graphRenderer) Destroy() {}

// drawStrip returns the picture of a graph in a size in device pixels.
func (g *graph) drawStrip(q Quantity, width, height int) image.Image {
	s := g.panel.state
	p := plot{
		State: s, quantity: q, width: width, height: height, scale: float64(width) / float64(g.width()),
		values: scaleOf(s.Lines, q), colours: g.panel.colours,
	}
	return p.draw()
}
