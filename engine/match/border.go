// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// The borders between batches must not depend on how an observation reaches the stream, nor
// on how much it may hold, and one observation more must not move them all (content-defined
// chunking). Within a range from the border before, a border lies where the vehicle moves
// most, because there the road is surest. The search looks some steps past it, the
// estimates farther.

const (
	// borderMost is the greatest number of observations from border to border, the least is
	// half of it. Where the search cannot decide, both double, up to borderDoublings times.
	borderMost, borderDoublings = 256, 2
	// borderAhead is the number of observations after a border that its batch sees.
	borderAhead = 48
	// borderSteps is the number of steps after a border that are searched with it.
	borderSteps = 16
)

// borders returns the range of the next border and how many observations after it are seen.
// grows reports whether the range may double once more. A small Lag makes all smaller.
func (c *model) borders(doublings int) (least, most, ahead int, grows bool) {
	ahead = min(borderAhead, c.Lag/4)
	most = borderMost << doublings
	grows = doublings < borderDoublings && most < c.Lag-ahead
	most = min(most, c.Lag-ahead)
	return most / 2, most, ahead, grows
}

// batchSize returns the greatest number of undecided observations of the next batch.
func (s *Stream) batchSize() int {
	_, most, ahead, _ := s.matcher.model.borders(s.doublings)
	if past := s.corrections.past(s.state.base+s.state.overlap, most); past > 0 {
		most = max(most, past+borderMost/2)
	}
	return most + ahead
}

// border returns the next border in a full batch of undecided observations, and the end of
// what is seen past it. It is where the vehicle moves most or, if it hardly moves, where it
// moves least, as in the middle of a stop.
func (s *Stream) border(fresh []Observation) (border, end int) {
	least, most, ahead, _ := s.matcher.model.borders(s.doublings)
	if past := s.corrections.past(s.state.base+s.state.overlap, most); past > 0 {
		least, most = max(least, past), max(most, past+borderMost/2)
	}
	most = max(min(most, len(fresh)), 1)
	least = min(least, most-1)
	border = least
	calm, calmest, farthest := least, math.Inf(1), 0.0
	for i := least; i < most; i++ {
		least, most := movesAt(fresh, i)
		if least > farthest {
			border, farthest = i, least
		}
		if most < calmest {
			calm, calmest = i, most
		}
	}
	if farthest < borderMoves {
		border = calm
	}
	return border, min(border+ahead, len(fresh))
}

const (
	// borderReach is the number of observations on either side of a border over which the
	// vehicle should move, and borderMoves how far it moves there at least (metres) unless it
	// is said to stand.
	borderReach = 16
	borderMoves = 100
)

// movesAt returns how far the vehicle moves before and after observation i, the lesser and the
// greater of the two (metres). No single observation makes the lesser greater.
func movesAt(obs []Observation, i int) (least, most float64) {
	const n = borderReach
	before := min(between(obs, i-n, i-1), between(obs, i-n+1, i-2))
	after := min(between(obs, i+1, i+n), between(obs, i+2, i+n-1))
	return min(before, after), max(before, after)
}

// between returns the straight distance between two observations (metres), 0 if there is no
// such.
func between(obs []Observation, a, b int) float64 {
	if a < 0 || b >= len(obs) || !obs[a].Valid() || !obs[b].Valid() {
		return 0
	}
	return geo.Distance(obs[a].Point, obs[b].Point)
}

// settle moves the border back to where the search has decided: behind the last step at
// which all chains that may still become the best one have the same place. It stays if they
// have one after it, or none in the range of borders. It returns false if they have none and
// the batch may grow. begin and last are the first and the last step of the chain.
func (cs *chainSearch) settle(begin, last int) bool {
	if cs.due.live {
		return true
	}
	if t := cs.merged(begin, last); t >= begin {
		behind := cs.behind(t)
		if behind >= cs.due.first {
			return true
		}
		if least, _, _, _ := cs.model.borders(0); behind >= cs.from.overlap+least {
			cs.due.first = behind
			return true
		}
	}
	return !cs.due.grows
}

// behind returns the observation after step t and, if that is a stop, after all of it.
func (lat *lattice) behind(t int) int {
	fix := lat.steps[t].fix
	for k := range lat.stops {
		if s := &lat.stops[k]; s.first == fix || lat.anchored(t) && s.first == lat.firstNew && lat.steps[t].stay.fixes > 0 {
			fix = s.last
		}
	}
	return lat.fixes[fix].index + 1
}

// merged returns the last step at which all chains have the same place that end within a beam
// of the best one; begin−1 if there is none.
func (cs *chainSearch) merged(begin, last int) int {
	least := math.Inf(-1)
	for t := last; t >= begin && last-t <= cs.outliers(); t-- {
		least = max(least, cs.steps[t].best-cs.endPrice(t, last))
	}
	off := &cs.offRoad[last+1-begin]
	least = max(least, off.score) - cs.model.beam
	if off.begun >= least {
		return begin - 1
	}
	pending := 0 // places of chains that have not been followed back yet
	follow := func(i int32) {
		if c := &cs.candidates[i]; !c.pending {
			c.pending = true
			pending++
		}
	}
	if off.score >= least {
		follow(off.from)
	}
	for t := last; t >= begin; t-- {
		s := &cs.steps[t]
		for i := s.first; i < s.end && last-t <= cs.outliers(); i++ {
			if cs.candidates[i].score-cs.endPrice(t, last) >= least {
				follow(int32(i))
			}
		}
		for i := s.first; i < s.end; i++ {
			c := &cs.candidates[i]
			if !c.pending {
				continue
			}
			if c.pending = false; pending == 1 && (t == begin || last-t >= cs.outliers()) {
				return t
			}
			pending--
			if c.turned {
				c = &cs.candidates[cs.twinOf(int32(i))]
			}
			if c.joined() {
				follow(c.from)
			}
		}
	}
	return begin - 1
}
