package geofile

import (
	"math"
	"strconv"

	"roadsnap/engine/geo"
)

// appendPosition writes longitude and latitude in degrees, with at most 7
// decimals.
func appendPosition(dst []byte, p geo.Fixed, between byte) []byte {
	dst = appendDegrees(dst, p.Lon)
	dst = append(dst, between)
	return appendDegrees(dst, p.Lat)
}

// The grid of 1e-7 degree: how many units make a degree, and how many digits
// stand behind the point.
const (
	unitsPerDegree = 1e7
	decimals       = 7
)

// appendDegrees writes units of 1e-7 degree as degrees, without trailing zeros.
func appendDegrees(dst []byte, units int32) []byte {
	x := int64(units)
	if x < 0 {
		dst = append(dst, '-')
		x = -x
	}
	dst = strconv.AppendInt(dst, x/unitsPerDegree, 10)
	rest := x % unitsPerDegree
	if rest == 0 {
		return dst
	}
	dst = append(dst, '.')
	end := len(dst) + decimals
	dst = append(dst, "0000000"...)
	for i := end - 1; rest > 0; i-- {
		dst[i] = byte('0' + rest%10)
		rest /= 10
	}
	for dst[end-1] == '0' {
		end--
	}
	return dst[:end]
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
