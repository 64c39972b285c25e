// SPDX-License-Identifier: MIT

package trip

import (
	"cmp"
	"slices"
	"time"

	"roadsnap/engine/trace"
)

// Shared is a time that two of several trips have in common.
type Shared struct {
	A, B     int // indexes of the trips; A begins no later
	From, To time.Time
	// Equal is the number of points that are in both trips, with the same time and place within
	// 2 m. Merge counts them once. Others is the number of points in this time that only one of
	// the trips has; Merge keeps them.
	Equal, Others int
}

// SharedTimes returns the times that pairs of trips have in common, by the beginning of A, then
// of B. A single moment counts for nothing, and so do trips without times.
func SharedTimes(trips []trace.Trip) (list []Shared) {
	type span struct {
		trip  int
		timed []int
	}
	var spans []span
	at := func(s span, k int) time.Time { return trips[s.trip].Observations[s.timed[k]].Time }
	for i := range trips {
		if timed := forward(trips[i].Observations); len(timed) > 0 {
			spans = append(spans, span{i, timed})
		}
	}
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Or(at(a, 0).Compare(at(b, 0)), a.trip-b.trip) })
	for i, a := range spans {
		for _, b := range spans[i+1:] {
			from, to := at(b, 0), earlier(at(a, len(a.timed)-1), at(b, len(b.timed)-1))
			if !from.Before(to) {
				continue
			}
			s := Shared{A: a.trip, B: b.trip, From: from, To: to}
			for x, y := 0, 0; x < len(a.timed) || y < len(b.timed); {
				var order int
				switch {
				case x == len(a.timed):
					order = 1
				case y == len(b.timed):
					order = -1
				default:
					order = at(a, x).Compare(at(b, y))
				}
				now, mine, theirs := from, 0, 0
				if order <= 0 {
					now, mine = at(a, x), 1
				}
				if order >= 0 {
					now, theirs = at(b, y), 1
				}
				switch inside := !now.Before(from) && !now.After(to); {
				case inside && order == 0 && samePoint(&trips[a.trip].Observations[a.timed[x]], &trips[b.trip].Observations[b.timed[y]]):
					s.Equal++
				case inside:
					s.Others += mine + theirs
				}
				x, y = x+mine, y+theirs
			}
			list = append(list, s)
		}
	}
	return list
}
