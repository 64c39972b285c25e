// SPDX-License-Identifier: MIT

package match

import (
	"context"

	"roadsnap/engine/geo"
)

// Constraint is one correction of a match by hand. It names observations by their index,
// and roads by the id of their way and a place, so that it also holds on another map.
type Constraint struct {
	Kind ConstraintKind
	// Index is an observation: the one that is pinned, moved or left out, or the last one
	// before the via point, the bridge or the part that was not driven.
	Index int
	// Last is the first observation after a bridge or a part that was not driven. The
	// observations between are left out.
	Last int
	// Place is on the pinned or forbidden road, or is the via point, or where the
	// observation is moved to.
	Place geo.Point
	// WayID is the way of a pin or a via point, 0 for the road nearest to Place, or the
	// forbidden way.
	WayID     int64
	Direction Direction // of a pin or a via point
	// Stretch restricts a forbidden way to its part between two junctions at Place.
	Stretch bool
}

// ConstraintKind is what a constraint does.
type ConstraintKind string

// The kinds of constraint.
const (
	// Pin means that the observation was on the road at Place. It cannot be an outlier.
	Pin ConstraintKind = "pin"
	// Forbid means that the trip did not use the way.
	Forbid ConstraintKind = "forbid"
	// Via means that the route goes through Place after the observation and before the
	// next one. Via points after one observation are passed in their order.
	Via ConstraintKind = "via"
	// LeaveOut means that the observation is ignored; see [ReasonLeftOut].
	LeaveOut ConstraintKind = "leave_out"
	// Move means that the observation was at Place.
	Move ConstraintKind = "move"
	// Bridge means that the trip was driven along the roads from observation Index to
	// Last, however far apart they are: through its via points, or the cheapest way. That
	// part of the leg is inferred.
	Bridge ConstraintKind = "bridge"
	// NotDriven means that the vehicle did not drive from observation Index to Last, as on
	// a ferry or a tow truck. There is a gap of cause [GapNotDriven].
	NotDriven ConstraintKind = "not_driven"
)

// ConstraintKinds returns all kinds.
func ConstraintKinds() []ConstraintKind {
	return []ConstraintKind{Pin, Forbid, Via, LeaveOut, Move, Bridge, NotDriven}
}

// Direction is a direction of travel on a way.
type Direction int8

// The directions.
const (
	EitherWay   Direction = 0
	AlongWay    Direction = 1  // in the direction in which the way is drawn
	AgainstDraw Direction = -1 // in the opposite direction
)

// Unmet is a constraint that the result does not follow.
type Unmet struct {
	Number int // index of the constraint
	Reason UnmetReason
}

// UnmetReason says why a constraint is not followed.
type UnmetReason string

// The reasons. The first three depend on the map, so that the constraint may apply on
// another one.
const (
	// UnmetNoWay means that the map has no such way, or no road at the place.
	UnmetNoWay UnmetReason = "no_way"
	// UnmetClosed means that the profile may not use the pinned road in that direction.
	UnmetClosed UnmetReason = "closed"
	// UnmetNoRoute means that no route leads to the road or over the bridge, or on from
	// there.
	UnmetNoRoute UnmetReason = "no_route"
	// UnmetNothingLeft means that no road of the trip is left without the forbidden way.
	UnmetNothingLeft UnmetReason = "nothing_left"
	// UnmetConflict means that another constraint contradicts it.
	UnmetConflict UnmetReason = "conflict"
	// UnmetIndex means that there is no such observation, or no valid position.
	UnmetIndex UnmetReason = "no_observation"
)

// UnmetReasons returns all reasons.
func UnmetReasons() []UnmetReason {
	return []UnmetReason{UnmetNoWay, UnmetClosed, UnmetNoRoute, UnmetNothingLeft, UnmetConflict, UnmetIndex}
}

// Corrected is a result under constraints.
type Corrected struct {
	Result
	// Unmet are the constraints that cannot be followed, by number. The result is that of
	// the others alone.
	Unmet []Unmet
}

// Correct is like [Matcher.Match] under constraints. Without any, the result is the same.
// A constraint that cannot be followed is reported in Unmet. A pin or a via point has an
// influence on at most some 256 observations before it.
func (m *Matcher) Correct(ctx context.Context, obs []Observation, p Profile, constraints []Constraint) (Corrected, error) {
	r, _, err := m.corrected(ctx, obs, p, constraints, nil)
	return r, err
}

// ExplainCorrected is like [Matcher.Explain] under constraints, without those that cannot
// be followed.
func (m *Matcher) ExplainCorrected(ctx context.Context, obs []Observation, p Profile, constraints []Constraint, index int) (Explanation, error) {
	if len(constraints) == 0 || index < 0 || index >= len(obs) {
		return m.Explain(ctx, obs, p, index)
	}
	_, answer, err := m.corrected(ctx, obs, p, constraints, &index)
	return answer, err
}
