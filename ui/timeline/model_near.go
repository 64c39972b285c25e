// SPDX-License-Identifier: MIT

package timeline

import "roadsnap/engine/geo"

// SeekNear moves the cursor to the moment at which the main vehicle was at a place of the
// map, and reports whether it was within radius metres of it. A recorded point there comes
// before the route. If the vehicle passed there more than once, the cursor moves to the
// nearest pass.
func (m *Model) SeekNear(place geo.Point, radius float64) bool {
	if len(m.state.Lines) == 0 {
		return false
	}
	l := m.state.Lines[0]
	about := l.recorded(m.state.Cursor)
	at, ok := l.Track.Nearest(place, radius, about)
	if i, found := l.recordedNear(place, radius); found {
		at, ok = l.Track.Samples[i].Time, true
	}
	if ok {
		m.Seek(at.Add(l.shift))
	}
	return ok
}

// recordedNear returns the sample whose observation is nearest to a place, if one is within
// radius metres.
func (l *Line) recordedNear(place geo.Point, radius float64) (sample int, ok bool) {
	box, closest := geo.BoundsOf(place).Pad(radius), radius
	for i := range l.Track.Samples {
		at := l.Trip.Trace.Observations[l.Track.Samples[i].Index].Point
		if !box.Contains(at) {
			continue
		}
		if d := geo.Distance(at, place); d <= closest {
			sample, closest, ok = i, d, true
		}
	}
	return sample, ok
}
