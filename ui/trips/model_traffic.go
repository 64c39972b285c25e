// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"math"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
)

// RouteKeeper keeps the routes of trips. Its methods are called on background goroutines.
type RouteKeeper interface {
	// Routes calls fn with the lines of the route of each trip that has a match for a profile
	// on the installed map.
	Routes(ctx context.Context, profile match.Profile, ids []workspace.ID, fn func(id workspace.ID, legs [][]geo.Point) error) error
}

// TrafficState is the state of Traffic.
type TrafficState struct {
	Shown bool
	// Busy is set while trips are counted: Done of Total.
	Busy        bool
	Done, Total int
	// Roads are the roads by the number of passages, nil until they were counted. Bounds are
	// the numbers between the classes of their colours.
	Roads  *overlay.Paint
	Bounds []int
}

// Traffic counts how often each road was driven by the visible trips of the list. It belongs
// to the UI goroutine.
type Traffic struct {
	jobs    *job.Runner
	keeper  RouteKeeper // nil if no trips are kept
	failed  func(error)
	changed *job.Signal

	state    TrafficState
	counted  []countedTrip // trips of state.Roads
	counting []countedTrip // trips that the job counts
	working  *job.Job
}

// countedTrip is a trip whose roads are counted.
type countedTrip struct {
	id        ID
	mapNumber int
	kept      workspace.ID
	content   *Content // of a trip that is not kept
}

// NewTraffic returns a Traffic that is not shown. keeper may be nil. failed is called with
// the errors of keeper.
func NewTraffic(jobs *job.Runner, keeper RouteKeeper, failed func(error)) *Traffic {
	return &Traffic{jobs: jobs, keeper: keeper, failed: failed, changed: jobs.Signal()}
}

// OnChange sets the listener that is called after each change of the state.
func (t *Traffic) OnChange(fn func()) { t.changed.Listen(fn) }

// State returns the current state.
func (t *Traffic) State() TrafficState { return t.state }

// SetShown counts the roads of the visible trips and shows them, or hides them.
func (t *Traffic) SetShown(shown bool, s State) {
	if shown == t.state.Shown {
		return
	}
	t.working.Cancel()
	t.state, t.counted, t.counting = TrafficState{Shown: shown}, nil, nil
	t.Update(s)
	t.changed.Raise()
}

// Update counts again if other trips are visible. While trips are being matched it waits,
// unless nothing was counted yet.
func (t *Traffic) Update(s State) {
	if !t.state.Shown || s.Work.Left > 0 && (t.state.Busy || t.state.Roads != nil) {
		return
	}
	var list []countedTrip
	for _, row := range s.Visible() {
		if row.Stage != Done {
			continue
		}
		c := countedTrip{id: row.ID, mapNumber: row.mapNumber, kept: row.Kept}
		if c.kept == 0 {
			c.content = row.Content
		}
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b countedTrip) int { return int(a.id - b.id) }) // the order of the list does not matter
	if slices.Equal(list, t.counting) && t.state.Busy || slices.Equal(list, t.counted) && t.state.Roads != nil {
		return
	}
	t.start(list, s.Profile)
}

// start counts the roads of trips.
func (t *Traffic) start(list []countedTrip, profile match.Profile) {
	t.working.Cancel()
	t.counting = list
	t.state.Busy, t.state.Done, t.state.Total = true, 0, len(list)
	show := func(done int) {
		t.state.Done = done
		t.changed.Raise()
	}
	t.working = job.Report(t.jobs, show, func(ctx context.Context, report func(int)) func() {
		traffic, err := t.count(ctx, list, profile, report)
		var roads *overlay.Paint
		var bounds []int
		if err == nil {
			bounds = trafficBounds(traffic.Most(), style.RampDensity.Classes())
			roads = overlay.NewPaint(style.RampDensity, busyLines(traffic, bounds))
		}
		return func() {
			if t.state.Busy = false; err != nil {
				t.state.Shown = false
				t.failed(err)
			} else {
				t.state.Roads, t.state.Bounds, t.counted = roads, bounds, list
			}
			t.changed.Raise()
		}
	})
	t.changed.Raise()
}

// reportEvery is the number of trips after which the progress is reported.
const reportEvery = 100

// count counts the roads of trips. It runs in the background.
func (t *Traffic) count(ctx context.Context, list []countedTrip, profile match.Profile, report func(int)) (*trip.Traffic, error) {
	traffic, done := new(trip.Traffic), 0
	add := func(legs [][]geo.Point) error {
		traffic.Add(legs)
		if done++; done%reportEvery == 0 {
			report(done)
		}
		return ctx.Err()
	}
	var kept []workspace.ID
	for _, c := range list {
		if c.kept != 0 {
			kept = append(kept, c.kept)
			continue
		}
		var legs [][]geo.Point
		for i := range c.content.Result.Legs {
			legs = append(legs, c.content.Result.Legs[i].Shape)
		}
		if err := add(legs); err != nil {
			return nil, err
		}
	}
	if len(kept) == 0 || t.keeper == nil {
		return traffic, nil
	}
	return traffic, t.keeper.Routes(ctx, profile, kept, func(_ workspace.ID, legs [][]geo.Point) error { return add(legs) })
}

// trafficBounds returns the numbers of passages between classes, on a logarithmic scale up to
// most, rounded to one digit and ascending. A number at a bound belongs to the class above.
func trafficBounds(most, classes int) []int {
	var bounds []int
	last := 1
	for i := 1; i < classes; i++ {
		value := math.Pow(float64(most), float64(i)/float64(classes))
		step := math.Pow(10, math.Floor(math.Log10(max(value, 1))))
		last = max(int(math.Round(value/step)*step), last+1)
		bounds = append(bounds, last)
	}
	return bounds
}

// busyLines returns the roads in the classes of the ramp.
func busyLines(traffic *trip.Traffic, bounds []int) []overlay.PaintedLine {
	roads := traffic.Roads(func(passages int) int {
		i, found := slices.BinarySearch(bounds, passages)
		if found {
			i++
		}
		return i + 1
	})
	lines := make([]overlay.PaintedLine, len(roads))
	for i, r := range roads {
		lines[i] = overlay.PaintedLine{Line: r.Line, Class: r.Class}
	}
	return lines
}
