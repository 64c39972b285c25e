package ui

import (
	"time"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/present"
)

// hoverPause is how long the pointer rests before it is told what lies under it:
// too short to wait for, and long enough not to flicker on the way.
const hoverPause = 60 * time.Millisecond

func newFinder(o Options) *present.Finder {
	testers := []present.HitTester{present.FixesOf(o.Trips.State)}
	if o.Lookup != nil {
		testers = append(testers, present.RoadsOf(o.Lookup), present.UnitsOf(o.Lookup))
	}
	return present.NewFinder(hoverPause, testers...)
}

// hovered hears of the pointer on the map.
func (w *Window) hovered(p geo.Point, inside bool) {
	w.status.showCursor(p, inside)
	w.measureHover(p, inside)
	w.hoverUnit(p, inside && !w.measuring)
	switch {
	case w.measuring:
	case inside:
		w.finder.Hover(w.mapView.whereAt(p))
	default:
		w.finder.Leave()
	}
}

// clicked hears of a click at once: what lies there gets its halo. The inspector
// waits until it is sure to be no double click (tapped), lest the map move away
// under it.
func (w *Window) clicked(p present.Where) {
	w.window.Canvas().Unfocus()
	if w.measuring {
		w.measureClick(p)
		return
	}
	if w.place == placeUnits {
		w.dropHere()
		w.unitClicked(p.At)
		return
	}
	_, shown := w.inspector.shown.(present.Here)
	w.hereOpen, w.hereAnyway = w.hereOpen && shown, false
	w.finder.Select(p)
}

// tapped hears of a click that was no double one.
func (w *Window) tapped(present.Where) {
	if !w.measuring && w.place != placeUnits {
		w.hereOpen = true
		w.showHere()
	}
}

// doubled hears of a double click before the map zooms in.
func (w *Window) doubled(p present.Where) (done bool) {
	if w.measuring {
		w.measureDouble()
		return true
	}
	return w.place == placeUnits && w.unitDoubled(p.At)
}

// whatIsHere shows all that is known of a place, a road or not.
func (w *Window) whatIsHere(p present.Where) {
	w.hereOpen, w.hereAnyway = true, true
	w.finder.Select(p)
}

// finderChanged hears of what was found.
func (w *Window) finderChanged(s present.FinderState) {
	old := w.finderState
	w.finderState = s
	if s.HasSelected && !w.hereAnyway && !s.Selected.Thing() {
		w.dropHere() // a click beside everything
		return
	}
	if s.HasSelected != old.HasSelected || s.Selected.At != old.Selected.At {
		w.showMarks()
		w.showHere()
	}
	w.showHereLine()
}

// showHereLine tells in the status bar what lies under the pointer, or what is
// measured.
func (w *Window) showHereLine() {
	switch s := w.finderState; {
	case w.measuring:
		w.status.showHere(w.words.Measured(w.measure))
	case s.HasHover:
		w.status.showHere(w.words.Here(s.Hover))
	case s.HasSelected:
		w.status.showHere(w.words.Here(s.Selected))
	default:
		w.status.showHere("")
	}
}

// showHere brings the inspector for what was clicked.
func (w *Window) showHere() {
	if w.hereOpen && w.finderState.HasSelected && !w.inspector.content.Visible() {
		w.mapView.keepAt(w.finderState.Selected.At)
	}
	w.showInspector()
}

// dropHere leaves nothing of what was clicked, and reports whether there was
// something.
func (w *Window) dropHere() (was bool) {
	was = w.finderState.HasSelected
	w.hereOpen, w.hereAnyway = false, false
	w.finderState.Selected, w.finderState.HasSelected = present.Here{}, false
	w.finder.Deselect()
	if was {
		w.showMarks()
		w.showInspector()
		w.showHereLine()
	}
	return was
}

// hereBounds returns where what was clicked lies.
func (w *Window) hereBounds() geo.Bounds {
	s := w.finderState
	switch {
	case !s.HasSelected:
		return geo.NoBounds
	case s.Selected.HasFix:
		return geo.BoundsOf(s.Selected.Fix.Observation.Point)
	case s.Selected.HasRoad:
		return geo.BoundsOf(s.Selected.Road.Line...)
	default:
		return geo.BoundsOf(s.Selected.At)
	}
}

// showMarks draws what was clicked and what is measured.
func (w *Window) showMarks() { w.mapView.setMarks(w.marks(w.measureNext)) }

// marks returns what was clicked and what is measured, with the leg to next unless
// that is nil.
func (w *Window) marks(next *geo.Point) (marks []overlay.Overlay) {
	if s := w.finderState; s.HasSelected && !w.measuring {
		switch here := s.Selected; {
		case here.HasFix:
			marks = append(marks, overlay.Selection{Points: []geo.Point{here.Fix.Observation.Point}})
		case here.HasRoad:
			marks = append(marks, overlay.Highlight{Line: here.Road.Line})
		default:
			marks = append(marks, overlay.Selection{Points: []geo.Point{here.At}})
		}
	}
	if w.measuring {
		marks = append(marks, w.measureOverlay(next))
	}
	return marks
}
