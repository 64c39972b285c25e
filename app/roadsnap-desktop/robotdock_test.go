// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"image"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"roadsnap/ui/trips"
)

// dockTarget is the set of interfaces by which the scrubber and the graphs of the timeline
// receive events.
type dockTarget interface {
	fyne.Widget
	fyne.Draggable
	desktop.Mouseable
	desktop.Cursorable
}

// dock measures the timeline of the selected trip: playback, scrubbing, and how long it
// takes until the map shows a selected trip.
func (r *robot) dock(id trips.ID) error {
	fyne.DoAndWait(func() { r.trips.Select(id) })
	time.Sleep(2 * time.Second)
	window := r.app.Driver().AllWindows()[0]
	var scrubber, graph dockTarget
	fyne.DoAndWait(func() {
		scrubber, graph = findDock(window.Content(), desktop.PointerCursor), findDock(window.Content(), desktop.CrosshairCursor)
	})
	if scrubber == nil || graph == nil {
		return errors.New("there is no timeline in the window")
	}
	press := func(o dockTarget, x float64) {
		at := fyne.NewPos(60+float32(x)*(o.Size().Width-80), o.Size().Height/2)
		o.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary})
	}
	drag := func(o dockTarget, x float64) {
		at := fyne.NewPos(60+float32(x)*(o.Size().Width-80), o.Size().Height/2)
		o.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at}})
	}
	place := func(i int) float64 { return float64(i*37%100) / 100 } // back and forth
	printStalls("trip, scrub", r.act(150, func(i int) { drag(scrubber, place(i)) }))
	printStalls("trip, drag on the graph", r.act(150, func(i int) {
		if i == 0 {
			press(graph, 0.1)
		}
		drag(graph, 0.1+0.005*float64(i))
	}))
	printWaits("trip, scrub until the picture", r.waits(60, func(i int) { drag(scrubber, place(i)) }))
	key := func() { window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyK}) }
	fyne.DoAndWait(func() { press(scrubber, 0); key() })
	printStalls("trip, play", r.act(200, func(int) {}))
	fyne.DoAndWait(key)
	printWaits("trip, select until the picture", r.waits(40, func(i int) {
		if i%2 == 0 {
			r.trips.Deselect()
		} else {
			r.trips.Select(id)
		}
	}))
	return nil
}

// waits returns the times from each action to the next picture of the map that the window
// has. After each one it waits until nothing more is drawn.
func (r *robot) waits(n int, action func(i int)) (list []time.Duration) {
	picture := func() (now *image.RGBA) {
		fyne.DoAndWait(func() { now = r.picture() })
		return now
	}
	for i := range n {
		before, asked := picture(), time.Now()
		fyne.DoAndWait(func() { action(i) })
		for picture() == before && time.Since(asked) < time.Second {
			time.Sleep(200 * time.Microsecond)
		}
		list = append(list, time.Since(asked))
		for still := time.Now(); time.Since(still) < 150*time.Millisecond; time.Sleep(10 * time.Millisecond) {
			if now := picture(); now != before {
				before, still = now, time.Now()
			}
		}
	}
	return list
}

// printWaits prints the 95th percentile of waits.
func printWaits(name string, list []time.Duration) {
	slices.Sort(list)
	printFinding(name, float64(list[len(list)*95/100].Microseconds())/1000, "ms")
	printFinding(name+", median", float64(list[len(list)/2].Microseconds())/1000, "ms")
}

// findDock returns the widget of the timeline over which a cursor is shown. Runs on the UI
// thread.
func findDock(o fyne.CanvasObject, cursor desktop.Cursor) dockTarget {
	if o == nil || !o.Visible() {
		return nil
	}
	if target, ok := o.(dockTarget); ok && target.Cursor() == cursor {
		return target
	}
	var children []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		children = o.Objects
	case fyne.Widget:
		children = test.WidgetRenderer(o).Objects()
	}
	for _, child := range children {
		if found := findDock(child, cursor); found != nil {
			return found
		}
	}
	return nil
}
