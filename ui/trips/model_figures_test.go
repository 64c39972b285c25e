// SPDX-License-Identifier: MIT

package trips_test

import (
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/trips"
	"roadsnap/ui/trips/tripstest"
)

func TestFiguresAreMadeOnceInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		asked, told := 0, 0
		maker := trips.NewFigureMaker(trips.FiguresOptions{
			Jobs: ui.Jobs,
			Drives: trips.NewDrives(ui.Jobs, func([]match.Point) (map[int64]road.Way, error) {
				asked++
				return map[int64]road.Way{7: {ID: 7, Name: "Lê Lợi", Ref: "QL.1", Class: road.Primary}}, nil
			}),
			Place: func(at geo.Point, reach float64) (string, float64, error) { return "Tân Phú", at.Lat * reach, nil },
			Atlas: func(func(*units.Atlas) error) error { return errors.New("no borders") },
		})
		maker.OnChange(func() { told++ })
		a, b := tripstest.Drive(200), tripstest.Drive(100)
		a.Result.Legs[0].Ways = []match.WayPiece{{WayID: 7, Length: 1990}}
		a.Result.Legs[0].Length, a.Result.Distance.Matched = 1990, 1990
		stop := a.Trace.Observations[100]
		a.Stops = []enginetrip.Stop{{First: 100, Last: 100, Arrival: stop.Time, Departure: stop.Time, Center: stop.Point}}
		for range 2 {
			if maker.Of(a) != nil {
				t.Fatal("the figures are there at once")
			}
		}
		ui.Settle()
		f := maker.Of(a)
		if f == nil || told != 1 || asked != 1 {
			t.Fatalf("figures %v, the listener was called %d times, the map asked %d times", f, told, asked)
		}
		if f.Driving != 199*time.Second || math.Abs(f.Average-10) > 0.1 || len(f.Classes) != 1 || f.Classes[0].Class != road.Primary || f.Wards != nil {
			t.Errorf("the figures are %+v", f)
		}
		if want := (trips.StopAt{Road: "QL.1 Lê Lợi", Place: "Tân Phú", Away: 2000 * stop.Lat}); len(f.Stops) != 1 || f.Stops[0] != want {
			t.Errorf("the stops are %+v", f.Stops)
		}
		maker.Of(tripstest.Drive(50)) // overtaken by the next one
		maker.Of(b)
		ui.Settle()
		if maker.Of(b) == nil || maker.Of(a) != f || told != 2 {
			t.Error("the figures are not kept")
		}
		maker.Forget()
		ui.Settle()
		if maker.Of(a) != nil {
			t.Error("the figures were not forgotten")
		}
		ui.Settle()
	})
}
