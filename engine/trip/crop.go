// SPDX-License-Identifier: MIT

package trip

import (
	"slices"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// Crop returns the part of a recording from the observation first to the one before end. It shares
// memory with the recording and keeps its ID, vehicle, device, driver and name. Notes about the whole
// file hold for the part; a truncated file concerns only the part at its end. Indexes out of range
// mean the ends.
func Crop(recording trace.Trip, first, end int) trace.Trip {
	n := len(recording.Observations)
	first = min(max(first, 0), n)
	end = min(max(end, first), n)
	part := recording
	part.Observations = recording.Observations[first:end:end]
	part.Channels = recording.Channels.Slice(first, end)
	part.Notes = notesOfPart(recording.Notes, first == 0, end == n)
	return part
}

// Between returns the observations of a recording from a moment to another, both included, as
// Crop takes them; a zero time is an end of the recording. Observations without a usable time
// belong to the one before them, those before all times to the first one. Without any times it
// returns the whole recording.
func Between(recording trace.Trip, from, to time.Time) (first, end int) {
	obs := recording.Observations
	timed := forward(obs)
	if len(timed) == 0 {
		return 0, len(obs)
	}
	begin, _ := slices.BinarySearchFunc(timed, from, func(i int, at time.Time) int { return obs[i].Time.Compare(at) })
	stop := len(timed)
	if !to.IsZero() {
		stop, _ = slices.BinarySearchFunc(timed, to, func(i int, at time.Time) int {
			if obs[i].Time.After(at) {
				return 1
			}
			return -1
		})
	}
	at := func(k int) int {
		switch {
		case k == 0:
			return 0
		case k == len(timed):
			return len(obs)
		}
		return timed[k]
	}
	return at(begin), max(at(begin), at(stop))
}

// Drop returns a recording without the observations of a list. It leaves the recording as it
// is. Indexes out of range count for nothing.
func Drop(recording trace.Trip, list []int) trace.Trip {
	gone := make([]bool, len(recording.Observations))
	count := 0
	for _, i := range list {
		if i >= 0 && i < len(gone) && !gone[i] {
			gone[i] = true
			count++
		}
	}
	if count == 0 {
		return recording
	}
	rest := recording
	rest.Observations = without(recording.Observations, gone)
	c := recording.Channels
	rest.Channels = trace.Channels{
		Ignition: without(c.Ignition, gone), Odometer: without(c.Odometer, gone), Elevation: without(c.Elevation, gone), Address: without(c.Address, gone),
	}
	return rest
}

// without returns a copy of a list without some of its values, nil for nil.
func without[T any](list []T, gone []bool) []T {
	if list == nil {
		return nil
	}
	rest := make([]T, 0, len(list))
	for i, x := range list {
		if !gone[i] {
			rest = append(rest, x)
		}
	}
	return rest
}

// TimeSpan returns the first and the last usable time of observations, zero without any.
func TimeSpan(observations []match.Observation) (first, last time.Time) {
	if timed := forward(observations); len(timed) > 0 {
		return observations[timed[0]].Time, observations[timed[len(timed)-1]].Time
	}
	return first, last
}
