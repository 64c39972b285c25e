// SPDX-License-Identifier: MIT

package shell

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/job"
	"roadsnap/ui/kit"
	"roadsnap/ui/timeline"
	"roadsnap/ui/trips"
)

// commands implements the actions of the menu and the keys.
type commands struct {
	w    *Window
	keys map[fyne.KeyName]func() // actions of keys without modifiers
	// The state shown by the current menu.
	recent  []string
	canUndo bool
	canRedo bool
	chosen  bool // a trip is selected
	traffic bool // the count of traffic is shown
	graphs  graphChoice

	watching *job.Job // the watched folder; nil for none
}

// graphItems returns the menu items of the graphs.
func (c *commands) graphItems() []*fyne.MenuItem {
	c.graphs = c.graphChoice()
	return timeline.MenuItems(c.w.words, c.w.clock)
}

// graphChoice is what the menu shows of the graphs.
type graphChoice struct {
	timeline.Choice
	together, heights, several bool
}

func (c *commands) graphChoice() graphChoice {
	s := c.w.clock.State()
	return graphChoice{timeline.Choice{Graphs: s.Graphs, Axis: s.Axis}, s.Together, s.Known(timeline.Elevation), len(s.Lines) > 1}
}

// refreshMenu rebuilds the menu if the recent files, the undo state, whether a trip is selected, the
// choice of graphs or that of traffic have changed. It compares first because a rebuild is costly.
func (c *commands) refreshMenu() {
	undo, redo := c.undoable()
	if !slices.Equal(c.recent, c.w.o.Trips.State().Recent) || undo != c.canUndo || redo != c.canRedo || c.anyTrip() != c.chosen || c.graphChoice() != c.graphs || c.w.traffic.State().Shown != c.traffic {
		c.setMenu()
	}
}

// setMenu builds the menu.
func (c *commands) setMenu() {
	c.traffic, c.recent = c.w.traffic.State().Shown, c.w.o.Trips.State().Recent
	c.canUndo, c.canRedo = c.undoable()
	c.chosen = c.anyTrip()
	c.w.window.SetMainMenu(c.menu())
}

// menu returns the main menu: every action of the window, with its key.
func (c *commands) menu() *fyne.MainMenu {
	t := c.w.words.T
	open := func(paths ...string) { c.w.show(panelTrips); c.w.o.Trips.Open(paths...) }
	menu := fyne.NewMainMenu(
		fyne.NewMenu(t("menu.file"),
			item(t("trips.open"), c.w.opener.traces, control(fyne.KeyO)),
			item(t("menu.mapping"), c.w.opener.columns, controlShift(fyne.KeyT)),
			item(t("recipes.title"), c.w.opener.recipes, nil),
			item(t("menu.paste"), c.w.opener.paste, control(fyne.KeyV)),
			recentItem(c.w.words, c.w.o.Trips.State().Recent, open, c.w.o.Trips.ForgetRecent),
			item(t("menu.sample"), func() { c.w.show(panelTrips); c.w.o.Samples() }, nil),
			c.watchItem(),
			item(t("trips.export.title"), c.w.exports.AskTrips, controlShift(fyne.KeyE)),
			c.backupItem(),
			fyne.NewMenuItemSeparator(),
			item(t("maps.open"), c.w.opener.pack, controlShift(fyne.KeyO)),
			item(t("maps.add.open"), c.w.opener.packToo, nil),
			item(t("maps.sample"), func() { c.w.show(panelMaps); c.w.o.Maps.OpenSample(nil) }, nil),
			item(t("maps.import"), c.w.opener.extract, controlShift(fyne.KeyI)),
			item(t("units.install"), c.w.opener.boundaries, nil),
			item(t("maps.export.picture"), c.w.exports.AskPicture, control(fyne.KeyE)),
			fyne.NewMenuItemSeparator(),
			quitItem(item(t("menu.quit"), c.w.close, control(fyne.KeyQ))),
		),
		c.editMenu(),
		fyne.NewMenu(t("menu.view"),
			c.panelItem(),
			fyne.NewMenuItemSeparator(),
			item(t("menu.zoom_in"), func() { c.zoom(1) }, control(fyne.KeyEqual)),
			item(t("menu.zoom_out"), func() { c.zoom(-1) }, control(fyne.KeyMinus)),
			item(t("menu.fit"), c.fit, alone(fyne.KeyHome)),
			item(t("menu.inspector"), c.w.inspector.toggle, control(fyne.KeyI)),
			item(t("menu.full_map"), c.toggleFullMap, alone(fyne.KeyF11)),
			fyne.NewMenuItemSeparator(),
			c.layerItem(),
			colourItem(c.w.words, c.w.tripLayers.By, c.w.setColouring),
			fyne.NewMenuItemSeparator(),
			c.playbackItem(),
			item(t("menu.table"), c.toggleTable, control(fyne.KeyT)),
			fyne.NewMenuItemSeparator(),
			item(t("menu.measure"), c.w.tools.ToggleMeasure, alone(fyne.KeyM)),
			submenu(t("menu.coordinates"), coordinateItems(c.w.words, c.w.settings.coordinator(), c.w.setCoordinator)...),
			fyne.NewMenuItemSeparator(),
			languageItem(c.w.words, c.w.setLanguage),
			themeItem(c.w.words, c.w.settings.theme(), c.w.setTheme),
			textSizeItem(c.w.words, c.w.settings.textSize(), c.w.setTextSize),
		),
		fyne.NewMenu(t("menu.server"),
			item(t("menu.server_switch"), c.switchServer, control(fyne.KeyR)),
			item(t("server.copy_url"), func() { c.w.clipboard.copy(c.w.o.Server.State().URL()) }, controlShift(fyne.KeyU)),
			item(t("server.copy_key"), c.copyKey, controlShift(fyne.KeyK)),
		),
		fyne.NewMenu(t("menu.help"),
			item(t("menu.keys"), c.showKeys, alone(fyne.KeyF1)),
			item(t("legend.symbols"), c.showSymbols, nil),
			item(t("menu.about"), c.about, nil),
		),
	)
	for _, m := range menu.Items {
		c.holdBack(m)
		kit.WriteKeys(m)
	}
	return menu
}

// editMenu returns the menu of what can be done with trips and with what belongs to them.
func (c *commands) editMenu() *fyne.Menu {
	t := c.w.words.T
	ofTrips := func(do func(*trips.Panel)) func() {
		return func() { c.w.show(panelTrips); do(c.w.trips) }
	}
	return fyne.NewMenu(t("menu.edit"),
		c.undoItem(),
		c.redoItem(),
		fyne.NewMenuItemSeparator(),
		item(t("menu.select_all"), c.selectAll, control(fyne.KeyA)),
		item(t("menu.remove"), c.removeTrips, alone(fyne.KeyDelete)),
		item(t("menu.trash"), ofTrips((*trips.Panel).ShowTrash), nil),
		fyne.NewMenuItemSeparator(),
		item(t("menu.search"), c.search, control(fyne.KeyF)),
		item(t("menu.find"), c.findOnMap, control(fyne.KeyK)),
		fyne.NewMenuItemSeparator(),
		submenu(t("menu.trip"),
			c.tripItem("menu.rename", c.w.trips.AskDetails, alone(fyne.KeyF2)),
			c.tripItem("menu.note", c.w.trips.AskNote, nil),
			fyne.NewMenuItemSeparator(),
			c.tripItem("menu.reviewed", c.markReviewed, alone(fyne.KeyR)),
			item(t("menu.next_event"), func() { c.stepEvent(1) }, alone(fyne.KeyN)),
			item(t("menu.previous_event"), func() { c.stepEvent(-1) }, alone(fyne.KeyP)),
			fyne.NewMenuItemSeparator(),
			c.tripItem("menu.fare", c.w.fareDesk.Ask, controlShift(fyne.KeyF)),
			c.tripItem("menu.sheet", c.w.trips.MakeSheet, nil)),
		submenu(t("menu.divide"),
			c.tripItem("menu.split", c.w.drafts.AskSplit, controlShift(fyne.KeyS)),
			c.tripItem("menu.merge", c.w.trips.AskMerge, controlShift(fyne.KeyM)),
			fyne.NewMenuItemSeparator(),
			c.tripItem("menu.crop", c.w.drafts.AskCrop, nil),
			c.tripItem("menu.spikes", c.w.drafts.AskSpikes, nil)),
		c.tagItem(),
		profileItem(c.w.words, c.w.o.Trips.State().Profile, c.w.setProfile),
		fyne.NewMenuItemSeparator(),
		submenu(t("menu.company"),
			item(t("menu.register"), func() { c.w.show(panelTrips); c.w.register.Ask() }, controlShift(fyne.KeyD)),
			item(t("menu.tariffs"), func() { c.w.show(panelTrips); c.w.fareDesk.AskTariff() }, nil),
			item(t("menu.rules"), func() { c.w.show(panelTrips); c.w.rules.Ask() }, nil)),
		submenu(t("menu.sites"),
			item(t("menu.places"), func() { c.w.show(panelTrips); c.w.placeDesk.Ask() }, controlShift(fyne.KeyP)),
			item(t("menu.zones"), c.w.zoneDesk.Ask, controlShift(fyne.KeyL))),
		fyne.NewMenuItemSeparator(),
		item(t("menu.addresses"), c.w.askAddresses, controlShift(fyne.KeyA)),
		item(t("menu.verify_sheet"), func() { c.w.show(panelReports); c.w.reports.AskVerify() }, nil),
	)
}

// anyTrip reports whether a trip is selected.
func (c *commands) anyTrip() bool { return len(c.w.o.Trips.State().Chosen) > 0 }

// tripItem returns an item for the selected trips, which shows their panel if another is shown.
func (c *commands) tripItem(key string, do func(), shortcut fyne.Shortcut) *fyne.MenuItem {
	i := item(c.w.words.T(key), func() {
		if c.w.arrangement.panel != panelTrips { // a narrow window would close the record
			c.w.show(panelTrips)
		}
		do()
	}, shortcut)
	i.Disabled = !c.chosen
	return i
}

// holdBack makes the keys of a menu's items do nothing while a dialog is open: they would
// change the window behind it. The program can be quit at any time.
func (c *commands) holdBack(m *fyne.Menu) {
	for _, i := range m.Items {
		if i.ChildMenu != nil {
			c.holdBack(i.ChildMenu)
		}
		if action := i.Action; action != nil && i.Shortcut != nil && !i.IsQuit {
			i.Action = func() {
				if c.w.window.Canvas().Overlays().Top() == nil {
					action()
				}
			}
		}
	}
}

func item(label string, action func(), key fyne.Shortcut) *fyne.MenuItem {
	i := fyne.NewMenuItem(label, action)
	i.Shortcut = key
	return i
}

// quitItem marks i as the quit item, so that the toolkit does not add its own.
func quitItem(i *fyne.MenuItem) *fyne.MenuItem {
	i.IsQuit = true
	return i
}

func control(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
}

// alone returns a shortcut without modifiers, for display in the menu only. bindKeys
// binds the key, because the toolkit does not accept such keys as shortcuts.
func alone(key fyne.KeyName) fyne.Shortcut { return &desktop.CustomShortcut{KeyName: key} }

func controlShift(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift}
}

// search focuses the search field of the trips if they are in front and there is one,
// otherwise that of the units.
func (c *commands) search() {
	if c.w.arrangement.panel == panelTrips && c.w.trips.Search().Visible() && len(c.w.o.Trips.State().Trips) > 1 {
		c.w.arrangement.panes.askList()
		c.w.window.Canvas().Focus(c.w.trips.Search())
		return
	}
	c.w.show(panelUnits)
	c.w.window.Canvas().Focus(c.w.units.Panel().Search())
}

// markReviewed marks the selected trip as reviewed, or takes the mark away.
func (c *commands) markReviewed() {
	if c.w.arrangement.panel == panelTrips {
		c.w.o.Trips.ToggleReviewed()
	}
}

// stepEvent selects the next event of the trips if by is 1, the previous one if it is −1.
func (c *commands) stepEvent(by int) {
	c.w.show(panelTrips)
	c.w.o.Trips.StepEvent(by)
}

func (c *commands) removeTrips() {
	if c.w.arrangement.panel == panelTrips {
		c.w.o.Trips.Remove()
	}
}

// selectAll selects all visible trips, unless a dialog is open.
func (c *commands) selectAll() {
	if c.w.window.Canvas().Overlays().Top() != nil {
		return
	}
	c.w.show(panelTrips)
	c.w.o.Trips.SelectAll()
}

// toggleTable opens or closes the table of all trips.
func (c *commands) toggleTable() {
	c.dock(dockTable, dockTimeline)
}

// toggleTimeline closes what is below the map, or opens the timeline.
func (c *commands) toggleTimeline() {
	c.dock(dockTimeline, dockNothing)
}

// dock opens what is below the map or, if it is open, other.
func (c *commands) dock(what, other docked) {
	a := &c.w.arrangement
	if a.docked == what && a.panel == panelTrips {
		what = other
	}
	a.docked = what
	c.w.settings.setDocked(a.docked, a.folding)
	c.w.show(panelTrips)
}

// fold hides the graphs of the timeline, or shows them.
func (c *commands) fold(folded bool) {
	a := &c.w.arrangement
	if chosen := foldingOf(folded); a.folding != chosen {
		a.folding = chosen
		c.w.settings.setDocked(a.docked, chosen)
		c.w.showDock()
	}
}

// toggleGraphs hides the graphs of the timeline, or shows them. Without a timeline it opens
// one without graphs.
func (c *commands) toggleGraphs() {
	open := c.w.arrangement.docked == dockTimeline && c.w.arrangement.panel == panelTrips
	c.fold(!open || !c.w.folded())
	if !open {
		c.dock(dockTimeline, dockTimeline)
	}
}

// play starts or stops the playback and shows the timeline.
func (c *commands) play() {
	if len(c.w.clock.State().Lines) == 0 || c.w.arrangement.panel != panelTrips {
		return
	}
	if c.w.arrangement.docked == dockNothing {
		c.dock(dockTimeline, dockTimeline)
	}
	c.w.clock.TogglePlay()
}

// onTimeline returns an action of the timeline while the trips are in front.
func (c *commands) onTimeline(do func(*timeline.Model)) func() {
	return c.onTrips(func() { do(c.w.clock) })
}

// toggleTag gives a tag to the selected trips or takes it away.
func (c *commands) toggleTag(n int) {
	if c.w.arrangement.panel == panelTrips {
		c.w.o.Trips.ToggleTag(n)
	}
}

// onTrips returns an action that does nothing unless the trips are shown.
func (c *commands) onTrips(do func()) func() {
	return func() {
		if c.w.arrangement.panel == panelTrips {
			do()
		}
	}
}

// ofTrip returns an action of the trips' panel for the selected trip.
func (c *commands) ofTrip(do func(*trips.Panel)) func() {
	return c.onTrips(func() { do(c.w.trips) })
}

// panelItem returns the menu of the panels.
func (c *commands) panelItem() *fyne.MenuItem {
	t := c.w.words.T
	return submenu(t("menu.panels"),
		item(t("panel.trips"), func() { c.w.show(panelTrips) }, alone(fyne.Key1)),
		item(t("panel.units"), func() { c.w.show(panelUnits) }, alone(fyne.Key2)),
		item(t("panel.maps"), func() { c.w.show(panelMaps) }, alone(fyne.Key3)),
		item(t("panel.server"), func() { c.w.show(panelServer) }, alone(fyne.Key4)),
		item(t("panel.reports"), func() { c.w.show(panelReports) }, alone(fyne.Key5)),
		item(t("panel.layers"), func() { c.w.show(panelLayers) }, alone(fyne.Key6)))
}

// playbackItem returns the menu of the timeline.
func (c *commands) playbackItem() *fyne.MenuItem {
	t := c.w.words.T
	return submenu(t("menu.playback"),
		item(t("menu.timeline"), c.toggleTimeline, control(fyne.KeyG)),
		item(t("menu.playback_bar"), c.toggleGraphs, controlShift(fyne.KeyG)),
		item(t("timeline.play"), c.play, alone(fyne.KeyK)),
		submenu(t("timeline.graphs"), c.graphItems()...))
}

// tagItem returns the menu of the tags.
func (c *commands) tagItem() *fyne.MenuItem {
	saved := c.w.o.Trips.State().Saved
	var items []*fyne.MenuItem
	for n := 1; n <= trips.MaxTag; n++ {
		items = append(items, item(saved.TagName(n), func() { c.toggleTag(n) }, control(tagKeys[n-1])))
	}
	items = append(items, fyne.NewMenuItemSeparator(), item(c.w.words.T("menu.tag_names"), c.ofTrip((*trips.Panel).AskTagNames), nil))
	return submenu(c.w.words.T("menu.tags"), items...)
}

// tagKeys are the keys of the tags 1 to 9, with Ctrl.
var tagKeys = [trips.MaxTag]fyne.KeyName{
	fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5, fyne.Key6, fyne.Key7, fyne.Key8, fyne.Key9,
}

// undoItem returns the menu item that takes back edits and removals of trips. bindKeys
// binds its key, because the toolkit offers a key to the menu before the focused field, and
// Ctrl+Z in a field must undo typing.
func (c *commands) undoItem() *fyne.MenuItem {
	i := item(c.w.words.T("menu.undo"), c.undo, control(fyne.KeyZ))
	i.Disabled = !c.canUndo
	return i
}

// redoItem returns the menu item that does again what was taken back, with a key as that of
// undoItem.
func (c *commands) redoItem() *fyne.MenuItem {
	i := item(c.w.words.T("menu.redo"), c.redo, control(fyne.KeyY))
	i.Disabled = !c.canRedo
	return i
}

// undoable reports whether there is something to undo and to do again: a correction while a trip is
// corrected, or else an edit of trips.
func (c *commands) undoable() (undo, redo bool) {
	if f := c.w.correcting.State(); f.On {
		return len(f.Log.Done) > 0, len(f.Log.Undone) > 0
	}
	h := c.w.o.Trips.History()
	return h.CanUndo(), h.CanRedo()
}

// redo does again what was taken back last and shows the list of trips, or, while a trip is
// corrected, makes the correction again that was taken back last.
func (c *commands) redo() {
	if c.w.correcting.State().On && c.w.window.Canvas().Overlays().Top() == nil {
		c.w.correcting.Redo()
		return
	}
	if c.w.o.Trips.History().CanRedo() && c.w.window.Canvas().Overlays().Top() == nil {
		c.w.show(panelTrips)
		c.w.o.Trips.History().Redo()
	}
}

// undo takes back the last edit or removal of trips and shows their list.
func (c *commands) undo() {
	if c.w.addressDesk.Undo() {
		return
	}
	if c.w.correcting.State().On && c.w.window.Canvas().Overlays().Top() == nil {
		c.w.correcting.Undo()
		return
	}
	if c.w.o.Trips.History().CanUndo() && c.w.window.Canvas().Overlays().Top() == nil {
		c.w.show(panelTrips)
		c.w.o.Trips.History().Undo()
	}
}

// switchServer turns the server on or off and shows its panel, which shows the key.
func (c *commands) switchServer() {
	c.w.show(panelServer)
	c.w.o.Server.Switch(!c.w.o.Server.State().Running)
}

func (c *commands) copyKey() {
	if key := c.w.o.Server.State().Key; key != "" {
		c.w.clipboard.copy(key)
	}
}

// dialogRoom is the height that a dialog needs for its frame and a margin (logical
// pixels).
const dialogRoom = 160

func (c *commands) showKeys() {
	t := c.w.words.T
	keys := container.NewVScroll(kit.Facts(
		[2]string{t("trips.open"), "Ctrl+O"},
		[2]string{t("menu.mapping"), "Ctrl+Shift+T"},
		[2]string{t("menu.paste"), "Ctrl+V"},
		[2]string{t("maps.open"), "Ctrl+Shift+O"},
		[2]string{t("maps.import"), "Ctrl+Shift+I"},
		[2]string{t("maps.export.picture"), "Ctrl+E"},
		[2]string{t("trips.export.title"), "Ctrl+Shift+E"},
		[2]string{t("menu.search"), "Ctrl+F"},
		[2]string{t("menu.find"), "Ctrl+K"},
		[2]string{t("menu.server_switch"), "Ctrl+R"},
		[2]string{t("keys.places"), "1–6"},
		[2]string{t("keys.zoom"), "+ –"},
		[2]string{t("keys.pan"), "←↑↓→"},
		[2]string{t("keys.box"), t("keys.box_how")},
		[2]string{t("keys.select"), t("keys.select_how")},
		[2]string{t("menu.measure"), "M"},
		[2]string{t("keys.measure_undo"), "⌫"},
		[2]string{t("menu.fit"), "Home"},
		[2]string{t("keys.ends"), "Home, End"},
		[2]string{t("keys.fit_in_list"), "Enter"},
		[2]string{t("menu.reviewed"), "R"},
		[2]string{t("menu.next_event"), "N"},
		[2]string{t("menu.previous_event"), "P"},
		[2]string{t("menu.remove"), "Del"},
		[2]string{t("menu.undo"), "Ctrl+Z"},
		[2]string{t("menu.redo"), "Ctrl+Y"},
		[2]string{t("keys.extend"), "Shift+↑↓"},
		[2]string{t("menu.select_all"), "Ctrl+A"},
		[2]string{t("menu.tags"), "Ctrl+1–9"},
		[2]string{t("menu.rename"), "F2"},
		[2]string{t("menu.fare"), "Ctrl+Shift+F"},
		[2]string{t("menu.split"), "Ctrl+Shift+S"},
		[2]string{t("menu.merge"), "Ctrl+Shift+M"},
		[2]string{t("menu.register"), "Ctrl+Shift+D"},
		[2]string{t("menu.places"), "Ctrl+Shift+P"},
		[2]string{t("menu.zones"), "Ctrl+Shift+L"},
		[2]string{t("menu.addresses"), "Ctrl+Shift+A"},
		[2]string{t("menu.table"), "Ctrl+T"},
		[2]string{t("menu.timeline"), "Ctrl+G"},
		[2]string{t("menu.playback_bar"), "Ctrl+Shift+G"},
		[2]string{t("keys.play"), t("keys.play_how")},
		[2]string{t("keys.faster"), "J L"},
		[2]string{t("keys.step"), ", ."},
		[2]string{t("menu.inspector"), "Ctrl+I"},
		[2]string{t("menu.full_map"), "F11"},
		[2]string{t("keys.menu"), t("keys.menu_how")},
		[2]string{t("keys.back"), "Esc"},
	))
	// A small screen with large text has no room for all keys at once.
	height := min(keys.Content.MinSize().Height, c.w.window.Canvas().Size().Height-dialogRoom)
	keys.SetMinSize(fyne.NewSize(0, height))
	c.w.files.Show(dialog.NewCustom(t("menu.keys"), t("dialog.close"), keys, c.w.window), fyne.NewSize(460, 0))
}

func (c *commands) about() {
	t := c.w.words.T
	text := widget.NewLabel(t("about.text", "version", c.w.o.Version))
	text.Wrapping = fyne.TextWrapWord
	box := dialog.NewCustom("Roadsnap "+c.w.o.Version, t("dialog.close"), text, c.w.window)
	c.w.files.Show(box, fyne.NewSize(460, 240))
}
