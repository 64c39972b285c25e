package geo

import "strconv"

// AppendDegrees appends a coordinate of a Fixed to dst as a number in degrees,
// with as many decimals as it needs, at most 7: exactly.
func AppendDegrees(dst []byte, units int32) []byte {
	x := int64(units)
	if x < 0 {
		dst = append(dst, '-')
		x = -x
	}
	dst = strconv.AppendInt(dst, x/FixedPerDegree, 10)
	rest := x % FixedPerDegree
	if rest == 0 {
		return dst
	}
	const zeros = ".0000000"
	dst = append(dst, zeros...)
	for i := len(dst) - 1; rest > 0; i-- {
		dst[i] = byte('0' + rest%10)
		rest /= 10
	}
	end := len(dst)
	for dst[end-1] == '0' {
		end--
	}
	return dst[:end]
}
