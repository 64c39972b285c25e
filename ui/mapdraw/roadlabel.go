package mapdraw

import (
	"math"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// walk is a line that can be asked for the point at a distance from its start.
type walk struct {
	line []vec
	dist []float64 // of each vertex from the start
}

func newWalk(line []vec) walk {
	w := walk{line: line, dist: make([]float64, len(line))}
	for i := 1; i < len(line); i++ {
		w.dist[i] = w.dist[i-1] + math.Hypot(line[i].x-line[i-1].x, line[i].y-line[i-1].y)
	}
	return w
}

func (w *walk) length() float64 { return w.dist[len(w.dist)-1] }

// segment returns the segment in which the distance d lies.
func (w *walk) segment(d float64) int {
	lo, hi := 0, len(w.dist)-2
	for lo < hi {
		if mid := (lo + hi + 1) / 2; w.dist[mid] <= d {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}

func (w *walk) at(d float64) vec {
	i := w.segment(d)
	a, b := w.line[i], w.line[i+1]
	run := w.dist[i+1] - w.dist[i]
	if run <= 0 {
		return a
	}
	t := min(max((d-w.dist[i])/run, 0), 1)
	return vec{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t}
}

// between returns the part of the line from one distance to another.
func (w *walk) between(from, to float64) []vec {
	out := []vec{w.at(from)}
	for i := w.segment(from) + 1; i < len(w.line) && w.dist[i] < to; i++ {
		if w.dist[i] > from {
			out = append(out, w.line[i])
		}
	}
	return append(out, w.at(to))
}

const (
	// maxBend is the greatest angle between two letters of a road's name, and
	// maxTurn that between any two, in radians.
	maxBend = 0.45
	maxTurn = 1.1
	// anchorStep is the distance between the places that are tried, and
	// shieldGap the least length of road that carries a number, both in logical
	// pixels.
	anchorStep = 24.0
	shieldGap  = 60.0
)

// nameOn looks for the straightest stretch of chain, with its middle in the
// tile, that is long enough for name.
func (l *labeller) nameOn(name lineName, chain []vec) {
	s := name.style
	text := norm.NFC.String(name.text)
	size := s.size.at(l.zoom) * l.scale
	_, ems := l.types.set(text, s)
	width := ems * size
	w := newWalk(chain)
	need := width + size // half a letter of air at each end
	if w.length() < need {
		return
	}
	found, bestCost, bestAt := false, 0.0, 0.0
	for mid := need / 2; mid <= w.length()-need/2; mid += anchorStep * l.scale {
		p := w.at(mid)
		if !inTile(p) {
			continue
		}
		bend, ok := w.bend(mid-width/2, mid+width/2, size*0.6)
		if !ok {
			continue
		}
		// Of equally straight ones the nearest to the tile's middle: it
		// collides least with what the neighbour tiles choose.
		cost := bend + 0.3*math.Hypot(p.x-TileSize/2, p.y-TileSize/2)/TileSize
		if !found || cost < bestCost {
			found, bestCost, bestAt = true, cost, mid
		}
	}
	if !found {
		return
	}
	path := w.between(bestAt-width/2, bestAt+width/2)
	if path[len(path)-1].x < path[0].x {
		reverse(path)
	}
	mid := w.at(bestAt)
	for i := range path {
		path[i] = vec{path[i].x - mid.x, path[i].y - mid.y}
	}
	l.labels = append(l.labels, label{
		kind: roadLabel, text: text, style: s, size: size, at: l.toWorld(mid),
		priority: name.priority, weight: w.length(), width: width, path: path,
	})
}

// bend returns by how much the line turns in all between two distances, looked
// at in steps; ok is false where it turns too much to be read along.
func (w *walk) bend(from, to, step float64) (total float64, ok bool) {
	n := max(int((to-from)/step), 2)
	lo, hi, angle, last := 0.0, 0.0, 0.0, 0.0
	a := w.at(from)
	for i := 1; i <= n; i++ {
		b := w.at(from + (to-from)*float64(i)/float64(n))
		dir := math.Atan2(b.y-a.y, b.x-a.x)
		a = b
		if i > 1 {
			turn := math.Remainder(dir-last, 2*math.Pi)
			if math.Abs(turn) > maxBend {
				return 0, false
			}
			total += math.Abs(turn)
			angle += turn
			lo, hi = min(lo, angle), max(hi, angle)
		}
		last = dir
	}
	return total, hi-lo <= maxTurn
}

// shieldOn puts a road number in the middle of what the tile shows of chain.
func (l *labeller) shieldOn(name lineName, chain []vec) {
	w := newWalk(chain)
	if w.length() < shieldGap*l.scale {
		return
	}
	best, at, found := math.Inf(1), vec{}, false
	for d := w.length() / 2; d >= 0; d -= anchorStep * l.scale {
		for _, mid := range [2]float64{d, w.length() - d} {
			p := w.at(mid)
			if far := math.Hypot(p.x-TileSize/2, p.y-TileSize/2); inTile(p) && far < best {
				best, at, found = far, p, true
			}
		}
	}
	if !found {
		return
	}
	s := name.style
	size := s.size.at(l.zoom) * l.scale
	_, ems := l.types.set(name.text, s)
	l.labels = append(l.labels, label{
		kind: shieldLabel, text: name.text, style: s, plate: name.plate, size: size, at: l.toWorld(at),
		priority: name.priority, weight: float64(-utf8.RuneCountInString(name.text)), width: ems * size,
	})
}
