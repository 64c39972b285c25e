// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
)

// tripChoice chooses kept trips, and says how a report on them is printed.
type tripChoice struct {
	Pack    string    `help:"The map pack with the borders of units; by default the installed map in use." type:"existingfile" placeholder:"FILE"`
	Profile string    `help:"The mode of travel whose kept matches count: ${enum}." enum:"motor_vehicle,car,motorcycle,truck,bus,bicycle,foot" default:"motor_vehicle"`
	Vehicle []string  `help:"Only trips of this vehicle; may be repeated." sep:"none"`
	From    time.Time `help:"Only trips that end on this day of Vietnam or later." format:"2006-01-02" placeholder:"DATE"`
	To      time.Time `help:"Only trips that begin on this day of Vietnam or before." format:"2006-01-02" placeholder:"DATE"`
	Format  string    `help:"The output: ${enum}." enum:"table,csv,json" default:"table"`
}

// trips returns the chosen trips.
func (c *tripChoice) trips(ctx context.Context, w *workspace.Workspace) (list []workspace.Trip, profile match.Profile, err error) {
	if profile, err = match.ParseProfile(c.Profile); err != nil {
		return nil, profile, &exitError{exitUsage, err}
	}
	all, err := w.Trips(ctx, workspace.ListOptions{})
	day := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, trace.VietnamTime())
	}
	for _, t := range all {
		switch {
		case len(c.Vehicle) > 0 && !slices.ContainsFunc(c.Vehicle, func(v string) bool { return zone.SameVehicle(v, t.Vehicle) }):
		case !c.From.IsZero() && t.Last.Before(day(c.From)):
		case !c.To.IsZero() && !t.First.Before(day(c.To).AddDate(0, 0, 1)):
		case t.First.IsZero(): // without times
		default:
			list = append(list, t)
		}
	}
	return list, profile, err
}

// drives calls use with zones and the drives of the chosen trips through them. choose
// returns the zones of a list.
func (c *tripChoice) drives(ctx context.Context, s streams, w *workspace.Workspace, choose func([]zone.Zone) ([]zone.Zone, error), use func(*zone.Index, []zone.Drive) error) error {
	all, err := w.Zones(ctx)
	if err != nil {
		return err
	}
	zones, err := choose(all)
	if err != nil {
		return err
	}
	trips, profile, err := c.trips(ctx, w)
	if err != nil {
		return err
	}
	return withAtlasFor(zones, c.Pack, func(a *units.Atlas) error {
		x := zone.NewIndex(zones, a)
		for _, fault := range x.Faults {
			if fault != nil {
				complain(s.err, fault)
			}
		}
		drives, err := w.Drives(ctx, x, trips, profile, nil)
		if err != nil {
			return err
		}
		return use(x, drives)
	})
}

// chooseZone returns the zone that a text means: a number, or a name that only one has.
func chooseZone(zones []zone.Zone, text string) (zone.Zone, error) {
	var found []zone.Zone
	for _, z := range zones {
		if strconv.FormatInt(z.ID, 10) == text {
			return z, nil
		}
		if units.Fold(z.Name) == units.Fold(text) {
			found = append(found, z)
		}
	}
	switch len(found) {
	case 0:
		return zone.Zone{}, fmt.Errorf("no zone is called %q; roadsnap zones list shows all", text)
	case 1:
		return found[0], nil
	}
	return zone.Zone{}, fmt.Errorf("%d zones are called %q; give the number of one", len(found), text)
}

// report prints rows in the chosen format: names are those of the columns, and text cells are
// strings.
func (c *tripChoice) report(s streams, names []string, rows [][]any) error {
	switch c.Format {
	case "json":
		records := make([]object, len(rows))
		for i, row := range rows {
			for k, name := range names {
				records[i] = append(records[i], member{name, row[k]})
			}
		}
		return printJSON(s.out, records)
	case "csv":
		out := csv.NewWriter(s.out)
		out.Write(names) //nolint:errcheck // Error below tells
		for _, row := range rows {
			cells := make([]string, len(row))
			for k, cell := range row {
				cells[k] = plainCell(cell)
				if _, ok := cell.(string); ok {
					cells[k] = trace.Guarded(cells[k])
				}
			}
			out.Write(cells) //nolint:errcheck // Error below tells
		}
		out.Flush()
		return out.Error()
	}
	out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, strings.ToUpper(strings.Join(names, "\t")))
	for _, row := range rows {
		cells := make([]string, len(row))
		for k, cell := range row {
			cells[k] = orDash(harmless(plainCell(cell)))
		}
		fmt.Fprintln(out, strings.Join(cells, "\t"))
	}
	return out.Flush()
}

// plainCell returns a cell as text: "" for nil.
func plainCell(cell any) string {
	switch x := cell.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return fmt.Sprint(cell)
}

// local returns a time of Vietnam with milliseconds, for all formats.
func local(t time.Time) string {
	return t.Round(time.Millisecond).In(trace.VietnamTime()).Format("2006-01-02T15:04:05.000-07:00")
}

func wholeSeconds(d time.Duration) float64 { return tenths(d.Seconds()) }

// zonesVisitsCmd is `roadsnap zones visits`.
type zonesVisitsCmd struct {
	kept
	tripChoice
	Zone []string `help:"Only this zone, by number or name; may be repeated." sep:"none"`
	Days bool     `help:"Print totals by day, vehicle and zone instead of each visit."`
}

// Help explains the columns.
func (zonesVisitsCmd) Help() string {
	return "A vehicle has entered or left a zone when it got 25 m away from the border or stayed on that side for five minutes; the time is that of the crossing. " +
		"Where the recording has a gap, least_s and most_s are the range of the duration. Days are those of Vietnam."
}

// Run prints the visits.
func (c *zonesVisitsCmd) Run(ctx context.Context, s streams) error {
	choose := func(all []zone.Zone) (zones []zone.Zone, err error) {
		if len(c.Zone) == 0 {
			return all, nil
		}
		for _, text := range c.Zone {
			z, err := chooseZone(all, text)
			if err != nil {
				return nil, err
			}
			zones = append(zones, z)
		}
		return zones, nil
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		return c.drives(ctx, s, w, choose, func(x *zone.Index, drives []zone.Drive) error {
			stays := zone.Stays(drives)
			if c.Days {
				return c.report(s, dayColumns, dayRows(x, zone.Days(stays, trace.VietnamTime())))
			}
			return c.report(s, visitColumns, visitRows(x, stays))
		})
	})
}

var visitColumns = []string{"vehicle", "zone", "enter", "leave", "duration_s", "least_s", "most_s", "distance_m", "first_trip", "last_trip", "began_inside", "ended_inside"}

func visitRows(x *zone.Index, stays []zone.Stay) (rows [][]any) {
	for i := range stays {
		v := &stays[i]
		least, most := v.Range()
		rows = append(rows, []any{
			v.Vehicle, x.Zones[v.Zone].Name, local(v.Enter), local(v.Leave), wholeSeconds(v.Duration()), wholeSeconds(least), wholeSeconds(most),
			tenths(v.Covered), v.FirstTrip, v.LastTrip, v.Began, v.Ended,
		})
	}
	return rows
}

var dayColumns = []string{"date", "vehicle", "zone", "entries", "inside_s", "unknown_s", "distance_m"}

func dayRows(x *zone.Index, days []zone.Day) (rows [][]any) {
	for _, d := range days {
		rows = append(rows, []any{d.Date.Format(time.DateOnly), d.Vehicle, x.Zones[d.Zone].Name, d.Entries, wholeSeconds(d.Inside), wholeSeconds(d.Unknown), tenths(d.Covered)})
	}
	return rows
}
