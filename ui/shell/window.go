// SPDX-License-Identifier: MIT

package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trip"
	engineunits "roadsnap/engine/units"
	"roadsnap/engine/zone"
	"roadsnap/ui/addresses"
	"roadsnap/ui/corrections"
	"roadsnap/ui/drafts"
	"roadsnap/ui/export"
	"roadsnap/ui/fares"
	"roadsnap/ui/files"
	"roadsnap/ui/find"
	"roadsnap/ui/gis"
	"roadsnap/ui/inspector"
	"roadsnap/ui/job"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maps"
	"roadsnap/ui/mapview"
	"roadsnap/ui/places"
	"roadsnap/ui/pointer"
	"roadsnap/ui/register"
	"roadsnap/ui/reports"
	"roadsnap/ui/rules"
	"roadsnap/ui/server"
	"roadsnap/ui/text"
	"roadsnap/ui/timeline"
	"roadsnap/ui/trips"
	"roadsnap/ui/units"
	"roadsnap/ui/zones"
)

// Options configures a Window.
type Options struct {
	App    fyne.App
	Jobs   *job.Runner
	Words  func(language string) (text.Catalogue, error)
	Style  style.Style
	Fonts  *style.Fonts
	Source tile.Source    // the map to draw
	Lookup pointer.Lookup // finds objects on the map; nil for none
	Search find.Searcher  // finds streets, places and units by name
	Maps   *maps.Model
	Trips  *trips.Model
	Units  *units.Model
	// Ways returns the ways of matched points by their ids.
	Ways func([]match.Point) (map[int64]road.Way, error)
	// Place returns the settlement nearest to a point and its distance; nil for none.
	Place func(at geo.Point, reach float64) (name string, metres float64, err error)
	// Atlas calls fn with the borders; nil means that there are none.
	Atlas func(fn func(*engineunits.Atlas) error) error
	// Streets returns those of some wards that a street runs through; nil means that the map does
	// not tell.
	Streets func(name string, among []engineunits.Ward) ([]engineunits.Ward, error)
	Server  *server.Model
	Picker  files.Picker // nil means the toolkit's dialogs
	Samples func()       // opens the sample trips
	Version string
	// OnFirstPicture is called after the first complete picture of the map; it may be
	// nil.
	OnFirstPicture func()
	// OnClosed is called after the window was closed and its jobs have ended, before the
	// app quits; it may be nil. idle is false if some job did not end in time. It does
	// not run on the UI goroutine.
	OnClosed func(idle bool)
	// Do runs a function on the UI goroutine, later; nil means fyne.Do.
	Do func(func())
	// Preferences stores the settings; nil means those of App.
	Preferences Preferences
	// Routes keeps the routes of trips; nil if no trips are kept.
	Routes trips.RouteKeeper
	// Corrector corrects kept trips by hand; nil if nothing is kept. User makes the corrections; ""
	// if unknown.
	Corrector corrections.Corrector
	User      string
	// Exporting has what exports of trips need; the window sets the rest.
	Exporting export.TripOptions
	// Fares keeps the tariffs; nil if nothing is kept.
	Fares fares.Keeper
	// Places keeps the named places; nil if nothing is kept.
	Places places.Keeper
	// Zones keeps the zones; nil if nothing is kept.
	Zones zones.Keeper
	// Layers keeps the layers of the user; nil if nothing is kept.
	Layers gis.Keeper
	// Backups copies what is kept to files and back; nil if nothing is kept.
	Backups BackupKeeper
	// Books makes the workbooks of tables that are written.
	Books addresses.Books
	// Reports makes reports of kept trips; nil if nothing is kept.
	Reports reports.Keeper
	// PrintFolder returns an existing folder for files that are printed; nil means the temporary
	// folder of the system.
	PrintFolder func() (string, error)
}

// Window is the main window of the app.
type Window struct {
	o        Options
	window   fyne.Window
	settings settings
	words    text.Catalogue
	closed   chan struct{} // nil until the window is being closed

	arrangement arrangement
	mapView     *mapPane
	trips       *trips.Panel
	timeline    *timeline.Panel
	units       *units.Desk
	maps        *maps.Panel
	welcome     *maps.Welcome // nil if no map is offered
	server      *server.Panel
	reports     *reports.Panel
	reporting   *reports.Model
	finder      *find.Box
	inspector   *inspectorPane
	status      *statusBar

	files       *files.Dialogs
	opener      *opener
	exporting   *export.TripModel
	exports     *export.Exports
	clipboard   *clipboard
	tools       *pointer.Tools
	placeMenu   *pointer.Menu
	traffic     *shownTraffic
	correcting  *corrections.Model
	correction  *corrections.Desk
	drafting    *drafts.Model
	drafts      *drafts.Desk
	register    *register.Desk
	rules       *rules.Desk
	fares       *fares.Model
	fareDesk    *fares.Desk
	places      *places.Model
	placeDesk   *places.Desk
	zones       *zones.Model
	zoneDesk    *zones.Desk
	layers      *gis.Model
	layerPanel  *gis.Panel
	addresses   *addresses.Model
	addressDesk *addresses.Desk
	zoneChanges int // the zones that are shown are from after so many changes
	// zonesOfTariffs are the zones that the tariffs know.
	zonesOfTariffs []zone.Zone
	commands       *commands

	found *find.Model
	// readingStreet reads the lines of the street that was found last; nil for none.
	readingStreet *job.Job
	shownFound    bool // a result of the search box was shown in this run
	clock         *timeline.Model
	figures       *trips.FigureMaker
	tripLayers    trips.Layers // map layers of the selected trips
	finds         maps.Finds   // map marks of the import report
	lastMaps      *maps.State  // last state shown, nil before the first
	lastSites     []trip.Site  // the named places in the record
	drawnZones    []drawnZone  // places and zones on the map
}

// NewWindow returns a new window; Show opens it. It returns an error if the texts of the
// chosen language cannot be read.
func NewWindow(o Options) (*Window, error) {
	if o.Do == nil {
		o.Do = fyne.Do
	}
	if o.Preferences == nil {
		o.Preferences = o.App.Preferences()
	}
	w := &Window{o: o, window: o.App.NewWindow("Roadsnap"), settings: settings{o.Preferences}}
	words, err := o.Words(ChosenLanguage(o.Preferences))
	if err != nil {
		return nil, err
	}
	w.words = words
	w.tripLayers.Which, w.tripLayers.By = w.settings.mapLayers(), w.settings.colouring()
	o.App.Settings().SetTheme(w.settings.palette())
	w.arrangement.docked, w.arrangement.folding = w.settings.docked()
	w.furnish()
	w.build()
	w.commands.bindKeys()
	w.subscribe()
	w.showStates()
	w.loadKept()
	w.window.SetOnDropped(w.opener.dropped)
	w.window.Resize(w.settings.size())
	w.window.SetCloseIntercept(w.close)
	o.App.Settings().AddListener(func(fyne.Settings) { w.themeChanged() })
	return w, nil
}

// loadKept reads what is kept besides trips and layers.
func (w *Window) loadKept() {
	w.exporting.Load()
	w.fares.Load()
	w.places.Load()
	w.zones.Load()
	w.reporting.Load()
}

// furnish creates the parts that outlive a rebuild of the widgets.
func (w *Window) furnish() {
	o, inWords := w.o, func() text.Catalogue { return w.words }
	w.commands = &commands{w: w}
	w.files = files.New(files.Options{
		Window: w.window, Post: o.Do, Picker: func() files.Picker { return w.o.Picker }, Words: inWords,
		OpenURL: o.App.OpenURL,
	})
	w.opener = &opener{words: inWords, files: w.files, jobs: o.Jobs, trips: o.Trips, units: o.Units, maps: o.Maps, show: w.show,
		mapBounds: o.Maps.Bounds, pasted: o.App.Clipboard().Content,
		sources: func(files []string, install bool) { w.maps.AskSources(files, install) }}
	o.Exporting.Jobs, o.Exporting.Trips, o.Exporting.Failed = o.Jobs, o.Trips.State, w.files.Complain
	w.exporting = export.NewTripModel(o.Exporting)
	w.exports = export.New(export.Options{Window: w.window, Files: w.files, Jobs: o.Jobs, Units: o.Units, Trips: w.exporting, Scene: w.scene, Title: w.pictureTitle, Times: w.pictureTimes})
	w.clipboard = &clipboard{system: o.App.Clipboard(), jobs: o.Jobs, changed: w.showWork}
	w.mapView = newMapPane(o, w.mapTheme(), w.words.Language, w.files.Complain)
	w.found = w.newFinder()
	w.tools = pointer.NewTools(pointer.Options{
		Jobs: o.Jobs, Lookup: o.Lookup, Show: w.showHit,
		MarkAt: func(at geo.Point) (geo.Point, bool) {
			return w.mapView.drawer.Layout().MarkAt(at, w.mapView.View())
		},
		Trip:      func() *trips.Trip { t, _ := o.Trips.State().Trip(); return t },
		Say:       func(line string) { w.status.showHere(line) },
		Measuring: func(on bool) { w.mapView.chrome.ShowMeasuring(on) },
		Limit:     w.limitOfRoad(o.Reports),
	})
	drives := trips.NewDrives(o.Jobs, o.Ways)
	w.figures = trips.NewFigureMaker(trips.FiguresOptions{Jobs: o.Jobs, Drives: drives, Place: o.Place, Atlas: o.Atlas})
	w.tripLayers.Paints = trips.NewPaints(o.Jobs, drives, func() { w.mapView.Together(w.tripsChanged) })
	w.traffic = &shownTraffic{Traffic: trips.NewTraffic(o.Jobs, o.Routes, w.files.Complain)}
	w.furnishCorrections()
	w.furnishDrafts()
	w.register = register.NewDesk(register.DeskOptions{Jobs: o.Jobs, Keeper: o.Trips, Words: inWords, Dialogs: w.files, Keys: w.commands.typedKey})
	w.rules = rules.NewDesk(rules.DeskOptions{Judge: o.Trips, Words: inWords, Dialogs: w.files})
	w.furnishFares()
	w.furnishPlaces()
	w.furnishZones()
	w.furnishAddresses()
	w.furnishLayers()
	w.furnishReports()
	w.clock = timeline.NewModel(timeline.Options{
		Jobs: o.Jobs, Drives: drives, Ward: w.wardAt, Choice: timeline.ReadChoice(w.settings.String(prefGraphs)),
		Remember: func(c timeline.Choice) {
			w.settings.SetString(prefGraphs, c.String())
			w.commands.fold(false) // so that the chosen graph is seen
		},
	})
	w.units = units.NewDesk(units.DeskOptions{
		Model: o.Units, Borders: w.mapView.borders, Names: w.mapView.names(),
		Canvas: w.window.Canvas(), ShowPanel: func() { w.show(panelUnits) },
		ReopenRecord: func() { w.inspector.SetClosed(false) }, RaiseRecord: func() { w.arrangement.panes.askDetail() },
		Reveal: func(part fyne.CanvasObject) { w.inspector.Reveal(part) },
		Copy:   w.clipboard.copy, CopyLater: w.clipboard.copyLater, Export: w.exports.AskUnits,
		Install: w.opener.boundaries, Undo: w.commands.undo, Keys: w.commands.typedKey,
		AddZone: w.addZone(), Addresses: w.askAddresses,
	})
	w.placeMenu = pointer.NewMenu(pointer.MenuOptions{
		Canvas: w.window.Canvas(), Tools: w.tools, Units: o.Units, Form: w.settings.coordinator, OfUnit: w.units.Menu().Items,
		Copy: w.clipboard.copy, OpenURL: o.App.OpenURL, Complain: w.files.Complain, NamePlace: w.namePlace,
	})
}

// wardAt finds the name of the ward at a place, or that of its province where no wards are
// known, and calls then with it.
func (w *Window) wardAt(at geo.Point, then func(string)) *job.Job {
	return w.o.Units.At(at, units.WardZoom, func(row units.Row, found bool) {
		name := ""
		if found {
			name = row.NameIn(w.words)
		}
		then(name)
	})
}

// build creates all widgets in the language of the window. Later calls replace them and
// keep the view of the map.
func (w *Window) build() {
	words, old := w.words, w.inspector
	w.mapView.build(words, mapview.Options{
		Canvas: w.window.Canvas(), Jobs: w.o.Jobs, Post: w.o.Do,
		Animated: w.o.App.Settings().ShowAnimations, Handler: mapEvents{w},
	}, buttons{fit: w.commands.fit, measure: w.tools.ToggleMeasure})
	w.showLegend()
	w.status = newStatusBar(words, w.settings.coordinator(), w.o.Units.ProvinceAt, w.chooseForm, w.cancelWork)

	w.inspector = &inspectorPane{
		card: w.card, drop: w.tools.Drop, inList: w.inList,
		grow: func() { w.mapView.KeepCorner() }, shown: w.drawFinds,
	}
	w.inspector.Panel = inspector.New(words, w.inspector.close)
	w.trips = trips.New(words, w.o.Trips, trips.Actions{
		Open: w.opener.traces, Sample: w.o.Samples, Keys: w.commands.typedKey, Seek: w.clock.Seek, Figures: w.figures,
		NamePlace:  func(at geo.Point) { w.placeDesk.Name(at) },
		ShowRecord: w.inspector.bringSelected, ShowBounds: w.mapView.ShowBounds, Lay: w.inspector.Lay, Uncover: w.inspector.Uncover,
		Dialogs: w.files, Units: w.o.Units.Table(), Copy: w.clipboard.copy, Corrections: w.correction.Record, Fare: w.fareDesk.Record, AskFare: w.fareDesk.Ask, Export: w.exports.AskSelectedTrips, AskRoutes: w.opener.askRoutes,
		Crop: w.drafts.AskCrop, Spikes: w.drafts.AskSpikes, Split: w.drafts.AskSplit,
		Sheet: w.makeSheet,
	})
	w.timeline = timeline.New(words, w.clock, w.mapView.theme, timeline.Actions{
		Close: w.commands.toggleTimeline, Fold: w.commands.toggleGraphs, StepEvent: w.commands.stepEvent,
	})
	w.units.Build(words, w.mapView.theme, units.Screen{Map: w.mapView, Layer: w.mapView.Layer(mapview.LayerUnits), Plate: w.mapView.plate})
	ground, _ := w.o.Source.(tile.GroundSource)
	w.maps = maps.New(words, w.o.Maps, maps.Actions{
		Open: w.opener.pack, Make: w.opener.extract, Files: w.opener.install, ShowRecord: w.inspector.bringSelected,
		ShowBounds: w.mapView.ShowBounds, ShowFind: func(b geo.Bounds) {
			w.finds.Frame(w.o.Maps.State().Report, b)
			w.drawFinds()
		}, Copy: w.clipboard.copy, Lay: w.inspector.Lay, Confirm: w.files.Confirm,
		Edit: func(title, yes string, content fyne.CanvasObject, size fyne.Size, then func() (done bool)) {
			w.files.Edit(title, yes, content, size, then)
		},
		SavePack: w.opener.newPack, AskSource: w.opener.source, Table: w.o.Units.Table(), Ground: ground, Theme: w.mapView.theme,
	})
	middle := w.mapView.Content()
	if offer, ok := w.o.Maps.Offer(); ok {
		w.welcome = maps.NewWelcome(words, offer, maps.WelcomeActions{
			Install: func() { w.show(panelMaps); w.o.Maps.Install(maps.Sources{}) }, Files: w.opener.install, Later: w.o.Maps.Decline,
		})
		middle = container.NewStack(middle, w.welcome.Content())
	}
	w.finder = find.New(words, &w.mapView.theme, w.found, find.Actions{
		Go: w.goTo, Clear: w.clearFound, Leave: func() { w.window.Canvas().Unfocus() },
	})
	w.mapView.chrome.SetField(w.finder.Place)
	middle = container.NewStack(middle, w.finder.Content())
	w.server = server.New(server.Options{
		Words: words, Model: w.o.Server, Copy: w.clipboard.copy, Do: w.files, OpenURL: w.o.App.OpenURL,
		Complain: w.files.Complain, Keys: w.commands.typedKey,
	})
	w.buildLayers(words)
	w.buildReports()
	w.exports.SetLanguage(words)

	lists := [numPanels]fyne.CanvasObject{w.trips.Content(), w.units.Content(), w.maps.Content(), w.server.Content, w.reports.Content(), w.layerPanel.Content()}
	w.arrangement.build(newSidebar(words, w.show), lists, w.exports.Content(), middle, w.reports.Pages(), w.inspector.Content(), w.status.content, w.settings)
	w.inspector.panes = w.arrangement.panes
	if old != nil {
		w.inspector.SetClosed(old.Closed())
	}
	w.window.SetContent(kit.WithTips(w.arrangement.frame, w.o.Do))
	w.commands.setMenu()
	w.tools.Attach(words, w.mapView, w.mapView.Layer(mapview.LayerMarks))
	w.placeMenu.Attach(words, w.mapView.Map)
	w.show(w.arrangement.panel)
	w.arrangement.showFullMap(w.arrangement.fullMap)
}

// rebuild replaces all widgets after a change of language or theme.
func (w *Window) rebuild() {
	w.saveLayout()
	w.build()
	w.showStates()
	w.status.showView(w.mapView.View())
}

// setLanguage switches the window to a language and saves it.
func (w *Window) setLanguage(language string) {
	words, err := w.o.Words(language)
	if err != nil {
		w.files.Complain(err)
		return
	}
	w.settings.SetString(prefLanguage, language)
	w.words = words
	w.mapView.borders.SetLanguage(words.Language)
	if w.o.Maps.State().Installed {
		w.mapView.drawer.SetSource(w.mapSource()) // names may be English
	}
	w.rebuild()
}

// mapSource returns the source of the map with names in the language of the window.
func (w *Window) mapSource() tile.Source {
	if w.words.Language == "en" && w.o.Source != nil {
		return tile.English(w.o.Source)
	}
	return w.o.Source
}

// setTheme switches to a theme and saves it. The toolkit then calls themeChanged.
func (w *Window) setTheme(c kit.ThemeChoice) {
	w.settings.setTheme(c)
	w.o.App.Settings().SetTheme(w.settings.palette())
}

// setTextSize changes the size of texts (percent) and saves it. The toolkit then calls themeChanged.
func (w *Window) setTextSize(percent int) {
	ratio := float32(percent) / float32(w.settings.textSize())
	w.arrangement.panes.listWidth *= ratio
	w.arrangement.narrow *= ratio
	w.arrangement.panes.detailWidth *= ratio
	w.settings.setTextSize(percent)
	w.o.App.Settings().SetTheme(w.settings.palette())
}

// themeChanged applies the current theme to the map and its layers, and rebuilds the
// widgets.
func (w *Window) themeChanged() {
	w.mapView.setTheme(w.mapTheme())
	w.rebuild()
}

// mapTheme returns the map theme for the current variant of the window, dark or light.
func (w *Window) mapTheme() style.Theme {
	if w.settings.palette().Variant(w.o.App.Settings().ThemeVariant()) == theme.VariantDark {
		return w.o.Style.Dark
	}
	return w.o.Style.Light
}

// setCoordinator changes the form of coordinates and saves it.
func (w *Window) setCoordinator(c text.Coordinator) {
	w.settings.setCoordinator(c)
	w.status.showForm(c)
	w.commands.setMenu()
}

// chooseForm opens the menu of coordinate forms above the position at.
func (w *Window) chooseForm(at fyne.Position) {
	items := coordinateItems(w.words, w.settings.coordinator(), w.setCoordinator)
	menu := widget.NewPopUpMenu(fyne.NewMenu("", items...), w.window.Canvas())
	menu.ShowAtPosition(at.SubtractXY(0, menu.MinSize().Height+barHeight/2))
}

// Show opens the window.
func (w *Window) Show() {
	w.window.Show()
	w.o.Do(w.fitScale) // which is not known before
}

// fitScale gives the window the size on the screen that it had in the last run, if the scale
// has changed since.
func (w *Window) fitScale() {
	if now, before := w.window.Canvas().Scale(), w.settings.scale(); before > 0 && now > 0 && now != before {
		size := w.settings.size()
		w.window.Resize(fyne.NewSize(size.Width*before/now, size.Height*before/now))
	}
}

// ShowError shows an error in a dialog. Safe for concurrent use.
func (w *Window) ShowError(err error) { w.o.Do(func() { w.files.Complain(err) }) }

// RunNative implements driver.NativeWindow. After the window is shown, it calls fn with
// the window's native handle.
func (w *Window) RunNative(fn func(context any)) {
	if native, ok := w.window.(driver.NativeWindow); ok {
		native.RunNative(fn)
	}
}

// View returns the viewport of the map. Runs on the UI goroutine.
func (w *Window) View() view.Viewport { return w.mapView.View() }

// Pinch applies a step of a pinch gesture to the map, if the gesture began over it. The
// caller reads gestures from the window system, because the toolkit has no event for them.
// Safe for concurrent use, but the steps of a gesture must come in order.
func (w *Window) Pinch(p mapview.Pinch) {
	w.o.Do(func() { w.mapView.Together(func() { w.mapView.FollowPinch(p) }) })
}

// show brings a panel to the front.
func (w *Window) show(p panel) {
	if w.arrangement.panel == panelServer && p != panelServer {
		// The key is hidden for good once its panel is left.
		w.o.Server.HideKey()
	}
	w.arrangement.show(p)
	w.inspector.update()
	w.arrangement.panes.askList()
	w.arrangement.roomForTable(p == panelUnits && w.o.Units.State().View == units.TableView)
	w.showDock()
	w.units.SetInFront(p == panelUnits)
	w.drawFinds()
	if p == panelReports {
		w.reportsChanged() // vehicles and drivers may be others
		w.reportsMayBeOld()
	}
}

// showDock shows what belongs below the map.
func (w *Window) showDock() {
	a := &w.arrangement
	switch {
	case a.panel == panelLayers && !a.fullMap && w.layers.State().Table:
		a.dock.open(w.layerPanel.Table().Content(), false, nil)
	case a.panel != panelTrips || a.fullMap:
		a.dock.open(nil, false, nil)
	case a.docked == dockTable && len(w.o.Trips.State().Trips) > 0:
		a.dock.open(w.trips.Table().Content(), false, nil)
	case a.docked == dockTimeline && len(w.clock.State().Lines) > 0:
		w.timeline.Fold(w.folded())
		a.dock.open(w.timeline.Content(), w.folded(), w.commands.fold)
	default:
		a.dock.open(nil, false, nil)
	}
}

// folded reports whether the timeline is without graphs.
func (w *Window) folded() bool { return w.arrangement.folding.in(w.window.Canvas().Size().Height) }

// inList reports whether the list of the panel in front is visible and has the focus.
func (w *Window) inList() bool {
	if !w.arrangement.panes.list.Visible() {
		return false
	}
	focused := w.window.Canvas().Focused()
	if _, inUnits := focused.(*units.List); inUnits {
		return w.arrangement.panel == panelUnits
	}
	return w.arrangement.panel == panelTrips && focused == w.trips.Focusable()
}

// showHit shows the record of the clicked place and keeps that place under the pointer.
func (w *Window) showHit() {
	if _, wanted := w.tools.Card(w.settings.coordinator()); wanted && !w.inspector.Content().Visible() {
		here, _ := w.tools.Selected()
		w.mapView.KeepAt(here.At)
	}
	w.inspector.update()
}

// deselect clears the selection of the panel in front.
func (w *Window) deselect() {
	w.units.Cancel()
	w.placeMenu.Cancel()
	w.mapView.Layer(mapview.LayerFound).Set()
	switch w.arrangement.panel {
	case panelTrips:
		w.o.Trips.Deselect()
	case panelUnits:
		w.o.Units.Deselect()
	case panelMaps:
		w.o.Maps.HideReport()
	case panelLayers:
		w.layers.Select(-1)
	case panelServer, panelReports:
	}
}
