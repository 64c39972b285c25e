// SPDX-License-Identifier: MIT

package spatial

import (
	"math"
	"math/bits"

	"roadsnap/engine/geo"
)

// Cursor searches a tree for boxes close to one another, such as those along a drive.
// It caches the nodes just above the items within a larger box, so that queries within
// that box need not descend from the root. It must not be used concurrently.
type Cursor struct {
	tree  Tree
	held  geo.FixedBounds   // box of the cached nodes
	boxes []geo.FixedBounds // of the cached nodes
	first []uint32          // first item of each cached node, in the lowest level of the tree
	found []uint32
}

// Cursor returns a cursor on t with an empty cache.
func (t Tree) Cursor() Cursor { return Cursor{tree: t, held: geo.NoFixedBounds} }

// Search returns the items that Tree.Search visits, in the same order. They are
// valid until the next call.
func (c *Cursor) Search(q geo.FixedBounds) []uint32 {
	c.found = c.found[:0]
	if len(c.tree.levels) < 2 { // there is no node above the items
		c.found = c.tree.AppendSearch(c.found, q)
		return c.found
	}
	if !contains(c.held, q) {
		c.hold(around(q))
	}
	for at := 0; at < len(c.boxes); at += fanOut {
		for set := meeting(c.boxes[at:min(at+fanOut, len(c.boxes))], q); set != 0; set &= set - 1 {
			c.appendItems(int(c.first[at+bits.TrailingZeros(set)]), q)
		}
	}
	return c.found
}

// appendItems appends the items of one node that meet q.
func (c *Cursor) appendItems(first int, q geo.FixedBounds) {
	for set := c.tree.overlaps(0, first, q); set != 0; set &= set - 1 {
		if item := c.tree.items[first+bits.TrailingZeros(set)]; int64(item) < int64(len(c.tree.items)) {
			c.found = append(c.found, item)
		}
	}
}

// hold caches the nodes within box.
func (c *Cursor) hold(box geo.FixedBounds) {
	c.held = box
	c.boxes, c.first = c.boxes[:0], c.first[:0]
	c.descend(len(c.tree.levels)-1, 0)
}

// descend caches the nodes below those of a level from first on.
func (c *Cursor) descend(l, first int) {
	for set := c.tree.overlaps(l, first, c.held); set != 0; set &= set - 1 {
		i := first + bits.TrailingZeros(set)
		if l > 1 {
			c.descend(l-1, i*fanOut)
			continue
		}
		c.boxes = append(c.boxes, c.tree.nodes[c.tree.levels[l].start+i])
		c.first = append(c.first, uint32(i*fanOut))
	}
}

// cursorMargin is how many times its size a query is extended on either side to give
// the cached box. A larger box is left less often and holds more nodes to test.
const cursorMargin = 4

// around returns the box to cache for q.
func around(q geo.FixedBounds) geo.FixedBounds {
	lat := cursorMargin * (int64(q.MaxLat) - int64(q.MinLat))
	lon := cursorMargin * (int64(q.MaxLon) - int64(q.MinLon))
	return geo.FixedBounds{
		MinLat: held32(int64(q.MinLat) - lat), MinLon: held32(int64(q.MinLon) - lon),
		MaxLat: held32(int64(q.MaxLat) + lat), MaxLon: held32(int64(q.MaxLon) + lon),
	}
}

// held32 returns x clamped to 32 bits.
func held32(x int64) int32 { return int32(min(max(x, math.MinInt32), math.MaxInt32)) }

func contains(outer, inner geo.FixedBounds) bool {
	return outer.MinLat <= inner.MinLat && inner.MaxLat <= outer.MaxLat && outer.MinLon <= inner.MinLon && inner.MaxLon <= outer.MaxLon
}
