// SPDX-License-Identifier: MIT

package live_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/app/live"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// sampleEngine returns an engine with the embedded map.
func sampleEngine(t *testing.T) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() }) // it was only read
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	return e
}

// newFleet returns a fleet on the embedded map, which appends "vehicle index" to decided.
func newFleet(t *testing.T, most int, decided *[]string) *live.Fleet {
	t.Helper()
	e := sampleEngine(t)
	return live.New(live.Options{Engine: e, Lag: match.DefaultLag(), MaxVehicles: most, Decided: func(p *live.Point) error {
		*decided = append(*decided, fmt.Sprint(p.TripID, p.Index))
		return nil
	}})
}

func point(i int) match.Observation {
	return match.Observation{Point: geo.Point{Lat: 42.503683 + 1e-5*float64(i), Lon: 1.514522}, Time: time.Now()}
}

// TestFleetIsBounded checks that the vehicle that was silent for longest makes room, and
// begins again later.
func TestFleetIsBounded(t *testing.T) {
	var decided []string
	f := newFleet(t, 2, &decided)
	for i, id := range []string{"a", "b", "a", "c", "b"} {
		if err := f.Add(t.Context(), id, point(i)); err != nil {
			t.Fatal(err)
		}
		if f.Len() > 2 {
			t.Errorf("%d vehicles", f.Len())
		}
	}
	if got := strings.Join(decided, " "); got != "b0 a0 a1" {
		t.Errorf("released: %s", got)
	}
	if err := f.Close(t.Context()); err != nil || f.Len() != 0 {
		t.Errorf("%v, %d vehicles", err, f.Len())
	}
	slices.Sort(decided)
	if got := strings.Join(decided, " "); got != "a0 a1 b0 b0 c0" {
		t.Errorf("all: %s", got)
	}
}

// TestFleetReleasesSilent lets a vehicle go silent while another goes on.
func TestFleetReleasesSilent(t *testing.T) {
	var decided []string
	f := newFleet(t, 0, &decided)
	synctest.Test(t, func(t *testing.T) {
		for i := range 4 {
			if i == 0 {
				if err := f.Add(t.Context(), "a", point(i)); err != nil {
					t.Fatal(err)
				}
			}
			if err := f.Add(t.Context(), "b", point(i)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(20 * time.Second) // of the clock of the bubble
			if err := errors.Join(f.Tick(t.Context()), f.ReleaseSilent(t.Context(), time.Minute)); err != nil {
				t.Fatal(err)
			}
		}
	})
	if f.Len() != 1 || !slices.Contains(decided, "a0") || slices.Contains(decided, "b3") {
		t.Errorf("%d vehicles, %s", f.Len(), decided)
	}
}

// TestFleetForgetsFailed checks that an error about one vehicle does not end the others.
func TestFleetForgetsFailed(t *testing.T) {
	var decided []string
	f := newFleet(t, 0, &decided)
	for i := range 60 {
		if err := f.Add(t.Context(), "a", point(i)); err != nil {
			t.Fatal(err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	var err error
	for i := 60; err == nil && i < 200; i++ { // until points are decided
		err = f.Add(ended, "a", point(i))
	}
	if !errors.Is(err, context.Canceled) || f.Len() != 0 {
		t.Errorf("%v, %d vehicles", err, f.Len())
	}
	if err := errors.Join(f.Add(t.Context(), "a", point(0)), f.Close(t.Context())); err != nil || decided[len(decided)-1] != "a0" {
		t.Errorf("afterwards: %v, %v", err, decided)
	}
}

// TestOthersGoOnAfterAFailure lets the points of two of three vehicles fail: those of the third
// are decided by the same call, and the error names both.
func TestOthersGoOnAfterAFailure(t *testing.T) {
	for name, call := range map[string]func(ctx context.Context, f *live.Fleet) error{
		"tick":    func(ctx context.Context, f *live.Fleet) error { return f.Tick(ctx) },
		"release": func(ctx context.Context, f *live.Fleet) error { return f.ReleaseSilent(ctx, time.Minute) },
		"close":   func(ctx context.Context, f *live.Fleet) error { return f.Close(ctx) },
	} {
		var decided []string
		bad := errors.New("bad")
		f := live.New(live.Options{Engine: sampleEngine(t), Lag: match.DefaultLag(), Decided: func(p *live.Point) error {
			if p.TripID != "good" {
				return fmt.Errorf("%s: %w", p.TripID, bad)
			}
			decided = append(decided, p.TripID)
			return nil
		}})
		synctest.Test(t, func(t *testing.T) {
			for _, id := range []string{"bad1", "bad2", "good"} {
				if err := f.Add(t.Context(), id, point(0)); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(time.Hour) // of the clock of the bubble
			err := call(t.Context(), f)
			if !errors.Is(err, bad) || !strings.Contains(err.Error(), "bad1") || !strings.Contains(err.Error(), "bad2") {
				t.Errorf("%s: the error is %v", name, err)
			}
		})
		if len(decided) != 1 || f.Has("bad1") || f.Has("bad2") {
			t.Errorf("%s: %v decided, %d vehicles left", name, decided, f.Len())
		}
	}
}
