// SPDX-License-Identifier: MIT

package api

import (
	"math"
	"strconv"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// appendString appends s as a JSON string. Letters are not escaped. Bytes that
// are not UTF-8 become U+FFFD, as in encoding/json.
func appendString[T string | []byte](dst []byte, s T) []byte {
	dst = append(dst, '"')
	clean := 0 // s[clean:i] needs no change
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(string(s[i:min(i+utf8.UTFMax, len(s))]))
			if r == utf8.RuneError && size == 1 {
				dst = append(append(dst, s[clean:i]...), "\uFFFD"...)
				clean = i + 1
			}
			i += size
			continue
		}
		if c < ' ' || c == '"' || c == '\\' {
			dst = append(dst, s[clean:i]...)
			dst = appendEscaped(dst, c)
			clean = i + 1
		}
		i++
	}
	return append(append(dst, s[clean:]...), '"')
}

func appendEscaped(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\t':
		return append(dst, '\\', 't')
	default:
		return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
	}
}

// microdegrees is the number of microdegrees in a degree. The last of 6 decimals
// is about 11 cm.
const microdegrees = 1e6

// roundDegrees returns a coordinate in whole microdegrees. Points and shape use
// the same rounding, so that the shape passes exactly through the points.
func roundDegrees(degrees float64) int64 { return int64(math.Round(degrees * microdegrees)) }

// appendDegrees appends a coordinate as a number with 6 decimals. A value that
// rounds to zero has no sign.
func appendDegrees(dst []byte, degrees float64) []byte {
	n := roundDegrees(degrees)
	if n < 0 {
		dst = append(dst, '-')
		n = -n
	}
	dst = strconv.AppendInt(dst, n/microdegrees, 10)
	dst = append(dst, '.')
	for unit := int64(microdegrees / 10); unit > 0; unit /= 10 {
		dst = append(dst, '0'+byte(n/unit%10))
	}
	return dst
}
