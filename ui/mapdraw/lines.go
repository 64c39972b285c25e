package mapdraw

import (
	"image/color"
	"iter"
	"math"
	"sync"

	"roadsnap/engine/geo"
)

// Lines are lines made ready to be drawn in frame after frame: projected once,
// straightened once for each zoom level, and cut into stretches of which a frame
// looks only at those that it shows. What is drawn of fifty thousand vertices
// costs as much as what is seen of them.
//
// Lines may be drawn by several Maps at once.
type Lines struct {
	whole strands // every vertex

	mu     sync.Mutex
	levels map[int]*strands
}

// NewLines makes lines ready. It keeps none of the slices that it is given.
func NewLines(lines iter.Seq[[]geo.Fixed]) *Lines {
	l := new(Lines)
	p := newProjector(1, 0, 0)
	for line := range lines {
		l.whole.begin()
		for _, f := range line {
			x, y := p.fixed(f)
			l.whole.vertices = append(l.whole.vertices, vec{x, y})
		}
	}
	l.whole.cut()
	return l
}

// lineOf makes one line ready.
func lineOf(points []geo.Point) *Lines {
	l := new(Lines)
	p := newProjector(1, 0, 0)
	l.whole.begin()
	l.whole.vertices = make([]vec, len(points))
	for i, q := range points {
		x, y := p.point(q)
		l.whole.vertices[i] = vec{x, y}
	}
	l.whole.cut()
	return l
}

// Lines draws lines, width pixels wide, with round corners and ends.
func (c *Canvas) Lines(l *Lines, v Viewport, width float64, col color.RGBA) {
	l.at(v).visit(c, v, width, func(line []vec, _ float64) { c.mask.polyline(line, width, 0) })
	c.mask.paint(c.dst, col)
}

// at returns the lines straightened for v.
func (l *Lines) at(v Viewport) *strands {
	// Straight enough for the closest zoom of the level.
	level := max(int(math.Ceil(math.Log2(v.worldSize()/256)-1e-9)), 0)
	l.mu.Lock()
	defer l.mu.Unlock()
	s, ok := l.levels[level]
	if !ok {
		s = l.whole.straightened(worldSize(float64(level), 1))
		if l.levels == nil {
			l.levels = map[int]*strands{}
		}
		l.levels[level] = s
	}
	return s
}

// strands are lines in world coordinates, one behind another, cut into
// stretches.
type strands struct {
	vertices  []vec
	starts    []int // of the lines among the vertices
	stretches []stretch
}

// stretch is a short piece of a line. The next stretch of the line begins with
// the vertex that this one ends with.
type stretch struct {
	first, last int // its vertices
	box         box
	run         float64 // from the start of the line, in units of the world
	begins      bool    // the line begins here
}

// stretchLength is the number of segments in a stretch: few enough that little
// is drawn in vain, enough that looking through the boxes costs nothing.
const stretchLength = 32

// begin starts a line with the vertices that are appended next.
func (s *strands) begin() { s.starts = append(s.starts, len(s.vertices)) }

// line returns the vertices of a line.
func (s *strands) line(i int) []vec {
	if i+1 < len(s.starts) {
		return s.vertices[s.starts[i]:s.starts[i+1]]
	}
	return s.vertices[s.starts[i]:]
}

// cut cuts the lines into stretches.
func (s *strands) cut() {
	for i, start := range s.starts {
		line, run := s.line(i), 0.0
		for first := 0; first < len(line); first += stretchLength {
			if first > 0 && first == len(line)-1 {
				break // the stretch before has the last vertex
			}
			last := min(first+stretchLength, len(line)-1)
			st := stretch{first: start + first, last: start + last, run: run, begins: first == 0}
			st.box = box{line[first].x, line[first].y, line[first].x, line[first].y}
			for j := first + 1; j <= last; j++ {
				p, q := line[j-1], line[j]
				run += math.Hypot(q.x-p.x, q.y-p.y)
				st.box = box{min(st.box.x0, q.x), min(st.box.y0, q.y), max(st.box.x1, q.x), max(st.box.y1, q.y)}
			}
			s.stretches = append(s.stretches, st)
		}
	}
}

// straightened returns the lines without the vertices that nobody would miss on
// a world that is size pixels wide.
func (s *strands) straightened(size float64) *strands {
	out := new(strands)
	var line []vec
	for i := range s.starts {
		line = line[:0]
		for _, p := range s.line(i) {
			line = append(line, vec{p.x * size, p.y * size})
		}
		out.begin()
		for _, p := range straighten(line, unseen) {
			out.vertices = append(out.vertices, vec{p.x / size, p.y / size})
		}
	}
	out.cut()
	return out
}

// visit calls draw with the pieces of lines that a stroke of the given width
// shows in v, in pixels, and how far from its line's start each begins. A piece
// is good until draw returns.
func (s *strands) visit(c *Canvas, v Viewport, width float64, draw func(line []vec, run float64)) {
	size := v.worldSize()
	ox, oy := v.origin()
	margin := width/2 + 2
	seen := box{(ox - margin) / size, (oy - margin) / size, (ox + float64(c.mask.width) + margin) / size, (oy + float64(c.mask.height) + margin) / size}
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
		if st.begins {
			flush()
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
