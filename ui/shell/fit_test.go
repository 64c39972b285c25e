// SPDX-License-Identifier: MIT

package shell_test

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"roadsnap/assets"
	"roadsnap/ui/shell"
	"roadsnap/ui/text"
)

// fitCase is a size of the window (logical pixels) and one of texts (percent).
type fitCase struct {
	size fyne.Size
	text float64
}

// TestDialogsFit opens every dialog of the menu, and those that open from dialogs and records of
// trips, in small windows: one of 1024 × 640, a laptop's of 1366 × 768 at 150 %, and a laptop's of
// 1280 × 800 with the largest texts. It fails if a text or a picture of a dialog is outside the window or its own place, or is shortened, unless it
// scrolls.
func TestDialogsFit(t *testing.T) {
	if testing.Short() {
		t.Skip("opens everything")
	}
	for _, language := range []string{"vi", "en"} {
		for _, c := range []fitCase{{fyne.NewSize(1024, 640), 100}, {fyne.NewSize(910, 512), 100}, {fyne.NewSize(1280, 720), 130}} {
			size := c.size
			t.Run(fmt.Sprintf("%s %.0f × %.0f, text at %v %%", language, size.Width, size.Height, c.text), func(t *testing.T) {
				d := startKeeping(t)
				shell.ChooseLanguage(d.app.Preferences(), language)
				d.app.Preferences().SetFloat("text.size", c.text)
				d.restart()
				d.resize(size.Width, size.Height)
				if w := d.window.Content().MinSize(); w.Width > size.Width || w.Height > size.Height {
					t.Errorf("the window is at least %v large", w)
				}
				d.drop(write(t, "xe tải.csv", walkedTrip), delivery(t, "two", "51D-777.77", "2026-11-20T08:30:00+07:00"))
				d.until("the trips to be matched", d.ui.Jobs.Idle)
				fit := &fitWalk{d: d, size: size, said: map[string]bool{}}
				menuWalk{d, func(string) {}, fit.look}.run()
				fit.others()
				const least = 15
				if fit.dialogs < least {
					t.Errorf("only %d dialogs were seen, want %d", fit.dialogs, least)
				}
			})
		}
	}
}

// fitWalk looks for what does not fit.
type fitWalk struct {
	d       *driver
	size    fyne.Size
	dialogs int
	said    map[string]bool
}

// others opens the dialogs that no item of the menu opens by itself.
func (w *fitWalk) others() {
	d, t := w.d, w.d.t
	words, err := text.Load(assets.Translations(), shell.ChosenLanguage(d.app.Preferences()))
	if err != nil {
		t.Fatal(err)
	}
	s := &screens{driver: d, words: words}
	show := func(key string) {
		d.waitFor(words.T(key))
		w.look(key)
	}
	d.drop(d.oddWorkbook("tracker.xlsx", "51C-678.90"))
	show("mapping.save")
	d.closeOverlays()
	d.answer(write(t, "tracks.gpx", `<gpx version="1.1"><trk><name>`+strings.Repeat("Giao hàng từ kho ", 3)+`</name><trkseg><trkpt lat="42.5063" lon="1.5218"><time>2026-11-20T08:00:00Z</time></trkpt>`+
		`<trkpt lat="42.5064" lon="1.5219"/></trkseg></trk><rte><name>b</name><rtept lat="42.5063" lon="1.5218"/><rtept lat="42.5064" lon="1.5219"/></rte></gpx>`))
	s.choose("menu.file", "menu.mapping")
	show("tracks.none")
	d.closeOverlays()
	s.choose("menu.edit", "menu.sites", "menu.zones")
	for _, tab := range []string{"visits", "days", "times", "roads"} {
		d.tap(words.T("zones.tab." + tab))
		w.look(tab)
	}
	d.answer("zones.kml")
	d.tap(words.T("zones.tab.list"))
	d.tap(words.T("zones.import"))
	show("zones.import.sizes")
	d.closeOverlays()
}

// look checks the open dialog.
func (w *fitWalk) look(where string) {
	top := w.d.window.Canvas().Overlays().Top()
	if top == nil {
		return
	}
	w.dialogs++
	w.d.resize(w.size.Width, w.size.Height+1) // lays out what the toolkit's driver for tests leaves
	w.d.resize(w.size.Width, w.size.Height)
	w.check(where, top, fyne.Position{}, w.size)
}

// check checks an object at a position of the window; below is the right lower corner of the part
// of the window that is visible there.
func (w *fitWalk) check(where string, o fyne.CanvasObject, at fyne.Position, space fyne.Size) {
	if o == nil || !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	complain := func(format string, args ...any) {
		if text := where + ": " + fmt.Sprintf(format, args...); !w.said[text] {
			w.said[text] = true
			w.d.t.Error(text)
		}
	}
	const slack = 1 // logical pixels
	inside := func(size fyne.Size) bool {
		return at.X >= -slack && at.Y >= -slack && at.X+size.Width <= space.Width+slack && at.Y+size.Height <= space.Height+slack
	}
	var children []fyne.CanvasObject
	switch o := o.(type) {
	case *container.Scroll, *widget.Entry, *widget.Table, *widget.List:
		if !inside(o.Size()) {
			complain("a %T of %v is at %v", o, o.Size(), at)
		}
		return
	case *canvas.Text:
		if o.Text != "" && (!inside(o.MinSize()) || o.MinSize().Width > o.Size().Width+slack) {
			complain("%q of %v is at %v, and has %v", o.Text, o.MinSize(), at, o.Size())
		}
	case *canvas.Image:
		if o.Resource != nil && !inside(o.Size()) {
			complain("%s is at %v", o.Resource.Name(), at)
		}
	case *widget.RichText:
		children = test.WidgetRenderer(o).Objects()
		for _, part := range children {
			if text, ok := part.(*canvas.Text); ok && strings.HasSuffix(text.Text, "…") && !strings.Contains(o.String(), text.Text) {
				complain("%q is cut to %q", o.String(), text.Text)
			}
		}
	case *fyne.Container:
		children = o.Objects
	case fyne.Widget:
		children = test.WidgetRenderer(o).Objects()
	}
	for _, child := range children {
		w.check(where, child, at, space)
	}
}

// TestPanelsFit opens each panel in the window of a laptop at 150 %, and with large texts.
func TestPanelsFit(t *testing.T) {
	for _, language := range []string{"vi", "en"} {
		for _, c := range []fitCase{{fyne.NewSize(910, 512), 100}, {fyne.NewSize(1280, 720), 130}} {
			size := c.size
			t.Run(fmt.Sprintf("%s, text at %v %%", language, c.text), func(t *testing.T) {
				d := start(t)
				shell.ChooseLanguage(d.app.Preferences(), language)
				d.app.Preferences().SetFloat("text.size", c.text)
				d.restart()
				w := &fitWalk{d: d, size: size, said: map[string]bool{}}
				for _, key := range []string{"1", "2", "3", "4", "5", "6"} {
					d.key(key)
					d.resize(size.Width, size.Height+1)
					d.resize(size.Width, size.Height)
					w.check("panel "+key, d.window.Content(), fyne.Position{}, size)
				}
			})
		}
	}
}
