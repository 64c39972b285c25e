// SPDX-License-Identifier: MIT

package road

import (
	"context"
	"fmt"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Verify checks every element for all that the methods rely on: ids in range, offsets
// that rise, shapes that begin and end at their nodes, consistent lengths, adjacency
// that lists each edge once, an index that covers every segment. It takes seconds for a
// country. The error wraps pack.ErrCorrupt and names the element, or is that of ctx.
//
// Verify does not check checksums; see pack.Pack.Verify.
func (g *Graph) Verify(ctx context.Context) error {
	checks := []func(context.Context) error{
		g.verifyWays, g.verifyLinks, g.verifyShapes, g.verifyShadows, g.verifyAdjacency, g.verifyTurns, g.verifyExtras, g.verifyTimed, g.verifyIndex,
	}
	for _, check := range checks {
		// Each check relies on those before it.
		if err := check(ctx); err != nil {
			return fmt.Errorf("verify %q: %w", g.name, err)
		}
	}
	return nil
}

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{pack.ErrCorrupt}, args...)...)
}

// each calls check for 0…n−1 until one fails or ctx is done.
func each(ctx context.Context, n int, check func(i int) error) error {
	const between = 1 << 14 // calls between checks of ctx
	for i := range n {
		if i%between == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if err := check(i); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (g *Graph) verifyWays(ctx context.Context) error {
	return each(ctx, len(g.ways), func(i int) error {
		w := &g.ways[i]
		switch {
		case !w.Class.Valid():
			return corrupt("way %d has class %d", i, w.Class)
		case w.Flags&^allWayFlags != 0:
			return corrupt("way %d has flags %#x", i, w.Flags)
		case int64(w.Name) >= int64(g.strings.Len()) || int64(w.Ref) >= int64(g.strings.Len()):
			return corrupt("way %d has strings %d and %d of %d", i, w.Name, w.Ref, g.strings.Len())
		case w.Flags&flagMaxSpeed == 0 && w.MaxSpeedKMH != 0:
			return corrupt("way %d has a speed limit, but is marked as having none", i)
		}
		return nil
	})
}

func (g *Graph) verifyLinks(ctx context.Context) error {
	return each(ctx, len(g.links), func(i int) error {
		l := &g.links[i]
		switch {
		case int64(l.From) >= int64(len(g.nodes)) || int64(l.To) >= int64(len(g.nodes)):
			return corrupt("link %d joins nodes %d and %d of %d", i, l.From, l.To, len(g.nodes))
		case l.From == l.To:
			return corrupt("link %d is a loop at node %d", i, l.From)
		case int64(l.Way) >= int64(len(g.ways)):
			return corrupt("link %d has way %d of %d", i, l.Way, len(g.ways))
		case l.Class != g.ways[l.Way].Class:
			return corrupt("link %d has class %d, its way %d", i, l.Class, g.ways[l.Way].Class)
		case (l.Forward|l.Backward)&^Anyone != 0 || l.Island&^(l.Forward|l.Backward) != 0:
			return corrupt("link %d has unknown bits", i)
		}
		return nil
	})
}

func (g *Graph) verifyShapes(ctx context.Context) error {
	bounds := geo.NoFixedBounds
	err := each(ctx, len(g.links), func(i int) error {
		first, end := int64(g.shapeOffsets[i]), int64(g.shapeOffsets[i+1])
		if end-first < 2 || end > int64(len(g.shape)) {
			return corrupt("link %d has points %d…%d of %d", i, first, end, len(g.shape))
		}
		for _, f := range g.shape[first:end] {
			if !f.Point().Valid() {
				return corrupt("link %d has a point at %v", i, f)
			}
			bounds = bounds.Extend(f)
		}
		return g.verifyShape(LinkID(i))
	})
	if err == nil && bounds.Bounds() != g.bounds {
		return corrupt("%s is %v, the points span %v", tagBounds, g.bounds, bounds.Bounds())
	}
	return err
}

// verifyShape checks one link whose range of points is valid.
func (g *Graph) verifyShape(id LinkID) error {
	l := &g.links[id]
	shape, cumulative := g.line(id)
	last := len(shape) - 1
	if shape[0] != g.nodes[l.From] || shape[last] != g.nodes[l.To] {
		return corrupt("link %d does not run from node %d to node %d", id, l.From, l.To)
	}
	if cumulative[0] != 0 || cumulative[last] != l.Length {
		return corrupt("link %d of %d cm runs from %d to %d", id, l.Length, cumulative[0], cumulative[last])
	}
	sum := distances{line: shape}
	for i, c := range cumulative {
		// The last bit of a sine differs between machines.
		if d := int64(sum.next()) - int64(c); d < -1 || d > 1 {
			return corrupt("point %d of link %d is %d cm along it by its coordinates, %d by %s", i, id, int64(c)+d, c, tagCumulative)
		}
		if i > 0 && c < cumulative[i-1] {
			return corrupt("point %d of link %d lies before the previous point", i, id)
		}
	}
	return nil
}

// verifyExtras checks the table of rarer attributes and the marks made of it.
func (g *Graph) verifyExtras(ctx context.Context) error {
	err := each(ctx, len(g.extras), func(i int) error {
		r := &g.extras[i]
		switch {
		case int64(r.Way) >= int64(len(g.ways)) || i > 0 && r.Way <= g.extras[i-1].Way:
			return corrupt("extra %d is of way %d of %d, or out of order", i, r.Way, len(g.ways))
		case int64(r.Hours) >= int64(g.strings.Len()):
			return corrupt("extra %d has string %d of %d", i, r.Hours, g.strings.Len())
		case r.Flags&^allExtraFlags != 0 || r.Reserved != 0:
			return corrupt("extra %d has flags %#x and %#x", i, r.Flags, r.Reserved)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return each(ctx, len(g.arcs), func(i int) error {
		if (g.arcs[i].Flags&arcNoTrucks != 0) != g.NoTrucks(g.out[i]) {
			return corrupt("whether edge %d is closed to trucks is wrong", g.out[i])
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
	return each(ctx, len(g.shadows), func(i int) error {
		id, base := first+LinkID(i), g.shadows[i]
		switch {
		case base >= first || i > 0 && base < g.shadows[i-1]:
			return corrupt("shadow %d copies link %d of %d, or is out of order", i, base, first)
		case !slices.Equal(g.Shape(id), g.Shape(base)):
			return corrupt("link %d does not lie on link %d, whose shadow it is", id, base)
		}
		l, b := &g.links[id], &g.links[base]
		if l.From != b.From || l.To != b.To || l.Way != b.Way || (l.Forward&^b.Forward|l.Backward&^b.Backward|l.Island&^b.Island) != 0 {
			return corrupt("link %d is %+v, but the link that it copies is %+v", id, *l, *b)
		}
		return nil
	})
}

func (g *Graph) verifyAdjacency(ctx context.Context) error {
	// The edges of a node are in ascending order and leave it, so none is listed twice.
	// There are as many entries as edges, so none is missing.
	return each(ctx, len(g.nodes), func(i int) error {
		first, end := int64(g.outOffsets[i]), int64(g.outOffsets[i+1])
		if first > end || end > int64(len(g.out)) {
			return corrupt("node %d has edges %d…%d of %d", i, first, end, len(g.out))
		}
		for at := first; at < end; at++ {
			if err := g.verifyArc(NodeID(i), state(at), at == first); err != nil {
				return err
			}
		}
		return nil
	})
}

func (g *Graph) verifyArc(n NodeID, at state, first bool) error {
	e, arc := g.out[at], g.arcs[at]
	switch {
	case int64(e) >= int64(g.NumEdges()):
		return corrupt("node %d has edge %d of %d", n, e, g.NumEdges())
	case g.From(e) != n:
		return corrupt("node %d has edge %d, which leaves node %d", n, e, g.From(e))
	case !first && e <= g.out[at-1]:
		return corrupt("node %d has edge %d after edge %d", n, e, g.out[at-1])
	case arc.Flags&^allArcFlags != 0:
		return corrupt("edge %d has flags %#x", e, arc.Flags)
	}
	l := &g.links[e.Link()]
	want := arcRecord{Head: g.To(e), Length: l.Length, Access: g.Access(e), Class: l.Class, Flags: arc.Flags}
	if arc != want {
		return corrupt("edge %d is %+v in %s, %+v in %s", e, arc, tagArcs, want, tagLinks)
	}
	return nil
}

func (g *Graph) verifyTurns(ctx context.Context) error {
	restricted := 0 // edges from which a turn is banned
	err := each(ctx, len(g.turns), func(i int) error {
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
		case g.arcs[g.stateOf(t.From)].Flags&arcTurns == 0:
			return corrupt("edge %d is not marked as having banned turns", t.From)
		}
		if i == 0 || g.turns[i-1].From != t.From {
			restricted++
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range g.arcs {
		if g.arcs[i].Flags&arcTurns != 0 {
			restricted--
		}
		if (g.arcs[i].Flags&arcBend != 0) != g.isBend(g.arcs[i].Head) {
			return corrupt("whether edge %d ends at a bend is wrong", g.out[i])
		}
	}
	if restricted != 0 {
		return corrupt("%d edges without banned turns are marked as having some", -restricted)
	}
	return nil
}

func (g *Graph) verifyIndex(ctx context.Context) error {
	if err := g.tree.Verify(); err != nil {
		return err
	}
	covered := make([]bool, len(g.shape)) // segments, by their first point
	segments := 0
	err := each(ctx, len(g.runs), func(i int) error {
		if g.leafItems[i] != uint32(i) {
			return corrupt("item %d of the index is at position %d", g.leafItems[i], i)
		}
		r := &g.runs[i]
		if err := g.verifyRun(i, r); err != nil {
			return err
		}
		for s := r.First; s < r.First+uint32(r.Segments); s++ {
			if covered[s] {
				return corrupt("run %d repeats segment %d", i, s)
			}
			covered[s] = true
		}
		segments += int(r.Segments)
		return nil
	})
	// A link of n points has n−1 segments.
	onGround := g.firstShadow()
	if want := int(g.shapeOffsets[onGround]) - int(onGround); err == nil && segments != want {
		return corrupt("the runs cover %d of %d segments", segments, want)
	}
	return err
}

func (g *Graph) verifyRun(i int, r *runRecord) error {
	if onGround := g.firstShadow(); r.Link >= onGround {
		return corrupt("run %d has link %d of %d", i, r.Link, onGround)
	}
	first, end := int64(r.First), int64(r.First)+int64(r.Segments)
	l := &g.links[r.Link]
	switch {
	case r.Segments == 0 || r.Segments > maxRunSegments:
		return corrupt("run %d has %d segments", i, r.Segments)
	case first < int64(g.shapeOffsets[r.Link]) || end >= int64(g.shapeOffsets[r.Link+1]):
		return corrupt("run %d has points outside link %d", i, r.Link)
	case r.Access != l.Forward|l.Backward || r.Reserved != 0:
		return corrupt("run %d has access %v, its link %v", i, r.Access, l.Forward|l.Backward)
	case g.leafBoxes[i] != geo.FixedBoundsOf(g.shape[first:end+1]...):
		return corrupt("run %d lies outside its box", i)
	}
	return nil
}
