package mapdraw

import (
	"time"

	"roadsnap/ui/mapdraw/view"
)

// restPause is how long a view must stay as it is to be at rest: longer than
// between two frames of a drag or two steps of a wheel. Labels stay where they
// are while the map moves, and are chosen again, none of them cut, when it rests.
const restPause = 180 * time.Millisecond

// rest knows since when the map has stood still. The Map's lock guards it.
type rest struct {
	view  view.Viewport // that is shown
	since time.Time
	alarm alarm
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
	r.alarm.stop()
	if !at.IsZero() {
		r.alarm.set(restPause, wake)
	}
	return true
}

func (r *rest) reached() bool { return time.Since(r.since) >= restPause }

func (r *rest) forget() {
	r.alarm.stop()
	*r = rest{}
}

// wake has the goroutines look whether there is something to do.
func (m *Map) wake() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.change.Broadcast()
}

// While the user zooms through many levels, the tiles of none are worth drawing:
// they would be out of sight before they are there, and the processors have
// enough to do with bringing the pictures between to the screen.
const (
	zoomingOn    = 200 * time.Millisecond // from one level to the next
	zoomingPause = 80 * time.Millisecond  // after which the user has arrived
)

// zooming knows whether the user zooms through many levels. The Map's lock guards
// it.
type zooming struct {
	at    time.Time // of the last change of the level
	pause alarm     // until drawing is worth it again
	count int       // of changes
	seen  bool      // a complete picture has been shown; before, there is nothing to look at meanwhile
}

// change notes that another level is shown at a time, the zero time if it is sure
// to stay. If drawing has to pause, over is called with the count of changes when
// it need no more.
func (z *zooming) change(at time.Time, over func(count int)) {
	on := z.seen && !at.IsZero() && at.Sub(z.at) < zoomingOn
	z.at = at
	z.pause.stop()
	z.count++
	if count := z.count; on {
		z.pause.set(zoomingPause, func() { over(count) })
	}
}

// arrived ends the pause that began with a change, unless another one has come.
func (m *Map) arrived(count int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.zooming.count == count {
		m.zooming.pause.stop()
		m.change.Broadcast()
	}
}
