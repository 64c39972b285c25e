package present

import (
	"context"
	"slices"
)

// This file is how trips leave the list and come back to it.

// maxRemoved is how many removed trips are kept with their results: a day's work
// with a large file must not fill the memory with what nobody wants.
const maxRemoved = 20

// removedTrip is a trip that was taken from the list.
type removedTrip struct {
	trip     *Trip // as it was then
	index    int   // where it stood
	outdated bool  // the map that it was matched on is no longer the installed one
}

// CanUndoRemove reports whether there is a removed trip to bring back.
func (s TripsState) CanUndoRemove() bool { return len(s.removed) > 0 }

// Remove takes a trip from the list. The file stays where it is. UndoRemove brings
// the trip back.
func (p *Trips) Remove(id TripID) {
	p.state.change(func(s TripsState) TripsState {
		i := slices.IndexFunc(s.Trips, func(t *Trip) bool { return t.ID == id })
		if i < 0 {
			return s
		}
		s.removed = append(slices.Clip(s.removed), removedTrip{trip: s.Trips[i], index: i})
		s.removed = s.removed[max(len(s.removed)-maxRemoved, 0):]
		s.Trips = slices.Delete(slices.Clone(s.Trips), i, i+1)
		if s.HasSelected && s.Selected == id {
			// The next row moves up under the cursor, as lists do.
			s.HasSelected = len(s.Trips) > 0
			if s.HasSelected {
				s.Selected = s.Trips[min(i, len(s.Trips)-1)].ID
			}
		}
		return s
	})
	// Only now: the row remembers that it was worked on, not that this was stopped.
	p.Cancel(id)
}

// UndoRemove brings the trip that was removed last back to its place in the list,
// selected, with what was known of it. Work that was under way, and matching that
// another map has overtaken, begins anew.
func (p *Trips) UndoRemove() {
	// A number of its own: what was begun for the old one may still be ending.
	id, w, ok := p.beginNew()
	if !ok {
		return
	}
	var again *Trip // to be worked on
	p.state.change(func(s TripsState) TripsState {
		if len(s.removed) == 0 {
			return s
		}
		last := s.removed[len(s.removed)-1]
		s.removed = s.removed[:len(s.removed)-1]
		t := last.trip
		if t.Busy() || last.outdated && len(t.Trace.Observations) > 0 {
			changed := *t
			t = &changed
			t.ID = id
			t.Stage = Reading
			if len(t.Trace.Observations) > 0 || t.read == nil {
				t.Stage = Matching
			}
			again = t
		}
		s.Trips = slices.Insert(slices.Clone(s.Trips), min(last.index, len(s.Trips)), t)
		s.Selected, s.HasSelected = t.ID, true
		return s
	})
	if again == nil {
		p.end(id, w)
		return
	}
	go p.run(w, again, func(ctx context.Context) error {
		if again.Stage == Reading {
			return p.readAndMatch(ctx, again)
		}
		return p.match(ctx, again.ID, again.Trace)
	})
}

// outdateRemoved notes that removed trips were matched on another map than the one
// that is installed now.
func (p *Trips) outdateRemoved() {
	p.state.change(func(s TripsState) TripsState {
		s.removed = slices.Clone(s.removed)
		for i := range s.removed {
			s.removed[i].outdated = true
		}
		return s
	})
}
