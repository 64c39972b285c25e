// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/road"
)

// A vehicle may turn round in the middle of an edge. In the search this is a change,
// within one step, from a candidate to its twin: the same place of the same link in the
// other direction. It costs model.edgeUTurnPenalty, more than standing within noise.
//
// A candidate thus has scores of arriving and of leaving. The fields score and alpha
// are those of arriving until turnRound converts them to those of leaving.

// twins reports whether candidates i and i+1 of a step that ends before end are twins,
// which are always adjacent; see appendCandidates.
func (lat *lattice) twins(i, end int) bool {
	return i+1 < end && lat.candidates[i+1].edge == lat.candidates[i].edge.Reverse()
}

// twinOf returns the twin of a candidate that has turned.
func (lat *lattice) twinOf(i int32) int32 {
	if lat.candidates[i].edge.Backward() {
		return i - 1
	}
	return i + 1
}

// turnRound applies U-turns to the chains that have reached step s.
func (cs *chainSearch) turnRound(s *step) {
	for i := s.first; i < s.end; i++ {
		if !cs.twins(i, s.end) {
			continue
		}
		c, d := &cs.candidates[i], &cs.candidates[i+1]
		there, back := cs.turnLog(s, c, d), cs.turnLog(s, d, c)
		c.alpha, d.alpha = logAdd(c.alpha, d.alpha+back), logAdd(d.alpha, c.alpha+there)
		// At most one of the two is worse by more than the penalty.
		if score := c.score + there; score > d.score {
			d.leaveTurned(c, score)
		} else if score := d.score + back; score > c.score {
			c.leaveTurned(d, score)
		}
	}
}

// turnLog returns the log-probability of turning round from c to d. Within noise of the
// node where the vehicle entered the edge it is −Inf. That would be a turn at the node,
// which is priced by the road search and must not bypass a turn ban. A vehicle that makes
// a banned turn at a large junction goes some metres past its node.
func (bt *batch) turnLog(s *step, c, d *candidate) float64 {
	if c.offset < turnSigmas*s.sigma || c.offset < junctionSize && bt.bansAt(bt.graph.From(c.edge)) {
		return math.Inf(-1)
	}
	if d.against && !c.against {
		return -bt.model.edgeUTurnPenalty - bt.model.againstPenalty
	}
	return -bt.model.edgeUTurnPenalty
}

const (
	// turnSigmas is the least distance along an edge at which a vehicle may turn round
	// (standard deviations).
	turnSigmas = 2
	// junctionSize is the same behind a node with banned turns (metres): how far a large
	// junction reaches from its node.
	junctionSize = 20
)

// bansAt reports whether a turn at node n is banned for the profile.
func (bt *batch) bansAt(n road.NodeID) bool {
	var buf [8]road.EdgeID
	arms := bt.graph.AppendOut(buf[:0], n)
	for _, in := range arms {
		for _, out := range arms {
			if bt.graph.BannedFor(in.Reverse(), out)&bt.rules.Access != 0 {
				return true
			}
		}
	}
	return false
}

// leaveTurned makes c continue the best chain of its twin, after a U-turn.
func (c *candidate) leaveTurned(twin *candidate, score float64) {
	c.score, c.turned, c.lag = score, true, 0
	c.from, c.chained, c.returned = twin.from, twin.chained, twin.returned
}

// arriving sets the field ahead of the candidates of a step: the log-probability of all
// continuations on arriving, where beta is that on leaving.
func (cs *chainSearch) arriving(s *step) {
	for i := s.first; i < s.end; i++ {
		c := &cs.candidates[i]
		if !cs.twins(i, s.end) {
			c.ahead = c.beta
			continue
		}
		d := &cs.candidates[i+1]
		c.ahead, d.ahead = logAdd(c.beta, d.beta+cs.turnLog(s, c, d)), logAdd(d.beta, c.beta+cs.turnLog(s, d, c))
		i++
	}
}

// appendUTurn extends the route from choice a to b, its twin: to the place where the
// vehicle turned, and back to the place of the step. If that place is at a junction or a
// dead end, within noise or its size, the vehicle turned there.
func (r *route) appendUTurn(a, b choice) {
	c, d := &r.candidates[a.candidate], &r.candidates[b.candidate]
	current := &r.pieces[len(r.pieces)-1]
	current.to = max(current.to, r.farthest(a, c))
	length := r.graph.Length(c.edge.Link())
	if length-current.to < max(turnSigmas*r.steps[a.step].sigma, junctionSize) && r.turnsAhead(c.edge) {
		current.to = length
	}
	r.pieces = append(r.pieces, piece{
		edge: d.edge, from: length - current.to, to: max(d.offset, length-current.to),
		start: current.start + current.length(),
	})
}

// turnsAhead reports whether e leads to a junction or a dead end of the profile at which one may
// turn back. Where only the next way begins, or a path for others, there is no more room than
// before.
func (bt *batch) turnsAhead(e road.EdgeID) bool {
	if bt.graph.BannedFor(e, e.Reverse())&bt.rules.Access != 0 {
		return false
	}
	var buf [8]road.EdgeID
	arms := 0
	for _, arm := range bt.graph.AppendOut(buf[:0], bt.graph.To(e)) {
		if open := bt.graph.Access(arm) | bt.graph.Access(arm.Reverse()); open&bt.rules.Access != 0 && !bt.graph.IsShadow(arm.Link()) {
			arms++
		}
	}
	return arms != 2
}

// farthest returns how far along the edge of c the vehicle went before it turned: to
// the place of c, or to a fix farther along that lies between the previous and the next
// step.
func (r *route) farthest(a choice, c *candidate) float64 {
	first, last := r.steps[a.step].fix, r.steps[a.step].fix
	for first > 0 && !r.fixes[first-1].kept {
		first--
	}
	for last+1 < len(r.fixes) && !r.fixes[last+1].kept {
		last++
	}
	farthest := c.offset
	for i := first; i <= last; i++ {
		f := &r.fixes[i]
		r.hits = r.finder.Near(r.hits[:0], f.mean, onRouteSigmas*f.meanSigma, r.rules.Access)
		for _, h := range r.hits {
			if h.Link != r.graph.Plain(c.edge.Link()) {
				continue
			}
			offset := h.Offset
			if c.edge.Backward() {
				offset = r.graph.Length(h.Link) - h.Offset
			}
			farthest = max(farthest, offset)
		}
	}
	return farthest
}
