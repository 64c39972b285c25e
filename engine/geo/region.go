// SPDX-License-Identifier: MIT

package geo

import "slices"

// Region is a part of the Earth, bounded by closed lines: a point is in it if it lies
// within an odd number of them. It does not cross the antimeridian.
type Region struct {
	bounds FixedBounds // with the margin
	margin float64     // metres
	south  int64       // latitude at which the first band begins
	height int64       // of a band (units of Fixed)
	bands  [][]edge    // the edges that meet each band of latitudes
	some   Fixed       // a point of its edge
}

// edge is a side of a region.
type edge struct{ a, b Fixed }

// maxBands limits the memory of the bands of a region.
const maxBands = 4096

// NewRegion returns the region within rings, whose first point may be repeated at the end,
// widened by margin (metres).
func NewRegion(rings [][]Fixed, margin float64) *Region {
	r := &Region{bounds: NoFixedBounds, margin: margin}
	edges := 0
	for _, ring := range rings {
		edges += len(ring)
		r.bounds = r.bounds.Union(FixedBoundsOf(ring...))
	}
	if edges == 0 {
		return r
	}
	r.some = rings[slices.IndexFunc(rings, func(ring []Fixed) bool { return len(ring) > 0 })][0]
	r.south = int64(r.bounds.MinLat)
	span := int64(r.bounds.MaxLat) - r.south + 1
	n := int64(min(max(edges, 1), maxBands))
	r.height = (span + n - 1) / n
	r.bands = make([][]edge, n)
	for _, ring := range rings {
		for i, b := range ring {
			a := ring[(i+len(ring)-1)%len(ring)]
			if a == b {
				continue
			}
			for k := r.band(min(a.Lat, b.Lat)); k <= r.band(max(a.Lat, b.Lat)); k++ {
				r.bands[k] = append(r.bands[k], edge{a, b})
			}
		}
	}
	if margin > 0 {
		r.bounds = r.bounds.Bounds().Pad(margin).Fixed()
	}
	return r
}

// BoxRegion returns the region of a box.
func BoxRegion(b Bounds) *Region {
	f := b.Fixed()
	return NewRegion([][]Fixed{{
		{Lat: f.MinLat, Lon: f.MinLon}, {Lat: f.MinLat, Lon: f.MaxLon}, {Lat: f.MaxLat, Lon: f.MaxLon}, {Lat: f.MaxLat, Lon: f.MinLon},
	}}, 0)
}

// Bounds returns a box round the region.
func (r *Region) Bounds() FixedBounds { return r.bounds }

// band returns the number of the band of a latitude, or the nearest one.
func (r *Region) band(lat int32) int64 {
	return min(max((int64(lat)-r.south)/r.height, 0), int64(len(r.bands))-1)
}

// Contains reports whether a point is in the region before it was widened.
func (r *Region) Contains(p Fixed) bool {
	if len(r.bands) == 0 {
		return false
	}
	in := false
	for _, e := range r.bands[r.band(p.Lat)] {
		if (e.a.Lat > p.Lat) == (e.b.Lat > p.Lat) {
			continue
		}
		// Whether the edge crosses the parallel east of p, in exact arithmetic.
		dLat := int64(e.b.Lat) - int64(e.a.Lat)
		side := (int64(p.Lat)-int64(e.a.Lat))*(int64(e.b.Lon)-int64(e.a.Lon)) - (int64(p.Lon)-int64(e.a.Lon))*dLat
		if side > 0 == (dLat > 0) && side != 0 {
			in = !in
		}
	}
	return in
}

// Touches reports whether any part of a line, or a single point, is in the region or on its
// edge, or not farther from it than the margin.
func (r *Region) Touches(line []Fixed) bool {
	if len(line) == 0 || len(r.bands) == 0 || !r.bounds.Intersects(FixedBoundsOf(line...)) {
		return false
	}
	if slices.ContainsFunc(line, r.Contains) {
		return true
	}
	plane := NewPlane(line[0].Point())
	for i := range line {
		a, b := line[max(i-1, 0)], line[i]
		if i == 0 && len(line) > 1 {
			continue
		}
		if r.near(plane, a, b) {
			return true
		}
	}
	return false
}

// Overlaps reports whether the region has a point in common with the area within rings.
func (r *Region) Overlaps(rings ...[]Fixed) bool {
	box := NoFixedBounds
	for _, ring := range rings {
		if r.Touches(ring) {
			return true
		}
		box = box.Union(FixedBoundsOf(ring...))
	}
	// Otherwise the region may lie within the area.
	return len(r.bands) > 0 && box.Intersects(FixedBoundsOf(r.some)) && NewRegion(rings, 0).Contains(r.some)
}

// near reports whether an edge meets the segment from a to b, or is within the margin of it.
func (r *Region) near(plane Plane, a, b Fixed) bool {
	reach := int32(r.margin/MetresPerDegree*FixedPerDegree) + 1
	p, q := plane.XY(a.Point()), plane.XY(b.Point())
	for k := r.band(max(min(a.Lat, b.Lat), minLat+reach) - reach); k <= r.band(min(max(a.Lat, b.Lat), maxLat-reach)+reach); k++ {
		for _, e := range r.bands[k] {
			if e.meets(a, b) {
				return true
			}
			if r.margin <= 0 {
				continue
			}
			c, d := plane.XY(e.a.Point()), plane.XY(e.b.Point())
			for _, t := range [4][3]XY{{p, c, d}, {q, c, d}, {c, p, q}, {d, p, q}} {
				if _, d2 := Project(t[0], t[1], t[2]); d2 <= r.margin*r.margin {
					return true
				}
			}
		}
	}
	return false
}

const minLat, maxLat = -90e7, 90e7

// meets reports whether the edge and the segment from p to q have a point in common.
func (e edge) meets(p, q Fixed) bool {
	d1, d2 := Turn(e.a, e.b, p), Turn(e.a, e.b, q)
	d3, d4 := Turn(p, q, e.a), Turn(p, q, e.b)
	if d1 != d2 && d3 != d4 {
		return true
	}
	on := func(d int, a, b, p Fixed) bool { return d == 0 && FixedBoundsOf(a, b).Intersects(FixedBoundsOf(p)) }
	return on(d1, e.a, e.b, p) || on(d2, e.a, e.b, q) || on(d3, p, q, e.a) || on(d4, p, q, e.b)
}

// Turn returns the direction in which the way from a to b and on to c turns: 1 to the left,
// −1 to the right, 0 if it does not. It is exact for points that lie at most 180° apart.
func Turn(a, b, c Fixed) int {
	// The products have at most 62 bits and a sign.
	left := (int64(b.Lon) - int64(a.Lon)) * (int64(c.Lat) - int64(a.Lat))
	right := (int64(b.Lat) - int64(a.Lat)) * (int64(c.Lon) - int64(a.Lon))
	switch {
	case left > right:
		return 1
	case left < right:
		return -1
	}
	return 0
}
