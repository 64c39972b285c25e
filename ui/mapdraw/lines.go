package mapdraw

import (
	"math"
	"sync"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
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
	p := view.NewProjector(1, 0, 0)
	l.whole.vertices = make([]raster.Vec, len(points))
	for i, q := range points {
		x, y := p.Point(q)
		l.whole.vertices[i] = raster.Vec{X: x, Y: y}
	}
	l.whole.cut()
	return l
}

// at returns the line straightened for v.
func (l *preparedLine) at(v view.Viewport) *strand {
	// Straight enough for the closest zoom of the level.
	level := max(int(math.Ceil(math.Log2(v.WorldSize()/256)-1e-9)), 0)
	l.mu.Lock()
	defer l.mu.Unlock()
	s, ok := l.levels[level]
	if !ok {
		s = l.whole.straightened(view.WorldSize(float64(level), 1))
		if l.levels == nil {
			l.levels = map[int]*strand{}
		}
		l.levels[level] = s
	}
	return s
}

// strand is a line in world coordinates, cut into stretches.
type strand struct {
	vertices  []raster.Vec
	stretches []stretch
}

// stretch is a short piece of a line. The next stretch begins with the vertex that
// this one ends with.
type stretch struct {
	first, last int // its vertices
	box         raster.Box
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
		st.box = raster.Box{X0: line[first].X, Y0: line[first].Y, X1: line[first].X, Y1: line[first].Y}
		for j := first + 1; j <= last; j++ {
			p, q := line[j-1], line[j]
			run += math.Hypot(q.X-p.X, q.Y-p.Y)
			st.box = raster.Box{X0: min(st.box.X0, q.X), Y0: min(st.box.Y0, q.Y), X1: max(st.box.X1, q.X), Y1: max(st.box.Y1, q.Y)}
		}
		s.stretches = append(s.stretches, st)
	}
}

// straightened returns the line without the vertices that nobody would miss on a
// world that is size pixels wide.
func (s *strand) straightened(size float64) *strand {
	line := make([]raster.Vec, len(s.vertices))
	for i, p := range s.vertices {
		line[i] = raster.Vec{X: p.X * size, Y: p.Y * size}
	}
	line = raster.Straighten(line, raster.Unseen)
	out := &strand{vertices: make([]raster.Vec, len(line))}
	for i, p := range line {
		out.vertices[i] = raster.Vec{X: p.X / size, Y: p.Y / size}
	}
	out.cut()
	return out
}

// visit calls draw with the pieces of the line that a stroke of the given width
// shows in v, in pixels, and how far from its start each begins. A piece is good
// until draw returns.
func (s *strand) visit(c *Canvas, v view.Viewport, width float64, draw func(line []raster.Vec, run float64)) {
	size := v.WorldSize()
	ox, oy := v.Origin()
	margin := width/2 + 2
	seen := raster.Box{X0: (ox - margin) / size, Y0: (oy - margin) / size, X1: (ox + c.sink.Box().X1 + margin) / size, Y1: (oy + c.sink.Box().Y1 + margin) / size}
	piece, run := c.line[:0], 0.0
	flush := func() {
		if len(piece) > 0 {
			draw(piece, run*size)
			piece = piece[:0]
		}
	}
	for i := range s.stretches {
		st := &s.stretches[i]
		if !st.box.Meets(seen) {
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
			piece = append(piece, raster.Vec{X: p.X*size - ox, Y: p.Y*size - oy})
		}
	}
	flush()
	c.line = piece[:0]
}
