// SPDX-License-Identifier: MIT

package boundary

import (
	"math"

	"roadsnap/engine/geo"
)

// cell is a square of a locator that is being built or verified. It extends 1<<shift
// units east and north of its corner.
type cell struct {
	corner geo.Fixed
	shift  uint32
	owner  owner // of the corner, shifted as path describes
}

// at returns the point east and north of the corner by the given units, clamped to 32
// bits. No point lies beyond that.
func (c *cell) at(east, north int64) geo.Fixed {
	return geo.Fixed{
		Lat: int32(min(int64(c.corner.Lat)+north, math.MaxInt32)),
		Lon: int32(min(int64(c.corner.Lon)+east, math.MaxInt32)),
	}
}

// touches reports whether a segment shares a point with c, or with its northern or
// eastern edge, where the next cells begin. Every segment that crosses a path within
// c, or along its edge from one corner to the next, does.
func (c *cell) touches(a, b geo.Fixed) bool {
	sw, ne := c.corner, c.at(1<<c.shift, 1<<c.shift)
	if max(a.Lon, b.Lon) < sw.Lon || min(a.Lon, b.Lon) > ne.Lon || max(a.Lat, b.Lat) < sw.Lat || min(a.Lat, b.Lat) > ne.Lat {
		return false
	}
	// The line misses c if the two corners that are farthest apart across it are on
	// one side.
	first, last := sw, ne
	if (a.Lon < b.Lon) == (a.Lat < b.Lat) {
		first, last = geo.Fixed{Lat: ne.Lat, Lon: sw.Lon}, geo.Fixed{Lat: sw.Lat, Lon: ne.Lon}
	}
	return orientation(a, b, first)*orientation(a, b, last) <= 0
}

// touching appends to dst those segments that touch c. A segment is the index of its
// first point.
func (c *cell) touching(a *arcs, segments, dst []uint32) []uint32 {
	for _, s := range segments {
		if c.touches(a.points[s], a.points[s+1]) {
			dst = append(dst, s)
		}
	}
	return dst
}

// ownerOf returns the owner of p, shifted as path describes, from the segments that
// touch c. The path from p to the corner must lie in c or along its edge.
func (c *cell) ownerOf(p geo.Fixed, a *arcs, segments []uint32) owner {
	w := newPath(p, c.corner)
	for _, s := range segments {
		from, to := a.points[s], a.points[s+1]
		w.cross(from, to, w.offset(from), w.offset(to), s)
	}
	if w.crossed {
		w.arc = a.arcOf(w.arc)
	}
	return w.owner(c.owner, a)
}

// divide returns the four quarters of c, in the order of nodes.
func (c *cell) divide(a *arcs, segments []uint32) [4]cell {
	half := int64(1) << (c.shift - 1)
	var parts [4]cell
	for q := range parts {
		corner := c.at(int64(q&1)*half, int64(q>>1)*half)
		parts[q] = cell{corner: corner, shift: c.shift - 1, owner: c.ownerOf(corner, a, segments)}
	}
	return parts
}
