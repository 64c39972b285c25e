// SPDX-License-Identifier: MIT

package trips_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/trips"
)

// fakeMatcher matches every trip to a road of 1 km, unless set to wait or to fail.
type fakeMatcher struct {
	hold chan struct{} // a match goes on when it can receive; nil never waits
	err  error
	// faults are those of each trip.
	faults []enginetrip.Measure
	// warnings are those of each trip.
	warnings []match.Warning
	// summarise returns the summary of a trip; nil: 1 km on roads.
	summarise func(trace.Trip) enginetrip.Summary

	mu      sync.Mutex
	matched int
}

func (f *fakeMatcher) Match(ctx context.Context, recording trace.Trip, _ []enginetrip.Stop, _ match.Profile) (match.Result, enginetrip.Summary, error) {
	if f.hold != nil {
		select {
		case <-f.hold:
		case <-ctx.Done():
			return match.Result{}, enginetrip.Summary{}, ctx.Err()
		}
	}
	f.mu.Lock()
	f.matched++
	f.mu.Unlock()
	n := len(recording.Observations)
	summary := enginetrip.Summary{Matched: 1000, Measures: f.faults}
	if f.summarise != nil {
		summary = f.summarise(recording)
	}
	for _, note := range recording.Notes {
		if note.Kind == trace.NoteTruncated {
			summary.Measures = []enginetrip.Measure{{Kind: enginetrip.Truncated, Amount: 1}}
		}
	}
	return match.Result{
		Points: make([]match.Point, n), Legs: []match.Leg{{LastIndex: n - 1}}, Distance: match.Distances{Matched: 1000},
		Warnings: f.warnings,
	}, summary, f.err
}

func everywhere() geo.Bounds { return geo.Bounds{South: -90, West: -180, North: 90, East: 180} }

func trip(name string, n int) trace.Trip {
	t := trace.Trip{ID: name, Name: name}
	for i := range n {
		t.Observations = append(t.Observations, match.Observation{Point: geo.Point{Lat: 10.77, Lon: 106.70 + float64(i)*0.001}})
	}
	return t
}

// read returns a Source.Read that returns the given trips.
func read(trips ...trace.Trip) func(context.Context, geo.Bounds) ([]trace.Trip, error) {
	return func(context.Context, geo.Bounds) ([]trace.Trip, error) { return trips, nil }
}

func newTrips(t *testing.T, m *fakeMatcher) (*trips.Model, *jobtest.UI) {
	t.Helper()
	ui := jobtest.New(t)
	return trips.NewModel(trips.Options{
		Jobs: ui.Jobs, Matcher: m, Bounds: everywhere, Remember: func([]string) {},
	}), ui
}

func TestOpenedTripIsSelectedAndMatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		p.OpenFrom(trips.Source{Name: "a.gpx", Read: read(trip("morning", 3))})
		ui.Settle()
		got, ok := p.State().Trip()
		if !ok || got.Name != "morning" || got.Stage != trips.Done || got.Result.Distance.Matched != 1000 {
			t.Fatalf("selected trip %+v, %v", got, ok)
		}
		if got.Bounds.East < 106.7019 {
			t.Errorf("bounds %+v do not hold the last point", got.Bounds)
		}
	})
}

func TestManyTripsCallTheListenerAFewTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		var paths []string
		for i := range 500 {
			paths = append(paths, fmt.Sprintf("/none/%d.gpx", i))
		}
		calls := 0
		p.OnChange(func() { calls++ })
		p.Open(paths...)
		if s := p.State(); calls > 3 || len(s.Trips) != 500 || s.Recent[0] != "/none/499.gpx" {
			t.Errorf("%d calls for %d files, want 500 and at most 3", calls, len(s.Trips))
		}
		ui.Settle()
	})
}

// TestStateThatWasReturnedStays checks that the list of a returned State does not change.
func TestStateThatWasReturnedStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{hold: make(chan struct{})})
		fleet := trips.Source{Name: "fleet", Read: read(trip("a", 2), trip("b", 2))}
		for _, c := range []struct {
			name string
			do   func()
		}{
			{"open", func() { p.OpenFrom(fleet) }},
			{"fill", ui.Settle},
			{"cancel all", p.CancelAll},
			{"open again", func() { p.OpenFrom(fleet) }},
			{"match on another map", p.Rematch},
		} {
			before := p.State().Trips
			kept := slices.Clone(before)
			c.do()
			if !slices.Equal(before, kept) || slices.Equal(before, p.State().Trips) {
				t.Errorf("%s: the list returned before was changed, or nothing was", c.name)
			}
		}
		p.CancelAll()
		ui.Settle()
	})
}

// BenchmarkManyTrips measures the UI goroutine's time for a file of many trips.
func BenchmarkManyTrips(b *testing.B) {
	var all []trace.Trip
	for i := range 16_000 {
		all = append(all, trip(fmt.Sprint(i), 2))
	}
	for _, c := range []struct {
		name string
		do   func(*trips.Model)
	}{
		{"rematch", (*trips.Model).Rematch},
		{"cancel", (*trips.Model).CancelAll},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				p, _ := filled(b, all)
				b.StartTimer()
				c.do(p)
			}
		})
	}
	b.Run("fill", func(b *testing.B) {
		var took time.Duration
		for b.Loop() {
			_, fill := filled(b, all)
			took += fill
		}
		b.ReportMetric(float64(took.Milliseconds())/float64(b.N), "ms/fill")
	})
}

// filled returns a model with all trips, and the UI goroutine's time to list them.
func filled(b *testing.B, all []trace.Trip) (p *trips.Model, took time.Duration) {
	ui := jobtest.New(b)
	p = trips.NewModel(trips.Options{
		Jobs: ui.Jobs, Matcher: &fakeMatcher{hold: make(chan struct{})}, Bounds: everywhere, Remember: func([]string) {},
	})
	p.OpenFrom(trips.Source{Name: "fleet", Read: read(all...)})
	for len(p.State().Trips) < len(all) {
		began := time.Now()
		ui.Drain()
		took = time.Since(began)
	}
	return p, took
}
