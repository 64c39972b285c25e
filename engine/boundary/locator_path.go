// SPDX-License-Identifier: MIT

package boundary

import "roadsnap/engine/geo"

// path is a straight line from a point whose owner is wanted to a point whose owner
// is known. The border that it crosses nearest to the wanted point gives the owner;
// if it crosses none, both points have the same owner.
//
// Both ends are treated as shifted by an infinitesimal ε to the east and ε² to the
// north. No vertex is then on the line, no border passes through its ends, and each
// border that meets it crosses it once. The shift moves the point into a neighbour
// only if it was on a border, and path detects that case.
type path struct {
	from, to geo.Fixed // from is the wanted point
	dx, dy   int64     // to − from
	tie      bool      // whether a vertex on the line is to its left after the shift

	crossed bool
	a, b    geo.Fixed // segment crossed nearest to from
	side    int       // side of that segment on which from lies
	arc     uint32    // arc of the segment

	onBorder bool
	lowest   owner // lowest owner that meets at from, if from is on a border
}

// newPath returns the path between two points that are less than 2²⁹ units apart on
// each axis. offset then cannot overflow: it multiplies that with differences of
// int32, of 33 bits, and adds two such products.
func newPath(from, to geo.Fixed) path {
	w := path{from: from, to: to, dx: int64(to.Lon) - int64(from.Lon), dy: int64(to.Lat) - int64(from.Lat), lowest: nobody}
	// Shifting the line is shifting the vertex the opposite way.
	w.tie = w.dy > 0 || w.dy == 0 && w.dx < 0
	return w
}

// offset returns the side of the line on which v lies, as orientation does.
func (w *path) offset(v geo.Fixed) int64 {
	return w.dx*(int64(v.Lat)-int64(w.from.Lat)) - w.dy*(int64(v.Lon)-int64(w.from.Lon))
}

// follow visits a line of an arc, whose segments may all be crossed.
func (w *path) follow(line []geo.Fixed, arc uint32, of *arcs) {
	previous := w.offset(line[0])
	for i := 1; i < len(line); i++ {
		offset := w.offset(line[i])
		// Most segments lie on one side of the path and are skipped here.
		if previous^offset < 0 || previous == 0 || offset == 0 {
			w.meet(line[i-1], line[i], previous, offset, arc, of)
		}
		previous = offset
	}
}

// meet records the segment a–b of an arc if it passes through from or crosses the
// path. The offsets are those of its ends.
func (w *path) meet(a, b geo.Fixed, offsetA, offsetB int64, arc uint32, of *arcs) {
	if onSegment(w.from, a, b) {
		w.onBorder = true
		w.lowest = min(w.lowest, of.left[arc], of.right[arc])
		return
	}
	w.cross(a, b, offsetA, offsetB, arc)
}

// cross records the segment a–b of an arc if it crosses the path, seen from the
// shifted end even where from is on it.
func (w *path) cross(a, b geo.Fixed, offsetA, offsetB int64, arc uint32) {
	if w.leftOf(offsetA) == w.leftOf(offsetB) {
		return
	}
	side := shiftedOrientation(a, b, w.from)
	if side == shiftedOrientation(a, b, w.to) {
		return
	}
	if !w.crossed || nearer(a, b, side, w.a, w.b, w.side) {
		w.crossed, w.a, w.b, w.side, w.arc = true, a, b, side, arc
	}
}

// leftOf reports whether a vertex with the given offset is to the left of the path.
func (w *path) leftOf(offset int64) bool { return offset > 0 || offset == 0 && w.tie }

// owner returns the owner of from, given the owner of to.
func (w *path) owner(known owner, of *arcs) owner {
	switch {
	case w.onBorder:
		return w.lowest
	case !w.crossed:
		return known
	case w.side > 0:
		return of.left[w.arc]
	}
	return of.right[w.arc]
}

// shiftedOrientation is the orientation of c after the shift of path. It is never 0
// for a segment that has a length.
func shiftedOrientation(a, b, c geo.Fixed) int {
	switch o := orientation(a, b, c); {
	case o != 0:
		return o
	case a.Lat < b.Lat || a.Lat == b.Lat && a.Lon > b.Lon:
		return -1 // east of a line to the north, or north of one to the west
	}
	return 1
}

// nearer reports whether a path crosses the segment a–b before c–d. side and
// otherSide are the sides on which the path starts. The path crosses both, and they
// do not cross each other, so at least one of them lies on one side of the line
// through the other.
func nearer(a, b geo.Fixed, side int, c, d geo.Fixed, otherSide int) bool {
	p, q := orientation(c, d, a), orientation(c, d, b)
	if p*q >= 0 && p+q != 0 {
		return p+q > 0 == (otherSide > 0)
	}
	p, q = orientation(a, b, c), orientation(a, b, d)
	return p+q > 0 != (side > 0)
}
