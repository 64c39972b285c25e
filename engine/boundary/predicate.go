// SPDX-License-Identifier: MIT

package boundary

import (
	"math/bits"

	"roadsnap/engine/geo"
)

// orientation returns the side on which c lies, seen from a towards b: 1 to the left,
// −1 to the right, 0 on the line through both. It is exact. East is to the right of
// north, as on the map.
func orientation(a, b, c geo.Fixed) int {
	// Differences of int32 have 33 bits, a product of two 66. That overflows int64
	// for points on opposite sides of the Earth.
	abx, aby := int64(b.Lon)-int64(a.Lon), int64(b.Lat)-int64(a.Lat)
	acx, acy := int64(c.Lon)-int64(a.Lon), int64(c.Lat)-int64(a.Lat)
	return compareProducts(abx, acy, aby, acx)
}

// compareProducts returns the sign of a·b − c·d, for factors below 2³³ in size.
func compareProducts(a, b, c, d int64) int {
	const small = 1 << 31 // products of such factors, and their difference, fit into int64
	if inside(a, small) && inside(b, small) && inside(c, small) && inside(d, small) {
		left, right := a*b, c*d
		switch {
		case left < right:
			return -1
		case left > right:
			return 1
		}
		return 0
	}
	hi1, lo1 := multiply(a, b)
	hi2, lo2 := multiply(c, d)
	switch {
	case hi1 < hi2, hi1 == hi2 && lo1 < lo2:
		return -1
	case hi1 > hi2, lo1 > lo2:
		return 1
	}
	return 0
}

func inside(v, limit int64) bool { return -limit < v && v < limit }

// multiply returns a·b as a 128-bit number in two's complement.
func multiply(a, b int64) (hi int64, lo uint64) {
	h, l := bits.Mul64(uint64(a), uint64(b))
	// Mul64 takes its factors as unsigned: each negative one was 2⁶⁴ too large.
	if a < 0 {
		h -= uint64(b)
	}
	if b < 0 {
		h -= uint64(a)
	}
	return int64(h), l
}

// onSegment reports whether p lies on the segment from a to b, ends included.
func onSegment(p, a, b geo.Fixed) bool {
	return between(p.Lon, a.Lon, b.Lon) && between(p.Lat, a.Lat, b.Lat) && orientation(a, b, p) == 0
}

func between(v, a, b int32) bool { return min(a, b) <= v && v <= max(a, b) }
