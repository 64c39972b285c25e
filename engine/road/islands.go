// SPDX-License-Identifier: MIT

package road

import "roadsnap/engine/internal/parallel"

// An island is a small part of the network of one means of travel that no road open to
// it joins to the rest, such as the paths of a park behind a gate, or a yard whose
// entrance is not mapped. No trip arrives there from outside, so the matcher also
// considers roads beyond an island.
const (
	// islandLength is the greatest total length of the links of an island
	// (centimetres): 5 km. Real islands with roads of their own have more.
	islandLength = 5000 * centimetresPerMetre
	// islandShare is the greatest length of an island relative to the largest part of
	// the network, so that a small map is not taken for an island.
	islandShare = 0.1
)

// modes holds the individual means of travel.
var modes = [...]Access{Car, Motorcycle, Bicycle, Foot, Truck, Bus}

// markIslands sets on each link the travellers for whom it lies on an island.
// Directions are ignored: a part that can only be left, or only be reached, is joined.
// A barrier joins nothing for the travellers that it stops; closed holds them by node.
func markIslands(links []linkRecord, nodes int, closed map[NodeID]Access) {
	apart := endsApart(links, nodes, closed)
	islands := make([][]uint32, len(modes))
	parallel.Each(len(modes), func(k int) { islands[k] = apart.islandsOf(modes[k], links) })
	for k, mode := range modes {
		for _, i := range islands[k] {
			links[i].Island |= mode
		}
	}
}

// islandsOf returns the links that lie on an island for a means of travel.
func (a *barred) islandsOf(mode Access, links []linkRecord) (islands []uint32) {
	// ends returns the nodes of a link, or places of its own where it ends at a
	// barrier.
	ends := func(i int) (from, to NodeID) {
		l := &links[i]
		from, to = l.From, l.To
		if len(a.marked) > 0 && a.marked.has(uint32(i)) {
			own := a.places[i]
			if a.closed[from]&mode != 0 {
				from = own
			}
			if a.closed[to]&mode != 0 {
				to = own + 1
			}
		}
		return from, to
	}
	parts := newParts(a.nodes + 2*len(a.places))
	parts.reset()
	for i := range links {
		if l := &links[i]; (l.Forward|l.Backward)&mode != 0 {
			parts.join(ends(i))
		}
	}
	lengths := make([]uint64, len(parts))
	var longest uint64
	for i := range links {
		if l := &links[i]; (l.Forward|l.Backward)&mode != 0 {
			from, _ := ends(i)
			root := parts.root(from)
			lengths[root] += uint64(l.Length)
			longest = max(longest, lengths[root])
		}
	}
	limit := uint64(min(islandLength, islandShare*float64(longest)))
	for i := range links {
		if l := &links[i]; (l.Forward|l.Backward)&mode != 0 {
			if from, _ := ends(i); lengths[parts.root(from)] < limit {
				islands = append(islands, uint32(i))
			}
		}
	}
	return islands
}

// barred has the links that end at barriers.
type barred struct {
	closed map[NodeID]Access
	nodes  int
	marked bitSet         // the links, none if empty
	places map[int]NodeID // the first of two places of each, after the nodes
}

// endsApart numbers two places, after the nodes, for each link that ends at a barrier.
func endsApart(links []linkRecord, nodes int, closed map[NodeID]Access) barred {
	a := barred{closed: closed, nodes: nodes}
	if len(closed) == 0 {
		return a
	}
	a.marked, a.places = newBitSet(len(links)), make(map[int]NodeID)
	at := newBitSet(nodes) // of barriers
	for n := range closed {
		at.set(uint32(n))
	}
	for i := range links {
		if l := &links[i]; (at.has(uint32(l.From)) || at.has(uint32(l.To))) && closed[l.From]|closed[l.To] != 0 {
			a.marked.set(uint32(i))
			a.places[i] = NodeID(nodes + 2*len(a.places))
		}
	}
	return a
}

// parts is a disjoint-set forest of nodes (Tarjan 1975): the parent of each node.
type parts []NodeID

func newParts(nodes int) parts { return make(parts, nodes) }

// reset makes every node a part of its own.
func (p parts) reset() {
	for i := range p {
		p[i] = NodeID(i)
	}
}

// root returns the representative of the part of n, with path halving.
func (p parts) root(n NodeID) NodeID {
	for p[n] != n {
		p[n] = p[p[n]]
		n = p[n]
	}
	return n
}

// join merges the parts of a and b. The lower node becomes the representative, so that
// the result does not depend on the order of the links.
func (p parts) join(a, b NodeID) {
	a, b = p.root(a), p.root(b)
	if a > b {
		a, b = b, a
	}
	p[b] = a
}

// Island returns the travellers for whom the link lies on an island: a small part of
// their network that nothing open to them joins to the rest.
func (g *Graph) Island(l LinkID) Access {
	g.links.Need(int(l))
	return g.links.Item(int(l)).Island
}
