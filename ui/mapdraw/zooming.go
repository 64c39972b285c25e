package mapdraw

import "time"

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
	at    time.Time   // of the last change of the level
	pause *time.Timer // until drawing is worth it again, nil while it is
	count int         // of changes
	seen  bool        // a complete picture has been shown; before, there is nothing to look at meanwhile
}

// change notes that another level is shown at a time, the zero time if it is sure
// to stay. If drawing has to pause, over is called with the count of changes when
// it need no more.
func (z *zooming) change(at time.Time, over func(count int)) {
	on := z.seen && !at.IsZero() && at.Sub(z.at) < zoomingOn
	z.at = at
	z.end()
	z.count++
	if count := z.count; on {
		z.pause = time.AfterFunc(zoomingPause, func() { over(count) })
	}
}

// end ends a pause.
func (z *zooming) end() {
	if z.pause != nil {
		z.pause.Stop()
		z.pause = nil
	}
}

// arrived ends the pause that began with a change, unless another one has come.
func (m *Map) arrived(count int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.zooming.count == count {
		m.zooming.end()
		m.change.Broadcast()
	}
}
