package job

import (
	"slices"
	"sync"
)

// Lane runs at most width jobs at a time, in the order in which they were
// started, and lets the rest wait. A lane of width 1 applies results in that order,
// too.
type Lane struct {
	runner *Runner
	width  int
	polite bool // its goroutines give way to the rest of the program

	mu      sync.Mutex
	waiting []queued
	workers int
}

// queued is a job that waits for its turn.
type queued struct {
	job  *Job
	work Work
}

// Lane returns a lane of a width of at least 1.
func (r *Runner) Lane(width int) *Lane { return &Lane{runner: r, width: max(width, 1)} }

// BackgroundLane returns a lane for long computations. It gives way to the rest of
// the program, also to what draws the map.
func (r *Runner) BackgroundLane(width int) *Lane {
	l := r.Lane(width)
	l.polite = true
	return l
}

// Start runs work after what waits already.
func (l *Lane) Start(work Work) *Job {
	return l.add(work, func(waiting []queued, q queued) []queued { return append(waiting, q) })
}

// StartNext runs work before what waits already.
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

// drain runs jobs until none waits.
func (l *Lane) drain() {
	if l.polite {
		LowerPriority(laneNiceness)
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

// laneNiceness is above that of the goroutines that draw the map (10): the map
// is drawn while trips are matched on every core.
const laneNiceness = 15
