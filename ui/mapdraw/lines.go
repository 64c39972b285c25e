package mapdraw

import (
	"math"
	"sync"

	"roadsnap/engine/geo"
)

// preparedLine is a line made ready to be drawn in frame after frame: projected
// once, straightened once for each zoom level, and cut into stretches of which a
// frame looks only at those that it shows. What is drawn of fifty thousand vertices
// costs as much as what is seen of them.
type preparedLine struct {
	whole strand // every vertex

	mu     sync.Mutex // several bands of a picture may draw it at once
	levels map[int]*strand
}

// prepare makes a line ready.
func prepare(points []geo.Point) *preparedLine {
	l := new(preparedLine)
	p := newProjector(1, 0, 0)
	l.whole.vertices = make([]vec, len(points))
	for i, q := range points {
		x, y := p.point(q)
		l.whole.vertices[i] = vec{x, y}
	}
	l.whole.cut()
	return l
}

// at returns the line straightened for v.
func (l *preparedLine) at(v Viewport) *strand {
	// Straight enough for the closest zoom of the level.
	level := max(int(math.Ceil(math.Log2(v.worldSize()/256)-1e-9)), 0)
	l.mu.Lock()
	defer l.mu.Unlock()
	s, ok := l.levels[level]
	if !ok {
		s = l.whole.straightened(worldSize(float64(level), 1))
		if l.levels == nil {
			l.levels = map[int]*strand{}
		}
		l.levels[level] = s
	}
	return s
}

// strand is a line in world coordinates, cut into stretches.
type strand struct {
	vertices  []vec
	stretches []stretch
}

// stretch is a short piece of a line. The next stretch begins with the vertex that
// this one ends with.
type stretch struct {
	first, last int // its vertices
	box         box
	run         float64 // from the start of the line, in units of the world
}

// stretchLength is the number of segments in a stretch: few enough that little
// is drawn in vain, enough that looking through the boxes costs nothing.
const stretchLength = 32

// cut cuts the line into stretches.
func (s *strand) cut() {
	line, run := s.vertices, 0.0
	for first := 0; first < len(line); first += stretchLength {
		if first > 0 && first == len(line)-1 {
			break // the stretch before has the last vertex
		}
		last := min(first+stretchLength, len(line)-1)
		st := stretch{first: first, last: last, run: run}
		st.box = box{line[first].x, line[first].y, line[first].x, line[first].y}
		for j := first + 1; j <= last; j++ {
			p, q := line[j-1], line[j]
			run += math.Hypot(q.x-p.x, q.y-p.y)
			st.box = box{min(st.box.x0, q.x), min(st.box.y0, q.y), max(st.box.x1, q.x), max(st.box.y1, q.y)}
		}
		s.stretches = append(s.stretches, st)
	}
}

// straightened returns the line without the vertices that nobody would miss on a
// world that is size pixels wide.
func (s *strand) straightened(size float64) *strand {
	line := make([]vec, len(s.vertices))
	for i, p := range s.vertices {
		line[i] = vec{p.x * size, p.y * size}
	}
	line = straighten(line, unseen)
	out := &strand{vertices: make([]vec, len(line))}
	for i, p := range line {
		out.vertices[i] = vec{p.x / size, p.y / size}
	}
	out.cut()
	return out
}

// visit calls draw with the pieces of the line that a stroke of the given width
// shows in v, in pixels, and how far from its start each begins. A piece is good
// until draw returns.
func (s *strand) visit(c *Canvas, v Viewport, width float64, draw func(line []vec, run float64)) {
	size := v.worldSize()
	ox, oy := v.origin()
	margin := width/2 + 2
	seen := box{(ox - margin) / size, (oy - margin) / size, (ox + c.mask.box().x1 + margin) / size, (oy + c.mask.box().y1 + margin) / size}
	piece, run := c.line[:0], 0.0
	flush := func() {
		if len(piece) > 0 {
			draw(piece, run*size)
			piece = piece[:0]
		}
	}
	for i := range s.stretches {
		st := &s.stretches[i]
		if !st.box.meets(seen) {
			flush()
			continue
		}
		from := st.first
		if len(piece) > 0 {
			from++ // the stretch before has drawn it
		} else {
			run = st.run
		}
		for _, p := range s.vertices[from : st.last+1] {
			piece = append(piece, vec{p.x*size - ox, p.y*size - oy})
		}
	}
	flush()
	c.line = piece[:0]
}

// meets reports whether two boxes share a point; each may be as thin as a line.
func (b box) meets(c box) bool { return b.x0 <= c.x1 && c.x0 <= b.x1 && b.y0 <= c.y1 && c.y0 <= b.y1 }
