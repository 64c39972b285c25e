// SPDX-License-Identifier: MIT

package zone

import (
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
)

// Tidy returns rings without repeated points, without a last point that repeats the first
// one, and without rings whose points are on one line.
func Tidy(rings [][]geo.Point) (tidy [][]geo.Point) {
	for _, ring := range rings {
		ring = slices.CompactFunc(slices.Clone(ring), func(a, b geo.Point) bool { return a.Fixed() == b.Fixed() })
		for len(ring) > 1 && ring[0].Fixed() == ring[len(ring)-1].Fixed() {
			ring = ring[:len(ring)-1]
		}
		if !straight(ring) {
			tidy = append(tidy, ring)
		}
	}
	return tidy
}

// straight reports whether all points of a ring lie on one line.
func straight(ring []geo.Point) bool {
	for i := 2; i < len(ring); i++ {
		if geo.Turn(ring[0].Fixed(), ring[1].Fixed(), ring[i].Fixed()) != 0 {
			return false
		}
	}
	return true
}

// checkRings checks the rings of a polygon.
func (s *Shape) checkRings() error {
	if err := checkPoints(slices.Concat(s.Rings...)); err != nil {
		return err
	}
	if len(s.Rings) == 0 {
		return bad("a polygon needs a ring of three points or more; add points")
	}
	flat := func(i int) error {
		at := append(slices.Clone(s.Rings[i]), geo.Point{})[0]
		return bad("ring %d at %.6f, %.6f encloses no area; add points or remove it", i+1, at.Lat, at.Lon)
	}
	for i, ring := range s.Rings {
		if len(ring) < 3 {
			return flat(i)
		}
	}
	if at, crosses := firstCrossing(edgesOf(s.Rings)); crosses {
		return bad("its border crosses itself at %.6f, %.6f; move the points there", at.Lat, at.Lon)
	}
	for i, ring := range s.Rings {
		if geo.Area(ring) == 0 {
			return flat(i)
		}
	}
	return nil
}

// edge is an edge of a polygon.
type edge struct{ a, b geo.Fixed }

// edgesOf returns the edges of rings.
func edgesOf(rings [][]geo.Point) (edges []edge) {
	for _, ring := range rings {
		last := ring[len(ring)-1].Fixed()
		for _, p := range ring {
			if at := p.Fixed(); at != last {
				edges = append(edges, edge{last, at})
				last = at
			}
		}
	}
	return edges
}

// treeOf returns an index of edges.
func treeOf(edges []edge) spatial.Tree {
	boxes := make([]geo.FixedBounds, len(edges))
	for i, e := range edges {
		boxes[i] = geo.FixedBoundsOf(e.a, e.b)
	}
	return spatial.Build(boxes).Tree()
}

// firstCrossing returns where two edges cross in their interiors, for the first edge that
// does. Edges may touch.
func firstCrossing(edges []edge) (at geo.Point, crosses bool) {
	tree := treeOf(edges)
	for i, e := range edges {
		tree.Search(geo.FixedBoundsOf(e.a, e.b), func(k uint32) bool {
			if f := edges[k]; int(k) > i && crossing(e, f) {
				a, b := e.a.Point(), e.b.Point()
				at, crosses = geo.Lerp(a, b, meeting(a, b, f.a.Point(), f.b.Point())), true
			}
			return !crosses
		})
		if crosses {
			return at, true
		}
	}
	return at, false
}

// crossing reports whether two edges cross in their interiors. It is exact for edges that
// span at most 180°.
func crossing(e, f edge) bool {
	return geo.Turn(e.a, e.b, f.a)*geo.Turn(e.a, e.b, f.b) < 0 && geo.Turn(f.a, f.b, e.a)*geo.Turn(f.a, f.b, e.b) < 0
}

// meeting returns the fraction of the segment a–b at which it meets the line through c and
// d, which is not parallel to it.
func meeting(a, b, c, d geo.Point) float64 {
	ex, ey := d.Lon-c.Lon, d.Lat-c.Lat
	over := (b.Lon-a.Lon)*ey - (b.Lat-a.Lat)*ex
	return ((c.Lon-a.Lon)*ey - (c.Lat-a.Lat)*ex) / over
}
