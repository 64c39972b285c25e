// SPDX-License-Identifier: MIT

package report

import (
	"cmp"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
)

// SpanKind says what a vehicle did.
type SpanKind uint8

// The kinds of spans.
const (
	Driving  SpanKind = iota
	Standing          // in a stop
	Unknown           // without points for a while; it may have driven, stood, or both
)

// Span is a time in which a vehicle did one thing.
type Span struct {
	From, To   time.Time
	Kind       SpanKind
	Start, End geo.Point
	Metres     float64
}

// Duration returns the length of the span.
func (s *Span) Duration() time.Duration { return s.To.Sub(s.From) }

const (
	// longSilence is the time without a point from which a span is Unknown. Trackers report at
	// least every two minutes while the engine runs.
	longSilence = 3 * time.Minute
	// fastest and slowest are the speeds that a vehicle on its way has between two points at the
	// most and at the least (m/s). What they leave of a silence may have been, or was, a rest.
	fastest, slowest = 25, 2.5
)

// mayRest returns the longest rest that fits into a span.
func (s *Span) mayRest() time.Duration { return s.left(fastest) }

// mustRest returns the rest that a span had at the least.
func (s *Span) mustRest() time.Duration { return s.left(slowest) }

// left returns what is left of a span if its way was driven at a speed.
func (s *Span) left(speed float64) time.Duration {
	switch s.Kind {
	case Standing:
		return s.Duration()
	case Unknown:
		return max(s.Duration()-time.Duration(s.Metres/speed*float64(time.Second)), 0)
	}
	return 0
}

// spansOf divides a trip into spans in the order of time, without gaps between them.
func spansOf(track *trip.Track, stops []trip.Stop) (list []Span) {
	if track.Empty() {
		return nil
	}
	var other []Span // Standing and Unknown
	for _, s := range stops {
		other = append(other, Span{From: s.Arrival, To: s.Departure, Kind: Standing})
	}
	for i := 1; i < len(track.Samples); i++ {
		before, at := &track.Samples[i-1], &track.Samples[i]
		if at.Time.Sub(before.Time) >= longSilence {
			other = append(other, Span{From: before.Time, To: at.Time, Kind: Unknown})
		}
	}
	slices.SortStableFunc(other, func(a, b Span) int { return cmp.Or(a.From.Compare(b.From), int(a.Kind)-int(b.Kind)) })
	at := track.Start()
	add := func(to time.Time, kind SpanKind) {
		if !to.After(at) {
			return
		}
		if n := len(list); n > 0 && list[n-1].Kind == kind {
			list[n-1].To = to
		} else {
			list = append(list, Span{From: at, To: to, Kind: kind})
		}
		at = to
	}
	for _, s := range other {
		if s.To.After(track.End()) {
			s.To = track.End()
		}
		if s.From.After(at) {
			add(s.From, Driving)
		}
		add(s.To, s.Kind)
	}
	add(track.End(), Driving)
	for i := range list {
		s := &list[i]
		from, _ := track.At(s.From)
		to, _ := track.At(s.To)
		s.Start, s.End, s.Metres = from.Point, to.Point, to.Along-from.Along
		if s.Kind == Unknown { // along may stand still in a gap
			s.Metres = max(s.Metres, geo.Distance(s.Start, s.End))
		}
	}
	return list
}

// clip returns the part of a span in a period; ok is false if there is none. Its length is its
// share by time.
func (s Span) clip(p Period) (Span, bool) {
	whole := s.Duration()
	if s.From.Before(p.From) {
		s.From = p.From
	}
	if s.To.After(p.To) {
		s.To = p.To
	}
	if !s.From.Before(s.To) {
		return s, false
	}
	s.Metres *= float64(s.Duration()) / float64(whole)
	return s, true
}
