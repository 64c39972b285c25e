package road

import (
	"math"

	"roadsnap/engine/geo"
)

// aim says how far it is at least from a node to the nearest target of a run, so
// that a search goes towards its targets first: Hart, Nilsson and Raphael, "A
// Formal Basis for the Heuristic Determination of Minimum Cost Paths", 1968. It
// is the distance to a circle round the nodes at which the edges of the targets
// start, and never more than the cheapest route, so that what is found stays the
// cheapest. The zero aim says 0 of every node.
//
// Routes are no shorter than the great circle but for the rounding of each link
// to a centimetre. On links of shortLink or more aimShare allows for that; each
// shorter link, which a route passes at most once in each direction, has its
// centimetre allowed for in radius.
type aim struct {
	plane  plane
	x, y   float64 // the centre of the circle, centimetres
	radius float64 // of the circle, centimetres
	set    bool
}

// plane is a flat picture of the Earth in which distances count at the least price
// and are no longer than the great circle anywhere up to a latitude: meridians lie
// as near to each other as there. The zero plane serves nowhere.
type plane struct {
	origin         geo.Fixed // what x and y count from
	perLat, perLon float64   // centimetres in 1e-7 degree
	lat            float64   // up to which it serves, degrees either side of the equator
}

const (
	// maxAim is the farthest that a run may come for the plane to serve, in metres.
	maxAim = 100_000
	// maxAimLat is the latitude up to which it does, in degrees: 100 km either
	// way span 11° of longitude there, over which a chord of the parallel is
	// shorter than its arc by 0.2 %.
	maxAimLat = 80
	// aimShare makes up for that chord and for the rounding of lengths, at most
	// half a centimetre in shortLink centimetres.
	aimShare  = 0.97
	shortLink = 25
)

// nearReach is how far, in metres, runs may come for which one plane, round the
// first target, serves them all, as they begin no farther from there; those that
// look farther make their own.
const nearReach = 5000

// planeRound returns the plane for what lies within so many metres of a place.
func planeRound(origin geo.Fixed, breadth, least float64) plane {
	lat := degreesOff(origin) + margin(breadth)
	if !(breadth <= maxAim) || lat > maxAimLat {
		return plane{}
	}
	unit := least * aimShare * geo.MetresPerDegree * centimetresPerMetre / 1e7
	return plane{origin: origin, perLat: unit, perLon: unit * math.Cos(lat*math.Pi/180), lat: lat}
}

// degreesOff returns how far p is from the equator.
func degreesOff(p geo.Fixed) float64 { return math.Abs(float64(p.Lat)) / 1e7 }

// margin returns so many metres in degrees, with room for rounding.
func margin(metres float64) float64 { return 1.05 * metres / geo.MetresPerDegree }

// takeAim sets the aim of a run that leaves a node at p, and gives up the wanted
// targets that are farther from there than their limits.
func (s *Search) takeAim(p geo.Fixed) {
	s.aim = aim{plane: s.near}
	a := &s.aim
	reach := metres(s.limits.bound) / s.least
	own := reach > nearReach || degreesOff(p)+margin(reach) > s.near.lat
	if own {
		if a.plane = planeRound(p, reach, s.least); a.plane.lat == 0 {
			return
		}
	}
	short := float64(s.g.shortLinks())
	fromX, fromY := a.plane.place(p)
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := range s.targets {
		t := &s.targets[i]
		if !t.wanted {
			continue
		}
		x, y := s.entrance(t, own)
		dx, dy, most := x-fromX, y-fromY, float64(t.limit)+short
		if t.wanted = dx*dx+dy*dy <= most*most; t.wanted {
			minX, minY, maxX, maxY = min(minX, x), min(minY, y), max(maxX, x), max(maxY, y)
		}
	}
	a.x, a.y = (minX+maxX)/2, (minY+maxY)/2
	r2 := 0.0
	for i := range s.targets {
		if t := &s.targets[i]; t.wanted {
			x, y := s.entrance(t, own)
			dx, dy := x-a.x, y-a.y
			r2 = max(r2, dx*dx+dy*dy)
		}
	}
	dx, dy := fromX-a.x, fromY-a.y
	// Where it starts within the circle there is nowhere to go first.
	if a.set = dx*dx+dy*dy > r2; a.set {
		a.radius = math.Sqrt(r2) + short
	}
}

// entrance returns where the edge of a target starts, in the plane of the aim: the
// near one or the run's own.
func (s *Search) entrance(t *target, own bool) (x, y float64) {
	if own {
		return s.aim.plane.place(t.at)
	}
	return t.x, t.y
}

// place returns where a point lies in the plane, in centimetres from the origin.
func (p *plane) place(at geo.Fixed) (x, y float64) {
	const turn = 360 * 1e7
	lon := float64(at.Lon) - float64(p.origin.Lon)
	switch { // the nearer way round the Earth
	case lon > turn/2:
		lon -= turn
	case lon < -turn/2:
		lon += turn
	}
	return lon * p.perLon, (float64(at.Lat) - float64(p.origin.Lat)) * p.perLat
}

// leastFrom returns the centimetres from p to the circle.
func (a *aim) leastFrom(p geo.Fixed) uint32 {
	if !a.set {
		return 0
	}
	x, y := a.plane.place(p)
	dx, dy := x-a.x, y-a.y
	return uint32(clamp(math.Sqrt(dx*dx+dy*dy)-a.radius, unreached-1))
}

// shortLinks returns how many links are shorter than shortLink. They are counted
// at the first call, for Open looks at nothing that there is one of per link.
func (g *Graph) shortLinks() int {
	g.countShort.Do(func() {
		for i := range g.links {
			if g.links[i].Length < shortLink {
				g.short++
			}
		}
	})
	return g.short
}
