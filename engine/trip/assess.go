// SPDX-License-Identifier: MIT

package trip

import (
	"math"
	"slices"
	"sort"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// Assessment lists what is unexplained in a trip.
type Assessment struct {
	// Reasons are in the order of the kinds below, at most one of each kind. No point or
	// part of the trip counts for two of them, except that LeftOut counts those of Astray too.
	Reasons []Reason
}

// Explained reports whether the whole trip is explained.
func (a Assessment) Explained() bool { return len(a.Reasons) == 0 }

// Reason is one kind of unexplained part of a trip, and how much of it there is.
type Reason struct {
	Kind   Kind
	Amount float64 // in Unit; see the kinds
	Unit   Unit
}

// Kind names a reason. It is stable, for wire formats and translations.
type Kind string

// The kinds of reasons, in their order: faults of the recording, then gaps of the route,
// then doubts about the rest, then sums. Gaps have the names of their causes, and their amount is the length
// of the straight lines through the observations (metres).
const (
	// Truncated means that the file breaks off; the amount is 1 record.
	Truncated Kind = "truncated"
	// Damaged means that records of the file were left out because they could not be
	// read; the amount is their number.
	Damaged Kind = "damaged"
	// NoPositions means that there is no position to match; the amount is 0 records.
	NoPositions Kind = "no_positions"
	// OnePosition means that there is only one, which is no trip; the amount is 1 record.
	OnePosition Kind = "one_position"
	// MixedVehicles means that the recording goes back and forth between two places faster than
	// a vehicle can; the amount is the share of points of the second vehicle.
	MixedVehicles Kind = "mixed_vehicles"
	// WrongDate is for times before 1990 or after 2069; the amount is the share of such points.
	WrongDate Kind = "wrong_date"
	// OffMap means that no point of the trip has a road near.
	OffMap Kind = "off_map"
	// NoRoad is for parts off the roads of the map, in a trip that has others.
	NoRoad = Kind(match.GapNoRoad)
	// NoRoute is for parts that no route over the roads joins.
	NoRoute = Kind(match.GapNoRoute)
	// Outage is for times without a fix that are too long to be bridged.
	Outage = Kind(match.GapOutage)
	// Jump is for distances between fixes that are too long to be bridged, time unknown.
	Jump = Kind(match.GapJump)
	// ImpossibleSpeed is for distances that no vehicle covers in the time.
	ImpossibleSpeed = Kind(match.GapImpossibleSpeed)
	// LeftOut is for points that lie on no route, not counting those in gaps; the amount is
	// their share of all points.
	LeftOut Kind = "left_out"
	// Inferred is for parts of the route without fixes, tunnels aside; the amount is the
	// length of the longest one.
	Inferred Kind = "inferred"
	// Astray is for points that lie on no route because they are elsewhere, not counting those
	// in gaps; the amount is the largest distance of one from the nearer of the points before
	// and after it that are not left out.
	Astray Kind = "astray"
	// LowConfidence is for parts of the route that may be another one; the amount is their
	// length.
	LowConfidence Kind = "low_confidence"
	// WrongWay is for drives against one-way streets and through prohibited turns; the
	// amount is their number.
	WrongWay Kind = "wrong_way"
	// MissingTimes is for observations without a usable time in a recording that has times;
	// the amount is their share.
	MissingTimes Kind = "missing_times"
	// ClockJump is for observations whose times are out of order, as when a clock runs back;
	// the amount is the share that must be left out for the others to be in order.
	ClockJump Kind = "clock_jump"
	// DeviceDistance is for a recorder whose odometer disagrees with the route; the amount is the
	// difference that gaps do not explain (metres).
	DeviceDistance Kind = "device_distance"
	// Unexplained is the length of all gaps, LongGap that of the longest one, and GapTime
	// the time of the longest one in time. They are reasons only if no other one is.
	Unexplained Kind = "unexplained"
	LongGap     Kind = "long_gap"
	GapTime     Kind = "gap_time"
)

// SwappedCoordinates is a measure that is no fault and has no rule: latitude and longitude were
// swapped in the file, and were exchanged. The amount is 1 file.
const SwappedCoordinates Kind = "swapped_coordinates"

// Unit is the unit of an amount.
type Unit string

// The units.
const (
	UnitMetres  Unit = "m"
	UnitRecords Unit = "records" // of the file
	UnitShare   Unit = "share"   // in [0, 1]
	UnitSeconds Unit = "s"
	UnitCount   Unit = "count"
)

// Assess applies the default rules to a matched trip. The result must be that of the
// recording.
func Assess(recording trace.Trip, result match.Result) Assessment {
	return DefaultRules().Judge(Summary{Matched: result.Distance.Matched, Measures: measure(recording, result)})
}

// measures collects the amounts of faults of a trip.
type measures map[Kind]float64

// measure returns the amounts of all faults that a trip has, and whether its coordinates were
// swapped.
func measure(recording trace.Trip, result match.Result) (list []Measure) {
	found := make(measures)
	for _, n := range recording.Notes {
		switch n.Kind {
		case trace.NoteTruncated:
			found[Truncated] = 1
		case trace.NoteBadRecord, trace.NoteChecksum, trace.NoteSentence, trace.NoteOutOfRange:
			found[Damaged] += float64(max(n.Count, 1))
		}
	}
	positions := 0
	for _, p := range result.Points {
		if p.Reason != match.ReasonInvalid {
			positions++
		}
	}
	if positions == 0 {
		found[NoPositions] = 0
	} else {
		if positions == 1 {
			found[OnePosition] = 1
		}
		found.share(MixedVehicles, recording.OtherVehicle(), len(recording.Observations))
		found.share(WrongDate, recording.WrongDates(), len(recording.Observations))
		found.gaps(recording, result)
		found.doubts(recording, result)
		if d := odometerFault(recording, result.Distance.Matched, found[Unexplained]); d > 0 {
			found[DeviceDistance] = d
		}
	}
	for _, r := range defaults {
		if amount, is := found[r.Kind]; is {
			list = append(list, Measure{Kind: r.Kind, Amount: amount})
		}
	}
	if slices.ContainsFunc(recording.Notes, func(n trace.Note) bool { return n.Kind == trace.NoteSwapped }) {
		list = append(list, Measure{Kind: SwappedCoordinates, Amount: 1})
	}
	return list
}

// gaps adds the parts and points that lie on no route.
func (found measures) gaps(recording trace.Trip, result match.Result) {
	for _, e := range gapEvents(recording.Observations, result) {
		kind := Kind(e.Cause)
		if e.Cause == match.GapNotDriven {
			continue // somebody has explained it
		}
		if e.Kind == EventOffMap {
			kind = OffMap
		}
		found[kind] += e.Length
		found[Unexplained] += e.Length
		found[LongGap] = max(found[LongGap], e.Length)
		if d := e.Duration(); d > 0 {
			found[GapTime] = max(found[GapTime], d.Seconds())
		}
	}
	inGap, leftOut := inGaps(result), 0
	for i, p := range result.Points {
		if p.State == match.OffRoad && !inGap[i] && p.Reason != match.ReasonLeftOut {
			leftOut++
		}
	}
	found.share(LeftOut, leftOut, len(result.Points))
	if d := astray(recording.Observations, result, inGap); d > 0 {
		found[Astray] = d
	}
}

// astray returns the largest distance (metres) of a point left out from the nearer of the
// points before and after it that are not, 0 for none.
func astray(observations []match.Observation, result match.Result, inGap []bool) (far float64) {
	kept := -1 // the latest point on the route, -1 for none
	var out []int
	end := func(next int) {
		for _, i := range out {
			near := math.Inf(1)
			for _, k := range []int{kept, next} {
				if k >= 0 {
					near = min(near, geo.Distance(observations[i].Point, observations[k].Point))
				}
			}
			if !math.IsInf(near, 1) {
				far = max(far, near)
			}
		}
		out = out[:0]
	}
	for i, p := range result.Points {
		switch {
		case p.State == match.Matched || p.State == match.OnRoute:
			end(i)
			kept = i
		case p.State == match.OffRoad && !inGap[i] && p.Reason != match.ReasonLeftOut && observations[i].Valid():
			out = append(out, i)
		}
	}
	end(-1)
	return far
}

// outOfOrder returns the smallest number of observations without which the times of the
// others never go back.
func outOfOrder(list []match.Observation) int {
	if inOrder(list) { // as nearly all recordings are
		return 0
	}
	var ends []time.Time // the earliest end of a sequence of each length that never goes back
	timed := 0
	for _, o := range list {
		if o.Time.IsZero() {
			continue
		}
		timed++
		i := len(ends)
		if i > 0 && o.Time.Before(ends[i-1]) {
			i = sort.Search(i, func(k int) bool { return ends[k].After(o.Time) })
		}
		if i == len(ends) {
			ends = append(ends, o.Time)
		} else {
			ends[i] = o.Time
		}
	}
	return timed - len(ends)
}

// inOrder reports whether the times of observations never go back.
func inOrder(list []match.Observation) bool {
	var latest time.Time
	for i := range list {
		if t := list[i].Time; !t.IsZero() {
			if t.Before(latest) {
				return false
			}
			latest = t
		}
	}
	return true
}

// share adds a share of all observations, unless it is 0.
func (found measures) share(k Kind, n, of int) {
	if n > 0 {
		found[k] = float64(n) / float64(of)
	}
}

// lowConfidence is the confidence below which a matched point may well be elsewhere.
const lowConfidence = 0.5

// doubts adds what speaks against the route, and the missing times.
func (found measures) doubts(recording trace.Trip, result match.Result) {
	for _, w := range result.Warnings {
		if w.Kind == match.WarnOneway || w.Kind == match.WarnTurn || w.Kind == match.WarnBarrier {
			found[WrongWay]++
		}
	}
	inGap := make([]bool, len(result.Points)) // the way to the point
	for _, g := range result.Gaps {
		for i := g.FirstIndex + 1; i <= g.LastIndex; i++ {
			inGap[i] = true
		}
	}
	low := Doubtful
	for i := 1; i < len(result.Points); i++ {
		if a, b := result.Points[i-1], result.Points[i]; low(a) && low(b) && !inGap[i] {
			found[LowConfidence] += geo.Distance(a.Location, b.Location)
		}
	}
	for _, l := range result.Legs {
		for _, s := range l.Inferred {
			if s.Cause == match.GapTunnel {
				continue
			}
			found[Inferred] = max(found[Inferred], inferredLength(&l, s))
		}
	}
	timeless := 0
	for _, o := range recording.Observations {
		if o.Time.IsZero() {
			timeless++
		}
	}
	if timeless < len(recording.Observations) {
		found.share(MissingTimes, timeless, len(recording.Observations))
	}
	found.share(ClockJump, outOfOrder(recording.Observations), len(recording.Observations))
}
