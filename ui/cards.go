package ui

import (
	"fyne.io/fyne/v2"

	"roadsnap/ui/maps"
	"roadsnap/ui/pointer"
	"roadsnap/ui/trips"
	"roadsnap/ui/units"
)

// showHit shows the record of what was clicked on the map.
func (w *Window) showHit(h pointer.Hit) (other bool) {
	c := hitCard{w.words, w.coordinator(), h}
	return w.inspector.show(card{subject: h.At, version: h.At, title: c.title(), parts: c.parts})
}

// showTrip shows the record of a trip.
func (w *Window) showTrip(t *trips.Trip) (other bool) {
	return w.inspector.show(card{
		subject: t.ID, version: t, title: t.Name, parts: trips.CardView{Words: w.words, Trip: t, ShowSpan: w.showSpan, Lay: w.inspector.lay}.Parts,
	})
}

// showUnit shows the record of a province or ward.
func (w *Window) showUnit(c *units.Card) (other bool) {
	other = w.inspector.show(card{subject: c.Row.Code(), version: c, title: c.Row.Name(), parts: func() (parts []fyne.CanvasObject) {
		parts, w.history = units.CardView{Words: w.words, Card: c, Do: w.unitActions(), Theme: w.theme}.All()
		return parts
	}})
	if w.wantHistory {
		w.showHistory()
	}
	return other
}

// showHistory scrolls to what the unit was made of, once its record is complete.
func (w *Window) showHistory() {
	c := w.o.Units.State().Card
	if w.wantHistory = c == nil || c.Pending; !w.wantHistory && w.history != nil {
		w.inspector.reveal(w.history)
	}
}

// groupSubject is that of the record of several units, whichever they are.
type groupSubject struct{}

// showGroup shows the sum of several units.
func (w *Window) showGroup(g *units.Group) (other bool) {
	return w.inspector.show(card{
		subject: groupSubject{}, version: g, title: w.words.T("units.selected", "n", w.words.Count(len(g.Rows))),
		parts: units.GroupView{Words: w.words, Group: g, Do: w.unitActions(), Copies: w.copyItems, Links: w.grouped}.Parts,
	})
}

// showReport shows the record of a map.
func (w *Window) showReport(r *maps.Report) (other bool) {
	title := r.Name
	if r.Failed {
		title = w.words.T("report.failed")
	}
	do := maps.CardActions{Show: w.showReportPlace, Zoom: w.mapView.ShowBounds, Copy: w.copy}
	return w.inspector.show(card{subject: r, version: r, title: title, parts: maps.CardView{Words: w.words, Report: r, Do: do, Lay: w.inspector.lay}.Parts})
}
