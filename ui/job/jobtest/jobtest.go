package jobtest

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/ui/job"
)

// UI is the UI goroutine of a test, which is the test's own.
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

// Post has fn run by the next Drain. Safe for concurrent use.
func (u *UI) Post(fn func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.queue = append(u.queue, fn)
	select {
	case u.posted <- struct{}{}:
	default:
	}
}

// Drain runs what was posted, and what that posts, until nothing is left. It
// reports whether there was anything.
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

// patience is how long the slowest of machines may take for one step.
const patience = time.Minute

// Until drains until there is what a test waits for.
func (u *UI) Until(t testing.TB, what string, there func() bool) {
	t.Helper()
	if !u.Wait(patience, there) {
		t.Fatalf("waited %v in vain for %s", patience, what)
	}
}

// Wait drains until there is what is waited for, or until the time is over, and
// reports which.
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

// Rest drains until no job is under way.
func (u *UI) Rest(t testing.TB) {
	t.Helper()
	u.Until(t, "the end of all jobs", u.Jobs.Idle)
}

// Settle drains until all goroutines of the test's bubble wait.
func (u *UI) Settle() {
	for synctest.Wait(); u.Drain(); synctest.Wait() {
	}
}
