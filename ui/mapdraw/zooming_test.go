package mapdraw

import (
	"testing"
	"time"

	"roadsnap/ui/maptest"
)

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
	// Having arrived, it is drawn.
	for complete := false; !complete; {
		_, complete = compose(m, v)
	}
}

func TestOneStepOfZoomAndTheFirstPictureAreDrawnAtOnce(t *testing.T) {
	at := time.Now()
	over := func(int) {}
	z := zooming{}
	for i := range 3 {
		if z.change(at.Add(time.Duration(i)*zoomingOn/4), over); z.pause != nil {
			t.Fatal("drawing pauses before there was a picture")
		}
	}
	z.seen = true
	at = at.Add(time.Hour)
	for i, want := range []bool{false, true, true} {
		if z.change(at.Add(time.Duration(i)*zoomingOn/2), over); (z.pause != nil) != want {
			t.Errorf("after change %d drawing pauses: %t, want %t", i, z.pause != nil, want)
		}
	}
	if z.change(time.Time{}, over); z.pause != nil {
		t.Error("drawing pauses for a view that is sure to stay")
	}
	if z.change(at.Add(time.Hour), over); z.pause != nil {
		t.Error("drawing pauses for a single step")
	}
}
