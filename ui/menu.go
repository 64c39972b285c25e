package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// menu has every action of the window, with its key.
func (w *Window) menu() *fyne.MainMenu {
	t := w.words.T
	menu := fyne.NewMainMenu(
		fyne.NewMenu(t("menu.file"),
			item(t("trips.open"), w.openTraces, control(fyne.KeyO)),
			w.recentItem(),
			item(t("menu.sample"), w.o.Samples, nil),
			fyne.NewMenuItemSeparator(),
			item(t("maps.open"), w.openMap, controlShift(fyne.KeyO)),
			item(t("maps.sample"), func() { w.show(placeMaps); w.o.Maps.OpenSample(nil) }, nil),
			item(t("maps.import"), w.importMap, controlShift(fyne.KeyI)),
			item(t("maps.export.picture"), w.exports.AskPicture, control(fyne.KeyE)),
			fyne.NewMenuItemSeparator(),
			quitItem(item(t("menu.quit"), w.close, control(fyne.KeyQ))),
		),
		fyne.NewMenu(t("menu.edit"),
			item(t("menu.search"), w.search, control(fyne.KeyF)),
			item(t("menu.remove"), w.removeTrip, alone(fyne.KeyDelete)),
			w.undoRemoveItem(),
		),
		fyne.NewMenu(t("menu.view"),
			item(t("place.trips"), func() { w.show(placeTrips) }, control(fyne.Key1)),
			item(t("place.units"), func() { w.show(placeUnits) }, control(fyne.Key2)),
			item(t("place.maps"), func() { w.show(placeMaps) }, control(fyne.Key3)),
			item(t("place.server"), func() { w.show(placeServer) }, control(fyne.Key4)),
			fyne.NewMenuItemSeparator(),
			item(t("menu.zoom_in"), func() { w.mapView.ZoomBy(1) }, control(fyne.KeyEqual)),
			item(t("menu.zoom_out"), func() { w.mapView.ZoomBy(-1) }, control(fyne.KeyMinus)),
			item(t("menu.fit"), w.fit, alone(fyne.KeyHome)),
			item(t("menu.inspector"), w.toggleInspector, control(fyne.KeyI)),
			item(t("menu.full_map"), w.toggleFullMap, alone(fyne.KeyF11)),
			fyne.NewMenuItemSeparator(),
			item(t("menu.measure"), w.toggleMeasure, alone(fyne.KeyM)),
			w.coordinatesItem(),
			fyne.NewMenuItemSeparator(),
			w.languageItem(),
			w.themeItem(),
		),
		fyne.NewMenu(t("menu.server"),
			item(t("menu.server_switch"), w.switchServer, control(fyne.KeyR)),
			item(t("server.copy_url"), func() { w.copy(w.o.Server.State().URL()) }, controlShift(fyne.KeyU)),
			item(t("server.copy_key"), w.copyKey, controlShift(fyne.KeyK)),
		),
		fyne.NewMenu(t("menu.help"),
			item(t("menu.keys"), w.showKeys, alone(fyne.KeyF1)),
			item(t("menu.about"), w.about, nil),
		),
	)
	for _, m := range menu.Items {
		kit.WriteKeys(m)
	}
	return menu
}

func item(label string, action func(), key fyne.Shortcut) *fyne.MenuItem {
	i := fyne.NewMenuItem(label, action)
	i.Shortcut = key
	return i
}

// quitItem keeps the toolkit from adding a second one of its own.
func quitItem(i *fyne.MenuItem) *fyne.MenuItem {
	i.IsQuit = true
	return i
}

func control(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
}

// alone shows a key that needs no other in the menu. What it does is bound by
// bindKeys: the toolkit takes no such keys for shortcuts.
func alone(key fyne.KeyName) fyne.Shortcut { return &desktop.CustomShortcut{KeyName: key} }

func controlShift(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift}
}

// recentItem lists the files opened before.
func (w *Window) recentItem() *fyne.MenuItem {
	i := fyne.NewMenuItem(w.words.T("menu.recent"), nil)
	i.ChildMenu = fyne.NewMenu("")
	for _, path := range w.o.Trips.State().Recent {
		i.ChildMenu.Items = append(i.ChildMenu.Items, fyne.NewMenuItem(path, func() { w.o.Trips.Open(path) }))
	}
	i.Disabled = len(i.ChildMenu.Items) == 0
	if !i.Disabled {
		i.ChildMenu.Items = append(i.ChildMenu.Items, fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem(w.words.T("menu.forget_recent"), w.o.Trips.ForgetRecent))
	}
	return i
}

func (w *Window) languageItem() *fyne.MenuItem {
	i := fyne.NewMenuItem(w.words.T("menu.language"), nil)
	i.ChildMenu = fyne.NewMenu("")
	for _, l := range text.Languages {
		choice := fyne.NewMenuItem(l.Name, func() { w.setLanguage(l.Tag) })
		choice.Checked = l.Tag == w.words.Language
		i.ChildMenu.Items = append(i.ChildMenu.Items, choice)
	}
	return i
}

func (w *Window) themeItem() *fyne.MenuItem {
	i := fyne.NewMenuItem(w.words.T("menu.theme"), nil)
	i.ChildMenu = fyne.NewMenu("")
	for _, c := range []struct {
		choice kit.ThemeChoice
		label  string
	}{{kit.ThemeSystem, w.words.T("theme.system")}, {kit.ThemeLight, w.words.T("theme.light")}, {kit.ThemeDark, w.words.T("theme.dark")}} {
		choice := fyne.NewMenuItem(c.label, func() { w.setTheme(c.choice) })
		choice.Checked = c.choice == w.themeChoice()
		i.ChildMenu.Items = append(i.ChildMenu.Items, choice)
	}
	return i
}

// search puts the cursor into the search of the units.
func (w *Window) search() {
	w.show(placeUnits)
	w.window.Canvas().Focus(w.units.Search())
}

func (w *Window) removeTrip() {
	if t, ok := w.o.Trips.State().Trip(); ok && w.place == placeTrips {
		w.o.Trips.Remove(t.ID)
	}
}

// undoRemoveItem brings back a trip that was removed. Its key is bound by bindKeys: the
// toolkit asks the menu for a key before a field that has the focus, and Ctrl+Z in a
// field is the field's own.
func (w *Window) undoRemoveItem() *fyne.MenuItem {
	i := item(w.words.T("menu.undo_remove"), w.undoRemove, control(fyne.KeyZ))
	i.Disabled = !w.o.Trips.State().CanUndoRemove()
	return i
}

// undoRemove shows the list, too, so that what came back is seen.
func (w *Window) undoRemove() {
	if w.o.Trips.State().CanUndoRemove() && w.window.Canvas().Overlays().Top() == nil {
		w.show(placeTrips)
		w.o.Trips.UndoRemove()
	}
}

// switchServer turns the server on or off and shows its place, where the key
// is.
func (w *Window) switchServer() {
	w.show(placeServer)
	w.o.Server.Switch(!w.o.Server.State().Running)
}

func (w *Window) copyKey() {
	if key := w.o.Server.State().Key; key != "" {
		w.copy(key)
	}
}

// dialogRoom is what a dialog needs in height for itself and a margin, in logical
// pixels.
const dialogRoom = 160

func (w *Window) showKeys() {
	t := w.words.T
	keys := container.NewVScroll(kit.Facts(
		[2]string{t("trips.open"), "Ctrl+O"},
		[2]string{t("maps.open"), "Ctrl+Shift+O"},
		[2]string{t("maps.import"), "Ctrl+Shift+I"},
		[2]string{t("maps.export.picture"), "Ctrl+E"},
		[2]string{t("menu.search"), "Ctrl+F"},
		[2]string{t("menu.server_switch"), "Ctrl+R"},
		[2]string{t("keys.places"), "1–4"},
		[2]string{t("keys.zoom"), "+ –"},
		[2]string{t("keys.pan"), "←↑↓→"},
		[2]string{t("keys.box"), t("keys.box_how")},
		[2]string{t("keys.select"), t("keys.select_how")},
		[2]string{t("menu.measure"), "M"},
		[2]string{t("keys.measure_undo"), "⌫"},
		[2]string{t("menu.fit"), "Home"},
		[2]string{t("menu.remove"), "Del"},
		[2]string{t("menu.undo_remove"), "Ctrl+Z"},
		[2]string{t("menu.inspector"), "Ctrl+I"},
		[2]string{t("menu.full_map"), "F11"},
		[2]string{t("keys.menu"), t("keys.menu_how")},
		[2]string{t("keys.back"), "Esc"},
	))
	// A small screen with large letters has no room for all of them at once.
	height := min(keys.Content.MinSize().Height, w.window.Canvas().Size().Height-dialogRoom)
	keys.SetMinSize(fyne.NewSize(0, height))
	w.files.Show(dialog.NewCustom(t("menu.keys"), t("dialog.close"), keys, w.window), fyne.NewSize(460, 0))
}

func (w *Window) about() {
	t := w.words.T
	text := widget.NewLabel(t("about.text", "version", w.o.Version))
	text.Wrapping = fyne.TextWrapWord
	box := dialog.NewCustom("Roadsnap "+w.o.Version, t("dialog.close"), text, w.window)
	w.files.Show(box, fyne.NewSize(460, 240))
}
