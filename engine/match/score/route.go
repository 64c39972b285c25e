// SPDX-License-Identifier: MIT

package score

import (
	"math"

	"roadsnap/engine/geo"
)

// Route holds the agreement of a matched route with the true one (metres).
type Route struct {
	Common  float64 // in both, in the same order and direction
	Truth   float64 // of the true route
	Matched float64 // of the matched one
}

// Correct returns the fraction correct of Dahmen and others: the common length over the
// longer of the two routes. It is 1 for equal routes and 0 if either is empty.
func (r Route) Correct() float64 { return ratio(r.Common, max(r.Truth, r.Matched)) }

// Wrong returns the error of Newson and Krumm: the added and the missed length over the
// length of the true route. It is 0 for equal routes, 1 if nothing was matched, and has
// no upper bound.
func (r Route) Wrong() float64 { return ratio(r.Truth-r.Common+r.Matched-r.Common, r.Truth) }

// ratio returns a/b, or 0 if b is not positive.
func ratio(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return a / b
}

// Total sums up many routes. A longer route has more weight.
type Total struct {
	Routes  int
	Sum     Route   // of all lengths
	longer  float64 // sum of the longer of the two routes, metres
	correct float64 // sum of the fractions correct
}

// Add adds a route.
func (t *Total) Add(r Route) {
	t.Routes++
	t.Sum.Common += r.Common
	t.Sum.Truth += r.Truth
	t.Sum.Matched += r.Matched
	t.longer += max(r.Truth, r.Matched)
	t.correct += r.Correct()
}

// Correct returns the fraction correct, weighted by length.
func (t *Total) Correct() float64 { return ratio(t.Sum.Common, t.longer) }

// MeanCorrect returns the mean of the fractions correct, each route with the same
// weight.
func (t *Total) MeanCorrect() float64 { return ratio(t.correct, float64(t.Routes)) }

// Wrong returns the error, weighted by length.
func (t *Total) Wrong() float64 { return t.Sum.Wrong() }

// Overlap is the common part of a matched route and the true one.
type Overlap struct {
	Route
	legs []leg
}

// leg is a continuous line of the matched route.
type leg struct {
	line   []geo.Point
	common []bool // whether the true route contains it, by segment of line
}

// onSegment is the greatest distance of a point on a segment of the true route from it
// (metres): weldDistance and the rounding of both ends.
const onSegment = 0.6

// Compare compares a matched route with the true one. Each is given as its continuous
// lines in travel order. Both must come from one network: a place common to both is
// recognised by a vertex that both have there. A matched line may begin and end within
// a segment, which then counts for the part that it covers.
func Compare(truth, matched [][]geo.Point) Overlap {
	t := newTrueRoute(truth)
	o := Overlap{Route: Route{Truth: t.length}, legs: make([]leg, len(matched))}
	type part struct {
		leg, first, last int // segments first to before last of a leg's line
	}
	var parts []part
	search := newHeaviest(len(t.segments))
	for i, line := range matched {
		o.Matched += geo.Length(line)
		o.legs[i] = leg{line: line, common: make([]bool, max(len(line)-1, 0))}
		t.pieces(line, func(s segment, first, last int, length float64) {
			if positions := t.positions[s]; len(positions) > 0 {
				search.take(len(parts), length, positions)
				parts = append(parts, part{i, first, last})
			}
		})
	}
	o.Common = search.result(func(member int) {
		p := parts[member]
		for k := p.first; k < p.last; k++ {
			o.legs[p.leg].common[k] = true
		}
	})
	// A line with additional vertices between two of the truth may be slightly longer
	// or shorter than the segment of the truth.
	o.Common = min(o.Common, o.Truth, o.Matched)
	return o
}

// segment is a piece of road from one vertex to another, in that direction.
type segment struct{ from, to vertex }

// trueRoute is the true route, indexed for comparison.
type trueRoute struct {
	vertices  *vertices
	segments  []segment
	positions map[segment][]int // indexes into segments, ascending
	out, in   map[vertex][]vertex
	length    float64 // metres
}

func newTrueRoute(lines [][]geo.Point) *trueRoute {
	t := &trueRoute{
		vertices:  newVertices(firstOf(lines)),
		positions: map[segment][]int{},
		out:       map[vertex][]vertex{}, in: map[vertex][]vertex{},
	}
	for _, line := range lines {
		var from vertex
		for i, p := range line {
			to := t.vertices.add(p)
			if i > 0 {
				t.append(segment{from, to})
			}
			from = to
		}
	}
	return t
}

func firstOf(lines [][]geo.Point) geo.Point {
	for _, line := range lines {
		if len(line) > 0 {
			return line[0]
		}
	}
	return geo.Point{}
}

func (t *trueRoute) append(s segment) {
	if s.from == s.to {
		return
	}
	if len(t.positions[s]) == 0 {
		t.out[s.from] = append(t.out[s.from], s.to)
		t.in[s.to] = append(t.in[s.to], s.from)
	}
	t.positions[s] = append(t.positions[s], len(t.segments))
	t.segments = append(t.segments, s)
	t.length += t.span(s)
}

func (t *trueRoute) span(s segment) float64 {
	return geo.Distance(t.vertices.at[s.from], t.vertices.at[s.to])
}

// pieces calls visit with each piece of a matched line that runs straight from one
// vertex of the truth to the next, and with the parts of true segments before the first
// and after the last of them. Its arguments are the segment, the piece as indexes into
// line, and its length (metres).
func (t *trueRoute) pieces(line []geo.Point, visit func(s segment, first, last int, length float64)) {
	last, at := -1, vertex(0) // the last vertex of the truth on the line
	for i, p := range line {
		n, known := t.vertices.find(p)
		if !known {
			continue
		}
		switch {
		case last < 0 && i > 0:
			if from, found := t.along(line[:i], t.in[n], func(from vertex) segment { return segment{from, n} }); found {
				visit(segment{from, n}, 0, i, geo.Distance(line[0], t.vertices.at[n]))
			}
		case last >= 0 && n != at:
			if s := (segment{at, n}); t.deviation(s, line[last+1:i]) < onSegment {
				visit(s, last, i, t.span(s))
			}
		}
		last, at = i, n
	}
	end := len(line) - 1
	switch {
	case last < 0 && len(line) > 1:
		if s, found := t.holding(line); found {
			visit(s, 0, end, geo.Distance(line[0], line[end]))
		}
	case last >= 0 && last < end:
		if to, found := t.along(line[last+1:], t.out[at], func(to vertex) segment { return segment{at, to} }); found {
			visit(segment{at, to}, last, end, geo.Distance(t.vertices.at[at], line[end]))
		}
	}
}

// deviation returns the greatest distance of points from s (metres), 0 for no points.
func (t *trueRoute) deviation(s segment, points []geo.Point) float64 {
	worst := 0.0
	for _, p := range points {
		_, d := t.project(p, s)
		worst = max(worst, d)
	}
	return worst
}

// project returns the place on s nearest to p, as a fraction, and its distance
// (metres).
func (t *trueRoute) project(p geo.Point, s segment) (fraction, distance float64) {
	plane := geo.NewPlane(p)
	fraction, d2 := geo.Project(geo.XY{}, plane.XY(t.vertices.at[s.from]), plane.XY(t.vertices.at[s.to]))
	return fraction, math.Sqrt(d2)
}

// along returns the vertex of ends whose segment lies nearest to all points.
func (t *trueRoute) along(points []geo.Point, ends []vertex, with func(vertex) segment) (best vertex, found bool) {
	within := onSegment
	for _, v := range ends {
		if d := t.deviation(with(v), points); d < within {
			best, within, found = v, d, true
		}
	}
	return best, found
}

// holding returns the segment of the truth on which the line lies, in its direction.
// The line contains no vertex of the truth.
func (t *trueRoute) holding(line []geo.Point) (best segment, found bool) {
	within := onSegment
	for _, s := range t.segments {
		d := t.deviation(s, line)
		if d >= within {
			continue
		}
		begin, _ := t.project(line[0], s)
		end, _ := t.project(line[len(line)-1], s)
		if end > begin {
			best, within, found = s, d, true
		}
	}
	return best, found
}

// onRoute is the greatest distance of a place on a part of a route from it (metres).
// The matcher places fixes exactly on the line; the rest is rounding.
const onRoute = 1

// Right reports whether a place on the matched line with index leg is on the true
// route: within a metre of a part that the true route contains, and not nearer to one
// that it does not contain. A place on a wrong road that crosses the right one is not
// right, nor is a place on the right road driven in the wrong direction or at the wrong
// time; a junction between the two is.
func (o *Overlap) Right(leg int, p geo.Point) bool {
	if leg < 0 || leg >= len(o.legs) {
		return false
	}
	l := o.legs[leg]
	plane := geo.NewPlane(p)
	near := geo.BoundsOf(p).Pad(2 * onRoute)
	right, wrong := math.Inf(1), math.Inf(1)
	for k, common := range l.common {
		a, b := l.line[k], l.line[k+1]
		if !geo.BoundsOf(a, b).Intersects(near) {
			continue
		}
		_, d2 := geo.Project(geo.XY{}, plane.XY(a), plane.XY(b))
		if common {
			right = min(right, d2)
		} else {
			wrong = min(wrong, d2)
		}
	}
	const tie = 1e-4 // m²: a centimetre is not decisive
	return right <= onRoute*onRoute && right <= wrong+tie
}
