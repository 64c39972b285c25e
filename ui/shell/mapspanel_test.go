// SPDX-License-Identifier: MIT

package shell

import (
	"image"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/internal/boundarytest"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maps"
)

const surveyors = "Wards: © the surveyors of all the land, of its rivers and of the islands, CC BY 4.0"

// wardPack writes a pack of the border of one ward, and nothing else.
func wardPack(t *testing.T) string {
	t.Helper()
	at := func(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }
	return boundarytest.Pack(t, boundary.Source{
		Groups: []uint32{1},
		Areas:  []boundary.Area{{Code: 4, Parts: []boundary.Part{{{at(21, 105), at(21, 106), at(22, 106), at(22, 105)}}}}},
	}, pack.Meta{Name: "wards alone", Bounds: geo.Bounds{South: 21, West: 105, North: 22, East: 106}, Licences: []string{surveyors}, Counts: map[string]int64{"wards": 1}})
}

// textsIn returns the visible texts in o.
func textsIn(o fyne.CanvasObject) (texts []string) {
	if !o.Visible() {
		return nil
	}
	switch o := o.(type) {
	case *canvas.Text:
		return []string{o.Text}
	case *widget.Label:
		return []string{o.Text}
	case *fyne.Container:
		for _, child := range o.Objects {
			texts = append(texts, textsIn(child)...)
		}
	}
	return texts
}

// closers returns the buttons in o without text.
func closers(o fyne.CanvasObject) (list []*kit.Button) {
	switch o := o.(type) {
	case *kit.Button:
		if o.Text == "" {
			list = append(list, o)
		}
	case *fyne.Container:
		for _, child := range o.Objects {
			list = append(list, closers(child)...)
		}
	}
	return list
}

func TestBordersComeBesideTheRoadsAndGo(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelMaps)
	roads, view := w.o.Maps.State().Info.Meta.Name, w.mapView.View()
	moved := func() bool {
		view.Covered = w.mapView.View().Covered // by longer notices
		return w.mapView.View() != view
	}
	if n := len(closers(w.maps.Body())); n != 0 {
		t.Errorf("the only map has %d buttons to close it", n)
	}
	w.o.Maps.OpenPack(wardPack(t))
	w.eventually(t, "borders of wards", func() bool { return w.o.Maps.State().HasOverlay && w.o.Units.State().Borders.Wards })
	if texts := textsIn(w.maps.Body()); !slices.Contains(texts, roads) || !slices.Contains(texts, "wards alone") {
		t.Errorf("the place shows %q, want both packs", texts)
	}
	if moved() || w.o.Maps.State().Info.Meta.Name != roads {
		t.Errorf("the map has changed to %q at %+v", w.o.Maps.State().Info.Meta.Name, w.mapView.View())
	}
	shown := ""
	for _, text := range w.mapView.chrome.Notices() {
		shown += text + " "
	}
	if want := "© OpenStreetMap contributors " + surveyors + " "; shown != want {
		t.Errorf("the notice on the map is %q, want %q", shown, want)
	}
	if o := w.scene(); o.Licence != "© OpenStreetMap contributors · "+surveyors {
		t.Errorf("the notice on a picture is %q", o.Licence)
	}
	test.Tap(closers(w.maps.Body())[1])
	w.eventually(t, "no borders of wards", func() bool { return !w.o.Maps.State().HasOverlay && !w.o.Units.State().Borders.Wards })
	if got := w.mapView.chrome.Notices(); moved() || len(got) != 1 {
		t.Errorf("view %+v, notice %q", w.mapView.View(), got)
	}
	w.o.Maps.OpenPack(wardPack(t))
	w.eventually(t, "borders again", func() bool { return w.o.Maps.State().HasOverlay })
	test.Tap(closers(w.maps.Body())[0])
	w.eventually(t, "the borders alone", func() bool { return !w.o.Maps.State().HasOverlay && w.o.Maps.State().Info.Meta.Name == "wards alone" })
	if n := len(closers(w.maps.Body())); n != 0 || w.mapView.Fitted() != w.o.Maps.State().Info.Meta.Bounds {
		t.Errorf("after closing the map: %d buttons to close, view to fit %+v", n, w.mapView.Fitted())
	}
}

// TestGroundFollowsTheBordersNextToTheMap installs a ward where the overview has sea.
func TestMapThatIsGoneIsToldWhereMapsAre(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelTrips)
	w.o.Maps.Reopen(maps.Choice{Map: "/nowhere/gone.rsp", Overlay: wardPack(t)}, nil)
	w.eventually(t, "the place Maps", func() bool { return w.arrangement.panel == panelMaps })
	texts := textsIn(w.maps.Body())
	for _, want := range []string{w.words.T("maps.lost"), w.words.T("error.no_file.remedy"), "wards alone"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not among %q", want, texts)
		}
	}
	if !w.o.Maps.State().IsSample {
		t.Error("the sample map is not open")
	}
	w.show(panelUnits)
	w.o.Maps.OpenPack(wardPack(t))
	w.eventually(t, "other borders", func() bool { return !w.o.Maps.State().Busy && !w.o.Maps.State().Lost })
	if w.arrangement.panel != panelUnits {
		t.Error("the place changed without a reason")
	}
}

func TestGroundFollowsTheBordersNextToTheMap(t *testing.T) {
	w := newTestWindow(t)
	at := func(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }
	reclaimed := boundarytest.Pack(t, boundary.Source{
		Groups: []uint32{1},
		Areas:  []boundary.Area{{Code: 4, Parts: []boundary.Part{{{at(13, 112), at(13, 113), at(14, 113), at(14, 112)}}}}},
	}, pack.Meta{Name: "wards alone"})
	viewport := view.Viewport{Center: geo.Point{Lat: 13.5, Lon: 112.5}, Zoom: 12, Width: 60, Height: 40, Scale: 1}
	isLand := func() bool {
		if err := w.mapView.drawer.Wait(t.Context(), viewport); err != nil {
			t.Fatal(err)
		}
		picture := image.NewRGBA(image.Rect(0, 0, viewport.Width, viewport.Height))
		w.mapView.drawer.Compose(picture, viewport, nil)
		return picture.RGBAAt(30, 20) == w.mapView.theme.Background
	}
	if isLand() {
		t.Fatal("the sea is land from the start")
	}
	w.o.Maps.OpenPack(reclaimed)
	w.eventually(t, "borders of wards", func() bool { return w.o.Maps.State().HasOverlay })
	if !isLand() {
		t.Error("with the borders the ward is still under the sea")
	}
	w.o.Maps.CloseBorders()
	w.eventually(t, "no borders of wards", func() bool { return !w.o.Maps.State().HasOverlay })
	if isLand() {
		t.Error("without the borders their land is still there")
	}
}
