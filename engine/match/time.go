// SPDX-License-Identifier: MIT

package match

import (
	"math"
	"time"
)

// pass is the time at which the trip was at a place.
type pass struct{ along, seconds float64 }

// times returns the time at each vertex of a leg, interpolated linearly along the route
// between the fixes that have a time, and the ends of ferries. Vertices before the first
// and after the last of these get its time. The fixes of the leg are those from first to
// before end, and the last one of the previous batch if goesOn is set. It returns nil if
// fewer than two have a time.
func (m *legMaker) times(line []vertex, first, end int, goesOn bool) []time.Time {
	m.passes = m.passes[:0]
	if clock := &m.from.clock; goesOn && clock.anchorTimed {
		m.passes = append(m.passes, pass{along: 0, seconds: clock.anchorSeconds})
	}
	for i := first; i < end; i++ {
		if f := &m.fixes[i]; f.placed && f.timed {
			m.passes = append(m.passes, pass{along: f.along, seconds: f.seconds})
		}
	}
	if len(m.passes) < 2 {
		return nil
	}
	m.passFerries(line)
	times := make([]time.Time, len(line))
	k := 0
	for i, v := range line {
		// The last pass before the vertex and the first at or beyond it: if the vehicle
		// stood on a vertex, that is the time of arrival.
		for k < len(m.passes) && m.passes[k].along < v.along {
			k++
		}
		var seconds float64
		switch {
		case k == 0:
			seconds = m.passes[0].seconds
		case k == len(m.passes):
			seconds = m.passes[k-1].seconds
		default:
			p, q := m.passes[k-1], m.passes[k]
			seconds = p.seconds + (q.seconds-p.seconds)*(v.along-p.along)/(q.along-p.along)
		}
		times[i] = m.next.clock.epoch.Add(milliseconds(seconds))
	}
	return times
}

// milliseconds rounds seconds to the millisecond, limited to the 292 years of a
// time.Duration.
func milliseconds(seconds float64) time.Duration {
	const most = math.MaxInt64 / int64(time.Millisecond)
	return time.Duration(min(max(math.Round(seconds*1e3), -float64(most)), float64(most))) * time.Millisecond
}
