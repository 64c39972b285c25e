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

// buildRoute fills w.pieces with the route through w.choices, and w.chosenAlong with
// the distance of each choice along it, which never decreases.
func (w *route) buildRoute() {
	first := &w.candidates[w.choices[0].candidate]
	at := first.offset
	if w.anchored(w.choices[0].step) {
		at = min(at+first.lag, w.graph.Length(first.edge.Link()))
	}
	w.pieces = append(w.pieces[:0], piece{edge: first.edge, from: at, to: at})
	w.chosenAlong = append(w.chosenAlong[:0], 0)
	for k := 1; k < len(w.choices); k++ {
		a, b := w.choices[k-1], w.choices[k]
		if a.step == b.step {
			w.appendUTurn(a, b)
		} else {
			w.extend(a, b)
		}
		current := &w.pieces[len(w.pieces)-1]
		w.chosenAlong = append(w.chosenAlong, current.start+current.length())
	}
}

// extend extends the route from one choice to the next. The route may already be ahead
// of choice a, where noise moved it back; it does not turn round for that.
func (w *route) extend(a, b choice) {
	c, d := &w.candidates[a.candidate], &w.candidates[b.candidate]
	if _, yes := w.standing(&w.steps[a.step], &w.steps[b.step], c, d); yes {
		return
	}
	current := &w.pieces[len(w.pieces)-1]
	if c.edge == d.edge && d.offset >= c.offset {
		current.to = max(current.to, d.offset)
		return
	}
	rest := w.edges[d.route.first:d.route.end]
	current.to = w.graph.Length(current.edge.Link())
	for i, e := range rest {
		before := &w.pieces[len(w.pieces)-1]
		p := piece{edge: e, start: before.start + before.length(), to: w.graph.Length(e.Link())}
		if i == len(rest)-1 {
			p.to = d.offset
		}
		w.pieces = append(w.pieces, p)
	}
}

// findAgain repeats the search for the route from c, of step a, to d, of step b, whose
// cost (metres) is known. It does not count towards the effort of the trip.
func (w *relaxer) findAgain(a, b *step, c, d *candidate, cost float64) {
	w.setPrices(w.betaOf(a, b, geo.Distance(a.at, b.at)))
	w.targets = append(w.targets[:0], d.position())
	w.search.MaxStates = 0
	w.search.Run(c.position(), cost, w.targets, w.rules)
}

// vertex is a point of the route's line.
type vertex struct {
	at    geo.Point
	along float64 // metres along the route
	piece int     // the piece of the line after it; for the last vertex, of the line before it
}

// buildLine fills w.line with the vertices of the route: at least two, or one for a
// route of length 0.
func (w *route) buildLine() {
	w.line = w.line[:0]
	for i := range w.pieces {
		p := &w.pieces[i]
		if p.length() <= 0 && len(w.pieces) > 1 && !(i == len(w.pieces)-1 && len(w.line) == 0) {
			continue
		}
		w.shape = w.graph.AppendShape(w.shape[:0], p.edge, p.from, p.to)
		w.appendPiece(i)
	}
}

// appendPiece appends the vertices of w.shape, piece i, to the line. Distances along it
// are scaled so that the piece has its exact length.
func (w *route) appendPiece(i int) {
	p := &w.pieces[i]
	lengths, drawn := w.sample[:0], 0.0
	for k := 1; k < len(w.shape); k++ {
		lengths = append(lengths, geo.Distance(w.shape[k-1], w.shape[k]))
		drawn += lengths[k-1]
	}
	w.sample = lengths
	scale := 0.0
	if drawn > 0 {
		scale = p.length() / drawn
	}
	along := p.start
	for k, at := range w.shape {
		if k > 0 {
			along += lengths[k-1] * scale
		}
		if k == len(w.shape)-1 {
			along = p.start + p.length()
		}
		if n := len(w.line); n > 0 && along <= w.line[n-1].along { // the joint with the previous piece
			w.line[n-1].piece = i
			continue
		}
		w.line = append(w.line, vertex{at: at, along: along, piece: i})
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
