package boundary

import (
	"cmp"
	"encoding/binary"
	"slices"

	"roadsnap/engine/geo"
)

// edge is a segment that outlines run along, each once however many do. It goes
// from the lesser of its ends in the order of compare.
type edge struct {
	a, b geo.Fixed
	set  uint32 // which parts' outlines run along it, a number in sets
}

// compare orders positions from west to east, and south to north on a meridian.
func compare(p, q geo.Fixed) int {
	return cmp.Or(cmp.Compare(p.Lon, q.Lon), cmp.Compare(p.Lat, q.Lat))
}

func compareEdges(e, f edge) int {
	return cmp.Or(compare(e.a, f.a), compare(e.b, f.b), cmp.Compare(e.set, f.set))
}

func newEdge(p, q geo.Fixed, set uint32) edge {
	if compare(p, q) > 0 {
		p, q = q, p
	}
	return edge{p, q, set}
}

func (e edge) box() geo.FixedBounds { return geo.FixedBoundsOf(e.a, e.b) }

// sets are sets of parts, each a number. There are few different ones, since all
// segments of a border have the same; the empty set is 0.
type sets struct {
	members [][]uint32 // ascending
	number  map[string]uint32
	sums    map[[2]uint32]uint32 // what toggle has found
	bare    []geo.Fixed          // vertices from which edges went that no part was left with
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

// toggle returns the set of what is in either of two sets but not in both: a
// part whose outline runs along a segment twice has no border there.
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

// unite sorts edges and makes one of those along the same segment. Edges that no
// part is left with, and those of no length, go.
func (s *sets) unite(edges []edge) []edge {
	slices.SortFunc(edges, compareEdges)
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
