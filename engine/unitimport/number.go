// SPDX-License-Identifier: MIT

package unitimport

import "strconv"

// powers are the powers of ten that a float64 holds exactly.
var powers = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// number reads a number. The result is that of strconv.ParseFloat, infinite if out of
// range. A quotient of two numbers that float64 holds exactly is rounded like the
// decimal fraction itself (Clinger, "How to Read Floating Point Numbers Accurately",
// 1990). Coordinates are short enough for that.
func (l *lexer) number() float64 {
	l.peek()
	for l.end-l.pos <= maxNumber && l.fill() {
	}
	b := l.buf[l.pos:l.end]
	i := 0
	if i < len(b) && b[i] == '-' {
		i++
	}
	first := i
	mantissa, long := uint64(0), false
	digits := func() (some bool) {
		for ; i < len(b) && b[i]-'0' <= 9; i++ {
			if long = long || mantissa >= 1<<53/10; !long {
				mantissa = mantissa*10 + uint64(b[i]-'0')
			}
			some = true
		}
		return some
	}
	good := digits() && (b[first] != '0' || i == first+1)
	point := i
	if i < len(b) && b[i] == '.' {
		i, point = i+1, i+1
		good = digits() && good
	}
	fraction := i - point
	if i < len(b) && b[i]|0x20 == 'e' {
		if i++; i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		good = digits() && good
		long = true
	}
	switch {
	case i > maxNumber:
		l.stop(corruptf("a number of more than %d characters", maxNumber))
		return 0
	case !good:
		l.pos += min(i, len(b))
		l.unexpected()
		return 0
	}
	l.pos += i
	if long || fraction >= len(powers) {
		v, _ := strconv.ParseFloat(string(b[:i]), 64) // out of range is infinite
		return v
	}
	v := float64(mantissa) / powers[fraction]
	if first == 1 {
		v = -v
	}
	return v
}
