// SPDX-License-Identifier: MIT

package boundary

import "roadsnap/engine/geo"

// locator finds the area at a point, exactly, from arcs.
//
// A grid of square cells covers the box of the arcs. A cell that many segments touch
// is divided into four, recursively. An undivided cell either has one owner
// throughout, or stores the owner of its south-western corner and the segments that
// touch it. The straight path from a point to the corner of its cell stays in the
// cell. The border that it crosses first gives the owner of the point; if it crosses
// none, the owner is that of the corner. A look-up therefore reads one cell, however
// far away the next border is.
//
// The arrays are used in place from a pack.
type locator struct {
	arcs *arcs
	grid
	nodes []uint32 // the grid row by row, from the south-west; then the quarters of divided cells: south-west, south-east, north-west, north-east
	cells []uint32 // of each cell that segments touch: the owner of its corner, then its runs

	borders []bordering
	blocks  []geo.FixedBounds // box of each 64 segments of an arc, and of its remainder
}

// grid is the area that the cells of a locator cover.
type grid struct {
	Box           geo.FixedBounds // box of the arcs, extended one unit west, where nobody owns anything
	Columns, Rows uint32
	Shift         uint32 // a cell is 1<<Shift units of 1e-7 degree wide and high
	Arcs, Points  uint32 // number of arcs, and of their points
}

// maxShift bounds the size of a cell, because newPath limits the length of a path.
const maxShift = 28

// A node is a cell:
//   - divided, if the highest bit is set: the other bits are the index in nodes of the
//     first of its quarters;
//   - whole, if the next bit is set: the other bits are the owner, all ones for nobody;
//   - otherwise the index in cells of its owner and its runs.
const (
	divided  = 1 << 31
	whole    = 1 << 30
	noOwner  = whole - 1
	maxPlace = whole
)

func wholeNode(o owner) uint32 { return whole | min(o, noOwner) }

// wholeOwner returns the owner of a whole cell.
func wholeOwner(node uint32) owner {
	if o := node &^ whole; o != noOwner {
		return o
	}
	return nobody
}

// A run is up to maxRun consecutive segments of an arc. It is two numbers: the index
// of its first point in the points of all arcs, and a packed number of
//   - the arc, from bit 8 on;
//   - the number of segments, from bit 1 on;
//   - bit 0, set in the last run of a cell.
const (
	lastRun = 1
	maxRun  = 1<<7 - 1
	maxArcs = 1 << 24
)

func runLine(arc, segments uint32) uint32 { return arc<<8 | segments<<1 }
func runArc(line uint32) uint32           { return line >> 8 }
func runSegments(line uint32) uint32      { return line >> 1 & maxRun }

// locate returns the owner of p. On a border it is the lowest-numbered owner among
// those that meet there.
func (l *locator) locate(p geo.Fixed) (o owner, onBorder bool) {
	if p.Lat < l.Box.MinLat || p.Lat > l.Box.MaxLat || p.Lon < l.Box.MinLon || p.Lon > l.Box.MaxLon {
		return nobody, false
	}
	node, corner := l.find(p)
	if node&whole != 0 {
		return wholeOwner(node), false
	}
	w := newPath(p, corner)
	for i := uint64(node); ; i += 2 {
		first, line := uint64(l.cells[i+1]), l.cells[i+2]
		w.follow(l.arcs.between(first, first+uint64(runSegments(line))+1), runArc(line), l.arcs)
		if line&lastRun != 0 {
			return w.owner(l.cells[node], l.arcs), w.onBorder
		}
	}
}

// find returns the undivided cell that contains a point of the box, and its corner.
func (l *locator) find(p geo.Fixed) (node uint32, corner geo.Fixed) {
	// The differences are below 2³² for all points, so unsigned subtraction is exact.
	x, y := uint32(p.Lon)-uint32(l.Box.MinLon), uint32(p.Lat)-uint32(l.Box.MinLat)
	shift := l.Shift
	node = l.nodes[uint64(y>>shift)*uint64(l.Columns)+uint64(x>>shift)]
	for node&divided != 0 {
		if shift == 0 {
			return wholeNode(nobody), p // damaged: there are no cells below one unit
		}
		shift--
		node = l.nodes[node&^divided+(y>>shift&1)<<1+x>>shift&1]
	}
	within := uint32(1)<<shift - 1
	return node, geo.Fixed{Lat: p.Lat - int32(y&within), Lon: p.Lon - int32(x&within)}
}
