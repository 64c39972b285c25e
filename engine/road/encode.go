// SPDX-License-Identifier: MIT

package road

import (
	"errors"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
	"roadsnap/engine/pack"
)

// write adds all sections to the pack.
func (a *assembly) write(w *pack.Writer, names []string) error {
	g := &a.g
	// A Writer keeps its first error, and Commit returns it too.
	return errors.Join(
		pack.Write(w, tagBounds, []geo.FixedBounds{geo.FixedBoundsOf(g.shape...)}),
		pack.Write(w, tagNodes, g.nodes),
		pack.Write(w, tagOutOffsets, g.outOffsets),
		pack.WriteFunc(w, tagArcs, len(g.arcs), g.packedArc),
		pack.WriteFunc(w, tagLinks, len(g.links), g.packedLink),
		a.writeGroups(w),
		pack.Write(w, tagShort, []uint32{g.shortLinks()}),
		pack.WriteFunc(w, tagWays, len(g.ways), func(i int) packedWay { return g.ways[i].packed() }),
		pack.Write(w, tagWayIDs, g.wayIDs),
		pack.WriteStrings(w, tagStrings, tagStringData, names),
		pack.Write(w, tagTurns, g.turns),
		pack.Write(w, tagShadows, g.shadows),
		pack.Write(w, tagMeans, []Access{Anyone}),
		pack.Write(w, tagExtras, g.extras),
		a.writeTimed(w),
	)
}

// shortLinks returns how many links are shorter than shortLink.
func (g *network) shortLinks() (n uint32) {
	for i := range g.links {
		if g.links[i].Length < shortLink {
			n++
		}
	}
	return n
}

// packedArc returns the arc of a state in its form in the pack.
func (g *network) packedArc(i int) packedArc {
	arc, e := &g.arcs[i], g.out[i]
	shape, _ := g.line(e.Link())
	p := packedArc{
		Head: uint32(arc.Head), Length: arc.Length, Edge: e, Access: uint8(arc.Access),
		Road: roadTypeOf(arc.Class, g.ways[g.links[e.Link()].Way].band()),
	}
	p.Leaves, p.Arrives = courseAlong(shape, e.Backward())
	if arc.Flags&arcBend != 0 {
		p.Head |= bendBit
	}
	if arc.Flags&arcTurns != 0 {
		p.Access |= turnsBit
	}
	if arc.Flags&arcNoTrucks != 0 {
		p.Access |= noTrucksBit
	}
	return p
}

func (g *network) packedLink(i int) packedLink {
	id, l := LinkID(i), &g.links[i]
	return packedLink{
		Arcs: [2]uint32{uint32(g.stateOf(id.Forward())), uint32(g.stateOf(id.Backward()))}, Way: l.Way,
		Access: [2]Access{l.Forward, l.Backward}, Island: l.Island, Road: roadTypeOf(l.Class, g.ways[l.Way].band()),
	}
}

// writeGroups adds the groups of runs with their points and the index.
func (a *assembly) writeGroups(w *pack.Writer) error {
	b := groupBuilder{g: &a.g}
	return errors.Join(
		pack.WriteParts(w, tagPoints, b.build),
		pack.Write(w, tagGroups, b.groups),
		pack.Write(w, tagGroupOfLink, b.groupOfLink),
		spatial.Build(b.boxes).Write(w, tagTreeNodes, tagTreeItems),
	)
}
