// SPDX-License-Identifier: MIT

package trip

import (
	"math"
	"time"

	"roadsnap/engine/trace"
)

const (
	// smoothTime is the time over which elevations are averaged, half of it before and half
	// after each one; without times it is smoothCount of them.
	smoothTime  = time.Minute
	smoothCount = 9
	// leastClimb is the smallest change of the smoothed elevation that counts (metres).
	// Receivers wander up and down by some 5 m where the vehicle stands.
	leastClimb = 10
)

// Ascent returns how far a recording goes up and down (metres, both positive). Elevations
// are averaged over a minute, and a rise or fall counts if it reaches 10 m before the next
// fall or rise of 10 m. ok is false with fewer than two known elevations.
func Ascent(recording trace.Trip) (up, down float64, ok bool) {
	smooth := smoothElevation(recording)
	if len(smooth) < 2 {
		return 0, 0, false
	}
	// Between from, where the last counted change ended, and the extremes since then there is
	// a change in at most one direction.
	from, low, high, rising := smooth[0], smooth[0], smooth[0], 0
	for _, h := range smooth {
		switch {
		case rising >= 0 && h <= high-leastClimb: // the top is behind
			if rising > 0 {
				up += high - from
			}
			from, low, rising = high, h, -1
		case rising <= 0 && h >= low+leastClimb:
			if rising < 0 {
				down += from - low
			}
			from, high, rising = low, h, 1
		}
		low, high = min(low, h), max(high, h)
	}
	switch rising {
	case 1:
		up += high - from
	case -1:
		down += from - low
	}
	return up, down, true
}

// smoothElevation returns the smoothed known elevations in order.
func smoothElevation(recording trace.Trip) (smooth []float64) {
	channel := recording.Channels.Elevation
	known := func(i int) bool {
		return i < len(channel) && !math.IsNaN(channel[i]) && !math.IsInf(channel[i], 0)
	}
	var values []float64
	var times []time.Time
	for _, i := range forward(recording.Observations) {
		if known(i) {
			values, times = append(values, channel[i]), append(times, recording.Observations[i].Time)
		}
	}
	near := func(i, k int) bool { return times[i].Sub(times[k]).Abs() <= smoothTime/2 }
	if len(values) < 2 {
		values = values[:0]
		for i := range channel {
			if known(i) {
				values = append(values, channel[i])
			}
		}
		near = func(i, k int) bool { return max(i-k, k-i) <= smoothCount/2 }
	}
	sums := make([]float64, len(values)+1)
	for i, v := range values {
		sums[i+1] = sums[i] + v
	}
	first, end := 0, 0
	for i := range values {
		for !near(i, first) {
			first++
		}
		for end < len(values) && (end <= i || near(i, end)) {
			end++
		}
		smooth = append(smooth, (sums[end]-sums[first])/float64(end-first))
	}
	return smooth
}
