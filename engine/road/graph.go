// SPDX-License-Identifier: MIT

package road

import (
	"sync"

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

// Graph is a directed road graph over the arrays of a pack. Its methods panic for an id
// that is not in the graph. Ids returned by the graph itself are valid if the pack
// passes Verify.
type Graph struct {
	name         string // of the pack, for errors
	bounds       geo.Bounds
	nodes        []geo.Fixed
	outOffsets   []uint32
	out          []EdgeID
	arcs         []arcRecord
	links        []linkRecord
	shapeOffsets []uint32
	shape        []geo.Fixed
	cumulative   []uint32
	ways         []wayRecord
	wayIDs       []int64
	strings      pack.Strings
	turns        []turnRecord
	shadows      []LinkID      // the links that the last links copy, ascending
	means        Access        // the means of travel that the import knew
	extras       []extraRecord // by way
	timed        []timedRecord // by from and to
	runs         []runRecord
	tree         spatial.Tree

	// The leaves of the tree, for Verify.
	leafBoxes []geo.FixedBounds
	leafItems []uint32

	countShort sync.Once
	short      int // see shortLinks
}

// checkSizes compares the sizes of the arrays, in constant time.
func (g *Graph) checkSizes(boxes int) error {
	links, points := len(g.links), len(g.shape)
	switch {
	case boxes != 1:
		return corrupt("%s has %d boxes, not 1", tagBounds, boxes)
	case len(g.nodes) > maxLinks || links > maxLinks:
		return corrupt("%d nodes and %d links exceed the range of ids", len(g.nodes), links)
	case len(g.outOffsets) != len(g.nodes)+1:
		return corrupt("%s has %d entries for %d nodes", tagOutOffsets, len(g.outOffsets), len(g.nodes))
	case len(g.out) != 2*links || len(g.arcs) != 2*links:
		return corrupt("%s and %s have %d and %d entries for %d links", tagOut, tagArcs, len(g.out), len(g.arcs), links)
	case len(g.shapeOffsets) != links+1:
		return corrupt("%s has %d entries for %d links", tagShapeOffsets, len(g.shapeOffsets), links)
	case len(g.cumulative) != points:
		return corrupt("%s has %d entries for %d points", tagCumulative, len(g.cumulative), points)
	case len(g.shadows) > links:
		return corrupt("%s has %d entries for %d links", tagShadows, len(g.shadows), links)
	case len(g.wayIDs) != len(g.ways):
		return corrupt("%s has %d entries for %d ways", tagWayIDs, len(g.wayIDs), len(g.ways))
	case g.tree.Len() != len(g.runs) || len(g.leafItems) != len(g.runs) || len(g.leafBoxes) < len(g.runs):
		return corrupt("the index has %d items for %d runs", g.tree.Len(), len(g.runs))
	case int(g.outOffsets[len(g.nodes)]) != len(g.out) || g.outOffsets[0] != 0:
		return corrupt("%s does not span %s", tagOutOffsets, tagOut)
	case int(g.shapeOffsets[links]) != points || g.shapeOffsets[0] != 0:
		return corrupt("%s does not span %s", tagShapeOffsets, tagShape)
	}
	return nil
}

// maxLinks leaves room in 32 bits for two edges per link and one more state.
const maxLinks = 1<<31 - 1

// NumNodes returns the number of nodes; their ids are below it.
func (g *Graph) NumNodes() int { return len(g.nodes) }

// NumLinks returns the number of links, shadows included; their ids are below it.
func (g *Graph) NumLinks() int { return len(g.links) }

// NumEdges returns the number of edges, two per link; their ids are below it.
func (g *Graph) NumEdges() int { return 2 * len(g.links) }

// Bounds returns the bounding box of all roads, which is empty if there are none.
func (g *Graph) Bounds() geo.Bounds { return g.bounds }

// NodePoint returns the position of n.
func (g *Graph) NodePoint(n NodeID) geo.Point { return g.nodes[n].Point() }

// From returns the node at which e starts.
func (g *Graph) From(e EdgeID) NodeID {
	l := &g.links[e.Link()]
	if e.Backward() {
		return l.To
	}
	return l.From
}

// To returns the node at which e ends.
func (g *Graph) To(e EdgeID) NodeID { return g.From(e.Reverse()) }

// Length returns the length of the link in metres: the sum of the great-circle
// lengths of its segments, to the centimetre.
func (g *Graph) Length(l LinkID) float64 { return metres(g.links[l].Length) }

// Out returns the edges that leave the node, regardless of access, in ascending order.
// It is a view of the pack and must not be modified.
func (g *Graph) Out(n NodeID) []EdgeID { return g.out[g.outOffsets[n]:g.outOffsets[n+1]] }

// Access returns the permitted travellers of e, in its direction.
func (g *Graph) Access(e EdgeID) Access {
	l := &g.links[e.Link()]
	if e.Backward() {
		return l.Backward
	}
	return l.Forward
}

// Shape returns the points of the link in drawing direction, both ends included, at
// least two. It is a view of the pack and must not be modified.
func (g *Graph) Shape(l LinkID) []geo.Fixed {
	return g.shape[g.shapeOffsets[l]:g.shapeOffsets[l+1]]
}
