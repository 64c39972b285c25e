// SPDX-License-Identifier: MIT

package road

import (
	"cmp"
	"context"
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
	"roadsnap/engine/internal/parallel"
	"roadsnap/engine/internal/spatial"
)

// assembly is a graph under construction.
type assembly struct {
	b        *Builder
	g        network
	linksCut int
	nodes    nodeIndex
	nodeOf   []NodeID // by rank in nodes
	barriers BarrierStats
	closed   map[NodeID]Access // the travellers that the barrier at a node stops
}

// assemble builds all arrays but the turns, the shadows and the index. It checks ctx between its steps.
func assemble(ctx context.Context, b *Builder) (*assembly, error) {
	a := &assembly{b: b}
	var s splitter
	var err error
	for _, step := range []func(){
		func() { a.nodes = indexNodes(&b.lines, b.refs) },
		func() { s, err = split(b, &a.nodes) },
		func() { a.linksCut = s.linksCut; a.numberNodes(&s) },
		func() { a.addLinks(&s); s = splitter{} },
		a.addAdjacency,
		a.placeBarriers,
		func() { markIslands(a.g.links, len(a.g.nodes), a.closed) },
	} {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if step(); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// numberNodes sets the positions of the nodes, numbers them along the Hilbert curve,
// and sets the nodes of the links.
func (a *assembly) numberNodes(s *splitter) {
	points := make([]geo.Fixed, a.nodes.rankNodes())
	placed := newBitSet(len(points))
	place := func(number NodeID, at geo.Fixed) NodeID {
		i := a.nodes.rank(uint32(number))
		if !placed.has(i) {
			placed.set(i)
			points[i] = at
		}
		return NodeID(i)
	}
	var line []geo.Fixed
	for i := range s.links {
		l := &s.links[i]
		line = appendPoints(line[:0], s.lines.At(l.at))
		l.from, l.to = place(l.from, line[0]), place(l.to, line[len(line)-1])
	}
	a.nodeOf = alongCurve(points)
	a.g.nodes = make([]geo.Fixed, len(points))
	for i, n := range a.nodeOf {
		a.g.nodes[n] = points[i]
	}
	for i := range s.links {
		l := &s.links[i]
		l.from, l.to = a.nodeOf[l.from], a.nodeOf[l.to]
	}
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
	parallel.Sort(order, func(a, b ranked) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return cmp.Compare(a.index, b.index)
	})
	ranks := make([]NodeID, len(points))
	for rank, r := range order {
		ranks[r.index] = NodeID(rank)
	}
	return ranks
}

// orderLinks returns the order of links by their nodes, the lower first, so that the links
// of a node and of its neighbours are close together.
func orderLinks(links []newLink, nodes int) []uint32 {
	ends := make([]uint32, nodes+1) // of the links of the nodes before
	for i := range links {
		ends[min(links[i].from, links[i].to)+1]++
	}
	for i := 1; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	order := make([]uint32, len(links))
	for i := range links {
		at := &ends[min(links[i].from, links[i].to)]
		order[*at] = uint32(i)
		*at++
	}
	first := uint32(0)
	for _, end := range ends[:nodes] {
		slices.SortFunc(order[first:end], func(a, b uint32) int {
			return cmp.Or(
				cmp.Compare(max(links[a].from, links[a].to), max(links[b].from, links[b].to)),
				cmp.Compare(a, b),
			)
		})
		first = end
	}
	return order
}

func (a *assembly) addLinks(s *splitter) {
	g := &a.g
	g.ways, g.wayIDs = a.b.ways, a.b.wayIDs
	points := 0
	for i := range s.links {
		r := chunk.NewReader(s.lines.At(s.links[i].at))
		points += int(r.Uint())
	}
	room := points + maxViaLinks*len(a.b.viaRestrictions) // for most shadows
	g.links = make([]linkRecord, 0, len(s.links)+len(a.b.viaRestrictions))
	g.shapeOffsets = make([]uint32, 1, cap(g.links)+1)
	g.shape = make([]geo.Fixed, 0, room)
	for _, i := range orderLinks(s.links, len(g.nodes)) {
		l := &s.links[i]
		first := len(g.shape)
		g.shape = appendPoints(g.shape, s.lines.At(l.at))
		// A node may have another position in another way.
		g.shape[first], g.shape[len(g.shape)-1] = g.nodes[l.from], g.nodes[l.to]
		g.shapeOffsets = append(g.shapeOffsets, uint32(len(g.shape)))
		access := a.b.access[l.way]
		g.links = append(g.links, linkRecord{
			From: l.from, To: l.to, Way: l.way,
			Forward: access.forward, Backward: access.backward, Class: g.ways[l.way].Class,
		})
	}
	g.cumulative = make([]uint32, len(g.shape), room)
	const step = 1 << 10 // links
	parallel.Each((len(g.links)+step-1)/step, func(k int) {
		for i := k * step; i < min((k+1)*step, len(g.links)); i++ {
			from, to := g.shapeOffsets[i], g.shapeOffsets[i+1]
			appendCumulative(g.cumulative[from:from:to], g.shape[from:to])
			g.links[i].Length = g.cumulative[to-1]
		}
	})
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
