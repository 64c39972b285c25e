// SPDX-License-Identifier: MIT

package trips

import (
	"math"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
)

// eventWalk is what a Model knows of the walk through the events of its trips.
type eventWalk struct {
	show   func(t *Trip, e trip.Event)
	wanted int      // the event to select when the selected trip is loaded, −1 for none, or lastEvent
	of     *Content // the content that State.Event refers to
}

// noEvent is the value of State.Event if no event is selected. lastEvent is the value of
// eventWalk.wanted for the last event.
const (
	noEvent   = -1
	lastEvent = math.MaxInt
)

// SelectedEvent returns the selected event of the selected trip.
func (s State) SelectedEvent() (e trip.Event, ok bool) {
	t, ok := s.Trip()
	if !ok || s.Event < 0 || s.Event >= len(t.Events) {
		return e, false
	}
	return t.Events[s.Event], true
}

// OnEvent sets the listener that shows an event on the map. It is called each time that an
// event is selected, also if it is selected already.
func (p *Model) OnEvent(show func(t *Trip, e trip.Event)) { p.walk.show = show }

// SelectEvent selects event i of the selected trip.
func (p *Model) SelectEvent(i int) {
	if t, ok := p.state.Trip(); ok && i >= 0 && i < len(t.Events) {
		p.state.Event, p.walk.wanted = i, noEvent
		p.changed.Raise()
		p.walk.show(t, t.Events[i])
	}
}

// StepEvent selects the next event of the selected trip if by is 1, the previous one if it
// is −1. After the last event it selects the first event of the next trip to review, before
// the first one the last event of the previous trip. The events of a kept trip are selected
// when its content is loaded.
func (p *Model) StepEvent(by int) {
	if t, ok := p.state.Trip(); ok {
		if p.memory.loads[t.ID] != nil {
			p.wantLater(by)
			return
		}
		if i := p.state.Event + by; i >= 0 && i < len(t.Events) {
			p.SelectEvent(i)
			return
		}
	}
	wanted := 0
	if by > 0 {
		p.NextToReview()
	} else {
		wanted = lastEvent
		p.PreviousToReview()
	}
	if t, ok := p.state.Trip(); ok && t.ToReview() {
		p.walk.wanted = wanted
		p.updateEvent()
	}
}

// wantLater moves the wanted event of a trip that is being loaded. From the last event,
// whose number is not known yet, it does not move.
func (p *Model) wantLater(by int) {
	if p.walk.wanted != lastEvent {
		p.walk.wanted = max(p.walk.wanted+by, 0)
	}
}

// updateEvent deselects the event if another trip was selected or the trip has other
// content. It selects the wanted event as soon as that is known. Every change of the trips
// and of the selection must be followed by it.
func (p *Model) updateEvent() {
	t, ok := p.state.Trip()
	if !ok {
		p.state.Event, p.walk.wanted, p.walk.of = noEvent, noEvent, nil
		return
	}
	if t.Content != p.walk.of {
		p.state.Event, p.walk.of = noEvent, t.Content
	}
	switch {
	case t.Stage == Failed || t.Stage == Cancelled || t.Matched && len(t.Events) == 0:
		p.walk.wanted = noEvent
	case p.walk.wanted >= 0 && t.Matched:
		p.SelectEvent(min(p.walk.wanted, len(t.Events)-1))
	}
}

// place returns the place of an event: that of its middle observation, or of the nearest one
// that is valid. ok is false if none is.
func (t *Content) place(e trip.Event) (at geo.Point, ok bool) {
	list, middle := t.Trace.Observations, (e.First+e.Last)/2
	for away := range len(list) {
		for _, i := range [2]int{middle - away, middle + away} {
			if i >= 0 && i < len(list) && list[i].Valid() {
				return list[i].Point, true
			}
		}
	}
	return at, false
}

// eventPlaces returns the places of all events.
func (t *Content) eventPlaces() []geo.Point {
	places := make([]geo.Point, 0, len(t.Events))
	for _, e := range t.Events {
		if at, ok := t.place(e); ok {
			places = append(places, at)
		}
	}
	return places
}

// eventPlace returns the place of the selected event, nothing if there is none.
func (s State) eventPlace() []geo.Point {
	if e, ok := s.SelectedEvent(); ok {
		t, _ := s.Trip()
		if at, ok := t.place(e); ok {
			return []geo.Point{at}
		}
	}
	return nil
}
