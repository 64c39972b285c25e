// SPDX-License-Identifier: MIT

package road

import (
	"fmt"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
	"roadsnap/engine/pack"
)

// The sections of a pack that hold a road graph. N nodes, L links, W ways, G groups of
// runs.
const (
	tagBounds      pack.Tag = "RBOX" // 1 geo.FixedBounds round everything
	tagNodes       pack.Tag = "RNOD" // N geo.Fixed
	tagOutOffsets  pack.Tag = "RADJ" // N+1 uint32: where a node's edges start in RARC
	tagArcs        pack.Tag = "RARC" // 2L packedArc, by node
	tagLinks       pack.Tag = "RLNK" // L packedLink
	tagGroups      pack.Tag = "RGRP" // G packedGroup
	tagGroupOfLink pack.Tag = "RGLK" // a uint32 for every sampleLinks-th link: the group of its first run
	tagPoints      pack.Tag = "RGPT" // uint16: the points of the runs; see packedGroup
	tagTreeNodes   pack.Tag = "RGTN" // packed R-tree over the groups: boxes
	tagTreeItems   pack.Tag = "RGTI" // and items
	tagShort       pack.Tag = "RSHT" // 1 uint32: the number of links shorter than shortLink
	tagWays        pack.Tag = "RWAY" // W packedWay
	tagWayIDs      pack.Tag = "RWID" // W int64, parallel to RWAY
	tagStrings     pack.Tag = "RSTO" // string table of names and refs: offsets
	tagStringData  pack.Tag = "RSTD" // and bytes
	tagTurns       pack.Tag = "RTRN" // banned turns, sorted
	tagShadows     pack.Tag = "RSHD" // the links that the last links copy, ascending
	tagMeans       pack.Tag = "RMNS" // 1 Access: the means of travel that the import knew
	tagExtras      pack.Tag = "RWEX" // rarer attributes of ways, sorted
	tagTimed       pack.Tag = "RTIM" // turns banned at certain hours, sorted; optional
)

// packedLink is a link in the pack. Access and Road are copies, so that the most frequent
// queries read one record.
type packedLink struct {
	// Arcs are the indexes into RARC of its two edges, along the drawing direction and
	// against it.
	Arcs   [2]uint32
	Way    uint32    // index into RWAY
	Access [2]Access // of its two edges
	Island Access    // travellers for whom it lies on an island; see markIslands
	Road   roadType
}

// packedArc holds all attributes of an edge that a search reads, at the node that the
// edge leaves, so that a step of the search reads one cache line.
type packedArc struct {
	Head    uint32 // node at which the edge ends, and arcBend
	Length  uint32 // centimetres
	Edge    EdgeID
	Road    roadType
	Access  uint8   // permitted travellers, arcTurns and arcNoTrucks
	Leaves  heading // at the first node
	Arrives heading // at the last node
}

// Flags of an arc, in the bits of Head that no node needs, and those of Access that no
// traveller has.
const (
	// bendBit marks an edge that ends at a node which only joins two links on the ground,
	// although it has more edges because of shadows.
	bendBit uint32 = 1 << 31
	// turnsBit marks an edge from which at least one turn is banned. For all others, the
	// table of turns is not searched.
	turnsBit uint8 = 1 << 6
	// noTrucksBit marks an edge from which trucks are banned at all hours.
	noTrucksBit uint8 = 1 << 7
)

func (a *packedArc) head() NodeID   { return NodeID(a.Head &^ bendBit) }
func (a *packedArc) access() Access { return Access(a.Access) & Anyone }

type arcFlags uint16

// The same marks of an edge under construction.
const (
	arcTurns arcFlags = 1 << iota
	arcBend
	arcNoTrucks
)

// packedWay is a way in the pack; its id is in RWID.
type packedWay struct {
	Name, Ref   uint32 // in the string table
	Kind        wayKind
	Layer       int8
	MaxSpeedKMH uint8
}

// turnRecord bans a turn. The table is sorted by From, then To.
type turnRecord struct {
	From, To EdgeID
	Banned   Access // the banned travellers
	Flags    turnFlags
	Reserved uint16 // zero
}

type turnFlags uint8

const (
	// turnBarrier marks a turn that a barrier prevents.
	turnBarrier turnFlags = 1 << iota

	allTurnFlags = turnBarrier
)

// centimetresPerMetre is the unit of all lengths in the pack, the precision of the
// coordinates. A uint32 of centimetres spans the Earth.
const centimetresPerMetre = 100

func metres(centimetres uint32) float64 { return float64(centimetres) / centimetresPerMetre }

// Tags returns the sections of this package, for pack.Pack.RefuseUnknown.
func Tags() []pack.Tag {
	return []pack.Tag{
		tagBounds, tagNodes, tagOutOffsets, tagArcs, tagLinks,
		tagGroups, tagGroupOfLink, tagPoints, tagTreeNodes, tagTreeItems, tagShort, tagWays, tagWayIDs,
		tagStrings, tagStringData, tagTurns, tagShadows, tagMeans, tagExtras, tagTimed,
	}
}

// In reports whether the pack holds any section of a road graph.
func In(p *pack.Pack) bool { return slices.ContainsFunc(Tags(), p.Has) }

// Open returns the graph in the pack. It does not read the large sections, so its time
// hardly depends on the size of the map; their blocks are checked when they are used
// first, and Verify checks every element. The graph is valid until the pack is closed.
//
// The error wraps pack.ErrNoSection if the pack holds no roads, pack.ErrCorrupt if the
// sections are inconsistent.
func Open(p *pack.Pack) (*Graph, error) {
	r := reader{pack: p}
	var bounds []geo.FixedBounds
	var means []Access
	var short []uint32
	g := &Graph{pack: p}
	read(&r, tagBounds, &bounds)
	open(&r, tagNodes, &g.nodes)
	open(&r, tagOutOffsets, &g.outOffsets)
	open(&r, tagArcs, &g.arcs)
	open(&r, tagLinks, &g.links)
	open(&r, tagGroups, &g.groups)
	open(&r, tagGroupOfLink, &g.groupOfLink)
	open(&r, tagPoints, &g.points)
	open(&r, tagWays, &g.ways)
	open(&r, tagWayIDs, &g.wayIDs)
	read(&r, tagTurns, &g.turns)
	read(&r, tagShadows, &g.shadows)
	read(&r, tagMeans, &means)
	read(&r, tagShort, &short)
	read(&r, tagExtras, &g.extras)
	if r.err == nil && p.Has(tagTimed) {
		read(&r, tagTimed, &g.timed)
	}
	if r.err == nil {
		g.strings, r.err = pack.OpenStrings(p, tagStrings, tagStringData)
	}
	if r.err == nil {
		g.tree, r.err = spatial.Open(p, tagTreeNodes, tagTreeItems)
	}
	if r.err == nil {
		r.err = p.Guard(func() error {
			if err := g.checkSizes(len(bounds), len(means), len(short)); err != nil {
				return err
			}
			g.bounds, g.means, g.short = bounds[0].Bounds(), means[0]&Anyone, short[0]
			return nil
		})
	}
	if r.err != nil {
		return nil, fmt.Errorf("open %q: %w", p.Name(), r.err)
	}
	return g, nil
}

// reader keeps the first error of a series of reads.
type reader struct {
	pack *pack.Pack
	err  error
}

// read reads a section as a whole.
func read[T any](r *reader, tag pack.Tag, dst *[]T) {
	if r.err == nil {
		*dst, r.err = pack.Slice[T](r.pack, tag)
	}
}

// open opens a large section, which is read block by block.
func open[T any](r *reader, tag pack.Tag, dst *pack.Array[T]) {
	if r.err == nil {
		*dst, r.err = pack.OpenArray[T](r.pack, tag)
	}
}
