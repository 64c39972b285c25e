// SPDX-License-Identifier: MIT

package shell

import (
	"context"
	"testing"

	"fyne.io/fyne/v2"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/maps"
	"roadsnap/ui/mapview"
)

// find searches the window's map and shows the first result.
func (w *testWindow) find(t *testing.T, text string) engine.Found {
	t.Helper()
	list, err := w.o.Search.Search(text, engine.SearchOptions{})
	if err != nil || len(list) == 0 {
		t.Fatalf("%q: %+v, %v", text, list, err)
	}
	w.goTo(list[0])
	return list[0]
}

// TestFoundStreetIsMarkedWhole marks all ways of a road number, and only those of the last
// result.
func TestFoundStreetIsMarkedWhole(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1300, 800))
	road := w.find(t, "CG-1")
	lines, err := w.o.Search.StreetLines(t.Context(), road)
	if err != nil || len(lines) < 10 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	found := func() (highlights, targets int) {
		for _, o := range w.mapView.Layer(mapview.LayerFound).Overlays() {
			switch o.(type) {
			case overlay.Highlight:
				highlights++
			case overlay.Target:
				targets++
			}
		}
		return highlights, targets
	}
	w.ui.Until(t, "the street", func() bool { h, n := found(); return h == len(lines) && n == 0 })
	w.find(t, "CG-1")
	w.find(t, "meritxell") // before the lines have been read
	w.ui.Rest(t)
	if h, n := found(); h != 0 || n != 1 {
		t.Errorf("%d ways and %d places are marked, want the village", h, n)
	}
	w.clearFound()
	if h, n := found(); h+n != 0 {
		t.Error("the mark stays")
	}
}

// offering is an installer that is never used.
type offering struct{}

func (offering) Install(context.Context, maps.Sources, func(maps.Progress)) (string, bool, error) {
	return "", false, nil
}
func (offering) SetNetwork(maps.Network) string { return "" }
func (offering) Started() bool                  { return false }

// TestTheOfferLeavesForAPlace hides the card of the first run, which would hide the place.
func TestTheOfferLeavesForAPlace(t *testing.T) {
	w := newTestWindow(t)
	w.o.Maps = maps.NewModel(w.o.Source.(*engine.Engine), maps.Options{Jobs: w.ui.Jobs, SampleName: data.SampleName, Installer: offering{}})
	w.rebuild()
	if w.welcome == nil || !w.welcome.Content().Visible() {
		t.Fatal("no map is offered")
	}
	w.find(t, "meritxell")
	w.rebuild() // as after a change of language
	if w.welcome.Content().Visible() {
		t.Error("the offer hides the place")
	}
}

// TestNoNameUnderTheSearchField compares the field with the part of the map that names avoid.
func TestNoNameUnderTheSearchField(t *testing.T) {
	w := newTestWindow(t)
	for _, size := range []fyne.Size{fyne.NewSize(1300, 800), fyne.NewSize(800, 600)} {
		w.window.Resize(size)
		at, room := w.finder.Place(w.mapView.Size())
		driver := fyne.CurrentApp().Driver()
		field := w.finder.Field().(fyne.CanvasObject)
		if got := driver.AbsolutePositionForObject(field).Subtract(driver.AbsolutePositionForObject(w.mapView.Map)); got != at || field.Size() != room {
			t.Errorf("%v: the field is at %v, %v, names avoid %v, %v", size, got, field.Size(), at, room)
		}
		v, covered := w.mapView.View(), false
		for _, part := range v.Covered {
			covered = covered || float64(part.Min.X) <= float64(at.X)*v.Scale && float64(part.Max.X) >= float64(at.X+room.Width)*v.Scale-1 && part.Min.Y <= int(float64(at.Y)*v.Scale) && part.Max.Y > part.Min.Y
		}
		if !covered {
			t.Errorf("%v: the view is drawn for %v", size, v.Covered)
		}
	}
}
