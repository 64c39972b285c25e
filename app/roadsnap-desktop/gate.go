package main

import (
	"bytes"
	"runtime"
)

// gate runs what is posted to the UI on the main goroutine, one after the other, until
// it is closed. Once the toolkit's loop has ended, the toolkit runs what is posted on the
// goroutine that posts. There is no window any more by then, and the graphics library
// panics: the gate drops it.
type gate struct {
	onMain func() bool
	queue  []func()
	busy   bool
	closed bool
}

// run runs do, or queues it when it is called from what run runs, as it is before the
// loop begins. It drops do on any goroutine but the main one.
func (g *gate) run(do func()) {
	if !g.onMain() {
		return
	}
	g.queue = append(g.queue, do)
	if g.busy {
		return
	}
	g.busy = true
	for len(g.queue) > 0 && !g.closed {
		next := g.queue[0]
		g.queue = g.queue[1:]
		next()
	}
	g.busy = false
}

// close drops what is posted from now on. It is called on the main goroutine.
func (g *gate) close() { g.closed, g.queue = true, nil }

// onMainGoroutine reports whether it is called on the goroutine that runs main. The
// header of a stack's text names the goroutine, and that of main is always 1.
func onMainGoroutine() bool {
	var header [len("goroutine 1 ")]byte
	runtime.Stack(header[:], false)
	return bytes.Equal(header[:], []byte("goroutine 1 "))
}
