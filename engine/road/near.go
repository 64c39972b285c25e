// SPDX-License-Identifier: MIT

package road

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
)

// Hit is the nearest point of a link to a place.
type Hit struct {
	Link     LinkID
	Segment  int       // index into Shape of the start of the segment that holds Point
	Offset   float64   // from the link's start, in drawing direction (metres)
	Point    geo.Point // on the link
	Distance float64   // between Point and the place (metres), to the micrometre
	Access   Access    // permitted travellers of the link, in either direction
}

// Near appends to dst the nearest point of every link within radius (metres) of p that
// any of access may travel in some direction; access 0 includes every link. Hits are
// ordered by distance, then by link. If two points of one link are equally near, that
// of the earlier segment is used.
//
// Distances are measured in the plane around p (see geo.Plane), in which the straight
// line between two points of a shape is the road. Roads beyond the antimeridian are not
// found. Nothing is near an invalid p, or within a negative radius. Near does not
// allocate if dst has the capacity.
func (g *Graph) Near(dst []Hit, p geo.Point, radius float64, access Access) []Hit {
	if !p.Valid() || !(radius >= 0) {
		return dst
	}
	v := newView(p)
	found, box := len(dst), v.box(radius)
	g.tree.Search(box, func(item uint32) bool {
		dst = g.appendNear(dst, item, &v, box, radius, access)
		return true
	})
	return dst[:found+onePerLink(dst[found:])]
}

// Finder answers Near for a sequence of places, faster than the graph where they are
// close together. It must not be used concurrently.
type Finder struct {
	g      *Graph
	cursor spatial.Cursor
}

// NewFinder returns a finder in g.
func NewFinder(g *Graph) *Finder { return &Finder{g: g, cursor: g.tree.Cursor()} }

// Near is like Graph.Near.
func (f *Finder) Near(dst []Hit, p geo.Point, radius float64, access Access) []Hit {
	if !p.Valid() || !(radius >= 0) {
		return dst
	}
	v := newView(p)
	found, box := len(dst), v.box(radius)
	for _, item := range f.cursor.Search(box) {
		dst = f.g.appendNear(dst, item, &v, box, radius, access)
	}
	return dst[:found+onePerLink(dst[found:])]
}

// appendNear appends the nearest point of each run of a group that is within the radius.
// box is the one around the radius.
func (g *Graph) appendNear(dst []Hit, group uint32, v *view, box geo.FixedBounds, radius float64, access Access) []Hit {
	const inWord = 8
	p := g.groups.At(int(group))
	q := p.query(box)
	var r run
	for word := range p.South {
		for set := p.meeting(&q, word); set != 0; set &= set - 1 {
			i := word*inWord + bits.TrailingZeros64(set)/8
			if i >= int(p.Count) || access != 0 && p.Runs[i].access()&access == 0 {
				continue
			}
			g.decode(&r, p, i)
			if segment, fraction, d2 := v.nearest(r.points()); d2 <= radius*radius {
				dst = append(dst, r.hit(p.link(i), segment, fraction, d2))
				dst[len(dst)-1].Access = p.Runs[i].access()
			}
		}
	}
	return dst
}

// hit returns the Hit for a point on a segment of a run.
func (r *run) hit(l LinkID, segment int, fraction, d2 float64) Hit {
	from, to := r.along(segment)
	return Hit{
		Link:     l,
		Segment:  int(r.first) + segment,
		Offset:   (float64(from) + fraction*float64(to-from)) / centimetresPerMetre,
		Point:    geo.Lerp(r.room[segment].Point(), r.room[segment+1].Point(), fraction),
		Distance: math.Round(math.Sqrt(d2)*micro) / micro,
	}
}

// micro rounds distances to micrometres, so that links which end at one node are
// equally near in spite of rounding errors.
const micro = 1e6

// onePerLink keeps the nearest hit of each link, moves them to the front in the order
// of Near, and returns their number. A link occurs several times if several of its runs
// are near.
func onePerLink(hits []Hit) int {
	if len(hits) <= fewHits {
		return onePerLinkOfFew(hits)
	}
	slices.SortFunc(hits, byLink)
	n := len(slices.CompactFunc(hits, func(a, b Hit) bool { return a.Link == b.Link }))
	slices.SortFunc(hits[:n], byDistance)
	return n
}

// fewHits is the number of hits up to which insertion is used.
const fewHits = 24

// onePerLinkOfFew is onePerLink by insertion, which is faster than sorting for the few
// hits of most places.
func onePerLinkOfFew(hits []Hit) (n int) {
	for i := range hits {
		h := hits[i]
		same := 0
		for same < n && hits[same].Link != h.Link {
			same++
		}
		if same < n {
			if byLink(hits[same], h) <= 0 {
				continue
			}
			n--
			copy(hits[same:n], hits[same+1:n+1])
		}
		at := n
		for ; at > 0 && byDistance(hits[at-1], h) > 0; at-- {
			hits[at] = hits[at-1]
		}
		hits[at] = h
		n++
	}
	return n
}

// byLink orders hits by link, those of one link by distance and segment.
func byLink(a, b Hit) int {
	if a.Link != b.Link {
		return cmp.Compare(a.Link, b.Link)
	}
	if a.Distance != b.Distance {
		return cmp.Compare(a.Distance, b.Distance)
	}
	return cmp.Compare(a.Segment, b.Segment)
}

// byDistance orders hits by distance, equally near ones by link.
func byDistance(a, b Hit) int {
	if a.Distance != b.Distance {
		return cmp.Compare(a.Distance, b.Distance)
	}
	return cmp.Compare(a.Link, b.Link)
}

// view is geo.Plane for fixed-point coordinates: it converts them to metres from an
// origin without trigonometry or division.
type view struct {
	lat, lon             float64 // the origin, in units of 1e-7 degree
	metresLat, metresLon float64 // metres in such a unit
}

// minMetresLon keeps the plane at a pole from degenerating: 1e-9 m per unit.
const minMetresLon = 1e-9

func newView(p geo.Point) view {
	const units = 1e7 // in a degree
	return view{
		lat: p.Lat * units, lon: p.Lon * units,
		metresLat: geo.MetresPerDegree / units,
		metresLon: max(geo.MetresPerDegree/units*math.Cos(p.Lat*math.Pi/180), minMetresLon),
	}
}

func (v *view) xy(f geo.Fixed) geo.XY {
	return geo.XY{X: (float64(f.Lon) - v.lon) * v.metresLon, Y: (float64(f.Lat) - v.lat) * v.metresLat}
}

// box returns the bounding box of the circle of that radius (metres), rounded outwards.
func (v *view) box(radius float64) geo.FixedBounds {
	dLat, dLon := radius/v.metresLat, radius/v.metresLon
	return geo.FixedBounds{
		MinLat: toInt32(math.Floor(v.lat - dLat)), MinLon: toInt32(math.Floor(v.lon - dLon)),
		MaxLat: toInt32(math.Ceil(v.lat + dLat)), MaxLon: toInt32(math.Ceil(v.lon + dLon)),
	}
}

func toInt32(x float64) int32 { return int32(min(max(x, math.MinInt32), math.MaxInt32)) }

// nearest returns the nearest point to the origin of the line through points, at least
// two: its segment, the fraction along it, and the squared distance (m²). Segments are
// compared without division unless one is nearer.
func (v *view) nearest(points []geo.Fixed) (segment int, fraction, d2 float64) {
	first := v.xy(points[0])
	from, d2 := first, first.X*first.X+first.Y*first.Y
	a, b := from, v.xy(points[1])
	for i, p := range points[1:] {
		to := v.xy(p)
		dx, dy := to.X-from.X, to.Y-from.Y
		l2 := dx*dx + dy*dy
		// How far along the segment the nearest point lies, in units of 1/l2. The start
		// of a segment is the end of the previous one, which covers it.
		if along := -(from.X*dx + from.Y*dy); along >= l2 {
			if d := to.X*to.X + to.Y*to.Y; d < d2 {
				segment, a, b, d2 = i, from, to, d
			}
		} else if across := from.X*dy - from.Y*dx; along > 0 && across*across < d2*l2 {
			segment, a, b, d2 = i, from, to, across*across/l2
		}
		from = to
	}
	fraction, d2 = geo.Project(geo.XY{}, a, b)
	return segment, fraction, d2
}
