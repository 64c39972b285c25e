// SPDX-License-Identifier: MIT

package match

import (
	"context"
	"fmt"
	"time"

	"roadsnap/engine/geo"
)

// Lag says how long a live stream may hold an observation back undecided. The stricter of
// its two bounds counts.
type Lag struct {
	// Time is the bound by the times of the observations, one second or more: an
	// observation is decided at the latest when one arrives whose time is that much later.
	Time time.Duration
	// Points is the bound by number, 1 to 50: at most that many observations are held
	// back.
	Points int
}

// MaxLagPoints is the greatest Lag.Points. It bounds the memory of a stream.
const MaxLagPoints = 50

// DefaultLag returns 30 s and the greatest number of points. With it, 1.7 % of the length of
// recorded trips is wrong, next to 1.3 % with the whole trips at hand. Six of seven points get
// the way and, to 5 m, the place that the whole trip would give them.
func DefaultLag() Lag { return Lag{Time: 30 * time.Second, Points: MaxLagPoints} }

// Validate reports a bound that is out of range. The error wraps [ErrConfig].
func (l Lag) Validate() error {
	switch {
	case l.Time < time.Second:
		return fmt.Errorf("lag of %v, must be a second or more: %w", l.Time, ErrConfig)
	case l.Points < 1 || l.Points > MaxLagPoints:
		return fmt.Errorf("lag of %d points, must be 1 to %d: %w", l.Points, MaxLagPoints, ErrConfig)
	}
	return nil
}

// Live returns an empty stream for profile p that decides each observation within lag. The
// error wraps [ErrProfile] or [ErrConfig].
//
// Such a stream matches the observations that it holds again and again, so that it costs
// several times as much as one from [Matcher.Stream].
func (m *Matcher) Live(p Profile, lag Lag) (*Stream, error) {
	if err := lag.Validate(); err != nil {
		return nil, err
	}
	s, err := m.Stream(p)
	if err != nil {
		return nil, err
	}
	s.lag = lag
	return s, nil
}

// live reports whether the stream decides within a lag.
func (s *Stream) live() bool { return s.lag.Points > 0 }

// feedLive is Feed for a live stream.
func (s *Stream) feedLive(ctx context.Context, obs []Observation) (parts []Part, err error) {
	for i := range obs {
		s.held = append(s.held, obs[i])
		s.fresh++
		if s.overdue(obs[i].Time, s.lag) <= 0 {
			continue
		}
		if parts, err = s.advanceLive(ctx, parts); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// Tick says that it is now that time, by the clock of the observations, and returns the
// parts that are due. Without it, a live stream waits for the next observation. Other
// streams ignore it. The errors are those of [Stream.Feed].
func (s *Stream) Tick(ctx context.Context, now time.Time) (parts []Part, err error) {
	switch {
	case s.closed:
		return nil, ErrClosed
	case !s.live() || s.overdue(now, s.lag) <= 0:
		return nil, nil
	}
	s.now = now
	defer func() { s.now = time.Time{} }()
	return s.advanceLive(ctx, nil)
}

// advanceLive decides the observations that are due, and appends them to parts.
func (s *Stream) advanceLive(ctx context.Context, parts []Part) ([]Part, error) {
	var part Part
	kept, err := s.advance(ctx, s.held, false, &part)
	if err != nil {
		return nil, err
	}
	s.held = append(s.held[:0], kept...)
	return append(parts, part), nil
}

// overdue returns how many of the undecided observations must be decided now.
func (s *Stream) overdue(now time.Time, lag Lag) int {
	waiting := s.held[s.state.overlap:]
	n := max(len(waiting)-lag.Points, 0)
	if now.IsZero() {
		return n
	}
	for i := len(waiting) - 1; i >= n; i-- {
		if t := waiting[i].Time; !t.IsZero() && now.Sub(t) >= lag.Time {
			return i + 1
		}
	}
	return n
}

// due says what a batch decides.
type due struct {
	live  bool // for a live stream
	grows bool // the batch may be matched again with more observations
	first int  // index in the batch of the first observation that may wait
	end   int  // observations of the batch
	fresh int  // new observations
	seen  int  // observations of a live trip so far, at most noiseMemory
}

// dueOf returns what the next batch decides of the held observations. Of a live stream,
// more than necessary are decided, so that not every observation needs a batch.
func (s *Stream) dueOf(held []Observation, final bool) due {
	overlap := s.state.overlap
	d := due{live: s.live() && !final, first: len(held), end: len(held), fresh: len(held) - overlap}
	if s.live() {
		d.fresh, d.seen = s.fresh, min(s.state.base+len(held), noiseMemory)
	} else if !final {
		border, end := s.border(held[overlap:])
		d.first, d.end, d.fresh = overlap+border, overlap+end, end
		_, _, _, d.grows = s.matcher.model.borders(s.doublings)
	}
	if !d.live {
		return d
	}
	early := Lag{Time: s.lag.Time - s.lag.Time/lagShare, Points: s.lag.Points - s.lag.Points/lagShare}
	now := s.now
	if n := len(s.held); n > 0 && s.held[n-1].Time.After(now) {
		now = s.held[n-1].Time
	}
	d.first = overlap + s.overdue(now, early)
	return d
}

const (
	// lagShare is the part of the lag by which observations are decided early: a
	// lagShare-th. A greater part costs less, a smaller one finds better places.
	lagShare = 6
	// noiseMemory is the number of observations over which a live stream averages its
	// estimates of the noise.
	noiseMemory = 128
)

// share returns the weight of the batch in the estimates of the noise.
func (d *due) share() float64 {
	if d.seen == 0 {
		return blendShare
	}
	return float64(d.fresh) / float64(d.seen)
}

// decideBetween decides the fixes before the observation due, if the last of them lies
// between two choices of a leg. It returns false if there is no choice before or after it.
//
// The places of the fixes depend on the choices after them, too. The route ends at the place
// of the last one, wherever that is, and the next batch continues from there.
func (w *workspace) decideBetween(begin, last, due int) bool {
	cut := w.firstNew - 1 // the last fix that is due
	for cut+1 < len(w.fixes) && w.fixes[cut+1].index < due {
		cut++
	}
	k := len(w.choices) - 1
	for k >= 0 && w.steps[w.choices[k].step].fix > cut {
		k--
	}
	end := k + 1
	for end < len(w.choices) && !w.choices[end].begins {
		end++
	}
	if cut < w.firstNew || k < 0 || end == k+1 || w.ended() > due {
		return false
	}
	for _, c := range w.choices[end:] {
		w.steps[c.step].chosen = false
	}
	w.choices = w.choices[:end]
	w.lastFix, w.cut, w.between = cut, anchor{}, true
	all := w.choices
	w.finishLegs(begin, last, true)
	w.choices, w.between = all, false
	w.decided = len(w.points)
	if cut+1 < len(w.fixes) {
		w.decided = w.fixes[cut+1].index
	}
	if !w.cut.set { // the leg of the previous batch, on which no further fix lies
		w.next.anchor.place.lag = w.from.anchor.place.lag
		w.handOver(w.choices[0])
		return true
	}
	w.handOverCut()
	return true
}

// cutAt notes the place of fix i as the anchor of the next batch.
func (m *legMaker) cutAt(i int) {
	f := &m.fixes[i]
	p := &m.pieces[m.line[max(f.segment-1, 0)].piece]
	at := m.points[f.index].Location
	a := anchor{set: true, at: f.mean, sigma: f.meanSigma, since: m.lastFix - i}
	if f.leftOut {
		a.at = at
	}
	a.place = candidate{
		edge: p.edge, offset: min(max(p.from+f.along-p.start, p.from), p.to), at: at,
		emission: emissionLog(geo.Distance(a.at, at), a.sigma), against: m.against(p.edge),
	}
	for k := range m.stops {
		if s := &m.stops[k]; s.first <= i && i <= s.last {
			a.stay = stay{i - s.first + 1, s.sigma, s.told}
			a.at = s.at
			if prior := &m.from.anchor; prior.stay.fixes > 0 && s.first == m.firstNew {
				a.stay.fixes += prior.stay.fixes
			}
		}
	}
	m.cut = a
}

// handOverCut makes the place noted by cutAt the anchor of the next batch.
func (w *workspace) handOverCut() {
	a := w.cut
	for i := w.lastFix - a.since + 1; i <= w.lastFix; i++ {
		a.roadless = a.roadless || w.points[w.fixes[i].index].Reason == ReasonNoRoad
	}
	w.handOverFix(&a)
}
