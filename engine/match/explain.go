// SPDX-License-Identifier: MIT

package match

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// Explanation says why an observation was matched to its road.
type Explanation struct {
	Point Point // the result for the observation
	// Weighed is the observation whose candidates were compared: this one, or the
	// nearest that took part in the search. It is meaningful if there are candidates.
	Weighed int
	At      geo.Point // position used by the search, averaged with its neighbours in a dense trip
	Sigma   float64   // standard deviation of At per axis (metres)
	// Candidates are the places compared, the chosen one first, then by likelihood of
	// the trip through them. They are empty if no road is near, or if the observation
	// took no part in the search.
	Candidates []Candidate
}

// Candidate is a place on a road where an observation may have been. Logarithms are
// natural: a difference of 1 is a factor of 2.7 in likelihood.
type Candidate struct {
	WayID    int64
	Forward  bool // travelled in the direction in which the way is drawn
	Location geo.Point
	Distance float64 // metres from Explanation.At
	Chosen   bool    // on the matched route

	Emission float64 // log-likelihood of the fix from here, at most 0
	// Transition is the log-probability of the best route here from an earlier step,
	// including the penalties of the steps skipped; meaningful if Reached.
	Transition float64
	Reached    bool  // false if there is no such route, or the trip begins here
	FromWay    int64 // the way on which that route begins; meaningful if Reached
	// Route and Straight are the lengths of that route and of the straight line between
	// the two fixes (metres); meaningful if Reached.
	Route, Straight float64

	Posterior float64 // probability of all trips through here together
	// Behind is the logarithm of how much less likely the best trip through here is
	// than the matched one; +Inf if there is no trip through here.
	Behind float64
	Lost   Loss // the main reason against it; empty if Chosen
}

// Loss is why a candidate was not chosen.
type Loss string

// The losses: the greatest part of the difference to the chosen candidate.
const (
	LostNone        Loss = ""
	LostDistance    Loss = "distance"    // it lies farther from the fix, or against its heading
	LostUnreachable Loss = "unreachable" // there is no route to it from any earlier candidate
	LostDetour      Loss = "detour"      // the route there is longer than the distance between the fixes
	LostBefore      Loss = "before"      // earlier fixes favour other roads
	LostAfter       Loss = "after"       // later fixes favour other roads
)

// Explain matches the trip and explains the result for observation index. The error is
// that of [Matcher.Match], or wraps [ErrIndex].
func (m *Matcher) Explain(ctx context.Context, obs []Observation, p Profile, index int) (Explanation, error) {
	if index < 0 || index >= len(obs) {
		return Explanation{}, fmt.Errorf("observation %d of %d: %w", index, len(obs), ErrIndex)
	}
	s, err := m.Stream(p)
	if err != nil {
		return Explanation{}, err
	}
	s.question = &question{index: index}
	result, err := s.all(ctx, obs)
	if err != nil {
		return Explanation{}, err
	}
	answer := s.question.answer
	answer.Point = result.Points[index]
	return answer, nil
}

// question is a request to explain an observation, given by its index in the input.
type question struct {
	index  int
	answer Explanation
}

func (q *question) copy() *question {
	if q == nil {
		return nil
	}
	c := *q
	return &c
}

// explainer answers a question about the current chain.
type explainer struct {
	*batch
	*recorded
	*lattice
	*relaxer
	*chainSearch

	question *question // from Explain, or nil
}

// answer answers the question if it is about one of the steps from begin to last, whose
// search, choices and posteriors are current.
func (e *explainer) answer(begin, last int) {
	if e.question == nil {
		return
	}
	local := e.question.index - e.from.base
	if local < e.from.overlap || local < e.indexOf(begin) || last+1 < len(e.steps) && local >= e.indexOf(last+1) {
		return
	}
	t := e.stepNear(local, begin, last)
	s := &e.steps[t]
	a := &e.question.answer
	*a = Explanation{Weighed: e.indexOf(t) + e.from.base, At: s.at, Sigma: s.sigma}
	ahead, best := e.bestAhead(begin, last), e.bestScore(begin, last)
	var chosen candidateTerms
	var terms []candidateTerms
	for i := s.first; i < s.end; i++ {
		x := e.terms(t, i)
		x.ahead = ahead[i-e.steps[begin].first]
		x.Behind = max(0, best-e.candidates[i].score-x.ahead)
		if x.Chosen {
			chosen = x
		}
		terms = append(terms, x)
	}
	for _, x := range terms {
		if !x.Chosen && chosen.Chosen {
			x.Lost = chosen.over(&x)
		}
		a.add(x.Candidate)
	}
	slices.SortStableFunc(a.Candidates, func(a, b Candidate) int {
		switch {
		case a.Chosen == b.Chosen:
			return cmp.Compare(a.Behind, b.Behind)
		case a.Chosen:
			return -1
		}
		return 1
	})
}

// add adds a candidate. Of two at one place in one direction, on a link and on a shadow
// of it, the one that explains more of the trip stands for both.
func (a *Explanation) add(c Candidate) {
	for i := range a.Candidates {
		d := &a.Candidates[i]
		if d.WayID != c.WayID || d.Forward != c.Forward || d.Location != c.Location {
			continue
		}
		both := min(1, c.Posterior+d.Posterior)
		if c.Chosen || !d.Chosen && c.Behind < d.Behind {
			*d = c
		}
		d.Posterior = both
		return
	}
	a.Candidates = append(a.Candidates, c)
}

// stepNear returns the step from begin to last that is nearest to an observation, given
// by its index in the batch.
func (e *explainer) stepNear(index, begin, last int) int {
	t := begin
	for t < last && e.indexOf(t+1) <= index {
		t++
	}
	if t < last && e.indexOf(t+1)-index < index-e.indexOf(t) {
		t++
	}
	return t
}

// bestScore returns the log-probability of the chain of e.choices.
func (e *explainer) bestScore(begin, last int) float64 {
	end := e.choices[len(e.choices)-1]
	onRoads := e.candidates[end.candidate].score - e.endPrice(end.step, last)
	if off := e.offRoad[last+1-begin].score; off > onRoads || last-end.step > e.outliers() {
		return off
	}
	return onRoads
}

// candidateTerms is a candidate with the two terms of its best trip before and after
// it.
type candidateTerms struct {
	Candidate
	before, ahead float64 // log-probability of the trip before the route to it, and of the trip after it
}

// terms describes candidate i of step t.
func (e *explainer) terms(t, i int) candidateTerms {
	s, c := &e.steps[t], &e.candidates[i]
	x := candidateTerms{Candidate: Candidate{
		WayID: e.graph.WayID(c.edge.Link()), Forward: !c.edge.Backward(),
		Location: c.at, Distance: geo.Distance(s.at, c.at),
		Chosen:   slices.ContainsFunc(e.choices, func(x choice) bool { return x.step == t && x.candidate == int32(i) }),
		Emission: c.emission, Posterior: math.Exp(min(0, c.alpha+c.beta-e.total)),
	}}
	if c.turned {
		twin := e.terms(t, int(e.twinOf(int32(i))))
		twin.Candidate.Forward, twin.Candidate.Chosen, twin.Candidate.Posterior = x.Forward, x.Chosen, x.Posterior
		twin.Transition -= e.model.edgeUTurnPenalty
		return twin
	}
	x.Transition = math.Inf(-1)
	var best *arc
	for k := range e.arcs {
		if r := &e.arcs[k]; int(r.to) == i {
			if before := e.candidates[r.from].score; best == nil || before+r.weight > x.before+x.Transition {
				best, x.before, x.Transition, x.Reached = r, before, r.weight, true
			}
		}
	}
	if best == nil {
		return x
	}
	from := &e.candidates[best.from]
	x.FromWay = e.graph.WayID(from.edge.Link())
	u := t
	for e.steps[u].first > int(best.from) {
		u--
	}
	x.Straight = geo.Distance(e.steps[u].at, s.at)
	if _, yes := e.standing(from, c, e.apart(&e.steps[u], s)); !yes {
		e.findAgain(&e.steps[u], s, from, c, best.cost)
		x.Route, _ = e.search.Distance(0)
	}
	return x
}

// over returns the term that most favours the chosen candidate x over y.
func (x *candidateTerms) over(y *candidateTerms) Loss {
	if x.Reached && !y.Reached {
		return LostUnreachable
	}
	loss, most := LostDistance, x.Emission-y.Emission
	for _, term := range []struct {
		loss Loss
		by   float64
	}{
		{LostDetour, x.Transition - y.Transition},
		{LostBefore, x.before - y.before},
		{LostAfter, x.ahead - y.ahead},
	} {
		if term.by > most { // false for NaN, where both are −Inf
			loss, most = term.loss, term.by
		}
	}
	return loss
}

// bestAhead returns, for each candidate of the steps from begin to last, the
// log-probability of the best continuation on leaving it; −Inf if there is none. It is
// the backward pass of posteriors with the maximum in place of the sum.
func (e *explainer) bestAhead(begin, last int) []float64 {
	base := e.steps[begin].first
	ahead := make([]float64, e.steps[last].end-base)
	for i := range ahead {
		ahead[i] = math.Inf(-1)
	}
	leave := func(t int, best float64) {
		for i := e.steps[t].first; i < e.steps[t].end; i++ {
			ahead[i-base] = max(ahead[i-base], best)
		}
	}
	off := 0.0 // the best continuation of being off the roads before step t
	leaveFor := func(t int) {
		if left := t - 1 - e.minOffRoad(); left >= begin && !e.anyPinned(left+1, t) {
			leave(left, off-e.leavePrice())
		}
		if e.offRoad[t-begin].breaks {
			leave(t-1, off-e.breakPrice(begin, t))
		}
	}
	leaveFor(last + 1)
	k := len(e.arcs) - 1
	var arriving []float64
	for t := last; t >= begin; t-- {
		s := &e.steps[t]
		if last-t <= e.outliers() {
			for i := s.first; i < s.end; i++ {
				ahead[i-base] = max(ahead[i-base], -e.endPrice(t, last))
			}
		}
		arriving = append(arriving[:0], ahead[s.first-base:s.end-base]...)
		for i := s.first; i < s.end; i++ {
			if !e.twins(i, s.end) {
				continue
			}
			c, d := &e.candidates[i], &e.candidates[i+1]
			arriving[i-s.first] = max(ahead[i-base], ahead[i+1-base]+e.turnLog(s, c, d))
			arriving[i+1-s.first] = max(ahead[i+1-base], ahead[i-base]+e.turnLog(s, d, c))
			i++
		}
		off -= e.offRoadPrice(t)
		for i := s.first; i < s.end; i++ {
			off = max(off, e.candidates[i].emission+arriving[i-s.first]-e.returnPrice(&e.candidates[i]))
		}
		leaveFor(t)
		for ; k >= 0 && int(e.arcs[k].to) >= s.first; k-- {
			r := &e.arcs[k]
			from := int(r.from) - base
			ahead[from] = max(ahead[from], r.weight+e.candidates[r.to].emission+arriving[int(r.to)-s.first])
		}
	}
	return ahead
}
