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
func (w *recorded) readTimes(obs []Observation) {
	clock := &w.next.clock
	for i := w.firstNew; i < len(w.fixes) && clock.epoch.IsZero(); i++ {
		clock.epoch = obs[w.fixes[i].index].Time
	}
	if clock.epoch.IsZero() {
		return
	}
	for i := range w.fixes[:w.firstNew] { // decided: only their time differences matter
		f := &w.fixes[i]
		if f.index < 0 { // before the held observations
			continue
		}
		if t := obs[f.index].Time; !t.IsZero() {
			f.seconds = t.Sub(clock.epoch).Seconds()
		}
	}
	if w.from.anchor.set {
		f := &w.fixes[w.firstNew-1]
		f.timed, f.seconds = clock.anchorTimed, clock.anchorSeconds
	}
	w.markRun(obs)
	w.warnTimes(obs)
}

// markRun marks the longest run of new fixes with increasing times, by patience sorting
// (Fredman 1975). timeTails[k] is the fix with the least time that ends a run of k+1
// fixes. timeBefore[i] is the fix before i in its best run, or i itself.
func (w *recorded) markRun(obs []Observation) {
	clock := &w.next.clock
	w.timeTails = w.timeTails[:0]
	w.timeBefore = grow(w.timeBefore, len(w.fixes))
	for i := w.firstNew; i < len(w.fixes); i++ {
		f := &w.fixes[i]
		w.timeBefore[i] = int32(i)
		t := obs[f.index].Time
		if t.IsZero() {
			continue
		}
		f.seconds = t.Sub(clock.epoch).Seconds()
		if clock.run && f.seconds <= clock.last {
			continue
		}
		k, _ := slices.BinarySearchFunc(w.timeTails, f.seconds, func(tail int32, s float64) int {
			if w.fixes[tail].seconds < s {
				return -1
			}
			return 1 // an equal time takes the place, because runs increase strictly
		})
		if k > 0 {
			w.timeBefore[i] = w.timeTails[k-1]
		}
		if k == len(w.timeTails) {
			w.timeTails = append(w.timeTails, int32(i))
		} else if w.fixes[w.timeTails[k]].seconds != f.seconds { // of equal times, the first counts
			w.timeTails[k] = int32(i)
		}
	}
	if len(w.timeTails) == 0 {
		return
	}
	for i := w.timeTails[len(w.timeTails)-1]; ; i = w.timeBefore[i] {
		w.fixes[i].timed = true
		if w.timeBefore[i] == i {
			return
		}
	}
}

// warnTimes warns about the unusable times.
func (w *recorded) warnTimes(obs []Observation) {
	last := math.Inf(-1)
	if w.from.clock.run {
		last = w.from.clock.last
	}
	for i := w.firstNew; i < len(w.fixes); i++ {
		f := &w.fixes[i]
		switch {
		case f.timed:
			last = f.seconds
		case obs[f.index].Time.IsZero():
			w.warn(f.index, WarnMissingTime)
		case f.seconds == last:
			w.warn(f.index, WarnDuplicateTime)
		default:
			w.warn(f.index, WarnBackwardTime)
		}
	}
}
