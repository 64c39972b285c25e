// SPDX-License-Identifier: MIT

package shell_test

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/engine/tripfile"
	"roadsnap/engine/workspace"
	"roadsnap/internal/workbook"
	"roadsnap/ui/corrections"
	"roadsnap/ui/export"
	"roadsnap/ui/fares"
	"roadsnap/ui/gis"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/keeper"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maps"
	"roadsnap/ui/places"
	"roadsnap/ui/reports"
	"roadsnap/ui/server"
	"roadsnap/ui/shell"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
	"roadsnap/ui/units"
	"roadsnap/ui/zones"
)

// patience is the timeout of every wait in the tests, far longer than a busy machine needs.
const patience = time.Minute

// driver drives one window as a user does: it reads the visible texts, taps, types and
// drags. Only open depends on how the window is created.
type driver struct {
	t       *testing.T
	app     *appDouble
	window  fyne.Window
	picker  *pickerDouble
	server  *serverDouble
	view    func() view.Viewport
	hasty   bool        // do not wait for work, which goes on until the test ends it
	ui      *jobtest.UI // runs the UI on the goroutine of the test
	closed  chan struct{}
	samples []trips.Source // the sample trips
	folder  string         // of the workspace; "" keeps no trips
	hovered desktop.Hoverable
}

// start opens a window of the usual size in English, with the sample map.
func start(t *testing.T) *driver {
	t.Helper()
	d := &driver{t: t, app: &appDouble{App: test.NewTempApp(t)}, samples: embeddedTrips(t)}
	shell.ChooseLanguage(d.app.Preferences(), "en")
	d.open()
	d.resize(1300, 820)
	return d
}

// restart ends the program and starts it again with the same preferences.
func (d *driver) restart() {
	d.t.Helper()
	d.quit()
	d.open()
}

// quit ends the program as the menu does, and waits until it has ended.
func (d *driver) quit() {
	d.t.Helper()
	d.app.window.close()
	d.until("the end of the program", func() bool {
		select {
		case <-d.closed:
			return true
		default:
			return false
		}
	})
	d.closed = nil
}

var parsedStyle = sync.OnceValues(func() (style.Style, error) { return style.Parse(assets.MapStyle) })

var parsedFonts = sync.OnceValues(func() (*style.Fonts, error) {
	return style.ParseFonts(theme.DefaultTextFont().Content(), nil, nil)
})

// open creates the window as the program does.
func (d *driver) open() {
	d.t.Helper()
	fail := func(err error) {
		d.t.Helper()
		if err != nil {
			d.t.Fatal(err)
		}
	}
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	fail(err)
	fail(e.OpenBytes(data.SampleName, data.SamplePack))
	style, err := parsedStyle()
	fail(err)
	fonts, err := parsedFonts()
	fail(err)
	prefs := d.app.Preferences()
	const recent = "recent"
	var tripsModel *trips.Model
	d.ui = jobtest.New(d.t)
	jobs, post := d.ui.Jobs, d.ui.Post
	packs := maps.NewModel(e, maps.Options{
		Jobs: jobs, SampleName: data.SampleName, Sample: data.SamplePack, Installed: func() { tripsModel.Rematch() },
	})
	var w *shell.Window
	var corrector corrections.Corrector
	exporting := export.TripOptions{Matcher: trips.MatcherOf(e)}
	var fareKeeper fares.Keeper
	var placeKeeper places.Keeper
	var zoneKeeper zones.Keeper
	var reportKeeper reports.Keeper
	var layerKeeper gis.Keeper
	var backups shell.BackupKeeper
	options := trips.Options{
		Jobs: jobs, Matcher: trips.MatcherOf(e), Bounds: packs.Bounds, Recent: prefs.StringList(recent), Profile: shell.ChosenProfile(prefs),
		Remember: func(paths []string) { prefs.SetStringList(recent, paths) },
	}
	if d.folder != "" {
		kept, err := workspace.Open(d.t.Context(), filepath.Join(d.folder, "trips.db"))
		fail(err)
		d.t.Cleanup(func() { _ = kept.Close() })
		k := keeper.Keeper{Workspace: kept, Engine: e}
		options.Keeper, exporting.Keeper, corrector, fareKeeper, placeKeeper, zoneKeeper, reportKeeper, layerKeeper, backups = k, k, k, k, k, k, k, k, k
		options.KeepFailed = func(err error) { w.ShowError(err) }
		options.EditRefused = options.KeepFailed
	}
	tripsModel = trips.NewModel(options)
	closed := make(chan struct{})
	d.picker = &pickerDouble{wake: func() { post(func() {}) }}
	d.server, d.closed = &serverDouble{}, closed
	w, err = shell.NewWindow(shell.Options{
		App: d.app, Jobs: jobs, Style: style, Fonts: fonts, Source: e, Lookup: e, Search: e, Version: "1.2.3",
		Words: func(l string) (text.Catalogue, error) { return text.Load(assets.Translations(), l) },
		Maps:  packs, Trips: tripsModel, Ways: e.Ways, Place: e.NearestPlace, Atlas: e.Atlas, Streets: e.StreetWards, Units: units.NewModel(jobs, e),
		Server: server.NewModel(jobs, d.server, "127.0.0.1:0"), Picker: d.picker,
		Samples:     func() { packs.VisitSample(func() { tripsModel.OpenFrom(d.samples...) }) },
		OnClosed:    func(bool) { close(closed); post(func() {}) },
		Do:          post,
		Corrector:   corrector,
		User:        "Lan",
		Exporting:   exporting,
		Fares:       fareKeeper,
		Places:      placeKeeper,
		Zones:       zoneKeeper,
		Reports:     reportKeeper,
		Layers:      layerKeeper,
		Backups:     backups,
		PrintFolder: func() (string, error) { return d.folder, nil },
		Books:       func(w io.Writer) (tripfile.Book, error) { return workbook.New(w) },
	})
	fail(err)
	d.window, d.view = d.app.window, w.View
	d.t.Cleanup(func() {
		if d.closed == closed {
			d.quit()
		}
		if err := e.Close(); err != nil {
			d.t.Error(err)
		}
		// The toolkit keeps renderers, and with them the whole window. Its driver for tests drops
		// none; this picture drops those that have not been used for a minute.
		software.NewCanvas().Capture()
	})
	w.Show()
	if d.folder != "" {
		tripsModel.Reopen()
	}
	d.settle()
}

// embeddedTrips returns the embedded sample trips.
func embeddedTrips(t *testing.T) (sources []trips.Source) {
	names, err := fs.Glob(data.Trips(), "*.gpx")
	if err != nil {
		t.Error(err)
	}
	for _, name := range names {
		sources = append(sources, trips.Source{Name: name, Read: func(ctx context.Context, _ geo.Bounds) ([]trace.Trip, error) {
			f, err := data.Trips().Open(name)
			if err != nil {
				return nil, err
			}
			defer func() { _ = f.Close() }() // held in memory, cannot fail
			return trace.Read(ctx, f, name, trace.Options{})
		}})
	}
	return sources
}

// thing is a text or a picture that is visible in the window.
type thing struct {
	text string // of a text
	icon string // name of an icon
	at   fyne.Position
	size fyne.Size
	// over holds its ancestors, the window's content first, and overAt their positions.
	over   []fyne.CanvasObject
	overAt []fyne.Position
}

func (x thing) center() fyne.Position { return x.at.AddXY(x.size.Width/2, x.size.Height/2) }

// things returns the visible things in drawing order. While a dialog or a menu is open,
// the window behind it is included only if all.
func (d *driver) things(all bool) (list []thing) {
	c := d.window.Canvas()
	roots := c.Overlays().List()
	if all || len(roots) == 0 {
		roots = slices.Concat([]fyne.CanvasObject{c.Content()}, roots)
	} else {
		roots = roots[len(roots)-1:]
	}
	for _, root := range roots {
		list = appendThings(list, root, fyne.Position{}, nil, nil)
	}
	return list
}

func appendThings(list []thing, o fyne.CanvasObject, at fyne.Position, over []fyne.CanvasObject, overAt []fyne.Position) []thing {
	if o == nil || !o.Visible() {
		return list
	}
	at = at.Add(o.Position())
	over, overAt = append(slices.Clip(over), o), append(slices.Clip(overAt), at)
	found := thing{at: at, size: o.Size(), over: over, overAt: overAt}
	var children []fyne.CanvasObject
	switch o := o.(type) {
	case *widget.RichText:
		found.text = o.String()
	case *canvas.Text:
		found.text = o.Text
	case *canvas.Image:
		if o.Resource != nil {
			found.icon = o.Resource.Name()
		}
	case *fyne.Container:
		children = o.Objects
	case fyne.Widget:
		children = test.WidgetRenderer(o).Objects()
	}
	if found.text != "" || found.icon != "" {
		list = append(list, found)
	}
	for _, child := range children {
		list = appendThings(list, child, at, over, overAt)
	}
	return list
}

// texts returns all visible texts.
func (d *driver) texts() (list []string) {
	for _, x := range d.things(true) {
		if x.text != "" {
			list = append(list, x.text)
		}
	}
	return list
}

// sees reports whether any visible text contains a text.
func (d *driver) sees(text string) bool {
	return slices.ContainsFunc(d.texts(), func(s string) bool { return strings.Contains(s, text) })
}

// until waits until a condition holds and meanwhile runs the functions posted to the UI
// goroutine.
func (d *driver) until(what string, holds func() bool) {
	d.t.Helper()
	if !d.ui.Wait(patience, holds) {
		d.t.Fatalf("waited in vain for %s; visible: %q", what, d.texts())
	}
}

// settle waits until the window is idle, unless the test is hasty.
func (d *driver) settle() {
	d.t.Helper()
	if d.ui.Drain(); !d.hasty {
		d.until("the end of all work", d.ui.Jobs.Idle)
	}
}

// waitFor waits until texts are visible.
func (d *driver) waitFor(texts ...string) {
	d.t.Helper()
	for _, text := range texts {
		d.until(fmt.Sprintf("%q", text), func() bool { return d.sees(text) })
	}
}

// waitGone waits until texts are no longer visible.
func (d *driver) waitGone(texts ...string) {
	d.t.Helper()
	for _, text := range texts {
		d.until(fmt.Sprintf("%q to go", text), func() bool { return !d.sees(text) })
	}
}

// mustSee fails the test if a text is not visible now.
func (d *driver) mustSee(texts ...string) {
	d.t.Helper()
	d.settle()
	for _, text := range texts {
		if !d.sees(text) {
			d.t.Errorf("%q is not visible; visible: %q", text, d.texts())
		}
	}
}

// mustNotSee fails the test if a text is visible now.
func (d *driver) mustNotSee(texts ...string) {
	d.t.Helper()
	d.settle()
	for _, text := range texts {
		if d.sees(text) {
			d.t.Errorf("%q is visible; visible: %q", text, d.texts())
		}
	}
}

// find returns the visible text that is equal to a text or, without one, the first that
// contains it.
func (d *driver) find(text string) (thing, bool) {
	list := d.things(false)
	for _, same := range []func(string, string) bool{func(a, b string) bool { return a == b }, strings.Contains} {
		for _, x := range list {
			if x.text != "" && same(x.text, text) {
				return x, true
			}
		}
	}
	return thing{}, false
}

func (d *driver) mustFind(text string) thing {
	d.t.Helper()
	d.settle()
	x, found := d.find(text)
	if !found {
		d.t.Fatalf("%q is not visible; visible: %q", text, d.texts())
	}
	return x
}

// valueOf returns the text to the right of a text, as the value of a fact.
func (d *driver) valueOf(text string) string {
	d.settle()
	return besideIn(d.things(false), text)
}

// recorded returns the value of a fact of the record to the right of the map.
func (d *driver) recorded(fact string) string {
	d.t.Helper()
	m, at := d.theMap()
	left := func(x thing) bool { return x.at.X < at.X+m.Size().Width }
	return besideIn(slices.DeleteFunc(d.things(false), left), fact)
}

func besideIn(list []thing, text string) string { return thingBesideIn(list, text).text }

// thingBesideIn returns the text to the right of a text, the zero thing if there is none.
func thingBesideIn(list []thing, text string) thing {
	for _, x := range list {
		if x.text != text {
			continue
		}
		best, y := thing{}, x.center().Y
		for _, o := range list {
			right := o.at.X > x.at.X && o.at.Y < y && y < o.at.Y+o.size.Height
			if o.text != "" && right && (best.text == "" || o.at.X < best.at.X) {
				best = o
			}
		}
		if best.text != "" {
			return best
		}
	}
	return thing{}
}

// below returns the next text below a text, as the second line of a row.
func (d *driver) below(text string) string {
	d.settle()
	list := d.things(false)
	for _, x := range list {
		if x.text != text {
			continue
		}
		best := thing{}
		for _, o := range list {
			under := o.at.Y > x.at.Y && o.at.X < x.center().X && x.center().X < o.at.X+o.size.Width
			if o.text != "" && under && (best.text == "" || o.at.Y < best.at.Y) {
				best = o
			}
		}
		if best.text != "" {
			return best.text
		}
	}
	return ""
}
