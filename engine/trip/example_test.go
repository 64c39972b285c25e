// SPDX-License-Identifier: MIT

package trip_test

import (
	"fmt"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// A delivery: ten minutes at one place between two drives.
func ExampleStops() {
	at := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	var recording trace.Trip
	for i := range 100 {
		driven := min(i, 20) + max(0, i-80) // 110 m in 10 s, but for the time in between
		recording.Observations = append(recording.Observations, match.Observation{
			Point: geo.Point{Lat: 10.7 + 0.001*float64(driven), Lon: 106.7},
			Time:  at.Add(time.Duration(i) * 10 * time.Second),
		})
	}
	for _, s := range trip.Stops(recording) {
		fmt.Printf("%s to %s at %.3f, %.3f\n", s.Arrival.Format(time.TimeOnly), s.Departure.Format(time.TimeOnly), s.Center.Lat, s.Center.Lon)
	}
	// Output:
	// 08:03:20 to 08:13:20 at 10.720, 106.700
}
