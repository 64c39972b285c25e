package main

import "sync"

// gate lets what is posted reach the models and widgets one after the other, until it
// is closed. While the toolkit's loop runs, that alone would see to it; once the loop
// has ended, it runs what is posted on whatever goroutine posts.
type gate struct {
	mu     sync.Mutex
	queue  []func()
	busy   bool // a goroutine is running what is in the queue
	closed bool
	idle   sync.Cond
}

func newGate() *gate {
	g := new(gate)
	g.idle.L = &g.mu
	return g
}

// run runs do now, or leaves it to the goroutine that is running something already.
// A closed gate forgets it.
func (g *gate) run(do func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.queue = append(g.queue, do)
	if g.busy {
		return
	}
	g.busy = true
	for len(g.queue) > 0 && !g.closed {
		next := g.queue[0]
		g.queue = g.queue[1:]
		g.mu.Unlock()
		next()
		g.mu.Lock()
	}
	g.busy = false
	g.idle.Broadcast()
}

// close returns when nothing is run any more. It must not be called from what run runs.
func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for g.busy {
		g.idle.Wait()
	}
	g.queue = nil
}
