package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/present"
)

// toggleMeasure takes the measuring tool, or puts it away with what it measured.
func (w *Window) toggleMeasure() {
	if w.measuring {
		w.endMeasure()
		return
	}
	w.beginMeasure(present.Measure{})
}

func (w *Window) beginMeasure(m present.Measure) {
	w.finder.Deselect()
	w.measuring, w.measureDone = true, false
	w.measured(m)
}

// endMeasure puts the tool away.
func (w *Window) endMeasure() {
	w.measuring, w.measureDone, w.measureNext = false, false, nil
	w.measured(present.Measure{})
}

// measured shows what is being measured.
func (w *Window) measured(m present.Measure) {
	w.measure = m
	w.mapView.aiming = w.measuring && !w.measureDone
	w.chrome.showMeasuring(w.measuring)
	at, text := w.measureNote()
	w.mapView.note.show(w.mapView, at, text)
	w.showMarks()
	w.showHereLine()
}

// measureNote returns what is written beside what is measured, and where; nothing
// before there is a length.
func (w *Window) measureNote() (at geo.Point, text string) {
	n := len(w.measure.Points)
	if !w.measuring || n < 2 {
		return geo.Point{}, ""
	}
	return w.measure.Points[n-1], w.words.Measured(w.measure)
}

// measureClick takes a click while the tool is in use: a new corner, or the end at
// the first one. A click after the end begins anew.
func (w *Window) measureClick(p present.Where) {
	m := w.measure
	near := func(q geo.Point) bool { return geo.Distance(p.At, q) <= p.Radius }
	switch n := len(m.Points); {
	case w.measureDone:
		w.measureDone, m = false, present.Measure{}.Add(p.At)
	case n >= 3 && near(m.Points[0]):
		w.measureDone, w.measureNext, m = true, nil, m.Close()
	case n > 0 && near(m.Points[n-1]):
		// The second click of a double one, or a hand that shakes.
	default:
		m = m.Add(p.At)
	}
	w.measured(m)
}

// measureDouble ends a line.
func (w *Window) measureDouble() {
	w.measureDone, w.measureNext = true, nil
	w.measured(w.measure)
}

// measureUndo takes the last corner away.
func (w *Window) measureUndo() {
	if w.measuring {
		w.measureDone = false
		w.measured(w.measure.Undo())
	}
}

// measureHover draws the leg to where the pointer is.
func (w *Window) measureHover(p geo.Point, inside bool) {
	if !w.measuring || w.measureDone {
		return
	}
	w.measureNext = nil
	if inside {
		w.measureNext = &p
	}
	w.showMarks()
}

// measureOverlay returns what the map shows of it, with the leg to next unless that
// is nil.
func (w *Window) measureOverlay(next *geo.Point) overlay.Measure {
	o := overlay.Measure{
		Points: w.measure.Points, Closed: w.measure.Closed,
		Ink: opaque(theme.ColorNameForeground), Casing: opaque(theme.ColorNameOverlayBackground),
	}
	if next != nil {
		o.Next, o.HasNext = *next, true
	}
	return o
}

// opaque returns a colour of the theme as the map draws it.
func opaque(name fyne.ThemeColorName) color.RGBA {
	return color.RGBAModel.Convert(theme.Color(name)).(color.RGBA)
}
