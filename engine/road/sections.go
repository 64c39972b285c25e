// SPDX-License-Identifier: MIT

package road

import (
	"fmt"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/spatial"
	"roadsnap/engine/pack"
)

// The sections of a pack that hold a road graph. N nodes, L links, S shape points, W
// ways, R runs of segments.
const (
	tagBounds       pack.Tag = "RBOX" // 1 geo.FixedBounds round everything
	tagNodes        pack.Tag = "RNOD" // N geo.Fixed
	tagOutOffsets   pack.Tag = "RADJ" // N+1 uint32: where a node's edges start in ROUT and RARC
	tagOut          pack.Tag = "ROUT" // 2L EdgeID, by node
	tagArcs         pack.Tag = "RARC" // 2L arc, parallel to ROUT
	tagLinks        pack.Tag = "RLNK" // L link
	tagShapeOffsets pack.Tag = "RSHO" // L+1 uint32: where a link's points start in RSHP and RCUM
	tagShape        pack.Tag = "RSHP" // S geo.Fixed, both ends of each link included
	tagCumulative   pack.Tag = "RCUM" // S uint32: centimetres from the link's start, parallel to RSHP
	tagWays         pack.Tag = "RWAY" // W way
	tagWayIDs       pack.Tag = "RWID" // W int64, parallel to RWAY
	tagStrings      pack.Tag = "RSTO" // string table of names and refs: offsets
	tagStringData   pack.Tag = "RSTD" // and bytes
	tagTurns        pack.Tag = "RTRN" // banned turns, sorted
	tagShadows      pack.Tag = "RSHD" // the links that the last links copy, ascending; absent in old packs
	tagMeans        pack.Tag = "RMNS" // 1 Access: the means of travel that the import knew; absent in old packs
	tagExtras       pack.Tag = "RWEX" // rarer attributes of ways, sorted; absent in old packs
	tagTimed        pack.Tag = "RTIM" // turns banned at certain hours, sorted; optional
	tagRuns         pack.Tag = "RRUN" // R runs of consecutive segments of one link
	tagTreeNodes    pack.Tag = "RRTN" // packed R-tree over the runs: boxes
	tagTreeItems    pack.Tag = "RRTI" // and items: 0…R−1, as runs stand in the order of the leaves
)

// linkRecord is a link in the pack. Length and Class are copies, so that the most
// frequent queries read one record.
type linkRecord struct {
	From, To NodeID // in drawing direction
	Length   uint32 // centimetres; the last of its entries in RCUM
	Way      uint32 // index into RWAY
	Forward  Access // along the drawing direction
	Backward Access // against it
	Class    Class
	Island   Access // travellers for whom it lies on an island; see markIslands
}

// arcRecord holds the attributes of an edge that a search reads, stored at the node
// that it leaves, so that the search reads one record instead of three.
type arcRecord struct {
	Head   NodeID // node at which the edge ends
	Length uint32 // centimetres
	Access Access // permitted travellers
	Class  Class
	Flags  arcFlags
}

type arcFlags uint16

const (
	// arcTurns marks an edge from which at least one turn is banned. For all others,
	// the table of turns is not searched.
	arcTurns arcFlags = 1 << iota
	// arcBend marks an edge that ends at a node which only joins two links on the
	// ground, although it has more edges because of shadows.
	arcBend
	// arcNoTrucks marks an edge from which trucks are banned at all hours.
	arcNoTrucks

	allArcFlags = arcTurns | arcBend | arcNoTrucks
)

// wayRecord is a way in the pack; its id is in RWID.
type wayRecord struct {
	Name, Ref   uint32 // in the string table
	Class       Class
	Flags       wayFlags
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

// runRecord is a run of a few consecutive segments of a link, the unit of the spatial
// index: small enough for a tight box, large enough for a small index.
type runRecord struct {
	Link     LinkID
	First    uint32 // index into RSHP of the first segment's start
	Segments uint8  // 1…maxRunSegments
	Access   Access // of either direction of the link
	Reserved uint16 // zero
}

// maxRunSegments balances the number of index entries against the number of segments
// measured needlessly. In BenchmarkNear, 8 is as fast as 4 in a city of short streets
// and a sixth faster on mountain roads; 16 gains little more.
const maxRunSegments = 8

// centimetresPerMetre is the unit of all lengths in the pack, the precision of the
// coordinates. A uint32 of centimetres spans the Earth.
const centimetresPerMetre = 100

func metres(centimetres uint32) float64 { return float64(centimetres) / centimetresPerMetre }

// Tags returns the sections of this package, for pack.Pack.RefuseUnknown.
func Tags() []pack.Tag {
	return []pack.Tag{
		tagBounds, tagNodes, tagOutOffsets, tagOut, tagArcs, tagLinks,
		tagShapeOffsets, tagShape, tagCumulative, tagWays, tagWayIDs,
		tagStrings, tagStringData, tagTurns, tagShadows, tagMeans, tagExtras, tagTimed, tagRuns, tagTreeNodes, tagTreeItems,
	}
}

// In reports whether the pack holds any section of a road graph.
func In(p *pack.Pack) bool { return slices.ContainsFunc(Tags(), p.Has) }

// Open returns the graph in the pack. It reads only the sizes of the sections, so its
// time does not depend on the size of the map; Verify checks every element. The graph
// is valid until the pack is closed.
//
// The error wraps pack.ErrNoSection if the pack holds no roads, pack.ErrCorrupt if the
// sections are inconsistent.
func Open(p *pack.Pack) (*Graph, error) {
	r := reader{pack: p}
	var bounds []geo.FixedBounds
	g := &Graph{}
	read(&r, tagBounds, &bounds)
	read(&r, tagNodes, &g.nodes)
	read(&r, tagOutOffsets, &g.outOffsets)
	read(&r, tagOut, &g.out)
	read(&r, tagArcs, &g.arcs)
	read(&r, tagLinks, &g.links)
	read(&r, tagShapeOffsets, &g.shapeOffsets)
	read(&r, tagShape, &g.shape)
	read(&r, tagCumulative, &g.cumulative)
	read(&r, tagWays, &g.ways)
	read(&r, tagWayIDs, &g.wayIDs)
	read(&r, tagTurns, &g.turns)
	g.means = firstMeans
	if r.err == nil && p.Has(tagMeans) {
		var means []Access
		read(&r, tagShadows, &g.shadows)
		read(&r, tagMeans, &means)
		read(&r, tagExtras, &g.extras)
		if r.err == nil && len(means) != 1 {
			r.err = corrupt("%s has %d entries, not 1", tagMeans, len(means))
		}
		if r.err == nil {
			r.err = p.Guard(func() error { g.means = means[0] & Anyone; return nil })
		}
	}
	if r.err == nil && p.Has(tagTimed) {
		read(&r, tagTimed, &g.timed)
	}
	read(&r, tagRuns, &g.runs)
	read(&r, tagTreeNodes, &g.leafBoxes)
	read(&r, tagTreeItems, &g.leafItems)
	if r.err == nil {
		g.strings, r.err = pack.OpenStrings(p, tagStrings, tagStringData)
	}
	if r.err == nil {
		g.tree, r.err = spatial.Open(p, tagTreeNodes, tagTreeItems)
	}
	if r.err == nil {
		// This is the first access to the mapping, which may fail on a damaged disk.
		r.err = p.Guard(func() error {
			if err := g.checkSizes(len(bounds)); err != nil {
				return err
			}
			g.bounds = bounds[0].Bounds()
			return nil
		})
	}
	if r.err != nil {
		return nil, fmt.Errorf("open %q: %w", p.Name(), r.err)
	}
	g.name = p.Name()
	return g, nil
}

// reader keeps the first error of a series of reads.
type reader struct {
	pack *pack.Pack
	err  error
}

func read[T any](r *reader, tag pack.Tag, dst *[]T) {
	if r.err == nil {
		*dst, r.err = pack.Slice[T](r.pack, tag)
	}
}
