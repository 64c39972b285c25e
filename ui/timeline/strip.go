// SPDX-License-Identifier: MIT

package timeline

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"roadsnap/ui/kit"
)

// strip is the graph of one quantity, with the labels of its values to its left and its
// name, and the value at the cursor, in its corner.
type strip struct {
	graph    *graph
	quantity Quantity
	picture  *canvas.Raster
	title    *canvas.Text
	plate    *canvas.Rectangle // under the title
	values   labels
	visible  bool
}

func newStrip(g *graph, q Quantity) *strip {
	st := &strip{graph: g, quantity: q, title: canvas.NewText("", color.Transparent), plate: kit.PlateGround()}
	st.picture = canvas.NewRaster(func(width, height int) image.Image { return g.drawStrip(q, width, height) })
	st.picture.ScaleMode = canvas.ImageScaleFastest
	st.setVisible(false)
	return st
}

func (st *strip) setVisible(on bool) {
	st.visible = on
	kit.SetVisible(st.picture, on)
	kit.SetVisible(st.title, on)
	kit.SetVisible(st.plate, on)
	if !on {
		st.values.begin()
		st.values.end()
	}
}

// lay puts the graph at a height below the top of the widget.
func (st *strip) lay(top, height float32) {
	g, s := st.graph, st.graph.panel.state
	st.picture.Move(fyne.NewPos(graphLeft, top))
	st.picture.Resize(fyne.NewSize(g.width(), height))
	st.title.TextSize, st.title.Color = theme.CaptionTextSize(), theme.Color(theme.ColorNameForeground)
	st.plate.Move(fyne.NewPos(graphLeft+2, top+2))
	st.title.Move(fyne.NewPos(graphLeft+6, top+3))
	st.writeValue()
	st.values.begin()
	p := plot{width: 1, height: int(height), scale: 1, values: scaleOf(s.Lines, st.quantity)}
	marks := p.values.marks(p.numValues())
	for _, v := range marks {
		label := st.values.next(g.panel.words.Number(v, 0))
		size := label.MinSize()
		y := min(max(top+float32(p.y(v))-size.Height/2, top-4), top+height-size.Height+4)
		label.Move(fyne.NewPos(graphLeft-size.Width-5, y))
	}
	st.values.end()
}

// writeValue writes the name of the quantity with its value at the cursor.
func (st *strip) writeValue() {
	text := st.graph.panel.quantityText(st.quantity)
	if st.title.Text == text && st.title.Size().Width > 0 {
		return
	}
	st.title.Text = text
	size := st.title.MinSize()
	st.title.Resize(size)
	st.plate.Resize(fyne.NewSize(size.Width+8, size.Height+2))
	st.title.Refresh()
}

// objects returns the objects of the strip, from bottom to top.
func (st *strip) objects() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{st.picture, st.plate, st.title}, st.values.objects()...)
}

// quantityKeys are the names of the quantities.
var quantityKeys = [numQuantities]string{
	Speed: "timeline.speed", ToRoad: "timeline.to_road", Elevation: "timeline.elevation", Confidence: "timeline.confidence",
}

// quantityText returns the name of a quantity with its value at the cursor, if it has one.
func (p *Panel) quantityText(q Quantity) string {
	name := p.words.T(quantityKeys[q])
	if len(p.state.Lines) == 0 {
		return name
	}
	l := p.state.Lines[0]
	here, ok := p.state.Place(l)
	if !ok || !here.Known || l.unseen(p.state.Cursor) {
		return name
	}
	v, ok := l.value(q, l.sampleAt(p.state.Cursor))
	if !ok {
		return name
	}
	return name + ": " + p.valueText(q, v)
}

// valueText returns a value with its unit.
func (p *Panel) valueText(q Quantity, v float64) string {
	n := p.words.Number(math.Round(v), 0)
	switch q {
	case Speed:
		return p.words.T("trips.speed", "n", n)
	case Confidence:
		return p.words.T("timeline.percent", "n", n)
	default:
		return p.words.T("timeline.metres", "n", n)
	}
}

// labels is a list of small texts of which some are shown.
type labels struct {
	all  []*canvas.Text
	used int
}

func (l *labels) begin() { l.used = 0 }

// next returns the next label, with a text.
func (l *labels) next(t string) *canvas.Text {
	if l.used == len(l.all) {
		l.all = append(l.all, canvas.NewText("", color.Transparent))
	}
	label := l.all[l.used]
	l.used++
	label.Text, label.TextSize, label.Color = t, theme.CaptionTextSize(), theme.Color(theme.ColorNamePlaceHolder)
	label.Show()
	label.Resize(label.MinSize())
	label.Refresh()
	return label
}

// end hides the labels that are not used.
func (l *labels) end() {
	for _, label := range l.all[l.used:] {
		label.Hide()
	}
}

func (l *labels) objects() (list []fyne.CanvasObject) {
	for _, label := range l.all {
		list = append(list, label)
	}
	return list
}

// figures is the plate with the figures of the marked stretch, over the graphs.
type figures struct {
	content *fyne.Container
	rows    *fyne.Container
}

func newFigures() *figures {
	f := &figures{rows: container.New(layout.NewCustomPaddedVBoxLayout(0))}
	f.content = container.NewStack(kit.PlateGround(), container.New(layout.NewCustomPaddedLayout(3, 3, 8, 8), f.rows))
	f.content.Hide()
	return f
}

func (f *figures) hide() { kit.SetVisible(f.content, false) }

// show shows lines at the middle of a stretch, between left and right.
func (f *figures) show(lines []string, middle, left, right float32) {
	f.rows.Objects = f.rows.Objects[:0]
	for _, line := range lines {
		t := canvas.NewText(line, theme.Color(theme.ColorNameForeground))
		t.TextSize = theme.CaptionTextSize()
		f.rows.Objects = append(f.rows.Objects, t)
	}
	size := f.content.MinSize()
	f.content.Resize(size)
	f.content.Move(fyne.NewPos(kit.Clamp(middle-size.Width/2, left, right-size.Width), graphTop+2))
	f.content.Show()
	f.content.Refresh()
}
