// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/match"
	reports "roadsnap/engine/report"
	"roadsnap/engine/trace"
	"roadsnap/engine/workspace"
	"roadsnap/internal/atomicfile"
	"roadsnap/internal/reportfile"
	"roadsnap/internal/reportmaker"
)

// reportCmd is `roadsnap report`.
type reportCmd struct {
	Make   reportMakeCmd   `cmd:"" default:"withargs" help:"Make a report of kept trips."`
	Sheet  reportSheetCmd  `cmd:"" help:"Make the sheet of a trip: a PDF that shows what its distance rests on."`
	Verify reportVerifyCmd `cmd:"" help:"Check whether a sheet, its trace and its map are unchanged."`
	Rules  reportRulesCmd  `cmd:"" help:"List the traffic rules that reports check, with their sources."`
	Limits reportLimitsCmd `cmd:"" help:"The speed limits that you have corrected: list, set, remove."`
}

// Help returns where the options are.
func (reportCmd) Help() string {
	return `"roadsnap report fleet" is short for "roadsnap report make fleet". "roadsnap report make --help" lists the reports and their options.`
}

// reportMakeCmd is `roadsnap report KIND`.
type reportMakeCmd struct {
	kept
	output
	furtherMaps
	Kind     string    `arg:"" help:"The report: ${enum}." enum:"journey,speeds,speeding,continuous,stops,vehicles,drivers,hours,fleet"`
	From     time.Time `help:"The first day, in Vietnam; by default the first of this month." format:"2006-01-02" placeholder:"DATE"`
	To       time.Time `help:"The last day; by default today." format:"2006-01-02" placeholder:"DATE"`
	Period   string    `help:"Days that depend on today, instead of --from and --to, for a timer: ${enum}." enum:",this_month,last_month,this_week,last_week,yesterday" default:"" placeholder:"DAYS"`
	Vehicle  []string  `help:"Only this vehicle; may be repeated. The reports journey and speeds need exactly one." sep:"none"`
	Driver   []string  `help:"Only trips of this driver; may be repeated." sep:"none"`
	Group    []string  `help:"Only vehicles of this group of the register; may be repeated." sep:"none"`
	By       string    `help:"What a row of fleet is about: ${enum}." enum:"vehicle,driver,group" default:"vehicle"`
	Each     string    `help:"How long a row of fleet is: ${enum}." enum:"period,day,week,month" default:"period"`
	Language string    `help:"The language: ${enum}." enum:"vi,en" default:"vi"`
	letterhead
	Hide    []string `help:"Leave out this column, by its key in --format csv; may be repeated." sep:"none" placeholder:"KEY"`
	Format  string   `help:"The file format; by default that of the name of --out, or else csv: ${enum}." enum:",pdf,xlsx,csv,html" default:""`
	Out     string   `help:"Write to this file instead of standard output." type:"path" placeholder:"FILE"`
	Pack    string   `help:"The map pack for names of roads and limits; by default the installed map in use." type:"existingfile" placeholder:"FILE"`
	Profile string   `help:"The mode of travel whose kept matches count: ${enum}." enum:"motor_vehicle,car,motorcycle,truck,bus,bicycle,foot" default:"motor_vehicle"`
}

// Help returns an example.
func (reportMakeCmd) Help() string {
	return "Example: roadsnap report vehicles --from 2026-11-01 --to 2026-11-30 --company \"Vận tải An Bình\" --out thang-11.xlsx\n\n" +
		"The first seven reports follow the forms of annex B of QCVN 31:2014/BGTVT, as an internal check. Trips that were not snapped yet are snapped first, and the matches are kept."
}

// request returns what is asked for.
func (c *reportMakeCmd) request(now time.Time) (r reports.Request, f reports.Filter, err error) {
	day := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, trace.VietnamTime())
	}
	today := day(now.In(trace.VietnamTime()))
	from, to := today.AddDate(0, 0, 1-today.Day()), today
	if !c.From.IsZero() {
		from = day(c.From)
	}
	if !c.To.IsZero() {
		to = day(c.To)
	}
	kind := reports.Kind(c.Kind)
	period := reports.Days(from, to)
	if c.Period != "" {
		period = reports.Recent(c.Period).Period(now)
	}
	r = reports.Request{Kind: kind, Period: period, Company: c.Company, Vehicles: c.Vehicle, By: reports.By(c.By), Each: reports.Each(c.Each), Signers: c.Sign, Hide: c.Hide, Made: now}
	r.Language, _ = reports.ParseLanguage(c.Language)
	switch days := r.Period.Length(); {
	case c.Period != "" && !(c.From.IsZero() && c.To.IsZero()):
		return r, f, errors.New("give either --period, or --from and --to")
	case to.Before(from):
		return r, f, fmt.Errorf("--to %s is before --from %s", to.Format(time.DateOnly), from.Format(time.DateOnly))
	case kind.OfOneVehicle() && len(c.Vehicle) != 1:
		return r, f, fmt.Errorf("the report %s is about one vehicle; name it with --vehicle", kind)
	case kind.OfOneVehicle() && days > 31:
		return r, f, fmt.Errorf("the report %s has at most 31 days, not %d", kind, days)
	}
	r.Logo, err = c.logo()
	return r, reports.Filter{Vehicles: c.Vehicle, Drivers: c.Driver, Groups: c.Group}, err
}

// letterhead is what reports and sheets have of a company.
type letterhead struct {
	Company string   `help:"The name of the company for the head." placeholder:"NAME"`
	Logo    string   `help:"A PNG or JPEG for the head." type:"existingfile" placeholder:"FILE"`
	Sign    []string `help:"A line for a signature, such as \"Người lập\"; may be repeated." sep:"none" placeholder:"TEXT"`
}

// logo reads a picture of at most reportfile.MaxLogo bytes, nil without one.
func (c *letterhead) logo() ([]byte, error) {
	path := c.Logo
	if path == "" {
		return nil, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > reportfile.MaxLogo {
		return nil, fmt.Errorf("%s is larger than %d MB; make it smaller", path, reportfile.MaxLogo>>20)
	}
	logo, err := os.ReadFile(path)
	if err == nil && !reportfile.ValidLogo(logo) {
		err = fmt.Errorf("%s is no PNG or JPEG that can be drawn", path)
	}
	return logo, err
}

// format returns the file format.
func (c *reportMakeCmd) format() (reportfile.Format, error) {
	f := reportfile.Format(c.Format)
	if f == "" {
		f = reportfile.CSV
		if c.Out != "" {
			f = reportfile.Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Out)), "."))
		}
	}
	if !slices.Contains(reportfile.Formats(), f) {
		return f, fmt.Errorf("the name %s says no format; end it with .pdf, .xlsx, .csv or .html, or give --format", c.Out)
	}
	return f, nil
}

// Run makes the report.
func (c *reportMakeCmd) Run(ctx context.Context, s streams) error {
	r, filter, err := c.request(time.Now())
	var format reportfile.Format
	if err == nil {
		format, err = c.format()
	}
	if err != nil {
		return &exitError{exitUsage, err}
	}
	if c.Out != "" {
		if err := c.check(c.Out); err != nil {
			return &exitError{exitUsage, err}
		}
	} else if format == reportfile.PDF || format == reportfile.XLSX {
		if err := checkTerminal(string(format), s); err != nil {
			return err
		}
	}
	// A form with 100,000 rows then takes 190 MB as PDF instead of 250 MB, in the same time.
	debug.SetGCPercent(50)
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		m := matching{furtherMaps: c.furtherMaps, Pack: c.Pack, Profile: c.Profile, TruckHeight: match.DefaultConfig().TruckHeight, TruckWeight: match.DefaultConfig().TruckWeight}
		return m.open(func(e *engine.Engine, _ engine.Info, p match.Profile) error {
			shown := progress{s: s}
			defer shown.finish()
			made, err := maker(w, e, p).Report(ctx, r, filter, func(at reportmaker.Progress) { shown.count(stageNames[at.Stage], at.Done, at.Total) })
			if err != nil {
				return err
			}
			shown.finish()
			write := func(out io.Writer) error { return reportfile.Write(out, made.Document, format) }
			if c.Out == "" {
				return write(s.out)
			}
			return atomicfile.Write(c.Out, 0o644, write)
		})
	})
}

// stageNames are the names of the stages of the work on a report.
var stageNames = map[reportmaker.Stage]string{reportmaker.Snapping: "snapping", reportmaker.Counting: "counting"}

// maker returns what makes reports and sheets of kept trips on an open map.
func maker(w *workspace.Workspace, e *engine.Engine, p match.Profile) reportmaker.Maker {
	return reportmaker.Maker{Workspace: w, Engine: e, Key: workspace.MatchKey{Map: e.Identity(), Profile: p, Matcher: match.Version}}
}
