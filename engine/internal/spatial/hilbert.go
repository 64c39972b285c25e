// SPDX-License-Identifier: MIT

package spatial

import "roadsnap/engine/geo"

// Hilbert returns the index of p along a Hilbert curve through the square of all
// fixed-point positions. Points with close indexes are close on the map. The tree and
// the nodes of the road graph are stored in this order, so that data used together lies
// on the same pages.
//
// The curve is the classic one (Hamilton, "Compact Hilbert Indices", 2006, for two
// dimensions): quadrant by quadrant, each level turned so that the end of one quadrant
// meets the start of the next.
func Hilbert(p geo.Fixed) uint64 {
	// Flipping the sign bit maps the int32 range onto uint32 in order.
	const sign = 1 << 31
	x, y := uint32(p.Lon)^sign, uint32(p.Lat)^sign
	var key uint64
	for bit := 31; bit >= 0; bit-- {
		rx, ry := x>>bit&1, y>>bit&1
		key = key<<2 | uint64(3*rx^ry)
		if ry == 0 {
			if rx == 1 { // turn the quadrant round
				x, y = ^x, ^y
			}
			x, y = y, x
		}
	}
	return key
}
