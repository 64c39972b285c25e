// SPDX-License-Identifier: MIT

package shell

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"roadsnap/engine/geo"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/units"
)

// overHaNoi shows the north of Vietnam on the map of w and returns the position of a point
// in Hà Nội.
func overHaNoi(t *testing.T, w *testWindow) fyne.Position {
	t.Helper()
	w.window.Resize(fyne.NewSize(1300, 800))
	m := w.mapView
	m.Resize(fyne.NewSize(800, 600))
	m.SetView(view.Viewport{Center: geo.Point{Lat: 21, Lon: 105.8}, Zoom: 8, Width: 800, Height: 600, Scale: 1})
	return fyne.NewPos(400, 300)
}

func TestClickOnTheMapSelectsTheUnit(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	at := overHaNoi(t, w)
	click(w.mapView.Map, at.X, at.Y)
	w.eventually(t, "Hà Nội in the inspector", func() bool {
		return w.inspector.Title() == "Ha Noi City" && w.inspector.Content().Visible()
	})
	if !w.mapView.Fitted().Empty() {
		t.Error("one click moved the map")
	}
	click(w.mapView.Map, at.X, at.Y)
	w.mapView.DoubleTapped(&fyne.PointEvent{Position: at})
	w.eventually(t, "the second click to zoom to it", func() bool { return !w.mapView.Fitted().Empty() || w.mapView.View().Zoom != 8 })
	w.commands.stepBack()
	if w.inspector.Content().Visible() {
		t.Error("Esc does not close the record")
	}
	w.commands.stepBack()
	w.eventually(t, "nothing selected", func() bool { return !w.o.Units.State().HasSelected })

	w.show(panelTrips)
	click(w.mapView.Map, at.X, at.Y)
	w.ui.Rest(t)
	if w.o.Units.State().HasSelected {
		t.Error("a click in the place Trips selects a unit")
	}
}

// haNoi is a point in Hà Nội.
var haNoi = geo.Point{Lat: 21, Lon: 105.8}

func TestClickThatIsAnsweredLateLeavesWhatWasChosenMeanwhile(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	overHaNoi(t, w)
	other, _ := w.o.Units.Row("04")
	w.units.Click(haNoi, false)
	w.units.Click(haNoi, true)
	w.units.DoubleClick(haNoi, false)
	w.unitMenu(other, "units.menu.record")
	if got := w.selected(); got != "04" || w.mapView.Fitted().Contains(haNoi) {
		t.Errorf("selected %s, the map shows %v; want the unit that was chosen last", got, w.mapView.Fitted())
	}
	w.units.Click(haNoi, false)
	if w.o.Units.Deselect(); w.selected() != "" {
		t.Errorf("selected %s after all was let go", w.selected())
	}
}

func TestQuickClicksWithCtrlAllCount(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	overHaNoi(t, w)
	w.units.Click(haNoi, false)
	w.units.Click(geo.Point{Lat: 22.7, Lon: 106.2}, true)
	w.units.Click(geo.Point{Lat: 22.1, Lon: 105.2}, true)
	if got := w.selected(); got != "01,04,08" {
		t.Errorf("selected %s", got)
	}
}

func TestUnitUnderTheCursorIsNamed(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	at := overHaNoi(t, w)
	w.mapView.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
	w.ui.Rest(t)
	if name, detail := w.mapView.plate.Said(); name != "Ha Noi City" || detail != "01" {
		t.Errorf("the cursor is in %q, %q", name, detail)
	}
	if w.units.Panel().Tree().Pointed() != "01" {
		t.Errorf("the list marks %q", w.units.Panel().Tree().Pointed())
	}
	w.mapView.MouseOut()
	if name, _ := w.mapView.plate.Said(); name != "" || w.units.Panel().Tree().Pointed() != "" {
		t.Error("it is named still when the cursor has gone")
	}
	for _, p := range []panel{panelTrips, panelMaps, panelServer} {
		w.show(p)
		w.mapView.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
		w.ui.Rest(t)
		if name, _ := w.mapView.plate.Said(); name != "Ha Noi City" {
			t.Errorf("in place %d the cursor is in %q", p, name)
		}
		w.mapView.MouseOut()
	}
}

func TestChoosingAUnitBringsItIntoView(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	overHaNoi(t, w)
	choose := func(code string) {
		row, _ := w.o.Units.Row(code)
		w.unitMenu(row, "units.menu.record")
		w.ui.Rest(t)
	}
	choose("01")
	if w.mapView.View().Zoom != 8 {
		t.Error("the map moves to a unit that it shows already")
	}
	choose("79")
	if !w.mapView.View().Bounds().Contains(geo.Point{Lat: 10.78, Lon: 106.7}) {
		t.Error("the map does not move to a unit that lies elsewhere")
	}
	w.tapTip("tip.country")
	for name, p := range map[string]geo.Point{"Hoàng Sa": {Lat: 16.5, Lon: 112}, "Trường Sa": {Lat: 9.7, Lon: 114.3}, "Cà Mau": {Lat: 8.6, Lon: 104.7}} {
		if !w.mapView.Fitted().Contains(p) {
			t.Errorf("the view of the country is without %s", name)
		}
	}
}

func TestTableHasRoomAndGivesItBack(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	before := w.arrangement.panes.listWidth
	w.o.Units.Show(units.TableView)
	w.ui.Rest(t)
	if w.arrangement.panes.listWidth < tableWidth || w.units.Panel().Tree().Visible() {
		t.Errorf("the list is %v wide", w.arrangement.panes.listWidth)
	}
	w.show(panelTrips)
	if w.arrangement.panes.listWidth != before {
		t.Errorf("in another place the list is %v wide, was %v", w.arrangement.panes.listWidth, before)
	}
	w.show(panelUnits)
	w.o.Units.Show(units.TreeView)
	w.ui.Rest(t)
	if w.arrangement.panes.listWidth != before {
		t.Errorf("the list is %v wide, was %v", w.arrangement.panes.listWidth, before)
	}
}

func TestRecordIsCopiedAsJSON(t *testing.T) {
	w := newTestWindow(t)
	row, _ := w.o.Units.Row("79")
	w.unitMenu(row, "units.menu.copy_json")
	w.ui.Rest(t)
	if text := w.o.App.Clipboard().Content(); !strings.Contains(text, `"prov_code": "79"`) || !strings.Contains(text, `"viewport"`) {
		t.Errorf("copied %s", text)
	}
	w.unitMenu(row, "units.menu.copy_border")
	w.eventually(t, "the copy with the border", func() bool { return w.clipboard.units == 0 })
	if text := w.o.App.Clipboard().Content(); !strings.Contains(text, `"coordinates"`) {
		t.Errorf("copied of the border %.200s", text)
	}
}

func TestBordersOfWardsAreAskedForWhereOnlyTheOverviewIs(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	w.ui.Rest(t)
	if !w.units.Panel().AsksForBorders() {
		t.Error("nothing says how to install borders")
	}
	asked := make(chan files.Question, 1)
	w.o.Picker = openPicker{asked: asked}
	w.opener.boundaries()
	if q := <-asked; len(q.Extensions) == 0 || q.Extensions[0] != "geojson" {
		t.Errorf("asked %+v", q)
	}
}

// openPicker records the question and does not answer.
type openPicker struct {
	brokenPicker
	asked chan files.Question
}

func (p openPicker) Open(q files.Question, _ func(string, error)) { p.asked <- q }

func TestExportAsksForTheFormatAndThePlace(t *testing.T) {
	w := newTestWindow(t)
	asked := make(chan files.Question, 1)
	w.o.Picker = savePicker{asked: asked}
	row, _ := w.o.Units.Row("79")
	w.o.Units.Select(row)
	w.exports.AskUnits(w.o.Units.Batch(units.ScopeSelected))
	if w.window.Canvas().Overlays().Top() == nil {
		t.Fatal("no dialog asks for the format")
	}
	w.files.Hide()
	w.commands.typedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	select {
	case q := <-asked:
		t.Errorf("Enter agrees to a dialog that is closed, and asks %+v", q)
	default:
	}
	w.exports.AskUnits(w.o.Units.Batch(units.ScopeSelected))
	w.commands.typedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if q := <-asked; q.Name != "79_ho_chi_minh.geojson" {
		t.Errorf("Enter asked %+v", q)
	}
}

// TestUnitUnderTheCursorIsTheOneThatAClickMeans checks that at low zooms the status bar
// names the province, though its wards are known.
func TestUnitUnderTheCursorIsTheOneThatAClickMeans(t *testing.T) {
	w := newTestWindow(t)
	w.o.Maps.OpenPack(wardPack(t))
	w.eventually(t, "borders of wards", func() bool { return w.o.Units.State().Borders.Wards })
	overHaNoi(t, w)
	for _, c := range []struct {
		zoom         float64
		name, detail string
	}{{6, "Ha Noi City", "01"}, {12, "Ba Dinh Ward", "00004 · Ha Noi City"}} {
		v := w.mapView.View()
		v.Center, v.Zoom = geo.Point{Lat: 21.5, Lon: 105.5}, c.zoom
		w.mapView.SetView(v)
		w.mapView.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(400, 300)}})
		w.ui.Rest(t)
		if name, detail := w.mapView.plate.Said(); name != c.name || detail != c.detail {
			t.Errorf("at zoom %v the cursor is in %q, %q", c.zoom, name, detail)
		}
	}
}

func TestExplanationGoesWithTheChecks(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	w.o.Units.Show(units.FaultsView)
	w.mapView.plate.Show("Overlap", "Ha Noi City, Cao Bang Province, Tuyen Quang Province, Dien Bien Province, Lai Chau Province")
	if name, _ := w.mapView.plate.Said(); name != "Overlap" || len(textsIn(w.mapView.plate.Content)) < 3 {
		t.Errorf("the plate shows %q in lines %q", name, textsIn(w.mapView.plate.Content))
	}
	w.o.Units.Show(units.TreeView)
	w.ui.Rest(t)
	if name, _ := w.mapView.plate.Said(); name != "" {
		t.Errorf("next to the tree the map says %q", name)
	}
}

// tapTip presses the button that has a tip.
func (w *testWindow) tapTip(key string) {
	w.t.Helper()
	for _, o := range test.LaidOutObjects(w.window.Content()) {
		if b, is := o.(*kit.Button); is && b.Tip() == w.words.T(key) {
			b.Tapped(nil)
			return
		}
	}
	w.t.Fatalf("no button has the tip %q", w.words.T(key))
}
