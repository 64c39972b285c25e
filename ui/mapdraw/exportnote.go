package mapdraw

import (
	"slices"

	"roadsnap/engine/geo"
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
	style := e.panelStyle()
	style.face = bold
	p := e.newPanel(name)
	_, ems := e.layouts.types.set(n.Text, style)
	size, inset := noteLetters*s, panelInset*s
	width, height := ems*size+2*inset, panelRow*s
	p.box = box{0, 0, width, height}
	p.texts = []panelText{{n.Text, vec{inset, height / 2}, style, size}}

	x, y := e.view.ToScreen(n.At)
	gap, margin := noteGap*s, panelMargin*s
	right, bottom := float64(e.Width)-margin-width, float64(e.Height)-margin-height
	var places []vec
	for _, top := range [2]float64{y - gap - height, y + gap} {
		for _, left := range [2]float64{x + gap, x - gap - width} {
			places = append(places, vec{max(min(left, right), margin), max(min(top, bottom), margin)})
		}
	}
	covers := func(at vec) bool {
		return slices.ContainsFunc(taken, func(other panel) bool { return p.box.add(at.x, at.y).overlaps(other.box) })
	}
	free := slices.IndexFunc(places, func(at vec) bool { return !covers(at) && !e.measuredIn(p.box.add(at.x, at.y)) })
	if free < 0 {
		free = slices.IndexFunc(places, func(at vec) bool { return !covers(at) })
	}
	at := places[max(free, 0)]
	for _, other := range taken {
		if free < 0 && p.box.add(at.x, at.y).overlaps(other.box) {
			at.y = other.box.y0 - panelMargin/2*s - height
		}
	}
	p.move(at.x, at.y)
	return p
}

// measuredIn reports whether a line that is measured crosses a part of the picture.
func (e *exporter) measuredIn(b box) bool {
	for _, o := range e.Overlays {
		m, ok := o.(Measure)
		if !ok {
			continue
		}
		var last vec
		for i, p := range m.line() {
			x, y := e.view.ToScreen(p)
			at := vec{x, y}
			if i > 0 {
				if t0, t1 := within(last, at, b); t0 <= t1 {
					return true
				}
			}
			last = at
		}
	}
	return false
}
