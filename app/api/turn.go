// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"errors"
	"time"
)

// turn waits until r may work and runs work with the context to use, which ends after
// workTimeout. All work of more than a millisecond runs inside turn; work longer than
// 20 ms calls pause in between.
func (s *Server) turn(r *request, work func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(r.Context(), workTimeout)
	defer cancel()
	from := time.Now()
	if err := s.line.enter(ctx); err != nil {
		if errors.Is(err, errTooBusy) {
			s.measures.Shed()
		}
		return err
	}
	defer s.line.leave()
	s.measures.Waited(time.Since(from))
	return work(ctx)
}

// pause lets other clients work if it is their turn, and returns the error of ctx.
func pause(ctx context.Context) error { return ctx.Err() }
