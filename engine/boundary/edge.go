// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"encoding/binary"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/parallel"
)

// edge is a segment that outlines run along, stored once. Its ends are in the order
// of compare.
type edge struct {
	a, b geo.Fixed
	set  uint32 // number in sets of the parts whose outlines run along it
}

// compare orders positions from west to east, and from south to north on a meridian.
func compare(p, q geo.Fixed) int { return cmp.Compare(rankOf(p), rankOf(q)) }

// rankOf returns a number for a position, in the order of compare.
func rankOf(p geo.Fixed) uint64 {
	const sign = 1 << 31 // maps the range of int32 to uint32 in order
	return uint64(uint32(p.Lon)^sign)<<32 | uint64(uint32(p.Lat)^sign)
}

func compareEdges(e, f edge) int {
	if c := compare(e.a, f.a); c != 0 {
		return c
	}
	if c := compare(e.b, f.b); c != 0 {
		return c
	}
	return cmp.Compare(e.set, f.set)
}

func newEdge(p, q geo.Fixed, set uint32) edge {
	if compare(p, q) > 0 {
		p, q = q, p
	}
	return edge{p, q, set}
}

func (e edge) box() geo.FixedBounds { return geo.FixedBoundsOf(e.a, e.b) }

// sets numbers sets of parts. There are few different ones, because all edges of a
// border have the same set. The empty set is 0.
type sets struct {
	members [][]uint32 // ascending
	number  map[string]uint32
	sums    map[[2]uint32]uint32 // results of toggle
	bare    []geo.Fixed          // ends of the edges that unite dropped because their set was empty, and points of rings without length
}

func newSets() *sets {
	return &sets{members: [][]uint32{nil}, number: map[string]uint32{"": 0}, sums: make(map[[2]uint32]uint32)}
}

func (s *sets) of(members []uint32) uint32 {
	key := make([]byte, 0, 8)
	for _, m := range members {
		key = binary.LittleEndian.AppendUint32(key, m)
	}
	n, ok := s.number[string(key)]
	if !ok {
		n = uint32(len(s.members))
		s.number[string(key)] = n
		s.members = append(s.members, slices.Clone(members))
	}
	return n
}

// toggle returns the symmetric difference of two sets. A part whose outline runs
// along a segment twice has no border there.
func (s *sets) toggle(x, y uint32) uint32 {
	switch {
	case x == 0:
		return y
	case y == 0:
		return x
	}
	if n, ok := s.sums[[2]uint32{x, y}]; ok {
		return n
	}
	var sum []uint32
	a, b := s.members[x], s.members[y]
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			sum, a = append(sum, a[0]), a[1:]
		case a[0] > b[0]:
			sum, b = append(sum, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	n := s.of(append(append(sum, a...), b...))
	s.sums[[2]uint32{x, y}] = n
	return n
}

// unite sorts edges and merges those along the same segment. It drops edges whose set
// is empty, and edges without length.
func (s *sets) unite(edges []edge) []edge {
	parallel.Sort(edges, compareEdges)
	n := 0
	for i := 0; i < len(edges); {
		e := edges[i]
		for i++; i < len(edges) && edges[i].a == e.a && edges[i].b == e.b; i++ {
			e.set = s.toggle(e.set, edges[i].set)
		}
		switch {
		case e.a == e.b:
		case e.set == 0:
			s.bare = append(s.bare, e.a, e.b)
		default:
			edges[n] = e
			n++
		}
	}
	return edges[:n]
}
