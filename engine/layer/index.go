// SPDX-License-Identifier: MIT

package layer

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
)

// index finds features by place.
type index struct {
	tree  spatial.Tree
	boxes []geo.FixedBounds // by feature
}

func newIndex(list []orb.Geometry) index {
	boxes := make([]geo.FixedBounds, len(list))
	for i, g := range list {
		boxes[i] = boxOf(g)
	}
	return index{spatial.Build(boxes).Tree(), boxes}
}

// Bounds returns the box of all features, geo.NoBounds if none has a geometry.
func (l *Layer) Bounds() geo.Bounds {
	b := l.index.tree.Bounds()
	if b == geo.NoFixedBounds {
		return geo.NoBounds
	}
	return b.Bounds()
}

// Box returns the box of a feature; ok is false if it has no geometry.
func (l *Layer) Box(feature int) (box geo.Bounds, ok bool) {
	b := l.index.boxes[feature]
	return b.Bounds(), b != geo.NoFixedBounds
}

// Within calls visit with every feature whose box shares a point with b, until visit returns
// false.
func (l *Layer) Within(b geo.Bounds, visit func(feature int) bool) {
	if b.Empty() {
		return
	}
	l.index.tree.Search(b.Fixed(), func(item uint32) bool { return visit(int(item)) })
}

// AppendWithin appends the features that Within visits, in the order of the file.
func (l *Layer) AppendWithin(dst []int, b geo.Bounds) []int {
	first := len(dst)
	l.Within(b, func(feature int) bool { dst = append(dst, feature); return true })
	slices.Sort(dst[first:])
	return dst
}

// Pick returns the feature at a point: the nearest point within radius (metres), or else the
// nearest line within it, or else the smallest area that contains the point.
func (l *Layer) Pick(at geo.Point, radius float64) (feature int, found bool) {
	best := math.Inf(1) // of points, lines and areas in this order, see rank
	plane := geo.NewPlane(at)
	l.Within(geo.BoundsOf(at).Pad(radius), func(i int) bool {
		if r := rank(l.Geometry[i], plane, at, radius); r < best || r == best && i < feature {
			best, feature, found = r, i, true
		}
		return true
	})
	return feature, found
}

// The ranks of lines and areas, which are above all of points and lines.
const (
	rankOfLines = 1e9
	rankOfAreas = 1e18
)

// rank returns how well a geometry fits a point, the best the lowest, infinite if it does not
// fit. plane has its origin at the point.
func rank(g orb.Geometry, plane geo.Plane, at geo.Point, radius float64) float64 {
	switch g := g.(type) {
	case orb.MultiPoint:
		near := math.Inf(1)
		for _, p := range g {
			q := plane.XY(geo.Point{Lat: p[1], Lon: p[0]})
			near = min(near, math.Hypot(q.X, q.Y))
		}
		if near <= radius {
			return near
		}
	case orb.MultiLineString:
		near := math.Inf(1)
		for _, line := range g {
			near = min(near, fromLine(line, plane))
		}
		if near <= radius {
			return rankOfLines + near
		}
	case orb.MultiPolygon:
		if p := (orb.Point{at.Lon, at.Lat}); planar.MultiPolygonContains(g, p) {
			return rankOfAreas + math.Abs(planar.Area(g))*rankOfAreas
		}
	}
	return math.Inf(1)
}

// fromLine returns the distance from the origin of a plane to a line (metres).
func fromLine(line orb.LineString, plane geo.Plane) float64 {
	near := math.Inf(1)
	var before geo.XY
	for i, p := range line {
		q := plane.XY(geo.Point{Lat: p[1], Lon: p[0]})
		if i == 0 {
			before = q
		}
		_, d2 := geo.Project(geo.XY{}, before, q)
		near, before = min(near, math.Sqrt(d2)), q
	}
	return near
}
