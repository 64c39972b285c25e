package match

import (
	"math"

	"roadsnap/engine/geo"
)

// What a point claims is a product of three probabilities, of which each says
// something that the others do not: that the trip came along the route there and
// on no other road, which the chains say; that it was on a mapped road at all,
// which the distance of the fix and the ends of the leg say; and that it was not
// on the next way of the route already, which the distance of the place from that
// says. The numbers are fitted; see MODEL.md, section Confidence.

// shareRoute fills w.shares with the share of all chains that are on the route
// at the step of each choice: those through a candidate on an edge that the route
// drives near there, whichever it is, for along a road noise moves a fix from one
// edge to the next. Candidates at the very place of the choice count as well: at
// the ends of a trip, they are the other roads of a junction.
func (w *workspace) shareRoute() {
	w.shares = w.shares[:0]
	at := 0 // the piece that the choice lies on
	for k, choice := range w.choices {
		for at+1 < len(w.pieces) && w.pieces[at+1].start <= w.chosenAlong[k] {
			at++
		}
		s := &w.steps[choice.step]
		first, end := w.piecesNear(at, w.chosenAlong[k], shareReach*s.sigma)
		chosen := w.candidates[choice.candidate].at
		share := 0.0
		for i := s.first; i < s.end; i++ {
			c := &w.candidates[i]
			p := w.posterior(c)
			if p == 0 {
				continue
			}
			same, back := false, false
			for _, piece := range w.pieces[first:end] {
				same = same || piece.edge == c.edge
				back = back || piece.edge == c.edge.Reverse()
			}
			if same || !back && geo.Distance(c.at, chosen) < samePlace {
				share += p
			}
		}
		w.shares = append(w.shares, min(share, 1))
	}
}

const (
	// shareReach is how far along the route from its choice, in standard
	// deviations, the edges lie that a step may be on: as far as fixes may be put.
	shareReach = windowSigmas
	// samePlace is how near, in metres, two candidates are at one place.
	samePlace = 2
)

// rateOddness fills w.odd with how odd the route is at each choice: what its
// oddest transition near there costs, in nats. A detour, a vehicle that turns
// round, a road taken against its direction may be all that fits the fixes only
// because the road that the trip took is not on the map. A transition lies half
// way between its choices.
func (w *workspace) rateOddness() {
	n := len(w.choices)
	w.odd = grow(w.odd, n)
	clear(w.odd)
	for k := 1; k < n; k++ {
		odd := min(max(w.oddness(k), 0), mostOdd) * fade((w.chosenAlong[k]-w.chosenAlong[k-1])/2)
		w.odd[k-1], w.odd[k] = max(w.odd[k-1], odd), odd
	}
	for k := 1; k < n; k++ {
		w.spreadOddness(k-1, k)
	}
	for k := n - 1; k > 0; k-- {
		w.spreadOddness(k, k-1)
	}
}

// oddness returns what the transition to choice k costs, in nats. Fixes that were
// left out for it say nothing against it.
func (w *workspace) oddness(k int) float64 {
	a, b := w.choices[k-1], w.choices[k]
	c, d := &w.candidates[a.candidate], &w.candidates[b.candidate]
	if a.step == b.step { // it turns round there
		return c.score - d.score
	}
	return c.score + d.emission - d.score - float64(b.step-a.step-1)*w.config.OutlierPenalty
}

// spreadOddness makes a choice as odd as its neighbour is, less what the way
// between takes of that.
func (w *workspace) spreadOddness(from, to int) {
	if w.odd[from] > w.odd[to] {
		w.odd[to] = max(w.odd[to], w.odd[from]*fade(math.Abs(w.chosenAlong[to]-w.chosenAlong[from])))
	}
}

// fade returns what is left of an oddness so many metres away.
func fade(distance float64) float64 { return math.Exp(-distance / oddReach) }

const (
	// mostOdd is the most that an oddness counts, in nats: below what turning
	// round in the middle of an edge costs.
	mostOdd = 10
	// oddReach is how far oddness reaches along the route, in metres.
	oddReach = 150
)

// piecesNear returns the range of the pieces, among them piece at, that come
// within reach of a place along the route.
func (w *workspace) piecesNear(at int, along, reach float64) (first, end int) {
	first, end = at, at+1
	for first > 0 && w.pieces[first].start >= along-reach {
		first--
	}
	for end < len(w.pieces) && w.pieces[end].start <= along+reach {
		end++
	}
	return first, end
}

// extent is the part of the route along which a leg is known to run: from its
// beginning and to its end, or infinitely far where it goes on in another batch.
type extent struct{ begin, end float64 }

// confidence returns the probability that a fix is on the way of its place, which
// is distance metres away. k is the last choice that is not behind it.
func (w *workspace) confidence(f *fix, k int, matched bool, distance float64, known extent) float64 {
	share, odd := w.shares[k], w.odd[k]
	if !matched && k+1 < len(w.shares) { // no chain is on the route between if it is not at both ends
		share, odd = min(share, w.shares[k+1]), max(odd, w.odd[k+1])
	}
	toEnd := min(f.along-known.begin, known.end-f.along)
	return share * onMap(distance/f.meanSigma, toEnd, odd) * (1 - seamWeight*w.pastSeam(f))
}

// onMap returns the probability that a fix is on a mapped road if it lies so many
// standard deviations off its place on one, so many metres from an end of its leg,
// where the route is so odd. The law is logistic.
func onMap(z, toEnd, odd float64) float64 {
	return 1 / (1 + math.Exp(onMapSlope*min(z, onMapReach)+endDoubt*math.Exp(-toEnd/endReach)+oddDoubt*odd-onMapLevel))
}

const (
	// onMapLevel is the logarithm of the odds for a fix on its road: it is right
	// but for 1 of 330. onMapSlope is what each standard deviation takes of that;
	// from onMapReach of them on all are bad alike.
	onMapLevel = 5.8
	onMapSlope = 0.4
	onMapReach = 10
	// endDoubt is what the end of a leg takes of it, and endReach is how far that
	// reaches, in metres: trips begin and end in yards and garages, and legs where
	// the map is at fault.
	endDoubt = 1.2
	endReach = 200
	// oddDoubt is what each nat of oddness takes of it: half of what fits trips
	// from one place to another best, as there are some that wander.
	oddDoubt = 0.3
)

// pastSeam returns the probability that a fix is on another way of the route
// than its place, as noise may have moved it along the route past the end of one.
func (w *workspace) pastSeam(f *fix) (doubt float64) {
	at := w.line[max(f.segment-1, 0)].piece
	way := w.graph.WayID(w.pieces[at].edge.Link())
	other := func(p *piece) bool { return p.length() > 0 && w.graph.WayID(p.edge.Link()) != way }
	reach := seamReach * f.meanSigma
	for i := at; i > 0; i-- {
		back := f.along - w.pieces[i].start
		if back > reach {
			break
		}
		if other(&w.pieces[i-1]) {
			doubt += beyond(back / f.meanSigma)
			break
		}
	}
	for i := at + 1; i < len(w.pieces); i++ {
		ahead := w.pieces[i].start - f.along
		if ahead > reach {
			break
		}
		if other(&w.pieces[i]) {
			doubt += beyond(ahead / f.meanSigma)
			break
		}
	}
	return min(doubt, 1)
}

// beyond returns the probability that a normal value exceeds z standard
// deviations.
func beyond(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }

const (
	// seamReach is how far the end of a way may be, in standard deviations, to be
	// in doubt.
	seamReach = 4
	// seamWeight is how much of that doubt counts. To those who ask for the way all
	// of it should, to those who ask for the route none.
	seamWeight = 0.2
)

// legConfidence returns the probability that the route is right at a place of a
// leg picked at random: the mean along it of what the points on either side
// claim. The fixes lie on it up to before end, from a place on the leg counted
// from its beginning.
func (w *workspace) legConfidence(first, end int, length float64) float64 {
	sum, along, before, points := 0.0, 0.0, 0.0, 0
	total := 0.0 // of the points', for a leg of no length
	for i := first; i < end; i++ {
		f := &w.fixes[i]
		if !f.placed {
			continue
		}
		c := w.points[f.index].Confidence
		if points == 0 {
			before = c
		}
		sum += (f.along - along) * (before + c) / 2
		total += c
		along, before, points = f.along, c, points+1
	}
	if length > 0 {
		return min(max((sum+(length-along)*before)/length, 0), 1)
	}
	return total / float64(max(points, 1))
}
