// SPDX-License-Identifier: MIT

package trip

import (
	"math"

	"roadsnap/engine/geo"
)

const (
	// maxWrongSpeeds is how many fixes in a row may report a drive while the others stand.
	maxWrongSpeeds = 2
	// standingSpreads is how many standard deviations from their mean the fixes may drift, up to
	// carried; within leaveRadius they always may. Traffic lights are farther from a stop.
	standingSpreads = 5
	// maxSpreads is how many times as far as they spread the ends of such a time may drift
	// apart, beyond maxCreep. A queue that moves on between two fixes gets farther.
	maxSpreads = 2
	// leastStanding is how many fixes stand for each that reports a drive. In a jam it is fewer.
	leastStanding = 20
)

// standingRun returns the last fix of the time that begins at fix i and in which the receiver
// reports that it stands. ok is false if it does not at i.
func (f *stopFinder) standingRun(i int) (last int, ok bool) {
	if !f.fixes[i].stands {
		return 0, false
	}
	plane := geo.NewPlane(f.fixes[i].Point)
	var mean geo.XY // of the fixes that stand
	squares := 0.0  // of their distances from it
	last = i
	for k, n, wrong := i+1, 1.0, 0; k < len(f.fixes) && wrong <= maxWrongSpeeds; k++ {
		at := plane.XY(f.fixes[k].Point)
		dx, dy := at.X-mean.X, at.Y-mean.Y
		distance := math.Hypot(dx, dy)
		reach := min(max(standingSpreads*math.Sqrt(squares/n/2), leaveRadius), carried)
		switch {
		case f.fixes[k].stands && distance <= reach:
			last, wrong, n = k, 0, n+1
			mean.X, mean.Y = mean.X+dx/n, mean.Y+dy/n
			squares += distance * distance * (n - 1) / n
		case f.fixes[k].drives && distance > reach:
			return last, true
		case f.fixes[k].stands || f.fixes[k].drives:
			wrong++
		}
	}
	return last, true
}

// stayedStanding reports whether the vehicle stayed where it was from fix first to last, where
// it stands at each of them.
func (f *stopFinder) stayedStanding(first, last int) bool {
	drives := 0
	for i := first; i <= last; i++ {
		if f.fixes[i].drives {
			drives++
		}
	}
	if drives*leastStanding > last-first+1 {
		return false
	}
	a, b := f.ends(first, last)
	third := (last - first + 3) / 3
	spread := func(fixes []stopFix, center geo.Point) float64 {
		f.values = f.values[:0]
		for i := range fixes {
			f.values = append(f.values, geo.Distance(fixes[i].Point, center))
		}
		return medianOf(f.values)
	}
	spreads := max(spread(f.fixes[first:first+third], a), spread(f.fixes[last+1-third:last+1], b))
	return geo.Distance(a, b) <= maxCreep+maxSpreads*spreads
}
