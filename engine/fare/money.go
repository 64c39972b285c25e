// SPDX-License-Identifier: MIT

package fare

import "math/bits"

// exact is money in parts of a dong: 1/30,000,000. In it are whole a dong per kilometre for
// each metre, a dong per minute for each second, a percentage of these, and one of that.
type exact = int64

const (
	perDong   exact = 30_000_000
	perMetre  exact = perDong / 1000
	perSecond exact = perDong / 60
)

// till adds and multiplies numbers that are not negative, and notes an overflow. Up to 300
// billion dong there is none.
type till struct{ over bool }

func (t *till) times(a, b int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	if high != 0 || low >= 1<<63 {
		t.over = true
		return 0
	}
	return int64(low)
}

func (t *till) plus(a, b int64) int64 {
	if a+b < a {
		t.over = true
		return a
	}
	return a + b
}

// percent returns a percentage of an amount that is a multiple of 100 parts.
func (t *till) percent(amount exact, percent int64) exact { return t.times(amount/100, percent) }

// dong returns an amount rounded to a dong, half up.
func dong(a exact) int64 { return a/perDong + a%perDong*2/perDong }

// rounded returns an amount in dong, rounded to a multiple of the step.
func (r Rounding) rounded(a exact) int64 {
	step := max(r.Step, 1)
	whole := a / perDong / step * step
	rest := a - whole*perDong
	up := rest > 0
	switch r.Mode {
	case Nearest:
		up = rest >= step*perDong-rest
	case Down:
		up = false
	}
	if up {
		whole += step
	}
	return whole
}
