// SPDX-License-Identifier: MIT

package fairqueue

import (
	"context"
	"slices"
	"time"
)

// Job is work that has entered a Queue. Its methods must not be called concurrently.
type Job struct {
	queue  *Queue
	client *client

	// queue.mu guards the fields below.
	granted chan error    // receives the end of each wait; nil until the first
	begun   bool          // whether it has had a slot
	working bool          // whether it has a slot
	since   time.Time     // when it got its slot
	charged time.Duration // to the client, for the time since then
	total   time.Duration // of earlier slices
}

// Yield lets a client that has used less work first, if the job has worked for a Slice.
// The error is that of ctx. After an error the job must only Leave.
func (j *Job) Yield(ctx context.Context) error {
	if err := ctx.Err(); err != nil || time.Since(j.since) < Slice {
		return err
	}
	q := j.queue
	q.mu.Lock()
	q.suspend(j)
	if !slices.ContainsFunc(q.active, func(c *client) bool { return c.waits() && c.used < j.client.used }) {
		q.grant(j)
		q.mu.Unlock()
		return nil
	}
	return j.resume(ctx)
}

// Block calls fn, which may wait for something other than a processor, without a slot.
// The error is that of ctx. After an error the job must only Leave.
func (j *Job) Block(ctx context.Context, fn func()) error {
	q := j.queue
	q.mu.Lock()
	q.suspend(j)
	q.deactivate(j.client)
	q.dispatch()
	q.mu.Unlock()
	fn()
	q.mu.Lock()
	q.activate(j.client)
	if q.free > 0 && !q.anyWaits() {
		q.grant(j)
		q.mu.Unlock()
		return ctx.Err()
	}
	return j.resume(ctx)
}

// Charge adds processor time that the job used without a slot.
func (j *Job) Charge(used time.Duration) {
	j.queue.mu.Lock()
	defer j.queue.mu.Unlock()
	j.client.used += used
}

// Leave ends the job.
func (j *Job) Leave() {
	q := j.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if j.working {
		q.suspend(j)
	}
	q.deactivate(j.client)
	j.client.jobs--
	q.learn(j.client, j.total)
	q.dispatch()
}

// resume waits for the next slot of a job that has begun. q.mu must be held, and is
// unlocked.
func (j *Job) resume(ctx context.Context) error {
	q := j.queue
	if j.granted == nil {
		j.granted = make(chan error, 1)
	}
	j.begun = true
	j.client.paused = append(j.client.paused, j)
	q.dispatch()
	q.mu.Unlock()
	select {
	case err := <-j.granted: // nil: jobs that have begun are not refused
		return err
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	j.client.paused = slices.DeleteFunc(j.client.paused, func(other *Job) bool { return other == j })
	return ctx.Err()
}

// awaitFirst waits for the first slot. On an error the job has left.
func (j *Job) awaitFirst(ctx context.Context) error {
	q := j.queue
	longest := time.NewTimer(q.options.MaxWait + q.options.MaxWait/2)
	defer longest.Stop()
	select {
	case err := <-j.granted:
		return err
	case <-ctx.Done():
	case <-longest.C:
	}
	q.mu.Lock()
	select {
	case err := <-j.granted: // meanwhile
		q.mu.Unlock()
		return err
	default:
		defer q.mu.Unlock()
	}
	if err := ctx.Err(); err != nil {
		q.refuse(j, err)
	} else {
		q.refuse(j, &RefusedError{Wait: q.expect(j.client)})
	}
	return <-j.granted
}
