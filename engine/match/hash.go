// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// One observation more or less must not change which others are chosen. They are
// therefore chosen by a hash of their content, not by number (content-defined chunking).

// leastHash returns the index of the observation with the least hash; the last of them if
// hashes are equal, 0 if there is no observation.
func leastHash(obs []Observation) (index int) {
	least := uint64(math.MaxUint64)
	for i := range obs {
		if h := obs[i].hash(); h <= least {
			index, least = i, h
		}
	}
	return index
}

// hash returns a number that depends on the position and the time of an observation.
func (o *Observation) hash() uint64 {
	h := hashOf(o.Point)
	if !o.Time.IsZero() {
		h = (h ^ uint64(o.Time.UnixNano())) * phi
	}
	return h
}

// hashOf returns a number that depends on a position. Its upper bits are random.
func hashOf(p geo.Point) uint64 {
	return (math.Float64bits(p.Lat) ^ math.Float64bits(p.Lon)<<1) * phi
}

// phi is the multiplier of Fibonacci hashing: 2⁶⁴ by the golden ratio.
const phi = 0x9e3779b97f4a7c15
