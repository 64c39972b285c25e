// SPDX-License-Identifier: MIT

package trips

import "testing"

// TestEventIsRevealedAgainWithTheFigures checks when the record scrolls to the selected event. The
// figures come after the rest of the record, and push the events down.
func TestEventIsRevealedAgainWithTheFigures(t *testing.T) {
	var e eventRef
	for i, step := range []struct {
		now    eventRef
		reveal bool
	}{
		{eventRef{1, 0, false}, true},
		{eventRef{1, 0, false}, false},
		{eventRef{1, 0, true}, true},
		{eventRef{1, 0, true}, false},
		{eventRef{1, 0, false}, false}, // after a correction
		{eventRef{1, 0, true}, false},
		{eventRef{1, 3, true}, true},
		{eventRef{2, 3, false}, true},
		{eventRef{2, 3, true}, true},
	} {
		var reveal bool
		if e, reveal = e.next(step.now); reveal != step.reveal {
			t.Errorf("step %d, %v: revealed %t", i, step.now, reveal)
		}
	}
}

// TestTableNamesEveryRow checks that a row without a vehicle has the name that the list has.
func TestTableNamesEveryRow(t *testing.T) {
	p := &Panel{}
	for _, c := range []struct {
		trip Trip
		want string
	}{
		{Trip{File: "in/broken.csv"}, "broken.csv"},
		{Trip{File: "in/day.csv", Vehicle: "51C-123.45"}, ""},
		{Trip{File: "in/day.gpx", Given: "Delivery"}, "Delivery"},
	} {
		c.trip.entitle("")
		if got := p.cell(&c.trip, ByName); got != c.want {
			t.Errorf("%+v is named %q, want %q", c.trip, got, c.want)
		}
	}
}
