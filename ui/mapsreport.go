package ui

import (
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/maps"
)

// describeMap shows the record of a map, also if it was closed.
func (w *Window) describeMap(which maps.Described) {
	w.o.Maps.Describe(which)
	w.showSelected()
}

// placeMargin is how much is shown round a place of a record, in metres.
const placeMargin = 150

// showReportPlace shows where something was found.
func (w *Window) showReportPlace(b geo.Bounds) {
	w.reported, w.reportedBy = b, w.o.Maps.State().Report
	w.mapView.ShowBounds(b.Pad(placeMargin))
	w.drawOverlays()
}

// reportOverlays marks on the map where the record that is shown found what is to be
// looked at, and frames the place that was shown last.
func (w *Window) reportOverlays() []overlay.Overlay {
	r := w.o.Maps.State().Report
	if w.place != placeMaps || r == nil || w.inspector.Closed() {
		return nil
	}
	faults := overlay.Faults{}
	doubts, _ := r.Split()
	for _, f := range doubts {
		for _, item := range f.Items {
			if !item.Bounds.Empty() {
				faults.Points = append(faults.Points, item.Bounds.Center())
			}
		}
	}
	if w.reportedBy == r {
		faults.Framed = append(faults.Framed, w.reported)
	}
	return []overlay.Overlay{faults}
}
