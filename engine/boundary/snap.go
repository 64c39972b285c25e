package boundary

import (
	"cmp"
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/spatial"
)

// snap closes the small gaps and overlaps between neighbours that were drawn
// apart. Only borders that one area has alone can miss those of a neighbour: a
// vertex of such a border moves onto one of another area's within the
// tolerance; a border that passes a vertex of another area's within the
// tolerance, but has none there itself, gets one in that place.
func snap(edges []edge, s *sets, areaOf []uint32, tolerance float64, report *Report) []edge {
	if tolerance == 0 {
		return edges
	}
	l := newLoose(edges, s, areaOf, tolerance)
	if moves := l.moves(); len(moves) > 0 {
		for _, m := range moves {
			report.Moved = append(report.Moved, Move{From: m.from.Point(), To: m.to.Point(), Metres: m.metres})
		}
		edges = s.unite(moved(edges, moves))
		l = newLoose(edges, s, areaOf, tolerance)
	}
	if bends := l.bends(); len(bends) > 0 {
		for _, b := range bends {
			report.Bent = append(report.Bent, Move{From: b.from.Point(), To: b.at.Point(), Metres: b.metres})
		}
		edges = s.unite(bent(edges, bends))
	}
	return edges
}

// loose are the edges that one area has alone, and their ends.
type loose struct {
	edges     []edge
	number    []int // of each of them among all edges
	areas     []uint32
	tree      spatial.Tree
	vertices  []geo.Fixed            // ascending
	at        map[geo.Fixed][]uint32 // the areas whose loose edges end there, ascending
	tolerance float64                // metres
}

func newLoose(edges []edge, s *sets, areaOf []uint32, tolerance float64) *loose {
	l := &loose{at: make(map[geo.Fixed][]uint32), tolerance: tolerance}
	for i, e := range edges {
		area, alone := onlyArea(s.members[e.set], areaOf)
		if !alone {
			continue
		}
		l.edges, l.number, l.areas = append(l.edges, e), append(l.number, i), append(l.areas, area)
		for _, p := range [2]geo.Fixed{e.a, e.b} {
			if at := l.at[p]; !slices.Contains(at, area) {
				l.at[p] = append(at, area)
			}
		}
	}
	for p, areas := range l.at {
		slices.Sort(areas)
		l.vertices = append(l.vertices, p)
	}
	slices.SortFunc(l.vertices, compare)
	l.tree = treeOf(l.edges)
	return l
}

// onlyArea returns the area of all of some parts, if they have one in common.
func onlyArea(parts, areaOf []uint32) (area uint32, alone bool) {
	for i, part := range parts {
		if i > 0 && areaOf[part] != area {
			return 0, false
		}
		area = areaOf[part]
	}
	return area, true
}

// differ reports whether each of two sets of areas has one that the other lacks:
// only then can their borders have missed each other.
func differ(a, b []uint32) bool {
	lacks := func(a, b []uint32) bool {
		return slices.ContainsFunc(a, func(area uint32) bool { return !slices.Contains(b, area) })
	}
	return lacks(a, b) && lacks(b, a)
}

// move is a vertex that goes to another's place.
type move struct {
	from, to geo.Fixed
	metres   float64
}

// moves pairs vertices, the nearest first. A vertex that others have moved to
// stays, so that none goes farther than the tolerance.
func (l *loose) moves() []move {
	var pairs []move
	for _, p := range l.vertices {
		l.near(p, func(i int) {
			for _, q := range [2]geo.Fixed{l.edges[i].a, l.edges[i].b} {
				if d := geo.Distance(p.Point(), q.Point()); d <= l.tolerance && compare(p, q) < 0 && differ(l.at[p], l.at[q]) {
					pairs = append(pairs, move{from: q, to: p, metres: d})
				}
			}
		})
	}
	slices.SortFunc(pairs, func(a, b move) int {
		return cmp.Or(cmp.Compare(a.metres, b.metres), compare(a.to, b.to), compare(a.from, b.from))
	})
	pairs = slices.Compact(pairs)
	gone, stays := make(map[geo.Fixed]bool), make(map[geo.Fixed]bool)
	var out []move
	for _, m := range pairs {
		if stays[m.from] && !stays[m.to] { // either may go to the other
			m.from, m.to = m.to, m.from
		}
		if gone[m.from] || gone[m.to] || stays[m.from] {
			continue
		}
		gone[m.from], stays[m.to] = true, true
		out = append(out, m)
	}
	return out
}

// near calls visit with the loose edges within the tolerance of p's box.
func (l *loose) near(p geo.Fixed, visit func(i int)) {
	box := geo.BoundsOf(p.Point()).Pad(l.tolerance).Box()
	l.tree.Search(box, func(item uint32) bool {
		visit(int(item))
		return true
	})
}

func moved(edges []edge, moves []move) []edge {
	to := make(map[geo.Fixed]geo.Fixed, len(moves))
	for _, m := range moves {
		to[m.from] = m.to
	}
	place := func(p geo.Fixed) geo.Fixed {
		if q, ok := to[p]; ok {
			return q
		}
		return p
	}
	for i, e := range edges {
		edges[i] = newEdge(place(e.a), place(e.b), e.set)
	}
	return edges
}

// bend is an edge that gets a vertex of a neighbour's.
type bend struct {
	edge     int
	from, at geo.Fixed // where it was nearest, and the vertex
	along    float64   // where along the edge
	metres   float64
}

// bends finds for each vertex the nearest edge of another area that passes it.
func (l *loose) bends() []bend {
	var out []bend
	for _, p := range l.vertices {
		best := bend{metres: math.Inf(1)}
		plane := geo.NewPlane(p.Point())
		l.near(p, func(i int) {
			e := l.edges[i]
			if p == e.a || p == e.b || slices.Contains(l.at[p], l.areas[i]) {
				return
			}
			a, b := e.a.Point(), e.b.Point()
			along, d2 := geo.Project(geo.XY{}, plane.XY(a), plane.XY(b))
			if d := math.Sqrt(d2); d <= l.tolerance && d < best.metres && along > 0 && along < 1 {
				best = bend{edge: l.number[i], from: geo.Lerp(a, b, along).Fixed(), at: p, along: along, metres: d}
			}
		})
		if !math.IsInf(best.metres, 1) {
			out = append(out, best)
		}
	}
	slices.SortFunc(out, func(a, b bend) int {
		return cmp.Or(cmp.Compare(a.edge, b.edge), cmp.Compare(a.along, b.along), compare(a.at, b.at))
	})
	return out
}

func bent(edges []edge, bends []bend) []edge {
	for len(bends) > 0 {
		i := bends[0].edge
		e := edges[i]
		from := e.a
		for ; len(bends) > 0 && bends[0].edge == i; bends = bends[1:] {
			edges = append(edges, newEdge(from, bends[0].at, e.set))
			from = bends[0].at
		}
		edges[i] = newEdge(from, e.b, e.set)
	}
	return edges
}
