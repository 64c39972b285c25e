// SPDX-License-Identifier: MIT

package timeline

import (
	"image/color"
	"math"
	"slices"
	"time"

	"roadsnap/ui/trips"
)

// Entry is a trip for the timeline.
type Entry struct {
	Trip   *trips.Trip
	Colour color.RGBA // of its line on the map
}

// EntriesOf returns the selected trips, the main one first.
func EntriesOf(s trips.State) (list []Entry) {
	for _, t := range s.ChosenTrips() {
		e := Entry{t, s.Colour(t.ID)}
		if t.ID == s.Selected {
			list = slices.Insert(list, 0, e)
		} else {
			list = append(list, e)
		}
	}
	return list
}

// same reports whether two entries look the same on the timeline.
func (e Entry) same(f Entry) bool { return e.Trip.Content == f.Trip.Content && e.Colour == f.Colour }

// Line is a trip on the timeline. It is immutable.
type Line struct {
	Entry
	*trips.Drive

	shift time.Duration // how much later than it was recorded the timeline plays the trip
	*facts
}

// facts holds what graphs need of a drive, whatever the colour and the place of its line.
type facts struct {
	limits  []uint8 // speed limits by sample (km/h), 0: unknown
	fastest float64 // the highest limit (km/h)
	extents [numQuantities]extent
}

// extent is the range of the values of a line.
type extent struct {
	low, high float64
	known     bool // there is a value
}

// add includes a value.
func (e *extent) add(v float64) {
	if !e.known {
		e.low, e.high, e.known = v, v, true
		return
	}
	e.low, e.high = min(e.low, v), max(e.high, v)
}

// newLine returns the line of a matched trip.
func newLine(e Entry, d *trips.Drive) *Line {
	track := d.Track
	l := &Line{Entry: e, Drive: d, facts: &facts{limits: make([]uint8, len(track.Samples))}}
	for i := range track.Samples {
		if limit, ok := d.Limit(i); ok {
			l.limits[i] = uint8(limit)
			l.fastest = max(l.fastest, limit)
		}
	}
	for q := range numQuantities {
		for i := range track.Samples {
			if v, ok := l.value(q, i); ok && !math.IsInf(v, 0) {
				l.extents[q].add(v)
			}
		}
	}
	return l
}

// with returns the line with another colour and at another place of the timeline.
func (l *Line) with(e Entry, shift time.Duration) *Line {
	return &Line{Entry: e, Drive: l.Drive, shift: shift, facts: l.facts}
}

// Limit returns the speed limit at a sample (km/h); ok is false if it is not known. Unlike
// that of the drive it needs no search.
func (l *Line) Limit(sample int) (kmh float64, ok bool) {
	limit := l.limits[sample]
	return float64(limit), limit > 0
}

// Start returns the beginning of the line on the clock of the timeline.
func (l *Line) Start() time.Time { return l.Track.Start().Add(l.shift) }

// End returns the end of the line on the clock of the timeline.
func (l *Line) End() time.Time { return l.Track.End().Add(l.shift) }

// recorded returns the time of the recording that the timeline plays at a moment.
func (l *Line) recorded(at time.Time) time.Time { return at.Add(-l.shift) }

// sampleAt returns the index of the last sample that the timeline plays at or before a
// moment, 0 before the first one.
func (l *Line) sampleAt(at time.Time) int { return l.Track.SampleAt(l.recorded(at)) }

// breaks reports whether the recording shows nothing between a sample and the one before.
func (l *Line) breaks(sample int) bool {
	s := &l.Track.Samples[sample]
	return s.Gap || s.Inferred
}

// unseen reports whether a moment lies between two samples where the line breaks.
func (l *Line) unseen(at time.Time) bool {
	i := l.sampleAt(at)
	return i+1 < len(l.Track.Samples) && l.breaks(i+1) && l.recorded(at).After(l.Track.Samples[i].Time)
}

// Quantity is what a graph shows.
type Quantity uint8

// The quantities.
const (
	Speed      Quantity = iota // km/h
	ToRoad                     // distance of the observations to the road (metres)
	Elevation                  // above the sea (metres)
	Confidence                 // in per cent
	numQuantities
)

// kmh is the number of km/h in a m/s.
const kmh = 3.6

// value returns the value at a sample; ok is false if there is none.
func (l *Line) value(q Quantity, i int) (v float64, ok bool) {
	s := &l.Track.Samples[i]
	switch q {
	case ToRoad:
		if s.OnRoad {
			return l.Content.Result.Points[s.Index].Distance, true
		}
		return 0, false
	case Elevation:
		if heights := l.Trip.Trace.Channels.Elevation; int(s.Index) < len(heights) {
			v = heights[s.Index]
			return v, !math.IsNaN(v)
		}
		return 0, false
	case Confidence:
		if s.OnRoad {
			return 100 * l.Content.Result.Points[s.Index].Confidence, true
		}
		return 0, false
	default:
		return kmh * s.Speed, true
	}
}
