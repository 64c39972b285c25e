package pointer

import "roadsnap/engine/geo"

// Ruler is the tool that measures lines and areas: put away, in use, or done until
// the next click. The UI goroutine owns it.
type Ruler struct {
	changed func()
	state   rulerState
	measure Measure
	next    geo.Point // where the pointer is, if hasNext
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

// Active reports whether the tool is taken: clicks on the map are its own.
func (r *Ruler) Active() bool { return r.state != putAway }

// Aiming reports whether the next click adds a corner.
func (r *Ruler) Aiming() bool { return r.state == inUse }

// Measure returns what is measured.
func (r *Ruler) Measure() Measure { return r.measure }

// Next returns where the pointer is, to which a leg is drawn.
func (r *Ruler) Next() (p geo.Point, ok bool) { return r.next, r.hasNext }

// Take takes the tool, with what is measured already.
func (r *Ruler) Take(m Measure) { r.set(inUse, m) }

// PutAway puts the tool away with what it measured.
func (r *Ruler) PutAway() { r.set(putAway, Measure{}) }

// Click adds a corner, or closes the area at its first corner; radius says how near
// that must be (metres). A click after the end starts again.
func (r *Ruler) Click(at geo.Point, radius float64) {
	m := r.measure
	near := func(q geo.Point) bool { return geo.Distance(at, q) <= radius }
	switch n := len(m.Points); {
	case r.state == done:
		r.set(inUse, Measure{}.Add(at))
	case n >= 3 && near(m.Points[0]):
		r.set(done, m.Close())
	case n > 0 && near(m.Points[n-1]):
		// The second click of a double click, or a hand that shakes.
	default:
		r.set(inUse, m.Add(at))
	}
}

// Finish ends the line.
func (r *Ruler) Finish() { r.set(done, r.measure) }

// Undo takes the last corner away.
func (r *Ruler) Undo() {
	if r.Active() {
		r.set(inUse, r.measure.Undo())
	}
}

// Hover draws the leg to where the pointer is, if it is inside the map.
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
