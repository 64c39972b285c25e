package ui

import (
	"roadsnap/engine/geo"
	"roadsnap/ui/trips"
)

// spanMargin is how much is shown round a stretch of a trip, in metres.
const spanMargin = 100

// showSpan brings a stretch of a trip on the map: that between two observations.
func (w *Window) showSpan(t *trips.Trip, first, last int) {
	at := geo.NoBounds
	for i, o := range t.Trace.Observations {
		if i >= first && i <= last && o.Valid() {
			at = at.Extend(o.Point)
		}
	}
	if !at.Empty() {
		w.mapView.ShowBounds(at.Pad(spanMargin))
	}
}
