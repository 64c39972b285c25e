// SPDX-License-Identifier: MIT

package mapdraw

import (
	"time"

	"roadsnap/ui/mapdraw/view"
)

// restPause is how long a view must stay unchanged to be at rest. It is longer
// than the time between two frames of a drag or two steps of a wheel. Labels keep
// their places while the map moves, and are chosen again at rest, none of them
// cut off.
const restPause = 180 * time.Millisecond

// rest records when the view last moved. The Map's mu guards it.
type rest struct {
	view  view.Viewport // the current view
	since time.Time
	alarm alarm
}

// move records that v is shown at the time at, and reports whether the view
// changed or was confirmed. wake is called when the view may have come to rest.
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

// wake lets the waiting goroutines check for work.
func (m *Map) wake() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.change.Broadcast()
}

// While the user zooms through many levels, their tiles are not worth drawing.
// They would be out of sight before they are done, and the processors are busy
// composing the pictures in between.
const (
	zoomingOn    = 200 * time.Millisecond // time between two levels below which the user is still zooming
	zoomingPause = 80 * time.Millisecond  // time after which the user has arrived
)

// zooming detects that the user zooms through many levels. The Map's mu guards
// it.
type zooming struct {
	at    time.Time // of the last change of the level
	pause alarm     // until tiles are drawn again
	count int       // number of changes
	seen  bool      // a complete picture has been shown; before that, drawing never pauses
}

// change records that another level is shown at the time at, or zero if the level
// will stay. If drawing has to pause, over is called with the count of changes
// when the pause ends.
func (z *zooming) change(at time.Time, over func(count int)) {
	on := z.seen && !at.IsZero() && at.Sub(z.at) < zoomingOn
	z.at = at
	z.pause.stop()
	z.count++
	if count := z.count; on {
		z.pause.set(zoomingPause, func() { over(count) })
	}
}

// arrived ends the pause that began with a change, unless another change
// followed.
func (m *Map) arrived(count int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.zooming.count == count {
		m.zooming.pause.stop()
		m.change.Broadcast()
	}
}
