// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// hashOf returns a number that depends on a position. Its upper bits are random.
func hashOf(p geo.Point) uint64 {
	return (math.Float64bits(p.Lat) ^ math.Float64bits(p.Lon)<<1) * phi
}

// phi is the multiplier of Fibonacci hashing: 2⁶⁴ by the golden ratio.
const phi = 0x9e3779b97f4a7c15
