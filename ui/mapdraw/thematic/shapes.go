// SPDX-License-Identifier: MIT

package thematic

import (
	"math"
	"slices"
	"sync"

	"github.com/paulmach/orb"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Shapes is the geometry of a layer, prepared for drawing. It is safe for concurrent use.
type Shapes struct {
	features []feature
	rings    []span // of areas and lines, by feature
	vertices []raster.Vec
	order    []int32  // the points, near ones close to each other
	anchors  []anchor // places of names, by feature
	named    []int32  // the features with a place, in the order in which their names are preferred
	points   bool     // every geometry is of points
	bounds   geo.Bounds

	mu     sync.Mutex // several bands of a picture may be drawn at once
	levels map[int]*level
}

// feature is one geometry: its rings, lines or points, and its box in units of the world.
type feature struct {
	first, last int // in rings
	area        bool
	box         raster.Box
}

// span is a range of vertices.
type span struct{ first, last int }

// NewShapes prepares geometries in WGS 84, longitude first. nil stands for none.
func NewShapes(list []orb.Geometry) *Shapes {
	s := &Shapes{features: make([]feature, len(list)), points: true, bounds: geo.NoBounds, levels: map[int]*level{}}
	project := view.NewProjector(1, 0, 0)
	for i, g := range list {
		f := &s.features[i]
		f.first, f.box = len(s.rings), raster.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
		add := func(line []orb.Point) {
			first := len(s.vertices)
			for _, p := range line {
				at := geo.Point{Lat: p[1], Lon: p[0]}
				x, y := project.Point(at)
				s.vertices = append(s.vertices, raster.Vec{X: x, Y: y})
				f.box = raster.Box{X0: min(f.box.X0, x), Y0: min(f.box.Y0, y), X1: max(f.box.X1, x), Y1: max(f.box.Y1, y)}
				s.bounds = s.bounds.Extend(at)
			}
			s.rings = append(s.rings, span{first, len(s.vertices)})
		}
		switch g := g.(type) {
		case orb.MultiPoint:
			add(g)
		case orb.MultiLineString:
			s.points = false
			for _, line := range g {
				add(line)
			}
		case orb.MultiPolygon:
			s.points, f.area = false, true
			for _, polygon := range g {
				for _, ring := range polygon {
					add(ring)
				}
			}
		}
		f.last = len(s.rings)
	}
	s.place()
	if s.points {
		s.sortPoints()
	}
	return s
}

// sortPoints orders the features so that near points are close to each other: by rows of cells
// of the world.
func (s *Shapes) sortPoints() {
	const cells = 1 << 12
	s.order = make([]int32, len(s.features))
	keys := make([]uint64, len(s.features))
	for i, f := range s.features {
		s.order[i] = int32(i)
		if f.last > f.first {
			at := s.vertices[s.rings[f.first].first]
			keys[i] = interleave(uint32(at.X*cells*cells)) | interleave(uint32(at.Y*cells*cells))<<1
		}
	}
	slices.SortStableFunc(s.order, func(a, b int32) int {
		switch {
		case keys[a] < keys[b]:
			return -1
		case keys[a] > keys[b]:
			return 1
		}
		return 0
	})
}

// interleave puts a zero bit between the bits of x.
func interleave(x uint32) (out uint64) {
	out = uint64(x)
	for _, step := range []struct {
		shift uint
		mask  uint64
	}{{16, 0x0000ffff0000ffff}, {8, 0x00ff00ff00ff00ff}, {4, 0x0f0f0f0f0f0f0f0f}, {2, 0x3333333333333333}, {1, 0x5555555555555555}} {
		out = (out | out<<step.shift) & step.mask
	}
	return out
}

// Len returns the number of features.
func (s *Shapes) Len() int { return len(s.features) }

// Bounds returns the box of all features, geo.NoBounds if none has a geometry.
func (s *Shapes) Bounds() geo.Bounds { return s.bounds }

// Box returns the box of a feature, geo.NoBounds if it has no geometry.
func (s *Shapes) Box(i int) geo.Bounds {
	f := s.features[i]
	if f.last == f.first {
		return geo.NoBounds
	}
	return geo.BoundsOf(view.World{X: f.box.X0, Y: f.box.Y0}.Point(), view.World{X: f.box.X1, Y: f.box.Y1}.Point())
}

// Pick returns the feature at a point: the nearest point or line within reach (metres), or else
// the smallest area around it.
func (s *Shapes) Pick(at geo.Point, reach float64) (found int, ok bool) {
	w := view.Project(at)
	p := raster.Vec{X: w.X, Y: w.Y}
	near := view.Length(reach, at)
	best, smallest, area := near, math.Inf(1), -1
	for i := range s.features {
		f := &s.features[i]
		if f.last == f.first || p.X < f.box.X0-near || p.X > f.box.X1+near || p.Y < f.box.Y0-near || p.Y > f.box.Y1+near {
			continue
		}
		if f.area {
			if size := (f.box.X1 - f.box.X0) * (f.box.Y1 - f.box.Y0); size < smallest && s.inside(f, p) {
				smallest, area = size, i
			}
			continue
		}
		if d := s.distance(f, p); d <= best {
			best, found, ok = d, i, true
		}
	}
	if !ok && area >= 0 {
		return area, true
	}
	return found, ok
}

// inside reports whether a point of the world lies in an area.
func (s *Shapes) inside(f *feature, p raster.Vec) (in bool) {
	for _, r := range s.rings[f.first:f.last] {
		ring := s.vertices[r.first:r.last]
		for i, j := 0, len(ring)-1; i < len(ring); j, i = i, i+1 {
			a, b := ring[i], ring[j]
			if (a.Y > p.Y) != (b.Y > p.Y) && p.X < (b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y)+a.X {
				in = !in
			}
		}
	}
	return in
}

// distance returns the distance from a point to the points or lines of a feature.
func (s *Shapes) distance(f *feature, p raster.Vec) float64 {
	near := math.Inf(1)
	for _, r := range s.rings[f.first:f.last] {
		line := s.vertices[r.first:r.last]
		for i, q := range line {
			if near = min(near, math.Hypot(q.X-p.X, q.Y-p.Y)); s.points || i == 0 {
				continue
			}
			a := line[i-1]
			dx, dy := q.X-a.X, q.Y-a.Y
			if length := dx*dx + dy*dy; length > 0 {
				t := min(max(((p.X-a.X)*dx+(p.Y-a.Y)*dy)/length, 0), 1)
				near = min(near, math.Hypot(a.X+t*dx-p.X, a.Y+t*dy-p.Y))
			}
		}
	}
	return near
}

// level is the geometry as it is drawn at the zooms of a level.
type level struct {
	rings    []span // as Shapes.rings
	vertices []raster.Vec
	chunks   []chunk // of points
}

// chunk is a number of near points with their box.
type chunk struct {
	box    raster.Box
	points []dot
}

// dot is a point that is drawn at a level.
type dot struct {
	at      raster.Vec
	feature int32
}

// chunkSize is the number of points of a chunk.
const chunkSize = 128

// at returns the geometry for a viewport.
func (s *Shapes) at(v view.Viewport) *level {
	key := max(int(math.Ceil(math.Log2(v.WorldSize()/256)-1e-9)), 0)
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.levels[key]
	if !ok {
		if size := view.WorldSize(float64(key), 1); s.points {
			l = s.thinned(size)
		} else {
			l = s.simplified(size)
		}
		s.levels[key] = l
	}
	return l
}

// simplified returns the lines and rings without vertices whose absence is invisible on a world
// that is size pixels wide. Rings smaller than a pixel become empty, unless all of a feature are.
func (s *Shapes) simplified(size float64) *level {
	out := &level{rings: make([]span, len(s.rings))}
	var line []raster.Vec
	for i, r := range s.rings {
		line = line[:0]
		for _, q := range s.vertices[r.first:r.last] {
			line = append(line, raster.Vec{X: q.X * size, Y: q.Y * size})
		}
		first := len(out.vertices)
		for _, q := range raster.Straighten(line, raster.Unseen) {
			out.vertices = append(out.vertices, raster.Vec{X: q.X / size, Y: q.Y / size})
		}
		out.rings[i] = span{first, len(out.vertices)}
	}
	return out
}

// dotSpacing is the distance below which a point hides another one (logical pixels).
const dotSpacing = 2.5

// thinned returns the points without those that others hide on a world of a size.
func (s *Shapes) thinned(size float64) *level {
	type cell struct{ x, y int32 }
	taken := make(map[cell]bool, len(s.features))
	out := &level{}
	var c chunk
	flush := func() {
		if len(c.points) > 0 {
			out.chunks = append(out.chunks, c)
		}
		c = chunk{box: raster.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}}
	}
	flush()
	for _, i := range s.order {
		f := &s.features[i]
		for _, r := range s.rings[f.first:f.last] {
			for _, p := range s.vertices[r.first:r.last] {
				at := cell{int32(p.X * size / dotSpacing), int32(p.Y * size / dotSpacing)}
				if taken[at] {
					continue
				}
				taken[at] = true
				c.points = append(c.points, dot{p, i})
				c.box = raster.Box{X0: min(c.box.X0, p.X), Y0: min(c.box.Y0, p.Y), X1: max(c.box.X1, p.X), Y1: max(c.box.Y1, p.Y)}
				if len(c.points) == chunkSize {
					flush()
				}
			}
		}
	}
	flush()
	return out
}
