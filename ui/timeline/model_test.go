// SPDX-License-Identifier: MIT

package timeline_test

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/ui/job"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/timeline"
	"roadsnap/ui/trips"
)

var morning = time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)

// drive returns a matched trip of n points to the north, 10 m and a second apart, on way 7.
func drive(id trips.ID, begin time.Time, n int) *trips.Trip {
	c := &trips.Content{Matched: true}
	leg := match.Leg{LastIndex: n - 1}
	for i := range n {
		o := match.Observation{Point: geo.Point{Lat: 10 + float64(i)*10/111_195, Lon: 106}, Time: begin.Add(time.Duration(i) * time.Second)}
		c.Trace.Observations = append(c.Trace.Observations, o)
		c.Result.Points = append(c.Result.Points, match.Point{Index: i, Location: o.Point, State: match.Matched, WayID: 7, HasWay: true, Confidence: 0.9, Distance: 2})
		leg.Shape, leg.Times = append(leg.Shape, o.Point), append(leg.Times, o.Time)
	}
	c.Result.Legs = []match.Leg{leg}
	return &trips.Trip{ID: id, Stage: trips.Done, Content: c, First: begin, Last: begin.Add(time.Duration(n-1) * time.Second)}
}

// entry returns the entry of a trip.
func entry(t *trips.Trip) timeline.Entry { return timeline.Entry{Trip: t} }

// desk is a timeline in a bubble of time.
type desk struct {
	*timeline.Model
	ui *jobtest.UI
	t  *testing.T
}

func (d *desk) settle() {
	d.t.Helper()
	for {
		synctest.Wait()
		if !d.ui.Drain() {
			return
		}
	}
}

// wait lets time pass, and applies what comes due.
func (d *desk) wait(long time.Duration) {
	d.t.Helper()
	for end := time.Now().Add(long); time.Now().Before(end); {
		time.Sleep(min(5*time.Millisecond, time.Until(end)))
		d.settle()
	}
}

func (d *desk) set(list ...*trips.Trip) {
	d.t.Helper()
	var entries []timeline.Entry
	for _, t := range list {
		entries = append(entries, entry(t))
	}
	d.SetTrips(entries)
	d.settle()
}

func (d *desk) cursorIs(want time.Duration) {
	d.t.Helper()
	if got := d.State().Cursor.Sub(morning); (got - want).Abs() > 500*time.Millisecond {
		d.t.Errorf("the cursor is at %v, want %v", got, want)
	}
}

// noWays is a map without ways.
func noWays([]match.Point) (map[int64]road.Way, error) { return nil, errors.New("no map") }

func start(t *testing.T, test func(t *testing.T, d *desk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		m := timeline.NewModel(timeline.Options{
			Jobs: ui.Jobs,
			Drives: trips.NewDrives(ui.Jobs, func([]match.Point) (map[int64]road.Way, error) {
				return map[int64]road.Way{7: {ID: 7, Name: "Lê Lợi", HasMaxSpeed: true, MaxSpeedKMH: 30}}, nil
			}),
			Ward: func(at geo.Point, then func(string)) *job.Job {
				return ui.Jobs.Start(func(context.Context) func() { return func() { then(fmt.Sprint(at)) } })
			},
		})
		test(t, &desk{m, ui, t})
	})
}

func TestTimelineShowsTheSelectedTrips(t *testing.T) {
	start(t, func(t *testing.T, d *desk) {
		a, b := drive(1, morning, 600), drive(2, morning.Add(5*time.Minute), 600)
		untimed := drive(3, time.Time{}, 5)
		d.set(a, b, untimed)
		s := d.State()
		if len(s.Lines) != 2 || s.Lines[0].Trip != a || s.Whole != (timeline.Span{From: morning, To: b.Last}) || s.Shown != s.Extent() {
			t.Fatalf("%d lines, %+v", len(s.Lines), s.Whole)
		}
		if limit, ok := s.Lines[0].Limit(3); !ok || limit != 30 {
			t.Errorf("the limit is %v, %v", limit, ok)
		}
		d.Seek(morning.Add(time.Minute))
		d.settle()
		if _, ok := d.State().Place(s.Lines[1]); ok || len(d.State().Vehicles()) != 1 {
			t.Error("a trip that has not begun has a vehicle")
		}
		d.Seek(morning.Add(6 * time.Minute))
		d.settle()
		if n := len(d.State().Vehicles()); n != 2 {
			t.Errorf("%d vehicles", n)
		}
		if v := d.State().Vehicles()[1].(overlay.Vehicle); geo.Distance(v.At, a.Trace.Observations[360].Point) > 1 || v.Unknown || len(v.Trail) == 0 {
			t.Errorf("the main vehicle is %+v", v)
		}
		before := d.State().Lines[0]
		d.set(b)
		d.set(a, b)
		if d.State().Lines[0].Track != before.Track {
			t.Error("the track of a known trip was made again")
		}
		d.set()
		if s := d.State(); len(s.Lines) != 0 || !s.Whole.Empty() || len(s.Vehicles()) != 0 {
			t.Errorf("without trips it shows %+v", s)
		}
	})
}

// TestAnOpenedTripStartsAtItsStart opens trips whose times overlap. The clock stays where it is
// only while it is that of several trips, or of one of them.
func TestAnOpenedTripStartsAtItsStart(t *testing.T) {
	start(t, func(t *testing.T, d *desk) {
		a, b := drive(1, morning, 600), drive(2, morning.Add(time.Minute), 600)
		d.set(a)
		d.Seek(morning.Add(5 * time.Minute))
		d.set(a)
		d.cursorIs(5 * time.Minute)
		d.set(b)
		d.cursorIs(time.Minute)
		d.Seek(morning.Add(5 * time.Minute))
		d.set(a, b)
		d.cursorIs(5 * time.Minute)
		d.set(a)
		d.cursorIs(5 * time.Minute)
		d.Seek(morning.Add(3 * time.Minute))
		c := *a // matched again
		content := *a.Content
		c.Content = &content
		d.set(&c)
		d.cursorIs(3 * time.Minute)
		d.SetTrips([]timeline.Entry{entry(b)})
		d.Seek(morning.Add(4 * time.Minute)) // an event of b
		d.settle()
		d.cursorIs(4 * time.Minute)
	})
}

func TestTimelineColoursFollowTheSelection(t *testing.T) {
	start(t, func(t *testing.T, d *desk) {
		a := drive(1, morning, 60)
		d.SetTrips([]timeline.Entry{entry(a)})
		d.settle()
		red := color.RGBA{R: 255, A: 255}
		d.SetTrips([]timeline.Entry{{Trip: a, Colour: red}})
		d.settle()
		if got := d.State().Lines[0].Colour; got != red {
			t.Errorf("the line is %v", got)
		}
	})
}

func TestTimelinePlays(t *testing.T) {
	start(t, func(t *testing.T, d *desk) {
		d.TogglePlay() // without trips
		d.set(drive(1, morning, 600))
		d.SetChosen(10)
		d.TogglePlay()
		d.wait(6 * time.Second)
		d.cursorIs(time.Minute)
		d.Faster()
		d.wait(3 * time.Second)
		d.cursorIs(2 * time.Minute)
		d.TogglePlay()
		d.wait(3 * time.Second)
		d.cursorIs(2 * time.Minute)
		d.Slower() // backwards
		d.wait(10 * time.Second)
		d.cursorIs(110 * time.Second)
		d.Faster()
		if d.State().Playing() {
			t.Error("against the direction of play it does not stop first")
		}
		d.SetChosen(500)
		d.TogglePlay()
		d.wait(2 * time.Second)
		d.cursorIs(599 * time.Second)
		if d.State().Playing() {
			t.Error("it plays beyond the end")
		}
		d.TogglePlay()
		d.wait(100 * time.Millisecond)
		d.cursorIs(50 * time.Second) // from the beginning
		d.set()
		if d.State().Playing() {
			t.Error("it plays without trips")
		}
	})
}

func TestTimelineStepsFromPointToPoint(t *testing.T) {
	start(t, func(t *testing.T, d *desk) {
		d.set(drive(1, morning, 10))
		d.Seek(morning.Add(3500 * time.Millisecond))
		for _, c := range []struct {
			by   int
			want time.Duration
		}{{1, 4 * time.Second}, {1, 5 * time.Second}, {-1, 4 * time.Second}, {-1, 3 * time.Second}} {
			d.Step(c.by)
			d.cursorIs(c.want)
		}
		d.Seek(morning.Add(3500 * time.Millisecond))
		d.Step(-1)
		d.cursorIs(3 * time.Second)
		d.Seek(morning.Add(time.Hour))
		d.Step(1)
		d.cursorIs(9 * time.Second)
		d.Seek(morning)
		d.Step(-1)
		d.cursorIs(0)
	})
}

func TestTimelineZooms(t *testing.T) {
	start(t, func(t *testing.T, d *desk) {
		d.set(drive(1, morning, 601))
		const middle = 300
		d.ZoomAt(middle, 2)
		if s := d.State().Shown; s != (timeline.Range{From: 150, To: 450}) {
			t.Errorf("shown is %v", s)
		}
		d.Seek(morning.Add(9 * time.Minute)) // beyond what is visible
		if s := d.State().Shown; s.From > 540 || s.To < 540 || s.Length() != 300 {
			t.Errorf("the cursor is outside %v", s)
		}
		for range 30 {
			d.ZoomAt(middle, 2)
		}
		if got := d.State().Shown.Length(); got != 10 {
			t.Errorf("the shortest stretch is %v s", got)
		}
		for range 30 {
			d.ZoomAt(middle, 0.5)
		}
		if s := d.State(); s.Shown != s.Extent() {
			t.Errorf("the longest stretch is %v", s.Shown)
		}
	})
}

func TestTimelineSeeksWhenTheTripIsThere(t *testing.T) {
	start(t, func(t *testing.T, d *desk) {
		d.set(drive(1, morning.Add(-time.Hour), 60))
		d.SetTrips([]timeline.Entry{entry(drive(2, morning, 60))})
		d.Seek(morning.Add(20 * time.Second))
		d.settle()
		d.cursorIs(20 * time.Second)
	})
}

func TestTimelineTellsTheWard(t *testing.T) {
	start(t, func(t *testing.T, d *desk) {
		a := drive(1, morning, 60)
		d.set(a)
		for i := range 30 {
			d.Seek(morning.Add(time.Duration(i) * time.Second))
		}
		d.settle()
		if got, want := d.State().Ward, fmt.Sprint(a.Trace.Observations[29].Point); got != want {
			t.Errorf("the ward is that of %s, want %s", got, want)
		}
	})
}

func TestTimelineWithoutAMapHasNoLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		m := timeline.NewModel(timeline.Options{Jobs: ui.Jobs, Drives: trips.NewDrives(ui.Jobs, noWays)})
		d := &desk{m, ui, t}
		d.set(drive(1, morning, 60))
		if len(d.State().Lines) != 1 {
			t.Fatal("the trip is not shown")
		}
		if _, known := d.State().Lines[0].Limit(1); known {
			t.Error("a limit is known")
		}
	})
}

func TestEntriesPutTheMainTripFirst(t *testing.T) {
	s := trips.State{Selected: 2, HasSelected: true, Chosen: []trips.ID{1, 2, 3}}
	for id := range trips.ID(3) {
		s.Trips = append(s.Trips, &trips.Trip{ID: id + 1, Content: &trips.Content{Trace: trace.Trip{}, Stops: []trip.Stop{}}})
	}
	list := timeline.EntriesOf(s)
	if len(list) != 3 || list[0].Trip.ID != 2 || list[1].Trip.ID != 1 || list[1].Colour != (color.RGBA{}) || list[0].Colour == list[2].Colour {
		t.Errorf("the entries are %+v", list)
	}
}
