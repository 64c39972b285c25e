// SPDX-License-Identifier: MIT

package trip

import "time"

// motion is a part of a trip: how long and how far a vehicle moved.
type motion struct {
	time   time.Duration
	metres float64
}

// moving returns how a vehicle moved outside stops: at movingSpeed or more, measured over
// speedTime as the top speed. Single steps of a second would not do: a vehicle at walking pace
// has some without any way, and the way of others is that of both.
func moving(t *Track, stops []Stop) (all motion) {
	var run []motion // steps without a stop or a gap between them, in parts of speedTime
	flush := func() {
		if n := len(run); n > 1 && run[n-1].time < speedTime {
			run[n-2].time += run[n-1].time
			run[n-2].metres += run[n-1].metres
			run = run[:n-1]
		}
		for _, p := range run {
			if p.metres >= movingSpeed*p.time.Seconds() {
				all.time += p.time
				all.metres += p.metres
			}
		}
		run = run[:0]
	}
	for i := 1; i < len(t.Samples); i++ {
		a, b := &t.Samples[i-1], &t.Samples[i]
		step := b.Time.Sub(a.Time) - inStops(stops, a.Time, b.Time)
		if b.Gap || step <= 0 {
			flush()
			continue
		}
		if n := len(run); n == 0 || run[n-1].time >= speedTime {
			run = append(run, motion{})
		}
		p := &run[len(run)-1]
		p.time += step
		p.metres += b.Along - a.Along
	}
	flush()
	return all
}
