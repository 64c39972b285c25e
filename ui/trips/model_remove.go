// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"slices"
)

// maxRemoved is the maximum number of removed trips kept for UndoRemove. It bounds the
// memory of a day's work with large files.
const maxRemoved = 20

// removedTrip is a trip that was removed from the list.
type removedTrip struct {
	trip  *Trip // in its state at that time
	index int   // its index in the list
}

// CanUndoRemove reports whether there is a removed trip to restore.
func (s State) CanUndoRemove() bool { return len(s.removed) > 0 }

// Remove removes a trip from the list and cancels work on it. A kept trip is moved to the
// trash; its file is not touched. UndoRemove restores the trip.
func (p *Model) Remove(id ID) {
	s := &p.state
	i := s.index(id)
	if i < 0 {
		return
	}
	p.running[id].Cancel()
	delete(p.running, id)
	if kept := s.Trips[i].Kept; kept != 0 {
		p.inBackground(func(ctx context.Context) error { return p.o.Keeper.Remove(ctx, kept) })
	}
	s.removed = append(slices.Clip(s.removed), removedTrip{trip: s.Trips[i], index: i})
	s.removed = s.removed[max(len(s.removed)-maxRemoved, 0):]
	s.Trips = slices.Delete(slices.Clone(s.Trips), i, i+1)
	if s.HasSelected && s.Selected == id {
		// Select the next row, which moves up under the cursor.
		s.HasSelected = len(s.Trips) > 0
		if s.HasSelected {
			s.Selected = s.Trips[min(i, len(s.Trips)-1)].ID
		}
	}
	p.changed.Raise()
}

// UndoRemove restores the last removed trip with its results to its row and selects it.
// Cancelled work starts again, and a trip that was matched on another map is matched
// again.
func (p *Model) UndoRemove() {
	s := &p.state
	if len(s.removed) == 0 {
		return
	}
	last := s.removed[len(s.removed)-1]
	t := last.trip
	s.removed = s.removed[:len(s.removed)-1]
	s.Trips = slices.Insert(slices.Clone(s.Trips), min(last.index, len(s.Trips)), t)
	s.Selected, s.HasSelected = t.ID, true
	if t.Kept != 0 {
		p.inBackground(func(ctx context.Context) error { return p.o.Keeper.Restore(ctx, t.Kept) })
	}
	switch {
	case t.Stage == Reading && t.Kept != 0:
		p.replace(p.loading(t))
	case t.Stage == Reading:
		p.replace(p.reading(t, t.source))
	case t.hasPoints() && (t.Stage == Matching || t.mapNumber != p.mapNumber):
		p.replace(p.matching(t, p.lane.StartNext))
	default:
		p.changed.Raise()
	}
}
