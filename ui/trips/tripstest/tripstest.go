// SPDX-License-Identifier: MIT

// Package tripstest has trips for tests of the packages that show them.
package tripstest

import (
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// Drive returns the content of a matched trip of n points to the north, 10 m and a second apart, on
// way 7.
func Drive(n int) *trips.Content {
	c := &trips.Content{Matched: true}
	leg := match.Leg{LastIndex: n - 1}
	begin := time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)
	for i := range n {
		o := match.Observation{Point: geo.Point{Lat: 10 + float64(i)*10/111_195, Lon: 106}, Time: begin.Add(time.Duration(i) * time.Second)}
		c.Trace.Observations = append(c.Trace.Observations, o)
		c.Result.Points = append(c.Result.Points, match.Point{Index: i, Location: o.Point, State: match.Matched, WayID: 7, HasWay: true, Confidence: 0.9})
		leg.Shape, leg.Times = append(leg.Shape, o.Point), append(leg.Times, o.Time)
	}
	c.Result.Legs = []match.Leg{leg}
	return c
}

// Fleet is a register of two vehicles and two drivers. At noon of 20 November 2026 the second driver
// takes over the first vehicle.
var Fleet = fleet.Register{
	Vehicles: []fleet.Vehicle{{Plate: "51C-123.45", Kind: "5 tấn", Group: "Đội 1", Norm: 12.5}, {Plate: "51D-777.77", Group: "Đội 2"}},
	Drivers:  []fleet.Driver{{Name: "An"}, {Name: "Bình", Phone: "0903"}},
	Assignments: []fleet.Assignment{
		{Plate: "51c 12345", Driver: "An", From: day, To: day.Add(12 * time.Hour)},
		{Plate: "51C-123.45", Driver: "Bình", From: day.Add(12 * time.Hour)},
	},
}

var day = time.Date(2026, 11, 20, 0, 0, 0, 0, text.Vietnam)
