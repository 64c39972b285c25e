// SPDX-License-Identifier: MIT

package job

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Throttle returns a function that schedules a call of show on the UI goroutine, at most
// one per frame. The function is safe for concurrent use and cheap at any rate of calls.
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

// Report starts work that reports its progress. While the job runs, it calls show on the
// UI goroutine with the latest report, at most once per frame.
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
