// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

const (
	// pinEffort is how many more states the searches of a batch with a pin may settle.
	pinEffort = 500_000
	// bridgeEffort is the same for a bridge. The longest route over a bridge is
	// bridgeDetour times its straight length plus bridgeBase (metres).
	bridgeEffort             = 4_000_000
	bridgeDetour, bridgeBase = 5, 50_000
	// pinDoubt is how near to a pinned step others are taken to be as far off their road as
	// it is (metres).
	pinDoubt = 1000
	// pinSlack is how much farther than the nearest link of its way a pinned step may be
	// placed (standard deviations), because noise moves it along the way, too.
	pinSlack = 3
)

// correct sets what is known of a fix by hand.
func (r *recorded) correct(f *fix) {
	i := r.from.base + f.index
	if f.pin = r.corrections.pins[i]; f.pin != nil {
		f.forced = true
		if f.pin.via {
			f.at = f.raw // it is a place on the map
		}
		return
	}
	for k := range r.corrections.spans {
		s := &r.corrections.spans[k]
		f.forced = f.forced || s.first == i || s.last == i
	}
}

// appendPinned appends the candidates of a pinned step.
func (lat *lattice) appendPinned(s *step) {
	pin := s.pin
	lat.hits = lat.finder.Near(lat.hits[:0], s.at, geo.Distance(s.at, pin.place)+pinReach, lat.rules.Access)
	lat.leaveClosed()
	most := math.Inf(1)
	for _, h := range lat.hits {
		if lat.graph.WayID(h.Link) != pin.way {
			continue
		}
		if math.IsInf(most, 1) {
			if most = h.Distance + pinSlack*s.sigma; pin.via {
				most = h.Distance
			}
		}
		if h.Distance > most {
			break
		}
		begin := len(lat.candidates)
		lat.appendBothWays(h, h.Link, s, emissionLog(h.Distance, s.sigma))
		for l, end := lat.graph.Shadows(h.Link); l < end; l++ {
			lat.appendBothWays(h, l, s, emissionLog(h.Distance, s.sigma))
		}
		lat.keepDirection(begin, pin.direction)
	}
}

// doubtNearPins raises the standard deviation of the steps near a pinned observation to the
// distance between that and its road: the recording, or the map, is off by so much there.
// Else the trip would leave its road for that observation alone.
func (lat *lattice) doubtNearPins() {
	for t := range lat.steps {
		s := &lat.steps[t]
		if s.pin != nil || lat.anchored(t) {
			continue
		}
		i := lat.from.base + lat.indexOf(t)
		for _, x := range lat.corrections.pinsFrom(i-pinAhead, i+pinAhead) {
			if geo.Distance(s.at, x.seen) <= pinDoubt {
				s.sigma = max(s.sigma, min(x.off, lat.model.maxSigma))
			}
		}
	}
}

// keepDirection removes the candidates from begin on that are in the other direction.
func (lat *lattice) keepDirection(begin int, d Direction) {
	if d == EitherWay {
		return
	}
	kept := lat.candidates[:begin]
	for _, c := range lat.candidates[begin:] {
		if c.edge.Backward() == (d == AgainstDraw) {
			kept = append(kept, c)
		}
	}
	lat.candidates = kept
}

// leaveClosed removes the hits on forbidden links.
func (lat *lattice) leaveClosed() {
	if lat.rules.Closed == nil {
		return
	}
	kept := lat.hits[:0]
	for _, h := range lat.hits {
		if !lat.rules.Closed.Has(h.Link) {
			kept = append(kept, h)
		}
	}
	lat.hits = kept
}

// anyPinned reports whether one of the steps from first to before end is pinned.
func (lat *lattice) anyPinned(first, end int) bool {
	if !lat.pinned {
		return false
	}
	for t := first; t < end; t++ {
		if lat.steps[t].pin != nil {
			return true
		}
	}
	return false
}

// offRoadPrice returns the cost of being off the roads at step t.
func (lat *lattice) offRoadPrice(t int) float64 {
	if lat.steps[t].pin != nil {
		return math.Inf(1)
	}
	return lat.model.offRoadStep
}

// spanAt returns the span that covers the way from step a to step b, or nil.
func (lat *lattice) spanAt(a, b *step) *handSpan {
	base := lat.from.base
	return lat.corrections.spanBetween(base+lat.fixes[a.fix].index, base+lat.fixes[b.fix].index)
}

// bridged reports whether a bridge leads from step a to step b.
func (lat *lattice) bridged(a, b *step) bool {
	s := lat.spanAt(a, b)
	return s != nil && s.bridge
}

// boundByPins bounds where fix i, with the last choice k before it or at it, may be placed
// along the route: between the pins around it, and at its own.
func (pl *placer) boundByPins(i, k int, lo, hi float64) (least, most float64) {
	pinned := func(k int) bool { return pl.steps[pl.choices[k].step].pin != nil }
	if pinned(k) && pl.steps[pl.choices[k].step].fix == i {
		return pl.chosenAlong[k], pl.chosenAlong[k]
	}
	for b := k; b >= 0 && pl.chosenAlong[b] >= lo; b-- {
		if pinned(b) {
			lo = pl.chosenAlong[b]
			break
		}
	}
	for n := k + 1; n < len(pl.choices) && pl.chosenAlong[n] <= hi; n++ {
		if pinned(n) {
			hi = pl.chosenAlong[n]
			break
		}
	}
	return lo, hi
}
