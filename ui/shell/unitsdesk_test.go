// SPDX-License-Identifier: MIT

package shell

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"roadsnap/engine/geo"
	"roadsnap/ui/units"
)

// selected returns the codes of the selected units.
func (w *testWindow) selected() string {
	w.ui.Rest(w.t)
	return units.Codes(w.o.Units.State().Selection)
}

// unitMenu runs an item of a unit's menu.
func (w *testWindow) unitMenu(row units.Row, key string) {
	w.t.Helper()
	for _, i := range w.units.Menu().Items(row) {
		if i.Label == w.words.T(key) {
			i.Action()
			return
		}
	}
	w.t.Fatalf("the menu of %s has no %q", row.Code(), key)
}

// line returns the visible row of a unit.
func line(t *testing.T, l *units.List, code string) *units.Line {
	t.Helper()
	row := l.Line(code)
	if row == nil {
		t.Fatalf("no row on the screen is that of %s", code)
	}
	return row
}

// press clicks on the row of a unit.
func (w *testWindow) press(t *testing.T, l *units.List, code string, held fyne.KeyModifier) {
	t.Helper()
	line(t, l, code).MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: held})
	w.ui.Rest(t)
}

const (
	ctrl  = fyne.KeyModifierShortcutDefault
	shift = fyne.KeyModifierShift
)

// TestSelectionIsOneThing selects on the map, in the tree and in the table, and checks
// that all of them, and the card, agree on the selection, also after Esc.
func TestSelectionIsOneThing(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	at := overHaNoi(t, w)
	w.press(t, w.units.Panel().Tree(), "04", 0)
	w.press(t, w.units.Panel().Tree(), "08", shift)
	if got := w.selected(); got != "04,08" && got != "01,04,08" {
		t.Fatalf("Shift in the tree selected %s", got)
	}
	w.press(t, w.units.Panel().Tree(), "01", 0)
	w.press(t, w.units.Panel().Tree(), "04", ctrl)
	if got := w.selected(); got != "01,04" {
		t.Fatalf("Ctrl in the tree selected %s", got)
	}
	if w.inspector.Title() != w.words.T("units.selected", "n", "2") {
		t.Errorf("the card is titled %q", w.inspector.Title())
	}
	over := func(held fyne.KeyModifier) {
		// Zooming to the selection may have moved the map.
		x, y := w.mapView.View().ToScreen(geo.Point{Lat: 21, Lon: 105.8})
		w.mapView.MouseDown(pressAt(float32(x), float32(y), held))
		w.mapView.MouseUp(pressAt(float32(x), float32(y), held))
		w.ui.Rest(t)
	}
	if over(ctrl); w.selected() != "04" {
		t.Errorf("Ctrl on the map took away none: %s", w.selected())
	}
	if over(ctrl); w.selected() != "04,01" {
		t.Errorf("Ctrl on the map added none: %s", w.selected())
	}
	w.o.Units.List(units.AllProvinces)
	w.o.Units.Show(units.TableView)
	w.ui.Rest(t)
	w.arrangement.panes.Refresh()
	w.press(t, w.units.Panel().Table(), "08", ctrl)
	if got := w.selected(); got != "04,01,08" {
		t.Errorf("Ctrl in the table selected %s", got)
	}
	if l := line(t, w.units.Panel().Table(), "01"); !w.o.Units.State().IsSelected("01") || !l.Highlighted() {
		t.Error("the row of a unit that was selected on the map is not marked")
	}
	w.units.Panel().Table().TypedShortcut(&fyne.ShortcutSelectAll{})
	if got := w.selected(); len(strings.Split(got, ",")) != 34 || !strings.HasSuffix(got, ",08") {
		t.Errorf("Ctrl+A selected %s", got)
	}
	w.units.Panel().Table().TypedShortcut(&fyne.ShortcutCopy{})
	if text := w.o.App.Clipboard().Content(); text != w.selected() {
		t.Errorf("copied %q", text)
	}
	press(w.units.Panel().Table(), fyne.KeyEscape)
	if got := w.selected(); got != "08" || w.inspector.Title() != "Tuyen Quang Province" {
		t.Errorf("Esc left %s, the card of %s", got, w.inspector.Title())
	}
	press(w.units.Panel().Table(), fyne.KeyEscape)
	press(w.units.Panel().Table(), fyne.KeyEscape)
	if got := w.selected(); got != "" {
		t.Errorf("Esc again left %s", got)
	}
	_ = at
}

func TestArrowsMoveInTheTableAndEnterZooms(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	overHaNoi(t, w)
	w.o.Units.List(units.AllProvinces)
	w.o.Units.Show(units.TableView)
	w.ui.Rest(t)
	l := w.units.Panel().Table()
	for i, c := range []struct {
		key  fyne.KeyName
		want string
	}{{fyne.KeyDown, "01"}, {fyne.KeyDown, "04"}, {fyne.KeyDown, "08"}, {fyne.KeyUp, "04"}} {
		if press(l, c.key); w.selected() != c.want {
			t.Errorf("key %d: %s is selected, want %s", i, w.selected(), c.want)
		}
	}
	if press(l, fyne.KeyEnter); w.mapView.Fitted().Empty() || !w.mapView.Fitted().Contains(geo.Point{Lat: 22.7, Lon: 106.2}) {
		t.Error("Enter does not zoom to Cao Bằng")
	}
}

func TestTableOpensAtTheSelectedUnit(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	overHaNoi(t, w)
	ward, _ := w.o.Units.Row("26740")
	w.o.Units.Select(ward)
	w.ui.Rest(t)
	// Even at its maximum width, the tree leaves the list more room than the table does.
	w.arrangement.panes.listWidth = tableWidth
	w.arrangement.panes.Refresh()
	w.units.Content().Refresh()
	w.o.Units.Show(units.TableView)
	w.ui.Rest(t)
	w.units.Content().Refresh() // as the next frame does
	list := w.units.Panel().Table()
	row := line(t, list, "26740")
	at := float32(row.Index())*(row.Size().Height+theme.Padding()) - list.GetScrollOffset()
	if at < 0 || at+row.Size().Height > list.Size().Height {
		t.Errorf("the selected row lies at %v of a table of %v", at, list.Size().Height)
	}
}

func TestSearchIsLeftByTheArrowToWhatItFound(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	overHaNoi(t, w)
	w.o.Units.Show(units.TableView)
	w.commands.search()
	w.units.Panel().Search().SetText("tân sơn")
	w.ui.Rest(t)
	press(w.units.Panel().Search(), fyne.KeyReturn)
	if got := w.selected(); w.o.Units.State().Selected.Ward.Name != "Tân Sơn" {
		t.Errorf("Enter takes %q", got)
	}
	press(w.units.Panel().Search(), fyne.KeyDown)
	if w.window.Canvas().Focused() != fyne.Focusable(w.units.Panel().Table()) {
		t.Errorf("the arrow leads to %T", w.window.Canvas().Focused())
	}
	press(w.units.Panel().Table(), fyne.KeyEscape)
	press(w.units.Panel().Table(), fyne.KeyEscape)
	w.ui.Rest(t)
	if press(w.units.Panel().Table(), fyne.KeyEscape); w.units.Panel().Search().Text != "" {
		t.Error("Esc leaves the search in the end")
	}
}

func TestArrowsOpenAndCloseProvinces(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	overHaNoi(t, w)
	w.press(t, w.units.Panel().Tree(), "01", 0)
	if press(w.units.Panel().Tree(), fyne.KeyRight); len(w.o.Units.State().Rows) != 34+126 {
		t.Fatalf("%d rows with Hà Nội open", len(w.o.Units.State().Rows))
	}
	w.ui.Rest(t)
	if press(w.units.Panel().Tree(), fyne.KeyDown); w.selected() != "00004" {
		t.Errorf("%s is selected", w.selected())
	}
	if press(w.units.Panel().Tree(), fyne.KeyLeft); w.selected() != "01" {
		t.Errorf("from the ward back: %s is selected", w.selected())
	}
	if press(w.units.Panel().Tree(), fyne.KeyLeft); len(w.o.Units.State().Rows) != 34 {
		t.Errorf("%d rows with Hà Nội closed", len(w.o.Units.State().Rows))
	}
}

func TestPointingAtARowFillsItsUnitOnTheMap(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	overHaNoi(t, w)
	l := line(t, w.units.Panel().Tree(), "04")
	l.MouseIn(nil)
	if w.mapView.borders.Hover("04") {
		t.Error("the map does not show the unit of the row under the pointer")
	}
	if !l.Highlighted() {
		t.Error("the row is not marked")
	}
	l.MouseOut()
	if w.mapView.borders.Hover("") || l.Highlighted() {
		t.Error("the preview stays when the pointer has gone")
	}
}

func TestMenusSayWhatCanBeDoneWithAUnit(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelTrips)
	at := overHaNoi(t, w)
	var names []string
	for _, i := range w.menuAt(t, at).Items {
		names = append(names, i.Label)
		if i.Label != "Ha Noi City" {
			continue
		}
		for _, action := range i.ChildMenu.Items {
			if action.Label == w.words.T("units.menu.neighbours") {
				action.Action()
			}
		}
	}
	if !slices.Contains(names, "Ha Noi City") || !slices.Contains(names, w.words.T("menu.what_is_here")) {
		t.Errorf("the menu of the map has %q", names)
	}
	if got := w.selected(); w.arrangement.panel != panelUnits || !strings.HasSuffix(got, ",01") || len(strings.Split(got, ",")) < 5 {
		t.Errorf("with its neighbours: %s", got)
	}
	if w.mapView.Fitted().Empty() || w.o.Units.State().Group == nil || w.mapView.Fitted() != w.o.Units.State().Group.Bounds {
		t.Error("the map does not show all of them")
	}
	line(t, w.units.Panel().Tree(), "01").TappedSecondary(&fyne.PointEvent{AbsolutePosition: fyne.NewPos(100, 100)})
	if w.window.Canvas().Overlays().Top() == nil || len(strings.Split(w.selected(), ",")) < 5 {
		t.Error("a menu for several units does not open, or leaves them not selected")
	}
	w.window.Canvas().Overlays().Top().Hide()
	for name, key := range map[string]func(){
		"its row": func() { press(w.units.Panel().Tree(), desktop.KeyMenu) },
		"the map": func() { w.commands.typedKey(&fyne.KeyEvent{Name: desktop.KeyMenu}) },
	} {
		key()
		if w.ui.Rest(t); w.window.Canvas().Overlays().Top() == nil {
			t.Fatalf("the menu key of %s opens none", name)
		}
		w.window.Canvas().Overlays().Top().Hide()
	}
	row, _ := w.o.Units.Row("08")
	line(t, w.units.Panel().Tree(), "08").TappedSecondary(&fyne.PointEvent{AbsolutePosition: fyne.NewPos(100, 100)})
	if got := w.selected(); got != "08" {
		t.Errorf("the menu of a unit that is not selected: %s is selected", got)
	}
	for _, i := range w.units.Menu().Items(row) {
		switch i.Label {
		case w.words.T("units.menu.copy_code"):
			if i.Action(); w.o.App.Clipboard().Content() != "08" {
				t.Errorf("copied %q", w.o.App.Clipboard().Content())
			}
		case w.words.T("units.menu.wards"):
			i.Action()
			if s := w.o.Units.State(); s.View != units.TableView || s.Table.Of != "08" {
				t.Error("the wards are not listed")
			}
		case w.words.T("units.menu.former"):
			if i.Action(); w.selected() != "08" || w.inspector.Scroll().Offset.Y == 0 {
				t.Error("what it was made of is not shown")
			}
		}
	}
}

// TestListStaysInANarrowWindow selects in a window with room for either the list or the
// inspector. Several rows can be selected, and the record opens only on request.
func TestListStaysInANarrowWindow(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(853, 480)) // 1280×720 at 150 %
	w.show(panelUnits)
	w.ui.Rest(t)
	seen := func(what string, list, detail bool) {
		t.Helper()
		w.ui.Rest(t)
		if w.arrangement.panes.list.Visible() != list || w.inspector.Content().Visible() != detail {
			t.Errorf("%s: the list is seen: %t, the inspector: %t", what, w.arrangement.panes.list.Visible(), w.inspector.Content().Visible())
		}
	}
	w.press(t, w.units.Panel().Tree(), "01", 0)
	seen("a row", true, false)
	w.press(t, w.units.Panel().Tree(), "04", ctrl)
	seen("a second row", true, false)
	if got := w.selected(); got != "01,04" {
		t.Errorf("selected are %s", got)
	}
	press(w.units.Panel().Tree(), fyne.KeyReturn)
	seen("Enter", false, true)
	w.show(panelUnits)
	seen("the place again", true, false)
	row, _ := w.o.Units.Row("01")
	w.press(t, w.units.Panel().Tree(), "01", 0)
	seen("another row", true, false)
	line(t, w.units.Panel().Tree(), "01").DoubleTapped(nil)
	seen("a double click", false, true)
	w.show(panelUnits)
	w.unitMenu(row, "units.menu.record")
	seen("the menu", false, true)
	w.show(panelUnits)
	w.window.Canvas().Focus(w.units.Panel().Search())
	w.units.Panel().Search().SetText("da nang")
	w.units.Panel().Search().OnSubmitted("")
	seen("the search", false, true)
}

// TestHistoryIsShownOfItsUnitAlone requests the history of a unit and shows another record
// before the history is complete.
func TestHistoryIsShownOfItsUnitAlone(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1280, 560))
	openTrip(t, w, "a")
	former, _ := w.o.Units.Row("22")
	other, _ := w.o.Units.Row("48")

	w.unitMenu(former, "units.menu.former")
	w.show(panelTrips)
	w.ui.Rest(t)
	if y := w.inspector.Scroll().Offset.Y; y != 0 {
		t.Errorf("the record of the trip is scrolled to %v", y)
	}
	w.show(panelUnits)
	w.ui.Rest(t)
	if w.inspector.Scroll().Offset.Y == 0 {
		t.Error("back in the units, what the unit was made of is not shown")
	}

	w.o.Units.Deselect()
	w.unitMenu(former, "units.menu.former")
	w.o.Units.Select(other)
	w.ui.Rest(t)
	if y := w.inspector.Scroll().Offset.Y; y != 0 {
		t.Errorf("the record of another unit is scrolled to %v", y)
	}
}

func TestEscCancelsADoubleClickThatIsNotAnswered(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	overHaNoi(t, w)
	before := w.mapView.View()
	w.units.DoubleClick(haNoi, false)
	w.commands.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	w.ui.Rest(t)
	if w.mapView.View() != before {
		t.Error("the map moves after Esc")
	}
}

func TestClosedInspectorStaysClosedInAnotherLanguage(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1280, 720))
	openTrip(t, w, "a")
	w.ui.Rest(t)
	w.inspector.close()
	w.setLanguage("vi")
	w.ui.Rest(t)
	if w.inspector.Content().Visible() {
		t.Error("the inspector is open again")
	}
}
