package ui

import (
	"slices"

	"roadsnap/ui/units"
)

// subscribe makes the window the listener of every view model. All that a change
// does to the map, its size too, makes one picture.
func (w *Window) subscribe() {
	listen := func(fn func()) func() { return func() { w.mapView.Together(fn) } }
	w.o.Maps.OnChange(listen(w.mapsChanged))
	w.o.Trips.OnChange(listen(w.tripsChanged))
	w.o.Units.OnChange(listen(w.unitsChanged))
	w.o.Server.OnChange(listen(w.serverChanged))
	w.finder.OnChange(listen(w.finderChanged))
}

// showStates shows what all view models hold.
func (w *Window) showStates() {
	w.mapView.Together(func() {
		w.mapsChanged()
		w.tripsChanged()
		w.unitsChanged()
		w.serverChanged()
		w.finderChanged()
	})
}

func (w *Window) serverChanged() {
	s := w.o.Server.State()
	w.server.Show(s)
	w.status.showServer(s)
}

func (w *Window) mapsChanged() {
	s := w.o.Maps.State()
	if s.Lost && !w.mapsState.Lost {
		w.show(placeMaps) // which says so
	}
	old := w.mapsState
	w.mapsState = s
	w.maps.Show(s)
	w.status.showMap(s)
	w.chrome.SetNotices(s.Notices())
	w.showWork()
	if s.Report != old.Report {
		w.showInspector() // before the map moves to where there is room for it
		w.drawOverlays()
	}
	otherMap, otherBorders := s.Installs != w.mapInstall, s.BesideInstalls != w.besideInstall
	if s.Installed && (!w.mapKnown || otherMap) {
		w.dropHere()
		w.drawer.SetSource(w.o.Source)
		w.mapView.ShowBounds(s.Info.Meta.Bounds)
	} else if otherBorders {
		w.drawer.SetSource(w.o.Source) // its ground is the land within them
	}
	if otherMap || otherBorders {
		w.faultTold = false
		w.borders.Invalidate()
		w.o.Units.BordersChanged()
	}
	w.mapView.CoversChanged()
	w.mapKnown, w.mapInstall, w.besideInstall = true, s.Installs, s.BesideInstalls
}

func (w *Window) unitsChanged() {
	s := w.o.Units.State()
	old := w.unitsState
	w.unitsState = s
	w.roomForTable(w.place == placeUnits && s.View == units.TableView)
	if old.View == units.FaultsView && s.View != old.View {
		w.here.Show("", "") // it may tell of a fault
	}
	w.units.Show(s)
	w.exports.ShowUnits(s.Export)
	if s.HasSelected && (!old.HasSelected || !old.Selected.SameUnit(s.Selected)) {
		w.dropHere()
	}
	w.showInspector()
	w.markUnits()
	w.drawOverlays()
}

func (w *Window) tripsChanged() {
	s := w.o.Trips.State()
	old := w.tripsState
	recent := old.Recent
	w.tripsState = s
	if s.HasSelected != old.HasSelected || s.Selected != old.Selected {
		w.dropHere() // it may be a point of the trip that was selected
	}
	t, ok := s.Trip()
	w.finder.TripChanged(t)
	w.trips.Show(s)
	w.showWork()
	w.showInspector()
	w.drawTrips()
	if !slices.Equal(recent, s.Recent) || s.CanUndoRemove() != old.CanUndoRemove() {
		w.window.SetMainMenu(w.menu()) // costly: all of it is made again
	}
	if ok && t.ID != w.shownTrip && !t.Bounds.Empty() {
		w.shownTrip = t.ID
		w.mapView.ShowBounds(t.Bounds)
	}
}

// showWork shows in the status bar what is being worked on.
func (w *Window) showWork() {
	w.status.showWork(w.o.Trips.State().Busy(), w.copying.units, w.o.Maps.State())
}

// cancelWork stops whatever the status bar shows.
func (w *Window) cancelWork() {
	w.o.Trips.CancelAll()
	w.o.Maps.Cancel()
	w.dropCopy()
}

// pictureMade is called with each complete picture of the map.
func (w *Window) pictureMade() {
	if told := w.o.OnFirstPicture; told != nil && w.mapKnown {
		w.o.OnFirstPicture = nil
		told()
	}
}
