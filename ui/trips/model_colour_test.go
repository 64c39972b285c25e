// SPDX-License-Identifier: MIT

package trips_test

import (
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/trips"
	"roadsnap/ui/trips/tripstest"
)

// limited returns the drive of a trip of n points on a road with a limit (km/h).
func limited(c *trips.Content, limit uint8) *trips.Drive {
	return trips.NewDrive(c, func([]match.Point) (map[int64]road.Way, error) {
		return map[int64]road.Way{7: {ID: 7, HasMaxSpeed: limit > 0, MaxSpeedKMH: limit}}, nil
	})
}

// metresOf returns the length of the lines of each class.
func metresOf(d *trips.Drive, by trips.Colouring) map[int]float64 {
	metres := map[int]float64{}
	for _, l := range trips.PaintedLines(d, by) {
		metres[l.Class] += geo.Length(l.Line)
	}
	return metres
}

func TestClassesOfColours(t *testing.T) {
	for _, c := range []struct {
		by    trips.Colouring
		speed float64 // km/h
		limit uint8
		sure  float64
		hour  int
		want  int
	}{
		{by: trips.ColourBySpeed, speed: 19.9, want: 1}, {by: trips.ColourBySpeed, speed: 20, want: 2}, {by: trips.ColourBySpeed, speed: 140, want: 6},
		{by: trips.ColourByOverLimit, speed: 60, limit: 60, want: 1}, {by: trips.ColourByOverLimit, speed: 61, limit: 60, want: 2},
		{by: trips.ColourByOverLimit, speed: 65.001, limit: 60, want: 3}, {by: trips.ColourByOverLimit, speed: 96, limit: 60, want: 6},
		{by: trips.ColourByOverLimit, speed: 96, want: 0},
		{by: trips.ColourByConfidence, sure: 0.49, want: 1}, {by: trips.ColourByConfidence, sure: 1, want: 4},
		{by: trips.ColourByTime, hour: 3, want: 1}, {by: trips.ColourByTime, hour: 4, want: 2}, {by: trips.ColourByTime, hour: 23, want: 6},
	} {
		content := tripstest.Drive(3)
		for i := range content.Trace.Observations {
			o := &content.Trace.Observations[i]
			o.Speed, o.HasSpeed = c.speed/3.6, true
			o.Time = time.Date(2026, 11, 23, c.hour-7, 10, i, 0, time.UTC)
			content.Result.Legs[0].Times[i], content.Result.Points[i].Confidence = o.Time, c.sure
		}
		if got := c.by.Class(limited(content, c.limit), 1); got != c.want {
			t.Errorf("%s %+v: class %d", c.by, c, got)
		}
	}
}

// TestPaintsCutTheRouteWhereTheValueChanges drives 100 m at 30 km/h and 100 m at 70 km/h,
// with a long segment in the shape. The colours change in the middle between two points.
func TestPaintsCutTheRouteWhereTheValueChanges(t *testing.T) {
	c := tripstest.Drive(21)
	for i := range c.Trace.Observations {
		o := &c.Trace.Observations[i]
		if o.Speed, o.HasSpeed = 30/3.6, true; i > 10 {
			o.Speed = 70 / 3.6
		}
	}
	l := &c.Result.Legs[0]
	l.Shape = []geo.Point{l.Shape[0], l.Shape[20]} // one segment
	l.Times = []time.Time{l.Times[0], l.Times[20]}
	d := limited(c, 0)
	if got := metresOf(d, trips.ColourBySpeed); len(got) != 2 || math.Abs(got[2]-105) > 0.2 || math.Abs(got[4]-95) > 0.2 {
		t.Errorf("metres by class are %v, want 105 m in class 2 and 95 m in class 4", got)
	}
	if got := metresOf(d, trips.ColourByOverLimit); len(got) != 1 || math.Abs(got[0]-200) > 0.2 {
		t.Errorf("without a limit, metres by class are %v, want 200 m in class 0", got)
	}
}

// TestPaintsLeaveInferredPartsOut hides vertices 5 to 15 of 21.
func TestPaintsLeaveInferredPartsOut(t *testing.T) {
	c := tripstest.Drive(21)
	c.Result.Legs[0].Inferred = []match.Stretch{{First: 5, Last: 15}}
	total := 0.0
	for _, metres := range metresOf(limited(c, 0), trips.ColourByConfidence) {
		total += metres
	}
	if math.Abs(total-100) > 0.2 {
		t.Errorf("%.1f m are coloured, want 100 m", total)
	}
}

// TestPaintsWithoutTimesAreUnknown has no times, so that no speed is known.
func TestPaintsWithoutTimesAreUnknown(t *testing.T) {
	c := tripstest.Drive(21)
	c.Result.Legs[0].Times = nil
	for i := range c.Trace.Observations {
		c.Trace.Observations[i].Time = time.Time{}
	}
	if got := metresOf(limited(c, 50), trips.ColourBySpeed); len(got) != 1 || math.Abs(got[0]-200) > 0.2 {
		t.Errorf("metres by class are %v, want 200 m in class 0", got)
	}
}

// TestColouredRoutesAppearWhenTheyAreReady switches a colouring on and off.
func TestColouredRoutesAppearWhenTheyAreReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		drives := trips.NewDrives(ui.Jobs, func([]match.Point) (map[int64]road.Way, error) { return nil, nil })
		row := &trips.Trip{ID: 1, Stage: trips.Done, Content: tripstest.Drive(20)}
		state := trips.State{Trips: []*trips.Trip{row}, Selected: 1, HasSelected: true, Chosen: []trips.ID{1}, Event: -1}
		l := trips.Layers{Which: trips.DefaultMapLayers, By: trips.ColourBySpeed}
		ready := 0
		l.Paints = trips.NewPaints(ui.Jobs, drives, func() { ready++; l.Show(state) })
		painted := func() bool {
			for _, o := range l.Overlays() {
				if r, ok := o.(overlay.Route); ok {
					return r.Paint != nil
				}
			}
			return false
		}
		l.Show(state)
		if _, ok := l.Coloured(); ok || painted() {
			t.Fatal("the route has colours before they are made")
		}
		ui.Settle()
		if by, ok := l.Coloured(); ready != 1 || !ok || by != trips.ColourBySpeed || !painted() {
			t.Fatalf("after %d calls the route shows %v (%t)", ready, by, ok)
		}
		under := func() bool { // the recorded points
			isRaw := func(o overlay.Overlay) bool { _, is := o.(overlay.RawTrace); return is }
			isRoute := func(o overlay.Overlay) bool { _, is := o.(overlay.Route); return is }
			raw, route := slices.IndexFunc(l.Overlays(), isRaw), slices.IndexFunc(l.Overlays(), isRoute)
			return raw >= 0 && raw < route
		}
		if !under() {
			t.Error("recorded points hide the colours")
		}
		if slices.Contains(l.Samples(), export.SampleMatched) {
			t.Error("the legend explains a line of one colour")
		}
		l.By = trips.ColourByTrip
		l.Show(state)
		ui.Settle()
		if _, ok := l.Coloured(); ok || painted() || ready != 1 || under() {
			t.Error("the route keeps its colours")
		}
	})
}
