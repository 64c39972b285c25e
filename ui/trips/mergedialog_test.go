// SPDX-License-Identifier: MIT

package trips

import (
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// TestSharedTimesWithoutPlates selects two parts of one drive without a plate, of which 20 points
// are in both.
func TestSharedTimesWithoutPlates(t *testing.T) {
	begin := time.Date(2026, 11, 20, 1, 0, 0, 0, time.UTC)
	part := func(id ID, first, end int) *Trip {
		var c Content
		for i := first; i < end; i++ {
			c.Trace.Observations = append(c.Trace.Observations, match.Observation{Point: geo.Point{Lat: 10 + float64(i)/10_000, Lon: 106}, Time: begin.Add(time.Duration(i) * time.Second)})
		}
		return &Trip{ID: id, Content: &c, Count: end - first}
	}
	a, b := part(1, 0, 60), part(2, 40, 100)
	s := StateOf([]*Trip{a, b})
	s.Chosen = []ID{1, 2}
	shared := s.sharedTimes([]*Trip{a, b})
	if len(shared) != 1 || shared[0].Equal != 20 || shared[0].Others != 0 || !shared[0].From.Equal(b.Trace.Observations[0].Time) {
		t.Errorf("%+v", shared)
	}
	if c := part(3, 60, 80); len(s.sharedTimes([]*Trip{a, c})) != 0 {
		t.Error("trips one after the other overlap")
	}
	if c := (&Trip{ID: 4, Content: notLoaded}); len(s.sharedTimes([]*Trip{a, c})) != 0 {
		t.Error("a trip that is not loaded overlaps")
	}
}
