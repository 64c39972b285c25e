package boundary

import (
	"math"

	"roadsnap/engine/geo"
)

// owner is the number of an area, or nobody.
type owner = uint32

// nobody owns the sea, what lies abroad, and gaps between areas.
const nobody owner = math.MaxUint32

// arcs are borders, each once: the lines along which the owner to the left
// differs from that to the right.
//
// Arcs meet at nodes, which are their ends, and nowhere else: no two segments
// cross, and none touches another but in a vertex that both have, either the
// next along the same arc or a node. An arc without a node on it is closed: its
// last point is its first, and it has at least four. Other arcs have at least
// two points, and may also return to the node where they began. No arc has the
// same point twice but as first and last, and no two arcs are the same line.
type arcs struct {
	start       []uint32    // where the points of each arc start; the last is len(points)
	points      []geo.Fixed // of all arcs, one after another
	left, right []owner     // of each arc, seen along it; never the same
}

// len returns the number of arcs.
func (a *arcs) len() int { return len(a.left) }

// line returns the points of an arc.
func (a *arcs) line(arc int) []geo.Fixed { return a.points[a.start[arc]:a.start[arc+1]] }

// add appends an arc.
func (a *arcs) add(line []geo.Fixed, left, right owner) {
	if len(a.start) == 0 {
		a.start = append(a.start, 0)
	}
	a.points = append(a.points, line...)
	a.start = append(a.start, uint32(len(a.points)))
	a.left, a.right = append(a.left, left), append(a.right, right)
}
