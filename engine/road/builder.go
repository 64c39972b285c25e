// SPDX-License-Identifier: MIT

package road

import (
	"context"
	"fmt"
	"math"

	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
	"roadsnap/engine/pack"
)

// ErrTooLarge is returned for a graph with more points or links than 32 bits can
// number.
var ErrTooLarge = errclass.New(errclass.MapTooLarge, "too many roads for one graph")

// WaySpec is a way to be added to a Builder.
type WaySpec struct {
	Way
	Extra
	// Nodes are the OpenStreetMap ids of the way's nodes, in drawing direction. Ways
	// are joined where they share a node, whatever its coordinates.
	Nodes []int64
	// Points are the positions of the nodes, one for each. The first position of a node
	// is used if they differ.
	Points []geo.Fixed
	// Forward and Backward are the permitted travellers along the drawing direction and
	// against it.
	Forward, Backward Access
}

// Stats counts the input and the output of a Builder.
type Stats struct {
	Ways        int // in the graph
	WaysRefused int // with less than two different nodes or invalid parts; see AddWay
	Nodes       int
	Links       int
	Points      int     // of the shapes of all links, including their ends
	Length      float64 // metres, of all links
	LinksCut    int     // cut in two, because they ended where they began or spanned half the Earth

	// Shadows are copies of links for restrictions over ways. They are not among Links,
	// Points and Length.
	Shadows int

	Restrictions RestrictionStats
	Barriers     BarrierStats
}

// RestrictionStats counts turn restrictions by outcome, and the turns that they ban.
type RestrictionStats struct {
	Applied int
	// Unknown are those whose via node or one of whose ways is not in the graph, or
	// whose ways do not meet there in a permitted direction.
	Unknown   int
	Ambiguous int // a way continues beyond via, so either part of it may be meant
	ViaWay    int // of those applied, the ones that lead over ways
	Banned    int // turns, those of barriers and between shadows included
}

// BarrierStats counts barriers by outcome.
type BarrierStats struct {
	Applied int
	// Elsewhere are those on no road, or on none for the travellers that they stop.
	Elsewhere int
	// AtJunctions are those where more than two links meet that are open to all they
	// stop. It is not known which of them is closed, so they are left out.
	AtJunctions int
}

// Builder collects ways and turn restrictions and writes their graph. It cuts ways
// where they meet, and cuts links that would begin and end at the same node in the
// middle. It uses about 6 bytes per node reference, so that a country fits into memory.
type Builder struct {
	ways         []wayRecord
	wayIDs       []int64     // parallel to ways
	access       []twoWays   // parallel to ways
	lines        chunk.Bytes // of the ways, see appendWay
	refs         int         // nodes of all ways
	buffer       []byte
	names        pack.StringsBuilder
	restrictions []restriction
	timed        []timedRestriction
	barriers     []barrier
	extras       []extraRecord // by way
	refused      int
	mostLinks    int64 // no limit if 0

	viaRestrictions []viaRestriction
	// osmIDs are the ids of the ways to write, if those of the restrictions are others; by
	// way.
	osmIDs []int64
}

// twoWays has the permitted travellers along the drawing direction and against it.
type twoWays struct{ forward, backward Access }

// NewBuilder returns an empty builder.
func NewBuilder() *Builder { return &Builder{} }

// AddWay adds a way; it does not retain the slices. A node that repeats the previous
// one is dropped. A way is refused and counted in Stats if it has less than two nodes
// left, not one point for each node, an invalid point or an invalid class.
func (b *Builder) AddWay(w WaySpec) {
	if !w.valid() {
		b.refused++
		return
	}
	line, nodes := appendWay(b.buffer[:0], w.Nodes, w.Points)
	b.buffer = line
	if nodes < 2 {
		b.refused++
		return
	}
	b.lines.Add(line)
	b.refs += nodes
	record := wayRecord{
		Name: b.names.Add(w.Name), Ref: b.names.Add(w.Ref),
		Class: w.Class, Flags: w.flags(), Layer: w.Layer,
	}
	if w.HasMaxSpeed {
		record.MaxSpeedKMH = w.MaxSpeedKMH
	}
	if x, some := w.record(uint32(len(b.ways)), b.names.Add(w.TruckHours)); some {
		b.extras = append(b.extras, x)
	}
	b.ways = append(b.ways, record)
	b.wayIDs = append(b.wayIDs, w.ID)
	b.access = append(b.access, twoWays{w.Forward & Anyone, w.Backward & Anyone})
}

func (w *WaySpec) valid() bool {
	if len(w.Nodes) != len(w.Points) || !w.Class.Valid() {
		return false
	}
	for _, p := range w.Points {
		if !p.Point().Valid() {
			return false
		}
	}
	return true
}

// LimitMemory makes Write return an ErrTooLarge if the graph takes about more than that
// much memory while it is built (bytes). It is for ways from sources that are not trusted.
func (b *Builder) LimitMemory(bytes int64) { b.mostLinks = bytes / bytesPerLink }

// bytesPerLink is the memory of a link while a graph is built, with its points, edges and
// entries in the index, as measured on a country.
const bytesPerLink = 150

// Write cuts the ways into links, numbers nodes and links, resolves the restrictions,
// and writes the sections of the graph. The output depends only on the ways and their
// order. Write may be called once; it frees the data of the builder as it goes. It checks
// ctx between its steps. The error wraps ErrTooLarge, or is that of ctx or of the writer.
func (b *Builder) Write(ctx context.Context, w *pack.Writer) (Stats, error) {
	if uint64(b.refs) > math.MaxInt32 {
		return Stats{}, fmt.Errorf("build the roads: %w: %d node references", ErrTooLarge, b.refs)
	}
	a, err := assemble(ctx, b)
	if err != nil {
		return Stats{}, fmt.Errorf("build the roads: %w", err)
	}
	stats := Stats{
		Ways: len(a.g.ways), WaysRefused: b.refused, LinksCut: a.linksCut,
		Nodes: len(a.g.nodes), Links: len(a.g.links), Points: len(a.g.shape),
	}
	for _, l := range a.g.links {
		stats.Length += metres(l.Length)
	}
	stats.Restrictions = a.applyRestrictions()
	a.applyTimedRestrictions()
	stats.Barriers = a.barriers
	stats.Shadows = len(a.g.shadows)
	a.addExtras()
	if len(b.osmIDs) > 0 {
		copy(a.g.wayIDs, b.osmIDs)
		a.mergeWays()
	}
	if err := ctx.Err(); err != nil {
		return Stats{}, fmt.Errorf("build the roads: %w", err)
	}
	if err := a.write(w, b.names.Strings()); err != nil {
		return Stats{}, fmt.Errorf("write the roads: %w", err)
	}
	return stats, nil
}
