// SPDX-License-Identifier: MIT

package boundary

import (
	"math"

	"roadsnap/engine/geo"
)

// owner is the number of an area, or nobody.
type owner = uint32

// nobody owns the sea, foreign land, and gaps between areas.
const nobody owner = math.MaxUint32

// arcs are borders, each stored once: the lines along which the owner on the left
// differs from the owner on the right.
//
// Arcs meet only at nodes, which are their ends. No two segments cross, and two
// segments touch only in a vertex of both: the next vertex along the arc, or a node.
// An arc without a node is closed: its last point is its first, and it has at least
// four points. Other arcs have at least two points, and may return to the node where
// they began. No arc has the same point twice except as first and last, and no two
// arcs are the same line.
type arcs struct {
	lines
	left, right []owner // of each arc, in its direction; never the same
}

// len returns the number of arcs.
func (a *arcs) len() int { return len(a.left) }

// add appends an arc.
func (a *arcs) add(line []geo.Fixed, left, right owner) {
	if len(a.start) == 0 {
		a.start = append(a.start, 0)
	}
	a.points = append(a.points, line...)
	a.start = append(a.start, uint32(len(a.points)))
	a.left, a.right = append(a.left, left), append(a.right, right)
}
