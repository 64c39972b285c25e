package ui

import (
	"math"
	"time"

	"fyne.io/fyne/v2"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/pointer"
)

// hoverPause is how long the pointer rests before the window says what lies under it:
// too short to wait for, and long enough not to flicker on the way.
const hoverPause = 60 * time.Millisecond

func newFinder(o Options) *pointer.HitTest {
	testers := []pointer.Tester{pointer.Fixes{}}
	if o.Lookup != nil {
		testers = append(testers, pointer.RoadsOf(o.Lookup), pointer.UnitsOf(o.Lookup))
	}
	return pointer.NewHitTest(o.Jobs, hoverPause, testers...)
}

// hovered is called when the pointer has moved on the map, or has left it.
func (w *Window) hovered(p geo.Point, inside bool) {
	w.status.showCursor(p, inside)
	w.ruler.Hover(p, inside)
	w.hoverUnit(p, inside && !w.ruler.Active())
	switch {
	case w.ruler.Active():
	case inside:
		w.finder.Hover(w.where(p))
	default:
		w.finder.Leave()
	}
}

// clicked is called at each click, at once: what lies there gets its halo. The
// inspector waits until it is sure to be no double click (tapped), so that the map
// does not move away under it.
func (w *Window) clicked(p pointer.Where, held fyne.KeyModifier) {
	w.window.Canvas().Unfocus()
	if w.ruler.Active() {
		w.ruler.Click(p.At, p.Radius)
		return
	}
	if w.place == placeUnits {
		w.dropHere()
		w.unitClicked(p.At, held)
		return
	}
	_, shown := w.inspector.Subject().(geo.Point)
	w.hereOpen, w.hereAnyway = w.hereOpen && shown, false
	w.finder.Select(p)
}

// where describes a point of the map as the user points at it.
func (w *Window) where(p geo.Point) pointer.Where {
	trip, _ := w.o.Trips.State().Trip()
	return pointer.Where{At: p, Radius: w.mapView.Reach(), Zoom: int(math.Round(w.mapView.View().Zoom)), Trip: trip}
}

// mapEvents passes the events of the map to the parts of the window.
type mapEvents struct{ w *Window }

// Hovered implements mapview.Handler.
func (e mapEvents) Hovered(at geo.Point, inside bool) { e.w.hovered(at, inside) }

// Clicked implements mapview.Handler.
func (e mapEvents) Clicked(at geo.Point, held fyne.KeyModifier) { e.w.clicked(e.w.where(at), held) }

// Tapped implements mapview.Handler.
func (e mapEvents) Tapped(geo.Point) { e.w.tapped() }

// DoubleClicked implements mapview.Handler.
func (e mapEvents) DoubleClicked(at geo.Point, held fyne.KeyModifier) bool {
	return e.w.doubled(at, held)
}

// MenuAsked implements mapview.Handler.
func (e mapEvents) MenuAsked(at geo.Point, absolute fyne.Position) {
	e.w.mapMenu(e.w.where(at), absolute)
}

// ViewChanged implements mapview.Handler.
func (e mapEvents) ViewChanged(v view.Viewport) {
	if e.w.status != nil { // the window is still being built
		e.w.status.showView(v)
	}
}

// PictureShown implements mapview.Handler.
func (e mapEvents) PictureShown() { e.w.pictureMade() }

// tapped is called after a click that was no double click.
func (w *Window) tapped() {
	if !w.ruler.Active() && w.place != placeUnits {
		w.hereOpen = true
		w.showHere()
	}
}

// doubled is called at a double click, before the map zooms in.
func (w *Window) doubled(p geo.Point, held fyne.KeyModifier) (done bool) {
	if w.ruler.Active() {
		w.ruler.Finish()
		return true
	}
	if w.place == placeUnits {
		w.unitDoubled(p, held)
	}
	return w.place == placeUnits
}

// whatIsHere shows all that is known of a place, a road or not.
func (w *Window) whatIsHere(p pointer.Where) {
	w.hereOpen, w.hereAnyway = true, true
	w.finder.Select(p)
}

// finderChanged shows what was found.
func (w *Window) finderChanged() {
	s := w.finder.State()
	old := w.finderState
	w.finderState = s
	if s.HasSelected && !w.hereAnyway && !s.Selected.Thing() {
		w.dropHere() // a click beside everything
		return
	}
	if s.HasSelected != old.HasSelected || versionOf(s.Selected) != versionOf(old.Selected) {
		w.showMarks()
		w.showHere()
	}
	w.showHereLine()
}

// showHereLine shows in the status bar what lies under the pointer, or what is
// measured.
func (w *Window) showHereLine() {
	switch s := w.finder.State(); {
	case w.ruler.Active():
		w.status.showHere(w.ruler.Measure().Text(w.words))
	case s.HasHover:
		w.status.showHere(s.Hover.Line(w.words))
	case s.HasSelected:
		w.status.showHere(s.Selected.Line(w.words))
	default:
		w.status.showHere("")
	}
}

// showHere brings the inspector for what was clicked.
func (w *Window) showHere() {
	if s := w.finder.State(); w.hereOpen && s.HasSelected && !w.inspector.Content().Visible() {
		w.mapView.KeepAt(s.Selected.At)
	}
	w.showInspector()
}

// dropHere leaves nothing of what was clicked, and reports whether there was
// something.
func (w *Window) dropHere() (was bool) {
	was = w.finder.State().HasSelected
	w.hereOpen, w.hereAnyway = false, false
	w.finder.Deselect()
	return was
}

// hereBounds returns where what was clicked lies.
func (w *Window) hereBounds() geo.Bounds {
	s := w.finder.State()
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
func (w *Window) showMarks() { w.mapView.SetMarks(w.marks(true)) }

// marks returns what was clicked and what is measured, with the leg to the pointer if
// wanted.
func (w *Window) marks(leg bool) (marks []overlay.Overlay) {
	if s := w.finder.State(); s.HasSelected && !w.ruler.Active() {
		switch here := s.Selected; {
		case here.HasFix:
			marks = append(marks, overlay.Selection{Points: []geo.Point{here.Fix.Observation.Point}})
		case here.HasRoad:
			marks = append(marks, overlay.Highlight{Line: here.Road.Line})
		default:
			marks = append(marks, overlay.Selection{Points: []geo.Point{here.At}})
		}
	}
	if w.ruler.Active() {
		marks = append(marks, w.measureOverlay(leg))
	}
	return marks
}
