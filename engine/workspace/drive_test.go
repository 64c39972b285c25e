// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"errors"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/zone"
)

// TestDrives has a trip with a match, which goes another way than the recording, one without,
// and one far from all zones.
func TestDrives(t *testing.T) {
	w := openNew(t)
	at := func(minutes, km float64) match.Observation {
		return match.Observation{Point: geo.Point{Lat: 10.75, Lon: 106.6 + km/111.19/0.98246}, Time: morning.Add(time.Duration(minutes * float64(time.Minute)))}
	}
	of := func(vehicle string, list ...match.Observation) trace.Trip {
		return trace.Trip{Vehicle: vehicle, Observations: list}
	}
	matched, recorded, far := of("a", at(0, 0), at(4, 4)), of("b", at(0, 0), at(4, 4)), of("c", at(0, 400), at(4, 404))
	list := add(t, w, "day", matched, recorded, far)
	leg := match.Leg{
		LastIndex: 1, Shape: []geo.Point{at(0, 0).Point, at(0, 1.5).Point, at(0, 2.5).Point, at(0, 4).Point},
		Times: []time.Time{at(0, 0).Time, at(1, 0).Time, at(3, 0).Time, at(4, 0).Time}, Length: 4000,
	}
	r := match.Result{Points: []match.Point{{Location: leg.Shape[0], State: match.Matched}, {Index: 1, Location: leg.Shape[3], State: match.Matched}}, Legs: []match.Leg{leg}}
	if err := w.SetMatch(t.Context(), list[0].ID, MatchKey{Map: "any", Matcher: "old"}, NewMatch{Result: r}); err != nil {
		t.Fatal(err)
	}
	x := zone.NewIndex([]zone.Zone{{Shape: zone.Shape{Kind: zone.Circle, Center: at(0, 2).Point, Radius: 500}}}, nil)
	trips, err := w.Trips(t.Context(), ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	drives, err := w.Drives(t.Context(), x, trips, match.MotorVehicle, func(done int) { most = max(most, done) })
	if err != nil || len(drives) != 3 || most != 3 {
		t.Fatalf("%+v, %v, reported %d", drives, err, most)
	}
	for i, want := range []struct {
		vehicle      string
		enter, leave float64
	}{{"a", 1, 3}, {"b", 1.5, 2.5}, {"c", 0, 0}} {
		d := drives[i]
		if d.Vehicle != want.vehicle || d.Length < 3900 || d.Length > 4100 || !d.Start.Equal(morning) {
			t.Errorf("%+v", d)
		}
		if want.leave == 0 {
			if len(d.Visits) > 0 {
				t.Errorf("%+v", d.Visits)
			}
			continue
		}
		if len(d.Visits) != 1 || (d.Visits[0].Enter.Sub(morning).Minutes()-want.enter) > 0.01 || d.Visits[0].Leave.Sub(morning).Minutes()-want.leave > 0.01 || d.Visits[0].Duration().Minutes()-want.leave+want.enter < -0.02 {
			t.Errorf("%+v, want %+v", d.Visits, want)
		}
	}
	stopped := errors.New("stopped")
	if err := w.Driven(t.Context(), []ID{1, 2, 3}, match.MotorVehicle, func(int, trace.Trip, match.Result, bool) error { return stopped }); !errors.Is(err, stopped) {
		t.Error(err)
	}
	if err := w.Driven(t.Context(), []ID{99}, match.MotorVehicle, func(int, trace.Trip, match.Result, bool) error { return nil }); !errors.Is(err, ErrNoTrip) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Drives(ctx, x, trips, match.MotorVehicle, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
