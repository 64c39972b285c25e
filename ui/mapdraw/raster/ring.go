// SPDX-License-Identifier: MIT

package raster

import "math"

// Ring returns a circle as a closed line of chords, which are too short to be seen.
func Ring(at Vec, radius float64) []Vec {
	corners := int(min(max(radius/2, 24), 180))
	shape := make([]Vec, corners+1)
	for i := range shape {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		shape[i] = Vec{X: at.X + radius*cos, Y: at.Y + radius*sin}
	}
	shape[corners] = shape[0]
	return shape
}
