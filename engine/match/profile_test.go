// SPDX-License-Identifier: MIT

package match_test

import (
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// twoFixes returns the observations at two letters of a map, some seconds apart.
func twoFixes(m *roadtest.Map, from, to rune) []match.Observation {
	return []match.Observation{{Point: m.Point(from)}, {Point: m.Point(to)}}
}

// TestProfilesChooseTheirRoads joins two fixes with several ways between them.
func TestProfilesChooseTheirRoads(t *testing.T) {
	for _, tt := range []struct {
		name    string
		picture string
		lines   []string
		want    map[match.Profile][]int64
	}{
		{
			"an alley, or a street that is hardly longer",
			`
			A-s-B-------C-e-D
			    |       |
			    E-------F`,
			[]string{"A-B", "B-C alley", "C-D", "B-E-F-C secondary"},
			map[match.Profile][]int64{match.Motorcycle: {1, 2, 3}, match.Bicycle: {1, 2, 3}},
		},
		{
			"an alley, or a street of the same length",
			`
			A-s-B-1-----C-e-D
			    2-------3`,
			[]string{"A-B", "B-1-C alley", "C-D", "B-2-3-C"},
			map[match.Profile][]int64{match.Motorcycle: {1, 2, 3}, match.Foot: {1, 2, 3}},
		},
		{
			"closed to trucks, or round",
			`
			    1-----2
			    |     |
			A-s-B     C-e-D
			    |     |
			    3-----4`,
			[]string{"A-B", "B-1-2-C notrucks unclassified", "C-D", "B-3-4-C"},
			map[match.Profile][]int64{match.Truck: {1, 4, 3}, match.Car: {1, 2, 3}, match.Bus: {1, 2, 3}},
		},
		{
			"a motorway",
			`
			A-s-B---------C-e-D
			    |         |
			    E---------F`,
			[]string{"A-B", "B-C motorway access=car+truck+bus", "C-D", "B-E-F-C"},
			map[match.Profile][]int64{match.Motorcycle: {1, 4, 3}, match.Bicycle: {1, 4, 3}, match.Truck: {1, 2, 3}, match.Bus: {1, 2, 3}},
		},
		{
			"a busway",
			`
			A-s-B---------C-e-D
			    |         |
			    E---------F`,
			[]string{"A-B", "B-C busway access=bus", "C-D", "B-E-F-C"},
			map[match.Profile][]int64{match.Bus: {1, 2, 3}, match.Car: {1, 4, 3}, match.MotorVehicle: {1, 4, 3}, match.Truck: {1, 4, 3}},
		},
		{
			"stairs, or round",
			`
			A-s-B---------C-e-D
			    |         |
			    E---------F`,
			[]string{"A-B", "B-C steps access=foot+bicycle", "C-D", "B-E-F-C"},
			map[match.Profile][]int64{match.Foot: {1, 2, 3}, match.Bicycle: {1, 4, 3}},
		},
		{
			"a cycleway next to a main road",
			`
			A-s-B---------C-e-D
			    |         |
			    E---------F`,
			[]string{"A-B", "B-C trunk", "C-D", "B-E cycleway access=bicycle", "F-E cycleway access=bicycle", "C-F cycleway access=bicycle"},
			map[match.Profile][]int64{match.Bicycle: {1, 2, 3}, match.Car: {1, 2, 3}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := roadtest.Draw(t, tt.picture, tt.lines...)
			for p, want := range tt.want {
				r := mustMatch(t, newMatcher(t, m.Graph), twoFixes(m, 's', 'e'), p)
				if got := waysOf(r); !slices.Equal(got, want) {
					t.Errorf("%v: ways %v, want %v", p, got, want)
				}
			}
		})
	}
}

// TestShortOnewayAgainst joins fixes from 45 m before to 45 m after 100 m of a one-way, past
// which there is a way round of 500 m.
func TestShortOnewayAgainst(t *testing.T) {
	m := roadtest.Draw(t, `
		    EF
		    ||
		A---BC---D`, "A-B", "C>B", "C-D", "B-E-F-C")
	var obs []match.Observation
	for _, east := range []float64{-195, -120, -45, 145, 220, 295} { // from B
		obs = append(obs, match.Observation{Point: shift(m.Point('B'), east, 0), Accuracy: 24})
	}
	for p, want := range map[match.Profile][]int64{
		match.Motorcycle: {1, 2, 3}, match.Bicycle: {1, 2, 3},
		match.Car: {1, 4, 3}, match.Truck: {1, 4, 3}, match.Bus: {1, 4, 3},
	} {
		r := mustMatch(t, newMatcher(t, m.Graph), obs, p)
		if got := waysOf(r); !slices.Equal(got, want) {
			t.Errorf("%v: ways %v, want %v", p, got, want)
		}
		if against := len(want) > 0 && want[1] == 2; against != (len(r.Warnings) == 1) {
			t.Errorf("%v: warnings %v", p, r.Warnings)
		}
	}
}

// TestTruckWarnings drives a truck over limits, with fixes that leave no doubt.
func TestTruckWarnings(t *testing.T) {
	const picture = "A-s-B-----C-----D-e-E" // departs at 15:00 in Vietnam, on a Tuesday
	for _, tt := range []struct {
		limit string
		timed bool
		want  []match.WarningKind
	}{
		{"notrucks", true, []match.WarningKind{match.WarnNoTrucks}},
		{"maxheight=3.5", true, []match.WarningKind{match.WarnHeight}},
		{"maxheight=4.2", true, nil},
		{"maxweight=10", true, []match.WarningKind{match.WarnWeight}},
		{"maxweight=30", true, nil},
		{"maxweight=10 maxheight=3 notrucks", true, []match.WarningKind{match.WarnNoTrucks, match.WarnHeight, match.WarnWeight}},
		{"hours=no+@+(14:00-16:00)", true, []match.WarningKind{match.WarnTruckHours}},
		{"hours=no+@+(06:00-09:00)", true, nil},
		{"hours=no+@+(06:00-09:00)", false, []match.WarningKind{match.WarnTruckHours}},
		{"hours=no+@+(PH)", true, []match.WarningKind{match.WarnTruckHours}},
	} {
		t.Run(tt.limit, func(t *testing.T) {
			// Two links under the limit give one warning.
			m := roadtest.Draw(t, picture, "A-B", "B-C "+tt.limit, "C-D "+tt.limit, "D-E")
			w := walk(m, 20, 3)
			if tt.timed {
				w.second = 2
			}
			obs := w.along("se")
			r := mustMatch(t, newMatcher(t, m.Graph), obs, match.Truck)
			wantWays(t, r, 1, 2, 3, 4)
			var kinds []match.WarningKind
			for _, warning := range r.Warnings {
				kinds = append(kinds, warning.Kind)
				if at := warning.Index; at < 6 || at > 14 { // B is 200 m from s
					t.Errorf("%v at observation %d", warning.Kind, at)
				}
			}
			if !slices.Equal(kinds, tt.want) {
				t.Errorf("warnings %v, want %v", kinds, tt.want)
			}
			if r := mustMatch(t, newMatcher(t, m.Graph), obs, match.Car); len(r.Warnings) > 0 {
				t.Errorf("warnings for a car: %v", r.Warnings)
			}
		})
	}
}

// TestTruckLimitsAreSettings checks that the size of the vehicle can be set.
func TestTruckLimitsAreSettings(t *testing.T) {
	m := roadtest.Draw(t, "A-s-B-----C-e-D", "A-B", "B-C maxheight=3 maxweight=5", "C-D")
	c := match.DefaultConfig()
	c.TruckHeight, c.TruckWeight = 2.5, 3.5
	r := mustMatch(t, configured(t, m.Graph, c), walk(m, 20, 3).along("se"), match.Truck)
	if len(r.Warnings) > 0 {
		t.Errorf("a small truck: %v", r.Warnings)
	}
}

// TestOneTruckWarningAcrossBatches drives under a limit for several batches.
func TestOneTruckWarningAcrossBatches(t *testing.T) {
	m := roadtest.Draw(t, "A-s-B---------------------C-e-D", "A-B", "B-C notrucks", "C-D")
	c := match.DefaultConfig()
	c.Lag = 64
	r := mustMatch(t, configured(t, m.Graph, c), clocked(walk(m, 10, 3).along("se"), 1), match.Truck)
	if len(r.Warnings) != 1 || r.Warnings[0].Kind != match.WarnNoTrucks {
		t.Errorf("warnings %v, want one", r.Warnings)
	}
}

// TestFerryExplainsAnOutage crosses water without a fix.
func TestFerryExplainsAnOutage(t *testing.T) {
	const picture = "A-s-B----------C-e-D"
	for name, tt := range map[string]struct {
		ferry string
		hours time.Duration
		gap   bool
	}{
		"two hours, as on the map": {"B-C ferry duration=2h", 2 * time.Hour, false},
		"four hours, with a wait":  {"B-C ferry duration=2h", 4*time.Hour + 20*time.Minute, false},
		"a day":                    {"B-C ferry duration=2h", 24 * time.Hour, true},
		"without a duration":       {"B-C ferry", 2 * time.Hour, true},
		"a bridge":                 {"B-C duration=2h", 2 * time.Hour, true},
	} {
		t.Run(name, func(t *testing.T) {
			m := roadtest.Draw(t, picture, "A-B", tt.ferry, "C-D")
			before, after := clocked(walk(m, 20, 3).along("sB"), 2), clocked(walk(m, 20, 3).along("Ce"), 2)
			for i := range after {
				after[i].Time = after[i].Time.Add(tt.hours)
			}
			r := mustMatch(t, newMatcher(t, m.Graph), append(before, after...), match.Truck)
			if gap := len(r.Gaps) > 0; gap != tt.gap {
				t.Fatalf("gaps %+v, want some: %v", r.Gaps, tt.gap)
			}
			if !tt.gap {
				wantWays(t, r, 1, 2, 3)
				wantCrossing(t, m, r, 2*time.Hour)
			}
		})
	}
}

// wantCrossing checks the time between the vertices at B and C.
func wantCrossing(t *testing.T, m *roadtest.Map, r match.Result, want time.Duration) {
	t.Helper()
	at := map[rune]time.Time{}
	for i, p := range r.Legs[0].Shape {
		for _, letter := range "BC" {
			if geo.Distance(p, m.Point(letter)) < 1 {
				at[letter] = r.Legs[0].Times[i]
			}
		}
	}
	if got := at['C'].Sub(at['B']); (got - want).Abs() > time.Minute {
		t.Errorf("the crossing takes %v, want %v", got, want)
	}
}
