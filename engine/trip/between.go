// SPDX-License-Identifier: MIT

package trip

import (
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// offRoadScale returns the off-road length of a result per metre off the roads in holes.
func offRoadScale(holes []hole, r match.Result) float64 {
	var straight float64
	for i := range holes {
		straight += holes[i].offRoadLength()
	}
	if straight > 0 {
		return r.Distance.OffRoad / straight
	}
	return 0
}

// hole is a part of a trip that no leg covers.
type hole struct {
	line    []geo.Point // through the valid observations, at least one
	offRoad []bool      // by vertex of line: the segment that ends there is off the roads
	span    time.Duration
	legs    int // number of legs before it
}

// offRoadLength returns the metres of h that are off the roads.
func (h *hole) offRoadLength() (metres float64) {
	for i := 1; i < len(h.line); i++ {
		if h.offRoad[i] {
			metres += geo.Distance(h.line[i-1], h.line[i])
		}
	}
	return metres
}

// hole divides a hole along straight lines through the observations: its time and, off the
// roads, its length.
func (d *divider) hole(h *hole, scale float64) {
	whole := geo.Length(h.line)
	if whole == 0 {
		d.segment(h.line[0], h.line[0], func(s *Share, part float64) {
			s.Time += time.Duration(part * float64(h.span))
		})
		return
	}
	for i := 1; i < len(h.line); i++ {
		length := geo.Distance(h.line[i-1], h.line[i])
		d.segment(h.line[i-1], h.line[i], func(s *Share, part float64) {
			s.Time += time.Duration(part * length / whole * float64(h.span))
			if h.offRoad[i] {
				s.OffRoad += part * length * scale
			}
		})
	}
}

// holesOf returns the holes of a trip in order.
func holesOf(observations []match.Observation, r match.Result) []hole {
	c := newClock(observations, r)
	var out []hole
	offRoad := offRoadUpTo(r)
	add := func(legs, first, last int, from, to time.Time) {
		h := hole{legs: legs}
		for i := first; i <= last; i++ {
			if r.Points[i].Reason != match.ReasonInvalid {
				h.line = append(h.line, observations[i].Point)
				h.offRoad = append(h.offRoad, offRoad[i])
			}
		}
		if !from.IsZero() && to.After(from) {
			h.span = to.Sub(from)
		}
		if len(h.line) > 0 && (h.span > 0 || slices.Contains(h.offRoad[1:], true)) {
			out = append(out, h)
		}
	}
	if len(r.Legs) == 0 {
		if n := len(observations); n > 0 {
			add(0, 0, n-1, c.first(0, n-1), c.last(0, n-1))
		}
		return out
	}
	// Next to a leg without times there is none either.
	start := func(l *match.Leg) (t time.Time) {
		if l.Times != nil {
			t = l.Times[0]
		}
		return t
	}
	end := func(l *match.Leg) (t time.Time) {
		if l.Times != nil {
			t = l.Times[len(l.Times)-1]
		}
		return t
	}
	first, last := &r.Legs[0], &r.Legs[len(r.Legs)-1]
	if first.FirstIndex > 0 {
		add(0, 0, first.FirstIndex, c.first(0, first.FirstIndex), start(first))
	}
	for i := 1; i < len(r.Legs); i++ {
		a, b := &r.Legs[i-1], &r.Legs[i]
		add(i, a.LastIndex, b.FirstIndex, end(a), start(b))
	}
	if n := len(observations); last.LastIndex < n-1 {
		add(len(r.Legs), last.LastIndex, n-1, end(last), c.last(last.LastIndex, n-1))
	}
	return out
}

// offRoadUpTo reports for each observation whether the trip reaches it off the roads.
func offRoadUpTo(r match.Result) []bool {
	offRoad := make([]bool, len(r.Points))
	for _, g := range r.Gaps {
		if g.Cause == match.GapNoRoad {
			for i := g.FirstIndex + 1; i <= g.LastIndex; i++ {
				offRoad[i] = true
			}
		}
	}
	return offRoad
}

// clock holds which observations have a time that the matcher could use.
type clock struct {
	observations []match.Observation
	bad          map[int]bool
}

func newClock(observations []match.Observation, r match.Result) clock {
	c := clock{observations, make(map[int]bool)}
	for _, w := range r.Warnings {
		if w.Kind == match.WarnBackwardTime || w.Kind == match.WarnDuplicateTime {
			c.bad[w.Index] = true
		}
	}
	return c
}

// first returns the time of the first usable observation from i to j, and last that of
// the last one; zero if there is none.
func (c clock) first(i, j int) (t time.Time) {
	for ; i <= j; i++ {
		if t = c.observations[i].Time; !t.IsZero() && !c.bad[i] {
			return t
		}
	}
	return time.Time{}
}

func (c clock) last(i, j int) (t time.Time) {
	for ; j >= i; j-- {
		if t = c.observations[j].Time; !t.IsZero() && !c.bad[j] {
			return t
		}
	}
	return time.Time{}
}
