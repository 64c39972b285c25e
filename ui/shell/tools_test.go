// SPDX-License-Identifier: MIT

package shell

import (
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/mapview"
	"roadsnap/ui/pointer"
	"roadsnap/ui/text"
	"roadsnap/ui/units"
)

// click presses and releases the mouse at a position on the map, as the toolkit does.
func click(m *mapview.Map, x, y float32) {
	m.MouseDown(pressAt(x, y, 0))
	m.MouseUp(pressAt(x, y, 0))
}

func tap(m *mapview.Map, x, y float32) {
	click(m, x, y)
	m.Tapped(&fyne.PointEvent{Position: fyne.NewPos(x, y)})
}

// onRoad returns a position in the widget on a road of the sample map.
func onRoad(t *testing.T, w *testWindow) fyne.Position {
	t.Helper()
	h := pointer.Hit{}
	where := pointer.Where{At: w.mapView.View().Center, Radius: 300, Zoom: 16}
	if pointer.RoadsOf(w.o.Lookup).HitTest(where, &h); !h.HasRoad {
		t.Fatal("there is no road near the middle of the test's map")
	}
	x, y := w.mapView.View().ToScreen(h.Road.Line[0])
	return fyne.NewPos(float32(x), float32(y))
}

func TestPointerTellsWhatLiesUnderIt(t *testing.T) {
	w, m := newTestMap(t)
	at := onRoad(t, w)
	m.MouseMoved(pressAt(at.X, at.Y, 0))
	w.eventually(t, "the road in the status bar", func() bool {
		return strings.Contains(w.status.here.Text, " · "+w.words.T("here.way")+" ")
	})
	m.MouseOut()
	w.eventually(t, "an empty status bar", func() bool { return w.status.here.Text == "" })
}

func TestClickSelectsARoadAndEscapeLetsItGo(t *testing.T) {
	w, m := newTestMap(t)
	at := onRoad(t, w)
	click(m, at.X, at.Y)
	w.eventually(t, "the halo", func() bool { return len(m.Layer(mapview.LayerMarks).Overlays()) == 1 })
	if _, ok := m.Layer(mapview.LayerMarks).Overlays()[0].(overlay.Highlight); !ok {
		t.Errorf("the mark of a road is a %T", m.Layer(mapview.LayerMarks).Overlays()[0])
	}
	if w.inspector.Content().Visible() {
		t.Error("the inspector came before it was sure to be no double click")
	}
	m.Tapped(&fyne.PointEvent{Position: at})
	w.eventually(t, "the inspector", w.inspector.Content().Visible)
	if h, _ := w.tools.Selected(); w.inspector.Subject() != any(h.At) || !h.HasRoad {
		t.Errorf("the inspector shows %T", w.inspector.Subject())
	}
	w.commands.stepBack()
	if w.inspector.Content().Visible() || len(m.Layer(mapview.LayerMarks).Overlays()) != 0 {
		t.Error("Esc left the selection")
	}
	w.eventually(t, "the finder to forget", func() bool { return !w.clicked() })
}

func TestClickBesideEverythingSelectsNothing(t *testing.T) {
	w, m := newTestMap(t)
	m.SetView(viewAt(m, geo.Point{Lat: 40, Lon: 1}, m.View().Zoom)) // off the sample map
	tap(m, 100, 100)
	w.eventually(t, "the answer", func() bool { return !w.clicked() })
	if w.inspector.Content().Visible() || len(m.Layer(mapview.LayerMarks).Overlays()) != 0 {
		t.Error("something is selected where nothing is")
	}
	w.tools.Inspect(w.tools.Where(m.PointAt(fyne.NewPos(100, 100))))
	w.eventually(t, "the inspector of a place with nothing", w.inspector.Content().Visible)
}

func TestFitShowsWhatIsSelected(t *testing.T) {
	w, m := newTestMap(t)
	at := onRoad(t, w)
	tap(m, at.X, at.Y)
	w.eventually(t, "the selected road", func() bool { return w.clicked() })
	w.commands.fit()
	if m.Fitted() != w.tools.Bounds() {
		t.Errorf("fits %v, want the road at %v", m.Fitted(), w.tools.Bounds())
	}
	w.tools.Drop()
	w.show(panelUnits)
	w.o.Units.Select(w.o.Units.State().Rows[0])
	w.eventually(t, "the selected province", func() bool { return w.o.Units.State().HasSelected })
	w.commands.fit()
	if b := w.o.Units.Bounds(w.o.Units.State().Selected); b.Empty() || m.Fitted() != b {
		t.Errorf("fits %v, want the province at %v", m.Fitted(), b)
	}
}

func TestMeasuringWithThePointer(t *testing.T) {
	w, m := newTestMap(t)
	w.commands.typedKey(&fyne.KeyEvent{Name: fyne.KeyM})
	if w.status.here.Text != w.words.T("measure.begin") || m.Cursor() != desktop.CrosshairCursor {
		t.Fatalf("status %q, aiming %v", w.status.here.Text, m.Cursor() == desktop.CrosshairCursor)
	}
	shown := func() overlay.Measure {
		return w.measuredLine()
	}
	tap(m, 100, 100)
	tap(m, 300, 100)
	m.MouseMoved(pressAt(300, 200, 0))
	if o := shown(); len(o.Points) != 2 || !o.HasNext || o.Closed {
		t.Errorf("after two clicks: %+v", o)
	}
	if _, noted := m.Note(); noted == "" || noted != w.status.here.Text {
		t.Errorf("note %q, status %q", noted, w.status.here.Text)
	}
	tap(m, 300, 300)
	tap(m, 100, 300)
	w.commands.typedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	if n := len(w.measuredLine().Points); n != 3 {
		t.Errorf("%d points after Backspace", n)
	}
	tap(m, 102, 101) // the first point again
	if o := shown(); !o.Closed || m.Cursor() == desktop.CrosshairCursor || len(w.measuredLine().Points) < 3 {
		t.Errorf("not closed: %+v", o)
	}
	tap(m, 500, 500)
	if n := len(w.measuredLine().Points); n != 1 || m.Cursor() != desktop.CrosshairCursor {
		t.Errorf("a click after the end: %d points", n)
	}
	click(m, 600, 500)
	click(m, 601, 500)
	m.DoubleTapped(&fyne.PointEvent{Position: fyne.NewPos(601, 500)})
	if n := len(w.measuredLine().Points); n != 2 || m.Cursor() == desktop.CrosshairCursor || !w.tools.Measuring() || m.View().Zoom != 14 {
		t.Errorf("a double click: %d points, aiming %v", n, m.Cursor() == desktop.CrosshairCursor)
	}
	w.commands.stepBack()
	if _, noted := m.Note(); w.tools.Measuring() || len(m.Layer(mapview.LayerMarks).Overlays()) != 0 || noted != "" || w.status.here.Text != "" {
		t.Error("Esc left something of the measurement")
	}
	if w.clicked() {
		t.Error("measuring has selected something")
	}
}

func TestMeasurementOutlivesANewLanguage(t *testing.T) {
	w, m := newTestMap(t)
	w.tools.ToggleMeasure()
	tap(m, 100, 100)
	tap(m, 300, 100)
	w.setLanguage("vi")
	m = w.mapView.Map
	if _, noted := m.Note(); len(m.Layer(mapview.LayerMarks).Overlays()) != 1 || noted == "" {
		t.Errorf("%d marks, note %q", len(m.Layer(mapview.LayerMarks).Overlays()), noted)
	}
}

func TestCoordinatesAreWrittenAndCopiedAsChosen(t *testing.T) {
	w, m := newTestMap(t)
	m.SetView(viewAt(m, geo.Point{Lat: 10.77653, Lon: 106.70098}, 15))
	m.SetView(m.View())
	if got := w.status.cursor.Text; got != "10.77653, 106.70098" {
		t.Errorf("the middle of the map is at %q", got)
	}
	for _, c := range []struct {
		c      text.Coordinator
		prefix string
	}{
		{text.Coordinator{Form: text.FormDMS}, "10°46′"},
		{text.Coordinator{Form: text.FormUTM}, "UTM 48N 685"},
		{text.Coordinator{Form: text.FormVN2000}, "VN-2000 / 105°45′ 3° X 1191"},
		{text.Coordinator{Form: text.FormVN2000, Zones: text.ZonesNational}, "VN-2000 / 108°00′ 3° X 119"},
		{text.Coordinator{Form: text.FormVN2000, Meridian: 105.75}, "VN-2000 / 105°45′ 3° X 1191"},
	} {
		w.setCoordinator(c.c)
		m.MouseMoved(pressAt(400, 300, 0))
		w.ui.Rest(t)
		written := w.status.cursor.Text
		if !strings.HasPrefix(written, c.prefix) {
			t.Errorf("%+v: %q", c.c, written)
		}
		menu := w.menuAt(t, fyne.NewPos(400, 300))
		menu.Items[0].Action()
		if got := w.o.App.Clipboard().Content(); got != written {
			t.Errorf("copied %q, want %q", got, written)
		}
		others := menu.Items[1].ChildMenu.Items
		if len(others) != len(text.CoordinateForms)-1 {
			t.Errorf("%+v: %d other forms", c.c, len(others))
		}
		for _, i := range others {
			if i.Action(); i.Label == written || w.o.App.Clipboard().Content() != i.Label {
				t.Errorf("%q copies %q", i.Label, w.o.App.Clipboard().Content())
			}
		}
		checked := 0
		for _, i := range coordinateItems(w.words, w.settings.coordinator(), w.setCoordinator) {
			if i.Checked {
				checked++
			}
		}
		if checked != 1 || w.settings.coordinator() != c.c {
			t.Errorf("%+v: %d forms are checked, kept %+v", c.c, checked, w.settings.coordinator())
		}
	}
}

// menuAt returns the context menu of a position in the map widget.
func (w *testWindow) menuAt(t *testing.T, at fyne.Position) *fyne.Menu {
	t.Helper()
	var menu *fyne.Menu
	where := w.tools.Where(w.mapView.PointAt(at))
	w.o.Units.At(where.At, view.MaxZoom, func(row units.Row, found bool) { menu = w.placeMenu.Of(where, row, found) })
	w.ui.Rest(t)
	return menu
}

func TestOneMenuOpensAndNoneOverADialog(t *testing.T) {
	w, m := newTestMap(t)
	p := w.tools.Where(m.PointAt(fyne.NewPos(400, 300)))
	overlays := w.window.Canvas().Overlays()
	w.placeMenu.Ask(p.At, fyne.NewPos(500, 300))
	w.placeMenu.Ask(p.At, fyne.NewPos(600, 300))
	w.ui.Rest(t)
	if n := len(overlays.List()); n != 1 {
		t.Fatalf("%d menus are open", n)
	}
	overlays.Top().Hide()
	w.placeMenu.Ask(p.At, fyne.NewPos(500, 300))
	w.exports.AskPicture()
	dialog := overlays.Top()
	w.ui.Rest(t)
	if dialog == nil || overlays.Top() != dialog {
		t.Errorf("over the dialog is a %T", overlays.Top())
	}
}

func TestContextMenuOfAPlace(t *testing.T) {
	w, m := newTestMap(t)
	m.TappedSecondary(&fyne.PointEvent{Position: fyne.NewPos(400, 300), AbsolutePosition: fyne.NewPos(700, 400)})
	w.ui.Rest(t)
	if w.window.Canvas().Overlays().Top() == nil {
		t.Fatal("the other button opens nothing")
	}
	do := func(key string) {
		t.Helper()
		for _, i := range w.menuAt(t, fyne.NewPos(500, 300)).Items {
			if i.Label == w.words.T(key) {
				i.Action()
				return
			}
		}
		t.Fatalf("the menu has no %q", w.words.T(key))
	}
	do("menu.measure_here")
	if len(w.measuredLine().Points) != 1 || !w.tools.Measuring() {
		t.Errorf("measures %+v", w.measuredLine())
	}
	w.tools.PutAway()
	at := m.PointAt(fyne.NewPos(500, 300))
	do("menu.zoom_here")
	if d := geo.Distance(at, m.View().Center); d > 1 || m.View().Zoom < 16 {
		t.Errorf("zoomed to %v, %.1f m away", m.View(), d)
	}
}

func TestArrowsMoveTheMapByAQuarter(t *testing.T) {
	w, m := newTestMap(t)
	for key, want := range map[fyne.KeyName][2]float64{
		fyne.KeyLeft: {200, 0}, fyne.KeyRight: {-200, 0}, fyne.KeyUp: {0, 150}, fyne.KeyDown: {0, -150},
	} {
		before := m.View()
		w.commands.typedKey(&fyne.KeyEvent{Name: key})
		if dx, dy := gone(m, before); math.Abs(dx-want[0]) > 0.01 || math.Abs(dy-want[1]) > 0.01 {
			t.Errorf("%s: moved by %.1f, %.1f, want %v", key, dx, dy, want)
		}
	}
}

// gone returns how far the map has moved since it showed before (logical pixels).
func gone(m *mapview.Map, before view.Viewport) (dx, dy float64) {
	x, y := m.View().ToScreen(before.Center)
	return x - float64(m.View().Width)/2, y - float64(m.View().Height)/2
}

// newTestMap shows Andorra in a map of 800 × 600 in the window.
func newTestMap(t *testing.T) (*testWindow, *mapview.Map) {
	t.Helper()
	w := newTestWindow(t)
	m := w.mapView.Map
	m.Resize(fyne.NewSize(800, 600))
	w.ui.Rest(t) // it has shown all of Andorra
	m.SetView(view.Viewport{Center: geo.Point{Lat: 42.5079, Lon: 1.5262}, Zoom: 14, Width: 800, Height: 600, Scale: 1})
	return w, m
}

// viewAt returns the viewport of the map, moved to a place and zoomed.
func viewAt(m *mapview.Map, at geo.Point, zoom float64) view.Viewport {
	v := m.View()
	v.Center, v.Zoom = at, zoom
	return v
}

// clicked reports whether the map marks a clicked object.
func (w *testWindow) clicked() bool {
	_, is := w.tools.Selected()
	return is
}

// measuredLine returns the measured line on the map.
func (w *testWindow) measuredLine() overlay.Measure {
	marks := w.mapView.Layer(mapview.LayerMarks).Overlays()
	return marks[len(marks)-1].(overlay.Measure)
}
