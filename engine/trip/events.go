// SPDX-License-Identifier: MIT

package trip

import (
	"cmp"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// Event is a part of a trip that a dispatcher may want to look at.
type Event struct {
	Kind        EventKind
	Cause       match.GapCause    // of a gap or an inferred part, else ""
	Reason      match.Reason      // of points left out, else ""
	Warning     match.WarningKind // of warnings, else ""
	First, Last int               // the observations at its ends
	// From and To are the times of these observations, zero if unknown.
	From, To time.Time
	// Length is that of the route of an inferred part, and else of the straight lines through the
	// valid observations (metres).
	Length float64
	Count  int // number of warnings or of points left out; 1 for other kinds
}

// EventKind says what an event is.
type EventKind string

// The kinds of events.
const (
	// EventGap is a part without a route.
	EventGap EventKind = "gap"
	// EventOffMap is a gap in a trip that has no road near any of its points.
	EventOffMap EventKind = "off_map"
	// EventInferred is a part of the route without fixes.
	EventInferred EventKind = "inferred"
	// EventLeftOut is a run of points outside gaps that the route leaves out for the same
	// reason.
	EventLeftOut EventKind = "left_out"
	// EventLowConfidence is a part of the route of at least 100 m that may be another one.
	EventLowConfidence EventKind = "low_confidence"
	// EventWarning is a warning, or those of the same kind about successive observations.
	// Warnings of an impossible speed about points left out are part of that event.
	EventWarning EventKind = "warning"
)

// Duration returns the time between the ends of the event, 0 if it is unknown.
func (e Event) Duration() time.Duration {
	if e.From.IsZero() || e.To.Before(e.From) {
		return 0
	}
	return e.To.Sub(e.From)
}

// Events returns the events of a trip in the order of travel. The result must be that of
// the observations.
func Events(observations []match.Observation, result match.Result) []Event {
	list := gapEvents(observations, result)
	add := func(e Event) { list = append(list, e.measured(observations)) }
	for _, leg := range result.Legs {
		for _, s := range leg.Inferred {
			e := Event{Kind: EventInferred, Cause: s.Cause, First: s.FirstIndex, Last: s.LastIndex, Count: 1}.measured(observations)
			e.Length = inferredLength(&leg, s)
			list = append(list, e)
		}
	}
	for _, e := range doubtful(result) {
		if e = e.measured(observations); e.Length >= shortestDoubt {
			list = append(list, e)
		}
	}
	out := leftOut(result)
	for _, e := range out {
		add(e)
	}
	for _, e := range warnings(result, out) {
		add(e)
	}
	slices.SortStableFunc(list, func(a, b Event) int { return cmp.Compare(a.First, b.First) })
	return list
}

// inferredLength returns the length of the route of an inferred part (metres).
func inferredLength(leg *match.Leg, s match.Stretch) float64 {
	return geo.Length(leg.Shape[s.First : s.Last+1])
}

// measured returns e with its times and the length of its straight lines.
func (e Event) measured(observations []match.Observation) Event {
	part := observations[e.First : e.Last+1]
	e.From, e.To = part[0].Time, part[len(part)-1].Time
	e.Length = 0
	var before *match.Observation
	for i := range part {
		if o := &part[i]; o.Valid() {
			if before != nil {
				e.Length += geo.Distance(before.Point, o.Point)
			}
			before = o
		}
	}
	return e
}

// gapEvents returns the gaps of a trip.
func gapEvents(observations []match.Observation, result match.Result) []Event {
	kind := EventGap
	if !slices.ContainsFunc(result.Points, func(p match.Point) bool {
		return p.Reason != match.ReasonNoRoad && p.Reason != match.ReasonInvalid
	}) {
		kind = EventOffMap
	}
	var list []Event
	for _, g := range result.Gaps {
		e := Event{Kind: EventGap, Cause: g.Cause, First: g.FirstIndex, Last: g.LastIndex, Count: 1}
		if g.Cause == match.GapNoRoad {
			e.Kind = kind
		}
		list = append(list, e.measured(observations))
	}
	return list
}

// inGaps reports for each observation whether it lies in a gap or at its end.
func inGaps(result match.Result) []bool {
	in := make([]bool, len(result.Points))
	for _, g := range result.Gaps {
		for i := g.FirstIndex; i <= g.LastIndex; i++ {
			in[i] = true
		}
	}
	return in
}

// CountLeftOut returns the number of observations outside gaps that the route leaves out.
func CountLeftOut(result match.Result) (n int) {
	inGap := inGaps(result)
	for i, p := range result.Points {
		if p.State == match.OffRoad && !inGap[i] {
			n++
		}
	}
	return n
}

// shortestDoubt is the length (metres) of the shortest part with a low confidence that is an
// event. Shorter ones are common at crossings.
const shortestDoubt = 100

// doubtful returns the parts outside gaps whose matched points all have a low confidence.
func doubtful(result match.Result) (list []Event) {
	ends := make([]bool, len(result.Points)) // a gap leads to the point
	for _, g := range result.Gaps {
		for i := g.FirstIndex + 1; i <= g.LastIndex; i++ {
			ends[i] = true
		}
	}
	open := false
	for i, p := range result.Points {
		open = open && !ends[i]
		switch {
		case p.State != match.Matched:
		case p.Confidence >= lowConfidence:
			open = false
		case open:
			list[len(list)-1].Last = i
		default:
			open = true
			list = append(list, Event{Kind: EventLowConfidence, First: i, Last: i, Count: 1})
		}
	}
	return list
}

// leftOut returns the runs of points outside gaps that the route leaves out.
func leftOut(result match.Result) (list []Event) {
	inGap := inGaps(result)
	for i, p := range result.Points {
		if p.State != match.OffRoad || inGap[i] {
			continue
		}
		switch p.Reason {
		case match.ReasonOutlier, match.ReasonImpossibleSpeed, match.ReasonNoRoad:
		default:
			continue
		}
		if n := len(list); n > 0 && list[n-1].Last == i-1 && list[n-1].Reason == p.Reason {
			list[n-1].Last = i
			list[n-1].Count++
		} else {
			list = append(list, Event{Kind: EventLeftOut, Reason: p.Reason, First: i, Last: i, Count: 1})
		}
	}
	return list
}

// warnings returns the warnings of a trip that out, the points left out, does not include.
func warnings(result match.Result, out []Event) (list []Event) {
	tooFast := map[int]bool{}
	for _, e := range out {
		for i := e.First; i <= e.Last && e.Reason == match.ReasonImpossibleSpeed; i++ {
			tooFast[i] = true
		}
	}
	latest := map[match.WarningKind]int{} // the latest event of each kind in list
	for _, w := range result.Warnings {
		if w.Kind == match.WarnImpossibleSpeed && tooFast[w.Index] {
			continue
		}
		if k, ok := latest[w.Kind]; ok && w.Index <= list[k].Last+1 {
			list[k].Last = w.Index
			list[k].Count++
			continue
		}
		latest[w.Kind] = len(list)
		list = append(list, Event{Kind: EventWarning, Warning: w.Kind, First: w.Index, Last: w.Index, Count: 1})
	}
	return list
}
