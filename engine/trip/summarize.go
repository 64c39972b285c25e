// SPDX-License-Identifier: MIT

package trip

import (
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
)

// Summarise returns the summary of a matched trip. The result and the stops must be those
// of the recording. With a nil atlas there are no wards.
func Summarise(recording trace.Trip, result match.Result, stops []Stop, atlas *units.Atlas) Summary {
	s := Summary{
		Matched: result.Distance.Matched, Inferred: result.Distance.Inferred, OffRoad: result.Distance.OffRoad,
		Stops: len(stops), Measures: measure(recording, result), TopSpeed: topSpeed(recording.Observations, result),
	}
	s.HasIgnition = HasIgnition(recording)
	s.Device, s.HasDevice = deviceDistance(recording)
	for _, stop := range stops {
		s.Standing += stop.Duration()
		s.Idling += stop.Idling
	}
	s.Driving, _ = driving(recording.Observations, result, stops, pauses(recording.Observations, stops))
	if atlas == nil {
		return s
	}
	for _, share := range ByWard(atlas, recording.Observations, result) {
		if share.Found && share.Location.WardFound {
			s.Wards = append(s.Wards, uint32(share.Location.Ward.ID))
		}
	}
	return s
}

// driving returns the time from the first to the last observation that is neither in stops nor
// silent: without the gaps in which the recorder was off, and without the time of pauses, which
// are all. A stop may lie in such a gap or reach into it.
func driving(list []match.Observation, result match.Result, stops, all []Stop) (d, silent time.Duration) {
	c := newClock(list, result)
	first, last := c.first(0, len(list)-1), c.last(0, len(list)-1)
	if first.IsZero() || !last.After(first) {
		return 0, 0
	}
	whole := last.Sub(first) - inStops(stops, first, last)
	d = last.Sub(first) - inStops(all, first, last)
	for _, e := range gapEvents(list, result) {
		if e.Cause == match.GapOutage && e.Duration() > 0 {
			d -= e.Duration() - inStops(all, e.From, e.To)
		}
	}
	d = max(0, d)
	return d, max(0, whole-d)
}

// pauses returns the stops of a trip and, as stops without a place, the times without
// observations in which the vehicle stood somewhere. The drive is taken to be half before and
// half after such a time.
func pauses(list []match.Observation, stops []Stop) (all []Stop) {
	all = slices.Clone(stops)
	f := newStopFinder(list)
	for i := 0; i+1 < len(f.fixes); i++ {
		a, b := f.fixes[i], f.fixes[i+1]
		if !f.silent(i) || f.near(i) || inStops(stops, a.time, b.time) > 0 {
			continue
		}
		half := time.Duration(f.step(i) / leastSpeed / 2 * float64(time.Second))
		all = append(all, Stop{First: a.index, Last: b.index, Arrival: a.time.Add(half), Departure: b.time.Add(-half)})
	}
	slices.SortFunc(all, func(a, b Stop) int { return a.Arrival.Compare(b.Arrival) })
	return all
}

// lengths returns the length of a leg up to each vertex (metres).
func lengths(l *match.Leg) []float64 {
	along := make([]float64, len(l.Shape))
	for i := 1; i < len(l.Shape); i++ {
		along[i] = along[i-1] + geo.Distance(l.Shape[i-1], l.Shape[i])
	}
	return along
}
