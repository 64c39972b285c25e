// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"roadsnap/app/fairqueue"
	"roadsnap/engine/yield"
)

// DefaultMaxWait is the expected wait above which requests are refused if Options has
// none.
const DefaultMaxWait = 2 * time.Second

// The greatest numbers of requests that wait for a processor, in total and for each
// client. The contract requires 256. A waiting request takes about 20 kB.
const (
	maxWaiting          = 2048
	maxWaitingPerClient = 1024
)

// turn waits until r may work and runs work with the context to use, which ends after
// workTimeout. All work of more than a millisecond runs inside turn; work longer than
// 20 ms calls pause in between, and what waits for the client runs in await.
func (s *Server) turn(r *request, work func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(r.Context(), workTimeout)
	defer cancel()
	job, err := s.enter(ctx, r)
	if err != nil {
		return err
	}
	defer job.Leave()
	ctx = context.WithValue(ctx, jobKey{}, job)
	return work(yield.With(ctx, func() error { return job.Yield(ctx) }))
}

type jobKey struct{}

// pause lets other clients work if it is their turn, and returns the error of ctx.
func pause(ctx context.Context) error { return yield.Now(ctx) }

// await calls fn, which waits for the client, and lets others work meanwhile. ctx is that
// of turn. The error is that of ctx.
func await(ctx context.Context, fn func()) error {
	return ctx.Value(jobKey{}).(*fairqueue.Job).Block(ctx, fn)
}

// enter waits until r may work. The caller must leave the job.
func (s *Server) enter(ctx context.Context, r *request) (*fairqueue.Job, error) {
	from := time.Now()
	job, err := s.queue.Enter(ctx, r.clientID())
	if err != nil {
		if refused := new(fairqueue.RefusedError); errors.As(err, &refused) {
			r.shed = true
			s.measures.Shed()
		}
		return nil, turnError(err)
	}
	s.measures.Waited(time.Since(from))
	return job, nil
}

// checkWait refuses a request that would wait too long, before its body is read.
func (s *Server) checkWait(r *request) error {
	wait, accepted := s.queue.ExpectedWait(r.clientID())
	if accepted {
		return nil
	}
	r.shed = true
	s.measures.Shed()
	return turnError(&fairqueue.RefusedError{Wait: wait})
}

// turnError returns the answer to an error of the queue.
func turnError(err error) error {
	var refused *fairqueue.RefusedError
	switch {
	case errors.As(err, &refused):
		return &failure{
			status: http.StatusServiceUnavailable, retryAfter: max(refused.Wait, retryBusy), cause: err,
			message: fmt.Sprintf("the server is too busy: this request would wait about %.1f s", refused.Wait.Seconds()),
		}
	case errors.Is(err, fairqueue.ErrClosed):
		return errStopping()
	}
	return err
}

func errStopping() error {
	return &failure{status: http.StatusServiceUnavailable, message: "the server is stopping", retryAfter: retryBusy}
}

// clientID identifies the client for limits and turns: by its key, or by its network.
func (r *request) clientID() string {
	if r.key != "" {
		return r.key
	}
	return clientNetwork(r.RemoteAddr)
}
