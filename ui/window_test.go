package ui

import (
	"context"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/present"
)

// noServer is a local server that is never asked for anything.
type noServer struct{}

func (noServer) Start(string, func(string)) error { return nil }
func (noServer) Addr() string                     { return "127.0.0.1:8080" }
func (noServer) Shutdown(context.Context) error   { return nil }
func (noServer) HasKey() bool                     { return true }
func (noServer) NewKey() (string, error)          { return "k", nil }

// newTestWindow makes the whole window on the embedded map, in English whatever the
// system speaks, on a driver without a screen.
func newTestWindow(t *testing.T) *testWindow {
	t.Helper()
	a := test.NewTempApp(t)
	ChooseLanguage(a.Preferences(), "en")
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	themes, err := style.Parse(assets.MapStyle)
	if err != nil {
		t.Fatal(err)
	}
	fonts, err := style.ParseFonts(theme.DefaultTextFont().Content(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	ui := &uiThread{}
	maps := present.NewMaps(e, present.MapsOptions{SampleName: data.SampleName, Sample: data.SamplePack})
	trips := present.NewTrips(e, maps.Bounds, nil, func([]string) {})
	w, err := NewWindow(Options{
		App: a, Style: themes, Fonts: fonts, Source: e, Lookup: e,
		Words: func(l string) (present.Words, error) { return present.LoadWords(assets.Translations(), l) },
		Maps:  maps, Trips: trips, Units: present.NewUnits(e),
		Server:  present.NewServer(noServer{}, "127.0.0.1:8080"),
		Samples: func() {},
		Do:      ui.do,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		trips.Close()
		w.drawer.Close()
		w.borders.Close()
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	ui.run()
	return &testWindow{w, ui}
}

// testWindow is a window whose UI thread is the test's.
type testWindow struct {
	*Window
	ui *uiThread
}

// eventually does what the presenters have the UI thread do until something is
// there.
func (w *testWindow) eventually(t *testing.T, what string, there func() bool) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for w.ui.run(); !there(); w.ui.run() {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
		time.Sleep(time.Millisecond)
	}
}

// patience is how long the slowest of machines may take for one step.
const patience = 30 * time.Second

// uiThread keeps what is to be done on the UI thread until the test does it: the
// toolkit's driver for tests would do it at once on any goroutine.
type uiThread struct {
	mu    sync.Mutex
	queue []func()
}

func (u *uiThread) do(fn func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.queue = append(u.queue, fn)
}

func (u *uiThread) run() {
	for {
		u.mu.Lock()
		queue := u.queue
		u.queue = nil
		u.mu.Unlock()
		if len(queue) == 0 {
			return
		}
		for _, fn := range queue {
			fn()
		}
	}
}

// TestEveryPlaceFitsASmallLaptop builds each place in each language, with text
// half as large again, and asks whether it still fits a window of a laptop.
func TestEveryPlaceFitsASmallLaptop(t *testing.T) {
	w := newTestWindow(t)
	for _, l := range present.Languages {
		for _, large := range []bool{false, true} {
			w.setLanguage(l.Tag)
			if large {
				w.o.App.Settings().SetTheme(&largeText{newPalette(ThemeLight)})
			}
			for p := range numPlaces {
				w.show(p)
				size := w.window.Content().MinSize()
				if size.Width > 1280 || size.Height > 720 {
					t.Errorf("%s, large text %v: place %d wants %v", l.Tag, large, p, size)
				}
			}
		}
	}
}

// largeText is a palette with text at 150 %.
type largeText struct{ palette }

func (l *largeText) Size(name fyne.ThemeSizeName) float32 {
	size := l.palette.Size(name)
	switch name {
	case theme.SizeNameText, theme.SizeNameCaptionText, theme.SizeNameSubHeadingText, theme.SizeNameHeadingText:
		return size * 1.5
	}
	return size
}

func TestChosenPlaceAloneIsSeen(t *testing.T) {
	w := newTestWindow(t)
	for p := range numPlaces {
		w.show(p)
		for i, o := range w.lists.Objects {
			if o.Visible() != (place(i) == p) {
				t.Errorf("place %d chosen: place %d visible is %v", p, i, o.Visible())
			}
		}
	}
}

func TestInspectorComesWithASelectionAndGoesWithEscape(t *testing.T) {
	w := newTestWindow(t)
	if w.inspector.content.Visible() {
		t.Fatal("the inspector is there before anything is selected")
	}
	w.show(placeUnits)
	w.o.Units.Select(w.o.Units.State().Rows[0])
	w.eventually(t, "the inspector", w.inspector.content.Visible)
	w.stepBack()
	w.eventually(t, "the inspector to go", func() bool { return !w.inspector.content.Visible() })
}

func TestOpenedTripIsOnTheMapAndInTheInspector(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1200, 800))
	w.o.Trips.OpenFrom(present.Source{Name: "x", Read: func(context.Context) ([]trace.Trip, error) {
		var trip trace.Trip
		for i := range 5 {
			trip.Observations = append(trip.Observations, match.Observation{Point: geo.Point{Lat: 42.5079 + 0.0005*float64(i), Lon: 1.5262 + 0.002*float64(i)}})
		}
		return []trace.Trip{trip}, nil
	}})
	w.eventually(t, "the matched trip", func() bool {
		s := w.tripsState
		trip, ok := s.Trip()
		return ok && trip.Stage == present.Done
	})
	w.eventually(t, "points and route on the map", func() bool { return len(w.mapView.overlays) >= 2 })
	w.eventually(t, "the inspector", w.inspector.content.Visible)
}

func TestMapZoomsAtTheCursorAndClickIsNoDrag(t *testing.T) {
	w := newTestWindow(t)
	m := w.mapView
	m.Resize(fyne.NewSize(800, 600))
	m.resize(800, 600)
	m.view.Center, m.view.Zoom = geo.Point{Lat: 42.55, Lon: 1.58}, 12
	at := fyne.NewPos(200, 450)
	before, _, _ := m.at(at)
	m.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: at}, Scrolled: fyne.NewDelta(0, 25)})
	after, _, _ := m.at(at)
	if d := geo.Distance(before, after); m.view.Zoom <= 12 || d > 0.5 {
		t.Errorf("zoom %.2f, the point under the cursor moved %.2f m", m.view.Zoom, d)
	}
	clicks := 0
	m.onClick = func(present.Where) { clicks++ }
	press := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary}
	m.MouseDown(press)
	m.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at}, Dragged: fyne.NewDelta(30, 0)})
	m.MouseUp(press)
	if clicks != 0 {
		t.Error("a drag was taken for a click")
	}
	m.MouseDown(press)
	m.MouseUp(press)
	if clicks != 1 {
		t.Errorf("%d clicks, want 1", clicks)
	}
}

func TestLanguageSwitchesEveryWord(t *testing.T) {
	w := newTestWindow(t)
	w.setLanguage("en")
	english := buttonTexts(w.window.Content())
	w.setLanguage("vi")
	for _, text := range buttonTexts(w.window.Content()) {
		if english[text] != "" {
			t.Errorf("%q is on a button in both languages", text)
		}
	}
}

// buttonTexts returns the texts of all buttons under o.
func buttonTexts(o fyne.CanvasObject) map[string]string {
	found := map[string]string{}
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *button:
			if o.Text != "" {
				found[o.Text] = o.Text
			}
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child)
			}
		case *container.Split:
			walk(o.Leading)
			walk(o.Trailing)
		case *container.Scroll:
			walk(o.Content)
		}
	}
	walk(o)
	return found
}
