package mapdraw

import (
	"math"

	"roadsnap/engine/basemap"
)

// Rivers are drawn as areas, and many have a name on the area alone, which is far
// longer than a view and too narrow for a level name. Their names run along the
// middle of the water, as those of rivers that are lines do.

const (
	// riverShape is how many times longer than wide, at least, an area is that is
	// named along.
	riverShape = 6.0
	// riverLeast is the width, in logical pixels, below which it is a creek whose
	// name is for closer views.
	riverLeast = 4.0
	// riverMouth is how many times its mean width a river may be wide where its
	// middle is looked for: the two banks of a fork or a bay are not opposite.
	riverMouth = 2.5
	// bankPoints is the greatest number of points by which the banks are told, and
	// sourceTries how many pairs of them are tried as the ends of the river.
	bankPoints  = 1024
	sourceTries = 32
)

// river takes in the name of an area of water along its middle, and reports whether
// it is a river.
func (l *labeller) river(f basemap.Feature, rings [][]vec) bool {
	s, ok := l.theme.line(basemap.Waterway)
	if !ok || f.Kind != basemap.Water || s.name.minZoom == 0 || l.zoom < s.name.minZoom {
		return false
	}
	length, width := strip(rings[0])
	if length < riverShape*width {
		return false
	}
	if width >= riverLeast*l.scale && nearTile(rings[0]) {
		for _, line := range middleLines(rings[0], length, width, l.scale) {
			l.piece(lineName{f.Name, &s.name.textStyle, nil, waterPriority}, l.rounded(line, s))
		}
	}
	return true
}

// line returns the style of a kind of line that is no road.
func (t *Theme) line(k basemap.Kind) (s *lineStyle, ok bool) {
	for i := range t.lines {
		if t.lines[i].kind == k {
			return &t.lines[i], true
		}
	}
	return nil, false
}

// strip returns the length and width of the strip that has the area and the
// perimeter of a ring.
func strip(ring []vec) (length, width float64) {
	twice, round := 0.0, 0.0
	for i, b := range ring {
		a := ring[(i+len(ring)-1)%len(ring)]
		twice += a.x*b.y - b.x*a.y
		round += math.Hypot(b.x-a.x, b.y-a.y)
	}
	// length + width is half of round, length · width half of twice.
	area, half := math.Abs(twice)/2, round/2
	length = half/2 + math.Sqrt(max(half*half/4-area, 0))
	return length, half - length
}

// middleLines returns the lines midway between the banks of a river that is so long
// and wide.
func middleLines(ring []vec, length, width, scale float64) (lines [][]vec) {
	step := max(width/2, 2*scale, 2*length/bankPoints)
	bank := evenly(ring, 2*int(math.Ceil(length/step)))
	n := len(bank)
	if n < 8 {
		return nil
	}
	at := func(i int) vec { return bank[(i%n+n)%n] }
	// The banks run from one end to the other in the same time, more or less: from
	// the true ends they keep nearest to each other.
	source, least := 0, math.Inf(1)
	for k := 0; k < n/2; k += max(n/2/sourceTries, 1) {
		apart := 0.0
		for i := 1; i < n/2; i++ {
			apart += gap(at(k+i), at(k-i))
		}
		if apart < least {
			source, least = k, apart
		}
	}
	// Step by step on the one bank or the other, whichever keeps nearer.
	var line []vec
	for i, j := source+1, source-1; i-j < n; {
		a, b := at(i), at(j)
		if gap(a, b) <= riverMouth*width {
			mid := vec{(a.x + b.x) / 2, (a.y + b.y) / 2}
			if len(line) == 0 || gap(line[len(line)-1], mid) >= step {
				line = append(line, mid)
			}
		} else if len(line) > 0 {
			lines, line = append(lines, line), nil
		}
		if gap(at(i+1), b) < gap(a, at(j-1)) {
			i++
		} else {
			j--
		}
	}
	lines = append(lines, line)
	kept := lines[:0]
	for _, line := range lines {
		if len(line) > 1 {
			kept = append(kept, line)
		}
	}
	return kept
}

func gap(a, b vec) float64 { return math.Hypot(b.x-a.x, b.y-a.y) }

// evenly returns n points at even distances along a ring.
func evenly(ring []vec, n int) []vec {
	w := newWalk(append(ring[:len(ring):len(ring)], ring[0]))
	out := make([]vec, n)
	i := 0
	for k := range out {
		d := w.length() * float64(k) / float64(n)
		for i < len(w.line)-2 && w.dist[i+1] <= d {
			i++
		}
		a, b, t := w.line[i], w.line[i+1], 0.0
		if run := w.dist[i+1] - w.dist[i]; run > 0 {
			t = (d - w.dist[i]) / run
		}
		out[k] = vec{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t}
	}
	return out
}

// rounded returns the middle of a river without its corners: those of few points
// would have no name, as no letters can be set round them, and nobody sees where
// exactly the middle is.
func (l *labeller) rounded(line []vec, s *lineStyle) []vec {
	reach := 2 * s.name.size.at(l.zoom) * l.scale
	for range 3 {
		if len(line) < 3 {
			return line
		}
		out := make([]vec, 0, 2*len(line))
		out = append(out, line[0])
		for i := 1; i+1 < len(line); i++ {
			out = append(out, towards(line[i], line[i-1], reach), towards(line[i], line[i+1], reach))
		}
		line = append(out, line[len(line)-1])
		reach /= 2
	}
	return line
}

// towards returns the point a quarter of the way from a to b, or so far if that is
// less.
func towards(a, b vec, far float64) vec {
	run := gap(a, b)
	if run == 0 {
		return a
	}
	t := min(0.25, far/run)
	return vec{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t}
}
