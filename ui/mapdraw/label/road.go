// SPDX-License-Identifier: MIT

package label

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// walk is a line with the distance of each vertex from its start.
type walk struct {
	line []raster.Vec
	dist []float64 // distance of each vertex from the start
}

func newWalk(line []raster.Vec) walk {
	w := walk{line: line, dist: make([]float64, len(line))}
	for i := 1; i < len(line); i++ {
		w.dist[i] = w.dist[i-1] + math.Hypot(line[i].X-line[i-1].X, line[i].Y-line[i-1].Y)
	}
	return w
}

func (w *walk) length() float64 { return w.dist[len(w.dist)-1] }

// segment returns the index of the segment at the distance d.
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

func (w *walk) at(d float64) raster.Vec {
	i := w.segment(d)
	a, b := w.line[i], w.line[i+1]
	run := w.dist[i+1] - w.dist[i]
	if run <= 0 {
		return a
	}
	return a.Lerp(b, min(max((d-w.dist[i])/run, 0), 1))
}

// between returns the part of the line from one distance to another.
func (w *walk) between(from, to float64) []raster.Vec {
	out := []raster.Vec{w.at(from)}
	for i := w.segment(from) + 1; i < len(w.line) && w.dist[i] < to; i++ {
		if w.dist[i] > from {
			out = append(out, w.line[i])
		}
	}
	return append(out, w.at(to))
}

// anchors yields the distances along the line whose points lie in the tile, and
// those points. Distances start at margin, are step apart, and end at least
// margin before the end. Of a line across half the Earth it visits only the
// segments that meet the tile.
func (w *walk) anchors(margin, step float64) iter.Seq2[float64, raster.Vec] {
	return func(yield func(float64, raster.Vec) bool) {
		tile := raster.Box{X0: -1, Y0: -1, X1: view.TileSize + 1, Y1: view.TileSize + 1} // with room for rounding
		last := math.Floor((w.length() - 2*margin) / step)
		next := 0.0 // number of the first one not visited
		for i := 1; i < len(w.line); i++ {
			t0, t1 := raster.Within(w.line[i-1], w.line[i], tile)
			if t0 > t1 {
				continue
			}
			from, run := w.dist[i-1], w.dist[i]-w.dist[i-1]
			end := min(math.Ceil((from+t1*run-margin)/step), last)
			for n := max(next, math.Floor((from+t0*run-margin)/step)); n <= end; n++ {
				d := margin + n*step
				if p := w.at(d); inTile(p) && !yield(d, p) {
					return
				}
			}
			next = max(next, end+1)
		}
	}
}

const (
	// maxBend is the greatest angle between two letters of a road's name, and
	// maxTurn that between any two (radians).
	maxBend = 0.45
	maxTurn = 1.1
	// anchorStep is the distance between the places tried. One place is kept for
	// each spotRun. shieldGap is the least length of a road with a number. All
	// are in logical pixels.
	anchorStep = 24.0
	spotRun    = 72.0
	shieldGap  = 60.0
)

// spot is a place for a label on a line.
type spot struct {
	at    float64    // distance of the label's middle from the line's start
	shift raster.Vec // from the line to the middle between two carriageways
	cost  float64
}

// course is the line that a label stands on, with its other possible places.
type course struct {
	walk   walk    // relative to the label's place (device pixels)
	size   float64 // side of the world in those pixels
	others []spot  // best first
}

// alternatives returns the number of places of a label.
func (lb *Label) alternatives() int {
	if lb.course == nil {
		return lb.markAlternatives()
	}
	return 1 + len(lb.course.others)
}

// alternative returns lb at its place i; 0 is the best one.
func (lb *Label) alternative(i int) *Label {
	if i == 0 {
		return lb
	}
	if lb.Kind == Mark {
		return lb.iconOnly()
	}
	c, out := lb.course, *lb
	s := c.others[i-1]
	mid := c.walk.at(s.at)
	out.At = view.World{X: lb.At.X + (mid.X+s.shift.X)/c.size, Y: lb.At.Y + (mid.Y+s.shift.Y)/c.size}
	if lb.Kind == Along {
		out.Path = c.walk.readable(s.at, lb.Width)
	}
	out.course = nil
	return &out
}

// probes returns three points of the space that lb takes at a place other than
// its best one, relative to that (device pixels). They reveal most occupied
// places without typesetting the text there.
func (lb *Label) probes(i int) (at [3]raster.Vec) {
	c := lb.course
	s, reach := c.others[i-1], 0.0
	if lb.Kind == Along {
		reach = lb.Width / 2
	}
	for k, d := range [...]float64{s.at, s.at - reach, s.at + reach} {
		at[k] = c.walk.at(d).Add(s.shift)
	}
	return at
}

// readable returns the part of the line under a text of the given width whose
// middle is at mid, relative to that middle, in reading direction.
func (w *walk) readable(mid, width float64) []raster.Vec {
	path := w.between(mid-width/2, mid+width/2)
	if path[len(path)-1].X < path[0].X {
		slices.Reverse(path)
	}
	at := w.at(mid)
	for i := range path {
		path[i] = path[i].Sub(at)
	}
	return path
}

// nameOn searches for the straightest parts of a road that are long enough for
// name and have their middle in the tile.
func (l *Gatherer) nameOn(name lineName, r roadway) {
	s := name.style
	text := norm.NFC.String(name.text)
	size := s.Size.At(l.zoom) * l.scale
	ems, rows := l.types.Stack(text, s)
	width := ems * size
	w := r.walk
	need := width + size // half a letter of space at each end
	if w.length() < need {
		return
	}
	var spots spotList
	run := spotRun * l.scale
	if name.priority == waterPriority {
		run /= 3 // there are few rivers, and many of their places are taken
	}
	for mid, p := range w.anchors(need/2, anchorStep*l.scale) {
		bend, ok := w.bend(mid-width/2, mid+width/2, size*0.6)
		if !ok {
			continue
		}
		// Of equally straight ones take the nearest to the tile's middle, because
		// it collides least with the labels of neighbouring tiles.
		spots.add(mid, bend+0.3*math.Hypot(p.X-view.TileSize/2, p.Y-view.TileSize/2)/view.TileSize, run)
	}
	l.write(&spots, r, width, Label{
		Kind: Along, Text: text, Style: s, Size: size,
		priority: name.priority, turn: l.turn, weight: w.length(), Width: width, rows: rows,
	})
}

// write adds lb at the best of spots, with the others as alternatives. reach is
// the length of line that it covers.
func (l *Gatherer) write(spots *spotList, r roadway, reach float64, lb Label) {
	if len(spots.spots) == 0 {
		return
	}
	slices.SortStableFunc(spots.spots, func(a, b spot) int { return cmp.Compare(a.cost, b.cost) })
	first, last := math.Inf(1), math.Inf(-1)
	for i := range spots.spots {
		s := &spots.spots[i]
		s.shift = r.middle(r.walk.at(s.at), twinJoin*l.scale)
		first, last = min(first, s.at-reach/2), max(last, s.at+reach/2)
	}
	best := spots.spots[0]
	at := r.walk.at(best.at).Add(best.shift)
	lb.At = l.toWorld(at)
	if lb.Kind == Along {
		lb.Path = r.walk.readable(best.at, lb.Width)
	}
	if len(spots.spots) > 1 {
		line := r.walk.between(max(first, 0), last)
		for i := range line {
			line[i] = line[i].Sub(at)
		}
		c := &course{walk: newWalk(line), size: l.worldSize, others: slices.Clone(spots.spots[1:])}
		for i := range c.others {
			c.others[i].at -= max(first, 0)
		}
		lb.course = c
	}
	l.labels = append(l.labels, lb)
}

// spotList collects spots along a line, the best of each run.
type spotList struct {
	spots []spot
	run   float64 // run of the last spot
}

// add adds a place that lies farther along the line than those before.
func (l *spotList) add(at, cost, length float64) {
	run := math.Floor(at / length)
	s := spot{at: at, cost: cost}
	if n := len(l.spots); n > 0 && l.run == run {
		if cost < l.spots[n-1].cost {
			l.spots[n-1] = s
		}
		return
	}
	l.spots, l.run = append(l.spots, s), run
}

// bend returns the total turning of the line between two distances, measured in
// steps. ok is false if it turns too much for a readable text.
func (w *walk) bend(from, to, step float64) (total float64, ok bool) {
	n := max(int((to-from)/step), 2)
	lo, hi, angle, last := 0.0, 0.0, 0.0, 0.0
	a := w.at(from)
	for i := 1; i <= n; i++ {
		b := w.at(from + (to-from)*float64(i)/float64(n))
		dir := math.Atan2(b.Y-a.Y, b.X-a.X)
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

// shieldOn puts a road number in the middle of the visible part of a road.
func (l *Gatherer) shieldOn(name lineName, r roadway) {
	w := r.walk
	if w.length() < shieldGap*l.scale {
		return
	}
	var spots spotList
	// A plate at the very end of a road would cover the crossing.
	end := shieldGap / 2 * l.scale
	for d, p := range w.anchors(end, anchorStep*l.scale) {
		spots.add(d, math.Hypot(p.X-view.TileSize/2, p.Y-view.TileSize/2), spotRun*l.scale)
	}
	s := name.style
	size := s.Size.At(l.zoom) * l.scale
	_, ems := l.types.Set(name.text, s)
	l.write(&spots, r, 0, Label{
		Kind: Shield, Text: name.text, Style: s, Plate: name.plate, Size: size,
		priority: name.priority, turn: l.turn, weight: float64(-utf8.RuneCountInString(name.text)), Width: ems * size,
	})
}
