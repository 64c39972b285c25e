// SPDX-License-Identifier: MIT

package trip

import (
	"time"

	"roadsnap/engine/geo"
)

// addSilent adds the stays in which the recorder was silent, as a tracker that sleeps, and of
// which there is at most a single fix at the place.
func (f *stopFinder) addSilent() {
	byPosition := f.stays
	f.stays = nil
	next := 0
	for i := 0; i+1 < len(f.fixes); i++ {
		for next < len(byPosition) && byPosition[next].first <= i+1 {
			f.stays = append(f.stays, byPosition[next])
			next++
		}
		if n := len(f.stays); n > 0 && f.stays[n-1].last >= i || !f.silent(i) || !f.near(i) {
			continue
		}
		at := i
		if f.speed(i+1) <= f.speed(i-1) {
			at++
		}
		if f.stop(at, at).Duration() >= MinStop {
			f.add(stay{first: at, last: at})
		}
	}
	f.stays = append(f.stays, byPosition[next:]...)
}

// silent reports whether the vehicle stood for at least MinStop between fix i and the next
// one: it got on slowly.
func (f *stopFinder) silent(i int) bool {
	return f.gap(i) >= MinStop && f.step(i) <= crawlSpeed*f.gap(i).Seconds()
}

// near reports whether a vehicle that stood between fix i and the next one did so at one of
// them: they are no farther apart than it drives while its tracker wakes, and from one report to
// the next.
func (f *stopFinder) near(i int) bool {
	report := 0.0
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k+1 < len(f.fixes) {
			report = max(report, f.step(k))
		}
	}
	return f.step(i) <= wakeReach+min(report, reportReach)
}

// gap returns the time between fix i and the next one, and step their distance (metres).
func (f *stopFinder) gap(i int) time.Duration { return f.fixes[i+1].time.Sub(f.fixes[i].time) }
func (f *stopFinder) step(i int) float64      { return geo.Distance(f.fixes[i].Point, f.fixes[i+1].Point) }

// speed returns the mean speed between fix i and the next one (m/s), or crawlSpeed beyond the
// ends of the recording, at which vehicles often stand.
func (f *stopFinder) speed(i int) float64 {
	if i < 0 || i+1 >= len(f.fixes) {
		return crawlSpeed
	}
	return f.step(i) / f.gap(i).Seconds()
}

// addDrift lets each stay last as long as the positions next to it may be drifted ones of its
// place. A time without fixes between two stays belongs to the first one.
func (f *stopFinder) addDrift() {
	for i := range f.stays {
		s := &f.stays[i]
		if i > 0 && !s.Arrival.After(f.stays[i-1].Departure) {
			s.Arrival = f.fixes[s.first].time
		}
		if at := f.passing(s.first, -1, s.Center, driftRadius); i == 0 || at.After(f.stays[i-1].Departure) {
			s.Arrival = earlier(at, s.Arrival)
		}
		if at := f.passing(s.last, 1, s.Center, driftRadius); i+1 == len(f.stays) || at.Before(f.stays[i+1].Arrival) {
			s.Departure = at
		}
	}
}

// passing returns when the vehicle came to (direction -1) or left (1) the place of a stay
// whose outermost fix is i. It takes the vehicle to go to or from the next fix at its speed
// beyond that. Fixes within drift (metres) of the center may still be of the place: the
// longest stay counts.
func (f *stopFinder) passing(i, direction int, center geo.Point, drift float64) time.Time {
	sign := time.Duration(direction)
	at := f.fixes[i].time
	for j := i + direction; j >= 0 && j < len(f.fixes); j += direction {
		distance := geo.Distance(f.fixes[j].Point, center)
		if k := min(j, j-direction); f.gap(k) >= MinStop && !f.near(k) {
			break // nobody knows where it stood
		}
		speed := float64(leastSpeed)
		if k := j + direction; k >= 0 && k < len(f.fixes) {
			speed = max(speed, f.speed(min(j, k)))
		}
		away := time.Duration(distance / speed * float64(time.Second))
		if passed := f.fixes[j].time.Add(-sign * away); sign*passed.Sub(at) > 0 {
			at = passed
		}
		if distance > drift {
			break
		}
	}
	return at
}
