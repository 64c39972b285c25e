package ui

import (
	"image"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/boundary"
	"roadsnap/engine/boundary/boundarytest"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/present"
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

// textsIn are the texts in o that can be seen.
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

// closers are the buttons in o that have no text.
func closers(o fyne.CanvasObject) (list []*widget.Button) {
	switch o := o.(type) {
	case *widget.Button:
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
	w.show(placeMaps)
	roads, view := w.mapsState.Info.Meta.Name, w.mapView.view
	if n := len(closers(w.maps.body)); n != 0 {
		t.Errorf("the only map has %d buttons to close it", n)
	}
	w.o.Maps.OpenPack(wardPack(t))
	w.eventually(t, "borders of wards", func() bool { return w.mapsState.HasBeside && w.unitsState.Borders.Wards })
	if texts := textsIn(w.maps.body); !slices.Contains(texts, roads) || !slices.Contains(texts, "wards alone") {
		t.Errorf("the place shows %q, want both packs", texts)
	}
	if w.mapView.view != view || w.mapsState.Info.Meta.Name != roads {
		t.Errorf("the map has changed to %q at %+v", w.mapsState.Info.Meta.Name, w.mapView.view)
	}
	shown := ""
	for _, text := range textsIn(w.chrome.notice) {
		shown += text + " "
	}
	if want := "© OpenStreetMap contributors " + surveyors + " "; shown != want {
		t.Errorf("the notice on the map is %q, want %q", shown, want)
	}
	if o := w.exportOptions(testForm(w, "100", "100")); o.Licence != "© OpenStreetMap contributors · "+surveyors {
		t.Errorf("the notice on a picture is %q", o.Licence)
	}
	test.Tap(closers(w.maps.body)[1])
	w.eventually(t, "no borders of wards", func() bool { return !w.mapsState.HasBeside && !w.unitsState.Borders.Wards })
	if got := textsIn(w.chrome.notice); w.mapView.view != view || len(got) != 1 {
		t.Errorf("view %+v, notice %q", w.mapView.view, got)
	}
	w.o.Maps.OpenPack(wardPack(t))
	w.eventually(t, "borders again", func() bool { return w.mapsState.HasBeside })
	test.Tap(closers(w.maps.body)[0])
	w.eventually(t, "the borders alone", func() bool { return !w.mapsState.HasBeside && w.mapsState.Info.Meta.Name == "wards alone" })
	if n := len(closers(w.maps.body)); n != 0 || w.mapView.fit != w.mapsState.Info.Meta.Bounds {
		t.Errorf("after closing the map: %d buttons to close, view to fit %+v", n, w.mapView.fit)
	}
}

// TestGroundIsDrawnAnewForOtherBorders tells the window of borders beside the map,
// by which sea and land are told apart.
func TestGroundIsDrawnAnewForOtherBorders(t *testing.T) {
	w := newTestWindow(t)
	v := mapdraw.Viewport{Center: geo.Point{Lat: 42.55, Lon: 1.58}, Zoom: 12, Width: 200, Height: 150, Scale: 1}
	picture := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	for _, c := range []struct {
		what string
		told func(*present.MapsState)
		kept bool
	}{
		{"the same borders", func(*present.MapsState) {}, true},
		{"others", func(s *present.MapsState) { s.BesideInstalls++ }, false},
	} {
		w.eventually(t, "no picture of the window under way", func() bool { return !w.mapView.frames.busy })
		if err := w.drawer.Wait(t.Context(), v); err != nil {
			t.Fatal(err)
		}
		s := w.mapsState
		c.told(&s)
		w.mapsChanged(s)
		if kept := w.drawer.Compose(picture, v, nil); kept != c.kept {
			t.Errorf("%s: the picture is kept: %v", c.what, kept)
		}
	}
}
