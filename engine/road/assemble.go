// SPDX-License-Identifier: MIT

package road

import (
	"cmp"
	"context"
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
)

// assembly is a graph under construction.
type assembly struct {
	b        *Builder
	g        network
	linksCut int
	nodeIDs  []int64  // ids of the nodes in OpenStreetMap, ascending
	nodeOf   []NodeID // parallel to nodeIDs
	barriers BarrierStats
	closed   map[NodeID]Access // the travellers that the barrier at a node stops
}

// newLink is a span with its nodes.
type newLink struct {
	span
	from, to NodeID
}

// assemble builds all arrays but the turns, the shadows and the index. It checks ctx between its steps.
func assemble(ctx context.Context, b *Builder) (*assembly, error) {
	a := &assembly{b: b}
	var spans []span
	var links []newLink
	for _, step := range []func(){
		func() { spans, a.nodeIDs, a.linksCut = split(b) },
		func() { links = a.numberNodes(spans) },
		func() { orderLinks(links) },
		a.addWays,
		func() { a.addLinks(links) },
		a.addAdjacency,
		a.placeBarriers,
		func() { markIslands(a.g.links, len(a.g.nodes), a.closed) },
	} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		step()
	}
	return a, nil
}

// numberNodes sets the positions of the nodes, numbers them along the Hilbert curve,
// and returns the spans with their nodes.
func (a *assembly) numberNodes(spans []span) []newLink {
	links := make([]newLink, len(spans))
	points := make([]geo.Fixed, len(a.nodeIDs))
	placed := make([]bool, len(a.nodeIDs))
	place := func(at int32) NodeID {
		i, _ := slices.BinarySearch(a.nodeIDs, a.b.ids[at])
		if !placed[i] {
			points[i], placed[i] = a.b.points[at], true
		}
		return NodeID(i)
	}
	for i, s := range spans {
		links[i] = newLink{span: s, from: place(s.first), to: place(s.last)}
	}
	a.nodeOf = alongCurve(points)
	a.g.nodes = make([]geo.Fixed, len(points))
	for i, n := range a.nodeOf {
		a.g.nodes[n] = points[i]
	}
	for i := range links {
		links[i].from, links[i].to = a.nodeOf[links[i].from], a.nodeOf[links[i].to]
	}
	return links
}

// alongCurve returns the rank of each point along the Hilbert curve. Equal points keep
// their order.
func alongCurve(points []geo.Fixed) []NodeID {
	type ranked struct {
		key   uint64
		index uint32
	}
	order := make([]ranked, len(points))
	for i, p := range points {
		order[i] = ranked{spatial.Hilbert(p), uint32(i)}
	}
	slices.SortFunc(order, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.index, b.index))
	})
	ranks := make([]NodeID, len(points))
	for rank, r := range order {
		ranks[r.index] = NodeID(rank)
	}
	return ranks
}

// orderLinks sorts links by their nodes, the lower first, so that the links of a node
// and of its neighbours are close together.
func orderLinks(links []newLink) {
	slices.SortFunc(links, func(a, b newLink) int {
		return cmp.Or(
			cmp.Compare(min(a.from, a.to), min(b.from, b.to)),
			cmp.Compare(max(a.from, a.to), max(b.from, b.to)),
			cmp.Compare(a.first, b.first),
		)
	})
}

func (a *assembly) addWays() {
	g := &a.g
	g.ways = make([]wayRecord, len(a.b.ways))
	g.wayIDs = make([]int64, len(a.b.ways))
	for i := range a.b.ways {
		g.ways[i], g.wayIDs[i] = a.b.ways[i].record, a.b.ways[i].id
	}
}

func (a *assembly) addLinks(links []newLink) {
	g := &a.g
	points := 0
	for _, l := range links {
		points += int(l.last-l.first) + 1
	}
	g.links = make([]linkRecord, 0, len(links))
	g.shapeOffsets = make([]uint32, 1, len(links)+1)
	g.shape = make([]geo.Fixed, 0, points)
	g.cumulative = make([]uint32, 0, points)
	for _, l := range links {
		first := len(g.shape)
		g.shape = append(g.shape, a.b.points[l.first:l.last+1]...)
		// A node may have another position in another way.
		g.shape[first], g.shape[len(g.shape)-1] = g.nodes[l.from], g.nodes[l.to]
		g.cumulative = appendCumulative(g.cumulative, g.shape[first:])
		g.shapeOffsets = append(g.shapeOffsets, uint32(len(g.shape)))
		w := &a.b.ways[l.way]
		g.links = append(g.links, linkRecord{
			From: l.from, To: l.to, Way: l.way, Length: g.cumulative[len(g.cumulative)-1],
			Forward: w.forward, Backward: w.backward, Class: w.record.Class,
		})
	}
}

// appendCumulative appends the distance along the line of each of its points
// (centimetres).
func appendCumulative(dst []uint32, line []geo.Fixed) []uint32 {
	sum := distances{line: line}
	for range line {
		dst = append(dst, sum.next())
	}
	return dst
}

// distances computes the distances along a line point by point. It sums before it
// rounds, so that errors do not add up.
type distances struct {
	line   []geo.Fixed
	at     int
	metres float64
}

// next steps to the next point, at first to the first one, and returns its distance
// from the first (centimetres).
func (d *distances) next() uint32 {
	if d.at > 0 {
		d.metres += geo.Distance(d.line[d.at-1].Point(), d.line[d.at].Point())
	}
	d.at++
	return uint32(math.Round(d.metres * centimetresPerMetre))
}

// addAdjacency lists the edges by the node that they leave, in ascending order.
func (a *assembly) addAdjacency() {
	g := &a.g
	g.outOffsets = make([]uint32, len(g.nodes)+1)
	for _, l := range g.links {
		g.outOffsets[l.From+1]++
		g.outOffsets[l.To+1]++
	}
	for i := 1; i < len(g.outOffsets); i++ {
		g.outOffsets[i] += g.outOffsets[i-1]
	}
	next := slices.Clone(g.outOffsets)
	g.out = make([]EdgeID, g.NumEdges())
	g.arcs = make([]arcRecord, g.NumEdges())
	for i := range EdgeID(g.NumEdges()) {
		l := &g.links[i.Link()]
		at := &next[g.From(i)]
		g.out[*at] = i
		g.arcs[*at] = arcRecord{Head: g.To(i), Length: l.Length, Access: g.Access(i), Class: l.Class}
		*at++
	}
}
