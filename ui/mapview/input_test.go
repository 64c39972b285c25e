// SPDX-License-Identifier: MIT

package mapview

import (
	"math"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/view"
)

func mouse(x, y float32, modifier fyne.KeyModifier) *desktop.MouseEvent {
	return &desktop.MouseEvent{
		PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y), AbsolutePosition: fyne.NewPos(x, y)},
		Button:     desktop.MouseButtonPrimary, Modifier: modifier,
	}
}

func drag(x, y, dx, dy float32) *fyne.DragEvent {
	return &fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)}, Dragged: fyne.NewDelta(dx, dy)}
}

// moved returns by how many pixels the map has moved since it showed before.
func moved(m *bench, before view.Viewport) (dx, dy float64) {
	x, y := m.view.ToScreen(before.Center)
	return x - float64(m.view.Width)/2, y - float64(m.view.Height)/2
}

func TestThrownMapGlidesOnAndStandsWhereItWasHeld(t *testing.T) {
	m := newBench(t)
	clock := &m.clock
	throw := func(rest time.Duration) float64 {
		before := m.view
		m.MouseDown(mouse(400, 300, 0))
		for range 10 {
			*clock = clock.Add(10 * time.Millisecond)
			m.Dragged(drag(400, 300, 10, 0))
		}
		*clock = clock.Add(rest)
		m.MouseUp(mouse(500, 300, 0))
		m.DragEnd() // the test driver runs an animation to its end at once
		dx, dy := moved(m, before)
		if math.Abs(dy) > 0.01 {
			t.Errorf("drawn to the right, moved by %v up or down", dy)
		}
		return dx
	}
	// 1000 pixels a second for 300 ms, less the 1 % that remains at the end.
	if dx := throw(0); dx < 385 || dx > 401 {
		t.Errorf("thrown: moved by %.1f", dx)
	}
	if dx := throw(200 * time.Millisecond); math.Abs(dx-100) > 0.01 {
		t.Errorf("held before the release: moved by %.1f", dx)
	}
	m.animated = func() bool { return false }
	if dx := throw(0); math.Abs(dx-100) > 0.01 {
		t.Errorf("with motion reduced: moved by %.1f", dx)
	}
	if m.glide.running != nil {
		t.Error("an animation is left running")
	}
}

func TestGlideIsTheSameAtAnyFrameRate(t *testing.T) {
	for _, frames := range []int{3, 20, 90, 1000} {
		var g glide
		at := time.Unix(0, 0)
		for i := range 5 {
			g.moved(at.Add(time.Duration(i)*10*time.Millisecond), 6, -8)
		}
		var x, y float64
		g.run(at.Add(40*time.Millisecond), func(dx, dy float32) { x += float64(dx); y += float64(dy) })
		if g.running != nil {
			t.Fatal("the driver has not run to the end")
		}
		// The driver did in one step what the loop does in many.
		sum := 0.0
		for i := range frames {
			from, to := float64(i)/float64(frames), float64(i+1)/float64(frames)
			sum += glided(time.Duration(to*float64(glideTime))) - glided(time.Duration(from*float64(glideTime)))
		}
		sum *= glideDecay.Seconds()
		if vx, vy := 600*sum, -800*sum; math.Abs(x-vx) > 0.1 || math.Abs(y-vy) > 0.1 {
			t.Errorf("%d frames: moved by %.2f, %.2f, want %.2f, %.2f", frames, x, y, vx, vy)
		}
	}
}

func TestSpeedOfAThrowIsHeldWithinReason(t *testing.T) {
	at := time.Unix(0, 0)
	speed := func(moves ...[3]float32) float64 {
		var g glide
		for _, m := range moves {
			g.moved(at.Add(time.Duration(m[0])*time.Millisecond), m[1], m[2])
		}
		return math.Hypot(g.speed(at.Add(time.Duration(moves[len(moves)-1][0]) * time.Millisecond)))
	}
	for _, c := range []struct {
		name       string
		got        float64
		low, upper float64
	}{
		{"one move", speed([3]float32{0, 50, 0}), 0, 0},
		{"two at once", speed([3]float32{0, 900, 0}, [3]float32{0, 900, 0}), glideMost, glideMost},
		{"a slow hand", speed([3]float32{0, 1, 0}, [3]float32{50, 1, 0}), 0, 0},
		{"slow at first, fast at last", speed([3]float32{0, 1, 0}, [3]float32{500, 1, 0}, [3]float32{510, 10, 0}, [3]float32{520, 10, 0}), 999, 1001},
	} {
		if c.got < c.low-1e-6 || c.got > c.upper+1e-6 {
			t.Errorf("%s: %.1f, want %v to %v", c.name, c.got, c.low, c.upper)
		}
	}
}

// running makes the map look as if it glides.
func running(m *bench) { m.glide.running = &fyne.Animation{Tick: func(float32) {}} }

func TestGlideStopsAtAPressAWheelAndAKey(t *testing.T) {
	m := newBench(t)
	for name, stop := range map[string]func(){
		"press":  func() { m.MouseDown(mouse(1, 1, 0)); m.MouseUp(mouse(1, 1, 0)) },
		"wheel":  func() { m.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 25)}) },
		"arrow":  func() { m.PanByPart(0.25, 0) },
		"plus":   func() { m.ZoomBy(1) },
		"home":   func() { m.ShowBounds(geo.Bounds{South: 42, West: 1, North: 43, East: 2}) },
		"zoomTo": func() { m.ZoomTo(geo.Point{Lat: 42.5, Lon: 1.5}) },
	} {
		running(m)
		stop()
		if m.glide.running != nil {
			t.Errorf("%s: it glides on", name)
		}
	}
	if m.clicks != 0 {
		t.Error("a press that caught the map was treated as a click")
	}
}

func TestShiftDragZoomsToTheBox(t *testing.T) {
	m := newBench(t)
	draw := func() {
		m.MouseDown(mouse(600, 400, fyne.KeyModifierShift))
		m.Dragged(drag(500, 350, -100, -50))
		m.Dragged(drag(400, 250, -100, -100))
	}
	middle, _, _ := m.at(fyne.NewPos(500, 325))
	before := m.view
	draw()
	if m.view != before || !m.box.frame.Visible() {
		t.Fatal("the map moved, or no box is seen")
	}
	m.DragEnd()
	if d := geo.Distance(middle, m.view.Center); d > 1 {
		t.Errorf("the middle of the box is %.1f m from that of the map", d)
	}
	if zoom := m.view.Zoom; zoom != 16 || m.box.frame.Visible() {
		t.Errorf("zoom %v, want two levels closer; box seen %v", zoom, m.box.frame.Visible())
	}
	m.SetView(before)
	draw()
	m.CancelDrag()
	m.Dragged(drag(300, 250, -100, 0))
	m.MouseUp(mouse(300, 250, fyne.KeyModifierShift))
	m.DragEnd()
	if m.view != before || m.box.frame.Visible() {
		t.Error("Esc did not take the box away")
	}
	m.MouseDown(mouse(600, 400, 0))
	m.Dragged(drag(590, 400, -10, 0))
	if m.view == before {
		t.Error("after Esc the map cannot be dragged")
	}
	m.DragEnd()
	m.SetView(before)
	m.MouseDown(mouse(600, 400, fyne.KeyModifierShift))
	m.Dragged(drag(603, 402, 3, 2))
	m.DragEnd()
	if m.view != before {
		t.Error("a box of a few pixels was meant")
	}
}

func TestBoxEndsAtTheEdgeOfTheMap(t *testing.T) {
	m := newBench(t)
	m.MouseDown(mouse(400, 300, fyne.KeyModifierShift))
	m.Dragged(drag(2000, -500, 1600, -800))
	if at, size := m.box.rectangle(); at != fyne.NewPos(400, 0) || size != fyne.NewSize(400, 300) {
		t.Errorf("%v, %v", at, size)
	}
}

func TestMapMovesByPartsOfItsSize(t *testing.T) {
	m := newBench(t)
	for _, part := range [][2]float64{{0.25, 0}, {-0.25, 0}, {0, 0.5}} {
		before := m.view
		m.PanByPart(part[0], part[1])
		if dx, dy := moved(m, before); math.Abs(dx-800*part[0]) > 0.01 || math.Abs(dy-600*part[1]) > 0.01 {
			t.Errorf("moved by %.1f, %.1f, want %v of 800 by 600", dx, dy, part)
		}
	}
}

func TestTwoQuickClicksApartAreNoDoubleClick(t *testing.T) {
	m := newBench(t)
	double := func(x1, x2 float32) float64 {
		before := m.view.Zoom
		for _, x := range []float32{x1, x2} {
			m.MouseDown(mouse(x, 100, 0))
			m.MouseUp(mouse(x, 100, 0))
		}
		m.DoubleTapped(&fyne.PointEvent{Position: fyne.NewPos(x2, 100)})
		return m.view.Zoom - before
	}
	if got := double(100, 102); got != 1 || m.taps != 0 {
		t.Errorf("a double click zoomed by %v, %d taps", got, m.taps)
	}
	if got := double(100, 300); got != 0 || m.taps != 1 {
		t.Errorf("two clicks zoomed by %v, %d taps", got, m.taps)
	}
}

func TestResizingKeepsTheCentreUnlessAPointIsHeld(t *testing.T) {
	m := newBench(t)
	before := m.view
	for _, scale := range []int{1, 2} {
		m.pixels = func(p fyne.Position) (x, y int) { return int(p.X) * scale, int(p.Y) * scale }
		m.Resize(fyne.NewSize(1000, 500))
		m.Refresh()
		if m.view.Width != 1000*scale || m.view.Scale != float64(scale) {
			t.Errorf("scale %d: a view of %d pixels, scale %v", scale, m.view.Width, m.view.Scale)
		}
		if m.view.Center != before.Center || m.view.Zoom != before.Zoom {
			t.Errorf("scale %d: the map has moved to %v", scale, m.view)
		}
	}
	p, x, y := m.at(fyne.NewPos(100, 200))
	m.KeepAt(p)
	m.Resize(fyne.NewSize(700, 500))
	if nx, ny := m.view.ToScreen(p); math.Abs(nx-x) > 0.01 || math.Abs(ny-y) > 0.01 {
		t.Errorf("the point held at %.1f, %.1f is at %.1f, %.1f", x, y, nx, ny)
	}
	p, _, _ = m.at(fyne.NewPos(690, 200))
	m.KeepAt(p)
	m.Resize(fyne.NewSize(400, 500))
	if nx, _ := m.view.ToScreen(p); nx < 0 || nx > 800 {
		t.Errorf("a point at the edge that went is at %.1f", nx)
	}
}

func TestMapZoomsAtTheCursorAndClickIsNoDrag(t *testing.T) {
	m := newBench(t)
	m.view.Center, m.view.Zoom = geo.Point{Lat: 42.55, Lon: 1.58}, 12
	at := fyne.NewPos(200, 450)
	before, _, _ := m.at(at)
	m.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: at}, Scrolled: fyne.NewDelta(0, 25)})
	after, _, _ := m.at(at)
	if d := geo.Distance(before, after); m.view.Zoom <= 12 || d > 0.5 {
		t.Errorf("zoom %.2f, the point under the cursor moved %.2f m", m.view.Zoom, d)
	}
	press := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary}
	m.MouseDown(press)
	m.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at}, Dragged: fyne.NewDelta(30, 0)})
	m.MouseUp(press)
	if m.clicks != 0 {
		t.Error("a drag was treated as a click")
	}
	m.MouseDown(press)
	m.MouseUp(press)
	if m.clicks != 1 {
		t.Errorf("%d clicks, want 1", m.clicks)
	}
}
