// SPDX-License-Identifier: MIT

package fairqueue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Slice is the time for which a job works before Yield gives its slot to a client that
// has used less.
const Slice = 10 * time.Millisecond

// Options configure a Queue. All are required.
type Options struct {
	// Slots is the number of jobs that work at once.
	Slots int
	// MaxWait is the expected wait above which a job is refused at once. The expectation
	// comes from the time that earlier jobs took. Only if later ones take far longer, a job
	// is refused that has waited half as long again.
	MaxWait time.Duration
	// MaxQueue and MaxQueuePerClient are the greatest numbers of jobs that wait.
	MaxQueue, MaxQueuePerClient int
}

// ErrClosed is the error of jobs that had not begun when Close was called.
var ErrClosed = errors.New("the queue is closed")

// RefusedError means that a job would wait too long.
type RefusedError struct {
	// Wait is the expected wait of the client's next job.
	Wait time.Duration
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("the expected wait of %v is too long", e.Wait.Round(time.Millisecond))
}

// Queue lets jobs of clients work in turn. Safe for concurrent use.
type Queue struct {
	options Options

	mu      sync.Mutex
	closed  bool
	free    int           // slots without a job
	waiting int           // jobs that wait, except for paused ones
	virtual time.Duration // tag of the client served last, before that service
	mean    time.Duration // moving average of the time of a job
	clients map[string]*client
	active  []*client // those with demand
}

// New returns a queue without jobs.
func New(o Options) *Queue {
	return &Queue{options: o, free: o.Slots, mean: firstCost, clients: make(map[string]*client)}
}

// Enter waits until a job of client may work and returns it. The caller must call Leave.
// The error is a *RefusedError, ErrClosed, or that of ctx.
func (q *Queue) Enter(ctx context.Context, client string) (*Job, error) {
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return nil, ErrClosed
	}
	c := q.client(client)
	j := &Job{queue: q, client: c}
	if q.free > 0 && !q.anyWaits() {
		c.jobs++
		q.activate(c)
		q.grant(j)
		q.mu.Unlock()
		return j, nil
	}
	if wait, ok := q.admits(c); !ok {
		q.mu.Unlock()
		return nil, &RefusedError{Wait: wait}
	}
	c.jobs++
	q.activate(c)
	q.waiting++
	j.granted = make(chan error, 1)
	c.fresh = append(c.fresh, j)
	q.mu.Unlock()
	if err := j.awaitFirst(ctx); err != nil {
		return nil, err
	}
	return j, nil
}

// ExpectedWait returns the time that the next job of client would wait, and whether Enter
// would let it wait. It costs less than a refusal after the request was read.
func (q *Queue) ExpectedWait(client string) (wait time.Duration, accepted bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || q.free > 0 && !q.anyWaits() {
		return 0, true
	}
	c := q.client(client)
	wait = q.expect(c)
	return wait, wait <= q.options.MaxWait && len(c.fresh) < q.options.MaxQueuePerClient
}

// Waiting returns the number of jobs that wait to begin.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}

// Close refuses all jobs that have not begun, and those that come later. Those that have
// begun go on.
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	for _, c := range slices.Clone(q.active) {
		for _, j := range slices.Clone(c.fresh) {
			q.refuse(j, ErrClosed)
		}
	}
}

// admits reports whether one more job of c may wait, and how long it would. If the queue
// is full, the last job of the client with the most waiting jobs makes room.
// q.mu must be held.
func (q *Queue) admits(c *client) (wait time.Duration, ok bool) {
	wait = q.expect(c)
	if wait > q.options.MaxWait || len(c.fresh) >= q.options.MaxQueuePerClient {
		return wait, false
	}
	if q.waiting < q.options.MaxQueue {
		return wait, true
	}
	longest := slices.MaxFunc(q.active, func(a, b *client) int { return len(a.fresh) - len(b.fresh) })
	if len(longest.fresh) <= len(c.fresh)+1 {
		return wait, false
	}
	q.refuse(longest.fresh[len(longest.fresh)-1], &RefusedError{Wait: q.expect(longest)})
	return wait, true
}

// expect returns the expected wait of the next job of c: until the other jobs of c are
// done. Meanwhile every other client is served until its tag has caught up or its jobs
// are done. q.mu must be held.
func (q *Queue) expect(c *client) time.Duration {
	own := c.backlog()
	end := max(c.used, q.virtual) + own
	for _, other := range q.active {
		if other != c {
			own += max(0, min(end-other.used, other.backlog()))
		}
	}
	return own / time.Duration(q.options.Slots)
}

// anyWaits reports whether a job waits for a slot. q.mu must be held.
func (q *Queue) anyWaits() bool { return slices.ContainsFunc(q.active, (*client).waits) }

// grant gives a slot to j. The client is charged at once for the time expected in this
// slice, so that several free slots are not all given to one client. q.mu must be held.
func (q *Queue) grant(j *Job) {
	c := j.client
	q.free--
	q.virtual = max(q.virtual, c.used)
	j.working, j.since, j.charged = true, time.Now(), min(c.cost, Slice)
	c.used += j.charged
}

// suspend takes the slot of j and charges the client for the actual time.
// q.mu must be held.
func (q *Queue) suspend(j *Job) {
	worked := time.Since(j.since)
	j.client.used += worked - j.charged
	j.total += worked
	j.working = false
	q.free++
}

// dispatch gives free slots to waiting jobs, those of the client with the least use
// first. q.mu must be held.
func (q *Queue) dispatch() {
	for q.free > 0 {
		var next *client
		for _, c := range q.active {
			if c.waits() && (next == nil || c.used < next.used) {
				next = c
			}
		}
		if next == nil {
			return
		}
		j := next.pop()
		if !j.begun {
			j.begun = true
			q.waiting--
		}
		q.grant(j)
		j.granted <- nil
	}
}

// refuse removes j, which has not begun, and ends its wait with err. q.mu must be held.
func (q *Queue) refuse(j *Job, err error) {
	c := j.client
	c.fresh = slices.DeleteFunc(c.fresh, func(other *Job) bool { return other == j })
	q.waiting--
	c.jobs--
	q.deactivate(c)
	j.granted <- err
}
