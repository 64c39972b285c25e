// SPDX-License-Identifier: MIT

package match

import (
	"math"
	"slices"
	"time"
)

// clock holds the usable times of a trip.
type clock struct {
	epoch time.Time // the first time of the trip, origin of fix.seconds; zero without times
	run   bool      // there was a usable time
	last  float64   // the last usable one; meaningful if run

	// Time of the last decided fix, from which a route continues.
	anchorTimed   bool
	anchorSeconds float64
}

// readTimes marks the fixes with a usable time: those of the longest run with
// increasing times, so that one wrong clock reading affects only itself. The other
// fixes keep their place in the order and lose their time.
func (r *recorded) readTimes(obs []Observation) {
	clock := &r.next.clock
	for i := r.firstNew; i < len(r.fixes) && clock.epoch.IsZero(); i++ {
		clock.epoch = obs[r.fixes[i].index].Time
	}
	if clock.epoch.IsZero() {
		return
	}
	for i := range r.fixes[:r.firstNew] { // decided: only their time differences matter
		f := &r.fixes[i]
		if f.index < 0 { // before the held observations
			continue
		}
		if t := obs[f.index].Time; !t.IsZero() {
			f.seconds = t.Sub(clock.epoch).Seconds()
		}
	}
	if r.from.anchor.set {
		f := &r.fixes[r.firstNew-1]
		f.timed, f.seconds = clock.anchorTimed, clock.anchorSeconds
	}
	r.markRun(obs)
	r.warnTimes(obs)
}

// markRun marks the longest run of new fixes with increasing times, by patience sorting
// (Fredman 1975). timeTails[k] is the fix with the least time that ends a run of k+1
// fixes. timeBefore[i] is the fix before i in its best run, or i itself.
func (r *recorded) markRun(obs []Observation) {
	clock := &r.next.clock
	r.timeTails = r.timeTails[:0]
	r.timeBefore = grow(r.timeBefore, len(r.fixes))
	for i := r.firstNew; i < len(r.fixes); i++ {
		f := &r.fixes[i]
		r.timeBefore[i] = int32(i)
		t := obs[f.index].Time
		if t.IsZero() {
			continue
		}
		f.seconds = t.Sub(clock.epoch).Seconds()
		if clock.run && f.seconds <= clock.last {
			continue
		}
		k, _ := slices.BinarySearchFunc(r.timeTails, f.seconds, func(tail int32, s float64) int {
			if r.fixes[tail].seconds < s {
				return -1
			}
			return 1 // an equal time takes the place, because runs increase strictly
		})
		if k > 0 {
			r.timeBefore[i] = r.timeTails[k-1]
		}
		if k == len(r.timeTails) {
			r.timeTails = append(r.timeTails, int32(i))
		} else if r.fixes[r.timeTails[k]].seconds != f.seconds { // of equal times, the first counts
			r.timeTails[k] = int32(i)
		}
	}
	if len(r.timeTails) == 0 {
		return
	}
	for i := r.timeTails[len(r.timeTails)-1]; ; i = r.timeBefore[i] {
		r.fixes[i].timed = true
		if r.timeBefore[i] == i {
			return
		}
	}
}

// warnTimes warns about the unusable times.
func (r *recorded) warnTimes(obs []Observation) {
	last := math.Inf(-1)
	if r.from.clock.run {
		last = r.from.clock.last
	}
	for i := r.firstNew; i < len(r.fixes); i++ {
		f := &r.fixes[i]
		switch {
		case f.timed:
			last = f.seconds
		case obs[f.index].Time.IsZero():
			r.warn(f.index, WarnMissingTime)
		case f.seconds == last:
			r.warn(f.index, WarnDuplicateTime)
		default:
			r.warn(f.index, WarnBackwardTime)
		}
	}
}
