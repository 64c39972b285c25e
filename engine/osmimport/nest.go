// SPDX-License-Identifier: MIT

package osmimport

import (
	"cmp"
	"math"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"roadsnap/engine/geo"
)

// simpleRings splits a closed ring where it touches itself into rings that do not. They
// do not repeat their first point. Spikes are dropped.
func simpleRings(ring []int64) (rings [][]geo.Fixed) {
	at := make(map[int64]int, len(ring)) // index in path
	var path []int64
	for _, key := range ring {
		first, again := at[key]
		if !again {
			at[key] = len(path)
			path = append(path, key)
			continue
		}
		if len(path)-first >= 3 {
			points := make([]geo.Fixed, 0, len(path)-first)
			for _, k := range path[first:] {
				points = append(points, pointOf(k))
			}
			rings = append(rings, points)
		}
		for _, k := range path[first+1:] {
			delete(at, k)
		}
		path = path[:first+1]
	}
	return rings
}

// nestedRing is a ring with what nest needs to know of it.
type nestedRing struct {
	points []geo.Fixed
	ring   orb.Ring
	box    geo.FixedBounds
	area   float64
	inside orb.Point
}

// nest sorts rings into polygons: a ring within an even number of others is an outer
// ring, another one is a hole of the smallest ring around it. Rings may touch but must
// not cross. inside is a point within the largest ring, and in none of its holes.
func nest(rings [][]geo.Fixed) (parts [][][]geo.Fixed, inside geo.Fixed) {
	var all []nestedRing
	for _, points := range rings {
		r := nestedRing{points: points, ring: append(toOrb(points), toOrb(points[:1])...), box: geo.FixedBoundsOf(points...)}
		if r.area = math.Abs(planar.Area(r.ring)); r.area > 0 {
			r.inside = interior(r.ring)
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b nestedRing) int { return cmp.Compare(b.area, a.area) })
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
