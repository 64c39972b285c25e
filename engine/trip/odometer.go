// SPDX-License-Identifier: MIT

package trip

import (
	"slices"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

const (
	// odometerStep is how far an odometer may be behind (metres), because some count whole
	// kilometres.
	odometerStep = 2000
	// untimedStep is the longest distance between two readings without times (metres).
	untimedStep = 100_000
)

// odometerFault returns by how much the distance of the recorder's odometer is shorter than the
// matched length of a trip, or longer than the vehicle can have driven on its route and in its
// gaps (metres). It is 0 unless the odometer is known from the beginning to the end.
func odometerFault(recording trace.Trip, matched, gaps float64) (metres float64) {
	const (
		detour    = 2    // the way through a gap is at most this times as long as the straight line
		mostUnset = 0.05 // share of the observations before the first reading, or after the last one
	)
	device, ok := deviceDistance(recording)
	known := func(v float64) bool { return v >= 0 }
	readings, n := recording.Channels.Odometer, len(recording.Observations)
	first := slices.IndexFunc(readings, known)
	if !ok || first < 0 {
		return 0
	}
	after := n - len(readings)
	for i := len(readings) - 1; !known(readings[i]); i-- {
		after++
	}
	if float64(max(first, after)) > mostUnset*float64(n) {
		return 0
	}
	return max(0, matched-device, device-matched-detour*gaps)
}

// deviceDistance returns the distance by the odometer of the recorder (metres): the last
// known reading minus the first one. A reading that falls, or rises faster than a vehicle
// drives, and with which the next one does not agree, is an error and left out. If the next
// one agrees, the odometer was reset: what it shows between is not counted. ok is false
// without two readings that agree, and if all are 0, as where none is connected.
func deviceDistance(recording trace.Trip) (metres float64, ok bool) {
	type reading struct {
		value float64
		at    *match.Observation
	}
	follows := func(a, b reading) bool {
		limit := float64(untimedStep)
		if !a.at.Time.IsZero() && b.at.Time.After(a.at.Time) {
			limit = odometerStep + topTravel*b.at.Time.Sub(a.at.Time).Seconds()
		}
		return b.value >= a.value && b.value-a.value <= limit
	}
	var list []reading
	zero := true
	for i, v := range recording.Channels.Odometer {
		if v >= 0 && i < len(recording.Observations) {
			list = append(list, reading{v, &recording.Observations[i]})
			zero = zero && v == 0
		}
	}
	if zero {
		return 0, false
	}
	last := 0
	for i := 1; i < len(list); i++ {
		switch {
		case follows(list[last], list[i]):
			metres += list[i].value - list[last].value
			last, ok = i, true
		case i+1 < len(list) && !follows(list[last], list[i+1]) && follows(list[i], list[i+1]):
			last = i // the odometer was reset, or the reading before was wrong
		}
	}
	return metres, ok
}
