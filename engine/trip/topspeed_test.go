// SPDX-License-Identifier: MIT

package trip_test

import (
	"math"
	"testing"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// TestTopSpeedIsCredible drives 54 km/h, with faults of the position.
func TestTopSpeedIsCredible(t *testing.T) {
	jump := func(from, to int, metres float64) func(trace.Trip, *match.Result) {
		return func(_ trace.Trip, r *match.Result) {
			for i := from; i < to; i++ {
				r.Legs[0].Shape[i] = shift(r.Legs[0].Shape[i], metres, 0)
			}
		}
	}
	for _, c := range []struct {
		name  string
		every int
		fault func(recording trace.Trip, r *match.Result)
		want  float64 // m/s
		slack float64
	}{
		{"none", 1, func(trace.Trip, *match.Result) {}, 15, 0.1},
		{"a point each half minute", 30, func(trace.Trip, *match.Result) {}, 15, 0.1},
		{"a jump of 600 m", 1, jump(300, 601, 600), 15, 0.1},
		{"a jump of 600 m before a gap", 1, jump(597, 601, 600), 15, 0.1},
		{"a jump of 1500 m between distant points", 30, jump(10, 21, 1500), 15, 0.1},
		{"faster for a minute", 1, func(_ trace.Trip, r *match.Result) {
			for i := range r.Legs[0].Shape {
				r.Legs[0].Shape[i] = shift(r.Legs[0].Shape[i], 15*float64(min(max(i-300, 0), 60)), 0)
			}
		}, 30, 0.1},
		{"a part without observations", 1, func(recording trace.Trip, r *match.Result) {
			jump(340, 601, 2000)(recording, r)
			for i := range 40 {
				r.Legs[0].Shape[300+i] = shift(r.Legs[0].Shape[300+i], 50*float64(i), 0)
			}
			r.Legs[0].Inferred = []match.Stretch{{First: 300, Last: 340, FirstIndex: 300, LastIndex: 340, Cause: match.GapOutage}}
		}, 15, 0.1},
		{"a recorder that was slower", 1, func(recording trace.Trip, r *match.Result) {
			jump(300, 601, 200)(recording, r)
			for i := range recording.Observations {
				recording.Observations[i].HasSpeed, recording.Observations[i].Speed = true, 14
			}
		}, 15, 2.5},
		{"a recorder that knows no speed", 1, func(recording trace.Trip, _ *match.Result) {
			for i := range recording.Observations {
				recording.Observations[i].HasSpeed = true
			}
		}, 15, 0.1},
	} {
		recording, result := timedDrive(54, c.every, 600)
		result.Legs[0].LastIndex = len(recording.Observations) - 1
		c.fault(recording, &result)
		got := trip.Summarise(recording, result, nil, nil).TopSpeed
		if math.Abs(got-c.want) > c.slack {
			t.Errorf("%s: %.1f m/s, want %.1f", c.name, got, c.want)
		}
		if s := trip.NewStatistics(recording, result, nil, new(trip.Track), nil); s.Top != got {
			t.Errorf("%s: the record has %.1f m/s, the list %.1f", c.name, s.Top, got)
		}
	}
	short, result := timedDrive(54, 1, 12)
	if got := trip.Summarise(short, result, nil, nil).TopSpeed; math.Abs(got-15) > 0.1 {
		t.Errorf("a drive of %v has %.1f m/s", 12*time.Second, got)
	}
}

// TestAverageMovingIsBelowTop has vehicles at walking pace whose positions stand still in some
// seconds and jump in others: the average while moving is that of the whole way, and no higher
// than the top speed.
func TestAverageMovingIsBelowTop(t *testing.T) {
	for _, c := range []struct {
		name  string
		kmh   float64
		every int // seconds from jump to jump
		shown float64
	}{
		{"steady", 7.2, 1, 2},
		{"jumps in half of the seconds", 5, 2, 5 / 3.6},
		{"jumps every five seconds", 4, 5, 4 / 3.6},
		{"slower than moving", 2, 5, 0},
	} {
		recording, result := timedDrive(c.kmh, 1, 600)
		list, leg := recording.Observations, &result.Legs[0]
		leg.LastIndex = len(list) - 1
		for i := range list {
			list[i].Point = list[i-i%c.every].Point
			leg.Shape[i] = list[i].Point
			result.Points[i] = match.Point{State: match.Matched, Location: list[i].Point}
		}
		s := trip.NewStatistics(recording, result, nil, trip.NewTrack(list, result), nil)
		if math.Abs(s.AverageMoving-c.shown) > 0.03 || s.AverageMoving > s.Top+0.03 {
			t.Errorf("%s: %.2f m/s while moving, want %.2f; %.2f m/s at most", c.name, s.AverageMoving, c.shown, s.Top)
		}
	}
}
