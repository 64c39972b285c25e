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

// pilot drives the map of a window through the events that the toolkit would
// send it, and notes how long the UI thread is away.
type pilot struct {
	target mapTarget
	sheet  *canvas.Shader
	pings  pings
}

// mapTarget is the map, by what can be done to it.
type mapTarget interface {
	fyne.Widget
	fyne.Draggable
	fyne.Scrollable
	desktop.Mouseable
	desktop.Hoverable
}

// newPilot finds the map in a window. It runs on the UI thread.
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

// at returns a place in the map, as shares of its width and height.
func (p *pilot) at(x, y float64) fyne.PointEvent {
	size := p.target.Size()
	return fyne.PointEvent{Position: fyne.NewPos(float32(x)*size.Width, float32(y)*size.Height)}
}

// drag moves the map by logical pixels, as one step of a drag.
func (p *pilot) drag(dx, dy float32) {
	p.target.Dragged(&fyne.DragEvent{PointEvent: p.at(0.5, 0.5), Dragged: fyne.NewDelta(dx, dy)})
}

// press and release are the ends of a drag; together they are a click.
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

// picture returns what the map shows, which is larger than the window shows of
// it. It runs on the UI thread.
func (p *pilot) picture() *image.RGBA {
	img, _ := p.sheet.Textures["picture"].(*image.RGBA)
	return img
}

// pings asks the UI thread again and again whether it is there.
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

// pingEvery is the time between an answer and the next question.
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

// step is the time between two events: two frames of a 60 Hz display, and a
// little, so that events come at all places within a frame.
const step = 35 * time.Millisecond

// stall is what one event did to the UI thread.
type stall struct {
	away time.Duration // the longest that it did not answer
	// work is for how long it ran, of the time until the next event. Unlike away
	// it does not grow when somebody else has the processor.
	work time.Duration
}

// act does each action on the UI thread, one a step.
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

// uiThreadWork returns for how long the main thread, which is the UI's, has run;
// 0 where the system does not tell.
func uiThreadWork() time.Duration {
	text, err := os.ReadFile("/proc/self/schedstat")
	if err != nil {
		return 0
	}
	field, _, _ := strings.Cut(string(text), " ")
	ns, _ := strconv.ParseInt(field, 10, 64)
	return time.Duration(ns)
}
