// SPDX-License-Identifier: MIT

package trip

import (
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// script is a recording with the ignition, made of steps.
type script struct {
	trace.Trip
	at    geo.XY
	clock time.Time
}

func newScript() *script { return &script{clock: start} }

// fixes adds n fixes every some seconds, each this many metres farther east.
func (s *script) fixes(n, seconds int, metres float64, state trace.Ignition) *script {
	plane := geo.NewPlane(geo.Point{Lat: 10.8, Lon: 106.7})
	for range n {
		s.clock = s.clock.Add(time.Duration(seconds) * time.Second)
		s.at.X += metres
		s.Observations = append(s.Observations, match.Observation{Point: plane.Point(s.at), Time: s.clock})
		s.Channels.Ignition = append(s.Channels.Ignition, state)
	}
	return s
}

func TestStopsByIgnition(t *testing.T) {
	const off, on, unknown = trace.IgnitionOff, trace.IgnitionOn, trace.IgnitionUnknown
	type want struct{ length, idling time.Duration }
	for _, c := range []struct {
		name   string
		script *script
		want   []want
	}{
		{"idling", newScript().fixes(30, 10, 150, on).fixes(60, 10, 0, on).fixes(30, 10, 150, on), []want{{10 * time.Minute, 10 * time.Minute}}},
		{"engine off between idling", newScript().fixes(30, 10, 150, on).fixes(12, 10, 0, on).fixes(60, 10, 0, off).fixes(6, 10, 0, on).fixes(30, 10, 150, on),
			[]want{{13 * time.Minute, 3 * time.Minute}}},
		{"recorder off with the engine", newScript().fixes(30, 10, 150, on).fixes(1, 10, 0, off).fixes(1, 7200, 0, on).fixes(30, 10, 150, on), []want{{7200 * time.Second, 0}}},
		{"recorder off without a word", newScript().fixes(30, 10, 150, on).fixes(1, 10, 0, on).fixes(1, 7200, 0, on).fixes(30, 10, 150, on), []want{{7200 * time.Second, 0}}},
		{"drift under a roof", newScript().fixes(30, 10, 150, on).fixes(1, 10, 0, off).fixes(10, 60, 90, off).fixes(10, 60, -90, off).fixes(30, 10, 150, on), []want{{20 * time.Minute, 0}}},
		{"engine off on a ferry", newScript().fixes(30, 10, 150, on).fixes(60, 10, 30, off).fixes(30, 10, 150, on), nil},
		{"engine off for a moment", newScript().fixes(30, 10, 150, on).fixes(17, 10, 0, off).fixes(30, 10, 150, on), nil},
		{"state by events only", newScript().fixes(30, 10, 150, on).fixes(1, 10, 0, off).fixes(59, 10, 0, unknown).fixes(1, 10, 0, on).fixes(30, 10, 150, unknown), []want{{10 * time.Minute, 0}}},
	} {
		got := Stops(c.script.Trip)
		if len(got) != len(c.want) {
			t.Errorf("%s: %d stops, want %d: %+v", c.name, len(got), len(c.want), got)
			continue
		}
		for i, s := range got {
			const slack = 30 * time.Second
			if !s.HasIgnition || (s.Duration()-c.want[i].length).Abs() > slack || (s.Idling-c.want[i].idling).Abs() > slack {
				t.Errorf("%s: %v with %v of idling, want %v with %v", c.name, s.Duration(), s.Idling, c.want[i].length, c.want[i].idling)
			}
		}
	}
}

func TestSummariseIgnitionAndOdometer(t *testing.T) {
	s := newScript().fixes(30, 10, 150, trace.IgnitionOn).fixes(60, 10, 0, trace.IgnitionOn).fixes(30, 10, 150, trace.IgnitionOn)
	for i := range s.Observations {
		s.Channels.Odometer = append(s.Channels.Odometer, 5000+float64(i))
	}
	result := match.Result{Points: make([]match.Point, len(s.Observations))}
	got := Summarise(s.Trip, result, Stops(s.Trip), nil)
	if !got.HasIgnition || got.Idling != got.Standing || got.Idling < 9*time.Minute || !got.HasDevice || got.Device != float64(len(s.Observations)-1) {
		t.Errorf("%+v", got)
	}
	s.Channels = trace.Channels{}
	got = Summarise(s.Trip, result, Stops(s.Trip), nil)
	if got.HasIgnition || got.Idling != 0 || got.HasDevice || got.Standing < 9*time.Minute {
		t.Errorf("without channels: %+v", got)
	}
}
