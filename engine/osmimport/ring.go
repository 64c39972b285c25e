// SPDX-License-Identifier: MIT

package osmimport

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"roadsnap/engine/geo"
)

// polygon is an outer ring with its holes, all closed.
type polygon [][]geo.Fixed

// assembleRings joins lines end to end, by their nodes, into closed rings. leftOver
// is the number of lines that are in no ring. Lines that lead to a loose end are set
// aside first, so that rings which they touch still close.
func assembleRings(lines [][]int64) (rings [][]int64, leftOver int) {
	// open lists, for each end node, the lines that begin or end there.
	open := make(map[int64][]int, 2*len(lines))
	for i, l := range lines {
		if first, last := l[0], l[len(l)-1]; first != last {
			open[first] = append(open[first], i)
			open[last] = append(open[last], i)
		}
	}
	used, spurs := spursOf(lines, open)
	next := func(node int64) (int, bool) {
		ends := open[node]
		for len(ends) > 0 {
			i := ends[len(ends)-1]
			ends = ends[:len(ends)-1]
			open[node] = ends
			if !used[i] {
				return i, true
			}
		}
		return 0, false
	}
	for i, l := range lines {
		if used[i] {
			continue
		}
		used[i] = true
		ring, pieces := append([]int64(nil), l...), 1
		for ring[0] != ring[len(ring)-1] {
			k, found := next(ring[len(ring)-1])
			if !found {
				break
			}
			used[k] = true
			pieces++
			ring = appendLine(ring, lines[k])
		}
		if ring[0] == ring[len(ring)-1] && len(ring) >= 4 {
			rings = append(rings, ring)
		} else {
			leftOver += pieces
		}
	}
	return rings, leftOver + spurs
}

// spursOf marks the lines that end where no other line goes on, and those that do once
// the former are gone. open lists the lines at each end node. n is their number.
func spursOf(lines [][]int64, open map[int64][]int) (spur []bool, n int) {
	spur = make([]bool, len(lines))
	left := make(map[int64]int, len(open)) // number of lines at a node
	var loose []int64
	for node, at := range open {
		if left[node] = len(at); len(at) == 1 {
			loose = append(loose, node)
		}
	}
	for len(loose) > 0 {
		node := loose[len(loose)-1]
		loose = loose[:len(loose)-1]
		for _, i := range open[node] {
			if spur[i] {
				continue
			}
			spur[i] = true
			n++
			for _, end := range [2]int64{lines[i][0], lines[i][len(lines[i])-1]} {
				if left[end]--; left[end] == 1 {
					loose = append(loose, end)
				}
			}
		}
	}
	return spur, n
}

// appendLine appends line, which begins or ends where ring ends, to ring.
func appendLine(ring, line []int64) []int64 {
	if line[0] == ring[len(ring)-1] {
		return append(ring, line[1:]...)
	}
	for i := len(line) - 2; i >= 0; i-- {
		ring = append(ring, line[i])
	}
	return ring
}

// assemblePolygons adds each hole to the smallest outer ring around it. leftOver is
// the number of holes outside all rings.
func assemblePolygons(outers, holes [][]geo.Fixed) (polygons []polygon, leftOver int) {
	polygons = make([]polygon, len(outers))
	boxes := make([]geo.FixedBounds, len(outers))
	rings := make([]orb.Ring, len(outers))
	for i, ring := range outers {
		polygons[i] = polygon{ring}
		boxes[i] = geo.FixedBoundsOf(ring...)
		rings[i] = toOrb(ring)
	}
	for _, hole := range holes {
		box := geo.FixedBoundsOf(hole...)
		best, found := 0, false
		for i := range outers {
			if !holds(boxes[i], box) || found && !holds(boxes[best], boxes[i]) {
				continue
			}
			if len(outers) == 1 || planar.RingContains(rings[i], toOrb(hole)[0]) {
				best, found = i, true
			}
		}
		if !found {
			leftOver++
			continue
		}
		polygons[best] = append(polygons[best], hole)
	}
	return polygons, leftOver
}

func holds(outer, inner geo.FixedBounds) bool { return outer.Union(inner) == outer }

func toOrb(ring []geo.Fixed) orb.Ring {
	r := make(orb.Ring, len(ring))
	for i, p := range ring {
		r[i] = orb.Point{float64(p.Lon), float64(p.Lat)}
	}
	return r
}

// labelPoint returns a point inside a closed ring: the middle of the widest piece of the
// parallel through its centroid that lies in the ring.
func labelPoint(ring []geo.Fixed) geo.Fixed {
	centroid, _ := planar.CentroidArea(toOrb(ring))
	y := centroid[1]
	var crossings []float64
	for i := 1; i < len(ring); i++ {
		ax, ay := float64(ring[i-1].Lon), float64(ring[i-1].Lat)
		bx, by := float64(ring[i].Lon), float64(ring[i].Lat)
		if (ay <= y) != (by <= y) {
			crossings = append(crossings, ax+(bx-ax)*(y-ay)/(by-ay))
		}
	}
	if len(crossings) < 2 {
		return ring[0] // a ring without area
	}
	slices.Sort(crossings)
	widest, x := -1.0, 0.0
	for i := 0; i+1 < len(crossings); i += 2 {
		if width := crossings[i+1] - crossings[i]; width > widest {
			widest, x = width, (crossings[i]+crossings[i+1])/2
		}
	}
	return geo.Fixed{Lat: int32(math.Round(y)), Lon: int32(math.Round(x))}
}
