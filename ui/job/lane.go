// SPDX-License-Identifier: MIT

package job

import (
	"slices"
	"sync"
)

// Lane runs at most width jobs at a time and queues the others. Jobs begin in the order of
// the queue. A lane of width 1 also applies results in that order.
type Lane struct {
	runner *Runner
	width  int
	polite bool // its goroutines have a low priority

	mu      sync.Mutex
	waiting []queued
	workers int
}

// queued is a job in the queue of a lane.
type queued struct {
	job  *Job
	work Work
}

// Lane returns a lane that runs at most width jobs at a time, at least 1.
func (r *Runner) Lane(width int) *Lane { return &Lane{runner: r, width: max(width, 1)} }

// BackgroundLane returns a lane for long computations, with a lower priority than the rest
// of the program, including the drawing of the map. Where the system allows it, they run
// only while a core has nothing else to do.
func (r *Runner) BackgroundLane(width int) *Lane {
	l := r.Lane(width)
	l.polite = true
	return l
}

// Start adds work at the end of the queue.
func (l *Lane) Start(work Work) *Job {
	return l.add(work, func(waiting []queued, q queued) []queued { return append(waiting, q) })
}

// StartNext adds work at the front of the queue.
func (l *Lane) StartNext(work Work) *Job {
	return l.add(work, func(waiting []queued, q queued) []queued { return slices.Insert(waiting, 0, q) })
}

func (l *Lane) add(work Work, enqueue func([]queued, queued) []queued) *Job {
	j, ok := l.runner.begin()
	if !ok {
		return j
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = enqueue(l.waiting, queued{j, work})
	if l.workers < l.width {
		l.workers++
		go l.drain()
	}
	return j
}

// drain runs jobs until the queue is empty.
func (l *Lane) drain() {
	if l.polite {
		giveWay(laneNiceness)
	}
	l.mu.Lock()
	for len(l.waiting) > 0 {
		q := l.waiting[0]
		l.waiting = l.waiting[1:]
		l.mu.Unlock()
		l.runner.run(q.job, q.work)
		l.mu.Lock()
	}
	l.workers--
	l.mu.Unlock()
}

// laneNiceness is the niceness of background lanes. It is above that of the goroutines
// that draw the map (10), so that the map is drawn while trips are matched on every core.
const laneNiceness = 15
