// SPDX-License-Identifier: MIT

package match

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// piece is a part of the route along one edge.
type piece struct {
	edge     road.EdgeID
	from, to float64 // metres along the edge, from ≤ to
	start    float64 // where it begins (metres along the route)
}

func (p *piece) length() float64 { return p.to - p.from }

// route is the route of the current chain.
type route struct {
	*batch
	*recorded
	*lattice
	*relaxer
	*chainSearch

	pieces      []piece
	chosenAlong []float64 // of each choice, metres along the route; never decreasing
	line        []vertex

	shape  []geo.Point
	sample []float64
	hits   []road.Hit
}

// buildRoute fills r.pieces with the route through r.choices, and r.chosenAlong with
// the distance of each choice along it, which never decreases.
func (r *route) buildRoute() {
	first := &r.candidates[r.choices[0].candidate]
	at := first.offset
	if r.anchored(r.choices[0].step) {
		at = min(at+first.lag, r.graph.Length(first.edge.Link()))
	}
	r.pieces = append(r.pieces[:0], piece{edge: first.edge, from: at, to: at})
	r.chosenAlong = append(r.chosenAlong[:0], 0)
	for k := 1; k < len(r.choices); k++ {
		a, b := r.choices[k-1], r.choices[k]
		if a.step == b.step {
			r.appendUTurn(a, b)
		} else {
			r.extend(a, b)
		}
		current := &r.pieces[len(r.pieces)-1]
		r.chosenAlong = append(r.chosenAlong, current.start+current.length())
	}
}

// extend extends the route from one choice to the next. The route may already be ahead
// of choice a, where noise moved it back; it does not turn round for that.
func (r *route) extend(a, b choice) {
	c, d := &r.candidates[a.candidate], &r.candidates[b.candidate]
	if _, yes := r.standing(c, d, r.apart(&r.steps[a.step], &r.steps[b.step])); yes {
		return
	}
	current := &r.pieces[len(r.pieces)-1]
	if c.edge == d.edge && d.offset >= c.offset {
		current.to = max(current.to, d.offset)
		return
	}
	rest := r.edges[d.route.first:d.route.end]
	current.to = r.graph.Length(current.edge.Link())
	for i, e := range rest {
		before := &r.pieces[len(r.pieces)-1]
		p := piece{edge: e, start: before.start + before.length(), to: r.graph.Length(e.Link())}
		if i == len(rest)-1 {
			p.to = d.offset
		}
		r.pieces = append(r.pieces, p)
	}
}

// findAgain repeats the search for the route from c, of step a, to d, of step b, whose
// cost (metres) is known. It does not count towards the effort of the trip.
func (rx *relaxer) findAgain(a, b *step, c, d *candidate, cost float64) {
	straight := geo.Distance(a.at, b.at)
	rx.setPrices(rx.betaOf(a, b, straight), straight, a.terminal || b.terminal)
	rx.targets = append(rx.targets[:0], d.position())
	rx.search.MaxStates = 0
	rx.search.Run(c.position(), cost, rx.targets, rx.rules)
}

// vertex is a point of the route's line.
type vertex struct {
	at    geo.Point
	along float64 // metres along the route
	piece int     // the piece of the line after it; for the last vertex, of the line before it
}

// buildLine fills r.line with the vertices of the route: at least two, or one for a
// route of length 0.
func (r *route) buildLine() {
	r.line = r.line[:0]
	for i := range r.pieces {
		p := &r.pieces[i]
		if p.length() <= 0 && len(r.pieces) > 1 && !(i == len(r.pieces)-1 && len(r.line) == 0) {
			continue
		}
		r.shape = r.graph.AppendShape(r.shape[:0], p.edge, p.from, p.to)
		r.appendPiece(i)
	}
}

// appendPiece appends the vertices of r.shape, piece i, to the line. Distances along it
// are scaled so that the piece has its exact length.
func (r *route) appendPiece(i int) {
	p := &r.pieces[i]
	lengths, drawn := r.sample[:0], 0.0
	for k := 1; k < len(r.shape); k++ {
		lengths = append(lengths, geo.Distance(r.shape[k-1], r.shape[k]))
		drawn += lengths[k-1]
	}
	r.sample = lengths
	scale := 0.0
	if drawn > 0 {
		scale = p.length() / drawn
	}
	along := p.start
	for k, at := range r.shape {
		if k > 0 {
			along += lengths[k-1] * scale
		}
		if k == len(r.shape)-1 {
			along = p.start + p.length()
		}
		if n := len(r.line); n > 0 && along <= r.line[n-1].along { // the joint with the previous piece
			r.line[n-1].piece = i
			continue
		}
		r.line = append(r.line, vertex{at: at, along: along, piece: i})
	}
}

// vertexAfter returns the index of the first vertex at or beyond along, at least 1 and
// at most the last.
func vertexAfter(line []vertex, along float64) int {
	first, end := 1, len(line)-1
	for first < end {
		if middle := int(uint(first+end) / 2); line[middle].along < along {
			first = middle + 1
		} else {
			end = middle
		}
	}
	return end
}

// vertexFrom is vertexAfter from vertex i on, for ascending values of along.
func vertexFrom(line []vertex, i int, along float64) int {
	for i < len(line)-1 && line[i].along < along {
		i++
	}
	return i
}

// pointAt returns the point at a distance along a line (metres).
func pointAt(line []vertex, along float64) geo.Point {
	if len(line) == 1 {
		return line[0].at
	}
	i := vertexAfter(line, along)
	a, b := &line[i-1], &line[i]
	span := b.along - a.along
	if span <= 0 {
		return b.at
	}
	return geo.Lerp(a.at, b.at, min(max((along-a.along)/span, 0), 1))
}
