// SPDX-License-Identifier: MIT

package boundary

import (
	"container/heap"
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// centre returns a point well inside a polygon: the centroid if it lies inside and
// not too near the border, else the inner point farthest from the border. For a
// sliver of a few centimetres it may be a vertex.
func centre(w *web, p polygon) geo.Fixed {
	s := newFigure(w, p)
	pole, depth := s.pole()
	if c := s.centroid(); s.depth(c) >= depth/3 {
		pole = c
	}
	if at := s.plane.Point(pole).Fixed(); s.inside(at) {
		return at
	}
	// The search missed a very thin polygon, or rounding moved the point outside.
	if at, found := s.widest(); found {
		return at
	}
	return s.rings[0][0] // there may be no grid point inside at all
}

// widest returns the middle of the widest section through the polygon along some
// parallels, if that middle is inside.
func (s *figure) widest() (at geo.Fixed, found bool) {
	const parallels = 64
	var lats []int32
	for _, ring := range s.rings {
		for _, p := range ring {
			lats = append(lats, p.Lat)
		}
	}
	slices.Sort(lats)
	lats = slices.Compact(lats)
	most := 0.0
	for i := range parallels {
		k := (len(lats) - 1) * i / parallels
		lat := int32((int64(lats[k]) + int64(lats[k+1])) / 2)
		lons := s.along(lat)
		for j := 1; j < len(lons); j += 2 {
			width := (lons[j] - lons[j-1]) * math.Cos(float64(lat)*radiansPerUnit)
			middle := geo.Fixed{Lat: lat, Lon: int32(math.Round((lons[j-1] + lons[j]) / 2))}
			if width > most && s.inside(middle) {
				at, most, found = middle, width, true
			}
		}
	}
	return at, found
}

// along returns where a parallel crosses the border, from west to east (units).
func (s *figure) along(lat int32) []float64 {
	var lons []float64
	for _, ring := range s.rings {
		for k := 1; k < len(ring); k++ {
			a, b := ring[k-1], ring[k]
			if (a.Lat <= lat) != (b.Lat <= lat) {
				part := (float64(lat) - float64(a.Lat)) / (float64(b.Lat) - float64(a.Lat))
				lons = append(lons, float64(a.Lon)+part*(float64(b.Lon)-float64(a.Lon)))
			}
		}
	}
	slices.Sort(lons)
	return lons
}

// figure is a polygon projected to a plane round its own middle (metres).
type figure struct {
	plane geo.Plane
	rings [][]geo.Fixed
	flat  [][]geo.XY
	box   [2]geo.XY
}

func newFigure(w *web, p polygon) *figure {
	s := &figure{}
	box := geo.NoFixedBounds
	for _, halves := range p.rings {
		var line []geo.Fixed
		for _, h := range halves {
			line = appendHalf(line, w.lines, h)
		}
		s.rings = append(s.rings, line)
		box = box.Union(geo.FixedBoundsOf(line...))
	}
	s.plane = geo.NewPlane(box.Bounds().Center())
	for _, ring := range s.rings {
		flat := make([]geo.XY, len(ring))
		for i, q := range ring {
			flat[i] = s.plane.XY(q.Point())
		}
		s.flat = append(s.flat, flat)
	}
	b := box.Bounds()
	s.box = [2]geo.XY{s.plane.XY(geo.Point{Lat: b.South, Lon: b.West}), s.plane.XY(geo.Point{Lat: b.North, Lon: b.East})}
	return s
}

// inside reports whether p lies inside and not on the border. It is exact.
func (s *figure) inside(p geo.Fixed) bool {
	in := false
	for _, ring := range s.rings {
		for k := 1; k < len(ring); k++ {
			switch pass(ring[k-1], ring[k], p) {
			case on:
				return false
			case south:
				in = !in
			}
		}
	}
	return in
}

// depth returns the distance from q to the border (metres), negative if q is outside.
func (s *figure) depth(q geo.XY) float64 {
	nearest, in := math.Inf(1), false
	for _, ring := range s.flat {
		for k := 1; k < len(ring); k++ {
			a, b := ring[k-1], ring[k]
			if (a.Y > q.Y) != (b.Y > q.Y) && q.X < (b.X-a.X)*(q.Y-a.Y)/(b.Y-a.Y)+a.X {
				in = !in
			}
			_, d2 := geo.Project(q, a, b)
			nearest = min(nearest, d2)
		}
	}
	if !in {
		return -math.Sqrt(nearest)
	}
	return math.Sqrt(nearest)
}

func (s *figure) centroid() geo.XY {
	var c geo.XY
	var sum float64
	for _, ring := range s.flat {
		for k := 1; k < len(ring); k++ {
			a, b := ring[k-1], ring[k]
			cross := a.X*b.Y - b.X*a.Y
			sum += cross
			c.X += (a.X + b.X) * cross
			c.Y += (a.Y + b.Y) * cross
		}
	}
	return geo.XY{X: c.X / (3 * sum), Y: c.Y / (3 * sum)}
}

// polePrecision is the error allowed in the depth of the pole, as a fraction of the
// polygon's size.
const polePrecision = 0.01

// pole returns the point farthest from the border, and its depth. It covers the
// polygon with squares and quarters those that can hold a better point than the best
// so far (Agafonkin, "Polylabel", 2016).
func (s *figure) pole() (geo.XY, float64) {
	width, height := s.box[1].X-s.box[0].X, s.box[1].Y-s.box[0].Y
	size := math.Max(math.Min(width, height), math.Max(width, height)/maxPoleSquares)
	precision := polePrecision * math.Max(width, height)
	var todo squares
	best := square{at: s.centroid()}
	best.depth = s.depth(best.at)
	push := func(at geo.XY, half float64) {
		c := square{at: at, half: half, depth: s.depth(at)}
		if c.depth > best.depth {
			best = c
		}
		if c.most() > best.depth+precision {
			heap.Push(&todo, c)
		}
	}
	for x := s.box[0].X; x < s.box[1].X; x += size {
		for y := s.box[0].Y; y < s.box[1].Y; y += size {
			push(geo.XY{X: x + size/2, Y: y + size/2}, size/2)
		}
	}
	for len(todo) > 0 {
		c, _ := heap.Pop(&todo).(square)
		if c.most() <= best.depth+precision {
			break
		}
		h := c.half / 2
		for _, d := range [4]geo.XY{{X: -h, Y: -h}, {X: h, Y: -h}, {X: -h, Y: h}, {X: h, Y: h}} {
			push(geo.XY{X: c.at.X + d.X, Y: c.at.Y + d.Y}, h)
		}
	}
	return best.at, best.depth
}

// maxPoleSquares bounds the number of initial squares along a long thin polygon.
const maxPoleSquares = 16

// square is a square that may hold the pole.
type square struct {
	at          geo.XY // its middle
	half, depth float64
}

// most returns the greatest depth that a point of the square can have.
func (c square) most() float64 { return c.depth + c.half*math.Sqrt2 }

// squares is a heap, the most promising square first. It implements heap.Interface.
type squares []square

func (c squares) Len() int           { return len(c) }
func (c squares) Less(i, j int) bool { return c[i].most() > c[j].most() }
func (c squares) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }

// Push implements heap.Interface.
func (c *squares) Push(x any) {
	if x, ok := x.(square); ok {
		*c = append(*c, x)
	}
}

// Pop implements heap.Interface.
func (c *squares) Pop() any {
	old := *c
	x := old[len(old)-1]
	*c = old[:len(old)-1]
	return x
}
