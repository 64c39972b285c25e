package mapdraw

import (
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
)

// Note is a line of text at a place, such as a length that was measured.
type Note struct {
	At   geo.Point
	Text string
}

// Measures of notes, in logical pixels.
const (
	noteGap     = 8.0 // from its place
	noteLetters = 11.0
)

// notePanel puts a note beside its place and wholly on the picture: above and to the
// right as on the screen, or where it covers neither what is taken nor what is
// measured; over what is taken if there is no such side.
func (e *exporter) notePanel(name string, n Note, taken []panel) panel {
	s := e.view.Scale
	look := e.panelStyle()
	look.Face = style.Bold
	p := e.newPanel(name)
	_, ems := e.layouts.Types.Set(n.Text, look)
	size, inset := noteLetters*s, panelInset*s
	width, height := ems*size+2*inset, panelRow*s
	p.box = raster.Box{X0: 0, Y0: 0, X1: width, Y1: height}
	p.texts = []panelText{{n.Text, raster.Vec{X: inset, Y: height / 2}, look, size}}

	x, y := e.view.ToScreen(n.At)
	gap, margin := noteGap*s, panelMargin*s
	right, bottom := float64(e.Width)-margin-width, float64(e.Height)-margin-height
	var places []raster.Vec
	for _, top := range [2]float64{y - gap - height, y + gap} {
		for _, left := range [2]float64{x + gap, x - gap - width} {
			places = append(places, raster.Vec{X: max(min(left, right), margin), Y: max(min(top, bottom), margin)})
		}
	}
	covers := func(at raster.Vec) bool {
		return slices.ContainsFunc(taken, func(other panel) bool { return p.box.Add(at.X, at.Y).Overlaps(other.box) })
	}
	free := slices.IndexFunc(places, func(at raster.Vec) bool { return !covers(at) && !e.measuredIn(p.box.Add(at.X, at.Y)) })
	if free < 0 {
		free = slices.IndexFunc(places, func(at raster.Vec) bool { return !covers(at) })
	}
	at := places[max(free, 0)]
	for _, other := range taken {
		if free < 0 && p.box.Add(at.X, at.Y).Overlaps(other.box) {
			at.Y = other.box.Y0 - panelMargin/2*s - height
		}
	}
	p.move(at.X, at.Y)
	return p
}

// measuredIn reports whether a line that is measured crosses a part of the picture.
func (e *exporter) measuredIn(b raster.Box) bool {
	for _, o := range e.Overlays {
		m, ok := o.(overlay.Measure)
		if !ok {
			continue
		}
		var last raster.Vec
		for i, p := range m.Line() {
			x, y := e.view.ToScreen(p)
			at := raster.Vec{X: x, Y: y}
			if i > 0 {
				if t0, t1 := raster.Within(last, at, b); t0 <= t1 {
					return true
				}
			}
			last = at
		}
	}
	return false
}
