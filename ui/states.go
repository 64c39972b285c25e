package ui

import (
	"slices"

	"roadsnap/ui/present"
)

// This file is what the window does when a presenter tells another state.

// onUI returns a listener for presenters that runs fn on the UI thread of w.
// States arrive in the order in which they were told. Whatever one of them changes
// of the map, its size too, makes one picture.
func onUI[T any](w *Window, fn func(T)) func(T) {
	return func(value T) {
		w.o.Do(func() { w.mapView.together(func() { fn(value) }) })
	}
}

// subscribe has every presenter tell its states to the widgets of now.
func (w *Window) subscribe() {
	w.o.Maps.Subscribe(onUI(w, w.mapsChanged))
	w.o.Trips.Subscribe(onUI(w, w.tripsChanged))
	w.o.Units.Subscribe(onUI(w, w.unitsChanged))
	w.o.Server.Subscribe(onUI(w, func(s present.ServerState) {
		w.server.show(s)
		w.status.showServer(s)
	}))
	w.finder.Subscribe(onUI(w, w.finderChanged))
}

func (w *Window) mapsChanged(s present.MapsState) {
	if s.Lost && !w.mapsState.Lost {
		w.show(placeMaps) // where it is told
	}
	old := w.mapsState
	w.mapsState = s
	w.maps.show(s)
	w.status.showMap(s)
	w.chrome.setNotices(s.Notices())
	w.showWork()
	if s.Report != old.Report {
		w.showInspector() // before the map moves to where there is room for it
		w.drawOverlays()
	}
	otherMap, otherBorders := s.Installs != w.mapInstall, s.BesideInstalls != w.besideInstall
	if s.Installed && (!w.mapKnown || otherMap) {
		w.dropHere()
		w.drawer.SetSource(w.o.Source)
		w.mapView.show(s.Info.Meta.Bounds)
	} else if otherBorders {
		w.drawer.SetSource(w.o.Source) // its ground is the land within them
	}
	if otherMap || otherBorders {
		w.faultTold = false
		w.borders.Invalidate()
		w.o.Units.BordersChanged()
	}
	w.mapView.coversChanged()
	w.mapKnown, w.mapInstall, w.besideInstall = true, s.Installs, s.BesideInstalls
}

func (w *Window) unitsChanged(s present.UnitsState) {
	old := w.unitsState
	w.unitsState = s
	w.roomForTable(w.place == placeUnits && s.View == present.UnitsTable)
	if old.View == present.UnitsFaults && s.View != old.View {
		w.here.show("", "") // it may tell of a fault
	}
	w.units.show(s)
	w.exportBox.show(s.Export)
	if s.HasSelected && (!old.HasSelected || !old.Selected.SameUnit(s.Selected)) {
		w.dropHere()
	}
	w.showInspector()
	w.markUnits()
	w.drawOverlays()
}

func (w *Window) tripsChanged(s present.TripsState) {
	old := w.tripsState
	recent := old.Recent
	w.tripsState = s
	if s.HasSelected != old.HasSelected || s.Selected != old.Selected {
		w.dropHere() // it may be a point of the trip that was selected
	}
	w.trips.show(s)
	w.showWork()
	w.showInspector()
	w.drawTrips()
	if !slices.Equal(recent, s.Recent) || s.CanUndoRemove() != old.CanUndoRemove() {
		w.window.SetMainMenu(w.menu()) // costly: all of it is made anew
	}
	t, ok := s.Trip()
	if ok && t.ID != w.shownTrip && !t.Bounds.Empty() {
		w.shownTrip = t.ID
		w.mapView.show(t.Bounds)
	}
}

// showWork shows in the status bar what is being worked on.
func (w *Window) showWork() {
	w.status.showWork(w.tripsState.Busy(), w.copying.units, w.mapsState)
}

// cancelWork stops whatever the status bar shows.
func (w *Window) cancelWork() {
	w.o.Trips.CancelAll()
	w.o.Maps.Cancel()
	w.dropCopy()
}

// pictureMade hears of each complete picture of the map.
func (w *Window) pictureMade() {
	if told := w.o.OnFirstPicture; told != nil && w.mapKnown {
		w.o.OnFirstPicture = nil
		told()
	}
}
