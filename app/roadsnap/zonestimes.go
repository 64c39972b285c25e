// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
)

// zonesTimesCmd is `roadsnap zones times`.
type zonesTimesCmd struct {
	kept
	tripChoice
	Zones   []string      `arg:"" optional:"" name:"zone" help:"The zone that is left and the one that is entered, by number or name."`
	Ways    []int64       `help:"Times over a road instead: the numbers of its ways in OpenStreetMap, in their order along the road."`
	Between []string      `help:"Times along the matched route instead: a place; give it twice." placeholder:"LAT,LON" sep:"none"`
	Reach   float64       `help:"How far a route may be from a place of --between (metres)." default:"30"`
	Longest time.Duration `help:"Leave out passages between zones that take longer." default:"24h"`
}

// Help returns examples.
func (zonesTimesCmd) Help() string {
	return `Over roads, partial passages are listed but do not count in the distribution.

  roadsnap zones times "Kho Bình Tân" "Cảng Cát Lái" --format csv
  roadsnap zones times --ways 31405467,31405468
  roadsnap zones times --between 10.7512,106.6034 --between 10.7701,106.6500`
}

// Run prints the passages and their distribution.
func (c *zonesTimesCmd) Run(ctx context.Context, s streams) error {
	roads := len(c.Ways) > 0
	places := len(c.Between) > 0
	switch {
	case roads && places, (roads || places) && len(c.Zones) > 0, !roads && !places && len(c.Zones) != 2:
		return &exitError{exitUsage, errors.New("give two zones, --ways, or --between twice")}
	case places && len(c.Between) != 2:
		return &exitError{exitUsage, errors.New("give --between twice, from one place to another")}
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		if roads || places {
			return c.overRoads(ctx, s, w)
		}
		var from, to zone.Zone
		choose := func(all []zone.Zone) (zones []zone.Zone, err error) {
			if from, err = chooseZone(all, c.Zones[0]); err == nil {
				to, err = chooseZone(all, c.Zones[1])
			}
			if from.ID == to.ID {
				return []zone.Zone{from}, err
			}
			return []zone.Zone{from, to}, err
		}
		return c.drives(ctx, s, w, choose, func(x *zone.Index, drives []zone.Drive) error {
			list := zone.Passages(drives, 0, len(x.Zones)-1, c.Longest)
			var rows [][]any
			var durations []time.Duration
			for _, p := range list {
				durations = append(durations, p.Duration())
				rows = append(rows, []any{p.Vehicle, local(p.Start), local(p.End), wholeSeconds(p.Duration()), wholeSeconds(p.Uncertainty), tenths(p.Distance), p.FirstTrip, p.LastTrip})
			}
			return c.print(s, []string{"vehicle", "start", "end", "duration_s", "uncertain_s", "distance_m", "first_trip", "last_trip"}, rows, durations)
		})
	})
}

// overRoads prints the passages of roads.
func (c *zonesTimesCmd) overRoads(ctx context.Context, s streams, w *workspace.Workspace) error {
	list, profile, err := c.trips(ctx, w)
	if err != nil {
		return err
	}
	places, err := parsePlaces(c.Between)
	if err != nil {
		return err
	}
	ids := make([]workspace.ID, len(list))
	for i, t := range list {
		ids[i] = t.ID
	}
	of := make([][]trip.Run, len(ids)) // by trip
	err = w.Driven(ctx, ids, profile, func(i int, _ trace.Trip, r match.Result, _ bool) error {
		if len(c.Ways) > 0 {
			of[i] = trip.RunsOverWays(r, c.Ways)
		} else {
			of[i] = trip.RunsBetween(r, places[0], places[1], c.Reach)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var runs []*trip.Run
	for i := range of {
		for k := range of[i] {
			runs = append(runs, &of[i][k])
		}
	}
	if len(c.Ways) > 0 {
		trip.MarkPartial(runs)
	}
	var rows [][]any
	var durations []time.Duration
	for i := range of {
		for _, r := range of[i] {
			if !r.Partial {
				durations = append(durations, r.Duration())
			}
			rows = append(rows, []any{list[i].Vehicle, local(r.Start), local(r.End), wholeSeconds(r.Duration()), tenths(r.Length), tenths(3.6 * r.Speed()), r.Reverse, r.Partial, r.Inferred, int64(list[i].ID)})
		}
	}
	slices.SortStableFunc(rows, func(a, b []any) int { return cmp.Compare(a[1].(string), b[1].(string)) })
	return c.print(s, []string{"vehicle", "start", "end", "duration_s", "distance_m", "speed_kmh", "reverse", "partial", "inferred", "trip"}, rows, durations)
}

// print prints passages and the distribution of their durations. CSV has the passages only,
// and the distribution is a note.
func (c *zonesTimesCmd) print(s streams, names []string, rows [][]any, durations []time.Duration) error {
	d := zone.DistributionOf(durations)
	if c.Format == "json" {
		records := make([]object, len(rows))
		for i, row := range rows {
			for k, name := range names {
				records[i] = append(records[i], member{name, row[k]})
			}
		}
		bins := make([]object, len(d.Bins))
		for i, b := range d.Bins {
			bins[i] = object{{"from_s", wholeSeconds(b.From)}, {"to_s", wholeSeconds(b.To)}, {"count", b.Count}}
		}
		return printJSON(s.out, object{{"passages", records}, {"distribution", object{
			{"count", d.Count}, {"min_s", wholeSeconds(d.Least)}, {"p10_s", wholeSeconds(d.P10)}, {"p50_s", wholeSeconds(d.P50)}, {"p90_s", wholeSeconds(d.P90)},
			{"max_s", wholeSeconds(d.Most)}, {"mean_s", wholeSeconds(d.Mean)}, {"histogram", bins},
		}}})
	}
	if err := c.report(s, names, rows); err != nil {
		return err
	}
	out := s.notes
	if c.Format == "table" {
		out = s.out
	}
	short := func(d time.Duration) time.Duration { return d.Round(time.Second) }
	fmt.Fprintf(out, "\n%d passages", d.Count)
	if d.Count > 0 {
		fmt.Fprintf(out, ": from %v to %v, mean %v; 10%% up to %v, 50%% up to %v, 90%% up to %v", short(d.Least), short(d.Most), short(d.Mean), short(d.P10), short(d.P50), short(d.P90))
	}
	fmt.Fprintln(out)
	if c.Format == "table" {
		most := 0
		for _, b := range d.Bins {
			most = max(most, b.Count)
		}
		for _, b := range d.Bins {
			const width = 40
			fmt.Fprintf(out, "%10v – %-10v %5d %s\n", b.From, b.To, b.Count, strings.Repeat("#", b.Count*width/most))
		}
	}
	return nil
}
