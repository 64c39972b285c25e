package match

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"roadsnap/engine/geo"
)

// Stream matches a trip while it is being recorded: Feed takes observations in
// travel order and returns what is decided, Close the rest. No more than
// Config.Lag observations are ever held back, and memory does not grow with the
// trip. [Matcher.Match] is a Stream fed to the end: put together by
// [Result.Add] one by one, the parts are the same to the last bit, however the
// trip was cut into calls.
//
// The trip is matched in batches of up to Config.Lag observations. Of each, the
// last steps wait for what comes after them and are matched again with the next
// batch; the rest is decided. What a batch hands on is where its route ends.
//
// A Stream is for one goroutine. After an error it is of no more use.
type Stream struct {
	matcher *Matcher
	profile Profile
	held    []Observation // those that lend their neighbours, then those not decided
	state   handover
	tally   tally
	closed  bool

	track    *track    // the lines of the legs, where somebody asks for them
	question *question // what somebody asks about an observation
}

// handover is what a batch leaves to the next.
type handover struct {
	base    int // place in the input of the first observation held
	lenders int // observations held that are decided and lend their neighbours

	clock  clock
	noise  noise
	effort int      // states that searches may still settle; see Config.Effort
	reason Reason   // of the last fix meant for the search; see giveReasons
	broken GapCause // why the last leg did not go on; meaningful if there is no anchor
	anchor anchor
}

// anchor is where the route of a batch ended and the next goes on.
type anchor struct {
	set       bool
	at        geo.Point // of the step
	sigma     float64   // of the step, metres
	place     candidate
	stopped   int     // see step
	stopReach float64 // see step
	fix       fix     // the last decided, its index that in the input
	since     int     // decided fixes after it that the route stayed there for
	roadless  bool    // one of them was meant for the search and had no road near
}

// Stream returns an empty stream of the profile. The error wraps [ErrProfile].
func (m *Matcher) Stream(p Profile) (*Stream, error) {
	if !p.Valid() {
		return nil, fmt.Errorf("profile %d: %w", uint8(p), ErrProfile)
	}
	return &Stream{
		matcher: m, profile: p,
		state: handover{effort: m.config.Effort},
		tally: tally{few: m.config.MaxOutliers},
	}, nil
}

// Feed takes the next observations of the trip and returns what they decide,
// often nothing. The error is that of the context, or [ErrClosed].
func (s *Stream) Feed(ctx context.Context, obs ...Observation) ([]Part, error) {
	if s.closed {
		return nil, ErrClosed
	}
	var parts []Part
	for len(obs) > 0 {
		room := s.state.lenders + s.matcher.config.Lag - len(s.held)
		if room == 0 {
			var part Part
			kept, err := s.advance(ctx, s.held, false, &part)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
			s.held = slices.Delete(s.held, 0, len(s.held)-len(kept))
			continue
		}
		n := min(room, len(obs))
		s.held = append(s.held, obs[:n]...)
		obs = obs[n:]
	}
	return parts, nil
}

// Close ends the trip and returns what was held back. The error is that of the
// context, or [ErrClosed].
func (s *Stream) Close(ctx context.Context) (Part, error) {
	var part Part
	if s.closed {
		return part, ErrClosed
	}
	s.closed = true
	if _, err := s.advance(ctx, s.held, true, &part); err != nil {
		return Part{}, err
	}
	s.tally.end(&part)
	return part, nil
}

// all runs the stream over a whole trip, without holding a copy of it.
func (s *Stream) all(ctx context.Context, obs []Observation) (Result, error) {
	result := Result{Profile: s.profile, Points: make([]Point, 0, len(obs))}
	part := Part{Points: make([]Point, 0, min(len(obs), s.matcher.config.Lag))}
	from := 0 // of the batch, lenders included
	for len(obs)-from-s.state.lenders > s.matcher.config.Lag {
		end := from + s.state.lenders + s.matcher.config.Lag
		kept, err := s.advance(ctx, obs[from:end], false, &part)
		if err != nil {
			return Result{}, err
		}
		result.Add(part)
		part = Part{Points: part.Points[:0]}
		from = end - len(kept)
	}
	if _, err := s.advance(ctx, obs[from:], true, &part); err != nil {
		return Result{}, err
	}
	s.tally.end(&part)
	result.Add(part)
	return result, nil
}

// advance matches a batch, adds what it decides to part, and returns the rest
// of it: what lends its neighbours and what waits.
func (s *Stream) advance(ctx context.Context, obs []Observation, final bool, part *Part) ([]Observation, error) {
	w, err := s.matcher.batch(ctx, obs, final, s)
	defer s.matcher.workspaces.Put(w)
	if err != nil {
		return nil, fmt.Errorf("%d observations: %w", len(obs), err)
	}
	s.take(w, part)
	lenders := min(w.config.lenders(), w.decided)
	s.state = w.next
	s.state.lenders = lenders
	s.state.base += w.decided - lenders
	return obs[w.decided-lenders:], nil
}

// lenders is how many decided fixes the first undecided ones may be averaged
// with or held against.
func (c Config) lenders() int { return c.SmoothingHalfWidth + 2 }

// take adds to part what the batch in w has decided.
func (s *Stream) take(w *workspace, part *Part) {
	base, lenders := s.state.base, s.state.lenders
	before := len(part.Warnings)
	for _, x := range w.warnings {
		if x.Index >= lenders && x.Index < w.decided {
			x.Index += base
			part.Warnings = append(part.Warnings, x)
		}
	}
	slices.SortStableFunc(part.Warnings[before:], func(a, b Warning) int { return cmp.Compare(a.Index, b.Index) })
	if s.track != nil {
		s.track.take(w, lenders)
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
	next := 0 // leg that begins next
	if w.continued {
		next = 1
	}
	nextFix := w.firstNew
	for i := lenders; i < w.decided; i++ {
		p := w.points[i]
		p.Index += base
		part.Points = append(part.Points, p)
		var f *fix
		if nextFix < len(w.fixes) && w.fixes[nextFix].index == i {
			f = &w.fixes[nextFix]
			nextFix++
		}
		var broken GapCause
		begins := next < len(w.legs) && w.legs[next].FirstIndex == p.Index
		if begins {
			broken = w.breaks[next]
			next++
		}
		s.tally.count(w, part, p, f, begins, broken)
	}
}
