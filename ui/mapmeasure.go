package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/pointer"
)

// toggleMeasure takes the measuring tool, or puts it away with what it measured.
func (w *Window) toggleMeasure() {
	if w.ruler.Active() {
		w.ruler.PutAway()
	} else {
		w.beginMeasure(pointer.Measure{})
	}
}

func (w *Window) beginMeasure(m pointer.Measure) {
	w.finder.Deselect()
	w.ruler.Take(m)
}

// measured shows what is being measured.
func (w *Window) measured() {
	w.mapView.Aim(w.ruler.Aiming())
	w.chrome.ShowMeasuring(w.ruler.Active())
	at, text := w.measureNote()
	w.mapView.ShowNote(at, text)
	w.showMarks()
	w.showHereLine()
}

// measureNote returns what is written beside what is measured, and where; nothing
// before there is a length.
func (w *Window) measureNote() (at geo.Point, text string) {
	m := w.ruler.Measure()
	if n := len(m.Points); n >= 2 {
		return m.Points[n-1], m.Text(w.words)
	}
	return geo.Point{}, ""
}

// measureOverlay returns what the map shows of it, with the leg to the pointer if
// wanted.
func (w *Window) measureOverlay(leg bool) overlay.Measure {
	m := w.ruler.Measure()
	o := overlay.Measure{
		Points: m.Points, Closed: m.Closed,
		Ink: opaque(theme.ColorNameForeground), Casing: opaque(theme.ColorNameOverlayBackground),
	}
	if leg {
		o.Next, o.HasNext = w.ruler.Next()
	}
	return o
}

// opaque returns a colour of the theme as the map draws it.
func opaque(name fyne.ThemeColorName) color.RGBA {
	return color.RGBAModel.Convert(theme.Color(name)).(color.RGBA)
}
