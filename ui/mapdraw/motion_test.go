// SPDX-License-Identifier: MIT

package mapdraw

import (
	"image"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestNoLabelIsCutAtRest checks random maps, and a name of which only half would
// be visible at its first place.
func TestNoLabelIsCutAtRest(t *testing.T) {
	themes := maptest.Themes(t)
	town := &maptest.Features{List: []basemap.Feature{
		basemap.NewFeature(basemap.Feature{Kind: basemap.PlaceTown, Name: "Thị trấn Cần Thạnh", Rank: 90}, maptest.Px(5, 190)),
		maptest.Feature(basemap.RoadPrimary, "Rừng Sác", 0, maptest.Px(-300, 60, 900, 40)),
	}}
	for name, src := range map[string]tile.Source{"town": town, "crowd": maptest.Crowd(9, 1500)} {
		m := NewMap(src, themes.Light, Options{Fonts: maptest.Fonts(t)})
		for i := range 6 {
			v := maptest.View.ZoomAt(100, 100, []float64{0, 0, 0.25, 0.1, -1, -0.6}[i]).Pan(float64(-37*i), float64(41*i))
			if name == "town" {
				v = maptest.View
			}
			v = v.Clamp().Snapped()
			if err := m.Wait(maptest.Patience(t), v); err != nil {
				t.Fatal(err)
			}
			seen := 0
			for _, l := range m.layout.Labels {
				in, out := overFrame(l, v)
				if in && out {
					t.Errorf("%s, zoom %v: %q is cut", name, v.Zoom, l.Label.Text)
				}
				if in {
					seen++
				}
			}
			if seen < 2 {
				t.Errorf("%s, zoom %v: %d labels", name, v.Zoom, seen)
			}
		}
		m.Close()
	}
}

// overFrame reports whether parts of a label lie inside and outside the picture
// of v.
func overFrame(l label.Laid, v view.Viewport) (in, out bool) {
	ox, oy := v.Origin()
	size := v.WorldSize()
	frame := raster.Box{X0: 0, Y0: 0, X1: float64(v.Width), Y1: float64(v.Height)}
	for _, b := range l.Boxes {
		b = b.Add(l.Label.At.X*size-ox, l.Label.At.Y*size-oy)
		in, out = in || b.Overlaps(frame), out || !b.Within(frame)
	}
	return in, out
}

// TestNoNameIsWrittenUnderWhatLiesOnTheMap covers parts of a crowded map, and
// half of a name that has room next to the cover.
func TestNoNameIsWrittenUnderWhatLiesOnTheMap(t *testing.T) {
	themes := maptest.Themes(t)
	nearby := &maptest.Features{List: []basemap.Feature{
		basemap.NewFeature(basemap.Feature{Kind: basemap.PlaceTown, Name: "Cần Thạnh", Rank: 90}, maptest.Px(470, 190)),
		basemap.NewFeature(basemap.Feature{Kind: basemap.PlaceTown, Name: "Vũng Tàu", Rank: 90}, maptest.Px(490, 100)),
	}}
	v := maptest.View
	v.Covered = [view.MaxCovered]image.Rectangle{image.Rect(480, 0, 512, 384), image.Rect(0, 300, 200, 384)}
	v = v.Snapped()
	free := v
	free.Covered = [view.MaxCovered]image.Rectangle{}
	for name, src := range map[string]tile.Source{"nearby": nearby, "crowd": maptest.Crowd(9, 1500)} {
		m := NewMap(src, themes.Light, Options{Fonts: maptest.Fonts(t)})
		var texts [2][]string
		for i, view := range []view.Viewport{free, v} {
			if err := m.Wait(maptest.Patience(t), view); err != nil {
				t.Fatal(err)
			}
			page := label.PageOf(view)
			for _, l := range m.layout.Labels {
				at := raster.Vec{X: l.Label.At.X * view.WorldSize(), Y: l.Label.At.Y * view.WorldSize()}
				if page.Misses(l.Boxes, at) {
					continue
				}
				if texts[i] = append(texts[i], l.Label.Text); !page.Holds(l.Boxes, at) {
					t.Errorf("%s: %q is cut or covered", name, l.Label.Text)
				}
			}
		}
		m.Close()
		if name == "nearby" && (len(texts[0]) != 2 || !slices.Equal(texts[1], []string{"Cần Thạnh"})) {
			t.Errorf("written %q, and %q where a part is covered", texts[0], texts[1])
		}
		if name == "crowd" && (len(texts[1]) < 5 || len(texts[1]) >= len(texts[0])) {
			t.Errorf("%d labels, %d where parts are covered", len(texts[0]), len(texts[1]))
		}
	}
}

// TestNothingIsDrawnForLevelsThatAreZoomedThrough zooms from a complete picture
// through four levels, faster than tiles are drawn.
func TestNothingIsDrawnForLevelsThatAreZoomedThrough(t *testing.T) {
	m := NewMap(maptest.Crowd(1, 300), maptest.Themes(t).Light, Options{Workers: 1})
	defer m.Close()
	if err := m.Wait(maptest.Patience(t), maptest.View); err != nil {
		t.Fatal(err)
	}
	if _, complete := compose(m, maptest.View); !complete {
		t.Fatal("the first picture is not complete")
	}
	v := maptest.View
	began := time.Now()
	m.mu.Lock()
	for i := range 4 {
		v.Zoom++
		m.demand(v, began.Add(time.Duration(i)*zoomingOn/2))
		if m.drawable() != (i == 0) {
			t.Errorf("after step %d there is something to draw: %t", i, m.drawable())
		}
	}
	m.mu.Unlock()
	// After the last step it is drawn.
	for complete := false; !complete; {
		_, complete = compose(m, v)
	}
}

func TestOneStepOfZoomAndTheFirstPictureAreDrawnAtOnce(t *testing.T) {
	at := time.Now()
	over := func(int) {}
	z := zooming{}
	for i := range 3 {
		if z.change(at.Add(time.Duration(i)*zoomingOn/4), over); z.pause.isSet() {
			t.Fatal("drawing pauses before the first picture")
		}
	}
	z.seen = true
	at = at.Add(time.Hour)
	for i, want := range []bool{false, true, true} {
		if z.change(at.Add(time.Duration(i)*zoomingOn/2), over); z.pause.isSet() != want {
			t.Errorf("after change %d drawing pauses: %t, want %t", i, z.pause.isSet(), want)
		}
	}
	if z.change(time.Time{}, over); z.pause.isSet() {
		t.Error("drawing pauses for a view that will not change")
	}
	if z.change(at.Add(time.Hour), over); z.pause.isSet() {
		t.Error("drawing pauses for a single step")
	}
}
