// SPDX-License-Identifier: MIT

package jobtest

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/ui/job"
)

// UI is the queue of a test's UI goroutine, which is the goroutine of the test.
type UI struct {
	Jobs *job.Runner

	mu     sync.Mutex
	queue  []func()
	posted chan struct{} // holds a token after a post
}

// New returns a UI whose jobs end with the test.
func New(t testing.TB) *UI {
	u := &UI{posted: make(chan struct{}, 1)}
	u.Jobs = job.New(u.Post)
	t.Cleanup(func() { u.Jobs.Close(time.Minute) })
	return u
}

// Post queues fn for the next Drain. Safe for concurrent use.
func (u *UI) Post(fn func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.queue = append(u.queue, fn)
	select {
	case u.posted <- struct{}{}:
	default:
	}
}

// Drain runs posted functions until the queue is empty. It reports whether it ran any.
func (u *UI) Drain() (ran bool) {
	for {
		u.mu.Lock()
		queue := u.queue
		u.queue = nil
		u.mu.Unlock()
		if len(queue) == 0 {
			return ran
		}
		ran = true
		for _, fn := range queue {
			fn()
		}
	}
}

// patience is the timeout of Until, long enough for a step on the slowest machine.
const patience = time.Minute

// Until drains until there returns true. After a minute it fails the test; what describes
// the condition.
func (u *UI) Until(t testing.TB, what string, there func() bool) {
	t.Helper()
	if !u.Wait(patience, there) {
		t.Fatalf("waited %v in vain for %s", patience, what)
	}
}

// Wait drains until there returns true or the time most has passed. It reports whether
// there returned true.
func (u *UI) Wait(most time.Duration, there func() bool) bool {
	deadline := time.After(most)
	for u.Drain(); !there(); u.Drain() {
		select {
		case <-u.posted:
		case <-deadline:
			return false
		}
	}
	return true
}

// Rest drains until the job runner is idle.
func (u *UI) Rest(t testing.TB) {
	t.Helper()
	u.Until(t, "the end of all jobs", u.Jobs.Idle)
}

// Settle drains until the queue is empty and all other goroutines of the synctest bubble
// are blocked.
func (u *UI) Settle() {
	for synctest.Wait(); u.Drain(); synctest.Wait() {
	}
}
