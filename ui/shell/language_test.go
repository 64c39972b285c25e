// SPDX-License-Identifier: MIT

package shell_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/ui/shell"
)

// TestNoEnglishInTheVietnameseWindow walks through the panels, the menu, and all dialogs that
// the menu opens, in Vietnamese. It fails if a text or a tip has an English word: one of the
// English texts or of the toolkit that is in no Vietnamese text.
func TestNoEnglishInTheVietnameseWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("opens everything")
	}
	d := start(t)
	shell.ChooseLanguage(d.app.Preferences(), "vi")
	d.restart()
	d.resize(1300, 820)
	w := &languageWalk{d: d, english: englishWords(t), found: map[string]string{}, seen: map[string]bool{}}
	for _, panel := range []string{"5", "4", "3", "2", "1"} {
		d.key(panel)
		w.look("panel " + panel + ", empty")
	}
	trip := write(t, "xe tải.csv", walkedTrip)
	d.drop(trip, write(t, "rỗng.csv", "time,lat,lon\n"), write(t, "hỏng.gpx", "<gpx"))
	d.waitFor("51C-123.45")
	d.until("the record", func() bool { return d.sees("xe tải.csv") })
	d.settle()
	w.look("the record of a trip")
	for _, key := range []string{"N", "N", "Down", "R", "Ctrl+1", "Ctrl+T", "Ctrl+T", "Ctrl+G", "Ctrl+G"} {
		d.key(key)
		w.look("the trips after " + key)
	}
	for _, icon := range []string{"list.svg", "arrow-drop-down.svg"} { // filters and orders
		for _, b := range buttonsOf(d.window.Content()) {
			if b.Icon != nil && strings.HasSuffix(b.Icon.Name(), icon) && b.Visible() && b.OnTapped != nil {
				b.OnTapped()
				d.settle()
				w.look("the menu of " + b.Tip())
				d.closeOverlays()
			}
		}
	}
	d.press(d.clickable(d.mustFind("51C-123.45"), "the row"), desktop.MouseButtonSecondary, 0)
	w.look("the menu of a trip")
	d.closeOverlays()
	d.secondaryTapMap(d.middle())
	w.look("the menu of the map")
	d.closeOverlays()
	d.key("4", "Ctrl+R")
	w.look("the server")
	d.key("2")
	for _, b := range buttonsOf(d.window.Content()) {
		w.note("a button", b.Tip())
	}
	d.tap("Tỉnh Cao Bằng")
	w.look("a province")
	d.key("3")
	w.look("the map")
	d.key("1")
	w.menu()
	if len(w.found) > 0 {
		for _, text := range slices.Sorted(maps.Keys(w.found)) {
			t.Errorf("%s: %q", w.found[text], text)
		}
	}
	const least = 250
	if len(w.seen) < least {
		t.Errorf("only %d texts were seen, want %d", len(w.seen), least)
	}
}

// walkedTrip is a trip with a gap, a jump and a stop in the town of the sample map.
var walkedTrip = func() string {
	var b strings.Builder
	b.WriteString("plate,driver,time,lat,lon\n")
	for i, clock := range []string{"00", "01", "02", "03", "04", "25", "26", "27", "28", "29"} {
		lat, lon := "42.5079", "1.52"+string(rune('0'+i))+"2"
		if i == 7 {
			lat = "42.6079"
		}
		b.WriteString("51C-123.45,Nguyễn Văn An,2026-11-20T08:" + clock + ":00+07:00," + lat + "," + lon + "\n")
	}
	return b.String()
}()

// languageWalk collects the texts of the window that have English words.
type languageWalk struct {
	d       *driver
	english map[string]bool
	found   map[string]string // where each text was found
	seen    map[string]bool
}

// look checks all visible texts, and the tips of all objects.
func (w *languageWalk) look(where string) {
	for _, text := range w.d.texts() {
		w.note(where, text)
	}
	canvas := w.d.window.Canvas()
	for _, root := range append(canvas.Overlays().List(), canvas.Content()) {
		w.tips(where, root)
	}
}

func (w *languageWalk) tips(where string, o fyne.CanvasObject) {
	if tipped, ok := o.(interface{ Tip() string }); ok {
		w.note(where+", a tip", tipped.Tip())
	}
	switch o := o.(type) {
	case nil:
	case *fyne.Container:
		for _, child := range o.Objects {
			w.tips(where, child)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			w.tips(where, child)
		}
	}
}

var word = regexp.MustCompile(`\pL+`)

func (w *languageWalk) note(where, text string) {
	if text == "" || w.seen[text] || properTexts.MatchString(text) {
		return
	}
	w.seen[text] = true
	for _, x := range word.FindAllString(text, -1) {
		if w.english[strings.ToLower(x)] {
			w.found[text] = where + ", " + x
		}
	}
}

// menu checks the main menu and everything that its items open.
func (w *languageWalk) menu() {
	menuWalk{w.d, func(label string) { w.note("the menu", label) }, w.look}.run()
}

// menuWalk chooses the items of the main menu.
type menuWalk struct {
	d     *driver
	label func(text string)  // is called with the label of each item and menu
	look  func(where string) // is called after an item was chosen
}

func (w menuWalk) run() {
	for i := range w.d.window.MainMenu().Items {
		w.items(func() []*fyne.MenuItem { return w.d.window.MainMenu().Items[i].Items }, w.d.window.MainMenu().Items[i].Label)
	}
}

// items chooses the items of a menu, which may be built again by any of them.
func (w menuWalk) items(list func() []*fyne.MenuItem, path string) {
	w.label(path)
	for i := range list() {
		items := list()
		if i >= len(items) {
			return
		}
		item := items[i]
		where := path + " › " + item.Label
		if item.Label == "English" || strings.HasSuffix(item.Label, " %") { // languages have their own names; texts keep their size
			return
		}
		w.label(item.Label)
		switch {
		case item.ChildMenu != nil:
			w.items(func() []*fyne.MenuItem {
				if now := list(); i < len(now) && now[i].ChildMenu != nil {
					return now[i].ChildMenu.Items
				}
				return nil
			}, where)
		case item.IsQuit || item.Disabled || item.Action == nil:
		default:
			item.Action()
			if shows := item.Shortcut; shows != nil && shows.ShortcutName() == playKey {
				item.Action() // a window that plays is never idle
			}
			w.d.settle()
			w.look(where)
			w.d.closeOverlays()
		}
	}
}

// playKey is the name of the key that starts and stops the playback.
var playKey = (&desktop.CustomShortcut{KeyName: fyne.KeyK}).ShortcutName()

// closeOverlays closes the dialogs and menus.
func (d *driver) closeOverlays() {
	d.settle()
	overlays := d.window.Canvas().Overlays()
	for o := overlays.Top(); o != nil; o = overlays.Top() {
		o.Hide()
		overlays.Remove(o)
	}
	d.settle()
}

// englishWords returns the words of the English texts, and of the toolkit, that are no
// Vietnamese words or names.
func englishWords(t *testing.T) map[string]bool {
	t.Helper()
	words := map[string]bool{}
	for _, toolkit := range []string{"ok", "yes", "no", "cancel", "close", "save", "file", "folder", "name", "search", "quit", "edit", "copy", "paste", "cut", "confirm", "submit"} {
		words[toolkit] = true
	}
	content, err := fs.ReadFile(assets.Translations(), "en.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]string
	if err := json.Unmarshal(content, &texts); err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		for _, x := range word.FindAllString(placeholder.ReplaceAllString(text, ""), -1) {
			if len(x) > 1 { // letters are names of keys and units
				words[strings.ToLower(x)] = true
			}
		}
	}
	for _, proper := range strings.Fields(properWords) {
		delete(words, proper)
	}
	return words
}

// placeholder is the place of a value in a text.
var placeholder = regexp.MustCompile(`\{\w+\}`)

// properWords are written so in Vietnamese texts: Vietnamese words, keys, formats, units and
// names.
const properWords = `
	andorra
	an bar bình do in kinh so taxi thu tiếng to tân việt vĩ độ
	ctrl delete esc home menu shift
	bz csv excel fgb fit flatgeobuf geojson geopackage gpkg gps gpx gz http html json jpeg kml nmea osm pbf png pdf rsp shapefile shp tcx url utf xlsx zip
	centre route track
	dpi epsg id km kg lat lon mb utm vn wgs
	api database license mit odbl open openstreetmap roadsnap`

// properTexts are names, those of keys among them, and the technical details of errors, which
// are marked and begin with a path.
var properTexts = regexp.MustCompile(`^(Chi tiết kỹ thuật: /.*|/.*|(Ctrl\+)?Enter|Home, End|© OpenStreetMap contributors.*|Andorra la Vella.*|Andorra \(sample\)|andorra-latest\.osm\.bz2|city\.gpx|Nguyễn Văn An|La Massana to .*|Cao Bang Province|key-number-\d)$`)
