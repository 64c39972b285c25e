// SPDX-License-Identifier: MIT

package trip

import (
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// Assessment lists what is unexplained in a trip.
type Assessment struct {
	// Reasons are in the order of the kinds below, at most one of each kind. No point or
	// part of the trip counts for two of them.
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
// then single points. Gaps have the names of their causes, and their amount is the length
// of the straight lines through the observations (metres).
const (
	// Truncated means that the file breaks off; the amount is 1 record.
	Truncated Kind = "truncated"
	// Damaged means that records of the file were left out because they could not be
	// read; the amount is their number.
	Damaged Kind = "damaged"
	// NoPositions means that there is no position to match; the amount is 0 records.
	NoPositions Kind = "no_positions"
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
	// LeftOut means that more points than usual lie on no route, not counting those in gaps;
	// the amount is their share of all points.
	LeftOut Kind = "left_out"
)

// Unit is the unit of an amount.
type Unit string

// The units.
const (
	UnitMetres  Unit = "m"
	UnitRecords Unit = "records" // of the file
	UnitShare   Unit = "share"   // in [0, 1]
)

// kinds holds all kinds in their order, with their units.
var kinds = []struct {
	kind Kind
	unit Unit
}{
	{Truncated, UnitRecords}, {Damaged, UnitRecords}, {NoPositions, UnitRecords},
	{OffMap, UnitMetres}, {NoRoad, UnitMetres}, {NoRoute, UnitMetres},
	{Outage, UnitMetres}, {Jump, UnitMetres}, {ImpossibleSpeed, UnitMetres},
	{LeftOut, UnitShare},
}

// maxLeftOut is the share of points that may lie on no route in a trip that is
// explained, gaps not counted. The matcher's model assumes that a twentieth of all fixes
// is bad. Of 49 recorded drives, 48 stay below that with all their points and with
// every fifth or thirtieth of them; the median is below a thousandth.
const maxLeftOut = 0.05

// Assess returns what is unexplained in a matched trip. The result must be that of the
// recording. A gap of any length is unexplained, and so is any damage of the file. A part
// of a leg without fixes, as in a tunnel, is explained, because the route bridges it.
func Assess(recording trace.Trip, result match.Result) Assessment {
	found := make(map[Kind]float64)
	for _, n := range recording.Notes {
		switch n.Kind {
		case trace.NoteTruncated:
			found[Truncated] = 1
		case trace.NoteBadRecord, trace.NoteChecksum, trace.NoteSentence, trace.NoteOutOfRange:
			found[Damaged] += float64(max(n.Count, 1))
		}
	}
	onEarth := func(p match.Point) bool { return p.Reason != match.ReasonInvalid }
	if !slices.ContainsFunc(result.Points, onEarth) {
		found[NoPositions] = 0
	} else {
		assessRoute(found, recording, result)
	}
	var a Assessment
	for _, k := range kinds {
		if amount, is := found[k.kind]; is {
			a.Reasons = append(a.Reasons, Reason{Kind: k.kind, Amount: amount, Unit: k.unit})
		}
	}
	return a
}

// assessRoute adds the parts and points that lie on no route.
func assessRoute(found map[Kind]float64, recording trace.Trip, result match.Result) {
	offMap := !slices.ContainsFunc(result.Points, func(p match.Point) bool {
		return p.Reason != match.ReasonNoRoad && p.Reason != match.ReasonInvalid
	})
	inGap := make([]bool, len(result.Points))
	for _, g := range result.Gaps {
		var line []geo.Point
		for i := g.FirstIndex; i <= g.LastIndex; i++ {
			inGap[i] = true
			if result.Points[i].Reason != match.ReasonInvalid {
				line = append(line, recording.Observations[i].Point)
			}
		}
		kind := Kind(g.Cause)
		if offMap && kind == NoRoad {
			kind = OffMap
		}
		found[kind] += geo.Length(line)
	}
	leftOut := 0
	for i, p := range result.Points {
		if p.State == match.OffRoad && !inGap[i] {
			leftOut++
		}
	}
	if share := float64(leftOut) / float64(len(result.Points)); share > maxLeftOut {
		found[LeftOut] = share
	}
}
