// SPDX-License-Identifier: MIT

package timeline

import (
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// Figures are those of the marked stretch of the main line.
type Figures struct {
	trip.Stretch
	// Up and Down are metres of ascent and descent, if HasAscent.
	Up, Down  float64
	HasAscent bool
}

// Figures returns the figures of the marked stretch, zero without one.
func (s State) Figures() (f Figures) {
	if s.Marked.Empty() || len(s.Lines) == 0 {
		return f
	}
	l := s.Lines[0]
	from, to := l.recorded(s.Marked.From), l.recorded(s.Marked.To)
	f.Stretch = l.Track.Stretch(from, to)
	if l.extents[Elevation].known && f.Time > 0 {
		first, last := l.Track.Samples[l.Track.SampleAt(from)].Index, l.Track.Samples[l.Track.SampleAt(to)].Index
		f.Up, f.Down, f.HasAscent = trip.Ascent(part(l.Trip.Trace, int(first), int(last)))
	}
	return f
}

// part returns the observations first to last of a recording, with their elevations.
func part(t trace.Trip, first, last int) (p trace.Trip) {
	p.Observations = t.Observations[first : last+1]
	if heights := t.Channels.Elevation; first < len(heights) {
		p.Channels.Elevation = heights[first:min(last+1, len(heights))]
	}
	return p
}
