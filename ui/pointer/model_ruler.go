// SPDX-License-Identifier: MIT

package pointer

import "roadsnap/engine/geo"

// Ruler is the tool that measures lines and areas. It is put away, in use, or done until
// the next click. It belongs to the UI goroutine.
type Ruler struct {
	changed func()
	state   rulerState
	measure Measure
	next    geo.Point // position of the pointer, if hasNext
	hasNext bool
}

type rulerState int

const (
	putAway rulerState = iota
	inUse
	done
)

// NewRuler returns a ruler that is put away. changed is called after each change.
func NewRuler(changed func()) *Ruler { return &Ruler{changed: changed} }

// Active reports whether the ruler is not put away. Clicks on the map then belong to it.
func (r *Ruler) Active() bool { return r.state != putAway }

// Aiming reports whether the next click adds a corner.
func (r *Ruler) Aiming() bool { return r.state == inUse }

// Measure returns the current measurement.
func (r *Ruler) Measure() Measure { return r.measure }

// Next returns the position of the pointer, to which the next leg is drawn.
func (r *Ruler) Next() (p geo.Point, ok bool) { return r.next, r.hasNext }

// Take starts to use the ruler with an initial measurement.
func (r *Ruler) Take(m Measure) { r.set(inUse, m) }

// PutAway puts the ruler away and clears the measurement.
func (r *Ruler) PutAway() { r.set(putAway, Measure{}) }

// Click adds a corner, or closes the area if the click is within radius (metres) of the
// first corner. A click after the end starts a new measurement.
func (r *Ruler) Click(at geo.Point, radius float64) {
	m := r.measure
	near := func(q geo.Point) bool { return geo.Distance(at, q) <= radius }
	switch n := len(m.Points); {
	case r.state == done:
		r.set(inUse, Measure{}.Add(at))
	case n >= 3 && near(m.Points[0]):
		r.set(done, m.Close())
	case n > 0 && near(m.Points[n-1]):
		// The second click of a double click, or an accidental one.
	default:
		r.set(inUse, m.Add(at))
	}
}

// Finish ends the line.
func (r *Ruler) Finish() { r.set(done, r.measure) }

// Undo removes the last corner.
func (r *Ruler) Undo() {
	if r.Active() {
		r.set(inUse, r.measure.Undo())
	}
}

// Hover sets the position of the pointer for the next leg. inside reports whether it is on
// the map.
func (r *Ruler) Hover(at geo.Point, inside bool) {
	if r.state == inUse && (inside || r.hasNext) {
		r.next, r.hasNext = at, inside
		r.changed()
	}
}

func (r *Ruler) set(state rulerState, m Measure) {
	if r.state, r.measure = state, m; state != inUse {
		r.hasNext = false
	}
	r.changed()
}
