// SPDX-License-Identifier: MIT

package mapview

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/text"
)

// bench is a map of Andorra, 800 by 600, with the elements on top of it, alone in
// a window. The test controls its clock.
type bench struct {
	*Map
	t      *testing.T
	ui     *jobtest.UI
	window fyne.Window
	theme  style.Theme
	clock  time.Time
	events
}

// events counts the events of the map.
type events struct{ clicks, taps int }

func (e *events) Hovered(geo.Point, bool)                        {}
func (e *events) Clicked(geo.Point, fyne.KeyModifier)            { e.clicks++ }
func (e *events) Tapped(geo.Point)                               { e.taps++ }
func (e *events) DoubleClicked(geo.Point, fyne.KeyModifier) bool { return false }
func (e *events) MenuAsked(geo.Point, fyne.Position)             {}
func (e *events) ViewChanged(view.Viewport)                      {}
func (e *events) PictureShown()                                  {}

func newBench(t *testing.T) *bench {
	t.Helper()
	test.NewTempApp(t)
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
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, ui: jobtest.New(t), theme: themes.Light, clock: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	drawer := mapdraw.NewMap(e, themes.Light, mapdraw.Options{Fonts: fonts, OnTile: func() { b.ui.Post(func() { b.Recompose() }) }})
	b.window = test.NewTempWindow(t, nil)
	b.window.SetPadded(false)
	b.Map = New(Options{
		Drawer: drawer, Canvas: b.window.Canvas(), Jobs: b.ui.Jobs, Post: b.ui.Post, Ground: themes.Light.Background,
		Animated: func() bool { return true }, Handler: &b.events, Plate: NewNamePlate(),
		Chrome: NewChrome(words, themes.Light, func() {}, func() {}, func() {}, func() {}),
	})
	b.now = func() time.Time { return b.clock }
	t.Cleanup(func() {
		b.ui.Jobs.Close(time.Minute)
		drawer.Close()
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	b.window.SetContent(b.Content())
	b.window.Resize(fyne.NewSize(800, 600))
	b.resize(800, 600, 800)
	b.SetView(view.Viewport{Center: geo.Point{Lat: 42.5079, Lon: 1.5262}, Zoom: 14, Width: 800, Height: 600, Scale: 1})
	return b
}
