// SPDX-License-Identifier: MIT

package trips_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/trips"
)

// failing is a Source.Read that fails.
func failing(context.Context, geo.Bounds) ([]trace.Trip, error) { return nil, trace.ErrFormat }

// explained matches all points of a trip.
type explained struct{ fakeMatcher }

func (e *explained) Match(ctx context.Context, trip []match.Observation, p match.Profile) (match.Result, error) {
	r, err := e.fakeMatcher.Match(ctx, trip, p)
	for i := range r.Points {
		r.Points[i] = match.Point{Index: i, State: match.Matched, HasWay: true}
	}
	return r, err
}

func TestFilterAndOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		p := trips.NewModel(trips.Options{Jobs: ui.Jobs, Matcher: new(explained), Bounds: everywhere, Remember: func([]string) {}})
		vehicle := func(name, plate string, hour, n int) trips.Source {
			recorded := trip(name, n)
			recorded.Vehicle = plate
			for i := range recorded.Observations {
				recorded.Observations[i].Time = time.Date(2026, 11, 20+hour/24, hour%24, i, 0, 0, time.UTC)
			}
			return trips.Source{Name: name + ".gpx", Read: read(recorded)}
		}
		p.OpenFrom(
			vehicle("Đà Nẵng", "51C-123.45", 30, 3),
			vehicle("an phú", "51C-678.90", 2, 4),
			vehicle("Bình Tân", "", 10, 3),
			trips.Source{Name: "bad.gpx", Read: failing},
		)
		ui.Settle()
		shown := func(f trips.Filter) string {
			p.SetFilter(f)
			var list []string
			for _, x := range p.State().Visible() {
				list = append(list, x.Name)
			}
			return strings.Join(list, ", ")
		}
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
			{trips.Filter{Review: true}, "bad.gpx"},
			{trips.Filter{Order: trips.ByName}, "an phú, bad.gpx, Bình Tân, Đà Nẵng"},
			{trips.Filter{Order: trips.ByTime}, "bad.gpx, an phú, Bình Tân, Đà Nẵng"},
			{trips.Filter{Order: trips.ReviewFirst}, "bad.gpx, Đà Nẵng, an phú, Bình Tân"},
			{trips.Filter{Query: "51c", Order: trips.ByName}, "an phú, Đà Nẵng"},
		} {
			if got := shown(c.f); got != c.want {
				t.Errorf("%+v shows %q, want %q", c.f, got, c.want)
			}
		}
		p.SetFilter(trips.Filter{})
		if sum := p.State().Totals(); sum != (trips.Totals{Trips: 4, Matched: 3000, Review: 1}) {
			t.Errorf("totals %+v", sum)
		}
		p.SetFilter(trips.Filter{Query: "51c"})
		if sum := p.State().Totals(); sum != (trips.Totals{Trips: 2, Matched: 2000}) {
			t.Errorf("totals of two: %+v", sum)
		}
		before := p.State().Visible()
		p.OpenFrom(vehicle("new", "51C-1", 3, 2))
		ui.Settle()
		if got := p.State().Visible(); len(got) != 3 || slices.Equal(before, got) {
			t.Errorf("a new trip that the filter shows is not there: %d", len(got))
		}
	})
}
