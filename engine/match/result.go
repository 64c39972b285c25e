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
	OnRoute              // left out of the search, which did without it; put on the route found
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
	return fmt.Errorf("unknown state %q", text)
}

// Reason says why an observation is not simply matched. It is empty where
// there is nothing to say.
type Reason string

// The reasons. All but ReasonDuplicate go with [OffRoad].
const (
	ReasonNone Reason = ""
	// ReasonInvalid is for what is not a position on Earth.
	ReasonInvalid Reason = "invalid"
	// ReasonNoRoad means that no road open to the profile is within reach, or that
	// the vehicle was off the roads for a while.
	ReasonNoRoad Reason = "no_road"
	// ReasonOutlier means that the trip makes sense only without the observation.
	ReasonOutlier Reason = "outlier"
	// ReasonImpossibleSpeed is for an outlier that would need a speed no vehicle has.
	ReasonImpossibleSpeed Reason = "impossible_speed"
	// ReasonNoRoute means that a road is near, but no route joins it to those of the
	// neighbours.
	ReasonNoRoute Reason = "no_route"
	// ReasonDuplicate is for an observation that repeats the one before it.
	ReasonDuplicate Reason = "duplicate"
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
	FirstIndex, LastIndex int // first and last observation placed on it
	// Shape is the line in travel order, at least two vertices. It begins and ends
	// at the places of the first and the last observation.
	Shape []geo.Point
	// Times are those at the vertices, never decreasing; nil if fewer than two
	// observations of the leg have a time.
	Times      []time.Time
	Length     float64    // metres; the sum of the lengths of Ways
	Confidence float64    // in [0, 1]: mean along it of its points'
	Ways       []WayPiece // in travel order
	Inferred   []Stretch  // with no fix for long, in travel order
}

// GapCause says why two legs could not be one, or why no fix saw a [Stretch].
type GapCause string

// The causes of a gap.
const (
	// GapNoRoad means that the vehicle was seen off the mapped roads: ferry, yard,
	// field, beyond the edge of the map.
	GapNoRoad GapCause = "no_road"
	// GapNoRoute means roads on both sides, but no way through.
	GapNoRoute GapCause = "no_route"
	// GapOutage means no fix for longer, or with times for farther, than is bridged;
	// of a Stretch, and beside a stretch off the roads, than is usual.
	GapOutage GapCause = "outage"
	// GapTunnel, of a Stretch only, means that it lies in a tunnel.
	GapTunnel GapCause = "tunnel"
	// GapJump means farther than is bridged from one fix to the next, time unknown;
	// beside a stretch off the roads, than is usual.
	GapJump GapCause = "jump"
	// GapImpossibleSpeed means that no vehicle is that fast.
	GapImpossibleSpeed GapCause = "impossible_speed"
)

// Gap is a stretch of the trip that no leg covers. A gap between two legs that is
// partly off the roads and partly a jump is several, one after the other: the
// observation at which one ends is the first of the next.
type Gap struct {
	// FirstIndex is the last observation before the gap, or the first that it covers
	// if the trip begins with it.
	FirstIndex int
	// LastIndex is the first observation after the gap, or the last that it covers if
	// the trip ends with it.
	LastIndex int
	Cause     GapCause
}

// WarningKind says what is odd about an observation.
type WarningKind string

// The kinds of warning.
const (
	// WarnBadCoordinate is for what is not a position on Earth; it is ignored.
	WarnBadCoordinate WarningKind = "bad_coordinate"
	// WarnBadAccuracy is for one that is negative, infinite or not a number; it is
	// taken as unknown.
	WarnBadAccuracy WarningKind = "bad_accuracy"
	// WarnDuplicateTime is for the time of an observation before; it is ignored.
	WarnDuplicateTime WarningKind = "duplicate_time"
	// WarnBackwardTime is for a time out of order with the others; it is ignored.
	WarnBackwardTime WarningKind = "backward_time"
	// WarnMissingTime is for no time, where others have one.
	WarnMissingTime WarningKind = "missing_time"
	// WarnOneway means that from here on the road is driven against the direction in
	// which it is open.
	WarnOneway WarningKind = "against_oneway"
	// WarnTurn means that a turn follows which a restriction bans.
	WarnTurn WarningKind = "banned_turn"
	// WarnImpossibleSpeed is for a place farther from the last than any vehicle gets
	// in the time.
	WarnImpossibleSpeed WarningKind = "impossible_speed"
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
	OffRoad  float64 // straight through the observations of the gaps with cause GapNoRoad, jumps excluded
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

// Err returns nil if a part of the trip is on a road. Otherwise it returns the error
// that [Matcher.Snap] returns for such points: [ErrNoRoad] if roads are too far from
// them, [ErrNoRoute] if roads are near, but no route joins the points.
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
