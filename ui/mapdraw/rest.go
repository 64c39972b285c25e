package mapdraw

import (
	"time"

	"roadsnap/ui/mapdraw/view"
)

// restPause is how long a view must stay as it is to be at rest: longer than
// between two frames of a drag or two steps of a wheel. Labels stay where they
// are while the map moves, and are chosen anew, none of them cut, when it rests.
const restPause = 180 * time.Millisecond

// rest knows since when the map has stood still. The Map's lock guards it.
type rest struct {
	view  view.Viewport // that is shown
	since time.Time
	alarm *time.Timer
}

// move tells that v is shown at a time, and reports whether that is news. wake is
// called when the view may have come to rest.
func (r *rest) move(v view.Viewport, at time.Time, wake func()) (news bool) {
	if v == r.view {
		if at.IsZero() && !r.since.IsZero() {
			r.since = at
			return true
		}
		return false
	}
	r.view, r.since = v, at
	if r.alarm != nil {
		r.alarm.Stop()
	}
	if !at.IsZero() {
		r.alarm = time.AfterFunc(restPause, wake)
	}
	return true
}

func (r *rest) reached() bool { return time.Since(r.since) >= restPause }

func (r *rest) forget() {
	if r.alarm != nil {
		r.alarm.Stop()
	}
	*r = rest{}
}

// wake has the goroutines look whether there is something to do.
func (m *Map) wake() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.change.Broadcast()
}
