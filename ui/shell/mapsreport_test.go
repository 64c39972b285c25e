// SPDX-License-Identifier: MIT

package shell

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/engine/geo"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/maps"
	"roadsnap/ui/mapview"
)

// linkCalled returns the first link in o with a text, or nil.
func linkCalled(o fyne.CanvasObject, text string) *kit.Link {
	switch o := o.(type) {
	case *kit.Link:
		if strings.Contains(o.Text, text) {
			return o
		}
	case *fyne.Container:
		for _, child := range o.Objects {
			if l := linkCalled(child, text); l != nil {
				return l
			}
		}
	}
	return nil
}

// cutRoads writes an extract of n roads whose last node is missing.
func cutRoads(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`<osm version="0.6">`)
	for i := range n {
		lat := 21 + float64(i)/100
		fmt.Fprintf(&b, `<node id="%d" lat="%.2f" lon="105.1"/><node id="%d" lat="%.2f" lon="105.2"/>`, 10*i+1, lat, 10*i+2, lat)
	}
	for i := range n {
		fmt.Fprintf(&b, `<way id="%d"><nd ref="%d"/><nd ref="%d"/><nd ref="999999"/><tag k="highway" v="primary"/><tag k="name" v="Đường %c"/></way>`, i+1, 10*i+1, 10*i+2, 'A'+i)
	}
	path := filepath.Join(t.TempDir(), "cut.osm")
	if err := os.WriteFile(path, []byte(b.String()+"</osm>"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// faultsOn returns the faults that a window marks on the map.
func faultsOn(w *testWindow) (all overlay.Faults) {
	for _, o := range w.mapView.Overlays(mapview.LayerMarks) {
		if f, ok := o.(overlay.Faults); ok {
			all.Points, all.Framed = append(all.Points, f.Points...), append(all.Framed, f.Framed...)
		}
	}
	return all
}

func TestReportOfAnImport(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelMaps)
	const roads = 6
	w.o.Maps.Import(nil, maps.Sources{Files: []string{cutRoads(t, roads)}}, filepath.Join(t.TempDir(), "cut.rsp"))
	w.eventually(t, "the report", func() bool { return w.inspector.Open() && w.inspector.Title() == "cut" })
	bounds := w.o.Maps.State().Info.Meta.Bounds
	w.eventually(t, "the new map on the map", func() bool { return w.mapView.View().Bounds().Contains(bounds.Center()) })
	texts := textsIn(w.inspector.Body())
	for _, want := range []string{"Roads cut where nodes are missing from the source.", "6", "To review"} {
		if !slices.Contains(texts, want) {
			t.Errorf("no %q in %q", want, texts)
		}
	}
	row := linkCalled(w.maps.Body(), "6 roads · 1 issue to review")
	if row == nil {
		t.Fatal("the row of the map does not say what came of it")
	}
	if got := faultsOn(w); len(got.Points) != roads || len(got.Framed) != 0 {
		t.Errorf("the map marks %+v, want %d places", got, roads)
	}

	if linkCalled(w.inspector.Body(), "Đường F") != nil {
		t.Error("all places are listed at once")
	}
	linkCalled(w.inspector.Body(), "Show all 6").OnTapped()
	last := linkCalled(w.inspector.Body(), "Đường F")
	if last == nil || linkCalled(w.inspector.Body(), "Show all") != nil {
		t.Fatal("the rest of the places is not listed")
	}
	last.OnTapped()
	cut := geo.Point{Lat: 21.05, Lon: 105.2}
	if got := faultsOn(w); len(got.Framed) != 1 || !got.Framed[0].Pad(1).Contains(cut) || !w.mapView.Fitted().Contains(cut) || w.mapView.Fitted().Contains(geo.Point{Lat: 21.04, Lon: 105.2}) {
		t.Errorf("the map frames %+v and shows %+v, want %v", got.Framed, w.mapView.Fitted(), cut)
	}

	w.show(panelTrips)
	if got := faultsOn(w); len(got.Points) > 0 || w.inspector.Open() {
		t.Errorf("another place has %+v on the map", got)
	}
	w.show(panelMaps)
	w.commands.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}) // folds the record away
	w.commands.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}) // takes it back
	w.eventually(t, "no report", func() bool { return w.o.Maps.State().Report == nil && len(faultsOn(w).Points) == 0 })
	row.OnTapped()
	w.eventually(t, "the report again", func() bool { return w.inspector.Open() && len(faultsOn(w).Points) == roads })
	w.inspector.close()
	if got := faultsOn(w); len(got.Points) > 0 {
		t.Errorf("the record is closed, and its marks are left: %+v", got)
	}
	row.OnTapped()
	w.eventually(t, "the report that was closed", func() bool { return w.inspector.Open() && len(faultsOn(w).Points) == roads })
}

func TestReportIsCopied(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelMaps)
	w.o.Maps.Import(nil, maps.Sources{Files: []string{cutRoads(t, 1)}}, filepath.Join(t.TempDir(), "cut.rsp"))
	w.eventually(t, "the report", w.inspector.Open)
	buttons := buttonsIn(w.inspector.Body())
	test.Tap(buttons[len(buttons)-1])
	if text := w.o.App.Clipboard().Content(); !strings.HasPrefix(text, "cut\n") || !strings.Contains(text, "    Đường A · way 1 · 21.00000, 105.20000\n") {
		t.Errorf("copied %q", text)
	}
}

// buttonsIn returns the buttons in o.
func buttonsIn(o fyne.CanvasObject) (list []*kit.Button) {
	switch o := o.(type) {
	case *kit.Button:
		list = append(list, o)
	case *fyne.Container:
		for _, child := range o.Objects {
			list = append(list, buttonsIn(child)...)
		}
	}
	return list
}
