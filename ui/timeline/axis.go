// SPDX-License-Identifier: MIT

package timeline

import (
	"math"
	"time"
)

// Axis is what the graphs show their quantities over.
type Axis uint8

// The axes.
const (
	OverTime     Axis = iota // seconds since the beginning of the timeline
	OverDistance             // metres since the beginning of each trip
	numAxes
)

// Span is a stretch of time, empty if To is not after From.
type Span struct{ From, To time.Time }

// Empty reports whether the span has no length.
func (s Span) Empty() bool { return !s.To.After(s.From) }

// Length returns the duration of the span.
func (s Span) Length() time.Duration { return s.To.Sub(s.From) }

// clamp returns the moment of the span that is nearest to t.
func (s Span) clamp(t time.Time) time.Time {
	switch {
	case t.Before(s.From):
		return s.From
	case t.After(s.To):
		return s.To
	default:
		return t
	}
}

// Range is a part of an axis, in its unit.
type Range struct{ From, To float64 }

// Length returns the length of the range.
func (r Range) Length() float64 { return r.To - r.From }

// Empty reports whether the range has no length.
func (r Range) Empty() bool { return !(r.To > r.From) }

// holds reports whether x lies in the range.
func (r Range) holds(x float64) bool { return x >= r.From && x <= r.To }

// within returns the range of at most the length of whole that lies in it and is nearest.
func (r Range) within(whole Range) Range {
	length := min(r.Length(), whole.Length())
	from := min(max(r.From, whole.From), whole.To-length)
	return Range{from, from + length}
}

// Extent returns the whole axis.
func (s State) Extent() Range {
	if s.Axis == OverDistance {
		return Range{0, s.Reach}
	}
	return Range{0, s.Whole.Length().Seconds()}
}

// X returns the place of a moment on the axis: over distance, that of the main vehicle.
func (s State) X(at time.Time) float64 {
	if s.Axis == OverDistance && len(s.Lines) > 0 {
		p, _ := s.Lines[0].Track.At(s.Lines[0].recorded(at))
		return p.Along
	}
	return at.Sub(s.Whole.From).Seconds()
}

// Moment returns the moment of a place on the axis: over distance, the first one at which
// the main vehicle is there.
func (s State) Moment(x float64) time.Time {
	if s.Axis == OverDistance && len(s.Lines) > 0 {
		l := s.Lines[0]
		return l.Track.TimeOf(x).Add(l.shift)
	}
	return s.Whole.clamp(s.Whole.From.Add(time.Duration(x * float64(time.Second))))
}

// sampleX returns the place of a sample of a line on the axis.
func (s State) sampleX(l *Line, i int) float64 {
	if s.Axis == OverDistance {
		return l.Track.Samples[i].Along
	}
	return l.Track.Samples[i].Time.Add(l.shift).Sub(s.Whole.From).Seconds()
}

// visible returns the samples of a line from the one before the visible part to the one
// after it.
func (s State) visible(l *Line) (first, end int) {
	n := len(l.Track.Samples)
	reach := func(x float64) int { // the first sample at or after x
		low, high := 0, n
		for low < high {
			if middle := (low + high) / 2; s.sampleX(l, middle) < x {
				low = middle + 1
			} else {
				high = middle
			}
		}
		return low
	}
	first = max(reach(s.Shown.From)-1, 0)
	// Over distance, several samples may have the last place.
	end = min(reach(math.Nextafter(s.Shown.To, math.Inf(1)))+1, n)
	return first, end
}

// tick returns a round distance between about n marks of a scale of a length.
func tick(length float64, n int) float64 {
	raw := length / float64(n)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, f := range []float64{1, 2, 5} {
		if f*power >= raw {
			return f * power
		}
	}
	return 10 * power
}

// timeTicks are the distances between marks of time.
var timeTicks = []time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// timeTick returns the distance between at most n marks of a span.
func timeTick(length time.Duration, n int) time.Duration {
	for _, d := range timeTicks {
		if length/d <= time.Duration(n) {
			return d
		}
	}
	day := timeTicks[len(timeTicks)-1]
	return day * (length/time.Duration(n)/day + 1)
}

// marks returns the round places of the visible part of the axis, about n of them: times of
// the clock in Vietnam, times since the start if trips start together, or kilometres.
func (s State) marks(n int) (at []float64) {
	if s.Shown.Empty() {
		return nil
	}
	if s.Axis == OverDistance {
		step := tick(s.Shown.Length(), n)
		for k := math.Ceil(s.Shown.From / step); k*step <= s.Shown.To; k++ {
			at = append(at, k*step)
		}
		return at
	}
	step := timeTick(time.Duration(s.Shown.Length()*float64(time.Second)), n)
	ahead := time.Duration(0) // of the beginning of the timeline since a round time
	if !s.Together {
		const vietnam = 7 * time.Hour // ahead of UTC, a whole number of hours
		local := s.Whole.From.Add(vietnam)
		ahead = local.Sub(local.Truncate(step))
	}
	offset := ahead.Seconds()
	for k := math.Ceil((s.Shown.From + offset) / step.Seconds()); k*step.Seconds()-offset <= s.Shown.To; k++ {
		at = append(at, k*step.Seconds()-offset)
	}
	return at
}
