// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"math"

	"roadsnap/engine/geo"
)

// gone marks a removed vertex.
const gone = math.MaxUint32

// thinning removes vertices from arcs, in the order of the error of removing them,
// while errors are within a limit and nothing changes sides.
//
// Removing vertex b between a and c replaces a–b–c by a–c. It is allowed if no other
// remaining vertex lies in the closed triangle abc, and a–c is not drawn already.
// Then no line crosses or touches another afterwards, and everything stays on its
// side of the border. Proof: a segment that met a–c would have to leave the triangle
// again, because it has no end in it. It cannot leave through a–b or b–c, because it
// did not meet them before. A straight line does not meet a–c twice unless it runs
// along it. In that case it has an end on a–c, or is a–c, or goes on through c and
// there touched b–c. The border, moved from a–b–c to a–c, passes only over the
// triangle, which is empty.
//
// The error is the distance between a–c and the farthest of the original vertices
// between a and c. Because the points near a segment are a convex set, the whole line
// through these vertices is as near. The other direction follows: the nearest point
// of the segment moves continuously along the line, from a to c. Every point of the
// segment is therefore nearest to some point of the line, and no farther from it than
// the error.
type thinning struct {
	arcs     *arcs
	group    []uint32 // of each area
	ring     []bool   // whether an arc is closed and has no node
	vertices []vertex
	grid     *vertexGrid
	heap     errorHeap
	limit2   float32                   // m²
	reach    float64                   // the largest limit (metres)
	waiting  map[uint32][]uint32       // vertices blocked by a vertex in their triangle, by that vertex
	drawn    map[[2]geo.Fixed]struct{} // pairs of nodes between which an arc is a single segment
	stands   [][]witness               // dropped islands that each arc represents, in addition to its own vertices
	removed  int64
}

// A vertex is the state of one vertex. It is one struct for locality, because
// vertices are visited in random order.
type vertex struct {
	prev, next uint32  // neighbours along the arc; an end of an arc is its own neighbour
	arc        uint32  // that it is on
	err2       float32 // the square of the error of removing it (m²)
}

// newThinning returns arcs with all their vertices. No limit may exceed reach.
func newThinning(a *arcs, groupOf []uint32, reach float64) *thinning {
	n := len(a.points)
	t := &thinning{
		arcs: a, group: groupOf, reach: reach, limit2: -1,
		ring: make([]bool, a.len()), vertices: make([]vertex, n),
		waiting: map[uint32][]uint32{}, drawn: map[[2]geo.Fixed]struct{}{},
		stands: make([][]witness, a.len()),
	}
	ends := map[geo.Fixed]int{}
	for i := range a.len() {
		line := a.line(i)
		ends[line[0]]++
		ends[line[len(line)-1]]++
	}
	for i := range a.len() {
		first, last := a.start[i], a.start[i+1]-1
		for v := first; v <= last; v++ {
			t.vertices[v] = vertex{arc: uint32(i), prev: v - 1, next: v + 1}
		}
		t.ring[i] = a.points[first] == a.points[last] && ends[a.points[first]] == 2
		if t.ring[i] {
			// Any vertex of a ring may be removed, so that its first vertex is not
			// special.
			t.vertices[last].prev, t.vertices[last].next = gone, gone
			t.vertices[first].prev, t.vertices[last-1].next = last-1, first
		} else {
			t.vertices[first].prev, t.vertices[last].next = first, last
			if first+1 == last {
				t.drawn[t.pair(first, last)] = struct{}{}
			}
		}
	}
	for v := range a.points {
		if t.vertices[v].next != gone {
			t.vertices[v].err2 = t.errorOf(uint32(v))
		}
	}
	t.grid = newVertexGrid(a.points, func(v uint32) bool { return t.vertices[v].next != gone })
	return t
}

// pair returns the positions of two vertices in an order that does not depend on the
// direction of the segment.
func (t *thinning) pair(a, b uint32) [2]geo.Fixed {
	p, q := t.arcs.points[a], t.arcs.points[b]
	if q.Lat < p.Lat || q.Lat == p.Lat && q.Lon < p.Lon {
		p, q = q, p
	}
	return [2]geo.Fixed{p, q}
}

// end reports whether v is an end of an arc that is no ring. Ends are never removed.
func (t *thinning) end(v uint32) bool { return t.vertices[v].prev == v || t.vertices[v].next == v }

// errorOf returns the square of the error of removing v (m²). It is infinite beyond
// reach and for vertices that must stay.
func (t *thinning) errorOf(v uint32) float32 {
	if t.end(v) {
		return float32(math.Inf(1))
	}
	a, c := t.vertices[v].prev, t.vertices[v].next
	points := t.arcs.points
	line := scaleFor(points[a].Lat, points[c].Lat, t.reach).chord(points[a], points[c])
	worst, most := 0.0, t.reach*t.reach
	farthest := func(points []geo.Fixed) {
		for _, p := range points {
			if worst = max(worst, line.distance2(p)); worst > most {
				return
			}
		}
	}
	if a < c {
		farthest(points[a+1 : c])
	} else { // past the beginning of a ring
		arc := t.vertices[v].arc
		farthest(points[a+1 : t.arcs.start[arc+1]])
		farthest(points[t.arcs.start[arc]:c])
	}
	for _, w := range t.stands[t.vertices[v].arc] {
		if a < c && a <= w.at && w.at < c || a >= c && (a <= w.at || w.at < c) {
			worst = max(worst, line.boxDistance2(w.box))
		}
	}
	if worst > most {
		return float32(math.Inf(1))
	}
	return float32(worst)
}

// thin removes all vertices that it can with errors of at most limit (metres). limit
// must not decrease from call to call. thin calls tick from time to time.
func (t *thinning) thin(ctx context.Context, limit float64, tick func()) error {
	done := t.limit2
	t.limit2 = float32(limit * limit)
	for v, is := range t.vertices {
		if done < is.err2 && is.err2 <= t.limit2 && is.next != gone {
			t.heap = append(t.heap, entry(is.err2, uint32(v)))
		}
	}
	t.heap.order()
	for turn := 0; len(t.heap) > 0; turn++ {
		if turn&0xffff == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			tick()
		}
		e := t.heap.pop()
		v := uint32(e)
		if t.vertices[v].next == gone || entryError(e) != t.vertices[v].err2 {
			continue // stale: the error has changed since the entry was pushed
		}
		t.try(v)
	}
	return nil
}

// try removes v unless that would change the topology.
func (t *thinning) try(v uint32) {
	a, c := t.vertices[v].prev, t.vertices[v].next
	points := t.arcs.points
	single := t.end(a) && t.end(c)
	switch {
	case points[a] == points[c], points[t.vertices[a].prev] == points[c], points[t.vertices[c].next] == points[a]:
		return // the rest of a ring, or of an arc back to its node, is a triangle
	case single:
		if _, ok := t.drawn[t.pair(a, c)]; ok {
			return // another arc between the same nodes
		}
	}
	if other, ok := t.grid.inTriangle(a, v, c); ok {
		if !t.end(other) {
			t.waiting[other] = append(t.waiting[other], v)
		}
		return
	}
	if single {
		t.drawn[t.pair(a, c)] = struct{}{}
	}
	t.vertices[a].next, t.vertices[c].prev = c, a
	t.take(v)
	t.renew(a)
	t.renew(c)
}

// take removes v from everything but its line, and offers the vertices that it
// blocked.
func (t *thinning) take(v uint32) {
	t.vertices[v].next = gone
	t.grid.remove(v)
	t.removed++
	for _, other := range t.waiting[v] {
		t.offer(other)
	}
	delete(t.waiting, v)
}

// renew recomputes the error of removing v.
func (t *thinning) renew(v uint32) {
	t.vertices[v].err2 = t.errorOf(v)
	t.offer(v)
}

// offer pushes v onto the heap if its error is within the current limit.
func (t *thinning) offer(v uint32) {
	if e := t.vertices[v].err2; e <= t.limit2 && t.vertices[v].next != gone {
		t.heap.push(entry(e, v))
	}
}

// lines returns the remaining vertices.
func (t *thinning) lines() lines {
	a := t.arcs
	l := lines{start: make([]uint32, 1, len(a.start))}
	left := 0
	for _, v := range t.vertices {
		if v.next != gone {
			left++
		}
	}
	l.points = make([]geo.Fixed, 0, left+len(t.ring))
	for i := range a.len() {
		first := len(l.points)
		for v := a.start[i]; v < a.start[i+1]; v++ {
			if t.vertices[v].next != gone {
				l.points = append(l.points, a.points[v])
			}
		}
		if t.ring[i] && len(l.points) > first {
			l.points = append(l.points, l.points[first])
		}
		l.start = append(l.start, uint32(len(l.points)))
	}
	return l
}
