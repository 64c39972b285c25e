// SPDX-License-Identifier: MIT

package job

import "time"

// Signal calls a listener when a view model has changed. The listener reads the current
// state from the model.
type Signal struct {
	runner *Runner
	listen func()
	next   time.Time // the earliest time of a call by RaiseSoon
	asked  bool      // a call is scheduled
}

// restShare is the time between two calls by RaiseSoon, as a multiple of the time that a
// call takes. A listener that redraws a long list so leaves three quarters of the UI
// goroutine to the user.
const restShare = 3

// Signal returns a signal without a listener.
func (r *Runner) Signal() *Signal { return &Signal{runner: r} }

// Listen sets the listener, which replaces the previous one. It is not called before the
// next Raise.
func (s *Signal) Listen(fn func()) { s.listen = fn }

// Raise calls the listener before it returns.
func (s *Signal) Raise() {
	s.asked = false
	if s.listen == nil {
		return
	}
	began := time.Now()
	s.next = began.Add(frame) // for calls of RaiseSoon by the listener
	s.listen()
	end := time.Now()
	s.next = began.Add(max(frame, (1+restShare)*end.Sub(began)))
}

// RaiseSoon calls the listener at once or later: at most once per frame, and less often if
// the listener is slow. It is meant for changes that may come in hundreds.
func (s *Signal) RaiseSoon() {
	wait := time.Until(s.next)
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
