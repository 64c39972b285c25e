package ui

import (
	"net/url"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/present"
)

// click presses and lets go at a place of the map, as the toolkit does.
func click(m *mapView, x, y float32) {
	m.MouseDown(mouse(x, y, 0))
	m.MouseUp(mouse(x, y, 0))
}

func tap(m *mapView, x, y float32) {
	click(m, x, y)
	m.Tapped(&fyne.PointEvent{Position: fyne.NewPos(x, y)})
}

// road returns a place in the widget that lies on a road of the sample map.
func road(t *testing.T, w *testWindow) fyne.Position {
	t.Helper()
	h := present.Here{}
	where := present.Where{At: w.mapView.view.Center, Radius: 300, Zoom: 16}
	if present.RoadsOf(w.o.Lookup).HitTest(where, &h); !h.HasRoad {
		t.Fatal("there is no road near the middle of the test's map")
	}
	x, y := w.mapView.view.ToScreen(h.Road.Line[0])
	return fyne.NewPos(float32(x), float32(y))
}

func TestPointerTellsWhatLiesUnderIt(t *testing.T) {
	w, m, _ := newTestMap(t)
	at := road(t, w)
	m.MouseMoved(mouse(at.X, at.Y, 0))
	w.eventually(t, "the road in the status bar", func() bool {
		return strings.Contains(w.status.here.Text, " · "+w.words.T("here.way")+" ")
	})
	m.MouseOut()
	w.eventually(t, "an empty status bar", func() bool { return w.status.here.Text == "" })
}

func TestClickSelectsARoadAndEscapeLetsItGo(t *testing.T) {
	w, m, _ := newTestMap(t)
	at := road(t, w)
	click(m, at.X, at.Y)
	w.eventually(t, "the halo", func() bool { return len(m.marks) == 1 })
	if _, ok := m.marks[0].(overlay.Highlight); !ok {
		t.Errorf("the mark of a road is a %T", m.marks[0])
	}
	if w.inspector.content.Visible() {
		t.Error("the inspector came before it was sure to be no double click")
	}
	m.Tapped(&fyne.PointEvent{Position: at})
	w.eventually(t, "the inspector", w.inspector.content.Visible)
	if h, ok := w.inspector.shown.(present.Here); !ok || !h.HasRoad {
		t.Errorf("the inspector shows %T", w.inspector.shown)
	}
	w.stepBack()
	if w.inspector.content.Visible() || len(m.marks) != 0 {
		t.Error("Esc left the selection")
	}
	w.eventually(t, "the finder to forget", func() bool { return !w.finder.State().HasSelected })
}

func TestClickBesideEverythingSelectsNothing(t *testing.T) {
	w, m, _ := newTestMap(t)
	m.view.Center = geo.Point{Lat: 40, Lon: 1} // off the sample map
	tap(m, 100, 100)
	w.eventually(t, "the answer", func() bool { return !w.finder.State().HasSelected && !w.finderState.HasSelected })
	if w.inspector.content.Visible() || len(m.marks) != 0 {
		t.Error("something is selected where nothing is")
	}
	w.whatIsHere(m.where(fyne.NewPos(100, 100)))
	w.eventually(t, "the inspector of a place with nothing", w.inspector.content.Visible)
}

func TestFitShowsWhatIsSelected(t *testing.T) {
	w, m, _ := newTestMap(t)
	at := road(t, w)
	tap(m, at.X, at.Y)
	w.eventually(t, "the selected road", func() bool { return w.finderState.HasSelected })
	w.fit()
	if line := geo.BoundsOf(w.finderState.Selected.Road.Line...); m.fit != line {
		t.Errorf("fits %v, want the road at %v", m.fit, line)
	}
	w.dropHere()
	w.show(placeUnits)
	w.o.Units.Select(w.o.Units.State().Rows[0])
	w.eventually(t, "the selected province", func() bool { return w.unitsState.HasSelected })
	w.fit()
	if b := w.o.Units.Bounds(w.unitsState.Selected); b.Empty() || m.fit != b {
		t.Errorf("fits %v, want the province at %v", m.fit, b)
	}
}

func TestMeasuringWithThePointer(t *testing.T) {
	w, m, _ := newTestMap(t)
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyM})
	if w.status.here.Text != w.words.T("measure.begin") || !m.aiming {
		t.Fatalf("status %q, aiming %v", w.status.here.Text, m.aiming)
	}
	shown := func() overlay.Measure { return m.marks[len(m.marks)-1].(overlay.Measure) }
	tap(m, 100, 100)
	tap(m, 300, 100)
	m.MouseMoved(mouse(300, 200, 0))
	if o := shown(); len(o.Points) != 2 || !o.HasNext || o.Closed {
		t.Errorf("after two clicks: %+v", o)
	}
	if !m.note.content.Visible() || m.note.text.Text != w.status.here.Text || m.note.text.Text == "" {
		t.Errorf("note %q, status %q", m.note.text.Text, w.status.here.Text)
	}
	tap(m, 300, 300)
	tap(m, 100, 300)
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	if n := len(w.measure.Points); n != 3 {
		t.Errorf("%d points after Backspace", n)
	}
	tap(m, 102, 101) // the first point again
	if o := shown(); !o.Closed || m.aiming || w.measure.Area() == 0 {
		t.Errorf("not closed: %+v", o)
	}
	tap(m, 500, 500)
	if n := len(w.measure.Points); n != 1 || !m.aiming {
		t.Errorf("a click after the end: %d points", n)
	}
	click(m, 600, 500)
	click(m, 601, 500)
	m.DoubleTapped(&fyne.PointEvent{Position: fyne.NewPos(601, 500)})
	if n := len(w.measure.Points); n != 2 || m.aiming || !w.measuring || m.view.Zoom != 14 {
		t.Errorf("a double click: %d points, aiming %v", n, m.aiming)
	}
	w.stepBack()
	if w.measuring || len(m.marks) != 0 || m.note.content.Visible() || w.status.here.Text != "" {
		t.Error("Esc left something of the measurement")
	}
	if w.finder.State().HasSelected {
		t.Error("measuring has selected something")
	}
}

func TestMeasurementOutlivesANewLanguage(t *testing.T) {
	w, m, _ := newTestMap(t)
	w.toggleMeasure()
	tap(m, 100, 100)
	tap(m, 300, 100)
	w.setLanguage("vi")
	if m = w.mapView; len(m.marks) != 1 || !m.note.content.Visible() {
		t.Errorf("%d marks, note %q", len(m.marks), m.note.text.Text)
	}
}

func TestCoordinatesAreWrittenAndCopiedAsChosen(t *testing.T) {
	w, m, _ := newTestMap(t)
	m.view.Center, m.view.Zoom = geo.Point{Lat: 10.77653, Lon: 106.70098}, 15
	m.viewChanged()
	if got := w.status.cursor.Text; got != "10.77653, 106.70098" {
		t.Errorf("the middle of the map is at %q", got)
	}
	for _, c := range []struct {
		c      present.Coordinator
		prefix string
	}{
		{present.Coordinator{Form: present.FormDMS}, "10°46′"},
		{present.Coordinator{Form: present.FormUTM}, "UTM 48N 685"},
		{present.Coordinator{Form: present.FormVN2000}, "VN-2000 / 105°45′ 3° X 1191"},
		{present.Coordinator{Form: present.FormVN2000, Zones: present.ZonesNational}, "VN-2000 / 108°00′ 3° X 119"},
		{present.Coordinator{Form: present.FormVN2000, Meridian: 105.75}, "VN-2000 / 105°45′ 3° X 1191"},
	} {
		c.c.Lookup = w.o.Lookup
		w.setCoordinator(c.c)
		m.MouseMoved(mouse(400, 300, 0))
		text := w.status.cursor.Text
		if !strings.HasPrefix(text, c.prefix) {
			t.Errorf("%+v: %q", c.c, text)
		}
		menu := w.placeMenu(m.where(fyne.NewPos(400, 300)))
		menu.Items[0].Action()
		if got := w.o.App.Clipboard().Content(); got != text {
			t.Errorf("copied %q, want %q", got, text)
		}
		others := menu.Items[1].ChildMenu.Items
		if len(others) != len(present.CoordinateForms)-1 {
			t.Errorf("%+v: %d other forms", c.c, len(others))
		}
		for _, i := range others {
			if i.Action(); i.Label == text || w.o.App.Clipboard().Content() != i.Label {
				t.Errorf("%q copies %q", i.Label, w.o.App.Clipboard().Content())
			}
		}
		checked := 0
		for _, i := range w.coordinatesMenu().Items {
			if i.Checked {
				checked++
			}
		}
		if checked != 1 || w.coordinator() != c.c {
			t.Errorf("%+v: %d forms are checked, kept %+v", c.c, checked, w.coordinator())
		}
	}
}

// browser is an app that notes what it is asked to open.
type browser struct {
	fyne.App
	opened *url.URL
}

func (b *browser) OpenURL(u *url.URL) error { b.opened = u; return nil }

func TestContextMenuOfAPlace(t *testing.T) {
	w, m, _ := newTestMap(t)
	b := &browser{App: w.o.App}
	w.o.App = b
	m.TappedSecondary(&fyne.PointEvent{Position: fyne.NewPos(400, 300), AbsolutePosition: fyne.NewPos(700, 400)})
	if w.window.Canvas().Overlays().Top() == nil {
		t.Fatal("the other button opens nothing")
	}
	do := func(key string) {
		t.Helper()
		for _, i := range w.placeMenu(m.where(fyne.NewPos(500, 300))).Items {
			if i.Label == w.words.T(key) {
				i.Action()
				return
			}
		}
		t.Fatalf("the menu has no %q", w.words.T(key))
	}
	do("menu.measure_here")
	if len(w.measure.Points) != 1 || !w.measuring {
		t.Errorf("measures %+v", w.measure)
	}
	w.endMeasure()
	if b.opened != nil {
		t.Errorf("unasked, the browser opened %v", b.opened)
	}
	do("menu.open_browser")
	if b.opened == nil || b.opened.Host != "www.openstreetmap.org" {
		t.Errorf("the browser opened %v", b.opened)
	}
	at, _, _ := m.at(fyne.NewPos(500, 300))
	do("menu.zoom_here")
	if d := geo.Distance(at, m.view.Center); d > 1 || m.view.Zoom < 16 {
		t.Errorf("zoomed to %v, %.1f m away", m.view, d)
	}
}
