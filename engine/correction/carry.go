// SPDX-License-Identifier: MIT

package correction

import (
	"slices"

	"roadsnap/engine/match"
)

// Source is a trip with corrections that becomes a part of another one, or is divided.
type Source struct {
	Log          Log
	Observations []match.Observation
}

// Carry returns the corrections for a trip that has observations of others: a part of one, or
// several joined. A correction of an observation is kept if the new trip has that. One of the whole
// trip is kept if all of the old trips have it. What was undone is not kept.
func Carry(old []Source, observations []match.Observation) (l Log) {
	for _, s := range old {
		at := align(s.Observations, observations)
		for _, o := range s.Log.Done {
			if o.Kind == SetProfile || o.Kind == match.Forbid {
				if everywhere(old, o) && !slices.ContainsFunc(l.Done, o.sameEffect) {
					l.Done = append(l.Done, o)
				}
			} else if o.carry(at) {
				l.Done = append(l.Done, o)
			}
		}
	}
	return l
}

// everywhere reports whether all trips have a correction of the whole trip.
func everywhere(old []Source, o Operation) bool {
	return !slices.ContainsFunc(old, func(s Source) bool { return !slices.ContainsFunc(s.Log.Done, o.sameEffect) })
}

// sameEffect reports whether two corrections of the whole trip do the same.
func (o Operation) sameEffect(p Operation) bool {
	return o.Constraint == p.Constraint && o.Profile == p.Profile
}

// carry sets the indexes of a correction to those in another trip; at has them by the old ones,
// −1 for none. It reports whether the correction has a meaning there.
func (o *Operation) carry(at []int) bool {
	in := func(i int) bool { return i >= 0 && i < len(at) && at[i] >= 0 }
	switch o.Kind {
	case match.NotDriven: // also a part of it
		for o.Index < o.Last && !in(o.Index) {
			o.Index++
		}
		for o.Index < o.Last && !in(o.Last) {
			o.Last--
		}
		if o.Index >= o.Last {
			return false
		}
		o.Index, o.Last = at[o.Index], at[o.Last]
		return true
	case match.Bridge:
		if !in(o.Index) || !in(o.Last) {
			return false
		}
		o.Index, o.Last = at[o.Index], at[o.Last]
		return true
	case match.Via: // which leads to the next observation
		if !in(o.Index) || !in(o.Index+1) {
			return false
		}
	}
	if !in(o.Index) {
		return false
	}
	o.Index = at[o.Index]
	return true
}

// align returns for each old observation its index among the new ones, −1 if it is none of them.
func align(old, observations []match.Observation) (at []int) {
	at = make([]int, len(old))
	joined := len(observations) > len(old)
	next := 0
	for i := range old {
		at[i] = -1
		k := next
		for k < len(observations) && !same(&old[i], &observations[k]) && before(&observations[k], &old[i], joined) {
			k++
		}
		if k < len(observations) && same(&old[i], &observations[k]) {
			at[i], next = k, k+1
		}
	}
	return at
}

// same reports whether two observations are one.
func same(a, b *match.Observation) bool { return a.Time.Equal(b.Time) && a.Point == b.Point }

// before reports whether a comes before b, or is of another one of the joined trips.
func before(a, b *match.Observation, joined bool) bool {
	if a.Time.IsZero() || b.Time.IsZero() {
		return joined
	}
	return a.Time.Before(b.Time)
}
