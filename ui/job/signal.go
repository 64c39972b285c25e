// SPDX-License-Identifier: MIT

package job

import "time"

// Signal calls a listener when a view model has changed. The listener reads the current
// state from the model.
type Signal struct {
	runner *Runner
	listen func()
	last   time.Time // time of the last call
	asked  bool      // a call is scheduled
}

// Signal returns a signal without a listener.
func (r *Runner) Signal() *Signal { return &Signal{runner: r} }

// Listen sets the listener, which replaces the previous one. It is not called before the
// next Raise.
func (s *Signal) Listen(fn func()) { s.listen = fn }

// Raise calls the listener before it returns.
func (s *Signal) Raise() {
	s.asked, s.last = false, time.Now()
	if s.listen != nil {
		s.listen()
	}
}

// RaiseSoon calls the listener at most once per frame, at once or later. It is meant for
// changes that may come in hundreds.
func (s *Signal) RaiseSoon() {
	wait := frame - time.Since(s.last)
	switch {
	case wait <= 0:
		s.Raise()
	case !s.asked:
		s.asked = true
		s.runner.pending++
		time.AfterFunc(wait, func() { s.runner.post(s.late) })
	}
}

// late calls the listener unless Raise was called in the meantime.
func (s *Signal) late() {
	s.runner.pending--
	if s.asked && !s.runner.closed.Load() {
		s.Raise()
	}
}
