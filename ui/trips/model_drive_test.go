// SPDX-License-Identifier: MIT

package trips_test

import (
	"testing"
	"testing/synctest"

	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/trips"
	"roadsnap/ui/trips/tripstest"
)

// TestDrivesAreMadeOnce asks twice for the drives of the same trips. The map, which is slow,
// is asked for the ways of each trip once.
func TestDrivesAreMadeOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		asked := 0
		drives := trips.NewDrives(ui.Jobs, func([]match.Point) (map[int64]road.Way, error) {
			asked++
			return map[int64]road.Way{7: {ID: 7, HasMaxSpeed: true, MaxSpeedKMH: 40}}, nil
		})
		a, b := tripstest.Drive(20), tripstest.Drive(30)
		var first, second []*trips.Drive
		drives.Of([]*trips.Content{a, b}, func(d []*trips.Drive) { first = d })
		ui.Settle()
		drives.Of([]*trips.Content{b, a}, func(d []*trips.Drive) { second = d })
		ui.Settle()
		if asked != 2 || len(first) != 2 || len(second) != 2 || first[0] != second[1] || first[1] != second[0] {
			t.Fatalf("the map was asked %d times for %d and %d drives", asked, len(first), len(second))
		}
		if kmh, ok := first[0].Limit(3); !ok || kmh != 40 {
			t.Errorf("the limit is %v (%t), want 40", kmh, ok)
		}
		if _, ok := first[0].WayOf(500); ok {
			t.Error("an observation that does not exist has a way")
		}
	})
}

// TestDriveKnowsTheWaysBetweenPoints asks for the drive of a trip that passes a way on which no
// point was recorded. Its length would count as a road of an unknown class.
func TestDriveKnowsTheWaysBetweenPoints(t *testing.T) {
	c := tripstest.Drive(3)
	leg := &c.Result.Legs[0]
	half := leg.Length / 2
	leg.Ways = []match.WayPiece{{WayID: 7, Length: half}, {WayID: 8, Length: half}}
	asked := map[int64]bool{}
	trips.NewDrive(c, func(points []match.Point) (map[int64]road.Way, error) {
		for _, p := range points {
			asked[p.WayID] = true
		}
		return nil, nil
	})
	if !asked[7] || !asked[8] {
		t.Errorf("the map was asked for the ways %v", asked)
	}
}

// TestOldDrivesOfLongTripsAreDropped asks for trips of so many points that only those in use are
// kept, and for short ones, of which many are.
func TestOldDrivesOfLongTripsAreDropped(t *testing.T) {
	for _, c := range []struct {
		points, trips int
		kept          int // of the trips that are not used
	}{{60_000, 4, 1}, {200_000, 2, 0}, {20, 12, 11}} {
		synctest.Test(t, func(t *testing.T) {
			ui := jobtest.New(t)
			asked := 0
			drives := trips.NewDrives(ui.Jobs, func([]match.Point) (map[int64]road.Way, error) {
				asked++
				return nil, nil
			})
			list := make([]*trips.Content, c.trips)
			ask := func(i int) {
				drives.Of(list[i:i+1], func([]*trips.Drive) {})
				ui.Settle()
			}
			for i := range list {
				list[i] = tripstest.Drive(c.points)
				ask(i)
			}
			for i := c.trips - 1; i >= c.trips-1-c.kept; i-- {
				ask(i)
			}
			if asked != c.trips {
				t.Errorf("%d trips of %d points: the map was asked %d times", c.trips, c.points, asked)
			}
			if ask(0); c.kept < c.trips-1 && asked != c.trips+1 {
				t.Errorf("the oldest of %d trips of %d points is kept", c.trips, c.points)
			}
		})
	}
}
