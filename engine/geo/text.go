package geo

// fixedDecimals is how many decimals of a degree a Fixed has.
const fixedDecimals = 7

// AppendDegrees appends a coordinate of a Fixed to dst as a number in degrees,
// with as many decimals as it needs, at most 7: exactly.
func AppendDegrees(dst []byte, units int32) []byte {
	n := uint32(units)
	if units < 0 {
		dst = append(dst, '-')
		n = -n
	}
	// From the last digit to the first: 180 degrees have three before the point.
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
