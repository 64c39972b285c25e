// SPDX-License-Identifier: MIT

package trip

import (
	"fmt"
	"slices"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// SplitRule says where a recording is cut into trips. The zero rule cuts nowhere.
type SplitRule struct {
	Stop     time.Duration  // in the middle of stops of this length or longer; 0: never
	Gap      time.Duration  // between observations this far apart in time or farther; 0: never
	Midnight bool           // where a day begins in Location
	Location *time.Location // nil: UTC
}

// SplitPoints returns the index of the first observation of each part but the first, in
// order. stops must be the stops of the recording.
//
// Both parts keep their half of a stop at which the recording is cut. A stop with a
// midnight in it is cut there instead of in its middle, and one with a gap at its longest
// gap, so that no part consists of standing alone.
func SplitPoints(recording trace.Trip, stops []Stop, rule SplitRule) []int {
	obs := recording.Observations
	location := rule.Location
	if location == nil {
		location = time.UTC
	}
	var at []int
	timed := forward(obs)
	stop := 0
	for n := 1; n < len(timed); n++ {
		i, j := timed[n-1], timed[n]
		for stop < len(stops) && stops[stop].Last < j {
			stop++
		}
		midnight := rule.Midnight && dateOf(obs[i].Time.In(location)) != dateOf(obs[j].Time.In(location))
		gap := rule.Gap > 0 && obs[j].Time.Sub(obs[i].Time) >= rule.Gap
		standing := stop < len(stops) && stops[stop].First <= i
		if midnight || gap && !standing {
			at = append(at, j)
		}
	}
	for _, s := range stops {
		if k, ok := cutInStop(obs, timed, s, rule); ok && !slices.ContainsFunc(at, func(cut int) bool { return cut > s.First && cut <= max(s.Last, s.First+1) }) {
			at = append(at, k)
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// dateOf returns the year of t and the day in it, in the zone of t.
func dateOf(t time.Time) [2]int { return [2]int{t.Year(), t.YearDay()} }

// cutInStop returns the observation with which the later part begins if a stop is cut.
func cutInStop(obs []match.Observation, timed []int, s Stop, rule SplitRule) (at int, ok bool) {
	first, _ := slices.BinarySearch(timed, s.First)
	last, _ := slices.BinarySearch(timed, s.Last)
	longest, middle := time.Duration(0), s.Arrival.Add(s.Duration()/2)
	nearest := time.Duration(-1)
	for n := first + 1; n <= last && n < len(timed); n++ {
		before, after := obs[timed[n-1]].Time, obs[timed[n]].Time
		if gap := after.Sub(before); rule.Gap > 0 && gap >= rule.Gap && gap > longest {
			longest, at = gap, timed[n]
		}
		if off := before.Add(after.Sub(before) / 2).Sub(middle).Abs(); longest == 0 && (nearest < 0 || off < nearest) {
			nearest, at = off, timed[n]
		}
	}
	switch {
	case longest > 0:
		return at, true
	case rule.Stop <= 0 || s.Duration() < rule.Stop:
		return 0, false
	case nearest >= 0:
		return at, true
	case last+1 < len(timed): // a single observation, which belongs to the first part
		return timed[last+1], first > 0
	default:
		return 0, false
	}
}

// Split cuts a recording before the observations at. The parts hold its observations, each
// once and in order, and share memory with it. A part has the vehicle, device, driver and
// name of the whole. Its ID is that of the whole with "-1", "-2"… Notes about the whole
// file hold for each part; a truncated file concerns only the part at its end.
//
// Indexes out of range count for nothing, and neither does a cut that does not separate
// earlier times from later ones. Without times, every cut is made.
func Split(recording trace.Trip, at []int) []trace.Trip {
	obs := recording.Observations
	cuts := slices.DeleteFunc(slices.Clone(at), func(i int) bool { return i <= 0 || i >= len(obs) })
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	if len(forward(obs)) > 0 {
		cuts = cutsInTime(obs, cuts)
	}
	if len(cuts) == 0 {
		return []trace.Trip{recording}
	}
	parts := make([]trace.Trip, len(cuts)+1)
	first := 0
	for k := range parts {
		end := len(obs)
		if k < len(cuts) {
			end = cuts[k]
		}
		p := recording
		p.ID = fmt.Sprintf("%s-%d", recording.ID, k+1)
		p.Observations = obs[first:end:end]
		p.Channels = recording.Channels.Slice(first, end)
		p.Notes = notesOfPart(recording.Notes, k == 0, k == len(cuts))
		parts[k], first = p, end
	}
	return parts
}

// cutsInTime returns the cuts of which each separates earlier times from later ones.
func cutsInTime(obs []match.Observation, cuts []int) []int {
	for {
		var kept []int
		first := 0
		for k, cut := range cuts {
			end := len(obs)
			if k+1 < len(cuts) {
				end = cuts[k+1]
			}
			before, after := forward(obs[first:cut]), forward(obs[cut:end])
			if len(before) > 0 && len(after) > 0 && obs[first+before[len(before)-1]].Time.Before(obs[cut+after[0]].Time) {
				kept = append(kept, cut)
				first = cut
			}
		}
		if len(kept) == len(cuts) {
			return cuts
		}
		cuts = kept
	}
}

// notesOfPart returns the notes that hold for a part.
func notesOfPart(notes []trace.Note, first, last bool) (list []trace.Note) {
	reversed := slices.ContainsFunc(notes, func(n trace.Note) bool { return n.Kind == trace.NoteReversed })
	for _, n := range notes {
		if n.Kind != trace.NoteTruncated || last && !reversed || first && reversed {
			list = append(list, n)
		}
	}
	return list
}
