// SPDX-License-Identifier: MIT

package road_test

import (
	"testing"
	"time"

	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/road"
)

func TestExtra(t *testing.T) {
	m := roadtest.Draw(t, `
		A-B---C-D-E
		      |
		      F`, "A-B notrucks maxheight=3.25", "B-C-D ferry duration=1h", "D-E maxweight=12.5 hours=no+@+(06:00-09:00)", "C-F")
	for edge, want := range map[string]road.Extra{
		"AB": {NoTrucksForward: true, NoTrucksBackward: true, MaxHeight: 3.25},
		"BC": {Duration: time.Hour}, "CD": {Duration: time.Hour},
		"DE": {MaxWeight: 12.5, TruckHours: "no @ (06:00-09:00)"},
		"CF": {},
	} {
		e := m.Edge(edge)
		got, found := m.Extra(e.Link())
		if got != want || found != (want != road.Extra{}) {
			t.Errorf("%s: %+v, %v, want %+v", edge, got, found, want)
		}
		if m.NoTrucks(e) != want.NoTrucksForward || m.NoTrucks(e.Reverse()) != want.NoTrucksBackward {
			t.Errorf("%s: closed to trucks %v, %v", edge, m.NoTrucks(e), m.NoTrucks(e.Reverse()))
		}
	}
	// The crossing is divided by length: 400 m and 200 m.
	for edge, want := range map[string]time.Duration{"BC": 40 * time.Minute, "CD": 20 * time.Minute, "AB": 0} {
		got, known := m.Crossing(m.Edge(edge).Link())
		if known != (want > 0) || (got-want).Abs() > time.Second {
			t.Errorf("%s: %v, %v, want %v", edge, got, known, want)
		}
	}
}

// TestExtraOutOfRange gives limits that the pack cannot hold.
func TestExtraOutOfRange(t *testing.T) {
	m := roadtest.Draw(t, "A-B-C", "A-B maxheight=1e9", "B-C maxweight=-3")
	for _, edge := range []string{"AB", "BC"} {
		if x, found := m.Extra(m.Edge(edge).Link()); found {
			t.Errorf("%s: %+v", edge, x)
		}
	}
}
