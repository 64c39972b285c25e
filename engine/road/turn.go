// SPDX-License-Identifier: MIT

package road

import (
	"math"

	"roadsnap/engine/geo"
)

// heading is a direction of travel in 256ths of a full turn, clockwise from north.
// Differences wrap around.
type heading uint8

// courseAlong returns the headings at which an edge along a line leaves its first node
// and arrives at its last.
func courseAlong(shape []geo.Fixed, backward bool) (leaves, arrives heading) {
	last := len(shape) - 1
	leaves, arrives = headingOf(shape[0], shape[1]), headingOf(shape[last-1], shape[last])
	if backward {
		return arrives + halfTurn, leaves + halfTurn
	}
	return leaves, arrives
}

const halfTurn heading = 128

func headingOf(from, to geo.Fixed) heading {
	return heading(int(math.Round(geo.Bearing(from.Point(), to.Point())*256/360)) & 255)
}

// turnShare returns the share of the turn penalty for a turn between two headings, in
// parts of fullTurn: 0 up to 25°, which is a bend, and all of it from 70° on.
func turnShare(from, to heading) uint32 {
	const bend, whole = 18, 50 // 25.3° and 70.3°
	return min(max(angleOf(from, to), bend)-bend, whole-bend)
}

// angleOf returns the angle between two headings in either direction.
func angleOf(from, to heading) uint32 {
	angle := int(int8(to - from))
	return uint32(max(angle, -angle))
}

const rightAngle = 64

// fullTurn is the value of turnShare for a sharp turn.
const fullTurn = 32
