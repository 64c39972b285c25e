// SPDX-License-Identifier: MIT

package boundary

import (
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// Stretch is a part of a segment that lies in one area.
type Stretch struct {
	From, To float64 // fractions of the segment, From < To
	Place    Place
	Found    bool // false at sea, abroad and in gaps
}

// Stretches appends to dst the parts of the segment from a to b, straight in degrees,
// and returns the result. The segment is cut where it crosses borders; consecutive
// parts in the same area are merged. A segment of no length has no parts.
func (n *Net) Stretches(dst []Stretch, a, b geo.Point) []Stretch {
	from, to := a.Fixed(), b.Fixed()
	if from == to {
		return dst
	}
	cuts := n.crossings(from, to)
	slices.Sort(cuts)
	first, start := len(dst), 0.0
	for _, cut := range append(cuts, 1) {
		if cut <= start {
			continue
		}
		// The part between two crossings lies in one area: locate its middle.
		place, found := n.Locate(geo.Lerp(a, b, (start+cut)/2))
		place.OnBorder = false
		if last := len(dst) - 1; last >= first && dst[last].Found == found && dst[last].Place == place {
			dst[last].To = cut
		} else {
			dst = append(dst, Stretch{From: start, To: cut, Place: place, Found: found})
		}
		start = cut
	}
	return dst
}

// Clear reports whether no border meets a box or comes within a unit of it, so that all of the box
// is in one area. It may be false for a box that a border only passes close by.
func (n *Net) Clear(box geo.FixedBounds) bool {
	box = padded(box)
	free := true
	n.index.Search(box, func(arc uint32) bool {
		line := n.arcs.line(int(arc))
		for k := 1; k < len(line) && free; k++ {
			c, d := line[k-1], line[k]
			free = max(c.Lat, d.Lat) < box.MinLat || min(c.Lat, d.Lat) > box.MaxLat || max(c.Lon, d.Lon) < box.MinLon || min(c.Lon, d.Lon) > box.MaxLon
		}
		return free
	})
	return free
}

// padded returns a box that is a unit larger on each side.
func padded(box geo.FixedBounds) geo.FixedBounds {
	box = box.Extend(geo.Fixed{Lat: max(box.MinLat, math.MinInt32+1) - 1, Lon: max(box.MinLon, math.MinInt32+1) - 1})
	return box.Extend(geo.Fixed{Lat: min(box.MaxLat, math.MaxInt32-1) + 1, Lon: min(box.MaxLon, math.MaxInt32-1) + 1})
}

// crossings returns the fractions of the segment a–b, strictly between 0 and 1, where
// it meets borders or passes one of their vertices within a unit. They are in no
// order and may repeat. Between two of them the segment may run along a border, but
// does not leave a border that it ran along. The middle, rounded to a unit, is
// therefore in the area of the whole part.
func (n *Net) crossings(a, b geo.Fixed) []float64 {
	var cuts []float64
	unit := math.Hypot(float64(b.Lon)-float64(a.Lon), float64(b.Lat)-float64(a.Lat)) // length of a–b (units), to compare with cross
	box := padded(geo.FixedBoundsOf(a, b))
	n.index.Search(box, func(arc uint32) bool {
		line := n.arcs.line(int(arc))
		for k := 1; k < len(line); k++ {
			c, d := line[k-1], line[k]
			if !geo.FixedBoundsOf(c, d).Intersects(box) {
				continue
			}
			// The cross products are proportional to the distances of c and d from
			// the line through a and b.
			x, y := cross(a, b, c), cross(a, b, d)
			if math.Abs(x) <= unit {
				cuts = appendCut(cuts, fractionAlong(a, b, c))
			}
			if math.Abs(y) <= unit {
				cuts = appendCut(cuts, fractionAlong(a, b, d))
			}
			if orientation(a, b, c)*orientation(a, b, d) < 0 && orientation(c, d, a)*orientation(c, d, b) <= 0 {
				cuts = appendCut(cuts, fractionOf(a, b, c, d, x/(x-y)))
			}
		}
		return true
	})
	return cuts
}

func appendCut(cuts []float64, at float64) []float64 {
	if at > 0 && at < 1 {
		return append(cuts, at)
	}
	return cuts
}

func cross(a, b, c geo.Fixed) float64 {
	return (float64(b.Lon)-float64(a.Lon))*(float64(c.Lat)-float64(a.Lat)) -
		(float64(b.Lat)-float64(a.Lat))*(float64(c.Lon)-float64(a.Lon))
}

// fractionAlong returns the fraction of a–b at the projection of p.
func fractionAlong(a, b, p geo.Fixed) float64 {
	return along(a, b, float64(p.Lon), float64(p.Lat))
}

// fractionOf returns the fraction of a–b at the point of c–d at fraction at.
func fractionOf(a, b, c, d geo.Fixed, at float64) float64 {
	return along(a, b, float64(c.Lon)+at*(float64(d.Lon)-float64(c.Lon)), float64(c.Lat)+at*(float64(d.Lat)-float64(c.Lat)))
}

func along(a, b geo.Fixed, lon, lat float64) float64 {
	x, y := float64(b.Lon)-float64(a.Lon), float64(b.Lat)-float64(a.Lat)
	return ((lon-float64(a.Lon))*x + (lat-float64(a.Lat))*y) / (x*x + y*y)
}
