// SPDX-License-Identifier: MIT

package trip_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/trip"
)

func TestEvents(t *testing.T) {
	m := roadtest.Draw(t, `
		A-s--------------t---------------u-----------------e-B
		C-----D                 E-----F`,
		"A-s-t", "t-u tunnel", "u-e-B", "C-D", "E-F")
	at := m.Point
	road := func() []match.Observation { return drive(at('s'), at('e')) }
	from, to := int(geo.Distance(at('s'), at('t'))/20), int(geo.Distance(at('s'), at('u'))/20)
	tunnel := func() []match.Observation { return slices.Delete(road(), from, to) }
	elsewhere := func() []match.Observation { return drive(shift(at('e'), 0, 12_000), shift(at('e'), 0, 14_000)) }
	change := func(change func(*match.Observation), indices ...int) []match.Observation {
		obs := road()
		for _, i := range indices {
			change(&obs[i])
		}
		return obs
	}
	noTime := func(o *match.Observation) { o.Time = time.Time{} }
	north := func(o *match.Observation) { o.Point = shift(o.Point, 0, 150) }
	nowhere := func(o *match.Observation) { o.Lat = math.NaN() }
	for _, tt := range []struct {
		name string
		obs  []match.Observation
		want []string // kind and cause, observations, kilometres, time and count
	}{
		{"good", road(), nil},
		{"nothing", nil, nil},
		{"through a tunnel", tunnel(), []string{"inferred tunnel 73-74 1.6km 1m22s 1"}},
		{"two hours without a fix", later(tunnel(), from, 2*time.Hour), []string{"gap outage 73-74 1.6km 2h1m22s 1"}},
		{"ferry", drive(at('C'), at('D'), at('E'), at('F')), []string{"gap no_road 30-118 1.8km 1m28s 1"}},
		{"to where no road is", then(road(), time.Second, elsewhere()), []string{"gap impossible_speed 245-246 12.0km 1s 1", "gap no_road 246-345 2.0km 1m39s 1"}},
		{"the same without times", timeless(then(road(), time.Second, elsewhere())), []string{"gap jump 245-246 12.0km 0s 1", "gap no_road 246-345 2.0km 0s 1"}},
		{"nowhere near the map", drive(shift(at('A'), 0, 20_000), shift(at('A'), 0, 23_000)), []string{"off_map no_road 0-150 3.0km 2m30s 1"}},
		{"two points are bad", change(north, 50, 120), []string{"left_out outlier 50-50 0.0km 0s 1", "left_out outlier 120-120 0.0km 0s 1"}},
		{"missing times in two places", change(noTime, 50, 51, 52, 120), []string{"warning missing_time 50-52 0.0km 0s 3", "warning missing_time 120-120 0.0km 0s 1"}},
		{"no place on Earth", change(nowhere, 50, 51), []string{"warning bad_coordinate 50-51 0.0km 1s 2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			matcher, err := match.New(m.Graph, match.DefaultConfig())
			if err != nil {
				t.Fatal(err)
			}
			result, err := matcher.Match(context.Background(), tt.obs, match.MotorVehicle)
			if err != nil {
				t.Fatal(err)
			}
			if got := writtenEvents(trip.Events(tt.obs, result)); !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func writtenEvents(events []trip.Event) (list []string) {
	for _, e := range events {
		cause := string(e.Cause) + string(e.Reason) + string(e.Warning)
		list = append(list, fmt.Sprintf("%s %s %d-%d %.1fkm %v %d", e.Kind, cause, e.First, e.Last, e.Length/1000, e.Duration(), e.Count))
	}
	return list
}

// TestEventsAreJoinedAndOrdered checks runs that a drawn trip does not have.
func TestEventsAreJoinedAndOrdered(t *testing.T) {
	obs := drive(geo.Point{Lat: 10.7, Lon: 106.7}, geo.Point{Lat: 10.7, Lon: 106.702})
	result := match.Result{
		Points: make([]match.Point, len(obs)),
		Legs: []match.Leg{{ // a detour of 1.1 km
			Shape:    []geo.Point{{Lat: 10.7, Lon: 106.7}, {Lat: 10.705, Lon: 106.7}, {Lat: 10.7, Lon: 106.7}, {Lat: 10.7, Lon: 106.8}},
			Inferred: []match.Stretch{{Last: 2, FirstIndex: 5, LastIndex: 6, Cause: match.GapTunnel}},
		}},
		Gaps: []match.Gap{{FirstIndex: 7, LastIndex: 9, Cause: match.GapNoRoute}},
		Warnings: []match.Warning{
			{Index: 1, Kind: match.WarnOneway}, {Index: 1, Kind: match.WarnTurn}, {Index: 2, Kind: match.WarnOneway},
			{Index: 3, Kind: match.WarnImpossibleSpeed}, {Index: 4, Kind: match.WarnOneway}, {Index: 8, Kind: match.WarnImpossibleSpeed},
		},
	}
	for i := range result.Points {
		result.Points[i].State, result.Points[i].Confidence = match.Matched, 1
	}
	for i, reason := range map[int]match.Reason{2: match.ReasonOutlier, 3: match.ReasonImpossibleSpeed, 4: match.ReasonImpossibleSpeed, 8: match.ReasonNoRoad} {
		result.Points[i] = match.Point{State: match.OffRoad, Reason: reason}
	}
	want := []string{
		"warning against_oneway 1-2 0.0km 1s 2", "warning banned_turn 1-1 0.0km 0s 1", "left_out outlier 2-2 0.0km 0s 1",
		"left_out impossible_speed 3-4 0.0km 1s 2", "warning against_oneway 4-4 0.0km 0s 1", "inferred tunnel 5-6 1.1km 1s 1",
		"gap no_route 7-9 0.0km 2s 1", "warning impossible_speed 8-8 0.0km 0s 1",
	}
	if got := writtenEvents(trip.Events(obs, result)); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestDoubtfulParts checks which points of a low confidence are an event.
func TestDoubtfulParts(t *testing.T) {
	obs := drive(geo.Point{Lat: 10.7, Lon: 106.7}, geo.Point{Lat: 10.7, Lon: 106.74})
	for _, tt := range []struct {
		name   string
		change func(points []match.Point)
		gaps   []match.Gap
		want   []string
	}{
		{"nowhere", func([]match.Point) {}, nil, nil},
		{"a part", func(p []match.Point) { doubt(p[20:41]) }, nil, []string{"low_confidence  20-40 0.4km 20s 1"}},
		{"too short", func(p []match.Point) { doubt(p[20:25]) }, nil, nil},
		{"parts with a sure point between", func(p []match.Point) { doubt(p[20:40]); p[30].Confidence = 0.5 }, nil, []string{"low_confidence  20-29 0.2km 9s 1", "low_confidence  31-39 0.2km 8s 1"}},
		{"points skipped", func(p []match.Point) { doubt(p[20:41]); p[30].State = match.OnRoute; p[31].State = match.OnRoute }, nil, []string{"low_confidence  20-40 0.4km 20s 1"}},
		{"a gap between", func(p []match.Point) { doubt(p[20:41]) }, []match.Gap{{FirstIndex: 30, LastIndex: 31, Cause: match.GapNoRoute}}, []string{"low_confidence  20-30 0.2km 10s 1", "gap no_route 30-31 0.0km 1s 1", "low_confidence  31-40 0.2km 9s 1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			result := match.Result{Points: make([]match.Point, len(obs)), Gaps: tt.gaps}
			for i := range result.Points {
				result.Points[i] = match.Point{State: match.Matched, Confidence: 1}
			}
			tt.change(result.Points)
			if got := writtenEvents(trip.Events(obs, result)); !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// doubt gives points a low confidence.
func doubt(points []match.Point) {
	for i := range points {
		points[i].Confidence = 0.49
	}
}

func ExampleEvents() {
	recording := match.Path([]geo.Point{{Lat: 10.7, Lon: 106.7}, {Lat: 10.7, Lon: 106.71}, {Lat: 10.8, Lon: 106.71}})
	var result match.Result // of the recording, from the matcher
	for i, o := range recording {
		result.Points = append(result.Points, match.Point{Index: i, Location: o.Point, State: match.Matched, Confidence: 1})
	}
	result.Warnings = []match.Warning{{Index: 0, Kind: match.WarnOneway}}
	result.Gaps = []match.Gap{{FirstIndex: 1, LastIndex: 2, Cause: match.GapJump}}

	for _, e := range trip.Events(recording, result) {
		fmt.Printf("%s %s%s: points %d to %d, %.0f m\n", e.Kind, e.Cause, e.Warning, e.First, e.Last, e.Length)
	}
	// Output:
	// warning against_oneway: points 0 to 0, 0 m
	// gap jump: points 1 to 2, 11120 m
}

// TestCountLeftOut counts points outside gaps only: those in a gap are part of its line.
func TestCountLeftOut(t *testing.T) {
	result := match.Result{Points: make([]match.Point, 10), Gaps: []match.Gap{{FirstIndex: 6, LastIndex: 9, Cause: match.GapNoRoad}}}
	for i := range result.Points {
		result.Points[i].State = match.Matched
	}
	for _, i := range []int{2, 3, 7, 8} {
		result.Points[i] = match.Point{State: match.OffRoad, Reason: match.ReasonOutlier}
	}
	if n := trip.CountLeftOut(result); n != 2 {
		t.Errorf("%d points are left out, want 2", n)
	}
}
