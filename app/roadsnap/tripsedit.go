// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
)

// editing holds the options of the commands that replace trips.
type editing struct {
	kept
	DryRun bool `help:"Say what would be done, and change nothing."`
}

// replace replaces trips by what build makes of their recordings, and lists the new trips. The
// old ones are kept; trips revert lists them again.
func (c *editing) replace(ctx context.Context, s streams, ids []int64, build func([]workspace.Trip, []trace.Trip) ([]trace.Trip, error)) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		old := make([]workspace.ID, len(ids))
		trips, recordings := make([]workspace.Trip, len(ids)), make([]trace.Trip, len(ids))
		for i, id := range ids {
			var err error
			old[i] = workspace.ID(id)
			if trips[i], err = w.Trip(ctx, old[i]); err != nil {
				return noTrip(err)
			}
			if recordings[i], err = w.Recording(ctx, old[i]); err != nil {
				return err
			}
		}
		parts, err := build(trips, recordings)
		if err != nil || len(parts) == 0 {
			return err
		}
		if c.DryRun {
			fmt.Fprintf(s.notes, "nothing was changed; %s would become %s\n", tripCount(len(old)), tripCount(len(parts)))
			return listParts(s, parts, nil)
		}
		made, err := w.Replace(ctx, old, parts)
		if err != nil {
			return noTrip(err)
		}
		fmt.Fprintf(s.notes, "%s became %s; take it back with roadsnap trips revert %d\n", tripCount(len(old)), tripCount(len(made)), made[0].ID)
		return listParts(s, parts, made)
	})
}

// listParts prints new trips. made has their numbers, if they are kept.
func listParts(s streams, parts []trace.Trip, made []workspace.Trip) error {
	out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "ID\tSTART\tEND\tPOINTS")
	for i := range parts {
		first, last := trip.TimeSpan(parts[i].Observations)
		id := "-"
		if i < len(made) && len(made) == len(parts) {
			id = fmt.Sprint(made[i].ID)
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%d\n", id, moment(first), moment(last), len(parts[i].Observations))
	}
	return out.Flush()
}

// tripMoment reads a time as "2026-11-21 09:30:00", "2026-11-21T09:30:00+07:00", or as a time of day
// of the first day of a trip; in Vietnam unless it has a zone. An empty text is the zero time.
func tripMoment(text string, of trace.Trip) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	for _, form := range []string{time.DateTime, "2006-01-02 15:04", "2006-01-02T15:04:05", time.DateOnly} {
		if at, err := time.ParseInLocation(form, text, trace.VietnamTime()); err == nil {
			return at, nil
		}
	}
	first, _ := trip.TimeSpan(of.Observations)
	for _, form := range []string{time.TimeOnly, "15:04"} {
		if at, err := time.Parse(form, text); err == nil && !first.IsZero() {
			y, m, d := first.In(trace.VietnamTime()).Date()
			return time.Date(y, m, d, at.Hour(), at.Minute(), at.Second(), 0, trace.VietnamTime()), nil
		}
	}
	return time.Time{}, &exitError{exitUsage, fmt.Errorf("%q is no time; write it as 2026-11-21 09:30:00, or 09:30:00 on the first day of the trip", text)}
}

// errUnchanged reports that an edit would change nothing.
func errUnchanged(why string) error {
	return &exitError{exitUsage, fmt.Errorf("the trip stays as it is: %s", why)}
}

// tripsCropCmd is `roadsnap trips crop`.
type tripsCropCmd struct {
	editing
	ID   int64  `arg:"" help:"The number of the trip in trips list."`
	From string `help:"Leave out what is before this time, such as \"2026-11-21 09:30:00\" or 09:30." placeholder:"TIME"`
	To   string `help:"Leave out what is after this time." placeholder:"TIME"`
}

// Run crops the trip.
func (c *tripsCropCmd) Run(ctx context.Context, s streams) error {
	return c.replace(ctx, s, []int64{c.ID}, func(_ []workspace.Trip, list []trace.Trip) ([]trace.Trip, error) {
		whole := list[0]
		from, err1 := tripMoment(c.From, whole)
		to, err2 := tripMoment(c.To, whole)
		if err := errors.Join(err1, err2); err != nil {
			return nil, errors.Join(err1, err2)
		}
		if start, _ := trip.TimeSpan(whole.Observations); start.IsZero() {
			return nil, errUnchanged("its points have no times")
		}
		first, end := trip.Between(whole, from, to)
		switch {
		case first == end:
			return nil, errUnchanged("it has no points in this time")
		case first == 0 && end == len(whole.Observations):
			return nil, errUnchanged("all of its points are in this time")
		}
		fmt.Fprintf(s.notes, "%d points at the beginning and %d at the end are left out\n", first, len(whole.Observations)-end)
		return []trace.Trip{trip.Crop(whole, first, end)}, nil
	})
}

// tripsSplitCmd is `roadsnap trips split`.
type tripsSplitCmd struct {
	editing
	ID       int64         `arg:"" help:"The number of the trip in trips list."`
	At       []string      `help:"Split at this time, such as \"2026-11-21 09:30:00\" or 09:30; also more than once." placeholder:"TIME"`
	Stop     time.Duration `help:"Split at stops of this length or longer, such as 30m." placeholder:"TIME"`
	Gap      time.Duration `help:"Split at gaps of this length or longer, such as 1h." placeholder:"TIME"`
	Midnight bool          `help:"Split at midnight in Vietnam."`
}

// Run splits the trip.
func (c *tripsSplitCmd) Run(ctx context.Context, s streams) error {
	return c.replace(ctx, s, []int64{c.ID}, func(_ []workspace.Trip, list []trace.Trip) ([]trace.Trip, error) {
		whole := list[0]
		cuts := trip.SplitPoints(whole, trip.Stops(whole), trip.SplitRule{Stop: c.Stop, Gap: c.Gap, Midnight: c.Midnight, Location: trace.VietnamTime()})
		for _, text := range c.At {
			at, err := tripMoment(text, whole)
			if err != nil {
				return nil, err
			}
			first, _ := trip.Between(whole, at, time.Time{})
			cuts = append(cuts, first)
		}
		parts := trip.Split(whole, cuts)
		if len(parts) < 2 {
			return nil, errUnchanged("nothing splits it")
		}
		return parts, nil
	})
}

// tripsJoinCmd is `roadsnap trips join`.
type tripsJoinCmd struct {
	editing
	IDs      []int64 `arg:"" name:"id" help:"The numbers of two or more trips of one vehicle."`
	Overlaps string  `help:"What to do with trips that overlap in time: ${enum}. Merged points with equal time and place count once." enum:"refuse,merge" default:"refuse"`
}

// Run joins the trips.
func (c *tripsJoinCmd) Run(ctx context.Context, s streams) error {
	ids := slices.Clone(c.IDs)
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) < 2 {
		return &exitError{exitUsage, errors.New("give two or more trips")}
	}
	return c.replace(ctx, s, ids, func(trips []workspace.Trip, list []trace.Trip) ([]trace.Trip, error) {
		for i, t := range trips {
			if fleet.PlateKey(t.Vehicle) != fleet.PlateKey(trips[0].Vehicle) {
				return nil, &exitError{exitUsage, fmt.Errorf("trip %d is of vehicle %q, and trip %d of %q", trips[0].ID, trips[0].Vehicle, t.ID, t.Vehicle)}
			}
			list[i].Vehicle = trips[0].Vehicle // the user may have corrected it
		}
		var shared []string
		for _, o := range trip.SharedTimes(list) {
			shared = append(shared, fmt.Sprintf("trips %d and %d overlap from %s to %s: %d equal points, %d others",
				trips[o.A].ID, trips[o.B].ID, moment(o.From), moment(o.To), o.Equal, o.Others))
		}
		if len(shared) > 0 && c.Overlaps == "refuse" {
			return nil, fmt.Errorf("%s\njoin them all the same with --overlaps merge", strings.Join(shared, "\n"))
		}
		for _, line := range shared {
			fmt.Fprintln(s.notes, line)
		}
		whole, err := trip.Merge(list)
		return []trace.Trip{whole}, err
	})
}

// tripsDespikeCmd is `roadsnap trips despike`.
type tripsDespikeCmd struct {
	editing
	ID    int64   `arg:"" help:"The number of the trip in trips list."`
	Speed float64 `help:"Drop points that could only be reached faster than this (km/h); 0: none." default:"200" placeholder:"KMH"`
	Leap  float64 `help:"Drop points that lie this far from their neighbours, if the trip leaves and returns (metres); 0: none." placeholder:"METRES"`
}

// Run drops the spikes.
func (c *tripsDespikeCmd) Run(ctx context.Context, s streams) error {
	if c.Speed < 0 || c.Leap < 0 {
		return &exitError{exitUsage, errors.New("--speed and --leap cannot be negative")}
	}
	return c.replace(ctx, s, []int64{c.ID}, func(_ []workspace.Trip, list []trace.Trip) ([]trace.Trip, error) {
		whole := list[0]
		spikes := trip.Spikes(whole, trip.SpikeRule{Speed: c.Speed / 3.6, Leap: c.Leap})
		if len(spikes) == 0 {
			return nil, errUnchanged("it has no spikes")
		}
		for _, i := range spikes {
			o, away := whole.Observations[i], 0.0
			if i > 0 {
				away = geo.Distance(o.Point, whole.Observations[i-1].Point)
			}
			fmt.Fprintf(s.notes, "point %d at %s, %.5f, %.5f: %.0f m from the one before it\n", i, moment(o.Time), o.Lat, o.Lon, away)
		}
		return []trace.Trip{trip.Drop(whole, spikes)}, nil
	})
}

// tripsRevertCmd is `roadsnap trips revert`.
type tripsRevertCmd struct {
	kept
	someTrips
}

// Run lists the trips again that these replaced.
func (c *tripsRevertCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		back, err := w.Revert(ctx, c.ids()...)
		if err != nil {
			return noTrip(err)
		}
		for _, t := range back {
			fmt.Fprintf(s.notes, "trip %d is listed again\n", t.ID)
		}
		return nil
	})
}

// tripCount returns "1 trip" or "2 trips".
func tripCount(n int) string {
	if n == 1 {
		return "1 trip"
	}
	return fmt.Sprintf("%d trips", n)
}
