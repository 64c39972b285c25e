// Package ui is the window: it shows the view models with
// Fyne's widgets and hands the user's wishes to them. It holds no rules of its
// own. View models and widgets belong to the UI goroutine; what takes time is a
// job (package job).
package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver"
	"fyne.io/fyne/v2/layout"

	"roadsnap/engine/geo"
	"roadsnap/ui/export"
	"roadsnap/ui/files"
	"roadsnap/ui/inspector"
	"roadsnap/ui/job"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maps"
	"roadsnap/ui/mapview"
	"roadsnap/ui/pointer"
	"roadsnap/ui/server"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
	"roadsnap/ui/units"
)

// Options are what a window is made of.
type Options struct {
	App     fyne.App
	Jobs    *job.Runner
	Words   func(language string) (text.Catalogue, error)
	Style   style.Style
	Fonts   *style.Fonts
	Source  tile.Source    // the map to draw
	Lookup  pointer.Lookup // the map to ask what lies where; nil for none
	Maps    *maps.Model
	Trips   *trips.Model
	Units   *units.Model
	Server  *server.Model
	Picker  files.Picker // nil: the toolkit's own dialogs
	Samples func()       // opens the sample trips
	Version string
	// OnFirstPicture is told when the first complete picture of the map was
	// composed; it may be nil.
	OnFirstPicture func()
	// OnClosed is called when the window was closed and its jobs have ended, before the
	// app ends; it may be nil. idle is false if some job did not end in time. It does
	// not run on the UI goroutine.
	OnClosed func(idle bool)
	// Do runs a function on the UI goroutine, later; nil means fyne.Do.
	Do func(func())
	// Preferences keeps the settings; nil means those of App.
	Preferences Preferences
}

// Window is the app's one window.
type Window struct {
	o      Options
	window fyne.Window
	words  text.Catalogue
	drawer *mapdraw.Map
	theme  style.Theme
	closed chan struct{} // nil until the window is being closed
	// borders are those of the units, under everything else on the map.
	borders *borders.Borders

	mapView   *mapview.Map
	chrome    *mapview.Chrome
	here      *mapview.NamePlate
	rail      *rail
	trips     *trips.Panel
	units     *units.Panel
	maps      *maps.Panel
	server    *server.Panel
	inspector *inspector.Panel
	status    *statusBar

	files         *files.Dialogs
	keys          map[fyne.KeyName]func() // what a key that stands alone does
	place         place
	lists         *fyne.Container
	exports       *export.Exports
	panes         *panes
	frame         *fyne.Container // everything
	shownTrip     trips.ID        // the trip that the map was last moved to
	drawnTrip     *trips.Trip     // the trip that the overlays show
	fullMap       bool
	mapInstall    int  // which map the map shows, by maps.State.Installs
	besideInstall int  // and which borders, by maps.State.BesideInstalls
	mapKnown      bool // whether there is a map, and which, has been told
	finder        *pointer.HitTest
	finderState   pointer.HitState
	hereOpen      bool // the inspector shows what was clicked
	hereAnyway    bool // even if it is neither a road nor a point
	ruler         *pointer.Ruler
	tripsState    trips.State
	unitsState    units.State
	mapsState     maps.State
	faultTold     bool              // that what is open cannot be read
	tripLayers    []overlay.Overlay // of the trip that the map shows
	lastLayers    trips.Layers      // of the trip that it showed last
	fault         units.Fault       // the one that was shown last, if hasFault
	hasFault      bool
	reported      geo.Bounds   // the place of a record of a map that was shown last
	reportedBy    *maps.Report // the record, nil for none
	copying       copyWork
	hovering      *job.Job          // asks which unit lies under the pointer
	zooming       *job.Job          // asks which unit was double-clicked
	menuAsking    *job.Job          // asks which unit the menu of a place is of
	grouped       *units.Links      // of the record of several units
	history       fyne.CanvasObject // in the record of a unit: what it was made of, nil for none
	wantHistory   bool              // history is to be scrolled to once the record is complete
	narrowList    float32           // the width of the list before it was a table, 0 while it is none
}

// NewWindow makes the window; Show opens it.
func NewWindow(o Options) (*Window, error) {
	if o.Do == nil {
		o.Do = fyne.Do
	}
	if o.Preferences == nil {
		o.Preferences = o.App.Preferences()
	}
	w := &Window{o: o, window: o.App.NewWindow("Roadsnap")}
	w.files = files.New(files.Options{
		Window: w.window, Post: o.Do,
		Picker: func() files.Picker { return w.o.Picker }, Words: func() text.Catalogue { return w.words },
	})
	w.exports = export.New(export.Options{Window: w.window, Files: w.files, Jobs: o.Jobs, Units: o.Units, Scene: w.scene})
	if err := w.loadWords(); err != nil {
		return nil, err
	}
	o.App.Settings().SetTheme(kit.NewPalette(w.themeChoice()))
	w.theme = w.mapTheme()
	w.finder = newFinder(o)
	w.ruler = pointer.NewRuler(w.measured)
	w.drawer = mapdraw.NewMap(o.Source, w.theme, mapdraw.Options{
		Fonts:   o.Fonts,
		OnTile:  func() { o.Do(w.refreshMap) },
		OnError: func(err error) { o.Do(func() { w.unreadable(err) }) },
	})
	w.borders = borders.New(o.Units.BorderSource(), w.theme, borders.Options{
		Fonts: o.Fonts, Language: w.words.Language, OnReady: func() { o.Do(w.refreshMap) },
		OnError: func(err error) { o.Do(func() { w.unreadable(err) }) },
	})
	w.build()
	w.subscribe()
	w.showStates()
	w.window.SetOnDropped(func(_ fyne.Position, uris []fyne.URI) { w.dropped(uris) })
	w.window.Resize(w.savedSize())
	w.window.SetCloseIntercept(w.close)
	o.App.Settings().AddListener(func(fyne.Settings) { w.themeChanged() })
	return w, nil
}

// Show opens the window.
func (w *Window) Show() { w.window.Show() }

// RunNative implements driver.NativeWindow: it calls tell with what the desktop
// knows the window by, once that has been shown.
func (w *Window) RunNative(tell func(context any)) {
	if native, ok := w.window.(driver.NativeWindow); ok {
		native.RunNative(tell)
	}
}

// View returns the part of the Earth that the map shows now. It runs on the UI
// thread.
func (w *Window) View() view.Viewport { return w.mapView.View() }

// Pinch has the map follow two fingers on a touchpad, if they began over it. The
// toolkit has no event for gestures, so that the caller, which knows the window
// system, passes them on. It may be called on any goroutine, one step after the other.
func (w *Window) Pinch(p mapview.Pinch) {
	w.o.Do(func() { w.mapView.Together(func() { w.mapView.FollowPinch(p) }) })
}

// refreshMap asks for a new frame: tiles have arrived.
func (w *Window) refreshMap() { w.mapView.Recompose() }

// build makes all widgets in the language of now, and is called again when it
// changes. The view of the map stays.
func (w *Window) build() {
	words := w.words
	old, oldPanes, oldInspector := w.mapView, w.panes, w.inspector
	w.chrome = mapview.NewChrome(words, w.theme, func() { w.mapView.ZoomBy(1) }, func() { w.mapView.ZoomBy(-1) }, w.fit, w.toggleMeasure)
	w.here = mapview.NewNamePlate()
	w.mapView = mapview.New(mapview.Options{
		Drawer: w.drawer, Canvas: w.window.Canvas(), Jobs: w.o.Jobs, Post: w.o.Do, Ground: w.theme.Background,
		Animated: w.o.App.Settings().ShowAnimations, Handler: mapEvents{w}, Chrome: w.chrome, Plate: w.here,
	})
	if old != nil {
		w.mapView.TakeOver(old)
	}
	w.status = newStatusBar(words, w.coordinator(), w.o.Units.ProvinceAt, w.chooseForm, w.cancelWork)

	w.rail = newRail(words, w.show)
	w.trips = trips.New(words, w.o.Trips, trips.Actions{
		Open: w.openTraces, Sample: w.o.Samples, Keys: w.typedKey, Again: w.showSelected,
		Zoom: func(t *trips.Trip) { w.mapView.ShowBounds(t.Bounds) },
	})
	w.units = units.New(words, w.o.Units, w.unitActions(), w.typedKey)
	w.maps = maps.New(words, w.o.Maps, maps.Actions{Open: w.openMap, Make: w.importMap, Describe: w.describeMap})
	w.server = server.New(words, w.o.Server, w.copy, w.files.Confirm, w.typedKey)
	w.inspector = inspector.New(words, w.closeInspector)
	w.grouped = units.NewLinks()

	w.lists = container.NewStack(w.trips.Content(), w.units.Content(), w.maps.Content(), w.server.Content)
	w.exports.Speak(words)
	w.panes = newPanes(container.NewBorder(nil, w.exports.Content(), nil, nil, w.lists), w.mapView.Content(), w.inspector.Content())
	w.panes.listWidth, w.panes.detailWidth = w.savedWidths()
	if old != nil {
		w.panes.takeOver(oldPanes) // before they are laid out: the map would move
		w.inspector.SetClosed(oldInspector.Closed())
	}
	w.frame = container.New(frameLayout{layout.NewBorderLayout(nil, w.status.content, w.rail.content, nil), w.rail, w.panes},
		w.panes, w.status.content, w.rail.content)
	w.window.SetContent(kit.WithTips(w.frame, w.o.Do))
	w.window.SetMainMenu(w.menu())
	w.bindKeys()
	w.show(w.place)
	w.showFullMap(w.fullMap)
	w.measured()
}

// showFullMap leaves the map alone in the window, or brings the rest back.
func (w *Window) showFullMap(only bool) {
	if w.fullMap = only; only {
		w.window.Canvas().Unfocus() // what is no longer seen
	}
	kit.SetVisible(w.rail.content, !only)
	w.panes.showOnlyMap(only)
	w.frame.Refresh()
}

// show changes the place; the map stays as it is.
func (w *Window) show(p place) {
	if w.place == placeServer && p != placeServer {
		// The key is shown while its panel is open, and never again.
		w.o.Server.HideKey()
	}
	w.place = p
	for i, o := range w.lists.Objects {
		if place(i) == p {
			o.Show()
		} else {
			o.Hide()
		}
	}
	w.rail.mark(p)
	w.showInspector()
	w.panes.askList()
	w.here.Show("", "")
	w.previewUnit("")
	w.roomForTable(p == placeUnits && w.o.Units.State().View == units.TableView)
	w.markUnits()
	w.drawOverlays()
}

// showInspector shows what is selected in the place, or folds the inspector
// away. What it shows already, or showed when it was closed, it leaves as it
// is.
func (w *Window) showInspector() {
	trip, hasTrip := w.o.Trips.State().Trip()
	other := false
	made := w.inspector.Shown() == nil // and it may be closed as the one before it was
	switch {
	case w.hereOpen && w.finder.State().HasSelected:
		other = w.showHit(w.finder.State().Selected)
	case w.place == placeTrips && hasTrip:
		other = w.showTrip(trip)
	case w.place == placeUnits && w.o.Units.State().Group != nil:
		other = w.showGroup(w.o.Units.State().Group)
	case w.place == placeUnits && w.o.Units.State().HasSelected:
		other = w.showUnit(w.o.Units.State().Card)
	case w.place == placeMaps && w.o.Maps.State().Report != nil:
		other = w.showReport(w.o.Maps.State().Report)
	default:
		w.inspector.Forget()
	}
	if other && !made {
		w.inspector.SetClosed(false)
	}
	if show := w.inspector.Open(); other || show != w.panes.hasDetail {
		if show != w.panes.hasDetail {
			w.mapView.KeepCorner() // the map grows or shrinks to the right
		}
		if w.o.Maps.State().Report != nil {
			w.drawOverlays() // its marks come and go with it
		}
		w.panes.showDetail(show, !w.inList())
		if show {
			w.inspector.Lay() // it may have another width than before
		}
	}
}

// closeInspector folds the inspector away and leaves what it shows selected.
func (w *Window) closeInspector() {
	if w.dropHere() {
		return
	}
	w.inspector.SetClosed(true)
	w.showInspector()
}

// toggleInspector closes the inspector, or brings it back.
func (w *Window) toggleInspector() {
	if w.inspector.Content().Visible() {
		w.closeInspector()
		return
	}
	w.bringInspector()
}

// bringInspector opens the inspector, if there is something to be seen in it.
func (w *Window) bringInspector() {
	w.inspector.SetClosed(false)
	w.showInspector() // which holds the map where it is
	w.panes.askDetail()
}

// showSelected shows the record of what is selected in the place, in place of what was
// clicked on the map.
func (w *Window) showSelected() {
	w.dropHere()
	w.bringInspector()
}

// inList reports whether the user is at work in a list of trips or units. It stays
// where it is then, even in a window with room for one pane only, so that the user
// can go on to another row.
func (w *Window) inList() bool {
	if !w.panes.list.Visible() {
		return false
	}
	focused := w.window.Canvas().Focused()
	if _, inUnits := focused.(*units.List); inUnits {
		return w.place == placeUnits
	}
	return w.place == placeTrips && focused == w.trips.Focusable()
}

func (w *Window) deselect() {
	w.zooming.Cancel()
	w.menuAsking.Cancel()
	switch w.place {
	case placeTrips:
		w.o.Trips.Deselect()
	case placeUnits:
		w.o.Units.Deselect()
	case placeMaps:
		w.o.Maps.HideReport()
	case placeServer:
	}
}

// drawTrips puts the selected trip on the map, and the legend that it needs.
func (w *Window) drawTrips() {
	trip, ok := w.o.Trips.State().Trip()
	if trip == w.drawnTrip {
		return
	}
	w.drawnTrip = trip
	if !ok {
		w.tripLayers = nil
		w.chrome.SetLegend(w.theme, nil)
		w.drawOverlays()
		return
	}
	w.lastLayers.Make(trip)
	w.tripLayers = w.lastLayers.Overlays
	w.chrome.SetLegend(w.theme, w.lastLayers.Samples)
	w.drawOverlays()
}
