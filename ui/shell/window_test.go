// SPDX-License-Identifier: MIT

package shell

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/maps"
	"roadsnap/ui/mapview"
	"roadsnap/ui/server"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
	"roadsnap/ui/units"
)

// noServer is a local server for windows that do not use it.
type noServer struct{}

func (noServer) Start(string, server.Settings) error   { return nil }
func (noServer) Addr() string                          { return "127.0.0.1:8080" }
func (noServer) Shutdown(context.Context) error        { return nil }
func (noServer) Keys() []server.Key                    { return []server.Key{{ID: "1", Name: "desktop"}} }
func (noServer) NewKey(string) (string, error)         { return "k", nil }
func (noServer) RevokeKey(string) error                { return nil }
func (noServer) Traffic() server.Traffic               { return server.Traffic{} }
func (noServer) Settings() server.Settings             { return server.Settings{} }
func (noServer) Keep(server.Settings)                  {}
func (noServer) Example(string) (server.Example, bool) { return server.Example{}, false }
func (noServer) Compatible() []string                  { return nil }
func (noServer) Reachable() []string                   { return nil }

// newTestWindow returns a window with the embedded map, in English whatever the system
// language is, on a driver without a screen.
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
	ui := jobtest.New(t)
	mapsModel := maps.NewModel(e, maps.Options{Jobs: ui.Jobs, SampleName: data.SampleName, Sample: data.SamplePack})
	tripsModel := trips.NewModel(trips.Options{Jobs: ui.Jobs, Matcher: trips.MatcherOf(e), Bounds: mapsModel.Bounds, Remember: func([]string) {}})
	w, err := NewWindow(Options{
		App: a, Jobs: ui.Jobs, Style: themes, Fonts: fonts, Source: e, Lookup: e, Search: e,
		Words: func(l string) (text.Catalogue, error) { return text.Load(assets.Translations(), l) },
		Maps:  mapsModel, Trips: tripsModel, Ways: e.Ways, Place: e.NearestPlace, Atlas: e.Atlas, Units: units.NewModel(ui.Jobs, e),
		Server:  server.NewModel(ui.Jobs, noServer{}, "127.0.0.1:8080"),
		Samples: func() {},
		Do:      ui.Post,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ui.Jobs.Close(time.Minute)
		w.mapView.drawer.Close()
		w.mapView.borders.Close()
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		software.NewCanvas().Capture() // drops renderers that have not been used for a minute
	})
	ui.Rest(t)
	return &testWindow{w, ui, t}
}

// testWindow is a window whose UI goroutine is the test's.
type testWindow struct {
	*Window
	ui *jobtest.UI
	t  *testing.T
}

// eventually runs posted functions until a condition holds.
func (w *testWindow) eventually(t *testing.T, what string, there func() bool) {
	t.Helper()
	w.ui.Until(t, what, there)
}

// TestEveryPlaceFitsASmallLaptop checks that each panel in each language fits the window
// of a small laptop, with text at 150 %.
func TestEveryPlaceFitsASmallLaptop(t *testing.T) {
	w := newTestWindow(t)
	for _, l := range text.Languages {
		for _, large := range []bool{false, true} {
			w.setLanguage(l.Tag)
			if large {
				w.o.App.Settings().SetTheme(&largeText{kit.NewPalette(kit.ThemeLight)})
			}
			for p := range numPanels {
				w.show(p)
				size := w.window.Content().MinSize()
				if size.Width > 1280 || size.Height > 720 {
					t.Errorf("%s, large text %v: place %d wants %v", l.Tag, large, p, size)
				}
			}
		}
	}
}

// TestTextSizeIsKept chooses the size of texts, as the menu does, and opens the window again.
func TestTextSizeIsKept(t *testing.T) {
	w := newTestWindow(t)
	usual := theme.TextSize()
	item := func(percent string) *fyne.MenuItem {
		for _, i := range textSizeItem(w.words, w.settings.textSize(), w.setTextSize).ChildMenu.Items {
			if strings.HasPrefix(i.Label, percent) {
				return i
			}
		}
		t.Fatalf("no text size %s", percent)
		return nil
	}
	item("130").Action()
	if got := theme.TextSize(); math.Abs(float64(got-1.3*usual)) > 0.01 {
		t.Errorf("texts have the size %v, want 130 %% of %v", got, usual)
	}
	if !item("130").Checked || item("100").Checked {
		t.Error("the menu does not show the chosen size")
	}
	w.o.App.Settings().SetTheme(theme.DefaultTheme())
	if _, err := NewWindow(w.o); err != nil {
		t.Fatal(err)
	}
	if got := theme.TextSize(); math.Abs(float64(got-1.3*usual)) > 0.01 {
		t.Errorf("a new window has texts of the size %v", got)
	}
	w.settings.SetFloat(prefTextSize, 1000)
	if got := w.settings.palette().Size(theme.SizeNameText); got != usual {
		t.Errorf("texts of 1000 %% have the size %v, want %v", got, usual)
	}
}

// largeText is a palette with text at 150 %.
type largeText struct{ kit.Palette }

func (l *largeText) Size(name fyne.ThemeSizeName) float32 {
	size := l.Palette.Size(name)
	switch name {
	case theme.SizeNameText, theme.SizeNameCaptionText, theme.SizeNameSubHeadingText, theme.SizeNameHeadingText:
		return size * 1.5
	}
	return size
}

func TestChosenPlaceAloneIsSeen(t *testing.T) {
	w := newTestWindow(t)
	for p := range numPanels {
		w.show(p)
		for i, o := range w.arrangement.lists.Objects {
			if o.Visible() != (panel(i) == p) {
				t.Errorf("place %d chosen: place %d visible is %v", p, i, o.Visible())
			}
		}
	}
}

func TestInspectorComesWithASelectionAndGoesWithEscape(t *testing.T) {
	w := newTestWindow(t)
	if w.inspector.Content().Visible() {
		t.Fatal("the inspector is there before anything is selected")
	}
	w.show(panelUnits)
	w.o.Units.Select(w.o.Units.State().Rows[0])
	w.eventually(t, "the inspector", w.inspector.Content().Visible)
	w.commands.stepBack()
	w.eventually(t, "the inspector to go", func() bool { return !w.inspector.Content().Visible() })
}

func TestOpenedTripIsOnTheMapAndInTheInspector(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1200, 800))
	w.o.Trips.OpenFrom(trips.Source{Name: "x", Read: func(context.Context, geo.Bounds) ([]trace.Trip, error) {
		var trip trace.Trip
		for i := range 5 {
			trip.Observations = append(trip.Observations, match.Observation{Point: geo.Point{Lat: 42.5079 + 0.0005*float64(i), Lon: 1.5262 + 0.002*float64(i)}})
		}
		return []trace.Trip{trip}, nil
	}})
	w.eventually(t, "the matched trip", func() bool {
		s := w.o.Trips.State()
		trip, ok := s.Trip()
		return ok && trip.Stage == trips.Done
	})
	w.eventually(t, "points and route on the map", func() bool { return len(w.mapView.Layer(mapview.LayerTrips).Overlays()) >= 2 })
	w.eventually(t, "the inspector", w.inspector.Content().Visible)
}

func TestRecordOfAPointIsOfTheTripAsItIsNow(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1280, 720))
	var trip trace.Trip
	for i := range 5 {
		trip.Observations = append(trip.Observations, match.Observation{Point: geo.Point{Lat: 42.5079 + 0.0005*float64(i), Lon: 1.5262 + 0.002*float64(i)}})
	}
	w.o.Trips.OpenFrom(trips.Source{Name: "x", Read: func(context.Context, geo.Bounds) ([]trace.Trip, error) { return []trace.Trip{trip}, nil }})
	w.ui.Rest(t)
	matched, ok := w.o.Trips.State().Trip()
	if !ok || matched.Stage != trips.Done {
		t.Fatalf("the trip is at stage %v", matched.Stage)
	}
	version := func() any {
		card, _ := w.tools.Card(w.settings.coordinator())
		return card.Version
	}
	before := *matched
	before.Stage = trips.Matching
	w.tools.TripChanged(&before)
	where := w.tools.Where(trip.Observations[3].Point)
	where.Trip = &before
	w.tools.Inspect(where)
	w.ui.Rest(t)
	if h, _ := w.tools.Selected(); !h.HasFix || h.Fix.Trip != &before || w.inspector.Shown() != version() {
		t.Fatalf("the record of the point is not shown: %+v", h)
	}
	w.tripsChanged()
	h, _ := w.tools.Selected()
	if _, known := h.Fix.Matched(); !known || w.inspector.Shown() != version() {
		t.Error("the record is of the trip as it was")
	}
	w.tools.Inspect(where) // its result refers to the old version of the trip
	w.ui.Rest(t)
	if h, _ := w.tools.Selected(); h.Fix.Trip != matched {
		t.Error("a late answer is of the trip as it was")
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

func TestMapShowsWhatItWasAskedForThoughTheWindowIsRebuilt(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1280, 720))
	w.ui.Rest(t)
	block := geo.Bounds{South: 10.77, West: 106.69, North: 10.78, East: 106.70}
	w.mapView.ShowBounds(block)
	w.rebuild()
	w.ui.Rest(t)
	if v := w.mapView.View(); v.Zoom < 12 || !v.Bounds().Contains(geo.Point{Lat: 10.775, Lon: 106.695}) {
		t.Errorf("the map shows %v at zoom %v", v.Center, v.Zoom)
	}
}

// buttonTexts returns the texts of all buttons under o.
func buttonTexts(o fyne.CanvasObject) map[string]string {
	found := map[string]string{}
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *kit.Button:
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

// pressAt returns an event of the primary mouse button at a position in a widget.
func pressAt(x, y float32, held fyne.KeyModifier) *desktop.MouseEvent {
	return &desktop.MouseEvent{
		PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y), AbsolutePosition: fyne.NewPos(x, y)},
		Button:     desktop.MouseButtonPrimary, Modifier: held,
	}
}
