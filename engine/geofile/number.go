// SPDX-License-Identifier: MIT

package geofile

import (
	"math"
	"strconv"

	"roadsnap/engine/geo"
)

// appendPosition appends longitude and latitude (degrees) with at most 7 decimals.
func appendPosition(dst []byte, p geo.Fixed, between byte) []byte {
	dst = geo.AppendDegrees(dst, p.Lon)
	dst = append(dst, between)
	return geo.AppendDegrees(dst, p.Lat)
}

// appendReal appends x with the fewest digits that represent it exactly, in the
// notation common to JSON, XML and CSV.
func appendReal(dst []byte, x float64) []byte {
	// Outside this range the decimal notation would need many zeros.
	const small, large = 1e-6, 1e21
	if a := math.Abs(x); a != 0 && (a < small || a >= large) {
		return strconv.AppendFloat(dst, x, 'e', -1, 64)
	}
	return strconv.AppendFloat(dst, x, 'f', -1, 64)
}
