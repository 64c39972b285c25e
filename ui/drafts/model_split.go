// SPDX-License-Identifier: MIT

package drafts

import (
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// SplitBy says where a trip is split.
type SplitBy struct {
	Stop, Gap time.Duration // at stops and gaps of this length or longer; 0: at none
	Midnight  bool          // in Vietnam
	Cursor    time.Time     // at the first observation at or after this time; zero: not at one
}

// points returns the indices of the first observation of each later part.
func (by SplitBy) points(recording trace.Trip, stops []trip.Stop) []int {
	at := trip.SplitPoints(recording, stops, trip.SplitRule{Stop: by.Stop, Gap: by.Gap, Midnight: by.Midnight, Location: text.Vietnam})
	if !by.Cursor.IsZero() {
		for i, o := range recording.Observations {
			if !o.Time.IsZero() && !o.Time.Before(by.Cursor) {
				at = append(at, i)
				break
			}
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// part is a part of a trip in the preview of a split.
type part struct {
	first, last time.Time // zero without times
	count       int
	raw         float64 // from point to point (metres)
}

// parts returns the parts into which a loaded trip would be split.
func (by SplitBy) parts(t *trips.Trip) []part {
	list := trip.Split(t.Trace, by.points(t.Trace, t.Stops))
	parts := make([]part, len(list))
	for i, p := range list {
		parts[i] = part{count: len(p.Observations), raw: geo.Length(match.ValidPoints(p.Observations))}
		parts[i].first, parts[i].last = match.RecordedSpan(p.Observations)
	}
	return parts
}

// Split replaces the trip id by its parts and selects these. Undo takes it back.
func (m *Model) Split(id trips.ID, by SplitBy) {
	m.trips.Exchange(id, func(whole trace.Trip) []trace.Trip {
		return trip.Split(whole, by.points(whole, trip.Stops(whole)))
	})
}
