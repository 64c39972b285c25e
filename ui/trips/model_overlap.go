// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
)

// OverlapKeeper finds kept trips of one vehicle that overlap in time.
type OverlapKeeper interface {
	Overlaps(ctx context.Context) ([]workspace.Overlap, error)
}

// EventOverlap is the kind of the events that Model adds to those of a trip: a time that it
// shares with another trip of the vehicle.
const EventOverlap trip.EventKind = "overlap"

// reasonOverlap is the kind of the reason of a trip that contradicts another one of the
// vehicle. Its amount is the number of points that differ.
const reasonOverlap trip.Kind = "overlap"

// overlaps holds the overlaps of kept trips. It is immutable.
type overlaps struct {
	list []workspace.Overlap
	of   map[workspace.ID][]workspace.Overlap // by each of the two trips
}

// surveyOverlaps looks for overlaps of kept trips in the background, if the trips have
// changed and none is being matched.
func (p *Model) surveyOverlaps() {
	s := &p.overlapSurvey
	if !s.old || s.running || p.state.Work.Left > 0 || p.o.Keeper == nil {
		return
	}
	s.old, s.running = false, true
	p.edits.Start(func(ctx context.Context) func() { // after the edits that have not been kept
		list, err := p.o.Keeper.Overlaps(ctx)
		return func() {
			s.running = false
			if err != nil {
				p.o.KeepFailed(err)
				return
			}
			p.showOverlaps(list)
		}
	})
}

// overlapsChanged looks for overlaps again after the edits that have been started.
func (p *Model) overlapsChanged() {
	p.overlapSurvey.old = true
	p.surveyOverlaps()
}

// overlapSurvey is the search for overlaps.
type overlapSurvey struct {
	old     bool // trips have changed since the last one
	running bool
}

// showOverlaps shows other overlaps in the totals and in the trips that they concern.
func (p *Model) showOverlaps(list []workspace.Overlap) {
	if slices.Equal(list, p.state.overlaps.list) {
		p.renew() // changes meanwhile
		return
	}
	x := overlaps{list: list, of: map[workspace.ID][]workspace.Overlap{}}
	for _, o := range list {
		x.of[o.A] = append(x.of[o.A], o)
		x.of[o.B] = append(x.of[o.B], o)
	}
	before := p.state.overlaps
	p.state.overlaps = x
	rows := slices.Clone(p.state.Trips)
	for i, t := range rows {
		if t.Kept != 0 && !slices.Equal(before.of[t.Kept], x.of[t.Kept]) {
			row := *t
			p.judge(&row)
			rows[i] = p.withOverlaps(&row)
		}
	}
	p.state.Trips = rows
	p.updateEvent()
	p.renew()
	p.changed.Raise()
}

// withOverlaps returns a row whose events include its overlaps.
func (p *Model) withOverlaps(t *Trip) *Trip {
	want := p.state.overlaps.of[t.Kept]
	if t.Kept == 0 || !t.Matched || slices.Equal(want, t.Content.shared) {
		return t
	}
	c := *t.Content
	c.shared, c.Events = want, trip.Events(c.Trace.Observations, c.Result)
	for _, o := range want {
		e := trip.Event{Kind: EventOverlap, Count: o.Differing, From: o.From, To: o.To}
		list := c.Trace.Observations
		in := func(at match.Observation) bool { return !at.Time.Before(o.From) && !at.Time.After(o.To) }
		e.First = max(slices.IndexFunc(list, in), 0)
		e.Last = e.First
		for i := e.First; i < len(list); i++ {
			if in(list[i]) {
				e.Last = i
			}
		}
		e.Length = o.Metres
		c.Events = append(c.Events, e)
	}
	slices.SortStableFunc(c.Events, func(a, b trip.Event) int { return cmp.Compare(a.First, b.First) })
	row := *t
	row.Content = &c
	return &row
}

// Overlap is a time that a trip shares with another trip of the list.
type Overlap struct {
	workspace.Overlap
	Other *Trip
}

// Conflicts reports whether the trips contradict each other: points differ.
func (o Overlap) Conflicts() bool { return o.Differing > 0 }

// OverlapsOf returns the overlaps of a trip with others of the list.
func (s State) OverlapsOf(t *Trip) (list []Overlap) {
	if t.Kept == 0 || len(s.overlaps.of[t.Kept]) == 0 {
		return nil
	}
	open := s.kept()
	for _, o := range s.overlaps.of[t.Kept] {
		other := o.A
		if other == t.Kept {
			other = o.B
		}
		if x := open[other]; x != nil {
			list = append(list, Overlap{o, x})
		}
	}
	return list
}

// differing returns the number of points in which a trip contradicts others.
func (x overlaps) differing(id workspace.ID) (n int) {
	if id != 0 {
		for _, o := range x.of[id] {
			n += o.Differing
		}
	}
	return n
}

// sharedPart is the part of a trip that is counted with another one already.
type sharedPart struct {
	whole   bool          // all of it
	metres  float64       // from equal point to equal point
	matched float64       // the same on roads, no more than the other trip has there
	time    time.Duration // that the trips have in common
}

// counted returns the parts of trips that other trips of the list count already.
func (x overlaps) counted(list []*Trip) map[workspace.ID]sharedPart {
	if len(x.list) == 0 {
		return nil
	}
	rows := make(map[workspace.ID]*Trip, len(list))
	for _, t := range list {
		if t.Kept != 0 {
			rows[t.Kept] = t
		}
	}
	twice := map[workspace.ID]sharedPart{}
	for _, o := range x.list {
		a, b := rows[o.A], rows[o.B]
		if a == nil || b == nil || twice[o.A].whole || twice[o.B].whole {
			continue
		}
		covers := func(t *Trip) bool { return o.Differing == 0 && o.From.Equal(t.First) && o.To.Equal(t.Last) }
		switch {
		case covers(b):
			twice[o.B] = sharedPart{whole: true}
		case covers(a):
			twice[o.A] = sharedPart{whole: true}
		case o.Metres > twice[o.B].metres:
			twice[o.B] = sharedPart{metres: o.Metres, matched: min(o.Metres, a.Summary.Matched), time: o.To.Sub(o.From)}
		}
	}
	return twice
}

// without returns a trip's share of the totals without a part that is counted already.
func (sum Totals) without(part sharedPart, t *Trip) Totals {
	if part.whole {
		return Totals{Trips: sum.Trips, Review: sum.Review, Shared: sum.Raw}
	}
	less := func(x, by float64) float64 { return x - min(x, by) }
	rest := 1.0 // of the time
	if d := t.Duration(); d > 0 {
		rest = math.Max(0, 1-part.time.Seconds()/d.Seconds())
	}
	sum.Shared = min(part.metres, sum.Raw)
	sum.Raw, sum.Matched = less(sum.Raw, part.metres), less(sum.Matched, part.matched)
	sum.Driving = time.Duration(float64(sum.Driving) * rest)
	sum.Standing = time.Duration(float64(sum.Standing) * rest)
	return sum
}

// SumOf returns the sums of trips. What trips of one vehicle have in common counts once: a
// trip whose points are all in another one adds nothing, and a later one that shares a part
// adds neither that length nor that time.
func (s State) SumOf(list []*Trip) (sum Totals) {
	twice := s.overlaps.counted(list)
	for _, t := range list {
		var one Totals
		one.add(t)
		if part, shared := twice[t.Kept]; shared && t.Kept != 0 {
			one = one.without(part, t)
		}
		sum.Trips += one.Trips
		sum.Driving += one.Driving
		sum.Standing += one.Standing
		sum.Raw += one.Raw
		sum.Matched += one.Matched
		sum.Unexplained += one.Unexplained
		sum.Stops += one.Stops
		sum.Review += one.Review
		sum.Shared += one.Shared
	}
	return sum
}

// KeepInstead selects the trip id and removes another one, with which it overlaps. Undo takes
// that back.
func (p *Model) KeepInstead(id, other ID) {
	t, ok := p.state.Find(other)
	if _, found := p.state.Find(id); !ok || !found {
		return
	}
	p.remove([]*Trip{t})
	p.Select(id)
}

// MergeWith merges the trip id with another one, as Merge does.
func (p *Model) MergeWith(id, other ID) {
	chosen := []ID{min(id, other), max(id, other)}
	p.anchor = id
	p.choose(chosen, id)
	p.Merge()
}
