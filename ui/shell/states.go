// SPDX-License-Identifier: MIT

package shell

import (
	"roadsnap/ui/inspector"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/maps"
	"roadsnap/ui/mapview"
	"roadsnap/ui/timeline"
	"roadsnap/ui/units"
)

// subscribe registers the window as listener of every view model. Each change redraws the
// map once, however many parts of it change.
func (w *Window) subscribe() {
	listen := func(fn func()) func() { return func() { w.mapView.Together(fn) } }
	w.o.Maps.OnChange(listen(w.mapsChanged))
	w.o.Trips.OnChange(listen(w.tripsChanged))
	w.o.Trips.History().OnChange(listen(w.commands.refreshMenu))
	w.exporting.OnChange(listen(w.tripExportsChanged))
	w.o.Units.OnChange(listen(w.unitsChanged))
	w.traffic.OnChange(listen(w.trafficChanged))
	w.correcting.OnChange(listen(w.correctionsChanged))
	w.drafting.OnChange(listen(w.draftChanged))
	w.fares.OnChange(listen(w.faresChanged))
	w.places.OnChange(listen(w.placesChanged))
	w.zones.OnChange(listen(w.zonesChanged))
	w.clock.OnChange(listen(w.timelineChanged))
	w.clock.OnMove(listen(w.cursorMoved))
	w.figures.OnChange(listen(func() { w.inspector.update() }))
	w.reporting.OnChange(listen(w.reportsChanged))
	w.o.Server.OnChange(listen(w.serverChanged))
}

// showStates shows the current state of all view models.
func (w *Window) showStates() {
	w.mapView.Together(func() {
		w.mapsChanged()
		w.tripsChanged()
		w.tripExportsChanged()
		w.unitsChanged()
		w.timelineChanged()
		w.serverChanged()
		w.reportsChanged()
	})
}

func (w *Window) serverChanged() {
	s := w.o.Server.State()
	w.server.Show(s)
	w.status.showServer(s)
}

func (w *Window) mapsChanged() {
	s, old := w.o.Maps.State(), w.lastMaps
	w.lastMaps = &s
	first := old == nil
	if first {
		old = &maps.State{}
	}
	if s.Lost && !old.Lost {
		w.show(panelMaps) // which shows that the map is lost
	}
	w.maps.Show(s)
	w.status.showMap(s)
	w.mapView.chrome.SetNotices(s.Notices())
	w.showWork()
	w.showWelcome()
	if s.Report != old.Report {
		w.inspector.update() // before the map moves, because the inspector changes its size
		w.drawFinds()
	}
	otherMap, otherBorders := s.Installs != old.Installs, s.OverlayInstalls != old.OverlayInstalls
	otherFurther := s.FurtherInstalls != old.FurtherInstalls
	if s.Installed && (first || otherMap) {
		w.tools.Drop()
		w.mapView.drawer.SetSource(w.mapSource())
		w.mapView.ShowBounds(s.Info.Meta.Bounds)
	} else if otherBorders || otherFurther {
		w.mapView.drawer.SetSource(w.mapSource()) // the land is drawn from the borders
	}
	if otherFurther {
		w.mapView.faultTold = false
		w.figures.Forget()
	}
	if otherMap || otherBorders {
		w.mapView.faultTold = false
		w.mapView.borders.Invalidate()
		w.o.Units.BordersChanged()
		w.figures.Forget()
	}
	w.mapView.CoversChanged()
	if otherMap || otherBorders || otherFurther {
		w.reportsMayBeOld()
	}
}

func (w *Window) unitsChanged() {
	s := w.o.Units.State()
	w.arrangement.roomForTable(w.arrangement.panel == panelUnits && s.View == units.TableView)
	w.exports.ShowUnits(s.Export)
	if w.units.Changed() {
		w.tools.Drop()
	}
	w.inspector.update()
}

func (w *Window) tripExportsChanged() { w.exports.ShowTrips(w.exporting.State()) }

func (w *Window) tripsChanged() {
	s := w.o.Trips.State()
	t, _ := s.Trip()
	w.tools.TripChanged(t)
	w.trips.Show(s)
	w.showWork()
	w.showWelcome()
	w.showPlaces(s.Places.Sites)
	w.places.TripsChanged()
	w.showCorrections()
	w.showDraft()
	if w.tripLayers.Show(s) {
		w.mapView.Layer(mapview.LayerTrips).Set(w.tripLayers.Overlays()...)
		w.showLegend()
	}
	w.traffic.Update(s)
	w.clock.SetTrips(timeline.EntriesOf(s))
	w.showDock()
	w.reportsMayBeOld()
	w.commands.refreshMenu()
	if b, move := w.tripLayers.Visit(); move {
		w.mapView.ShowBounds(b)
	}
}

func (w *Window) timelineChanged() {
	w.timeline.Show(w.clock.State())
	w.commands.refreshMenu()
	w.showDock()
	w.cursorMoved()
}

// cursorMoved shows the vehicles at the cursor of the timeline.
func (w *Window) cursorMoved() {
	s := w.clock.State()
	w.timeline.Moved(s)
	w.drafts.MarkOnTimeline(s.Marked.From, s.Marked.To)
	w.mapView.Layer(mapview.LayerVehicles).Set(s.Vehicles()...)
	if len(s.Lines) > 0 && s.Follow {
		if p, ok := s.Place(s.Lines[0]); ok {
			w.mapView.KeepInside(p.Point)
		}
	}
}

// card returns the record of the place clicked on the map or, without one, of the panel's
// selection.
func (w *Window) card() (inspector.Card, bool) {
	if card, wanted := w.tools.Card(w.settings.coordinator()); wanted {
		return card, true
	}
	switch w.arrangement.panel {
	case panelTrips:
		if card, ok := w.drafts.Card(); ok {
			return card, true
		}
		return w.trips.Card()
	case panelUnits:
		return w.units.Card()
	case panelMaps:
		return w.maps.Card()
	default:
		return inspector.Card{}, false
	}
}

// drawFinds marks the findings of the import report on the map while the report is shown.
func (w *Window) drawFinds() {
	var finds []overlay.Overlay
	if r := w.o.Maps.State().Report; r != nil && w.arrangement.panel == panelMaps && !w.inspector.Closed() {
		finds = append(finds, w.finds.Overlays(r))
	}
	w.mapView.Layer(mapview.LayerReports).Set(finds...)
}

// showWork shows the running work in the status bar.
func (w *Window) showWork() {
	w.status.showWork(w.o.Trips.State().Work, w.clipboard.units, w.o.Maps.State(), w.traffic.State())
}

// showWelcome shows the offer of the first run until it is answered, or hides it while there
// are trips to look at, or once the user has looked for a place on the map.
func (w *Window) showWelcome() {
	if w.welcome != nil {
		w.welcome.Show(w.o.Maps.State().Welcome() && len(w.o.Trips.State().Trips) == 0 && !w.shownFound)
	}
}

// cancelWork cancels all work shown in the status bar.
func (w *Window) cancelWork() {
	w.o.Trips.CancelAll()
	w.o.Maps.Cancel()
	w.clipboard.drop()
	if w.traffic.State().Busy {
		w.toggleTraffic()
	}
}

// SayAlreadyOpen says in the status bar that trips which were opened are in the list.
func (w *Window) SayAlreadyOpen(n int) {
	w.status.showHere(w.words.T("trips.already_open", "n", w.words.Count(n)))
}
