package job

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Throttle returns a function that any goroutine may call at any rate. After
// each call show runs on the UI goroutine, once for all calls within a frame.
func (r *Runner) Throttle(show func()) (ask func()) {
	var mu sync.Mutex
	var asked bool
	var last time.Time
	run := func() {
		mu.Lock()
		asked, last = false, time.Now()
		mu.Unlock()
		if !r.closed.Load() {
			show()
		}
	}
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if asked {
			return
		}
		asked = true
		if wait := frame - time.Since(last); wait > 0 {
			time.AfterFunc(wait, func() { r.post(run) })
		} else {
			r.post(run)
		}
	}
}

// Report starts work that reports its progress. show runs on the UI goroutine
// with the newest report, at most once per frame, while the job is running.
func Report[T any](r *Runner, show func(T), work func(ctx context.Context, report func(T)) (apply func())) *Job {
	var latest atomic.Pointer[T]
	var j *Job
	ask := r.Throttle(func() {
		if j.Running() {
			show(*latest.Load())
		}
	})
	j = r.Start(func(ctx context.Context) func() {
		return work(ctx, func(progress T) {
			latest.Store(&progress)
			ask()
		})
	})
	return j
}
