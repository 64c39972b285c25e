// SPDX-License-Identifier: MIT

package road

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
	parts := newParts(nodes + 2*len(apart))
	for _, mode := range modes {
		// ends returns the nodes of a link, or places of its own where it ends at a
		// barrier.
		ends := func(i int) (from, to NodeID) {
			l := &links[i]
			from, to = l.From, l.To
			if own, found := apart[i]; found {
				if closed[from]&mode != 0 {
					from = own
				}
				if closed[to]&mode != 0 {
					to = own + 1
				}
			}
			return from, to
		}
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
			l := &links[i]
			if (l.Forward|l.Backward)&mode == 0 {
				continue
			}
			if from, _ := ends(i); lengths[parts.root(from)] < limit {
				l.Island |= mode
			}
		}
	}
}

// endsApart numbers two places, after the nodes, for each link that ends at a barrier.
// The key is its index.
func endsApart(links []linkRecord, nodes int, closed map[NodeID]Access) map[int]NodeID {
	apart := map[int]NodeID{}
	if len(closed) == 0 {
		return apart
	}
	for i := range links {
		if l := &links[i]; closed[l.From]|closed[l.To] != 0 {
			apart[i] = NodeID(nodes + 2*len(apart))
		}
	}
	return apart
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
func (g *Graph) Island(l LinkID) Access { return g.links.At(int(l)).Island }
