// SPDX-License-Identifier: MIT

package zone

import (
	"math"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/nest"
)

// form is a shape in the form in which ways are compared with it.
type form interface {
	bounds() geo.Bounds
	contains(p geo.Point) bool
	// cuts appends to dst fractions of the segment a–b, in any order: all at which it meets
	// the border, and maybe others.
	cuts(dst []float64, a, b geo.Point) []float64
	// toBorder returns the distance from p to the border, and limit if it is more (metres).
	toBorder(p geo.Point, limit float64) float64
	// depth is how far inside a vehicle has certainly entered (metres).
	depth() float64
}

// circle is the form of a circle.
type circle struct {
	center geo.Point
	radius float64
}

func (c circle) bounds() geo.Bounds        { return geo.BoundsOf(c.center).Pad(c.radius) }
func (c circle) contains(p geo.Point) bool { return geo.Distance(c.center, p) <= c.radius }
func (c circle) depth() float64            { return min(Margin, c.radius/4) }

func (c circle) toBorder(p geo.Point, limit float64) float64 {
	return min(limit, math.Abs(geo.Distance(c.center, p)-c.radius))
}

func (c circle) cuts(dst []float64, a, b geo.Point) []float64 {
	return capsuleCuts(dst, a, b, c.radius, func(p geo.Point) float64 { return geo.Distance(c.center, p) }, c.center)
}

// capsuleCuts appends the fractions at which the segment a–b crosses the line at a distance
// from a point, or from a segment between two points. away returns the distance from that.
func capsuleCuts(dst []float64, a, b geo.Point, distance float64, away func(geo.Point) float64, core ...geo.Point) []float64 {
	fromA, fromB := away(a)-distance, away(b)-distance
	if fromA <= 0 && fromB <= 0 {
		return dst // what it surrounds is convex
	}
	outside := func(t float64) bool { return away(geo.Lerp(a, b, t)) > distance }
	nearest := nearestTo(a, b, away, core)
	if outside(nearest) {
		return dst
	}
	if fromA > 0 {
		dst = append(dst, boundaryOf(0, nearest, outside))
	}
	if fromB > 0 {
		dst = append(dst, boundaryOf(1, nearest, outside))
	}
	return dst
}

// boundaryOf returns where between a fraction that is outside and one that is not the
// boundary lies, to 2^-40.
func boundaryOf(out, in float64, outside func(float64) bool) float64 {
	for range 40 {
		if middle := (out + in) / 2; outside(middle) {
			out = middle
		} else {
			in = middle
		}
	}
	return in
}

// nearestTo returns the fraction of the segment a–b that is nearest to a core: a point, or
// the segment between two points.
func nearestTo(a, b geo.Point, away func(geo.Point) float64, core []geo.Point) float64 {
	best, least := 0.0, math.Inf(1)
	try := func(t float64) {
		if d := away(geo.Lerp(a, b, t)); d < least {
			best, least = t, d
		}
	}
	try(0)
	try(1)
	plane := geo.NewPlane(core[0])
	pa, pb := plane.XY(a), plane.XY(b)
	for _, c := range core {
		t, _ := geo.Project(plane.XY(c), pa, pb)
		try(t)
	}
	if len(core) == 2 {
		if t := meeting(a, b, core[0], core[1]); t > 0 && t < 1 { // NaN if they are parallel
			try(t)
		}
	}
	// Over long segments the plane is not true to scale. The distance has one minimum.
	const short = 2000
	if geo.Distance(a, b) > short {
		low, high := 0.0, 1.0
		for range 60 {
			t, u := low+(high-low)/3, high-(high-low)/3
			if away(geo.Lerp(a, b, t)) < away(geo.Lerp(a, b, u)) {
				high = u
			} else {
				low = t
			}
		}
		try((low + high) / 2)
	}
	return best
}

// corridor is the form of a corridor: all points within half of its width from its line.
type corridor struct {
	line     []geo.Point
	half     float64
	segments tree
	box      geo.Bounds
}

// tree is the part of spatial.Tree that forms use.
type tree interface {
	Search(q geo.FixedBounds, visit func(item uint32) bool)
}

func newCorridor(line []geo.Point, width float64) *corridor {
	c := &corridor{line: line, half: width / 2}
	c.box = geo.BoundsOf(line...).Pad(c.half)
	edges := make([]edge, len(line)-1)
	for i := range edges {
		edges[i] = edge{line[i].Fixed(), line[i+1].Fixed()}
	}
	c.segments = treeOf(edges)
	return c
}

func (c *corridor) bounds() geo.Bounds { return c.box }
func (c *corridor) depth() float64     { return min(Margin, c.half/2) }

// away returns the distance from p to the segment of the line that begins at vertex i.
func (c *corridor) away(p geo.Point, i uint32) float64 {
	plane := geo.NewPlane(p)
	_, d2 := geo.Project(geo.XY{}, plane.XY(c.line[i]), plane.XY(c.line[i+1]))
	return math.Sqrt(d2)
}

// distance returns the distance from p to the line, and limit if it is more.
func (c *corridor) distance(p geo.Point, limit float64) float64 {
	c.segments.Search(geo.BoundsOf(p).Pad(limit).Fixed(), func(i uint32) bool {
		limit = min(limit, c.away(p, i))
		return true
	})
	return limit
}

func (c *corridor) contains(p geo.Point) bool {
	const beyond = 1 // metre
	return c.distance(p, c.half+beyond) <= c.half
}

func (c *corridor) toBorder(p geo.Point, limit float64) float64 {
	return min(limit, math.Abs(c.distance(p, c.half+limit)-c.half))
}

func (c *corridor) cuts(dst []float64, a, b geo.Point) []float64 {
	c.segments.Search(geo.BoundsOf(a, b).Pad(c.half+1).Fixed(), func(i uint32) bool {
		dst = capsuleCuts(dst, a, b, c.half, func(p geo.Point) float64 { return c.away(p, i) }, c.line[i], c.line[i+1])
		return true
	})
	return dst
}

// area is the form of a polygon.
type area struct {
	edges []edge
	tree  tree
	box   geo.Bounds
	firm  float64
}

// newArea returns the form of rings that bound an area.
func newArea(rings [][]geo.Point) *area {
	a := &area{edges: edgesOf(rings), box: geo.NoBounds}
	a.tree = treeOf(a.edges)
	length := 0.0
	for _, e := range a.edges {
		length += geo.Distance(e.a.Point(), e.b.Point())
		a.box = a.box.Extend(e.a.Point())
	}
	// A circle of the radius 2·area/length has the same ratio of both.
	if size := Area(rings); length > 0 {
		a.firm = min(Margin, size/length/2)
	}
	return a
}

// Area returns the area within the rings of a polygon (m²).
func Area(rings [][]geo.Point) (size float64) {
	for _, part := range PartsOf(rings) {
		for i, ring := range part {
			if i == 0 {
				size += geo.Area(ring)
			} else {
				size -= geo.Area(ring)
			}
		}
	}
	return size
}

// PartsOf sorts the rings of a polygon into its parts, each an outer ring and its holes.
func PartsOf(rings [][]geo.Point) (parts [][][]geo.Point) {
	fixed := make([][]geo.Fixed, len(rings))
	for i, ring := range rings {
		for _, p := range ring {
			fixed[i] = append(fixed[i], p.Fixed())
		}
	}
	nested, _ := nest.Rings(fixed)
	for _, part := range nested {
		var of [][]geo.Point
		for _, ring := range part {
			points := make([]geo.Point, len(ring))
			for i, p := range ring {
				points[i] = p.Point()
			}
			of = append(of, points)
		}
		parts = append(parts, of)
	}
	return parts
}

// passes reports whether the ray from p to the east passes an edge. Of the ends of an edge,
// the lower one belongs to it.
func passes(e *edge, p geo.Point) bool {
	a, b := e.a.Point(), e.b.Point()
	if (a.Lat > p.Lat) == (b.Lat > p.Lat) {
		return false
	}
	return p.Lon < a.Lon+(p.Lat-a.Lat)/(b.Lat-a.Lat)*(b.Lon-a.Lon)
}

func (a *area) bounds() geo.Bounds { return a.box }
func (a *area) depth() float64     { return a.firm }

func (a *area) contains(p geo.Point) (in bool) {
	if !a.box.Contains(p) {
		return false
	}
	ray := geo.Bounds{South: p.Lat, North: p.Lat, West: p.Lon, East: a.box.East}
	a.tree.Search(ray.Fixed(), func(i uint32) bool {
		if passes(&a.edges[i], p) {
			in = !in
		}
		return true
	})
	return in
}

func (a *area) toBorder(p geo.Point, limit float64) float64 {
	plane := geo.NewPlane(p)
	a.tree.Search(geo.BoundsOf(p).Pad(limit).Fixed(), func(i uint32) bool {
		_, d2 := geo.Project(geo.XY{}, plane.XY(a.edges[i].a.Point()), plane.XY(a.edges[i].b.Point()))
		limit = min(limit, math.Sqrt(d2))
		return true
	})
	return limit
}

func (a *area) cuts(dst []float64, from, to geo.Point) []float64 {
	a.tree.Search(geo.BoundsOf(from, to).Fixed(), func(i uint32) bool {
		c, d := a.edges[i].a.Point(), a.edges[i].b.Point()
		t := meeting(from, to, c, d)
		u := meeting(c, d, from, to)
		if t >= -equalTo && t <= 1+equalTo && u >= -equalTo && u <= 1+equalTo { // NaN if they are parallel
			dst = append(dst, t)
		}
		return true
	})
	return dst
}
