// SPDX-License-Identifier: MIT

package shell

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/ui/files"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/maps"
	"roadsnap/ui/mapview"
	"roadsnap/ui/server"
	"roadsnap/ui/trips"
)

// openTrip opens a short trip in the town in w and waits until it is matched.
func openTrip(t *testing.T, w *testWindow, name string) {
	t.Helper()
	w.o.Trips.OpenFrom(trips.Source{Name: name, Read: func(context.Context, geo.Bounds) ([]trace.Trip, error) {
		trip := trace.Trip{Name: name}
		for i := range 3 {
			trip.Observations = append(trip.Observations, match.Observation{Point: geo.Point{Lat: 42.5079, Lon: 1.5262 + 0.001*float64(i)}})
		}
		return []trace.Trip{trip}, nil
	}})
	w.eventually(t, name, func() bool {
		trip, ok := w.o.Trips.State().Trip()
		return ok && trip.Name == name && trip.Stage == trips.Done
	})
}

func press(o fyne.Focusable, key fyne.KeyName) { o.TypedKey(&fyne.KeyEvent{Name: key}) }

func TestKeysWorkFromListsAndFields(t *testing.T) {
	w := newTestWindow(t)
	for name, focused := range map[string]fyne.Focusable{
		"trips": w.trips.Focusable(), "units": w.units.Panel().Tree(), "search": w.units.Panel().Search(), "address": w.server.Address,
		"button": kit.NewButton("a", nil, nil), "choice": kit.NewChoice([]string{"a"}), "link": kit.NewLink("", nil),
	} {
		press(focused, fyne.KeyF11)
		if !w.arrangement.fullMap {
			t.Errorf("F11 in %s does not leave the map alone", name)
		}
		press(focused, fyne.KeyEscape)
		if w.arrangement.fullMap {
			t.Errorf("Esc in %s does not bring the rest back", name)
		}
	}
}

func TestEscapeStepsBackOneThingAtATime(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelTrips)
	openTrip(t, w, "a")
	w.commands.showKeys()
	escape := func() { w.commands.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}) }
	escape()
	if w.window.Canvas().Overlays().Top() != nil || !w.inspector.Content().Visible() {
		t.Fatal("the first Esc did not close the dialog alone")
	}
	escape()
	if _, selected := w.o.Trips.State().Trip(); !selected || w.inspector.Content().Visible() {
		t.Fatal("the second Esc did not close the inspector alone")
	}
	w.inspector.toggle()
	if !w.inspector.Content().Visible() {
		t.Fatal("the inspector did not come back")
	}
	escape()
	escape()
	if _, selected := w.o.Trips.State().Trip(); selected {
		t.Error("the last Esc did not leave the trip")
	}
}

func TestDeleteBehindADialogDoesNothing(t *testing.T) {
	w := newTestWindow(t)
	openTrip(t, w, "a")
	w.commands.about()
	w.commands.typedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if n := len(w.o.Trips.State().Trips); n != 1 {
		t.Errorf("%d trips, want 1", n)
	}
}

func TestUnrelatedChangesRebuildNothing(t *testing.T) {
	w := newTestWindow(t)
	openTrip(t, w, "a")
	selected, _ := w.o.Trips.State().Trip()
	menu := w.window.MainMenu()
	openTrip(t, w, "b")
	w.o.Trips.Select(selected.ID)
	w.eventually(t, "the first trip again", func() bool { return w.inspector.Subject() == any(selected.ID) })
	w.ui.Rest(t) // its figures
	if w.window.MainMenu() != menu {
		t.Error("the menu was made again though no recent file changed")
	}
	body := slices.Clone(w.inspector.Body().Objects)
	w.o.Trips.SetNote(w.o.Trips.State().Trips[1].ID, "a note")
	w.ui.Rest(t)
	if !slices.Equal(w.inspector.Body().Objects, body) {
		t.Error("the inspector was made again though its trip did not change")
	}
	w.o.Trips.Open(filepath.Join(t.TempDir(), "gone.gpx"))
	w.eventually(t, "a menu with the recent file", func() bool { return w.window.MainMenu() != menu })
}

func TestButtonsStayUnderTheCursorWhileNumbersChange(t *testing.T) {
	w := newTestWindow(t)
	state := server.State{Running: true, Address: "127.0.0.1:8080", Key: "k"}
	w.server.Show(state)
	before := slices.Clone(w.server.Body.Objects)
	state.Traffic = server.Traffic{Total: 7, Recent: []server.Request{{Method: "GET", Path: "/healthz", Status: 200}}, Seconds: []server.Second{{Requests: 7}}}
	w.server.Show(state)
	if !slices.Equal(w.server.Body.Objects, before) || w.server.Count.Text != "7" {
		t.Error("a request has the server's buttons made again, or is not counted")
	}
}

func TestSearchOutlivesAnotherLanguage(t *testing.T) {
	w := newTestWindow(t)
	w.commands.search()
	w.units.Panel().Search().SetText("bến thành")
	w.setLanguage("vi")
	if w.units.Panel().Search().Text != "bến thành" {
		t.Errorf("the search is now %q", w.units.Panel().Search().Text)
	}
	w.eventually(t, "one ward", func() bool { return len(w.o.Units.State().Rows) == 1 })
	w.units.Panel().Search().OnSubmitted(w.units.Panel().Search().Text)
	w.eventually(t, "the ward in the inspector", func() bool { return w.inspector.Title() == "Phường Bến Thành" })
}

func TestToolkitsDialogWhereTheDesktopHasNone(t *testing.T) {
	furnishHome(t)
	w := newTestWindow(t) // with no picker
	for name, ask := range map[string]func(){"traces": w.opener.traces, "map": w.opener.pack, "extract": w.opener.extract, "save": func() { w.opener.importFrom("/a.osm.pbf") }} {
		ask()
		top := w.window.Canvas().Overlays().Top()
		if top == nil {
			t.Errorf("%s: no dialog", name)
			continue
		}
		w.files.Hide()
	}
	w.o.Picker = brokenPicker{}
	w.opener.traces()
	w.eventually(t, "the dialog in place of the broken one", func() bool { return w.window.Canvas().Overlays().Top() != nil })
}

// furnishHome creates a home with the folders that the toolkit's file dialog offers. The
// dialog logs an error for each missing one.
func furnishHome(t *testing.T) {
	t.Helper()
	home := t.TempDir()
	t.Setenv("HOME", home)
	for name, variable := range map[string]string{
		"Desktop": "DESKTOP", "Documents": "DOCUMENTS", "Downloads": "DOWNLOAD", "Music": "MUSIC", "Pictures": "PICTURES", "Videos": "VIDEOS",
	} {
		folder := filepath.Join(home, name)
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv("XDG_"+variable+"_DIR", folder)
	}
}

type brokenPicker struct{}

func (brokenPicker) Open(_ files.Question, done func(string, error)) { go done("", files.ErrNoPicker) }
func (brokenPicker) Save(_ files.Question, done func(string, error)) { go done("", files.ErrNoPicker) }

func (brokenPicker) Folder(_ files.Question, done func(string, error)) {
	go done("", files.ErrNoPicker)
}

// savePicker records the question and does not answer.
type savePicker struct {
	brokenPicker
	asked chan files.Question
}

func (p savePicker) Save(q files.Question, _ func(string, error)) { p.asked <- q }

func TestDroppedFilesGoWhereTheyBelong(t *testing.T) {
	w := newTestWindow(t)
	picker := savePicker{asked: make(chan files.Question, 1)}
	w.o.Picker = picker
	folder := t.TempDir()
	drop := func(names ...string) {
		var uris []fyne.URI
		for _, n := range names {
			uris = append(uris, storage.NewFileURI(filepath.Join(folder, n)))
		}
		w.opener.dropped(fyne.Position{}, uris)
	}
	drop("hanoi.OSM.pbf")
	w.files.Agree() // to the list of the files
	var q files.Question
	select {
	case q = <-picker.asked:
	default:
		t.Error("an extract: not asked where the map is to go")
	}
	if q.Name != "hanoi.rsp" || q.Folder != folder || w.arrangement.panel != panelMaps {
		t.Errorf("an extract: asked %+v in place %d", q, w.arrangement.panel)
	}
	w.show(panelTrips)
	drop("city.RSP")
	w.eventually(t, "the error of a map that is not there", func() bool { return w.o.Maps.State().Problem.Sentence == "error.no_file" })
	if w.arrangement.panel != panelMaps {
		t.Errorf("a pack: place %d", w.arrangement.panel)
	}
	drop("a.gpx", "b.csv")
	w.eventually(t, "two trips", func() bool { return len(w.o.Trips.State().Trips) == 2 })
	if first := w.o.Trips.State().Trips[0]; w.arrangement.panel != panelTrips || w.o.Trips.State().Selected != first.ID {
		t.Errorf("traces: place %d, selected %v", w.arrangement.panel, w.o.Trips.State().Selected)
	}
}

func TestFirstPictureIsToldOnceAndComplete(t *testing.T) {
	w := newTestWindow(t)
	calls := 0
	w.o.OnFirstPicture = func() { calls++ }
	w.mapView.Resize(fyne.NewSize(400, 300))
	known := w.lastMaps
	w.lastMaps = nil
	mapEvents{w.Window}.PictureShown()
	if calls != 0 {
		t.Fatal("called before the map was known")
	}
	w.lastMaps = known
	w.eventually(t, "the first picture", func() bool { return calls > 0 })
	w.mapView.Recompose()
	w.eventually(t, "another picture", func() bool { return w.ui.Jobs.Idle() })
	if calls != 1 {
		t.Errorf("called %d times", calls)
	}
}

func TestStatusShowsTheWorkOnTheMap(t *testing.T) {
	w := newTestWindow(t)
	w.status.showWork(trips.Work{Left: 2}, 0, maps.State{Busy: true, Progress: maps.Progress{Stage: "maps.stage.roads", Done: 1, Total: 4}}, trips.TrafficState{})
	if got := w.status.work.Text; got != w.words.T("maps.stage.roads")+" 25 % · "+w.words.T("status.matching", "n", "2") {
		t.Errorf("status %q", got)
	}
	w.status.showWork(trips.Work{}, 0, maps.State{}, trips.TrafficState{})
	if w.status.work.Text != "" || w.status.cancel.Visible() {
		t.Error("work is shown though there is none")
	}
}

func TestTripSelectedAgainIsDrawnFromTheSameLines(t *testing.T) {
	w := newTestWindow(t)
	openTrip(t, w, "a")
	trip, _ := w.o.Trips.State().Trip()
	raw := func() *geo.Point {
		for _, o := range w.mapView.Layer(mapview.LayerTrips).Overlays() {
			if r, ok := o.(overlay.RawTrace); ok {
				return &r.Points[0]
			}
		}
		return nil
	}
	w.ui.Rest(t)
	before := raw()
	w.o.Trips.Deselect()
	w.eventually(t, "no trip on the map", func() bool { return raw() == nil })
	w.o.Trips.Select(trip.ID)
	w.eventually(t, "the trip again", func() bool { return raw() != nil })
	if before == nil || raw() != before {
		t.Error("its points were copied again")
	}
}
