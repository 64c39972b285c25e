// SPDX-License-Identifier: MIT

package job

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// frame is the minimum time between two calls for the same progress or signal, because the
// screen shows no more.
const frame = time.Second / 60

// Work runs on a background goroutine. It must read only immutable inputs and return soon
// after ctx is done. It returns a function that applies its result on the UI goroutine, or
// nil.
type Work func(ctx context.Context) (apply func())

// Runner starts jobs and applies their results. Unless stated otherwise, its methods and
// those of its jobs, lanes and signals must be called on the UI goroutine.
type Runner struct {
	post func(func())

	pending int // number of outstanding job results and listener calls

	root   context.Context
	cancel context.CancelFunc
	closed atomic.Bool
	mu     sync.Mutex // orders Start and Close
	work   sync.WaitGroup
}

// New returns a runner. post runs a function later on the UI goroutine. It must be safe
// for concurrent use, keep the order of its calls and not block. It is fyne.Do in the app
// and a queue in tests.
func New(post func(func())) *Runner {
	r := &Runner{post: post}
	r.root, r.cancel = context.WithCancel(context.Background())
	return r
}

// Job is work that was started. A nil *Job is valid and has ended.
type Job struct {
	stop    context.CancelCauseFunc
	ctx     context.Context
	dropped bool // Cancel was called
	ended   bool // its result was applied or dropped
}

// errDropped is the cause of the done context of a cancelled job.
var errDropped = errors.New("the job was cancelled")

// Cancel stops the work and drops its result. Work that has not begun is skipped.
func (j *Job) Cancel() {
	if j != nil {
		j.dropped = true
		j.stop(errDropped)
	}
}

// Stop cancels the context of the work but applies its result as usual. It is meant for
// work that may have changed something before it stops.
func (j *Job) Stop() {
	if j != nil {
		j.stop(nil)
	}
}

// Running reports whether the result of the job is outstanding.
func (j *Job) Running() bool { return j != nil && !j.ended && !j.dropped }

// Start runs work at once.
func (r *Runner) Start(work Work) *Job {
	j, ok := r.begin()
	if ok {
		go r.run(j, work)
	}
	return j
}

// begin returns a new job, for which the caller must call run. ok is false after Close.
func (r *Runner) begin() (j *Job, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	j = &Job{}
	j.ctx, j.stop = context.WithCancelCause(r.root)
	if r.closed.Load() {
		j.ended = true
		return j, false
	}
	r.work.Add(1)
	r.pending++
	return j, true
}

// run runs the work of j, unless it was cancelled, and posts its result.
func (r *Runner) run(j *Job, work Work) {
	defer r.work.Done()
	var apply func()
	if !errors.Is(context.Cause(j.ctx), errDropped) && !r.closed.Load() {
		apply = work(j.ctx)
	}
	r.post(func() { r.apply(j, apply) })
}

func (r *Runner) apply(j *Job, result func()) {
	j.ended = true
	r.pending--
	j.stop(nil) // releases the context
	if !j.dropped && result != nil && !r.closed.Load() {
		result()
	}
}

// Idle reports whether no job, cancelled or not, and no listener call is outstanding.
func (r *Runner) Idle() bool { return r.pending == 0 }

// Close cancels all jobs and waits for their work to end, at most for patience. It reports
// whether all work has ended. Afterwards no result is applied and no job started. Safe for
// concurrent use.
func (r *Runner) Close(patience time.Duration) (ended bool) {
	r.mu.Lock()
	r.closed.Store(true)
	r.mu.Unlock()
	r.cancel()
	done := make(chan struct{})
	go func() {
		r.work.Wait()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-time.After(patience):
		return false
	}
}
