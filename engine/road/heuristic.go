// SPDX-License-Identifier: MIT

package road

import (
	"math"

	"roadsnap/engine/geo"
)

// heuristic gives a lower bound of the cost from a node to the nearest target of a run,
// so that the search goes towards its targets first (A*: Hart, Nilsson and Raphael, "A
// Formal Basis for the Heuristic Determination of Minimum Cost Paths", 1968). It is the
// distance to a circle around the nodes at which the edges of the targets start. It
// never exceeds the cost of the cheapest route, so the search remains exact. The zero
// heuristic is 0 for every node.
//
// Routes are no shorter than the great circle, except for the rounding of each link to
// a centimetre. On links of shortLink or more, planeShare allows for it. Each shorter
// link, which a route passes at most once in each direction, adds a centimetre to
// radius.
type heuristic struct {
	plane  plane
	x, y   float64 // the centre of the circle, centimetres
	radius float64 // of the circle (centimetres)
	set    bool
}

// plane is a flat projection in which distances count at the least price and never
// exceed the great circle up to a latitude, because it uses the spacing of the
// meridians there. The zero plane is not valid anywhere.
type plane struct {
	origin         geo.Fixed // origin of x and y
	perLat, perLon float64   // centimetres in 1e-7 degree
	lat            float64   // greatest latitude at which it is valid (degrees, north or south)
}

const (
	// maxReach is the greatest reach of a run for which the plane is valid (metres).
	maxReach = 100_000
	// maxLat is the greatest latitude for which it is valid (degrees): 100 km either
	// way span 11° of longitude there, over which a chord of the parallel is shorter
	// than its arc by 0.2 %.
	maxLat = 80
	// planeShare allows for that chord and for the rounding of lengths, at most half a
	// centimetre in shortLink centimetres.
	planeShare = 0.97
	shortLink  = 25
)

// nearReach is the greatest reach of the runs (metres) that share one plane around the
// first target. Their starts are no farther from it than that. Runs with a greater
// reach compute their own.
const nearReach = 5000

// planeRound returns the plane that is valid within breadth of a place (metres).
func planeRound(origin geo.Fixed, breadth, least float64) plane {
	lat := degreesOff(origin) + margin(breadth)
	if !(breadth <= maxReach) || lat > maxLat {
		return plane{}
	}
	unit := least * planeShare * geo.MetresPerDegree * centimetresPerMetre / 1e7
	return plane{origin: origin, perLat: unit, perLon: unit * math.Cos(lat*math.Pi/180), lat: lat}
}

// degreesOff returns the absolute latitude of p (degrees).
func degreesOff(p geo.Fixed) float64 { return math.Abs(float64(p.Lat)) / 1e7 }

// margin converts metres to degrees, with room for rounding.
func margin(metres float64) float64 { return 1.05 * metres / geo.MetresPerDegree }

// setHeuristic sets the heuristic of a run that leaves a node at p, and drops the
// wanted targets that are farther from there than their limits.
func (s *Search) setHeuristic(p geo.Fixed) {
	s.heuristic = heuristic{plane: s.near}
	a := &s.heuristic
	reach := metres(s.limits.bound) / s.least
	own := reach > nearReach || degreesOff(p)+margin(reach) > s.near.lat
	if own {
		if a.plane = planeRound(p, reach, s.least); a.plane.lat == 0 {
			return
		}
	}
	short := float64(s.g.short)
	fromX, fromY := a.plane.place(p)
	box := noPlaneBox
	for i := range s.targets {
		t := &s.targets[i]
		if !t.wanted {
			continue
		}
		x, y := s.entryPoint(t, own)
		dx, dy, most := x-fromX, y-fromY, float64(t.limit)+short
		if t.wanted = dx*dx+dy*dy <= most*most; t.wanted {
			box.add(x, y)
		}
	}
	s.aim(a.plane, fromX, fromY, box, own)
}

// planeBox is a bounding box in a plane.
type planeBox struct{ minX, minY, maxX, maxY float64 }

// noPlaneBox is the box of no point.
var noPlaneBox = planeBox{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

func (b *planeBox) add(x, y float64) {
	if x < b.minX {
		b.minX = x
	}
	if y < b.minY {
		b.minY = y
	}
	if x > b.maxX {
		b.maxX = x
	}
	if y > b.maxY {
		b.maxY = y
	}
}

// aim sets the heuristic of a run that leaves a node at x, y in a plane. box is that of the
// wanted targets.
func (s *Search) aim(in plane, x, y float64, box planeBox, own bool) {
	s.heuristic = heuristic{plane: in, x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2}
	a := &s.heuristic
	r2 := 0.0
	for i := range s.targets {
		if t := &s.targets[i]; t.wanted {
			entryX, entryY := s.entryPoint(t, own)
			dx, dy := entryX-a.x, entryY-a.y
			r2 = max(r2, dx*dx+dy*dy)
		}
	}
	dx, dy := x-a.x, y-a.y
	// Within the circle the heuristic would be 0.
	if a.set = dx*dx+dy*dy > r2; a.set {
		a.radius = math.Sqrt(r2) + float64(s.g.short)
	}
}

// entryPoint returns where the edge of a target starts, in the shared plane or, if own
// is set, in that of the run.
func (s *Search) entryPoint(t *target, own bool) (x, y float64) {
	if own {
		return s.heuristic.plane.place(t.at)
	}
	return t.x, t.y
}

// place returns the coordinates of a point in the plane (centimetres from the origin).
func (p *plane) place(at geo.Fixed) (x, y float64) {
	const turn = 360 * 1e7
	lon := float64(at.Lon) - float64(p.origin.Lon)
	switch { // the shorter way around the Earth
	case lon > turn/2:
		lon -= turn
	case lon < -turn/2:
		lon += turn
	}
	return lon * p.perLon, (float64(at.Lat) - float64(p.origin.Lat)) * p.perLat
}

// leastFrom returns the distance from p to the circle (centimetres).
func (a *heuristic) leastFrom(p geo.Fixed) uint32 {
	if !a.set {
		return 0
	}
	x, y := a.plane.place(p)
	dx, dy := x-a.x, y-a.y
	d := math.Sqrt(dx*dx+dy*dy) - a.radius
	switch {
	case !(d > 0):
		return 0
	case d >= unreached-1:
		return unreached - 1
	}
	return uint32(d)
}
