// SPDX-License-Identifier: MIT

package trip

import (
	"cmp"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
)

// stateHolds is how long the ignition is taken to be as the last observation says, without
// another one. Recorders that sleep while the engine is off do not report for longer.
const stateHolds = 5 * time.Minute

// HasIgnition reports whether the recording says at least once whether the ignition was on.
func HasIgnition(recording trace.Trip) bool {
	for _, s := range recording.Channels.Ignition {
		if s != trace.IgnitionUnknown {
			return true
		}
	}
	return false
}

// ignition sets the state of the ignition at each fix. A fix that does not say has the state
// of the one before.
func (f *stopFinder) ignition(channel []trace.Ignition) {
	for i := range f.fixes {
		fix := &f.fixes[i]
		if fix.index < len(channel) {
			fix.ignition = channel[fix.index]
		}
		if i > 0 && fix.ignition == trace.IgnitionUnknown && fix.time.Sub(f.fixes[i-1].time) <= stateHolds {
			fix.ignition = f.fixes[i-1].ignition
		}
	}
}

// idling returns how long the ignition was on from one moment to another, among the fixes
// from first to last and their neighbours. known is false if no fix says.
func (f *stopFinder) idling(first, last int, from, to time.Time) (on time.Duration, known bool) {
	for i := first; i <= last; i++ {
		known = known || f.fixes[i].ignition != trace.IgnitionUnknown
	}
	for i := max(first-1, 0); i <= last; i++ {
		if f.fixes[i].ignition != trace.IgnitionOn {
			continue
		}
		begin, end := f.fixes[i].time, to
		if i+1 < len(f.fixes) {
			if end = f.fixes[i+1].time; end.Sub(begin) > stateHolds {
				continue // nobody knows when it was switched off
			}
		}
		if begin, end = later(begin, from), earlier(end, to); end.After(begin) {
			on += end.Sub(begin)
		}
	}
	return on, known
}

// offRun returns the last fix of the engine-off time that begins at fix i: the one at which
// the ignition is on again, or the last of the trip. ok is false if it is on at i.
func (f *stopFinder) offRun(i int) (last int, ok bool) {
	if f.fixes[i].ignition != trace.IgnitionOff {
		return 0, false
	}
	for last = i; last+1 < len(f.fixes) && f.fixes[last+1].ignition == trace.IgnitionOff; last++ {
	}
	return last, true
}

// carried is how far the ends of an engine-off time must lie apart if the vehicle was moved
// meanwhile, as on a ferry (metres). The positions of a parked receiver jump by up to 80 m.
const carried = 200

// stayedWithEngineOff reports whether the vehicle stayed where it was from fix first to last.
func (f *stopFinder) stayedWithEngineOff(first, last int) bool {
	a, b := f.ends(first, last)
	return geo.Distance(a, b) <= carried
}

// ends returns the median positions of the first and the last third of the fixes from first
// to last.
func (f *stopFinder) ends(first, last int) (a, b geo.Point) {
	run := f.fixes[first : last+1]
	third := (len(run) + 2) / 3
	return f.median(run[:third]), f.median(run[len(run)-third:])
}

// addTold adds the stays that the recording tells of: during which the engine was off, or the
// receiver reported that it stands. It joins them with those found by position.
func (f *stopFinder) addTold() {
	byPosition := f.stays
	f.stays = nil
	all := byPosition
	add := func(run func(int) (int, bool), stayed func(int, int) bool, engineOff bool) {
		for i := 0; i < len(f.fixes); i++ {
			last, ok := run(i)
			if !ok {
				continue
			}
			if f.stop(i, last).Duration() >= MinStop && stayed(i, last) {
				center := f.median(f.fixes[i : last+1])
				all = append(all, stay{first: f.extend(i, -1, center), last: f.extend(last, 1, center), engineOff: engineOff})
			}
			i = last
		}
	}
	add(f.offRun, f.stayedWithEngineOff, true)
	if f.reportsSpeed {
		add(f.standingRun, f.stayedStanding, false)
	}
	if len(all) == len(byPosition) {
		f.stays = byPosition
		return
	}
	slices.SortStableFunc(all, func(a, b stay) int { return cmp.Compare(a.first, b.first) })
	joined := all[:0]
	for _, s := range all {
		if n := len(joined); n > 0 && s.first <= joined[n-1].last {
			joined[n-1].last = max(joined[n-1].last, s.last)
			joined[n-1].engineOff = joined[n-1].engineOff || s.engineOff
			continue
		}
		joined = append(joined, s)
	}
	for _, s := range joined {
		f.add(s)
	}
}
