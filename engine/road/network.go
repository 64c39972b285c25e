// SPDX-License-Identifier: MIT

package road

import (
	"fmt"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// network is a graph under construction, in plain arrays. encode.go turns it into the
// sections of a pack, which hold the same in less space.
type network struct {
	nodes        []geo.Fixed
	outOffsets   []uint32    // by node, and one more: where its edges start in out and arcs
	out          []EdgeID    // the edges that leave each node, ascending within a node
	arcs         []arcRecord // parallel to out
	links        []linkRecord
	shapeOffsets []uint32    // by link, and one more: where its points start in shape and cumulative
	shape        []geo.Fixed // both ends of each link included
	cumulative   []uint32    // centimetres from the link's start, parallel to shape
	ways         []wayRecord
	wayIDs       []int64 // parallel to ways
	turns        []turnRecord
	shadows      []LinkID      // the links that the last links copy, ascending
	extras       []extraRecord // by way
	timed        []timedRecord // by from and to
}

// linkRecord is a link under construction.
type linkRecord struct {
	From, To NodeID // in drawing direction
	Length   uint32 // centimetres; the last of its distances
	Way      uint32
	Forward  Access // along the drawing direction
	Backward Access // against it
	Class    Class
	Island   Access // travellers for whom it lies on an island; see markIslands
}

// arcRecord is an edge under construction, at the node that it leaves.
type arcRecord struct {
	Head   NodeID // node at which the edge ends
	Length uint32 // centimetres
	Access Access // permitted travellers
	Class  Class
	Flags  arcFlags
}

// wayRecord is a way under construction.
type wayRecord struct {
	Name, Ref   uint32 // in the string table
	Class       Class
	Flags       wayFlags
	Layer       int8
	MaxSpeedKMH uint8
}

// NumEdges returns the number of edges.
func (g *network) NumEdges() int { return 2 * len(g.links) }

// From returns the node at which e starts.
func (g *network) From(e EdgeID) NodeID {
	l := &g.links[e.Link()]
	if e.Backward() {
		return l.To
	}
	return l.From
}

// To returns the node at which e ends.
func (g *network) To(e EdgeID) NodeID { return g.From(e.Reverse()) }

// Access returns the permitted travellers of e, in its direction.
func (g *network) Access(e EdgeID) Access {
	l := &g.links[e.Link()]
	if e.Backward() {
		return l.Backward
	}
	return l.Forward
}

// Out returns the edges that leave the node, in ascending order.
func (g *network) Out(n NodeID) []EdgeID { return g.out[g.outOffsets[n]:g.outOffsets[n+1]] }

// WayID returns the OpenStreetMap id of the way of l.
func (g *network) WayID(l LinkID) int64 { return g.wayIDs[g.links[l].Way] }

// line returns the points of the link and their distances along it.
func (g *network) line(l LinkID) (shape []geo.Fixed, cumulative []uint32) {
	first, end := g.shapeOffsets[l], g.shapeOffsets[l+1]
	return g.shape[first:end], g.cumulative[first:end]
}

// stateOf returns the index of e in out and arcs.
func (g *network) stateOf(e EdgeID) state {
	from := g.From(e)
	for i := g.outOffsets[from]; i < g.outOffsets[from+1]; i++ {
		if g.out[i] == e {
			return state(i)
		}
	}
	panic(fmt.Errorf("edge %d is not listed at its start node: %w", e, pack.ErrCorrupt))
}

// firstShadow returns the id of the first shadow.
func (g *network) firstShadow() LinkID { return LinkID(len(g.links) - len(g.shadows)) }

// PlainEdge returns the edge on the ground in the direction of e.
func (g *network) PlainEdge(e EdgeID) EdgeID {
	if first := g.firstShadow(); e.Link() >= first {
		return EdgeID(g.shadows[e.Link()-first])<<1 | e&1
	}
	return e
}

// isBend reports whether a node joins two links only, although shadows make more of
// them.
func (g *network) isBend(n NodeID) bool {
	const two = 2
	out := g.Out(n)
	if len(g.shadows) == 0 || len(out) <= two {
		return false
	}
	shadows := len(slices.DeleteFunc(slices.Clone(out), func(e EdgeID) bool { return e.Link() < g.firstShadow() }))
	return len(out)-shadows <= two
}

// NoTrucks reports whether heavy goods vehicles are banned from e at all hours.
func (g *network) NoTrucks(e EdgeID) bool {
	return extraOf(g.extras, g.links[e.Link()].Way).noTrucks(e.Backward())
}
