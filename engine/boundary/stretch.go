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

// Stretches appends to dst the parts of the segment from a to b, straight in
// degrees, cut where it crosses borders, and returns it. Together they are the
// whole segment; neighbours that lie in one area are one. A segment of no length
// has none.
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
		// Between two crossings all lies in one area: its middle says in which.
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

// crossings returns where the segment from a to b meets borders, or passes one of
// their vertices within a unit, as fractions of it strictly between 0 and 1, in no
// order. It may name a place twice. Between two such places the segment may run
// along a border, but does not leave one that it ran along: so its middle, rounded
// to a unit, says whose it is.
func (n *Net) crossings(a, b geo.Fixed) []float64 {
	var cuts []float64
	unit := math.Hypot(float64(b.Lon)-float64(a.Lon), float64(b.Lat)-float64(a.Lat)) // of cross
	box := geo.FixedBoundsOf(a, b)
	box = box.Extend(geo.Fixed{Lat: max(box.MinLat, math.MinInt32+1) - 1, Lon: max(box.MinLon, math.MinInt32+1) - 1})
	box = box.Extend(geo.Fixed{Lat: min(box.MaxLat, math.MaxInt32-1) + 1, Lon: min(box.MaxLon, math.MaxInt32-1) + 1})
	n.index.Search(box, func(arc uint32) bool {
		line := n.arcs.line(int(arc))
		for k := 1; k < len(line); k++ {
			c, d := line[k-1], line[k]
			if !geo.FixedBoundsOf(c, d).Intersects(box) {
				continue
			}
			// The ends lie apart from the line through a and b as their cross
			// products with it say.
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

// fractionAlong returns where the projection of p falls on the segment.
func fractionAlong(a, b, p geo.Fixed) float64 {
	return along(a, b, float64(p.Lon), float64(p.Lat))
}

// fractionOf returns where the point of c–d at a fraction falls on the segment.
func fractionOf(a, b, c, d geo.Fixed, at float64) float64 {
	return along(a, b, float64(c.Lon)+at*(float64(d.Lon)-float64(c.Lon)), float64(c.Lat)+at*(float64(d.Lat)-float64(c.Lat)))
}

func along(a, b geo.Fixed, lon, lat float64) float64 {
	x, y := float64(b.Lon)-float64(a.Lon), float64(b.Lat)-float64(a.Lat)
	return ((lon-float64(a.Lon))*x + (lat-float64(a.Lat))*y) / (x*x + y*y)
}
