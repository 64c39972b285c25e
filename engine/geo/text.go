// SPDX-License-Identifier: MIT

package geo

// fixedDecimals is the number of decimals of a degree in a Fixed.
const fixedDecimals = 7

// AppendDegrees appends a coordinate of a Fixed to dst as a decimal number in degrees.
// It is exact and has no trailing zeros.
func AppendDegrees(dst []byte, units int32) []byte {
	n := uint32(units)
	if units < 0 {
		dst = append(dst, '-')
		n = -n
	}
	// Fill from the last digit to the first. 180 degrees has three before the point.
	var text [3 + 1 + fixedDecimals]byte
	at, end := len(text), len(text)
	for range fixedDecimals {
		at--
		text[at] = '0' + byte(n%10)
		n /= 10
	}
	for end > at && text[end-1] == '0' {
		end--
	}
	if end > at {
		at--
		text[at] = '.'
	} else {
		at, end = len(text)-fixedDecimals, len(text)-fixedDecimals
	}
	for more := true; more; more = n > 0 {
		at--
		text[at] = '0' + byte(n%10)
		n /= 10
	}
	return append(dst, text[at:end]...)
}
