// SPDX-License-Identifier: MIT

package match

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"roadsnap/engine/geo"
)

// Stream matches a trip while it is being recorded. Feed takes observations in travel
// order and returns the parts that are decided, Close the rest. At most Config.Lag
// observations are held back, and memory does not grow with the trip. [Matcher.Match]
// feeds a Stream to the end. The parts, joined by [Result.Add], are identical to its
// result to the last bit, however the observations are split into calls.
//
// The trip is matched in batches. The last steps of each batch are matched again with the
// next batch; the rest is decided. A batch hands over the place where its route ends. Where
// it ends depends on the observations only, unless Config.Lag is small.
//
// A Stream must not be used concurrently, nor after an error.
type Stream struct {
	matcher *Matcher
	profile Profile
	held    []Observation // the overlap, then the undecided observations
	state   handover
	gaps    gapFinder
	length  float64 // of the open leg (metres)
	closed  bool

	doublings int // of the next batch; see borders

	lag   Lag       // of a live stream; zero for one that decides in batches
	fresh int       // observations since the last batch
	now   time.Time // of the last Tick

	track    *track    // the lines of the legs; nil unless Snap needs them
	question *question // from Explain, or nil

	corrections *corrections // by hand, or nil
}

// handover is the state that a batch passes to the next one.
type handover struct {
	base    int // index in the input of the first held observation
	overlap int // held observations that are decided, kept for averaging

	clock  clock
	noise  noise
	moves  bool // the receiver has reported the speed of a moving vehicle
	shift  shift
	effort int      // states that searches may still settle; see model.effort
	byTime int      // states that times have added to effort so far
	reason Reason   // of the last fix selected for the search; see giveReasons
	broken GapCause // why the last leg ended; meaningful if there is no anchor
	anchor anchor
}

// anchor is the place where the route of a batch ended and the next one continues.
type anchor struct {
	set      bool
	at       geo.Point // of the step
	sigma    float64   // of the step, metres
	place    candidate
	stay     stay // see step
	fix      fix  // the last decided one, with its index in the input
	since    int  // decided fixes after it at which the route stayed there
	roadless bool // one of them was selected for the search and had no road near
}

// Stream returns an empty stream for profile p. The error wraps [ErrProfile].
func (m *Matcher) Stream(p Profile) (*Stream, error) {
	if !p.Valid() {
		return nil, fmt.Errorf("profile %d: %w", uint8(p), ErrProfile)
	}
	return &Stream{
		matcher: m, profile: p,
		state: handover{effort: m.model.effort},
		gaps:  gapFinder{few: m.model.maxOutliers},
	}, nil
}

// Feed adds the next observations of the trip and returns the parts that they decide,
// often none. The error is that of ctx, or [ErrClosed].
func (s *Stream) Feed(ctx context.Context, obs ...Observation) ([]Part, error) {
	if s.closed {
		return nil, ErrClosed
	}
	if s.live() {
		return s.feedLive(ctx, obs)
	}
	var parts []Part
	for {
		full := s.state.overlap + s.batchSize()
		if n := min(full-len(s.held), len(obs)); n > 0 {
			s.held = append(s.held, obs[:n]...)
			obs = obs[n:]
		}
		if len(s.held)+len(obs) <= full { // it may be the last batch
			return parts, nil
		}
		// More than a batch is held if one that had grown decided little of it.
		var part Part
		kept, err := s.advance(ctx, s.held[:full], false, &part)
		if err != nil {
			return nil, err
		}
		if len(part.Points) > 0 {
			parts = append(parts, part)
		}
		s.held = slices.Delete(s.held, 0, full-len(kept))
	}
}

// Close ends the trip and returns the rest of it. The error is that of ctx, or
// [ErrClosed].
func (s *Stream) Close(ctx context.Context) (Part, error) {
	var part Part
	if s.closed {
		return part, ErrClosed
	}
	s.closed = true
	if _, err := s.advance(ctx, s.held, true, &part); err != nil {
		return Part{}, err
	}
	s.gaps.end(&part)
	return part, nil
}

// all runs the stream over a whole trip without copying it.
func (s *Stream) all(ctx context.Context, obs []Observation) (Result, error) {
	result := Result{Profile: s.profile, Points: make([]Point, 0, len(obs))}
	part := Part{Points: make([]Point, 0, min(len(obs), s.batchSize()))}
	from := 0 // of the batch, overlap included
	for len(obs)-from-s.state.overlap > s.batchSize() {
		end := from + s.state.overlap + s.batchSize()
		kept, err := s.advance(ctx, obs[from:end], false, &part)
		if err != nil {
			return Result{}, err
		}
		result.Add(part)
		part = Part{Points: part.Points[:0], Along: part.Along[:0]}
		from = end - len(kept)
	}
	if _, err := s.advance(ctx, obs[from:], true, &part); err != nil {
		return Result{}, err
	}
	s.gaps.end(&part)
	result.Add(part)
	return result, nil
}

// advance matches a batch, adds the decided part to part, and returns the rest of obs:
// the overlap for the next batch and the undecided observations.
func (s *Stream) advance(ctx context.Context, obs []Observation, final bool, part *Part) ([]Observation, error) {
	w, err := s.matcher.batch(ctx, obs, final, s)
	defer s.matcher.workspaces.Put(w)
	if err != nil {
		return nil, fmt.Errorf("%d observations: %w", len(obs), err)
	}
	if w.unsettled { // it is matched again with more observations
		s.doublings++
		return obs, nil
	}
	s.doublings = 0
	s.take(w, part)
	overlap := min(w.model.overlap(), w.decided)
	s.state = w.next
	s.state.overlap = overlap
	s.state.base += w.decided - overlap
	s.fresh = 0
	return obs[w.decided-overlap:], nil
}

// overlap returns how many decided fixes are kept for averaging the first undecided
// ones and for estimating their noise.
func (c model) overlap() int { return c.smoothingHalfWidth + 2 }

// take adds the decided part of the batch in w to part.
func (s *Stream) take(w *workspace, part *Part) {
	base, overlap := s.state.base, s.state.overlap
	before := len(part.Warnings)
	for _, x := range w.warnings {
		if x.Index >= overlap && x.Index < w.decided {
			x.Index += base
			part.Warnings = append(part.Warnings, x)
		}
	}
	slices.SortStableFunc(part.Warnings[before:], func(a, b Warning) int { return cmp.Compare(a.Index, b.Index) })
	if s.track != nil {
		s.track.take(w, overlap)
	}
	for i := range w.legs {
		leg := &w.legs[i]
		leg.FirstIndex, leg.LastIndex = leg.FirstIndex+base, leg.LastIndex+base
		for k := range leg.Inferred {
			leg.Inferred[k].FirstIndex += base
			leg.Inferred[k].LastIndex += base
		}
		part.Distance.Matched += leg.Length
	}
	part.Legs, part.Continues = append(part.Legs, w.legs...), w.continued
	part.Distance.Inferred += w.inferredLength
	next := 0 // the next leg to begin
	if w.continued {
		next = 1
	}
	nextFix := w.firstNew
	for i := overlap; i < w.decided; i++ {
		p := w.points[i]
		p.Index += base
		part.Points = append(part.Points, p)
		var f *fix
		if nextFix < len(w.fixes) && w.fixes[nextFix].index == i {
			f = &w.fixes[nextFix]
			nextFix++
		}
		part.Along = append(part.Along, s.along(w, f))
		var broken GapCause
		begins := next < len(w.legs) && w.legs[next].FirstIndex == p.Index
		if begins {
			broken = w.breaks[next]
			next++
		}
		s.gaps.count(w, part, p, f, begins, broken)
	}
	if n := len(w.legs); n > 0 {
		if n > 1 || !w.continued {
			s.length = 0
		}
		s.length += w.legs[n-1].Length
	}
}

// along returns the distance of a fix along its leg, from where that began (metres); 0
// off the roads.
func (s *Stream) along(w *workspace, f *fix) float64 {
	switch {
	case f == nil || !f.placed:
		return 0
	case f.leg == 0 && w.continued:
		return s.length + f.along
	}
	return f.along
}
