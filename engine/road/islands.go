package road

// An island is a small part of the network of one kind of traveller that no road
// open to it joins to the rest: the paths of a park behind a gate, a yard whose
// entrance is not mapped. Nobody comes there from outside, so that whoever looks
// for the road of a trip should look beyond an island, too.
const (
	// islandLength is the longest that an island's links are together, in
	// centimetres: 5 km. Real islands with roads of their own have more.
	islandLength = 5000 * centimetresPerMetre
	// islandShare is the most of the largest part of the network that an
	// island may have, so that a small map is not taken for one.
	islandShare = 0.1
)

// modes are the kinds of traveller one by one.
var modes = [...]Access{Car, Motorcycle, Bicycle, Foot}

// markIslands notes on each link for whom it lies on an island. Directions do
// not count: a part that can only be left, or only be reached, is joined.
func markIslands(links []linkRecord, nodes int) {
	parts := newParts(nodes)
	for _, mode := range modes {
		parts.reset()
		for i := range links {
			if l := &links[i]; (l.Forward|l.Backward)&mode != 0 {
				parts.join(l.From, l.To)
			}
		}
		lengths := make([]uint64, nodes)
		var longest uint64
		for i := range links {
			if l := &links[i]; (l.Forward|l.Backward)&mode != 0 {
				root := parts.root(l.From)
				lengths[root] += uint64(l.Length)
				longest = max(longest, lengths[root])
			}
		}
		limit := uint64(min(islandLength, islandShare*float64(longest)))
		for i := range links {
			l := &links[i]
			if (l.Forward|l.Backward)&mode != 0 && lengths[parts.root(l.From)] < limit {
				l.Island |= mode
			}
		}
	}
}

// parts keeps which nodes are joined: a forest whose trees are the parts (Tarjan
// 1975), each node with its parent.
type parts []NodeID

func newParts(nodes int) parts { return make(parts, nodes) }

// reset makes every node a part of its own.
func (p parts) reset() {
	for i := range p {
		p[i] = NodeID(i)
	}
}

// root returns the node that stands for the part of n, and shortens the way to
// it for the next time.
func (p parts) root(n NodeID) NodeID {
	for p[n] != n {
		p[n] = p[p[n]]
		n = p[n]
	}
	return n
}

// join makes the parts of a and b one. The lower node stands for it, so that the
// result does not depend on the order of the links.
func (p parts) join(a, b NodeID) {
	a, b = p.root(a), p.root(b)
	if a > b {
		a, b = b, a
	}
	p[b] = a
}

// Island returns for whom the link lies on an island: a small part of their
// network that nothing open to them joins to the rest.
func (g *Graph) Island(l LinkID) Access { return g.links[l].Island }
