// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// assessor rates how sure the route is at each choice and each fix.
type assessor struct {
	*batch
	*result
	*recorded
	*lattice
	*chainSearch
	*route

	shares []float64 // see shareRoute
	odd    []float64 // see rateOddness
}

// The confidence of a point is the product of three probabilities: that the trip
// followed the route there and no other road, given by the posteriors; that it was on a
// mapped road at all, given by the distance of the fix and the ends of the leg; and
// that it was not on the next way of the route already, given by the distance of the
// place from that way. The parameters are fitted; see MODEL.md, section Confidence.

// shareRoute fills as.shares with the share of all chains that are on the route at the
// step of each choice. These are the chains through any candidate on an edge that the
// route follows nearby, because noise along a road moves a fix from one edge to the
// next. Candidates at the place of the choice count as well: at the ends of a trip,
// they are the other roads of a junction.
func (as *assessor) shareRoute() {
	as.shares = as.shares[:0]
	at := 0 // the piece of the choice
	for k, choice := range as.choices {
		for at+1 < len(as.pieces) && as.pieces[at+1].start <= as.chosenAlong[k] {
			at++
		}
		s := &as.steps[choice.step]
		first, end := as.piecesNear(at, as.chosenAlong[k], shareReach*s.sigma)
		chosen := as.candidates[choice.candidate].at
		share := 0.0
		for i := s.first; i < s.end; i++ {
			c := &as.candidates[i]
			p := as.posterior(c)
			if p == 0 {
				continue
			}
			same, back := false, false
			own := as.graph.PlainEdge(c.edge)
			for _, piece := range as.pieces[first:end] {
				e := as.graph.PlainEdge(piece.edge)
				same = same || e == own
				back = back || e == own.Reverse()
			}
			if same || !back && geo.Distance(c.at, chosen) < samePlace {
				share += p
			}
		}
		as.shares = append(as.shares, min(share, 1))
	}
}

const (
	// shareReach is how far along the route from its choice the edges of a step may lie
	// (standard deviations): as far as fixes may be placed.
	shareReach = windowSigmas
	// samePlace is the distance up to which two candidates are at one place (metres).
	samePlace = 2
)

// rateOddness fills as.odd with the oddness of the route at each choice: the greatest
// cost of a transition nearby (nats). A detour, a U-turn, or a road taken against its
// direction may be the only fit because the road of the trip is not on the map. A
// transition applies half way between its choices.
func (as *assessor) rateOddness() {
	n := len(as.choices)
	as.odd = grow(as.odd, n)
	clear(as.odd)
	for k := 1; k < n; k++ {
		odd := min(max(as.oddness(k), 0), mostOdd) * fade((as.chosenAlong[k]-as.chosenAlong[k-1])/2)
		as.odd[k-1], as.odd[k] = max(as.odd[k-1], odd), odd
	}
	for k := 1; k < n; k++ {
		as.spreadOddness(k-1, k)
	}
	for k := n - 1; k > 0; k-- {
		as.spreadOddness(k, k-1)
	}
}

// oddness returns the cost of the transition to choice k (nats), without the penalties
// of skipped fixes.
func (as *assessor) oddness(k int) float64 {
	a, b := as.choices[k-1], as.choices[k]
	c, d := &as.candidates[a.candidate], &as.candidates[b.candidate]
	if a.step == b.step { // a U-turn
		return c.score - d.score
	}
	return c.score + d.emission - d.score - as.skipPrice(a.step+1, b.step)
}

// spreadOddness raises the oddness of a choice to that of its neighbour, reduced by the
// distance between them.
func (as *assessor) spreadOddness(from, to int) {
	if as.odd[from] > as.odd[to] {
		as.odd[to] = max(as.odd[to], as.odd[from]*fade(math.Abs(as.chosenAlong[to]-as.chosenAlong[from])))
	}
}

// fade returns the factor by which an oddness decreases over a distance (metres).
func fade(distance float64) float64 { return math.Exp(-distance / oddReach) }

const (
	// mostOdd is the greatest oddness (nats), less than the cost of a U-turn in the
	// middle of an edge.
	mostOdd = 10
	// oddReach is the decay length of oddness along the route (metres).
	oddReach = 150
)

// piecesNear returns the range of the pieces, including piece at, that come within
// reach of a place along the route.
func (r *route) piecesNear(at int, along, reach float64) (first, end int) {
	first, end = at, at+1
	for first > 0 && r.pieces[first].start >= along-reach {
		first--
	}
	for end < len(r.pieces) && r.pieces[end].start <= along+reach {
		end++
	}
	return first, end
}

// extent is the known part of a leg along the route: from its beginning to its end,
// infinite where it continues in another batch.
type extent struct{ begin, end float64 }

// confidence returns the probability that a fix is on the way of its place, which is
// distance metres away. k is the last choice not after it.
func (as *assessor) confidence(f *fix, k int, matched bool, distance float64, known extent) float64 {
	share, odd := as.shares[k], as.odd[k]
	if !matched && k+1 < len(as.shares) { // a chain is on the route between two choices only if it is at both
		share, odd = min(share, as.shares[k+1]), max(odd, as.odd[k+1])
	}
	toEnd := min(f.along-known.begin, known.end-f.along)
	return share * onMap(distance/f.meanSigma, toEnd, odd) * (1 - seamWeight*as.pastSeam(f))
}

// onMap returns the probability that a fix is on a mapped road, given its distance from
// its place (standard deviations), the distance to an end of its leg (metres) and the
// oddness of the route there. The form is logistic.
func onMap(z, toEnd, odd float64) float64 {
	return 1 / (1 + math.Exp(onMapSlope*min(z, onMapReach)+endDoubt*math.Exp(-toEnd/endReach)+oddDoubt*odd-onMapLevel))
}

const (
	// onMapLevel is the log-odds of a fix on its road: one of 330 is wrong. onMapSlope
	// is the decrease per standard deviation, up to onMapReach of them.
	onMapLevel = 5.8
	onMapSlope = 0.4
	onMapReach = 10
	// endDoubt is the decrease at the end of a leg, and endReach its decay length
	// (metres). Trips begin and end in yards and garages, and legs end where the map is
	// wrong.
	endDoubt = 1.2
	endReach = 200
	// oddDoubt is the decrease per nat of oddness: half of the best fit for trips from
	// one place to another, because some trips wander.
	oddDoubt = 0.3
)

// pastSeam returns the probability that a fix is on another way of the route than its
// place, because noise moved it along the route past the end of one.
func (as *assessor) pastSeam(f *fix) (doubt float64) {
	at := as.line[max(f.segment-1, 0)].piece
	way := as.graph.WayID(as.pieces[at].edge.Link())
	other := func(p *piece) bool { return p.length() > 0 && as.graph.WayID(p.edge.Link()) != way }
	reach := seamReach * f.meanSigma
	for i := at; i > 0; i-- {
		back := f.along - as.pieces[i].start
		if back > reach {
			break
		}
		if other(&as.pieces[i-1]) {
			doubt += beyond(back / f.meanSigma)
			break
		}
	}
	for i := at + 1; i < len(as.pieces); i++ {
		ahead := as.pieces[i].start - f.along
		if ahead > reach {
			break
		}
		if other(&as.pieces[i]) {
			doubt += beyond(ahead / f.meanSigma)
			break
		}
	}
	return min(doubt, 1)
}

// beyond returns the probability that a standard normal value exceeds z.
func beyond(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }

const (
	// seamReach is the greatest distance to the end of a way that is considered
	// (standard deviations).
	seamReach = 4
	// seamWeight is the weight of that probability. It should be 1 if the way is to be
	// right, 0 if only the route is.
	seamWeight = 0.2
)
