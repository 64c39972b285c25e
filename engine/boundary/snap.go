// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
)

// snap closes small gaps and overlaps between neighbours that were drawn separately.
// Only edges that belong to one area alone can miss a neighbour's border. A vertex of
// such an edge moves onto a vertex of another area within the tolerance. An edge that
// passes a vertex of another area within the tolerance, and has no vertex there, gets
// one. Where an area's own vertices are closer together than the tolerance, slivers
// of that width may remain.
func snap(ctx context.Context, edges []edge, s *sets, areaOf []uint32, tolerance float64, report *Report) ([]edge, error) {
	if tolerance == 0 {
		return edges, nil
	}
	l := newLoose(edges, s, areaOf, tolerance)
	moves, err := l.moves(ctx)
	if err != nil {
		return nil, err
	}
	if len(moves) > 0 {
		for _, m := range moves {
			report.Moved = append(report.Moved, Move{From: m.from.Point(), To: m.to.Point(), Metres: m.metres})
		}
		edges = s.unite(moved(edges, moves))
		l = newLoose(edges, s, areaOf, tolerance)
	}
	bends, err := l.bends(ctx)
	if err != nil {
		return nil, err
	}
	if len(bends) > 0 {
		for _, b := range bends {
			report.Bent = append(report.Bent, Move{From: b.from.Point(), To: b.at.Point(), Metres: b.metres})
		}
		edges = s.unite(bent(edges, bends))
	}
	return edges, nil
}

// loose are the edges that belong to one area alone, and their ends.
type loose struct {
	edges     []edge
	number    []int // index of each in all edges
	areas     []uint32
	vertices  []geo.Fixed            // ascending
	at        map[geo.Fixed][]uint32 // the areas whose loose edges end there, ascending
	tolerance float64                // metres
	seen      int                    // vertices and edges visited so far
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
	return l
}

// onlyArea returns the one area to which all the parts belong, and whether there is
// one.
func onlyArea(parts, areaOf []uint32) (area uint32, alone bool) {
	for i, part := range parts {
		if i > 0 && areaOf[part] != area {
			return 0, false
		}
		area = areaOf[part]
	}
	return area, true
}

// differ reports whether each of two sets of areas has one that the other lacks. Only
// then can their borders have missed each other.
func differ(a, b []uint32) bool {
	lacks := func(a, b []uint32) bool {
		return slices.ContainsFunc(a, func(area uint32) bool { return !slices.Contains(b, area) })
	}
	return lacks(a, b) && lacks(b, a)
}

// move is a vertex that moves onto another.
type move struct {
	from, to geo.Fixed
	metres   float64
}

// moves pairs the vertices within the tolerance, the nearest pairs first, and returns
// the moves.
func (l *loose) moves(ctx context.Context) ([]move, error) {
	boxes := make([]geo.FixedBounds, len(l.vertices))
	for i, p := range l.vertices {
		boxes[i] = geo.FixedBoundsOf(p)
	}
	tree := spatial.Build(boxes).Tree()
	var pairs []move
	for _, p := range l.vertices {
		err := l.near(ctx, &tree, p, func(i int) {
			q := l.vertices[i]
			if compare(p, q) >= 0 || !differ(l.at[p], l.at[q]) {
				return
			}
			if d := geo.Distance(p.Point(), q.Point()); d <= l.tolerance {
				pairs = append(pairs, move{from: q, to: p, metres: d})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(pairs, func(a, b move) int {
		return cmp.Or(cmp.Compare(a.metres, b.metres), compare(a.to, b.to), compare(a.from, b.from))
	})
	return l.gather(pairs), nil
}

// meeting is a group of vertices that move to the place of one of them.
type meeting struct {
	place    geo.Fixed
	vertices []geo.Fixed
	areas    []uint32 // areas of the vertices, ascending
}

// gather joins the vertices of pairs, one pair after another, while each is within
// the tolerance of its new place. All areas round a node therefore meet there. Where
// two areas both have two vertices along a common border, each vertex is joined with
// its counterpart.
func (l *loose) gather(pairs []move) []move {
	of := make(map[geo.Fixed]*meeting)
	at := func(p geo.Fixed) *meeting {
		if of[p] == nil {
			of[p] = &meeting{p, []geo.Fixed{p}, l.at[p]}
		}
		return of[p]
	}
	reach := func(m, to *meeting) bool {
		return !slices.ContainsFunc(m.vertices, func(p geo.Fixed) bool {
			return geo.Distance(p.Point(), to.place.Point()) > l.tolerance
		})
	}
	for _, pair := range pairs {
		from, to := at(pair.from), at(pair.to)
		if len(from.vertices) > len(to.vertices) {
			from, to = to, from
		}
		if !reach(from, to) {
			from, to = to, from
		}
		if from == to || !differ(from.areas, to.areas) || !reach(from, to) {
			continue
		}
		to.vertices = append(to.vertices, from.vertices...)
		to.areas = slices.Concat(to.areas, from.areas)
		slices.Sort(to.areas)
		to.areas = slices.Compact(to.areas)
		for _, p := range from.vertices {
			of[p] = to
		}
	}
	var moves []move
	for _, p := range l.vertices {
		if m := of[p]; m != nil && m.place != p {
			moves = append(moves, move{p, m.place, geo.Distance(p.Point(), m.place.Point())})
		}
	}
	return moves
}

// near calls visit with the vertices or loose edges of a tree within the tolerance of
// p, or slightly farther.
func (l *loose) near(ctx context.Context, tree *spatial.Tree, p geo.Fixed, visit func(i int)) (err error) {
	box := geo.BoundsOf(p.Point()).Pad(l.tolerance).Fixed()
	tree.Search(box, func(item uint32) bool {
		visit(int(item))
		l.seen++
		switch {
		case l.seen > maxLooks*(len(l.edges)+1000):
			err = fmt.Errorf("vertices are near others, or edges, more than %d times: %w", l.seen, ErrTangled)
		case l.seen%(1<<16) == 0:
			err = ctx.Err()
		}
		return err == nil
	})
	return err
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

// bend is a vertex of a neighbour inserted into an edge.
type bend struct {
	edge     int
	area     uint32
	from, at geo.Fixed // the nearest point of the edge, and the vertex
	along    float64   // fraction of the edge
	metres   float64
}

// bends finds, for each vertex, the nearest edge of each other area that passes it.
func (l *loose) bends(ctx context.Context) ([]bend, error) {
	var out []bend
	tree := treeOf(l.edges)
	for _, p := range l.vertices {
		var nearest []bend // one of each area
		plane := geo.NewPlane(p.Point())
		err := l.near(ctx, &tree, p, func(i int) {
			e := l.edges[i]
			if p == e.a || p == e.b || slices.Contains(l.at[p], l.areas[i]) {
				return
			}
			a, b := e.a.Point(), e.b.Point()
			along, d2 := geo.Project(geo.XY{}, plane.XY(a), plane.XY(b))
			d := math.Sqrt(d2)
			if d > l.tolerance || along <= 0 || along >= 1 {
				return
			}
			found := bend{edge: l.number[i], area: l.areas[i], from: geo.Lerp(a, b, along).Fixed(), at: p, along: along, metres: d}
			k := slices.IndexFunc(nearest, func(b bend) bool { return b.area == found.area })
			switch {
			case k < 0:
				nearest = append(nearest, found)
			case d < nearest[k].metres || d == nearest[k].metres && found.edge < nearest[k].edge:
				nearest[k] = found
			}
		})
		if err != nil {
			return nil, err
		}
		out = append(out, nearest...)
	}
	slices.SortFunc(out, func(a, b bend) int {
		return cmp.Or(cmp.Compare(a.edge, b.edge), cmp.Compare(a.along, b.along), compare(a.at, b.at))
	})
	return out, nil
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
