// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"image"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
)

// pilot drives the map of a window with the events of the toolkit, and measures how long
// the UI thread is blocked.
type pilot struct {
	target mapTarget
	sheet  *canvas.Shader
	pings  pings
}

// mapTarget is the set of interfaces by which the map receives events.
type mapTarget interface {
	fyne.Widget
	fyne.Draggable
	fyne.Scrollable
	desktop.Mouseable
	desktop.Hoverable
}

// newPilot returns a pilot of the map in a window. Runs on the UI thread.
func newPilot(w fyne.Window) (*pilot, error) {
	p := new(pilot)
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *canvas.Shader:
			if p.target != nil && p.sheet == nil {
				p.sheet = o
			}
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child)
			}
		case *container.Split:
			walk(o.Leading)
			walk(o.Trailing)
		case fyne.Widget:
			if target, ok := o.(mapTarget); ok && p.target == nil {
				p.target = target
			} else if p.target != nil {
				return
			}
			for _, child := range o.CreateRenderer().Objects() {
				walk(child)
			}
		}
	}
	walk(w.Content())
	if p.target == nil || p.sheet == nil {
		return nil, errors.New("there is no map in the window")
	}
	return p, nil
}

// at returns a position in the map, given as shares of its width and height.
func (p *pilot) at(x, y float64) fyne.PointEvent {
	size := p.target.Size()
	return fyne.PointEvent{Position: fyne.NewPos(float32(x)*size.Width, float32(y)*size.Height)}
}

// drag moves the map by one step of a drag (logical pixels).
func (p *pilot) drag(dx, dy float32) {
	p.target.Dragged(&fyne.DragEvent{PointEvent: p.at(0.5, 0.5), Dragged: fyne.NewDelta(dx, dy)})
}

// press and release begin and end a drag; together they are a click.
func (p *pilot) press(x, y float64) {
	p.target.MouseDown(&desktop.MouseEvent{PointEvent: p.at(x, y), Button: desktop.MouseButtonPrimary})
}

func (p *pilot) release(x, y float64) {
	p.target.DragEnd()
	p.target.MouseUp(&desktop.MouseEvent{PointEvent: p.at(x, y), Button: desktop.MouseButtonPrimary})
}

// wheel turns the wheel by notches.
func (p *pilot) wheel(x, y, notches float64) {
	const notch = 25 // what the toolkit reports on X11
	p.target.Scrolled(&fyne.ScrollEvent{PointEvent: p.at(x, y), Scrolled: fyne.NewDelta(0, float32(notches*notch))})
}

func (p *pilot) hover(x, y float64) {
	p.target.MouseMoved(&desktop.MouseEvent{PointEvent: p.at(x, y)})
}

// picture returns the picture of the map, which is larger than its visible part. Runs on
// the UI thread.
func (p *pilot) picture() *image.RGBA {
	img, _ := p.sheet.Textures["picture"].(*image.RGBA)
	return img
}

// pings measures the response time of the UI thread repeatedly.
type pings struct {
	mu   sync.Mutex
	last []ping
	stop chan struct{}
	done sync.WaitGroup
}

type ping struct {
	asked time.Time
	wait  time.Duration
}

// pingEvery is the time between a response and the next ping.
const pingEvery = 500 * time.Microsecond

func (p *pings) begin() {
	p.stop = make(chan struct{})
	p.done.Go(func() {
		for {
			select {
			case <-p.stop:
				return
			case <-time.After(pingEvery):
			}
			asked := time.Now()
			fyne.DoAndWait(func() {})
			p.mu.Lock()
			p.last = append(p.last, ping{asked, time.Since(asked)})
			p.mu.Unlock()
		}
	})
}

func (p *pings) end() {
	close(p.stop)
	p.done.Wait()
}

// step is the time between two events. It is slightly more than two frames of a 60 Hz
// display, so that events come at all phases of a frame.
const step = 35 * time.Millisecond

// stall is the effect of one event on the UI thread.
type stall struct {
	away time.Duration // longest time without a response
	// work is the CPU time until the next event. Unlike away it does not grow when
	// other processes use the processor.
	work time.Duration
}

// act runs each action on the UI thread, one per step.
func (p *pilot) act(n int, action func(i int)) []stall {
	p.pings.last = nil
	p.pings.begin()
	begun, stalls := make([]time.Time, n), make([]stall, n)
	for i := range n {
		begun[i] = time.Now()
		before := uiThreadWork()
		fyne.DoAndWait(func() { action(i) })
		time.Sleep(time.Until(begun[i].Add(step)))
		stalls[i].work = uiThreadWork() - before
	}
	end := time.Now()
	p.pings.end()
	i := 0
	for _, ping := range p.pings.last {
		for i < n-1 && !ping.asked.Before(begun[i+1]) {
			i++
		}
		if !ping.asked.Before(begun[0]) && ping.asked.Before(end) {
			stalls[i].away = max(stalls[i].away, ping.wait)
		}
	}
	return stalls
}

// uiThreadWork returns the CPU time of the main thread, which is the UI thread; 0 if the
// system does not report it.
func uiThreadWork() time.Duration {
	text, err := os.ReadFile("/proc/self/schedstat")
	if err != nil {
		return 0
	}
	field, _, _ := strings.Cut(string(text), " ")
	ns, _ := strconv.ParseInt(field, 10, 64)
	return time.Duration(ns)
}
