// SPDX-License-Identifier: MIT

package boundary

import (
	"math"

	"roadsnap/engine/geo"
)

// distance returns the distance from p to the nearest border (metres), and false if
// there are no borders. Only the borders of the area that contains p are measured,
// because the way to any other border crosses one of them.
func (l *locator) distance(p geo.Fixed) (metres float64, found bool) {
	o, onBorder := l.locate(p)
	if onBorder {
		return 0, true
	}
	return l.distanceTo(p, l.outline(o))
}

// distanceTo returns the distance from p to an outline (metres), from inside or
// outside, and false if the outline is empty.
func (l *locator) distanceTo(p geo.Fixed, outline []bordering) (metres float64, found bool) {
	// Measure the block that may be nearest first. Hardly any other block is then
	// near enough to be measured.
	r := newReach(p)
	nearest, bound := span{}, math.Inf(1)
	for i := range outline {
		if r.bound(&outline[i].Box, bound) >= bound {
			continue
		}
		for s := l.firstBlock(&outline[i]); s.start < s.last; s = s.next() {
			if d := r.bound(&l.blocks[s.block], bound); d < bound {
				nearest, bound = s, d
			}
		}
	}
	if nearest.last == 0 {
		return 0, false
	}
	r.measure(l.line(nearest))
	for i := range outline {
		if r.bound(&outline[i].Box, r.best2) >= r.best2 {
			continue
		}
		for s := l.firstBlock(&outline[i]); s.start < s.last; s = s.next() {
			if s != nearest && r.bound(&l.blocks[s.block], r.best2) < r.best2 {
				r.measure(l.line(s))
			}
		}
	}
	return r.best, true
}

// reach finds the shortest distance from a point to segments.
type reach struct {
	from   geo.Fixed
	point  geo.Point // from in degrees
	sinLat float64
	cosLat float64
	best   float64 // metres
	best2  float64 // square of the same angle, in units of 1e-7 degree squared
}

func newReach(from geo.Fixed) reach {
	p := from.Point()
	sin, cos := math.Sincos(p.Lat * math.Pi / 180)
	return reach{from: from, point: p, sinLat: sin, cosLat: cos, best: math.Inf(1), best2: math.Inf(1)}
}

// unit is the unit of geo.Fixed (radians).
const unit = radiansPerUnit

// bound returns a lower bound for the square of the angle (units) between the point
// and the box, or +Inf as soon as that exceeds limit.
//
// The haversine of a distance is sin²(Δφ/2) + cos φ₁ · cos φ₂ · sin²(Δλ/2); the angle
// is above twice its root; and sin²x ≥ x²·(1 − x²/3).
func (r *reach) bound(box *geo.FixedBounds, limit float64) float64 {
	dLat := float64(apart(r.from.Lat, box.MinLat, box.MaxLat))
	if dLat*dLat >= limit {
		return math.Inf(1) // the difference in latitude alone is too large
	}
	dLon := float64(apart(r.from.Lon, box.MinLon, box.MaxLon))
	// In the box, the cosine is least at the southern or northern edge.
	cosLat := max(min(r.cosBelow(box.MinLat), r.cosBelow(box.MaxLat)), 0)
	widest := max(dLat, dLon) * unit
	return (dLat*dLat + r.cosLat*cosLat*dLon*dLon) * (1 - widest*widest/12)
}

// cosBelow returns a lower bound for the cosine of a latitude. It is tight near the
// point, from cos(φ+δ) = cos φ · cos δ − sin φ · sin δ.
func (r *reach) cosBelow(lat int32) float64 {
	d := (float64(lat) - float64(r.from.Lat)) * unit
	return r.cosLat*(1-d*d/2) - r.sinLat*d - math.Abs(d*d*d)/6
}

// apart returns the distance of v from the range low…high.
func apart(v, low, high int32) int64 {
	return max(int64(low)-int64(v), int64(v)-int64(high), 0)
}

// measure updates the best distance with those to the segments of a line.
func (r *reach) measure(line []geo.Fixed) {
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		box := geo.FixedBounds{
			MinLat: min(a.Lat, b.Lat), MinLon: min(a.Lon, b.Lon),
			MaxLat: max(a.Lat, b.Lat), MaxLon: max(a.Lon, b.Lon),
		}
		if r.bound(&box, r.best2) >= r.best2 {
			continue
		}
		if d := r.toSegment(a, b); d < r.best {
			r.best = d
			angle := d / geo.EarthRadius / unit
			r.best2 = angle * angle
		}
	}
}

// toSegment returns the distance (metres) to a segment that is straight in degrees.
// It finds the nearest point in a plane that is true halfway to it, then at the
// vertex of the parabola through the squares of three distances nearby. Within 100
// km, for segments of up to 20 km, the result is right to a centimetre.
func (r *reach) toSegment(a, b geo.Fixed) float64 {
	pa, pb := a.Point(), b.Point()
	halfway, t := r.point.Lat, 0.0
	for range 2 {
		plane := geo.NewPlane(geo.Point{Lat: halfway, Lon: r.point.Lon})
		t, _ = geo.Project(plane.XY(r.point), plane.XY(pa), plane.XY(pb))
		halfway = (r.point.Lat + geo.Lerp(pa, pb, t).Lat) / 2
	}
	distance := func(t float64) float64 { return geo.Distance(r.point, geo.Lerp(pa, pb, t)) }
	const step = 0.1 // fraction of the segment
	low, middle, high := distance(t-step), distance(t), distance(t+step)
	if bend := low*low - 2*middle*middle + high*high; bend > 0 {
		t += step * (low*low - high*high) / (2 * bend)
	}
	return min(middle, distance(min(max(t, 0), 1)))
}
