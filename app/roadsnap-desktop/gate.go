// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"runtime"
)

// gate runs posted functions on the main goroutine, one after the other, until it is
// closed. After the toolkit's event loop has ended, the toolkit runs posted functions on
// the goroutine that posts. The window no longer exists then, and the graphics library
// would panic, so the gate drops them.
type gate struct {
	onMain func() bool
	queue  []func()
	busy   bool
	closed bool
}

// run runs do. If it is called by a function that run runs, as happens before the event
// loop begins, it queues do. On other goroutines than the main one it drops do.
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

// close drops queued and later functions. It must be called on the main goroutine.
func (g *gate) close() { g.closed, g.queue = true, nil }

// onMainGoroutine reports whether it is called on the main goroutine, whose ID in the
// header of a stack trace is always 1.
func onMainGoroutine() bool {
	var header [len("goroutine 1 ")]byte
	runtime.Stack(header[:], false)
	return bytes.Equal(header[:], []byte("goroutine 1 "))
}
