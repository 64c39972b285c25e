// SPDX-License-Identifier: MIT

package mapview

import (
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/view"
)

// fingers are two fingers on a touchpad while the pointer is over a position of
// the map.
type fingers struct {
	m    *bench
	x, y float64 // in the window
}

// newFingers begins a gesture at (x, y) in logical pixels of the map.
func newFingers(m *bench, x, y float32) fingers {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(m).AddXY(x, y)
	scale := m.window.Canvas().Scale()
	return fingers{m, float64(at.X * scale), float64(at.Y * scale)}
}

func (f fingers) tell(p Pinch) {
	p.X, p.Y = f.x, f.y
	f.m.Together(func() { f.m.FollowPinch(p) })
}

func (f fingers) begin()                     { f.tell(Pinch{Begins: true}) }
func (f fingers) open(scale float64)         { f.tell(Pinch{Scale: scale}) }
func (f fingers) move(scale, dx, dy float64) { f.tell(Pinch{Scale: scale, DX: dx, DY: dy}) }
func (f fingers) end()                       { f.tell(Pinch{Ends: true}) }

// pinch performs a whole gesture.
func (f fingers) pinch(scales ...float64) {
	f.begin()
	for _, s := range scales {
		f.open(s)
	}
	f.end()
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// apart returns the distance of a point of the map from its expected pixel.
func apart(m *bench, p geo.Point, x, y float64) float64 {
	px, py := m.view.ToScreen(p)
	return math.Hypot(px-x, py-y)
}

func TestPinchZoomsAtThePointer(t *testing.T) {
	for _, scale := range []float32{1, 1.5, 2} {
		m := newBench(t)
		m.window.Canvas().(software.WindowlessCanvas).SetScale(scale)
		m.view.Scale = float64(scale)
		f := newFingers(m, 200, 150)
		x, y := 200*float64(scale), 150*float64(scale)
		before, under := m.view, m.view.ToPoint(x, y)
		running(m)
		f.pinch(1, 1.3, 1.9, 2.5, 2)
		if off := apart(m, under, x, y); !near(m.view.Zoom, before.Zoom+1, 1e-9) || off > 0.01 {
			t.Errorf("at scale %v, fingers twice as far apart: zoom %v after %v, the point %.2f pixels off", scale, m.view.Zoom, before.Zoom, off)
		}
		if m.glide.running != nil {
			t.Error("it glides on")
		}
		f.pinch(0.7, 0.5)
		if off := apart(m, before.Center, float64(before.Width)/2, float64(before.Height)/2); !near(m.view.Zoom, before.Zoom, 1e-9) || off > 0.01 {
			t.Errorf("at scale %v, and back: zoom %v, want %v; the middle %.2f pixels off", scale, m.view.Zoom, before.Zoom, off)
		}
	}
}

func TestPinchTakesTheMapAlong(t *testing.T) {
	m := newBench(t)
	f := newFingers(m, 200, 150)
	under := m.view.ToPoint(200, 150)
	f.begin()
	for i := range 10 {
		f.move(1+float64(i)/10, 3, -2)
	}
	if off := apart(m, under, 230, 130); off > 0.01 {
		t.Errorf("what the fingers hold is %.2f pixels from where they went", off)
	}
}

func TestPinchEndsAndLeavesTheViewAsItIs(t *testing.T) {
	m := newBench(t)
	f := newFingers(m, 200, 150)
	f.begin()
	f.open(1.5)
	before := m.view
	f.tell(Pinch{Ends: true, DX: 50, Scale: 0}) // the fingers of an end are ignored
	f.open(3)
	if m.view != before {
		t.Errorf("after its end the map went on from %+v to %+v", before, m.view)
	}
}

func TestPinchElsewhereIsNotTheMaps(t *testing.T) {
	m := newBench(t)
	before := m.view
	still := func(what string, f fingers) {
		t.Helper()
		f.pinch(2)
		if m.view != before {
			t.Errorf("%s: the map went from %+v to %+v", what, before, m.view)
			m.view = before
		}
	}
	still("left of the map", newFingers(m, -5, 100))
	still("above the map", newFingers(m, 100, -5))
	still("right of the map", newFingers(m, 800, 100))
	still("below the map", newFingers(m, 100, 600))
	// A gesture whose end was lost ends when the next one begins.
	over := newFingers(m, 100, 100)
	over.begin()
	still("after one over the map", newFingers(m, -5, 100))
	still("nowhere", fingers{m, math.NaN(), 0})

	d := dialog.NewCustom("over the map", "close", widget.NewLabel(""), m.window)
	d.Show()
	still("under a dialog", over)
	d.Hide()
	over.pinch(2)
	if m.view == before {
		t.Error("over the map, with nothing in the way, it does not zoom")
	}
}

func TestPinchWithoutADistanceCountsForNothing(t *testing.T) {
	m := newBench(t)
	before := m.view
	f := newFingers(m, 200, 150)
	f.begin()
	for _, scale := range []float64{0, -1, math.NaN()} {
		if f.open(scale); m.view != before {
			t.Errorf("fingers %v times as far apart: the map went from %+v to %+v", scale, before, m.view)
		}
	}
	if f.open(2); !near(m.view.Zoom, before.Zoom+1, 1e-9) {
		t.Errorf("then twice as far: zoom %v after %v", m.view.Zoom, before.Zoom)
	}
}

func TestPinchBeyondTheLastZoomWaitsForTheFingersToComeBack(t *testing.T) {
	m := newBench(t)
	m.view.Zoom = view.MaxZoom - 1
	f := newFingers(m, 400, 300)
	f.begin()
	for _, step := range []struct{ scale, zoom float64 }{
		{2, view.MaxZoom}, {8, view.MaxZoom}, {4, view.MaxZoom}, {2, view.MaxZoom}, {1, view.MaxZoom - 1},
	} {
		f.open(step.scale)
		if !near(m.view.Zoom, step.zoom, 1e-9) {
			t.Errorf("fingers %v times as far apart: zoom %v, want %v", step.scale, m.view.Zoom, step.zoom)
		}
	}
}

func TestPinchGoesOnFromWhereAKeyWentMeanwhile(t *testing.T) {
	m := newBench(t)
	f := newFingers(m, 400, 300)
	f.begin()
	f.open(2) // 15
	m.ZoomBy(-1)
	f.open(4)
	if !near(m.view.Zoom, 15, 1e-9) {
		t.Errorf("zoom %v, want 14 + 1 - 1 + 1", m.view.Zoom)
	}
}
