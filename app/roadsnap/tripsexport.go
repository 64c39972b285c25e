// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/tripfile"
	"roadsnap/engine/workspace"
	"roadsnap/internal/atomicfile"
)

// tripsExportCmd is `roadsnap trips export`.
type tripsExportCmd struct {
	kept
	output
	fileOptions
	furtherMaps
	IDs     []int64 `arg:"" optional:"" name:"id" help:"The numbers of the trips in trips list."`
	All     bool    `help:"Write all kept trips."`
	Format  string  `help:"The output format: ${enum}." enum:"gpx,geojson,csv,kml,kmz,xlsx" default:"gpx"`
	Out     string  `help:"Write to this file instead of standard output." type:"path" placeholder:"FILE"`
	Pack    string  `help:"The map pack for routes; by default the installed map in use, and without one the embedded sample map (Andorra)." type:"existingfile" placeholder:"FILE"`
	Profile string  `help:"The mode of travel for routes: ${enum}." enum:"motor_vehicle,car,motorcycle,truck,bus,bicycle,foot" default:"motor_vehicle"`
}

// Help returns an example.
func (tripsExportCmd) Help() string {
	return "Example: roadsnap trips export --all --what both --format xlsx --out trips.xlsx\n\n" +
		"Without --what the recordings are written. A trip that was not snapped to this map yet is snapped for the file."
}

// Run writes the trips as one document.
func (c *tripsExportCmd) Run(ctx context.Context, s streams) error {
	if c.All == (len(c.IDs) > 0) {
		return &exitError{exitUsage, errNoIDs}
	}
	o, err := c.options(c.Format, tripfile.Raw)
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := c.check(c.Out); err != nil {
			return &exitError{exitUsage, err}
		}
	} else if err := checkTerminal(c.Format, s); err != nil {
		return err
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		ids, err := c.trips(ctx, w)
		if err != nil {
			return err
		}
		if c.Out != "" {
			if err := checkSpace(ctx, w, ids, o, c.Out); err != nil {
				return err
			}
		}
		x := tripsExport{ctx: ctx, workspace: w, ids: ids, options: o, progress: progress{s: s}}
		defer x.progress.finish()
		if c.Out == "" {
			x.progress.s = s.withResults()
		}
		if !c.chosen() && trace.Format(c.Format) == trace.CSV {
			return c.write(s, x.recordings)
		}
		if o.What == tripfile.Raw {
			return c.write(s, x.all)
		}
		return c.withRoads(&x, func() error { return c.write(s, x.all) })
	})
}

// trips returns the numbers of the chosen trips.
func (c *tripsExportCmd) trips(ctx context.Context, w *workspace.Workspace) (ids []workspace.ID, err error) {
	if !c.All {
		return (&someTrips{c.IDs}).ids(), nil
	}
	list, err := w.Trips(ctx, workspace.ListOptions{})
	for _, t := range list {
		ids = append(ids, t.ID)
	}
	return ids, err
}

// checkSpace returns an error if the trips cannot fit into the free space of a file's folder.
func checkSpace(ctx context.Context, w *workspace.Workspace, ids []workspace.ID, o tripfile.Options, path string) error {
	points := 0
	for _, id := range ids {
		t, err := w.Trip(ctx, id)
		if err != nil {
			return noTrip(err)
		}
		points += t.Points
	}
	return o.CheckSpace(filepath.Dir(path), points)
}

// write calls content with the file or standard output.
func (c *tripsExportCmd) write(s streams, content func(io.Writer) error) error {
	if c.Out == "" {
		return content(s.out)
	}
	return atomicfile.Write(c.Out, 0o644, content)
}

// withRoads opens the map, and calls write with an export that can match.
func (c *tripsExportCmd) withRoads(x *tripsExport, write func() error) error {
	m := matching{furtherMaps: c.furtherMaps, Pack: c.Pack, Profile: c.Profile}
	config := match.DefaultConfig()
	m.TruckHeight, m.TruckWeight = config.TruckHeight, config.TruckWeight
	return m.open(func(e *engine.Engine, info engine.Info, p match.Profile) error {
		x.engine, x.profile = e, p
		x.options.Source, x.options.Ways = tripfile.SourceOf(info.Meta), e.Ways
		return write()
	})
}

// tripsExport writes kept trips to one file, one at a time.
type tripsExport struct {
	ctx       context.Context
	workspace *workspace.Workspace
	ids       []workspace.ID
	options   tripfile.Options
	progress  progress
	engine    *engine.Engine // nil for recordings alone
	profile   match.Profile
}

// recordings writes the recordings as package trace does, whose CSV leaves out the columns
// that no trip has.
func (x *tripsExport) recordings(w io.Writer) error {
	var trips []trace.Trip
	for _, id := range x.ids {
		recording, err := x.workspace.Recording(x.ctx, id)
		if err != nil {
			return noTrip(err)
		}
		trips = append(trips, recording)
	}
	return trace.WriteTrips(w, trace.Format(x.options.Format), trips)
}

// all writes the trips.
func (x *tripsExport) all(w io.Writer) error {
	sites, err := x.workspace.Sites(x.ctx)
	if err != nil {
		return err
	}
	x.options.Place = func(center geo.Point) string {
		site, _ := trip.SiteAt(sites, center)
		return site.Name
	}
	out, err := tripfile.NewWriter(w, x.options)
	if err != nil {
		return err
	}
	defer out.Abort()
	for i, id := range x.ids {
		x.progress.count("writing", i, len(x.ids))
		t, err := x.trip(id)
		if err != nil {
			return noTrip(err)
		}
		if err := out.Write(t); err != nil {
			return err
		}
	}
	return out.Close()
}

// trip returns a trip, with its route if that is written.
func (x *tripsExport) trip(id workspace.ID) (t tripfile.Trip, err error) {
	if t.Matched.Trip, err = x.workspace.Recording(x.ctx, id); err != nil || x.engine == nil {
		return t, err
	}
	key := workspace.MatchKey{Map: x.engine.Identity(), Profile: x.profile, Matcher: match.Version}
	result, found, err := x.workspace.Match(x.ctx, id, key)
	if err != nil {
		return t, err
	}
	if !found {
		log, err := x.workspace.Corrections(x.ctx, id)
		if err != nil {
			return t, err
		}
		t.Matched, err = trip.Correct(x.ctx, x.engine, t.Matched.Trip, x.profile, log)
		t.HasResult = true
		return t, err
	}
	if t.Corrected, err = x.workspace.Applied(x.ctx, id); err != nil {
		return t, err
	}
	t.Result, t.HasResult = result, true
	t.Verdict = trip.Assess(t.Matched.Trip, result).Encode()
	return t, nil
}

var errNoIDs = errors.New("give the numbers of trips, or --all")
