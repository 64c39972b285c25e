// SPDX-License-Identifier: MIT

// Package nest sorts rings into polygons.
package nest

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"roadsnap/engine/geo"
)

// Max is the largest number of rings that Rings should be given, because its time grows
// with the square of it. The unit of Vietnam with the most islands has a few hundred.
const Max = 10_000

// nested is a ring with what Rings needs to know of it.
type nested struct {
	points []geo.Fixed
	ring   orb.Ring
	box    geo.FixedBounds
	area   float64
	inside orb.Point
}

// Rings sorts rings into polygons: a ring within an even number of others is an outer
// ring, another one is a hole of the smallest ring around it. Rings may touch but must
// not cross. inside is a point within the largest ring, and in none of its holes.
func Rings(rings [][]geo.Fixed) (parts [][][]geo.Fixed, inside geo.Fixed) {
	var all []nested
	for _, points := range rings {
		r := nested{points: points, ring: append(toOrb(points), toOrb(points[:1])...), box: geo.FixedBoundsOf(points...)}
		if r.area = math.Abs(planar.Area(r.ring)); r.area > 0 {
			r.inside = interior(r.ring)
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b nested) int { return cmp.Compare(b.area, a.area) })
	partOf := make([]int, len(all)) // of an outer ring
	var holes []orb.Ring            // of the largest part
	for i, r := range all {
		depth, parent := 0, 0
		for k := range i { // only larger rings
			if holds(all[k].box, r.box) && planar.RingContains(all[k].ring, r.inside) {
				depth, parent = depth+1, k
			}
		}
		if depth%2 == 0 {
			partOf[i] = len(parts)
			parts = append(parts, [][]geo.Fixed{r.points})
			continue
		}
		parts[partOf[parent]] = append(parts[partOf[parent]], r.points)
		if partOf[parent] == 0 {
			holes = append(holes, r.ring)
		}
	}
	if len(all) > 0 {
		p := interior(append([]orb.Ring{all[0].ring}, holes...)...)
		inside = geo.Fixed{Lat: int32(math.Round(p[1])), Lon: int32(math.Round(p[0]))}
	}
	return parts, inside
}

// interior returns a point within a polygon of closed rings: the middle of its widest
// section along a parallel near its centre.
func interior(rings ...orb.Ring) orb.Point {
	bound := rings[0].Bound()
	middle, lat := bound.Center()[1], math.Inf(1)
	below := math.Inf(-1) // the nearest vertices below and above the middle
	for _, ring := range rings {
		for _, p := range ring {
			if p[1] > middle {
				lat = min(lat, p[1])
			} else {
				below = max(below, p[1])
			}
		}
	}
	lat = (lat + below) / 2
	var crossings []float64
	for _, ring := range rings {
		for i := 1; i < len(ring); i++ {
			a, b := ring[i-1], ring[i]
			if a[1] < lat != (b[1] < lat) {
				crossings = append(crossings, a[0]+(b[0]-a[0])*(lat-a[1])/(b[1]-a[1]))
			}
		}
	}
	slices.Sort(crossings)
	best, width := bound.Center(), -1.0
	for i := 1; i < len(crossings); i += 2 {
		if w := crossings[i] - crossings[i-1]; w > width {
			best, width = orb.Point{(crossings[i] + crossings[i-1]) / 2, lat}, w
		}
	}
	return best
}

func holds(outer, inner geo.FixedBounds) bool { return outer.Union(inner) == outer }

func toOrb(ring []geo.Fixed) orb.Ring {
	r := make(orb.Ring, len(ring))
	for i, p := range ring {
		r[i] = orb.Point{float64(p.Lon), float64(p.Lat)}
	}
	return r
}
