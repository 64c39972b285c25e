// SPDX-License-Identifier: MIT

package road

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Verify checks every element for all that the methods rely on: ids in range, offsets
// that rise, shapes that begin and end at their nodes, consistent lengths, adjacency
// that lists each edge once, an index that covers every segment. It uses all processors,
// and takes seconds for a country. The error wraps pack.ErrCorrupt and names the element, or is that of ctx.
//
// Verify does not check checksums; see pack.Pack.Verify.
func (g *Graph) Verify(ctx context.Context) error {
	checks := []func(context.Context) error{
		g.verifyWays, g.verifyLinks, g.verifyAdjacency, g.verifyGroups, g.verifyShapes, g.verifyShadows, g.verifyTurns, g.verifyExtras, g.verifyTimed,
	}
	for _, check := range checks {
		// Each check relies on those before it.
		if err := check(ctx); err != nil {
			return fmt.Errorf("verify %q: %w", g.pack.Name(), err)
		}
	}
	return nil
}

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{pack.ErrCorrupt}, args...)...)
}

func (g *Graph) verifyWays(ctx context.Context) error {
	return g.pack.Each(ctx, g.ways.Len(), func(i int) error {
		w := g.ways.At(i)
		f := w.Kind.flags()
		switch {
		case !w.Kind.class().Valid():
			return corrupt("way %d has class %d", i, w.Kind.class())
		case int64(w.Name) >= int64(g.strings.Len()) || int64(w.Ref) >= int64(g.strings.Len()):
			return corrupt("way %d has strings %d and %d of %d", i, w.Name, w.Ref, g.strings.Len())
		case f&flagMaxSpeed == 0 && (w.MaxSpeedKMH != 0 || f&flagZone != 0):
			return corrupt("way %d has a speed limit, but is marked as having none", i)
		}
		return nil
	})
}

// verifyLinks checks that each edge has one arc, and that the arcs of a link agree with
// each other and with its way. As there are as many arcs as edges, all arcs are checked.
func (g *Graph) verifyLinks(ctx context.Context) error {
	var short atomic.Uint32
	err := g.pack.Each(ctx, g.links.Len(), func(i int) error {
		l := g.links.At(i)
		if int64(l.Arcs[0]) >= int64(g.arcs.Len()) || int64(l.Arcs[1]) >= int64(g.arcs.Len()) || int64(l.Way) >= int64(g.ways.Len()) {
			return corrupt("link %d has arcs %d of %d, and way %d of %d", i, l.Arcs, g.arcs.Len(), l.Way, g.ways.Len())
		}
		forward, backward := g.arcs.At(int(l.Arcs[0])), g.arcs.At(int(l.Arcs[1]))
		to, from := forward.head(), backward.head()
		w := g.ways.At(int(l.Way))
		switch {
		case forward.Edge != LinkID(i).Forward() || backward.Edge != LinkID(i).Backward():
			return corrupt("link %d has the arcs of edges %d and %d", i, forward.Edge, backward.Edge)
		case int64(from) >= int64(g.nodes.Len()) || int64(to) >= int64(g.nodes.Len()) || from == to:
			return corrupt("link %d joins nodes %d and %d of %d", i, from, to, g.nodes.Len())
		case forward.Length != backward.Length:
			return corrupt("link %d is %d cm long one way, %d the other", i, forward.Length, backward.Length)
		case l.Road != w.roadType() || forward.Road != l.Road || backward.Road != l.Road:
			return corrupt("link %d is of type %d, its edges of %d and %d, its way of %d", i, l.Road, forward.Road, backward.Road, w.roadType())
		case l.Access != [2]Access{forward.access(), backward.access()}:
			return corrupt("link %d has access %v, its edges %v and %v", i, l.Access, forward.access(), backward.access())
		case l.Island&^(l.Access[0]|l.Access[1]) != 0:
			return corrupt("link %d is an island for others than may travel it", i)
		}
		if forward.Length < shortLink {
			short.Add(1)
		}
		return nil
	})
	if err == nil && short.Load() != g.short {
		return corrupt("%d links are short, %s says %d", short.Load(), tagShort, g.short)
	}
	return err
}

// verifyAdjacency checks that the edges of a node are in ascending order and leave it.
func (g *Graph) verifyAdjacency(ctx context.Context) error {
	return g.pack.Each(ctx, g.nodes.Len(), func(i int) error {
		first, end := g.outOf(NodeID(i))
		if first > end || end > g.arcs.Len() {
			return corrupt("node %d has arcs %d…%d of %d", i, first, end, g.arcs.Len())
		}
		out := g.arcs.Range(first, end)
		for k := range out {
			e := out[k].Edge
			switch {
			case g.stateOf(e) != state(first+k) || g.From(e) != NodeID(i):
				return corrupt("node %d has edge %d, which leaves node %d", i, e, g.From(e))
			case k > 0 && e <= out[k-1].Edge:
				return corrupt("node %d has edge %d after edge %d", i, e, out[k-1].Edge)
			}
		}
		return nil
	})
}

// isBend reports whether a node joins two links only, although shadows make more of
// them.
func (g *Graph) isBend(n NodeID) bool {
	const two = 2
	first, end := g.outOf(n)
	return len(g.shadows) > 0 && end-first > two && g.Degree(n) <= two
}

// verifyGroups packs the decoded runs of each group again, and compares. It checks that
// each run follows the one before it, and that the links on the ground are in order.
func (g *Graph) verifyGroups(ctx context.Context) error {
	if err := g.tree.Verify(); err != nil {
		return err
	}
	n, onGround := g.groups.Len(), g.firstShadow()
	if n == 0 {
		if onGround > 0 || g.points.Len() > 0 {
			return corrupt("%d links and %d points are in no group", onGround, g.points.Len())
		}
		return nil
	}
	boxes, bounds := g.tree.Boxes(), geo.NoFixedBounds
	for _, b := range boxes {
		bounds = bounds.Union(b)
	}
	if bounds.Bounds() != g.bounds {
		return corrupt("%s is %v, the points span %v", tagBounds, g.bounds, bounds.Bounds())
	}
	return g.pack.Each(ctx, n, func(i int) error {
		p := g.groups.At(i)
		if p.Count == 0 || p.Count > runsInGroup || i < n-1 && p.Count != runsInGroup {
			return corrupt("group %d has %d runs", i, p.Count)
		}
		var last run // the one before
		next := LinkID(0)
		if i > 0 {
			before := g.groups.At(i - 1)
			if !g.holds(before, runsInGroup-1) {
				return corrupt("group %d has data outside %s", i-1, tagPoints)
			}
			g.decode(&last, before, runsInGroup-1)
			next = before.link(runsInGroup-1) + 1
		}
		var decoded [runsInGroup]run
		var distances [runsInGroup][maxRunSegments + 1]uint32
		list := make([]newRun, 0, runsInGroup)
		for k := range int(p.Count) {
			if !g.holds(p, k) {
				return corrupt("group %d has data outside %s", i, tagPoints)
			}
			r := &decoded[k]
			g.decode(r, p, k)
			if err := g.verifyRun(p, k, r, &last, next); err != nil {
				return fmt.Errorf("run %d of group %d: %w", k, i, err)
			}
			link := p.link(k)
			last, next = *r, link+1
			access := g.Access(link.Forward()) | g.Access(link.Backward())
			distance := append(distances[k][:0], r.start)
			for s := range r.count - 1 {
				distance = append(distance, distance[s]+r.length(s))
			}
			list = append(list, newRun{link, access, r.first, r.points(), distance})
			if r.first == 0 && link%sampleLinks == 0 && *g.groupOfLink.At(int(link / sampleLinks)) != uint32(i) {
				return corrupt("link %d is in group %d, %s says %d", link, i, tagGroupOfLink, *g.groupOfLink.At(int(link / sampleLinks)))
			}
		}
		again, box, data := packGroup(list, nil)
		again.First = p.First
		end := int(p.First) + len(data)
		switch {
		case again != *p || boxes[i] != box:
			return corrupt("group %d is not that of its runs", i)
		case end > g.points.Len() || !slices.Equal(data, g.points.Range(int(p.First), end)):
			return corrupt("group %d does not have the data of its runs", i)
		case i == 0 && p.First != 0 || i < n-1 && g.groups.At(i+1).First != uint32(end):
			return corrupt("the data of group %d are not between those of others", i)
		case i == n-1 && (end != g.points.Len() || next != onGround):
			return corrupt("the last group ends at %d of %d numbers with link %d of %d", end, g.points.Len(), next, onGround)
		}
		return nil
	})
}

// holds reports whether the data of run k of a group are in the pack.
func (g *Graph) holds(p *packedGroup, k int) bool {
	return int64(p.First)+int64(p.Runs[k].start())+int64(p.dataSize(k)) <= int64(g.points.Len())
}

// verifyRun checks that run k of a group follows the one before. next is the first link
// that has not begun.
func (g *Graph) verifyRun(p *packedGroup, k int, r, before *run, next LinkID) error {
	segments, link := r.count-1, p.link(k)
	switch {
	case segments > maxRunSegments || p.segments(k) != segments:
		return corrupt("%d segments", p.segments(k))
	case link >= g.firstShadow():
		return corrupt("link %d of %d", link, g.firstShadow())
	case p.startsLink(k) && link != next:
		return corrupt("link %d begins after %d others", link, next)
	case p.startsLink(k):
		return nil
	case next == 0 || link != next-1 || before.count != maxRunSegments+1:
		return corrupt("it continues link %d after %d others have begun", link, next)
	}
	_, end := before.along(maxRunSegments - 1)
	if r.first != before.first+maxRunSegments || r.start != end || r.room[0] != before.last() {
		return corrupt("it does not begin where the run before ends")
	}
	return nil
}

// verifyShapes checks that the links run from node to node, and their lengths and
// headings.
func (g *Graph) verifyShapes(ctx context.Context) error {
	return g.pack.Each(ctx, int(g.firstShadow()), func(i int) error { return g.verifyShape(LinkID(i)) })
}

func (g *Graph) verifyShape(id LinkID) error {
	var points [usualPoints]geo.Fixed
	var along [usualPoints]uint32
	shape, cumulative := g.appendLine(points[:0], along[:0], id)
	forward, backward := g.arcOf(id.Forward()), g.arcOf(id.Backward())
	last := len(shape) - 1
	if shape[0] != *g.nodes.At(int(backward.head())) || shape[last] != *g.nodes.At(int(forward.head())) {
		return corrupt("link %d does not run from node %d to node %d", id, backward.head(), forward.head())
	}
	if cumulative[0] != 0 || cumulative[last] != forward.Length {
		return corrupt("link %d of %d cm runs from %d to %d", id, forward.Length, cumulative[0], cumulative[last])
	}
	sum := distances{line: shape}
	for i, c := range cumulative {
		if !shape[i].Point().Valid() {
			return corrupt("link %d has a point at %v", id, shape[i])
		}
		// The last bit of a sine differs between machines.
		if d := int64(sum.next()) - int64(c); d < -1 || d > 1 {
			return corrupt("point %d of link %d is %d cm along it by its coordinates, %d by %s", i, id, int64(c)+d, c, tagPoints)
		}
		if i > 0 && c < cumulative[i-1] {
			return corrupt("point %d of link %d lies before the previous point", i, id)
		}
	}
	leaves, arrives := courseAlong(shape, false)
	if apart(leaves, forward.Leaves) > 1 || apart(arrives, forward.Arrives) > 1 ||
		backward.Leaves != forward.Arrives+halfTurn || backward.Arrives != forward.Leaves+halfTurn {
		return corrupt("link %d runs from %d to %d, not from %d to %d, or back otherwise", id, leaves, arrives, forward.Leaves, forward.Arrives)
	}
	return nil
}

// apart returns the difference of two headings.
func apart(a, b heading) int {
	d := int(int8(a - b))
	return max(d, -d)
}

// verifyExtras checks the table of rarer attributes and the marks made of it.
func (g *Graph) verifyExtras(ctx context.Context) error {
	for i := range g.extras {
		r := &g.extras[i]
		switch {
		case int64(r.Way) >= int64(g.ways.Len()) || i > 0 && r.Way <= g.extras[i-1].Way:
			return corrupt("extra %d is of way %d of %d, or out of order", i, r.Way, g.ways.Len())
		case int64(r.Hours) >= int64(g.strings.Len()):
			return corrupt("extra %d has string %d of %d", i, r.Hours, g.strings.Len())
		case r.Flags&^allExtraFlags != 0 || r.Reserved != 0:
			return corrupt("extra %d has flags %#x and %#x", i, r.Flags, r.Reserved)
		}
	}
	return g.pack.Each(ctx, g.arcs.Len(), func(i int) error {
		if arc := g.arcs.At(i); (arc.Access&noTrucksBit != 0) != g.NoTrucks(arc.Edge) {
			return corrupt("whether edge %d is closed to trucks is wrong", arc.Edge)
		}
		return nil
	})
}

// verifyShadows compares the shadows with the links that they copy.
func (g *Graph) verifyShadows(ctx context.Context) error {
	if g.means&^Anyone != 0 || g.means == 0 {
		return corrupt("%s is %#x", tagMeans, uint8(g.means))
	}
	first := g.firstShadow()
	return g.pack.Each(ctx, len(g.shadows), func(i int) error {
		id, base := first+LinkID(i), g.shadows[i]
		if base >= first || i > 0 && base < g.shadows[i-1] {
			return corrupt("shadow %d copies link %d of %d, or is out of order", i, base, first)
		}
		if g.links.At(int(id)).Way != g.links.At(int(base)).Way || g.Island(id)&^g.Island(base) != 0 {
			return corrupt("link %d differs from link %d, whose shadow it is", id, base)
		}
		for _, d := range []EdgeID{0, 1} {
			a, b := g.arcOf(id.Forward()|d), g.arcOf(base.Forward()|d)
			if a.head() != b.head() || a.Length != b.Length || a.access()&^b.access() != 0 || a.Leaves != b.Leaves || a.Arrives != b.Arrives {
				return corrupt("edge %d is %+v, but the one that it copies is %+v", a.Edge, *a, *b)
			}
		}
		return nil
	})
}

func (g *Graph) verifyTurns(ctx context.Context) error {
	restricted := int64(0) // edges from which a turn is banned
	for i := range g.turns {
		t := &g.turns[i]
		edges := int64(g.NumEdges())
		switch {
		case int64(t.From) >= edges || int64(t.To) >= edges:
			return corrupt("turn %d joins edges %d and %d of %d", i, t.From, t.To, edges)
		case g.To(t.From) != g.From(t.To):
			return corrupt("turn %d joins edges %d and %d, which do not meet", i, t.From, t.To)
		case t.Banned == 0 || t.Banned&^Anyone != 0 || t.Flags&^allTurnFlags != 0 || t.Reserved != 0:
			return corrupt("turn %d is banned for %#x with flags %#x and %#x", i, uint8(t.Banned), t.Flags, t.Reserved)
		case i > 0 && compareTurns(g.turns[i-1], *t) >= 0:
			return corrupt("turn %d is out of order", i)
		case g.arcOf(t.From).Access&turnsBit == 0:
			return corrupt("edge %d is not marked as having banned turns", t.From)
		}
		if i == 0 || g.turns[i-1].From != t.From {
			restricted++
		}
	}
	var marked atomic.Int64
	err := g.pack.Each(ctx, g.arcs.Len(), func(i int) error {
		arc := g.arcs.At(i)
		if arc.Access&turnsBit != 0 {
			marked.Add(1)
		}
		if (arc.Head&bendBit != 0) != g.isBend(arc.head()) {
			return corrupt("whether edge %d ends at a bend is wrong", arc.Edge)
		}
		return nil
	})
	if err == nil && marked.Load() != restricted {
		return corrupt("%d edges are marked as having banned turns, not %d", marked.Load(), restricted)
	}
	return err
}
