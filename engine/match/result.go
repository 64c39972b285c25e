package match

import (
	"fmt"
	"strconv"
	"time"

	"roadsnap/engine/geo"
)

// State says what became of an observation.
type State uint8

// The states of an observation.
const (
	OffRoad State = iota // no place on the matched route; Location is the observation itself
	Matched              // the search chose its road
	OnRoute              // left out of the search, which had enough without it, and placed on the route found
)

var stateNames = [...]string{OffRoad: "off_road", Matched: "matched", OnRoute: "on_route"}

// String returns the state as the wire formats write it.
func (s State) String() string {
	if int(s) >= len(stateNames) {
		return "state(" + strconv.Itoa(int(s)) + ")"
	}
	return stateNames[s]
}

// MarshalText returns the state as the wire formats write it.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets s from its wire form.
func (s *State) UnmarshalText(text []byte) error {
	for i, n := range stateNames {
		if n == string(text) {
			*s = State(i)
			return nil
		}
	}
	return fmt.Errorf("match: unknown state %q", text)
}

// Reason says why an observation is not simply matched. It is empty where
// there is nothing to say.
type Reason string

// The reasons. All but ReasonDuplicate go with [OffRoad].
const (
	ReasonNone            Reason = ""
	ReasonInvalid         Reason = "invalid"          // not a position on Earth
	ReasonNoRoad          Reason = "no_road"          // no road open to the profile within reach, or on the way of the vehicle for a while
	ReasonOutlier         Reason = "outlier"          // the trip makes sense only without it
	ReasonImpossibleSpeed Reason = "impossible_speed" // an outlier that would need a speed no vehicle has
	ReasonNoRoute         Reason = "no_route"         // a road is near, but no route joins it to its neighbours
	ReasonDuplicate       Reason = "duplicate"        // repeats the observation before it
)

// Point is the result for one observation.
type Point struct {
	Index      int       // the observation's place in the input
	Location   geo.Point // on the road; the observation itself if State is OffRoad
	State      State
	Reason     Reason
	WayID      int64   // OpenStreetMap way; meaningful if HasWay
	HasWay     bool    // false exactly if State is OffRoad
	Distance   float64 // metres from the observation to Location; 0 if off road
	Confidence float64 // probability in [0, 1] that the trip was there, on that way; 0 if off road
}

// WayPiece is an unbroken stretch of a leg along one way.
type WayPiece struct {
	WayID   int64
	Forward bool    // travelled in the direction in which the way is drawn
	Length  float64 // metres
}

// Stretch is a part of a leg that no fix saw: from one fix to the next it is the
// most likely way.
type Stretch struct {
	First, Last           int // vertices of the leg's shape, First < Last
	FirstIndex, LastIndex int // the observations at its ends
	Cause                 GapCause
}

// Leg is a stretch of the trip that is one unbroken line over the network.
type Leg struct {
	FirstIndex, LastIndex int         // first and last observation placed on it
	Shape                 []geo.Point // in travel order, at least two vertices; cut at the places of the first and last observation
	Times                 []time.Time // one per vertex, never decreasing; nil if fewer than two observations of the leg have a time
	Length                float64     // metres; the sum of the lengths of Ways
	Confidence            float64     // in [0, 1]: mean along it of its points'
	Ways                  []WayPiece  // in travel order
	Inferred              []Stretch   // with no fix for long, in travel order
}

// GapCause says why two legs could not be one.
type GapCause string

// The causes of a gap.
const (
	GapNoRoad          GapCause = "no_road"          // the fixes between have no road within reach: ferry, yard, field
	GapNoRoute         GapCause = "no_route"         // roads on both sides, but no way through
	GapOutage          GapCause = "outage"           // no fix for longer or farther than is bridged; of a Stretch, than is usual
	GapTunnel          GapCause = "tunnel"           // no fix along a stretch that lies in a tunnel
	GapJump            GapCause = "jump"             // farther than is bridged from one fix to the next, time unknown
	GapImpossibleSpeed GapCause = "impossible_speed" // no vehicle is that fast
)

// Gap is a stretch of the trip that no leg covers.
type Gap struct {
	FirstIndex int // last observation before the gap; the first it covers if the trip begins with it
	LastIndex  int // first observation after the gap; the last it covers if the trip ends with it
	Cause      GapCause
}

// WarningKind says what is odd about an observation.
type WarningKind string

// The kinds of warning.
const (
	WarnBadCoordinate   WarningKind = "bad_coordinate"   // not a position on Earth; ignored
	WarnBadAccuracy     WarningKind = "bad_accuracy"     // negative or not a number; taken as unknown
	WarnDuplicateTime   WarningKind = "duplicate_time"   // same time as the observation before; time ignored
	WarnBackwardTime    WarningKind = "backward_time"    // earlier than the observation before; time ignored
	WarnMissingTime     WarningKind = "missing_time"     // no time, though others have one
	WarnOneway          WarningKind = "against_oneway"   // from here on the road is driven against the direction in which it is open
	WarnTurn            WarningKind = "banned_turn"      // a turn follows that a restriction bans
	WarnImpossibleSpeed WarningKind = "impossible_speed" // farther from the last than any vehicle gets in the time
)

// Warning is a remark on one observation.
type Warning struct {
	Index int
	Kind  WarningKind
}

// Distances sums up the trip, in metres.
type Distances struct {
	Raw      float64 // straight from valid observation to valid observation
	Matched  float64 // length of all legs
	Inferred float64 // the part of Matched with no fix for long
	OffRoad  float64 // straight through the observations of the gaps with cause GapNoRoad
}

// Result is what became of a trip: one Point per observation, always, in order.
type Result struct {
	Profile  Profile
	Points   []Point
	Legs     []Leg // in travel order, their index ranges disjoint
	Gaps     []Gap
	Warnings []Warning // ordered by index
	Distance Distances
}
