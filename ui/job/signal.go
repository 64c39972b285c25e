// SPDX-License-Identifier: MIT

package job

import "time"

// Signal calls a listener when a view model has changed. The listener reads the current
// state from the model.
type Signal struct {
	runner *Runner
	listen func()
	last   time.Time     // when the last call ended, or began if it still runs
	rest   time.Duration // the least time until the next call by RaiseSoon
	asked  bool          // a call is scheduled,
	due    time.Time     // for this time
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
	s.last, s.rest = time.Now(), frame // for calls of RaiseSoon by the listener
	s.listen()
	end := time.Now()
	s.last, s.rest = end, restShare*end.Sub(s.last)
}

// RaiseSoon calls the listener at once or later: at most once per frame, and less often if
// the listener is slow. It is meant for changes that may come in hundreds.
func (s *Signal) RaiseSoon() { s.RaiseWithin(frame) }

// RaiseWithin is RaiseSoon for changes that can wait: it calls the listener at most once per
// pause. Every call has the window drawn again, for which the UI goroutine waits.
func (s *Signal) RaiseWithin(pause time.Duration) {
	due := s.last.Add(max(pause, s.rest))
	wait := time.Until(due)
	switch {
	case wait <= 0:
		s.Raise()
	case !s.asked || due.Before(s.due):
		s.asked, s.due = true, due
		s.runner.pending++
		time.AfterFunc(wait, func() { s.runner.post(s.late) })
	}
}

// late calls the listener unless it was called in the meantime.
func (s *Signal) late() {
	s.runner.pending--
	if s.asked && !time.Now().Before(s.due) && !s.runner.closed.Load() {
		s.Raise()
	}
}
