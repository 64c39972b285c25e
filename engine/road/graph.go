// SPDX-License-Identifier: MIT

package road

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
	"roadsnap/engine/pack"
)

// NodeID numbers the nodes of a graph from 0, along a Hilbert curve.
type NodeID uint32

// LinkID numbers the links of a graph from 0, near ones close together.
type LinkID uint32

// EdgeID identifies a link in one direction of travel: twice the link's id, plus one if
// against the direction in which the way was drawn.
type EdgeID uint32

// Link returns the link that e travels.
func (e EdgeID) Link() LinkID { return LinkID(e >> 1) }

// Backward reports whether e runs against the drawing direction of its way.
func (e EdgeID) Backward() bool { return e&1 != 0 }

// Reverse returns the same link in the other direction.
func (e EdgeID) Reverse() EdgeID { return e ^ 1 }

// Forward returns the edge along the drawing direction of l.
func (l LinkID) Forward() EdgeID { return EdgeID(l) << 1 }

// Backward returns the edge against the drawing direction of l.
func (l LinkID) Backward() EdgeID { return EdgeID(l)<<1 | 1 }

// Graph is a directed road graph over the sections of a pack. Its methods panic for an id
// that is not in the graph. Ids returned by the graph itself are valid if the pack passes
// Verify. Where the pack is damaged they panic with the error that pack.Pack.Guard
// returns.
type Graph struct {
	pack        *pack.Pack
	bounds      geo.Bounds
	nodes       pack.Array[geo.Fixed]
	outOffsets  pack.Array[uint32]
	arcs        pack.Array[packedArc]
	links       pack.Array[packedLink]
	groups      pack.Array[packedGroup]
	groupOfLink pack.Array[uint32]
	points      pack.Array[uint16]
	ways        pack.Array[packedWay]
	wayIDs      pack.Array[int64]
	strings     pack.Strings
	turns       []turnRecord
	shadows     []LinkID      // the links that the last links copy, ascending
	means       Access        // the means of travel that the import knew
	extras      []extraRecord // by way
	timed       []timedRecord // by from and to
	tree        spatial.Tree  // over the boxes of the groups
	short       uint32        // number of links shorter than shortLink
}

// checkSizes compares the sizes of the sections, in constant time.
func (g *Graph) checkSizes(boxes, means, short int) error {
	nodes, links := g.nodes.Len(), g.links.Len()
	switch {
	case boxes != 1 || means != 1 || short != 1:
		return corrupt("%s, %s and %s have %d, %d and %d entries, not 1", tagBounds, tagMeans, tagShort, boxes, means, short)
	case nodes > maxLinks || links > maxLinks:
		return corrupt("%d nodes and %d links exceed the range of ids", nodes, links)
	case g.outOffsets.Len() != nodes+1:
		return corrupt("%s has %d entries for %d nodes", tagOutOffsets, g.outOffsets.Len(), nodes)
	case g.arcs.Len() != 2*links:
		return corrupt("%s has %d entries for %d links", tagArcs, g.arcs.Len(), links)
	case len(g.shadows) > links:
		return corrupt("%s has %d entries for %d links", tagShadows, len(g.shadows), links)
	case g.groupOfLink.Len() != (int(g.firstShadow())+sampleLinks-1)/sampleLinks:
		return corrupt("%s has %d entries for %d links", tagGroupOfLink, g.groupOfLink.Len(), g.firstShadow())
	case g.wayIDs.Len() != g.ways.Len():
		return corrupt("%s has %d entries for %d ways", tagWayIDs, g.wayIDs.Len(), g.ways.Len())
	case g.tree.Len() != g.groups.Len():
		return corrupt("the index has %d items for %d groups", g.tree.Len(), g.groups.Len())
	case int(*g.outOffsets.At(nodes)) != g.arcs.Len() || *g.outOffsets.At(0) != 0:
		return corrupt("%s does not span %s", tagOutOffsets, tagArcs)
	}
	return nil
}

// maxLinks leaves room in 32 bits for two edges per link and one more state.
const maxLinks = 1<<31 - 1

// NumNodes returns the number of nodes; their ids are below it.
func (g *Graph) NumNodes() int { return g.nodes.Len() }

// NumLinks returns the number of links, shadows included; their ids are below it.
func (g *Graph) NumLinks() int { return g.links.Len() }

// NumEdges returns the number of edges, two per link; their ids are below it.
func (g *Graph) NumEdges() int { return 2 * g.links.Len() }

// Bounds returns the bounding box of all roads, which is empty if there are none.
func (g *Graph) Bounds() geo.Bounds { return g.bounds }

// NodePoint returns the position of n.
func (g *Graph) NodePoint(n NodeID) geo.Point { return g.nodes.At(int(n)).Point() }

// stateOf returns the state of e.
func (g *Graph) stateOf(e EdgeID) state {
	l := int(e.Link())
	g.links.Need(l)
	return state(g.links.Item(l).Arcs[e&1])
}

// arcOf returns the arc of e.
func (g *Graph) arcOf(e EdgeID) *packedArc {
	l := int(e.Link())
	g.links.Need(l)
	at := int(g.links.Item(l).Arcs[e&1])
	g.arcs.Need(at)
	return g.arcs.Item(at)
}

// outOf returns the range of the states that follow at a node.
func (g *Graph) outOf(n NodeID) (first, end int) {
	i := int(n)
	g.outOffsets.Need(i)
	g.outOffsets.Need(i + 1)
	return int(*g.outOffsets.Item(i)), int(*g.outOffsets.Item(i + 1))
}

// From returns the node at which e starts.
func (g *Graph) From(e EdgeID) NodeID { return g.To(e.Reverse()) }

// To returns the node at which e ends.
func (g *Graph) To(e EdgeID) NodeID { return g.arcOf(e).head() }

// Length returns the length of the link in metres: the sum of the great-circle
// lengths of its segments, to the centimetre.
func (g *Graph) Length(l LinkID) float64 { return metres(g.arcOf(l.Forward()).Length) }

// Out returns the edges that leave the node, regardless of access, in ascending order.
func (g *Graph) Out(n NodeID) []EdgeID { return g.AppendOut(nil, n) }

// AppendOut appends to dst the edges that Out returns.
func (g *Graph) AppendOut(dst []EdgeID, n NodeID) []EdgeID {
	first, end := g.outOf(n)
	for _, arc := range g.arcs.Range(first, end) {
		dst = append(dst, arc.Edge)
	}
	return dst
}

// Access returns the permitted travellers of e, in its direction.
func (g *Graph) Access(e EdgeID) Access {
	l := int(e.Link())
	g.links.Need(l)
	return g.links.Item(l).Access[e&1]
}
