// SPDX-License-Identifier: MIT

package geofile

import "math/bits"

// turnOf returns the sign of the area of a closed ring: 1 if the ring is
// counter-clockwise, with longitude to the right and latitude up, -1 if clockwise, 0
// if it has no area. It is exact.
func turnOf(r ring) int {
	if len(r) < minRing {
		return 0
	}
	// Compute twice the area by the shoelace formula from the first vertex, in
	// 128 bits. Differences of longitude are below 2^32 and of latitude below 2^31
	// (units of 1e-7 degree). So a product fits into 63 bits, but sums of products
	// may not.
	var high, low uint64
	add := func(product int64) {
		var carry uint64
		low, carry = bits.Add64(low, uint64(product), 0)
		high += uint64(product>>63) + carry // sign-extended
	}
	origin := r[0]
	x, y := int64(0), int64(0)
	for _, p := range r[1:] {
		nextX, nextY := int64(p.Lon)-int64(origin.Lon), int64(p.Lat)-int64(origin.Lat)
		add(x * nextY)
		add(-nextX * y)
		x, y = nextX, nextY
	}
	switch {
	case int64(high) < 0:
		return -1
	case high|low != 0:
		return 1
	}
	return 0
}
