// SPDX-License-Identifier: MIT

package zones

import (
	"context"
	"math"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
	"roadsnap/ui/text"
)

// StretchRun is a passage of a road stretch.
type StretchRun struct {
	trip.Run
	Vehicle string
	Trip    workspace.ID
}

// Stretch holds the times over the road stretch that a corridor marks.
type Stretch struct {
	Zone  int64
	Runs  []StretchRun // by their beginning
	Times zone.Distribution
}

// MakeStretch finds the passages of the stretch that a corridor marks, in the background: along
// the matched routes from its first to its last point, or back, no farther from both than half
// of its width, and without a detour.
func (m *Model) MakeStretch(id int64) {
	z, ok := m.state.Find(id)
	if m.o.Keeper == nil || !ok || z.Kind != zone.Corridor || len(z.Line) < 2 {
		return
	}
	m.stretching.Cancel()
	profile := m.o.Profile()
	m.stretching = m.o.Jobs.Start(func(ctx context.Context) func() {
		s, err := m.stretch(ctx, z, profile)
		return func() {
			if err != nil {
				m.o.Failed(err)
				return
			}
			m.state.Stretch = s
			m.changed.Raise()
		}
	})
}

// stretch runs in the background.
func (m *Model) stretch(ctx context.Context, z zone.Zone, profile match.Profile) (*Stretch, error) {
	list, err := m.o.Keeper.Trips(ctx, false, profile)
	if err != nil {
		return nil, err
	}
	from, to, reach := z.Line[0], z.Line[len(z.Line)-1], z.Width/2
	list = slices.DeleteFunc(list, func(t workspace.Trip) bool {
		near := t.Bounds.Pad(reach)
		return t.First.IsZero() || !near.Contains(from) || !near.Contains(to)
	})
	ids := make([]workspace.ID, len(list))
	for i, t := range list {
		ids[i] = t.ID
	}
	runs := make([][]StretchRun, len(ids))
	err = m.o.Keeper.Driven(ctx, ids, profile, func(i int, _ trace.Trip, r match.Result, _ bool) error {
		add := func(found []trip.Run, reverse bool) {
			for _, run := range found {
				run.Reverse = reverse
				runs[i] = append(runs[i], StretchRun{run, list[i].Vehicle, list[i].ID})
			}
		}
		add(trip.RunsBetween(r, from, to, reach), false)
		add(trip.RunsBetween(r, to, from, reach), true)
		return nil
	})
	if err != nil {
		return nil, err
	}
	s := &Stretch{Zone: z.ID, Runs: along(z.Line, slices.Concat(runs...))}
	slices.SortStableFunc(s.Runs, func(a, b StretchRun) int { return a.Start.Compare(b.Start) })
	durations := make([]time.Duration, len(s.Runs))
	for i, r := range s.Runs {
		durations[i] = r.Duration()
	}
	s.Times = zone.DistributionOf(durations)
	return s, nil
}

// along returns the runs that follow a line. A vehicle may also come from one end to the other by
// another road, or after a tour. The road may be longer than the line, so that the shortest run
// counts if it is longer.
func along(line []geo.Point, runs []StretchRun) []StretchRun {
	shortest := math.Inf(1)
	for _, r := range runs {
		shortest = min(shortest, r.Length)
	}
	most := longestDetour * max(shortest, geo.Length(line))
	return slices.DeleteFunc(runs, func(r StretchRun) bool { return r.Length > most })
}

// longestDetour is how much longer than the stretch a run over it may be.
const longestDetour = 1.3

// Days returns the stays in a zone, 0 for all zones, by day and vehicle, and the distribution of
// the time inside.
func (r *Report) Days(id int64) ([]zone.Day, zone.Distribution) {
	days := slices.DeleteFunc(zone.Days(r.Stays, trace.VietnamTime()), func(d zone.Day) bool { return id != 0 && r.Zones[d.Zone].ID != id })
	durations := make([]time.Duration, len(days))
	for i, d := range days {
		durations[i] = d.Inside
	}
	return days, zone.DistributionOf(durations)
}

// DayQuantiles returns a line on the distribution of the time inside.
func DayQuantiles(words text.Catalogue, d zone.Distribution) string {
	if d.Count == 0 {
		return words.T("zones.days.none")
	}
	return words.T("zones.days.quantiles", "n", words.Count(d.Count), "p10", Exactly(d.P10), "p50", Exactly(d.P50), "p90", Exactly(d.P90))
}
