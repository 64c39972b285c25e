// SPDX-License-Identifier: MIT

package shell_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

func TestShellKeysChangeThePanel(t *testing.T) {
	d := start(t)
	for _, c := range []struct{ key, other, item, sees string }{
		{"2", "1", "Units", "34 provinces, 3,321 wards"}, {"3", "1", "Maps", "Import OSM extract…"},
		{"4", "1", "Server", "Start API server"}, {"1", "2", "Trips", "Open trace…"},
	} {
		d.key(c.key)
		d.waitFor(c.sees)
		d.key(c.other)
		d.mustNotSee(c.sees)
		d.choose("View › Panels › " + c.item)
		d.waitFor(c.sees)
		d.key(c.other)
		d.mustNotSee(c.sees)
		d.tap(c.item)
		d.waitFor(c.sees)
	}
}

func TestShellKeysAreListed(t *testing.T) {
	d := start(t)
	d.key("F1")
	for name, key := range map[string]string{
		"Open trace…": "Ctrl+O", "Zoom": "+ –", "Measure": "M", "Fit to window": "Home", "Map only": "F11", "Go back": "Esc",
	} {
		if got := d.valueOf(name); got != key {
			t.Errorf("%s: %q, want %q", name, got, key)
		}
	}
	d.key("2")
	d.mustNotSee("34 provinces") // behind the dialog keys do nothing
	d.tap("Close")
	d.mustNotSee("Go back")
	d.choose("Help › Keyboard shortcuts")
	d.mustSee("Go back")
	d.key("Escape")
	d.mustNotSee("Go back")
}

func TestShellAbout(t *testing.T) {
	d := start(t)
	d.choose("Help › About Roadsnap")
	d.mustSee("Roadsnap 1.2.3", "Open Database License (ODbL) 1.0")
	d.key("Escape")
	d.mustNotSee("Open Database License")
}

func TestShellLanguageChangesEveryPanel(t *testing.T) {
	d := start(t)
	panels := [][]string{
		{"Open trace…"}, {"Name or code, accents optional", "Tree", "Table", "Checks", "Import ward borders…"},
		{"Open map…", "Import OSM extract…", "Source", "Junctions"}, {"Start API server", "Address"},
	}
	sidebar := []string{"Trips", "Units", "Maps", "Server", "API off"}
	look := func(see bool) {
		t.Helper()
		for i, words := range panels {
			d.key([]string{"1", "2", "3", "4"}[i])
			for _, word := range append(words, sidebar...) {
				if slices.Contains(d.texts(), word) != see {
					t.Errorf("panel %d: %q visible is %t", i+1, word, !see)
				}
			}
		}
	}
	look(true)
	d.choose("View › Language › Tiếng Việt")
	look(false)
	d.key("1")
	d.mustSee("Thử") // what the button for sample trips begins with
	for _, menu := range d.window.MainMenu().Items {
		if slices.Contains([]string{"File", "Edit", "View", "Help"}, menu.Label) {
			t.Errorf("the menu %q is in English", menu.Label)
		}
	}
	d.restart() // the language is kept
	d.mustNotSee("Open trace…")
}

func TestShellLanguageKeepsWhatIsSelected(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	d.openTrip("beta")
	d.tap("alpha")
	d.waitFor("alpha.gpx")
	d.key("2")
	d.search("lao cai")
	d.key("Return")
	d.untilCode("15")
	zoom := d.zoom()
	d.choose("View › Language › Tiếng Việt")
	d.waitFor("lao cai", "Vùng") // the search, and a word of the record
	d.mustSee("Lao Cai Province")
	// The texts of another language change the width of the map.
	if now := d.zoom(); math.Abs(now-zoom) > 0.5 || !d.shows(22.1, 104) {
		t.Errorf("the map went from zoom %v to %v, or away", zoom, now)
	}
	d.key("Escape")
	d.key("1")
	d.waitFor("alpha.gpx")
	d.mustNotSee("beta.gpx")
}

func TestShellThemeChangesTheColours(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	dark := func() bool {
		r, g, b, _ := d.app.Settings().Theme().Color("background", d.app.Settings().ThemeVariant()).RGBA()
		return r+g+b < 3*0x8000
	}
	d.choose("View › Theme › Dark")
	if !dark() || !d.menuItem("View › Theme › Dark").Checked {
		t.Error("the window is not dark")
	}
	d.mustSee("alpha", "Point to point", "Recorded points")
	d.choose("View › Theme › Light")
	if dark() || !d.menuItem("View › Theme › Light").Checked {
		t.Error("the window is not light")
	}
	d.choose("View › Theme › Dark")
	d.restart()
	if !dark() {
		t.Error("the choice is not kept")
	}
}

// TestShellMatchesForOtherVehicles chooses the vehicles of the trips.
func TestShellMatchesForOtherVehicles(t *testing.T) {
	d := start(t)
	const cars, foot = "Edit › Match trips for › Cars or motorcycles", "Edit › Match trips for › Walking"
	if !d.menuItem(cars).Checked || d.menuItem(foot).Checked {
		t.Error("the default is not checked")
	}
	d.openTrip("alpha")
	d.choose(foot)
	if d.menuItem(cars).Checked || !d.menuItem(foot).Checked {
		t.Error("the choice is not checked")
	}
	d.mustSee("alpha", "Point to point")
	d.restart()
	if !d.menuItem(foot).Checked {
		t.Error("the choice is not kept")
	}
}

func TestShellFullMapAndBack(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	width := d.mapSize().Width
	d.key("F11")
	d.mustNotSee("Open trace…", "Units", "Point to point")
	if full := d.mapSize().Width; full < width+400 {
		t.Errorf("the map is %v wide, was %v", full, width)
	}
	d.key("Escape")
	d.mustSee("Open trace…", "Units", "Point to point")
	d.choose("View › Map only")
	d.mustNotSee("Open trace…")
	d.key("F11")
	d.mustSee("Open trace…")
	if now := d.mapSize().Width; now != width {
		t.Errorf("the map is %v wide, was %v", now, width)
	}
}

func TestShellFullMapFromAField(t *testing.T) {
	d := startUnits(t)
	d.search("lao")
	d.key("F11")
	d.mustNotSee("Tree")
	d.key("Escape")
	d.mustSee("Tree", "lao")
}

func TestShellEscapeStepsBackOneThingAtATime(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	d.tapMap(d.on(streetLat, streetLon))
	d.waitFor("OpenStreetMap way")
	d.key("F1")
	d.mustSee("Go back")
	d.key("Escape")
	d.mustNotSee("Go back")
	d.mustSee("OpenStreetMap way")
	d.key("Escape") // what was clicked
	d.waitGone("OpenStreetMap way")
	d.waitFor("Point to point")
	d.key("Escape") // the record
	d.waitGone("Point to point")
	d.mustSee("Recorded points") // the trip is selected still
	d.key("Escape")              // the trip
	d.waitGone("Recorded points")
	d.untilMatched("alpha")
}

func TestShellEscapeLeavesAnEditFirst(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	d.choose("Edit › Split and merge › Drop spikes…")
	d.waitFor("Faster than (km/h)")
	d.key("Escape")
	d.waitGone("Faster than (km/h)")
	d.waitFor("Point to point")
}

func TestShellEscapeLeavesAMeasurementFirst(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	d.key("M")
	d.waitFor("Click to start")
	d.key("Escape")
	d.waitGone("Click to start")
	d.mustSee("Point to point")
}

func TestShellKeepsItsLayout(t *testing.T) {
	d := start(t)
	d.resize(1900, 820)
	d.openTrip("alpha")
	width := d.mapSize().Width
	_, left := d.theMap()
	d.dragBar(desktop.HResizeCursor, left.X, 80)
	d.dragBar(desktop.HResizeCursor, left.X+80+width, -50)
	if got := d.mapSize().Width; got != width-130 {
		t.Errorf("the map is %v wide, want %v", got, width-130)
	}
	_, left = d.theMap()
	d.resize(1850, 790)
	d.restart()
	if size := d.window.Canvas().Size(); size != fyne.NewSize(1850, 790) {
		t.Errorf("the window is %v", size)
	}
	if _, now := d.theMap(); now.X != left.X {
		t.Errorf("the map begins at %v, was %v", now.X, left.X)
	}
	d.openTrip("beta")
	m, at := d.theMap()
	if got, want := 1850-at.X-m.Size().Width, 1900-left.X-(width-130); math.Abs(float64(got-want)) > 1 {
		t.Errorf("the inspector takes %v, took %v", got, want)
	}
}

func TestShellNarrowWindowShowsOnePane(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	d.mustSee("Open trace…", "Point to point")
	d.resize(760, 600)
	d.mustSee("Point to point")
	d.mustNotSee("Open trace…")
	if d.mapSize().Width < 240 {
		t.Errorf("the map is %v wide", d.mapSize().Width)
	}
	d.key("Escape")
	d.mustSee("Open trace…")
	d.mustNotSee("Point to point")
	d.key("Ctrl+I")
	d.mustSee("Point to point")
	d.mustNotSee("Open trace…")
	d.tapIcon("trips", "") // asks for the list; the sidebar has no room for names
	d.mustSee("Open trace…")
	d.mustNotSee("Point to point")
	d.resize(1300, 820)
	d.mustSee("Open trace…", "Point to point")
}

// TestShellMapKeepsHalfOfTheWindow goes through all panels with something selected in
// each, in windows of several sizes.
func TestShellMapKeepsHalfOfTheWindow(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	d.key("2")
	d.search("lao cai")
	d.key("Return")
	d.untilCode("15")
	d.key("Escape")
	for _, size := range []fyne.Size{{Width: 1500, Height: 900}, {Width: 1300, Height: 820}, {Width: 1161, Height: 700}, {Width: 1159, Height: 700}, {Width: 1024, Height: 640}, {Width: 683, Height: 395}} {
		for _, language := range []string{"English", "Tiếng Việt"} {
			d.resize(size.Width, size.Height)
			d.choose(d.viewMenu() + language)
			for _, key := range []string{"1", "2", "3", "4"} {
				for _, inspector := range []string{"as it was", "Ctrl+I", "Ctrl+I"} {
					d.key(key)
					if strings.HasPrefix(inspector, "Ctrl") {
						d.key(inspector)
					}
					m, at := d.theMap()
					if got := m.Size(); got.Width < size.Width/2 || got.Height < size.Height/2 || at.X+got.Width > size.Width {
						t.Errorf("%v, %s, panel %s, inspector %s: the map is %v at %v", size, language, key, inspector, got, at)
					}
					if least := d.window.Content().MinSize(); least.Width > size.Width || least.Height > size.Height {
						t.Errorf("%v, %s, panel %s: needs %v", size, language, key, least)
					}
				}
			}
		}
	}
}

// viewMenu returns the path of the languages in the menu.
func (d *driver) viewMenu() string {
	d.t.Helper()
	if d.window.MainMenu().Items[2].Label == "View" {
		return "View › Language › "
	}
	return "Xem › Ngôn ngữ › "
}

func TestShellUnitsFitALowWindow(t *testing.T) {
	d := startUnits(t)
	const overview = "shows simplified province borders"
	d.mustSee(overview)
	d.resize(683, 395)
	for _, view := range []string{"Tree", "Table", "Checks"} {
		d.tap(view)
		if least := d.window.Content().MinSize(); least.Height > 395 {
			t.Errorf("%s: needs %v", view, least)
		}
		d.mustNotSee(overview)
		d.mustSee("Import ward borders…")
	}
	d.resize(1300, 820)
	d.mustSee(overview)
}

func TestShellListOfTripsStaysWhileTheUserIsInIt(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.resize(1024, 640)
	d.mustSee("Point to point")
	d.tapIcon("trips", "") // asks for the list
	d.tap(toMeadow)
	d.key("End")
	d.untilMatched(inTown, toMeadow, upValley)
	d.mustNotSee("Point to point")
	d.tap(upValley) // which is selected: its record
	d.mustSee("Point to point")
	if got := d.valueOf("File"); got != "valley.gpx" {
		t.Errorf("the record is of %q", got)
	}
}

func TestShellTableTakesItsRoomAndGivesItBack(t *testing.T) {
	d := startUnits(t)
	_, before := d.theMap()
	d.tap("Table")
	d.waitFor("Vertices")
	if _, now := d.theMap(); now.X < before.X+250 {
		t.Errorf("the map begins at %v, with the tree at %v", now.X, before.X)
	}
	d.tap("Maps")
	if _, now := d.theMap(); now.X != before.X {
		t.Errorf("in another panel the map begins at %v, want %v", now.X, before.X)
	}
	d.tap("Units")
	d.tap("Tree")
	d.waitGone("Vertices")
	if _, now := d.theMap(); now.X != before.X {
		t.Errorf("with the tree again the map begins at %v, want %v", now.X, before.X)
	}
}

func TestShellSearchComesByItsKey(t *testing.T) {
	d := start(t)
	d.key("Ctrl+F")
	d.typeText("đà nẵng")
	d.waitFor("found", "Da Nang City")
	d.key("Escape") // empties the field
	d.mustNotSee("đà nẵng")
	d.key("Escape") // leaves it
	d.key("3")
	d.waitFor("Import OSM extract…")
}

func TestShellQuitsFromTheMenu(t *testing.T) {
	d := start(t)
	d.samples, d.hasty = hanging("one.gpx"), true
	d.tap("Try sample trips")
	d.waitFor("Snapping")
	d.choose("File › Quit")
	closed := d.closed
	d.until("the end of the program", func() bool {
		select {
		case <-closed:
			return true
		default:
			return false
		}
	})
	d.closed = nil
}

func TestShellEveryPanelFitsASmallScreen(t *testing.T) {
	d := start(t)
	for _, language := range []string{"English", "Tiếng Việt"} {
		d.choose("View › Language › " + language)
		for _, key := range []string{"1", "2", "3", "4"} {
			d.key(key)
			if size := d.window.Content().MinSize(); size.Width > 1280 || size.Height > 720 {
				t.Errorf("%s, panel %s: needs %v", language, key, size)
			}
		}
	}
}

// TestEditMenuIsGrouped counts the entries of the Edit menu and looks for its keys, which work from
// submenus, too.
func TestEditMenuIsGrouped(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	keys := []string{
		"Ctrl+Z", "Ctrl+Y", "Ctrl+A", "Delete", "Ctrl+F", "Ctrl+K", "F2", "R", "N", "P", "Ctrl+Shift+F", "Ctrl+Shift+S", "Ctrl+Shift+M",
		"Ctrl+1", "Ctrl+9", "Ctrl+Shift+D", "Ctrl+Shift+P", "Ctrl+Shift+L", "Ctrl+Shift+A",
	}
	for _, language := range []string{"English", "Tiếng Việt"} {
		d.choose("View › Language › " + language)
		menu := d.window.MainMenu().Items[1]
		entries := 0
		for _, i := range menu.Items {
			if !i.IsSeparator {
				entries++
			}
		}
		if entries > 16 {
			t.Errorf("%s: the menu has %d entries", language, entries)
		}
		var all []string
		var look func(items []*fyne.MenuItem, depth int)
		look = func(items []*fyne.MenuItem, depth int) {
			for _, i := range items {
				all = append(all, i.Label)
				if i.ChildMenu != nil {
					look(i.ChildMenu.Items, depth+1)
				}
			}
			if depth > 1 {
				t.Errorf("%s: a submenu has submenus", language)
			}
		}
		look(menu.Items, 0)
		for _, key := range keys {
			if !slices.ContainsFunc(all, func(label string) bool {
				return strings.HasSuffix(label, " "+key) || strings.HasSuffix(label, "\u200a"+key)
			}) {
				t.Errorf("%s: %s is in no entry of %q", language, key, all)
			}
		}
	}
	d.choose("Xem › Ngôn ngữ › English")
	d.key("Ctrl+Shift+S")
	d.mustSee("Split trip")
}

// TestMenuOfTripsShowsThem renames the selected trip from another panel. Without a selected trip the
// menu offers nothing of the kind.
func TestMenuOfTripsShowsThem(t *testing.T) {
	d := start(t)
	items := []string{"Trip › Name, vehicle, driver…", "Trip › Mark as reviewed", "Trip › Distance sheet", "Split and merge › Split trip…", "Split and merge › Merge trips"}
	for _, name := range items {
		if !d.menuItem("Edit › " + name).Disabled {
			t.Errorf("%s can be chosen without a trip", name)
		}
	}
	d.openSamples()
	d.tap(upValley)
	d.until("the menu of trips", func() bool { return !d.menuItem("Edit › " + items[0]).Disabled })
	d.key("2")
	d.mustNotSee(upValley)
	d.choose("Edit › " + items[0])
	d.key("Escape")
	d.mustSee(upValley)
	d.resize(910, 512)
	d.tap(upValley)
	d.until("the record alone", func() bool { return d.sees("Point to point") && !d.sees("Only trips to review") })
	d.choose("Edit › " + items[0])
	d.key("Escape")
	d.mustSee("Point to point")
}
