// SPDX-License-Identifier: MIT

package match

import (
	"fmt"
	"strconv"
	"time"

	"roadsnap/engine/geo"
)

// State is the outcome for an observation.
type State uint8

// The states of an observation.
const (
	OffRoad State = iota // no place on the matched route; Location is the observation itself
	Matched              // the search chose its road
	OnRoute              // skipped by the search, but on the route that it found
)

var stateNames = [...]string{OffRoad: "off_road", Matched: "matched", OnRoute: "on_route"}

// String returns the state as in the wire formats.
func (s State) String() string {
	if int(s) >= len(stateNames) {
		return "state(" + strconv.Itoa(int(s)) + ")"
	}
	return stateNames[s]
}

// MarshalText returns the state as in the wire formats.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets s from its form in the wire formats.
func (s *State) UnmarshalText(text []byte) error {
	for i, n := range stateNames {
		if n == string(text) {
			*s = State(i)
			return nil
		}
	}
	return fmt.Errorf("unknown state %q", text)
}

// Reason says why an observation is not matched. It is empty for a matched one.
type Reason string

// The reasons. All but ReasonDuplicate go with [OffRoad].
const (
	ReasonNone Reason = ""
	// ReasonInvalid means that the observation is not a position on Earth.
	ReasonInvalid Reason = "invalid"
	// ReasonNoRoad means that no road open to the profile is within reach, or that the
	// vehicle was off the roads for a while.
	ReasonNoRoad Reason = "no_road"
	// ReasonOutlier means that the trip makes sense only without the observation.
	ReasonOutlier Reason = "outlier"
	// ReasonImpossibleSpeed means an outlier that would require an impossible speed.
	ReasonImpossibleSpeed Reason = "impossible_speed"
	// ReasonNoRoute means that a road is near, but no route joins it to those of the
	// neighbours.
	ReasonNoRoute Reason = "no_route"
	// ReasonLeftOut means that the observation was left out by hand; see [LeaveOut].
	ReasonLeftOut Reason = "left_out"
	// ReasonDuplicate means that the observation repeats the previous one.
	ReasonDuplicate Reason = "duplicate"
)

// Point is the result for one observation.
type Point struct {
	Index      int       // of the observation in the input
	Location   geo.Point // on the road; the observation itself if State is OffRoad
	State      State
	Reason     Reason
	WayID      int64   // OpenStreetMap way; meaningful if HasWay
	HasWay     bool    // false if and only if State is OffRoad
	Distance   float64 // metres from the observation to Location; 0 if off road
	Confidence float64 // probability in [0, 1] that the trip was there, on that way; 0 if off road
}

// WayPiece is a continuous part of a leg along one way.
type WayPiece struct {
	WayID   int64
	Forward bool    // travelled in the direction in which the way is drawn
	Length  float64 // metres
}

// Stretch is a part of a leg without fixes. Its route is the most likely one between
// the fixes at its ends.
type Stretch struct {
	First, Last           int // vertices of the leg's shape, First < Last
	FirstIndex, LastIndex int // the observations at its ends
	Cause                 GapCause
}

// Leg is a part of the trip that is one continuous line over the network.
type Leg struct {
	FirstIndex, LastIndex int // first and last observation placed on it
	// Shape is the line in travel order, at least two vertices. It begins and ends at
	// the places of the first and the last observation.
	Shape []geo.Point
	// Times are the times at the vertices, never decreasing; nil if fewer than two
	// observations of the leg have a time.
	Times      []time.Time
	Length     float64    // metres; the sum of the lengths of Ways
	Confidence float64    // probability in [0, 1] that the leg goes the true ways from end to end
	Ways       []WayPiece // in travel order
	Inferred   []Stretch  // parts without fixes, in travel order

	doubts legDoubts
}

// GapCause says why two legs are not one, or why a [Stretch] has no fixes.
type GapCause string

// The causes of a gap.
const (
	// GapNoRoad means that fixes show the vehicle off the mapped roads: ferry, yard,
	// field, or beyond the edge of the map.
	GapNoRoad GapCause = "no_road"
	// GapNoRoute means that there are roads on both sides, but no route between them.
	GapNoRoute GapCause = "no_route"
	// GapOutage means that there was no fix for a longer time, or over a longer
	// distance with times known, than is bridged. For a Stretch, or next to a gap off
	// the roads, the limit is that of an inferred part instead.
	GapOutage GapCause = "outage"
	// GapTunnel, for a Stretch only, means that it lies in a tunnel.
	GapTunnel GapCause = "tunnel"
	// GapJump means that the distance between two fixes is longer than is bridged, with
	// the time unknown. Next to a gap off the roads, the limit is that of an inferred
	// part instead.
	GapJump GapCause = "jump"
	// GapImpossibleSpeed means that the vehicle would have been too fast.
	GapImpossibleSpeed GapCause = "impossible_speed"
	// GapNotDriven means that the part was marked so by hand; see [NotDriven].
	GapNotDriven GapCause = "not_driven"
)

// Gap is a part of the trip that no leg covers. Between two legs there may be several
// gaps, if a part is off the roads and a part is a jump. Then the observation at which
// one ends is the first of the next.
type Gap struct {
	// FirstIndex is the last observation before the gap, or the first one in it if the
	// trip begins with the gap.
	FirstIndex int
	// LastIndex is the first observation after the gap, or the last one in it if the
	// trip ends with the gap.
	LastIndex int
	Cause     GapCause
}

// WarningKind says what is wrong with an observation.
type WarningKind string

// The kinds of warning.
const (
	// WarnBadCoordinate means that the observation is not a position on Earth; it is
	// ignored.
	WarnBadCoordinate WarningKind = "bad_coordinate"
	// WarnBadAccuracy means that the accuracy is negative, infinite or NaN; it is taken
	// as unknown.
	WarnBadAccuracy WarningKind = "bad_accuracy"
	// WarnDuplicateTime means that the time is that of the last usable one; it is
	// ignored.
	WarnDuplicateTime WarningKind = "duplicate_time"
	// WarnBackwardTime means that the time is out of order with the others; it is
	// ignored.
	WarnBackwardTime WarningKind = "backward_time"
	// WarnMissingTime means that there is no time, although other observations have
	// one.
	WarnMissingTime WarningKind = "missing_time"
	// WarnOneway means that from here on the road is driven against its permitted
	// direction.
	WarnOneway WarningKind = "against_oneway"
	// WarnTurn means that the next turn is banned by a restriction.
	WarnTurn WarningKind = "banned_turn"
	// WarnBarrier means that a barrier lies ahead that stops the profile, such as a
	// bollard.
	WarnBarrier WarningKind = "through_barrier"
	// WarnNoTrucks means that from here on the road is closed to trucks. This and the
	// following three are warnings of the profile [Truck] only.
	WarnNoTrucks WarningKind = "no_trucks"
	// WarnTruckHours means that from here on the road is closed to trucks at certain
	// hours, and the trip is there at such a time, or its time is unknown.
	WarnTruckHours WarningKind = "truck_hours"
	// WarnHeight means that from here on the limit of height is below
	// [Config.TruckHeight].
	WarnHeight WarningKind = "height_limit"
	// WarnWeight means that from here on the limit of weight is below
	// [Config.TruckWeight].
	WarnWeight WarningKind = "weight_limit"
	// WarnImpossibleSpeed means that no vehicle can come here from the last place in
	// the time between.
	WarnImpossibleSpeed WarningKind = "impossible_speed"
)

// Warning is a warning about one observation.
type Warning struct {
	Index int
	Kind  WarningKind
}

// Distances holds the distances of the trip (metres).
type Distances struct {
	Raw      float64 // straight lines between valid observations
	Matched  float64 // length of all legs
	Inferred float64 // the part of Matched without fixes
	OffRoad  float64 // straight lines through the observations of gaps with cause GapNoRoad, without jumps
}

// Result is the result of matching a trip: one Point per observation, in order.
type Result struct {
	Profile  Profile
	Points   []Point
	Legs     []Leg // in travel order, with disjoint index ranges
	Gaps     []Gap
	Warnings []Warning // ordered by index
	Distance Distances
}

// Err returns nil if a part of the trip is on a road. Otherwise it returns [ErrNoRoad]
// if a point has no road near, else [ErrNoRoute].
func (r *Result) Err() error {
	if len(r.Legs) > 0 {
		return nil
	}
	for _, p := range r.Points {
		if p.Reason == ReasonNoRoad {
			return ErrNoRoad
		}
	}
	return ErrNoRoute
}
