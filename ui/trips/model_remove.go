package trips

import "slices"

// maxRemoved is how many removed trips are kept with their results, so that the
// memory does not fill up over a day's work with large files.
const maxRemoved = 20

// removedTrip is a trip that was taken from the list.
type removedTrip struct {
	trip  *Trip // as it was then
	index int   // its row
}

// CanUndoRemove reports whether there is a removed trip to bring back.
func (s State) CanUndoRemove() bool { return len(s.removed) > 0 }

// Remove takes a trip from the list and stops the work on it. The file stays
// where it is. UndoRemove brings the trip back.
func (p *Model) Remove(id ID) {
	s := &p.state
	i := s.index(id)
	if i < 0 {
		return
	}
	p.running[id].Cancel()
	delete(p.running, id)
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
	p.changed.Raise()
}

// UndoRemove brings the trip that was removed last back to its row, selected,
// with what was known of it. Work that was stopped starts again, and a trip that
// was matched on another map is matched again.
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
	switch {
	case t.Stage == Reading:
		p.replace(p.reading(t, t.read))
	case t.hasPoints() && (t.Stage == Matching || t.mapNumber != p.mapNumber):
		p.replace(p.matching(t, p.lane.StartNext))
	default:
		p.changed.Raise()
	}
}
