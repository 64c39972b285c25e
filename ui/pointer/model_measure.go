// SPDX-License-Identifier: MIT

package pointer

import (
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/ui/text"
)

// Measure is a line or an area that the user measures on the map. It is immutable; its
// methods return a changed copy.
type Measure struct {
	Points []geo.Point
	Closed bool // the last point is joined to the first: an area
}

// Add returns m with one more point. If m is closed, the point starts a new line.
func (m Measure) Add(p geo.Point) Measure {
	if m.Closed {
		m = Measure{}
	}
	m.Points = append(slices.Clip(m.Points), p)
	return m
}

// Undo returns m without its last point or, if it is closed, opened again.
func (m Measure) Undo() Measure {
	switch {
	case m.Closed:
		m.Closed = false
	case len(m.Points) > 0:
		m.Points = m.Points[:len(m.Points)-1]
	}
	return m
}

// Close returns m as an area. A line of fewer than three points stays open.
func (m Measure) Close() Measure {
	m.Closed = len(m.Points) >= 3
	return m
}

// Length returns the length of the line or the perimeter of the area (metres).
func (m Measure) Length() float64 {
	length := geo.Length(m.Points)
	if m.Closed {
		length += geo.Distance(m.Points[len(m.Points)-1], m.Points[0])
	}
	return length
}

// LastLeg returns the length of the last leg (metres).
func (m Measure) LastLeg() float64 {
	n := len(m.Points)
	switch {
	case n < 2:
		return 0
	case m.Closed:
		return geo.Distance(m.Points[n-1], m.Points[0])
	default:
		return geo.Distance(m.Points[n-2], m.Points[n-1])
	}
}

// Area returns the area (m²), 0 for a line.
func (m Measure) Area() float64 {
	if !m.Closed {
		return 0
	}
	return geo.Area(m.Points)
}

// Text returns the measured values in one line, or a hint if there are none.
func (m Measure) Text(w text.Catalogue) string {
	switch n := len(m.Points); {
	case n == 0:
		return w.T("measure.begin")
	case n == 1:
		return w.T("measure.go_on")
	case m.Closed:
		return w.T("measure.area", "area", w.Area(m.Area()), "round", w.Distance(m.Length()))
	case n == 2:
		return w.Distance(m.Length())
	default:
		return w.T("measure.length", "total", w.Distance(m.Length()), "last", w.Distance(m.LastLeg()))
	}
}
