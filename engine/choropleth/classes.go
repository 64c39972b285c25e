// SPDX-License-Identifier: MIT

package choropleth

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"roadsnap/engine/errclass"
)

// ErrValues means that values cannot be divided into classes.
var ErrValues = errclass.New(errclass.TraceFormat, "values without classes")

// Method is a way to divide values into classes. The values are stable.
type Method string

// The methods.
const (
	Quantiles     Method = "quantiles"
	EqualSteps    Method = "equal"
	NaturalBreaks Method = "natural"
)

// Methods returns all methods.
func Methods() []Method { return []Method{Quantiles, EqualSteps, NaturalBreaks} }

// MaxClasses is the largest number of classes. More are not told apart on a map.
const MaxClasses = 9

// Classes are intervals of values. Edges has one element more than there are classes, in
// ascending order.
type Classes struct {
	Edges []float64
}

// Len returns the number of classes.
func (c Classes) Len() int { return max(0, len(c.Edges)-1) }

// Of returns the class of a value, −1 if it is in none.
func (c Classes) Of(x float64) int {
	n := c.Len()
	if n == 0 || !(x >= c.Edges[0] && x <= c.Edges[n]) {
		return -1
	}
	return min(n-1, sort.Search(n, func(i int) bool { return x < c.Edges[i+1] }))
}

// Classify divides values into n classes, or fewer if there are fewer different values. NaN is
// ignored. If round is set, the edges are rounded, which may change the number of equal steps.
func Classify(values []float64, n int, m Method, round bool) (Classes, error) {
	if n < 1 || n > MaxClasses {
		return Classes{}, fmt.Errorf("%w: %d classes; choose 1 to %d", ErrValues, n, MaxClasses)
	}
	var sorted []float64
	for _, v := range values {
		if math.IsInf(v, 0) {
			return Classes{}, fmt.Errorf("%w: a value is infinite; correct it", ErrValues)
		}
		if !math.IsNaN(v) {
			sorted = append(sorted, v)
		}
	}
	if len(sorted) == 0 {
		return Classes{}, fmt.Errorf("%w: there are no numbers; choose a column of numbers", ErrValues)
	}
	slices.Sort(sorted)
	least, most := sorted[0], sorted[len(sorted)-1]
	if math.IsInf(most-least, 0) {
		return Classes{}, fmt.Errorf("%w: their range is too large", ErrValues)
	}
	if least == most {
		return Classes{[]float64{least, most}}, nil
	}
	switch m {
	case EqualSteps:
		return equalSteps(least, most, n, round), nil
	case Quantiles:
		return between(sorted, quantiles(sorted, n), round), nil
	case NaturalBreaks:
		return between(sorted, naturalBreaks(sorted, n), round), nil
	}
	return Classes{}, fmt.Errorf("%w: no method %q; there are %q", ErrValues, m, Methods())
}

// equalSteps returns classes of the same width.
func equalSteps(least, most float64, n int, round bool) Classes {
	var c Classes
	if !round {
		for i := range n {
			c.Edges = append(c.Edges, least+(most-least)*float64(i)/float64(n))
		}
		c.Edges = slices.Compact(append(c.Edges, most))
		return c
	}
	step := roundStep((most - least) / float64(n))
	for k := math.Floor(least / step); ; k++ {
		edge := snapTo(k, step)
		c.Edges = append(c.Edges, edge)
		if edge >= most && len(c.Edges) > 1 {
			return c
		}
	}
}

// roundStep returns the number of 1, 2, 2.5 and 5 times a power of ten that is nearest to x by
// ratio.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	best := power
	for _, f := range []float64{1, 2, 2.5, 5, 10} {
		if math.Abs(math.Log(f*power/x)) < math.Abs(math.Log(best/x)) {
			best = f * power
		}
	}
	return best
}

// snapTo returns k·step without the error of a binary fraction.
func snapTo(k, step float64) float64 {
	digits := max(0, 2-int(math.Floor(math.Log10(step))))
	scale := math.Pow(10, float64(digits))
	if math.IsInf(scale, 0) {
		return k * step
	}
	return math.Round(k*step*scale) / scale
}

// quantiles returns the indexes of the first value of each class but the first.
func quantiles(sorted []float64, n int) (starts []int) {
	for i := 1; i < n; i++ {
		at := int(math.Round(float64(i) * float64(len(sorted)) / float64(n)))
		at = max(1, min(at, len(sorted)-1))
		// Equal values stay together, in the class that is then nearer to its size.
		low := sort.SearchFloat64s(sorted, sorted[at])
		high := sort.Search(len(sorted), func(k int) bool { return sorted[k] > sorted[at] })
		if at != low {
			if at-low <= high-at && low > 0 || high == len(sorted) {
				at = low
			} else {
				at = high
			}
		}
		if at > 0 && at < len(sorted) && (len(starts) == 0 || at > starts[len(starts)-1]) {
			starts = append(starts, at)
		}
	}
	return starts
}

// between returns the classes that begin with the values at the indexes. Without rounding, an
// edge is the first value of its class.
func between(sorted []float64, starts []int, round bool) Classes {
	c := Classes{[]float64{sorted[0]}}
	for _, i := range starts {
		edge := sorted[i]
		if round {
			edge = shortest(sorted[i-1], sorted[i])
		}
		c.Edges = append(c.Edges, edge)
	}
	last := sorted[len(sorted)-1]
	if round {
		c.Edges[0] = outward(sorted[0], c.step(last-sorted[0]), math.Floor)
		last = outward(last, c.step(last-sorted[0]), math.Ceil)
	}
	c.Edges = append(c.Edges, last)
	return c
}

// step returns the smallest decimal power that the inner edges are multiples of, or one for the
// whole range if there are no inner edges.
func (c Classes) step(whole float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10(whole)))
	for _, e := range c.Edges[1:] {
		for digits := 0; digits < 18 && math.Abs(e/step-math.Round(e/step)) > 1e-9*max(1, math.Abs(e/step)); digits++ {
			step /= 10
		}
	}
	return step
}

// outward rounds an outer edge to a multiple of step.
func outward(x, step float64, to func(float64) float64) float64 {
	k := to(x / step)
	edge := snapTo(k, step)
	// The division may have rounded the other way.
	if to(0.5) == 0 && edge > x || to(0.5) == 1 && edge < x {
		return x
	}
	return edge
}

// shortest returns the number with the fewest decimal digits that is above a and at most b.
func shortest(a, b float64) float64 {
	if a < 0 && b >= 0 {
		return 0
	}
	power := math.Pow(10, math.Ceil(math.Log10(max(math.Abs(a), math.Abs(b)))))
	for range 20 {
		// Of the multiples within, the one that divides by the larger factor.
		for _, f := range []float64{1, 0.5} {
			step := power * f
			if x := snapTo(math.Floor(b/step), step); x > a && x <= b {
				// The middle of the gap is a fairer edge if it is as short.
				if m := snapTo(math.Round((a+b)/2/step), step); m > a && m <= b {
					return m
				}
				return x
			}
		}
		power /= 10
	}
	return b
}
