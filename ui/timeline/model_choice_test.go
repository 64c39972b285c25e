// SPDX-License-Identifier: MIT

package timeline_test

import (
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/timeline"
	"roadsnap/ui/trips"
)

// climb returns a drive as drive does that rises by a metre from point to point.
func climb(id trips.ID, begin time.Time, n int) *trips.Trip {
	t := drive(id, begin, n)
	for i := range n {
		t.Trace.Channels.Elevation = append(t.Trace.Channels.Elevation, float64(i))
	}
	return t
}

func TestGraphsAreChosenAndRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		var kept timeline.Choice
		m := timeline.NewModel(timeline.Options{
			Jobs: ui.Jobs, Drives: trips.NewDrives(ui.Jobs, noWays), Choice: timeline.ReadChoice("distance speed elevation nonsense"),
			Remember: func(c timeline.Choice) { kept = c },
		})
		d := &desk{m, ui, t}
		shows := func(want ...timeline.Quantity) {
			t.Helper()
			if got := d.State().Drawn(); !slices.Equal(got, want) {
				t.Errorf("shown are %v, want %v", got, want)
			}
		}
		d.set(drive(1, morning, 60)) // without elevations
		shows(timeline.Speed)
		d.set(climb(2, morning, 60))
		shows(timeline.Speed, timeline.Elevation)
		d.ToggleGraph(timeline.Speed)
		d.ToggleGraph(timeline.Confidence)
		shows(timeline.Elevation, timeline.Confidence)
		if d.State().Axis != timeline.OverDistance {
			t.Error("the axis was not restored")
		}
		d.SetAxis(timeline.OverTime)
		if got := timeline.ReadChoice(kept.String()); got != kept || kept.String() != "time elevation confidence" {
			t.Errorf("%q is read as %v", kept, got)
		}
		d.ToggleGraph(timeline.Elevation)
		d.ToggleGraph(timeline.Confidence) // the last one stays
		shows(timeline.Confidence)
	})
}

func TestAnUnreadableChoiceShowsTheSpeed(t *testing.T) {
	if c := timeline.ReadChoice("x"); c != (timeline.Choice{Graphs: 1 << timeline.Speed}) {
		t.Errorf("it is %v", c)
	}
}

func TestTheAxisChangesAndKeepsTheVisiblePart(t *testing.T) {
	start(t, func(t *testing.T, d *desk) {
		d.set(drive(1, morning, 601)) // 10 m a second
		d.Show(timeline.Range{From: 100, To: 200})
		d.SetAxis(timeline.OverDistance)
		s := d.State()
		if math.Abs(s.Shown.From-1000) > 10 || math.Abs(s.Shown.To-2000) > 10 || math.Abs(s.Extent().To-6000) > 10 {
			t.Errorf("shown is %v of %v", s.Shown, s.Extent())
		}
		d.Seek(morning.Add(150 * time.Second))
		s = d.State()
		if x := s.X(s.Cursor); math.Abs(x-1500) > 5 || s.Moment(x).Sub(s.Cursor).Abs() > 100*time.Millisecond {
			t.Errorf("the cursor is at %v m, which is %v", x, s.Moment(x))
		}
		d.SetAxis(timeline.OverTime)
		if s := d.State().Shown; math.Abs(s.From-100) > 1 || math.Abs(s.To-200) > 1 {
			t.Errorf("back over time, shown is %v", s)
		}
	})
}

func TestTripsOfSeveralDaysStartTogether(t *testing.T) {
	start(t, func(t *testing.T, d *desk) {
		a, b := drive(1, morning, 600), drive(2, morning.Add(24*time.Hour), 300)
		d.set(a, b)
		s := d.State()
		if !s.Together || s.Whole.Length() != 599*time.Second {
			t.Fatalf("together: %v, over %v", s.Together, s.Whole.Length())
		}
		d.Seek(morning.Add(100 * time.Second))
		d.settle()
		s = d.State()
		for i, l := range s.Lines {
			want := []*trips.Trip{a, b}[i].Trace.Observations[100].Point
			if p, ok := s.Place(l); !ok || math.Abs(p.Point.Lat-want.Lat) > 1e-6 {
				t.Errorf("trip %d is at %v, want %v", i, p.Point, want)
			}
		}
		if n := len(s.Vehicles()); n != 2 {
			t.Errorf("%d vehicles", n)
		}
		d.SetTogether(false)
		if s := d.State(); s.Together || s.Whole.Length() < 24*time.Hour {
			t.Errorf("at their own times they take %v", s.Whole.Length())
		}
		c := drive(3, morning.Add(8*time.Minute), 600) // overlaps a
		d.set(a, c)
		if d.State().Together {
			t.Error("trips at about the same time start together")
		}
		d.SetTogether(true)
		if s := d.State(); !s.Together || s.Whole.Length() != 599*time.Second {
			t.Errorf("they take %v", s.Whole.Length())
		}
	})
}

func TestFiguresOfTheMarkedStretch(t *testing.T) {
	start(t, func(t *testing.T, d *desk) {
		d.set(climb(1, morning, 601))
		if f := d.State().Figures(); f.Time != 0 {
			t.Errorf("without a stretch they are %+v", f)
		}
		d.Mark(timeline.Span{From: morning.Add(100 * time.Second), To: morning.Add(300 * time.Second)})
		f := d.State().Figures()
		if f.Time != 200*time.Second || math.Abs(f.Distance-2000) > 5 || math.Abs(f.Average()-10) > 0.1 || math.Abs(f.Top-10) > 0.5 {
			t.Errorf("they are %+v", f)
		}
		// Half of the smoothing is lost at each end.
		if !f.HasAscent || f.Up < 160 || f.Up > 200 || f.Down != 0 {
			t.Errorf("the ascent is %v, %v m", f.HasAscent, f.Up)
		}
	})
}

func TestAClickOnTheMapMovesTheCursor(t *testing.T) {
	start(t, func(t *testing.T, d *desk) {
		if d.SeekNear(drive(1, morning, 2).Trace.Observations[0].Point, 5) {
			t.Error("without trips something is near")
		}
		a, b := drive(1, morning, 600), drive(2, morning.Add(24*time.Hour), 600)
		d.set(a, b)
		near := a.Trace.Observations[200].Point
		near.Lon += 3.0 / 111_195
		near.Lat += 1.0 / 111_195
		if !d.SeekNear(near, 5) {
			t.Error("the point is not found")
		}
		if got := d.State().Cursor; !got.Equal(morning.Add(200 * time.Second)) {
			t.Errorf("the cursor is at %v", got)
		}
		near.Lat += 4.0 / 111_195 // between two points
		if !d.SeekNear(near, 4) {
			t.Error("the route is not found")
		}
		d.cursorIs(200500 * time.Millisecond)
		near.Lon += 0.01
		if d.SeekNear(near, 5) {
			t.Error("a kilometre away something is near")
		}
	})
}
