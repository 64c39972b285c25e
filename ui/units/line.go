package units

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Line is a row of a unitList, whatever it shows.
type Line struct {
	widget.BaseWidget
	list     *List
	unit     Row
	index    int
	over     bool // the pointer is on it
	ground   *canvas.Rectangle
	contents fyne.CanvasObject
}

// CreateRenderer implements fyne.Widget.
func (r *Line) CreateRenderer() fyne.WidgetRenderer {
	r.ground = canvas.NewRectangle(nil)
	r.ground.CornerRadius = theme.Size(theme.SizeNameSelectionRadius)
	r.paint()
	return widget.NewSimpleRenderer(container.NewStack(r.ground, r.contents))
}

// paint shows whether the unit is selected or pointed at, here or on the map.
func (r *Line) paint() {
	if r.ground == nil || r.list == nil {
		return
	}
	name := fyne.ThemeColorName("")
	switch {
	case r.list.state.IsSelected(r.unit.Code()):
		name = theme.ColorNameSelection
	case r.over || r.list.pointed == r.unit.Code():
		name = theme.ColorNameHover
	}
	fill := fyne.CurrentApp().Settings().Theme().Color(name, fyne.CurrentApp().Settings().ThemeVariant())
	if name == "" {
		fill = nil
	}
	if r.ground.FillColor != fill {
		r.ground.FillColor = fill
		r.ground.Refresh()
	}
}

// Highlighted reports whether the row is painted as selected or pointed at.
func (r *Line) Highlighted() bool { return r.ground != nil && r.ground.FillColor != nil }

// Index returns the row's place in the list, from 0.
func (r *Line) Index() int { return r.index }

// MouseIn implements desktop.Hoverable.
func (r *Line) MouseIn(*desktop.MouseEvent) { r.point(true) }

// MouseMoved implements desktop.Hoverable.
func (r *Line) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *Line) MouseOut() { r.point(false) }

func (r *Line) point(over bool) {
	r.over = over
	if r.list == nil {
		return
	}
	code := ""
	if over {
		code = r.unit.Code()
	}
	r.list.do.Preview(code)
	r.paint()
}

// MouseDown implements desktop.Mouseable: a row is selected at once, without
// waiting whether a double click comes of it.
func (r *Line) MouseDown(e *desktop.MouseEvent) {
	l := r.list
	if l == nil || r.index >= l.Length() {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil {
		c.Focus(l)
	}
	if e.Button == desktop.MouseButtonPrimary {
		l.choose(r.index, e.Modifier)
		l.Highlight(r.index)
	}
}

// MouseUp implements desktop.Mouseable.
func (r *Line) MouseUp(*desktop.MouseEvent) {}

// DoubleTapped implements fyne.DoubleTappable.
func (r *Line) DoubleTapped(*fyne.PointEvent) {
	if r.list != nil {
		r.list.do.Zoom(r.unit)
	}
}

// TappedSecondary implements fyne.SecondaryTappable.
func (r *Line) TappedSecondary(e *fyne.PointEvent) {
	if r.list != nil {
		r.list.do.Menu(r.unit, e.AbsolutePosition)
	}
}
