package job

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// frame is the least time between two calls for the same progress or signal:
// the screen shows no more.
const frame = time.Second / 60

// Work runs on a goroutine of its own. It reads immutable inputs only, ends
// soon after ctx is done, and returns what to do with its result on the UI
// goroutine, nil for nothing.
type Work func(ctx context.Context) (apply func())

// Runner starts jobs and applies their results. Unless stated otherwise its
// methods, and those of its jobs, lanes and signals, run on the UI goroutine.
type Runner struct {
	post func(func())

	pending int // results of jobs and calls of listeners that are still to come

	root   context.Context
	cancel context.CancelFunc
	closed atomic.Bool
	mu     sync.Mutex // orders Start and Close
	work   sync.WaitGroup
}

// New returns a runner that brings results to the UI goroutine by post. post is
// called on any goroutine, keeps the order of its calls and never waits:
// fyne.Do in the app, a queue in tests.
func New(post func(func())) *Runner {
	r := &Runner{post: post}
	r.root, r.cancel = context.WithCancel(context.Background())
	return r
}

// Job is work that was started. A nil Job is one that has ended.
type Job struct {
	stop    context.CancelCauseFunc
	ctx     context.Context
	dropped bool // its result is not wanted any more
	ended   bool // its result was applied or dropped
}

// errDropped is why the context of a cancelled job is done.
var errDropped = errors.New("the result is not wanted any more")

// Cancel stops the work and drops its result. Work that has not begun never
// begins.
func (j *Job) Cancel() {
	if j != nil {
		j.dropped = true
		j.stop(errDropped)
	}
}

// Stop asks the work to end early. Its result is applied as usual: for work
// that may have changed something when it is stopped.
func (j *Job) Stop() {
	if j != nil {
		j.stop(nil)
	}
}

// Running reports whether a result of the job is still to come.
func (j *Job) Running() bool { return j != nil && !j.ended && !j.dropped }

// Start runs work at once.
func (r *Runner) Start(work Work) *Job {
	j, ok := r.begin()
	if ok {
		go r.run(j, work)
	}
	return j
}

// begin returns a job of which run must be called. It reports false after Close.
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

// run does the work of j, unless it was cancelled before, and posts its result.
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

// Idle reports whether no job is under way, cancelled ones included, and no call of
// a listener is still to come.
func (r *Runner) Idle() bool { return r.pending == 0 }

// Close cancels all jobs and waits until their work has ended, at most for
// patience. It reports whether all have. No result is applied afterwards, and
// no job started. It may be called on any goroutine.
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
