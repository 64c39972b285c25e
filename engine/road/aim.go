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
// Distances count at the least price, and are measured in a plane that makes them
// no longer than the great circle anywhere within the bound of the run: meridians
// lie as near to each other as at the latitude where they are nearest. Routes are no shorter than
// the great circle but for the rounding of each link to a centimetre. On links
// of shortLink or more aimShare allows for that; each shorter link, which a
// route passes at most once in each direction, has its centimetre allowed for in
// radius.
type aim struct {
	origin         geo.Fixed // what x and y count from
	perLat, perLon float64   // centimetres in 1e-7 degree
	x, y           float64   // the centre of the circle, centimetres
	radius         float64   // of the circle, centimetres
	set            bool
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

// aimFrom returns the aim of a run that leaves node n for the wanted targets.
func (s *Search) aimFrom(n NodeID) aim {
	origin := s.g.nodes[n]
	if s.wanted == 0 {
		return aim{}
	}
	least := s.limits.prices.least()
	reach := metres(s.limits.bound) / least
	// The latitudes that the run can come to, with room for rounding.
	lat := math.Abs(origin.Point().Lat) + 1.05*reach/geo.MetresPerDegree
	if !(reach <= maxAim) || lat > maxAimLat {
		return aim{}
	}
	unit := least * aimShare * geo.MetresPerDegree * centimetresPerMetre / 1e7
	a := aim{origin: origin, perLat: unit, perLon: unit * math.Cos(lat*math.Pi/180)}
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := range s.targets {
		if t := &s.targets[i]; t.wanted {
			x, y := a.place(s.entrance(t))
			minX, minY, maxX, maxY = min(minX, x), min(minY, y), max(maxX, x), max(maxY, y)
		}
	}
	a.x, a.y = (minX+maxX)/2, (minY+maxY)/2
	for i := range s.targets {
		if t := &s.targets[i]; t.wanted {
			x, y := a.place(s.entrance(t))
			a.radius = max(a.radius, math.Hypot(x-a.x, y-a.y))
		}
	}
	if math.Hypot(a.x, a.y) <= a.radius { // it starts within the circle: nowhere to go first
		return aim{}
	}
	a.radius += float64(s.g.shortLinks())
	a.set = true
	return a
}

// entrance returns where the edge of a target starts.
func (s *Search) entrance(t *target) geo.Fixed { return s.g.nodes[s.g.From(s.g.out[t.state])] }

// place returns where p lies in the plane, in centimetres from the origin.
func (a *aim) place(p geo.Fixed) (x, y float64) {
	const turn = 360 * 1e7
	lon := float64(p.Lon) - float64(a.origin.Lon)
	switch { // the nearer way round the Earth
	case lon > turn/2:
		lon -= turn
	case lon < -turn/2:
		lon += turn
	}
	return lon * a.perLon, (float64(p.Lat) - float64(a.origin.Lat)) * a.perLat
}

// leastFrom returns the centimetres from p to the circle.
func (a *aim) leastFrom(p geo.Fixed) uint32 {
	if !a.set {
		return 0
	}
	x, y := a.place(p)
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
