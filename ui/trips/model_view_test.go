// SPDX-License-Identifier: MIT

package trips_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// failing is a Source.Read that fails.
func failing(context.Context, geo.Bounds) ([]trace.Trip, error) { return nil, trace.ErrFormat }

// byName matches a trip with the summary of its name.
type byName map[string]enginetrip.Summary

func (m byName) Match(_ context.Context, recording trace.Trip, _ []enginetrip.Stop, _ match.Profile) (match.Result, enginetrip.Summary, error) {
	return match.Result{Points: make([]match.Point, len(recording.Observations))}, m[recording.Name], nil
}

// vehicleTrip returns a trip that begins on an hour of 20 November 2026 in Vietnam.
func vehicleTrip(name, plate string, hour, n int) trips.Source {
	recorded := trip(name, n)
	recorded.Vehicle = plate
	for i := range recorded.Observations {
		recorded.Observations[i].Time = time.Date(2026, 11, 20, hour, i, 0, 0, text.Vietnam)
	}
	return trips.Source{Name: name + ".gpx", Read: read(recorded)}
}

// deskModel returns a model with three matched trips and a file that failed.
func deskModel(t *testing.T) (*trips.Model, *jobtest.UI) {
	t.Helper()
	ui := jobtest.New(t)
	jump := []enginetrip.Measure{{Kind: enginetrip.Unexplained, Amount: 12_000}, {Kind: enginetrip.Jump, Amount: 12_000}}
	p := trips.NewModel(trips.Options{
		Jobs: ui.Jobs, Bounds: everywhere, Remember: func([]string) {},
		WardsOf: func(code string) []uint32 { return map[string][]uint32{"79": {26734, 26737}, "26737": {26737}}[code] },
		Matcher: byName{
			"Đà Nẵng":  {Matched: 3000, Driving: time.Hour, Wards: []uint32{4, 26734}},
			"an phú":   {Matched: 9000, Driving: 2 * time.Hour, Stops: 2, Standing: time.Minute, Measures: jump},
			"Bình Tân": {Matched: 5000, Wards: []uint32{26737}},
		},
	})
	p.OpenFrom(
		vehicleTrip("Đà Nẵng", "51C-123.45", 37, 3), // the next day
		vehicleTrip("an phú", "51C-678.90", 9, 4),
		vehicleTrip("Bình Tân", "", 17, 3),
		trips.Source{Name: "bad.gpx", Read: failing},
	)
	ui.Settle()
	return p, ui
}

// visible lists the names of the visible trips.
func visible(p *trips.Model) string {
	var list []string
	for _, x := range p.State().Visible() {
		list = append(list, x.Given+strings.Repeat(x.Name, min(1, max(0, 1-len(x.Given)))))
	}
	return strings.Join(list, ", ")
}

func TestFilterAndOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 21, 9, 0, 0, 0, text.Vietnam)))
		p, ui := deskModel(t)
		for _, c := range []struct {
			f    trips.Filter
			want string
		}{
			{trips.Filter{}, "Đà Nẵng, an phú, Bình Tân, bad.gpx"},
			{trips.Filter{Query: "da nang"}, "Đà Nẵng"},
			{trips.Filter{Query: " 51c "}, "Đà Nẵng, an phú"},
			{trips.Filter{Query: "51c phu"}, "an phú"},
			{trips.Filter{Query: "2026-11-20"}, "an phú, Bình Tân"},
			{trips.Filter{Query: "21/11/2026"}, "Đà Nẵng"},
			{trips.Filter{Query: "bad"}, "bad.gpx"},
			{trips.Filter{Query: "nothing"}, ""},
			{trips.Filter{Verdict: trips.OnlyToReview}, "an phú, bad.gpx"},
			{trips.Filter{Verdict: trips.OnlyExplained}, "Đà Nẵng, Bình Tân"},
			{trips.Filter{Verdict: trips.OnlyFailed}, "bad.gpx"},
			{trips.Filter{Period: trips.Today}, "Đà Nẵng"},
			{trips.Filter{Period: trips.Yesterday}, "an phú, Bình Tân"},
			{trips.Filter{Period: trips.Yesterday, Verdict: trips.OnlyToReview}, "an phú"},
			{trips.Filter{Period: trips.LastWeek}, "Đà Nẵng, an phú, Bình Tân"},
			{trips.Filter{Period: trips.BetweenDays, From: "2026-11-21"}, "Đà Nẵng"},
			{trips.Filter{Period: trips.BetweenDays, To: "2026-11-20"}, "an phú, Bình Tân"},
			{trips.Filter{Period: trips.BetweenDays, From: "2026-11-20", To: "2026-11-20"}, "an phú, Bình Tân"},
			{trips.Filter{Vehicle: "51C-678.90"}, "an phú"},
			{trips.Filter{Unit: "79"}, "Đà Nẵng, Bình Tân"},
			{trips.Filter{Unit: "26737"}, "Bình Tân"},
			{trips.Filter{Unit: "1"}, ""},
			{trips.Filter{Longer: 5000}, "an phú, Bình Tân"},
			{trips.Filter{Tag: 2}, ""},
			{trips.Filter{Sort: trips.ByName}, "Đà Nẵng, an phú, bad.gpx, Bình Tân"}, // with the plates
			{trips.Filter{Sort: trips.ByStart}, "bad.gpx, an phú, Bình Tân, Đà Nẵng"},
			{trips.Filter{Sort: trips.ByStart, Descending: true}, "Đà Nẵng, Bình Tân, an phú, bad.gpx"},
			{trips.Filter{Sort: trips.ByVerdict}, "bad.gpx, an phú, Đà Nẵng, Bình Tân"},
			{trips.Filter{Sort: trips.ByMatched, Descending: true}, "an phú, Bình Tân, Đà Nẵng, bad.gpx"},
			{trips.Filter{Sort: trips.ByDriving, Descending: true}, "an phú, Đà Nẵng, Bình Tân, bad.gpx"},
			{trips.Filter{Query: "51c", Sort: trips.ByVehicleName, Descending: true}, "an phú, Đà Nẵng"},
			{trips.DefaultFilter(), "Đà Nẵng, an phú, Bình Tân, bad.gpx"},
			{trips.Filter{Sort: trips.ByStart, Group: trips.ByVehicle}, "Đà Nẵng, an phú, bad.gpx, Bình Tân"},
		} {
			p.SetFilter(c.f)
			if got := visible(p); got != c.want {
				t.Errorf("%+v shows %q, want %q", c.f, got, c.want)
			}
		}
		before := p.State().Visible()
		p.OpenFrom(vehicleTrip("new", "51C-1", 3, 2))
		ui.Settle()
		if got := p.State().Visible(); len(got) != 5 || slices.Equal(before, got) {
			t.Errorf("a new trip that the filter shows is not there: %d", len(got))
		}
	})
}

// linesOf lists the lines of the view: trips by name, groups with their totals.
func linesOf(p *trips.Model) (list []string) {
	for _, l := range p.State().View.Lines {
		if g := l.Group; g != nil {
			list = append(list, fmt.Sprintf("[%s %t %d %.0f %v %d]", cmp.Or(g.Name, g.Key), g.Folded, g.Totals.Trips, g.Totals.Matched, g.Totals.Driving, g.Totals.Review))
			continue
		}
		x, _ := p.State().Find(l.ID)
		list = append(list, x.Name)
	}
	return list
}

func TestGroupsHaveSubtotals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := deskModel(t)
		byDay := []string{
			"[2026-11-21 false 1 3000 1h0m0s 0]", "51C-123.45 · Đà Nẵng",
			"[2026-11-20 false 2 14000 2h0m0s 1]", "51C-678.90 · an phú", "Bình Tân", "[ false 1 0 0s 1]", "bad.gpx",
		}
		if got := linesOf(p); !slices.Equal(got, byDay) {
			t.Errorf("by day: %q, want %q", got, byDay)
		}
		p.Fold("2026-11-20")
		folded := []string{byDay[0], byDay[1], "[2026-11-20 true 2 14000 2h0m0s 1]", byDay[5], byDay[6]}
		if got := linesOf(p); !slices.Equal(got, folded) {
			t.Errorf("folded: %q, want %q", got, folded)
		}
		if n := len(p.State().Visible()); n != 4 {
			t.Errorf("%d trips are visible when a group is folded, want 4", n)
		}
		p.Deselect()
		p.NextToReview()
		if got := linesOf(p); !slices.Equal(got, byDay) {
			t.Errorf("with the next trip to review in the folded group: %q, want %q", got, byDay)
		}
		f := trips.DefaultFilter()
		f.Group = trips.ByVehicle
		p.SetFilter(f)
		byVehicle := []string{
			"[51C-123.45 false 1 3000 1h0m0s 0]", "51C-123.45 · Đà Nẵng", "[51C-678.90 false 1 9000 2h0m0s 1]", "51C-678.90 · an phú",
			"[ false 2 5000 0s 1]", "bad.gpx", "Bình Tân",
		}
		if got := linesOf(p); !slices.Equal(got, byVehicle) {
			t.Errorf("by vehicle: %q, want %q", got, byVehicle)
		}
		if sum := p.State().View.Totals; sum.Trips != 4 || sum.Matched != 17_000 || sum.Review != 2 || sum.Unexplained != 12_000 || sum.Stops != 2 {
			t.Errorf("totals %+v", sum)
		}
	})
}

// TestDaysAreThoseOfVietnam compares the days of groups with the calendar, also before 1970.
func TestDaysAreThoseOfVietnam(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		synctest.Test(t, func(t *testing.T) {
			ui := jobtest.New(t)
			p := trips.NewModel(trips.Options{Jobs: ui.Jobs, Matcher: byName{}, Bounds: everywhere, Remember: func([]string) {}})
			at := time.Unix(random.Int64N(4e9)-1e9, 0)
			recorded := trip("a", 1)
			recorded.Observations[0].Time = at
			p.OpenFrom(trips.Source{Name: "a", Read: read(recorded)})
			ui.Settle()
			if got, want := p.State().View.Lines[0].Group.Key, at.In(text.Vietnam).Format(time.DateOnly); got != want {
				t.Errorf("%v is on %s, want %s", at, got, want)
			}
		})
	}
}

func TestSortByAColumnAgainTurnsTheOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := deskModel(t)
		for i, c := range []struct {
			column     trips.Column
			descending bool
		}{
			{trips.ByMatched, true}, {trips.ByMatched, false}, {trips.ByMatched, true}, {trips.ByName, false}, {trips.ByName, true}, {trips.ByStops, true},
		} {
			if p.SortBy(c.column); p.State().Filter.Sort != c.column || p.State().Filter.Descending != c.descending {
				t.Errorf("click %d: %+v", i, p.State().Filter)
			}
		}
	})
}

// BenchmarkView measures the UI goroutine's time to sort and filter 10,000 trips of a month.
func BenchmarkView(b *testing.B) {
	var all []trace.Trip
	for i := range 10_000 {
		one := trip(fmt.Sprintf("Chuyến %d", i*7919%10_000), 2)
		one.Vehicle = fmt.Sprintf("51C-%05d", i*31%500)
		begin := time.Date(2026, 11, 1+i%30, 6, i%600, 0, 0, text.Vietnam)
		for k := range one.Observations {
			one.Observations[k].Time = begin.Add(time.Duration(k) * time.Hour)
		}
		all = append(all, one)
	}
	p, _ := filled(b, all)
	p.CancelAll()
	for _, c := range []struct {
		name string
		f    trips.Filter
	}{
		{"default", trips.DefaultFilter()},
		{"sort by name", trips.Filter{Sort: trips.ByName}},
		{"sort by verdict", trips.Filter{Sort: trips.ByVerdict}},
		{"group by vehicle", trips.Filter{Sort: trips.ByStart, Group: trips.ByVehicle}},
		{"query", trips.Filter{Query: "51c chuyen 77", Sort: trips.ByStart, Group: trips.ByDay}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.SetFilter(trips.Filter{})
				p.SetFilter(c.f)
			}
		})
	}
}
