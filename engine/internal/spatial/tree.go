// SPDX-License-Identifier: MIT

// Package spatial implements a static index of boxes: an R-tree packed along the
// Hilbert curve (Kamel and Faloutsos, "On Packing R-trees", 1993), in two flat arrays
// that are used in place from a pack.
package spatial

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/parallel"
	"roadsnap/engine/pack"
)

// fanOut is the number of children of a node. 16 boxes are four cache lines; flatbush
// and FlatGeobuf use the same value. It is part of the file format.
const fanOut = 16

// maxLevels is the height of a tree of 2³² items, including the level of the items.
const maxLevels = 9

// Built is a complete tree, ready to be written.
type Built struct {
	// Nodes holds the boxes level by level: first those of the items, in the order of
	// Items, then the bounding box of each run of 16 of them, and so on; the root comes
	// last.
	Nodes []geo.FixedBounds
	// Items holds the numbers of the boxes given to Build, along the curve.
	Items []uint32
}

// Build builds the tree of boxes; item i of the tree is boxes[i]. There may be at most
// 2³²−1 boxes. An empty box (geo.NoFixedBounds) keeps its number and is never found.
// The result depends only on boxes.
func Build(boxes []geo.FixedBounds) Built {
	type ranked struct {
		key  uint64
		item uint32
	}
	order := make([]ranked, len(boxes))
	for i, b := range boxes {
		order[i] = ranked{Key(b), uint32(i)}
	}
	parallel.Sort(order, func(a, b ranked) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return cmp.Compare(a.item, b.item)
	})
	levels, size := levelsOf(len(boxes))
	built := Built{Nodes: make([]geo.FixedBounds, 0, size), Items: make([]uint32, 0, len(boxes))}
	for _, r := range order {
		built.Items = append(built.Items, r.item)
		built.Nodes = append(built.Nodes, boxes[r.item])
	}
	for _, l := range levels[:max(len(levels), 1)-1] {
		for run := range slices.Chunk(built.Nodes[l.start:l.start+l.count], fanOut) {
			built.Nodes = append(built.Nodes, union(run))
		}
	}
	return built
}

// Key returns the place of a box in the order of a tree: that of its middle on the curve.
func Key(b geo.FixedBounds) uint64 { return Hilbert(center(b)) }

// center returns the middle of b, without overflow.
func center(b geo.FixedBounds) geo.Fixed {
	return geo.Fixed{
		Lat: int32((int64(b.MinLat) + int64(b.MaxLat)) / 2),
		Lon: int32((int64(b.MinLon) + int64(b.MaxLon)) / 2),
	}
}

func union(boxes []geo.FixedBounds) geo.FixedBounds {
	u := geo.NoFixedBounds
	for _, b := range boxes {
		u = u.Union(b)
	}
	return u
}

// level is a run of Nodes.
type level struct{ start, count int }

// levelsOf returns the levels of a tree of n items, items first, and their total number
// of nodes.
func levelsOf(n int) (levels []level, size int) {
	for count := n; count > 0; count = (count + fanOut - 1) / fanOut {
		levels = append(levels, level{start: size, count: count})
		size += count
		if count == 1 {
			break
		}
	}
	return levels, size
}

// Write adds the tree to a pack as two sections.
func (b Built) Write(w *pack.Writer, nodesTag, itemsTag pack.Tag) error {
	if err := pack.Write(w, nodesTag, b.Nodes); err != nil {
		return err
	}
	return pack.Write(w, itemsTag, b.Items)
}

// Tree returns the tree for searching, without a pack.
func (b Built) Tree() Tree {
	levels, _ := levelsOf(len(b.Items))
	return Tree{nodes: b.Nodes, items: b.Items, levels: levels}
}

// Tree searches a tree in place. It is safe for concurrent use while its pack is open.
type Tree struct {
	nodes  []geo.FixedBounds
	items  []uint32
	levels []level
}

// Open returns the tree in two sections of a pack. It checks only their sizes. The
// error wraps pack.ErrCorrupt if they are inconsistent, or is that of pack.Slice. The
// caller must compare Len with the number of indexed elements.
func Open(p *pack.Pack, nodesTag, itemsTag pack.Tag) (Tree, error) {
	nodes, err := pack.Slice[geo.FixedBounds](p, nodesTag)
	if err != nil {
		return Tree{}, err
	}
	items, err := pack.Slice[uint32](p, itemsTag)
	if err != nil {
		return Tree{}, err
	}
	t, err := newTree(nodes, items)
	if err != nil {
		return Tree{}, fmt.Errorf("open %s of %q: %w", nodesTag, p.Name(), err)
	}
	return t, nil
}

// newTree checks that the number of nodes matches the items, which keeps Search within
// the arrays.
func newTree(nodes []geo.FixedBounds, items []uint32) (Tree, error) {
	levels, size := levelsOf(len(items))
	if size != len(nodes) || len(levels) > maxLevels {
		return Tree{}, fmt.Errorf("%w: %d nodes for %d items, want %d", pack.ErrCorrupt, len(nodes), len(items), size)
	}
	return Tree{nodes: nodes, items: items, levels: levels}, nil
}

// Len returns the number of items.
func (t Tree) Len() int { return len(t.items) }

// Bounds returns the bounding box of all items, geo.NoFixedBounds if there are none.
func (t Tree) Bounds() geo.FixedBounds {
	if len(t.nodes) == 0 {
		return geo.NoFixedBounds
	}
	return t.nodes[len(t.nodes)-1]
}

// Boxes returns the box of each item, by its number. It is for checks of the items.
func (t Tree) Boxes() []geo.FixedBounds {
	boxes := make([]geo.FixedBounds, len(t.items))
	for i, item := range t.items {
		if int64(item) < int64(len(boxes)) {
			boxes[item] = t.nodes[i]
		}
	}
	return boxes
}

// Search calls visit for every item whose box shares at least a point with q, each
// once, along the Hilbert curve, until visit returns false. It does not allocate. Items
// are below Len, even in a damaged pack.
func (t Tree) Search(q geo.FixedBounds, visit func(item uint32) bool) {
	if len(t.levels) == 0 {
		return
	}
	// A depth-first walk. For each level it keeps which children of the current node
	// are not yet visited, one bit for each. Testing all 16 boxes of a node without a
	// branch is faster than a few mispredicted branches.
	var rest [maxLevels + 1]uint
	var parent [maxLevels + 1]int // in the level of the children
	top := len(t.levels) - 1
	rest[top] = t.overlaps(top, 0, q)
	for l := top; ; {
		if rest[l] == 0 {
			if l++; l > top {
				return
			}
			continue
		}
		i := parent[l] + bits.TrailingZeros(rest[l])
		rest[l] &= rest[l] - 1
		if l > 0 {
			l--
			parent[l] = i * fanOut
			rest[l] = t.overlaps(l, parent[l], q)
			continue
		}
		if item := t.items[i]; int64(item) < int64(len(t.items)) && !visit(item) {
			return
		}
	}
}

// overlaps returns which of the up to fanOut boxes of a level from first on share a
// point with q: bit 0 is the first.
func (t Tree) overlaps(l, first int, q geo.FixedBounds) uint {
	level := t.levels[l]
	return meeting(t.nodes[level.start+first:level.start+min(first+fanOut, level.count)], q)
}

// meeting returns which of up to fanOut boxes share a point with q.
func meeting(boxes []geo.FixedBounds, q geo.FixedBounds) (set uint) {
	minLat, minLon, maxLat, maxLon := int64(q.MinLat), int64(q.MinLon), int64(q.MaxLat), int64(q.MaxLon)
	for i := len(boxes) - 1; i >= 0; i-- {
		b := &boxes[i]
		// Negative if one of the differences is, that is, if the boxes do not meet.
		apart := (maxLat - int64(b.MinLat)) | (int64(b.MaxLat) - minLat) | (maxLon - int64(b.MinLon)) | (int64(b.MaxLon) - minLon)
		set = set<<1 | uint(^apart)>>63
	}
	return set
}

// AppendSearch appends to dst the items that Search visits.
func (t Tree) AppendSearch(dst []uint32, q geo.FixedBounds) []uint32 {
	t.Search(q, func(item uint32) bool {
		dst = append(dst, item)
		return true
	})
	return dst
}

// Verify checks the assumptions of Search: every item occurs once, and every box is
// exactly the bounding box of its children. The error wraps pack.ErrCorrupt.
func (t Tree) Verify() error {
	seen := make([]bool, len(t.items))
	for i, item := range t.items {
		if int64(item) >= int64(len(seen)) || seen[item] {
			return fmt.Errorf("%w: item %d at position %d of %d is out of range or repeated", pack.ErrCorrupt, item, i, len(seen))
		}
		seen[item] = true
	}
	for l := 1; l < len(t.levels); l++ {
		below := t.nodes[t.levels[l-1].start : t.levels[l-1].start+t.levels[l-1].count]
		i := t.levels[l].start
		for run := range slices.Chunk(below, fanOut) {
			if t.nodes[i] != union(run) {
				return fmt.Errorf("%w: node %d is not the bounding box of its children", pack.ErrCorrupt, i)
			}
			i++
		}
	}
	return nil
}
