package ui

import (
	"fyne.io/fyne/v2"

	"roadsnap/engine/geo"
	"roadsnap/ui/inspector"
	"roadsnap/ui/maps"
	"roadsnap/ui/pointer"
	"roadsnap/ui/trips"
	"roadsnap/ui/units"
)

// showHit shows the record of what was clicked on the map.
func (w *Window) showHit(h pointer.Hit) (other bool) {
	c := hitCard{w.words, w.coordinator(), h}
	return w.inspector.Show(inspector.Card{Subject: h.At, Version: versionOf(h), Title: c.title(), Parts: c.parts})
}

// hitVersion tells apart records of what was clicked: of another place, or of a trip
// that has changed.
type hitVersion struct {
	at   geo.Point
	trip *trips.Trip
}

func versionOf(h pointer.Hit) hitVersion { return hitVersion{h.At, h.Fix.Trip} }

// showTrip shows the record of a trip.
func (w *Window) showTrip(t *trips.Trip) (other bool) {
	return w.inspector.Show(inspector.Card{
		Subject: t.ID, Version: t, Title: t.Name, Parts: trips.CardView{Words: w.words, Trip: t, ShowSpan: w.showSpan, Lay: w.inspector.Lay}.Parts,
	})
}

// showUnit shows the record of a province or ward.
func (w *Window) showUnit(c *units.Card) (other bool) {
	other = w.inspector.Show(inspector.Card{Subject: c.Row.Code(), Version: c, Title: c.Row.Name(), Parts: func() (parts []fyne.CanvasObject) {
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
		w.inspector.Reveal(w.history)
	}
}

// groupSubject is that of the record of several units, whichever they are.
type groupSubject struct{}

// showGroup shows the sum of several units.
func (w *Window) showGroup(g *units.Group) (other bool) {
	return w.inspector.Show(inspector.Card{
		Subject: groupSubject{}, Version: g, Title: w.words.T("units.selected", "n", w.words.Count(len(g.Rows))),
		Parts: units.GroupView{Words: w.words, Group: g, Do: w.unitActions(), Copies: w.copyItems, Links: w.grouped}.Parts,
	})
}

// showReport shows the record of a map.
func (w *Window) showReport(r *maps.Report) (other bool) {
	title := r.Info.Meta.Name
	if r.Failed {
		title = w.words.T("report.failed")
	}
	do := maps.CardActions{Show: w.showReportPlace, Zoom: w.mapView.ShowBounds, Copy: w.copy}
	return w.inspector.Show(inspector.Card{Subject: r, Version: r, Title: title, Parts: maps.CardView{Words: w.words, Report: r, Do: do, Lay: w.inspector.Lay}.Parts})
}
