// SPDX-License-Identifier: MIT

package correction

import (
	"context"
	"fmt"
	"slices"
	"time"

	"roadsnap/engine/match"
)

// SetProfile is the kind of an operation that sets the profile of the trip. It is no
// constraint of the matcher.
const SetProfile match.ConstraintKind = "profile"

// Operation is one correction.
type Operation struct {
	match.Constraint
	Profile match.Profile // meaningful for SetProfile
	Who     string        // the user who made it, "" if unknown
	When    time.Time     // zero if unknown
}

// Log is the list of corrections of a trip. The zero Log has none. Its methods return
// changed copies.
type Log struct {
	Done   []Operation // in the order in which they were made
	Undone []Operation // the last undone one last
}

// Add adds an operation. What was undone can no longer be made again.
func (l Log) Add(o Operation) Log {
	return Log{Done: append(slices.Clip(slices.Clone(l.Done)), o)}
}

// Undo takes back the last operation; ok is false if there is none.
func (l Log) Undo() (changed Log, ok bool) {
	n := len(l.Done) - 1
	if n < 0 {
		return l, false
	}
	return Log{Done: slices.Clone(l.Done[:n]), Undone: append(slices.Clone(l.Undone), l.Done[n])}, true
}

// Redo makes the operation again that was undone last; ok is false if there is none.
func (l Log) Redo() (changed Log, ok bool) {
	n := len(l.Undone) - 1
	if n < 0 {
		return l, false
	}
	return Log{Done: append(slices.Clone(l.Done), l.Undone[n]), Undone: slices.Clone(l.Undone[:n])}, true
}

// Empty reports whether nothing is corrected, nor can be made again.
func (l Log) Empty() bool { return len(l.Done) == 0 && len(l.Undone) == 0 }

// Without returns the log without the operations for which these returns true.
func (l Log) Without(these func(Operation) bool) Log {
	return Log{Done: slices.DeleteFunc(slices.Clone(l.Done), these), Undone: l.Undone}
}

// Profile returns the profile of the trip: the one set last, or else the given one.
func (l Log) Profile(usual match.Profile) match.Profile {
	for _, o := range slices.Backward(l.Done) {
		if o.Kind == SetProfile {
			return o.Profile
		}
	}
	return usual
}

// Constraints returns the constraints for the matcher, and for each the index of its
// operation. Of several pins or moves of one observation, the last one counts.
func (l Log) Constraints() (list []match.Constraint, of []int) {
	for i, o := range l.Done {
		if o.Kind == SetProfile || l.replaced(i) {
			continue
		}
		list, of = append(list, o.Constraint), append(of, i)
	}
	return list, of
}

// replaced reports whether a later operation takes the place of operation i.
func (l Log) replaced(i int) bool {
	o := &l.Done[i]
	return slices.ContainsFunc(l.Done[i+1:], func(later Operation) bool {
		switch o.Kind {
		case match.Pin, match.Move, match.LeaveOut:
			return later.Kind == o.Kind && later.Index == o.Index
		case match.Bridge, match.NotDriven:
			return (later.Kind == match.Bridge || later.Kind == match.NotDriven) && later.Index == o.Index && later.Last == o.Last
		case match.Forbid:
			return later.Kind == o.Kind && later.WayID == o.WayID && later.Stretch == o.Stretch && later.Place == o.Place
		case SetProfile:
			return later.Kind == SetProfile
		}
		return false
	})
}

// Applied is an operation of a match, and why the match does not follow it, "" if it does.
type Applied struct {
	Operation
	Unmet match.UnmetReason
}

// Matcher matches trips, as engine.Engine does.
type Matcher interface {
	Match(ctx context.Context, trip []match.Observation, profile match.Profile) (match.Result, error)
	Correct(ctx context.Context, trip []match.Observation, profile match.Profile, constraints []match.Constraint) (match.Corrected, error)
}

// Match matches a trip as the log says. The profile is that of a trip without another one.
// It returns what was applied, none for a log without operations. The error is that of m.
func (l Log) Match(ctx context.Context, m Matcher, trip []match.Observation, profile match.Profile) (match.Result, []Applied, error) {
	if len(l.Done) == 0 {
		r, err := m.Match(ctx, trip, profile)
		return r, nil, err
	}
	constraints, of := l.Constraints()
	r, err := m.Correct(ctx, trip, l.Profile(profile), constraints)
	if err != nil {
		return match.Result{}, nil, fmt.Errorf("under %d corrections: %w", len(constraints), err)
	}
	unmet := map[int]match.UnmetReason{}
	for _, u := range r.Unmet {
		unmet[of[u.Number]] = u.Reason
	}
	applied := make([]Applied, 0, len(l.Done))
	for i, o := range l.Done {
		if !l.replaced(i) {
			applied = append(applied, Applied{o, unmet[i]})
		}
	}
	return r.Result, applied, nil
}
