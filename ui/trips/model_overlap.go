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
	"roadsnap/ui/job"
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
	afterEdits := func(context.Context) func() { return p.searchOverlaps }
	p.edits.Start(afterEdits)
}

// searchOverlaps looks for overlaps, while edits are kept in their own lane.
func (p *Model) searchOverlaps() {
	p.overlapSurvey.lane.Start(func(ctx context.Context) func() {
		list, err := p.o.Keeper.Overlaps(ctx)
		return func() {
			p.overlapSurvey.running = false
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
	lane    *job.Lane
	old     bool // trips have changed since the last one
	running bool
}

// showOverlaps shows other overlaps in the totals and in the trips that they concern.
func (p *Model) showOverlaps(list []workspace.Overlap) {
	if slices.EqualFunc(list, p.state.overlaps.list, samePair) {
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
		if t.Kept != 0 && !slices.EqualFunc(before.of[t.Kept], x.of[t.Kept], samePair) {
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

// samePair reports whether two overlaps are of the same trips, and so the same: recordings
// never change.
func samePair(a, b workspace.Overlap) bool { return a.A == b.A && a.B == b.B }

// withOverlaps returns a row whose events include its overlaps.
func (p *Model) withOverlaps(t *Trip) *Trip {
	want := p.state.overlaps.of[t.Kept]
	if t.Kept == 0 || !t.Matched || slices.EqualFunc(want, t.Content.shared, samePair) {
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

// sharedPart is the part of a trip that is counted with other trips already.
type sharedPart struct {
	whole    bool    // all of it
	metres   float64 // from point to point
	time     time.Duration
	standing time.Duration // the part of time in stops
	stops    int
}

// counted returns the parts of trips that other trips of the list count already. Of trips
// with the same points the one with the most points counts them.
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
	for _, t := range list {
		var same []workspace.SameTime
		for _, o := range x.of[t.Kept] {
			other := rows[o.A]
			if o.A == t.Kept {
				other = rows[o.B]
			}
			if t.Kept != 0 && other != nil && cmp.Or(cmp.Compare(other.Count, t.Count), cmp.Compare(t.Kept, other.Kept)) > 0 {
				same = append(same, o.Same...)
			}
		}
		if len(same) > 0 {
			twice[t.Kept] = union(same, t)
		}
	}
	return twice
}

// union returns the part of a trip that lies in times, each moment once. Of a time that
// begins within another one, the rest counts in proportion.
func union(times []workspace.SameTime, t *Trip) (part sharedPart) {
	slices.SortFunc(times, func(a, b workspace.SameTime) int { return cmp.Or(a.From.Compare(b.From), b.To.Compare(a.To)) })
	end, stops := times[0].From, 0.0
	whole := !end.After(t.First)
	for _, s := range times {
		if !s.To.After(end) || !s.From.Before(s.To) {
			continue
		}
		whole = whole && !s.From.After(end)
		from := latest(s.From, end)
		share := s.To.Sub(from).Seconds() / s.To.Sub(s.From).Seconds()
		part.metres += share * s.Metres
		part.time += s.To.Sub(from)
		part.standing += time.Duration(share * float64(s.Standing))
		stops += share * float64(s.Stops)
		end = s.To
	}
	part.whole, part.stops = whole && !end.Before(t.Last), int(math.Round(stops))
	return part
}

// without returns a trip's share of the totals without a part that is counted already.
func (sum Totals) without(part sharedPart) Totals {
	if part.whole {
		return Totals{Trips: sum.Trips, Review: sum.Review, Shared: sum.Raw}
	}
	less := func(x, by float64) float64 { return x - min(x, by) }
	if sum.Raw > 0 { // where it is unexplained is not known of trips that are not loaded
		sum.Unexplained *= less(1, part.metres/sum.Raw)
	}
	sum.Shared = min(part.metres, sum.Raw)
	sum.Raw, sum.Matched = less(sum.Raw, part.metres), less(sum.Matched, part.metres)
	sum.Standing -= min(sum.Standing, part.standing)
	sum.Driving -= min(sum.Driving, part.time-part.standing)
	sum.Stops -= min(sum.Stops, part.stops)
	return sum
}

// SumOf returns the sums of trips. Points that trips of one vehicle have in common count
// once, with the trip that has the most points: one whose points are all in others adds
// nothing, and one that shares a part adds neither the length nor the time nor the stops of
// that part.
func (s State) SumOf(list []*Trip) (sum Totals) {
	twice := s.overlaps.counted(list)
	for _, t := range list {
		var one Totals
		one.add(t)
		if part, shared := twice[t.Kept]; shared && t.Kept != 0 {
			one = one.without(part)
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
