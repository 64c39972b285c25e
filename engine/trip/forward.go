// SPDX-License-Identifier: MIT

package trip

import (
	"sort"

	"roadsnap/engine/match"
)

// forward returns the indexes of the observations with a position and a usable time: the
// longest run with increasing times. A single wrong clock reading, as of the year 2099, loses only itself.
// It chooses as the matcher does.
func forward(observations []match.Observation) []int {
	run := make([]int, 0, len(observations))
	straight := true
	for i := range observations {
		t := observations[i].Time
		if t.IsZero() || !observations[i].Valid() {
			continue
		}
		if n := len(run); n > 0 && !t.After(observations[run[n-1]].Time) {
			straight = false
			break
		}
		run = append(run, i)
	}
	if straight {
		return run
	}
	// Patience sorting: tails[k] ends the run of k+1 observations with the least last time.
	tails, before := run[:0], make([]int, len(observations))
	for i := range observations {
		t := observations[i].Time
		if t.IsZero() || !observations[i].Valid() {
			continue
		}
		k := sort.Search(len(tails), func(k int) bool { return !observations[tails[k]].Time.Before(t) })
		if before[i] = -1; k > 0 {
			before[i] = tails[k-1]
		}
		switch {
		case k == len(tails):
			tails = append(tails, i)
		case !observations[tails[k]].Time.Equal(t): // of equal times the first one counts
			tails[k] = i
		}
	}
	for k, i := len(tails)-1, tails[len(tails)-1]; k >= 0; k, i = k-1, before[i] {
		tails[k] = i
	}
	return tails
}
