// SPDX-License-Identifier: MIT

package road

import (
	"context"
	"fmt"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Extract writes a graph of the links whose shape keep accepts, with all that is known of
// them and of the turns between them. The same links have the same order. It checks ctx
// while it reads. The error is that of ctx, of Builder.Write, or wraps pack.ErrNoSection for
// a graph of an old format, whose means of travel are fewer.
func (g *Graph) Extract(ctx context.Context, keep func(shape []geo.Fixed) bool, w *pack.Writer) (Stats, error) {
	if g.Means() != Anyone {
		return Stats{}, fmt.Errorf("extract the roads of %q: %w", g.pack.Name(), pack.ErrNoSection)
	}
	x := extraction{g: g, b: NewBuilder(), kept: make([]bool, g.firstShadow()), nextNode: int64(g.NumNodes()) + 1}
	for l := range g.firstShadow() {
		if l%checkEvery == 0 && ctx.Err() != nil {
			return Stats{}, ctx.Err()
		}
		if shape := g.Shape(l); keep(shape) {
			x.kept[l] = true
			x.addLink(l, shape)
		}
	}
	for l := range g.firstShadow() {
		if l%checkEvery == 0 && ctx.Err() != nil {
			return Stats{}, ctx.Err()
		}
		if x.kept[l] {
			x.addTurns(l.Forward())
			x.addTurns(l.Backward())
		}
	}
	for l := g.firstShadow(); l < LinkID(g.NumLinks()); l++ {
		x.addBansAfter(l.Forward())
		x.addBansAfter(l.Backward())
	}
	x.addTimed()
	stats, err := x.b.Write(ctx, w)
	ids := slices.Clone(x.b.osmIDs)
	slices.Sort(ids)
	stats.Ways = len(slices.Compact(ids))
	return stats, err
}

// checkEvery is the number of links after which the context is checked.
const checkEvery = 1 << 14

// extraction builds a graph of some links of another one. Each link is a way of its own,
// whose id is the number of the link, so that a restriction names links without doubt. The
// builder then joins the links of a way again.
type extraction struct {
	g        *Graph
	b        *Builder
	kept     []bool // by link on the ground
	nextNode int64  // id of the next point between two nodes
}

// idOf returns the id of a link as a way.
func idOf(l LinkID) int64 { return int64(l) + 1 }

// nodeID returns the id of a node.
func nodeID(n NodeID) int64 { return int64(n) + 1 }

func (x *extraction) addLink(l LinkID, shape []geo.Fixed) {
	g := x.g
	spec := WaySpec{Way: g.Way(l), Points: shape, Forward: g.Access(l.Forward()), Backward: g.Access(l.Backward())}
	spec.Extra, _ = g.Extra(l)
	if crossing, known := g.Crossing(l); known { // the share of this link
		spec.Duration = max(crossing.Round(time.Second), time.Second)
	}
	spec.Nodes = make([]int64, len(shape))
	for i := range shape {
		spec.Nodes[i] = x.nextNode + int64(i)
	}
	x.nextNode += int64(len(shape))
	spec.Nodes[0], spec.Nodes[len(shape)-1] = nodeID(g.From(l.Forward())), nodeID(g.To(l.Forward()))
	before := len(x.b.ways)
	osm := spec.ID
	spec.ID = idOf(l)
	x.b.AddWay(spec)
	if len(x.b.ways) > before {
		x.b.osmIDs = append(x.b.osmIDs, osm)
	}
}

// addTurns adds the barrier and the banned turns after an edge on the ground.
func (x *extraction) addTurns(e EdgeID) {
	g := x.g
	if !g.BansTurns(e) {
		return
	}
	n := g.To(e)
	for _, to := range g.Out(n) {
		if g.IsShadow(to.Link()) || !x.kept[to.Link()] {
			continue
		}
		if g.Blocked(e, to) {
			x.b.AddBarrier(nodeID(n), g.BannedFor(e, to))
		}
		if banned := x.banned(e, to); banned != 0 {
			x.b.AddRestrictionFor(banned, idOf(e.Link()), nodeID(n), idOf(to.Link()), false)
		}
	}
}

// banned returns for whom the turn from one edge to another on the ground is banned, whatever
// the way to the first. Who is led to a shadow of the second is not among them.
func (x *extraction) banned(e, to EdgeID) Access {
	banned := x.g.BannedFor(e, to)
	first, end := x.g.Shadows(to.Link())
	for l := first; l < end; l++ {
		banned &^= x.open(e, EdgeID(l)<<1|to&1)
	}
	return banned
}

// open returns who may turn from one edge to the next.
func (x *extraction) open(e, to EdgeID) Access { return x.g.Access(to) &^ x.g.BannedFor(e, to) }

// addBansAfter adds the restrictions over ways that end at the edge of a shadow: the turns
// that are banned there and not on the ground. Where even turning back is, the restriction
// permits only the turns that are left.
func (x *extraction) addBansAfter(shadow EdgeID) {
	g := x.g
	ground := g.PlainEdge(shadow)
	if !x.kept[ground.Link()] {
		return
	}
	only := g.BannedFor(shadow, shadow.Reverse()) &^ g.BannedFor(ground, ground.Reverse())
	for _, to := range g.Out(g.To(shadow)) {
		if g.IsShadow(to.Link()) || !x.kept[to.Link()] || to == ground.Reverse() {
			continue
		}
		banned := x.banned(shadow, to) &^ x.banned(ground, to)
		if permitted := only & g.Access(to) &^ banned; permitted != 0 {
			x.addOver(permitted, []EdgeID{shadow}, to, true)
		}
		if banned &^= only; banned != 0 {
			x.addOver(banned, []EdgeID{shadow}, to, false)
		}
	}
}

// addOver adds a restriction for each way on which a path of shadows is reached from the
// ground.
func (x *extraction) addOver(travellers Access, path []EdgeID, to EdgeID, only bool) {
	g := x.g
	for _, out := range g.Out(g.From(path[0])) {
		e := out.Reverse()
		who := travellers & x.open(e, path[0])
		known := slices.ContainsFunc(path, func(p EdgeID) bool { return p.Link() == e.Link() })
		if who == 0 || known || !x.kept[g.Plain(e.Link())] || len(path) > maxViaLinks {
			continue
		}
		if g.IsShadow(e.Link()) {
			x.addOver(who, append([]EdgeID{e}, path...), to, only)
			continue
		}
		via := make([]int64, len(path))
		for i, p := range path {
			via[i] = idOf(g.Plain(p.Link()))
		}
		x.b.AddViaRestriction(who, idOf(e.Link()), via, idOf(to.Link()), only)
	}
}

// addTimed adds the turns that are banned at certain hours.
func (x *extraction) addTimed() {
	for _, t := range x.g.timed {
		if x.kept[t.From.Link()] && x.kept[t.To.Link()] {
			x.b.AddTimedRestriction(Access(t.Banned), idOf(t.From.Link()), nodeID(x.g.To(t.From)), idOf(t.To.Link()), x.g.strings.At(t.Hours))
		}
	}
}

// mergeWays makes one way of those with the same id and attributes. Ways with rarer attributes
// stay as they are, because some of these are of the whole way.
func (a *assembly) mergeWays() {
	type same struct {
		id     int64
		record wayRecord
	}
	g := &a.g
	merged, first, n := make([]uint32, len(g.ways)), map[same]uint32{}, uint32(0)
	for i, r := range g.ways {
		k, alone := same{g.wayIDs[i], r}, extraOf(g.extras, uint32(i)) != nil
		at, known := first[k]
		if alone || !known {
			at = n
			g.ways[n], g.wayIDs[n] = r, k.id
			n++
		}
		if !alone && !known {
			first[k] = at
		}
		merged[i] = at
	}
	g.ways, g.wayIDs = g.ways[:n], g.wayIDs[:n]
	for i := range g.links {
		g.links[i].Way = merged[g.links[i].Way]
	}
	for i := range g.extras {
		g.extras[i].Way = merged[g.extras[i].Way]
	}
}
