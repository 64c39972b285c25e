// SPDX-License-Identifier: MIT

package shell

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"roadsnap/engine/geo"
	"roadsnap/ui/kit"
	"roadsnap/ui/units"
)

func TestPanesFoldBeforeTheMapShrinks(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(kit.NewPalette(kit.ThemeLight))
	for _, c := range []struct {
		name         string
		width        float32
		hasDetail    bool
		asked        bool // the inspector was asked for last
		onlyMap      bool
		list, detail float32
	}{
		{"large, nothing selected", 1400, false, false, false, 280, 0},
		{"large, something selected", 1400, true, true, false, 280, 300},
		{"both shrink a little", 1160, true, true, false, 266, 250},
		{"narrow: the inspector takes the list's room", 1000, true, true, false, 0, 300},
		{"narrow: the list was asked for again", 1000, true, false, false, 280, 0},
		{"smallest", 614, true, true, false, 0, 250},
		{"smallest, list", 614, false, false, false, 250, 0},
		{"map only", 1400, true, true, true, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			const sidebar = 100
			p := &panes{listWidth: 280, detailWidth: 300, hasDetail: c.hasDetail, detailAsked: c.asked, onlyMap: c.onlyMap, taken: sidebar}
			list, detail := p.widths(c.width)
			if list != c.list || detail != c.detail {
				t.Errorf("list %v, inspector %v; want %v and %v", list, detail, c.list, c.detail)
			}
			left := c.width - list - detail
			for _, pane := range []float32{list, detail} {
				if pane > 0 {
					left -= paneBarWidth
				}
			}
			if left < (c.width+sidebar)/2 {
				t.Errorf("only %v of %v is left to the map", left, c.width+sidebar)
			}
		})
	}
}

func TestPanesKeepTheWidthThatTheyWereDraggedTo(t *testing.T) {
	test.NewTempApp(t)
	part := func() fyne.CanvasObject { return canvas.NewRectangle(nil) }
	p := newPanes(part(), part(), part())
	p.listWidth, p.detailWidth = 280, 300
	w := test.NewTempWindow(t, p)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(1400, 800))
	p.listBar.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(60, 0)})
	p.showDetail(true, true)
	p.detailBar.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(-40, 0)})
	p.showDetail(false, false)
	if p.detail.Visible() || p.list.Size().Width != 340 {
		t.Errorf("inspector visible: %v, list %v wide", p.detail.Visible(), p.list.Size().Width)
	}
	p.showDetail(true, true)
	if p.list.Size().Width != 340 || p.detail.Size().Width != 340 {
		t.Errorf("list %v, inspector %v; want 340 each", p.list.Size().Width, p.detail.Size().Width)
	}
	w.Resize(fyne.NewSize(700, 800))
	w.Resize(fyne.NewSize(1400, 800))
	if p.list.Size().Width != 340 || p.detail.Size().Width != 340 {
		t.Errorf("after a narrow window: list %v, inspector %v; want 340 each", p.list.Size().Width, p.detail.Size().Width)
	}
}

// TestMapStaysWhereTheUserMovedIt opens and closes each pane that takes room from the map.
// Afterwards the map shows the same view, and its zoom never changes.
func TestMapStaysWhereTheUserMovedIt(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1700, 720))
	w.show(panelUnits)
	row, _ := w.o.Units.Row("48")
	w.o.Units.Select(row)
	w.ui.Rest(t)
	w.unitMenu(row, "unit.zoom")
	w.ui.Rest(t)
	if w.mapView.Fitted().Empty() {
		t.Fatal("the map does not show what it was asked to show")
	}
	w.mapView.PanBy(-30, 20)
	w.ui.Rest(t)
	table := func(v units.View) func() { return func() { w.o.Units.Show(v) } }
	resize := func(width, height float32) func() {
		return func() { w.window.Resize(fyne.NewSize(width, height)) }
	}
	before := w.mapView.View()
	for _, c := range []struct {
		name        string
		there, back func()
	}{
		{"the table", table(units.TableView), table(units.TreeView)},
		{"the inspector", w.inspector.toggle, w.inspector.toggle},
		{"the map alone", w.commands.toggleFullMap, w.commands.toggleFullMap},
		{"a smaller window", resize(1000, 600), resize(1700, 720)},
	} {
		c.there()
		w.ui.Rest(t)
		between := w.mapView.View()
		c.back()
		w.ui.Rest(t)
		after := w.mapView.View()
		moved := geo.Distance(before.Center, after.Center) / before.MetresPerPixel()
		if between.Zoom != before.Zoom || after.Zoom != before.Zoom || moved > 1 || after.Width != before.Width {
			t.Errorf("%s: zoom %v, then %v, then %v; %.1f pixels away", c.name, before.Zoom, between.Zoom, after.Zoom, moved)
		}
		if between.Width == before.Width {
			t.Errorf("%s: the map has the same room", c.name)
		}
	}
}

// TestMapMovesToWhatWasAskedForThoughAPaneOpens selects a unit and zooms to a part of it,
// as a click on a gap or overlap does. The record that opens next to the map must not
// prevent the zoom.
func TestMapMovesToWhatWasAskedForThoughAPaneOpens(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1280, 720))
	w.show(panelUnits)
	overHaNoi(t, w)
	w.arrangement.panes.Refresh()
	row, _ := w.o.Units.Row("48")
	w.o.Units.Select(row)
	at := geo.Point{Lat: 21, Lon: 105.8}
	w.mapView.ShowBounds(geo.BoundsOf(at).Pad(50))
	w.ui.Rest(t)
	if !w.inspector.Content().Visible() {
		t.Fatal("the record is not there")
	}
	if v := w.mapView.View(); v.Zoom < 15 || geo.Distance(v.Center, at) > 100 {
		t.Errorf("the map shows %v at zoom %v", v.Center, v.Zoom)
	}
}

// TestWhatWasToStayIsForgottenOnceTheUserMovesTheMap checks that the clicked place keeps
// its position when the inspector opens, but not on later changes.
func TestWhatWasToStayIsForgottenOnceTheUserMovesTheMap(t *testing.T) {
	_, m := newTestMap(t)
	m.KeepAt(m.View().ToPoint(700, 300))
	m.PanBy(200, 0)
	before := m.View().Center
	if m.View().Center != before {
		t.Errorf("the map moved from %v to %v", before, m.View().Center)
	}
}

// TestMapStaysInAnotherLanguage rebuilds all widgets with the inspector open, closed and
// hidden by the full map. The map keeps its view, and the inspector its state.
func TestMapStaysInAnotherLanguage(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1280, 720))
	w.show(panelUnits)
	row, _ := w.o.Units.Row("48")
	w.o.Units.Select(row)
	w.ui.Rest(t)
	w.unitMenu(row, "unit.zoom")
	w.ui.Rest(t)
	w.mapView.PanBy(-30, 20)
	w.ui.Rest(t)
	for _, c := range []struct {
		name    string
		prepare func()
	}{
		{"with the inspector", func() {}},
		{"with the inspector closed", w.inspector.toggle},
		{"the map alone", w.commands.toggleFullMap},
	} {
		c.prepare()
		w.ui.Rest(t)
		before, open, size := w.mapView.View(), w.inspector.Content().Visible(), w.mapView.Size()
		for _, language := range []string{"vi", "en"} {
			w.setLanguage(language)
			w.ui.Rest(t)
		}
		after := w.mapView.View()
		if moved := geo.Distance(before.Center, after.Center) / before.MetresPerPixel(); moved > 1 || after.Zoom != before.Zoom {
			t.Errorf("%s: zoom %v, then %v; %.1f pixels away", c.name, before.Zoom, after.Zoom, moved)
		}
		if w.inspector.Content().Visible() != open || w.mapView.Size() != size {
			t.Errorf("%s: open %v, then %v; the map is %v, then %v", c.name, open, w.inspector.Content().Visible(), size, w.mapView.Size())
		}
	}
}
