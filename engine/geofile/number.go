package geofile

import (
	"math"
	"strconv"

	"roadsnap/engine/geo"
)

// appendPosition writes longitude and latitude in degrees, with at most 7
// decimals.
func appendPosition(dst []byte, p geo.Fixed, between byte) []byte {
	dst = geo.AppendDegrees(dst, p.Lon)
	dst = append(dst, between)
	return geo.AppendDegrees(dst, p.Lat)
}

// appendReal writes x as short as it can be told exactly, in the notation that
// JSON, XML and CSV share.
func appendReal(dst []byte, x float64) []byte {
	// Beyond these, zeros would only be in the way.
	const small, large = 1e-6, 1e21
	if a := math.Abs(x); a != 0 && (a < small || a >= large) {
		return strconv.AppendFloat(dst, x, 'e', -1, 64)
	}
	return strconv.AppendFloat(dst, x, 'f', -1, 64)
}
