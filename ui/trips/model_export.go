// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/tripfile"
	"roadsnap/internal/atomicfile"
	"roadsnap/ui/job"
	"roadsnap/ui/text"
)

// settingExport is the name of the last ExportChoice in the workspace.
const settingExport = "desk/export"

// ExportScope says which trips are written to a file.
type ExportScope string

// The scopes.
const (
	ExportSelected ExportScope = "selected"
	ExportListed   ExportScope = "listed" // those that the filter shows
	ExportAll      ExportScope = "all"
)

// ExportScopes returns all scopes.
func ExportScopes() []ExportScope { return []ExportScope{ExportSelected, ExportListed, ExportAll} }

// ExportChoice is what the user chooses for an export. The last one is kept in the workspace.
type ExportChoice struct {
	Scope  ExportScope     `json:"scope"`
	What   tripfile.What   `json:"what"`
	Format tripfile.Format `json:"format"`
	Sheets []tripfile.Per  `json:"sheets"` // the tables of a workbook
	Table  tripfile.Per    `json:"table"`  // that of CSV
	Excel  bool            `json:"excel"`  // CSV is in the form that Excel opens
}

// defaultExport is the choice before the first export.
func defaultExport() ExportChoice {
	return ExportChoice{Scope: ExportSelected, What: tripfile.Both, Format: tripfile.XLSX, Sheets: tripfile.Tables(), Table: tripfile.PerPoint, Excel: true}
}

// UnmarshalJSON reads a choice. What is missing or unknown, because another version wrote it,
// is as in the default.
func (c *ExportChoice) UnmarshalJSON(data []byte) error {
	type plain ExportChoice
	read, usual := plain(defaultExport()), defaultExport()
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	*c = ExportChoice(read)
	if !slices.Contains(ExportScopes(), c.Scope) {
		c.Scope = usual.Scope
	}
	if !slices.Contains(tripfile.Whats(), c.What) {
		c.What = usual.What
	}
	if !slices.Contains(tripfile.Formats(), c.Format) {
		c.Format = usual.Format
	}
	if !slices.Contains(tripfile.Tables(), c.Table) {
		c.Table = usual.Table
	}
	c.Sheets = slices.DeleteFunc(c.Sheets, func(p tripfile.Per) bool { return !slices.Contains(tripfile.Tables(), p) })
	return nil
}

// Tables returns the tables that can be chosen, nil if the format has none to choose.
func (c ExportChoice) Tables() []tripfile.Per {
	if c.Format != tripfile.CSV && c.Format != tripfile.XLSX {
		return nil
	}
	return slices.DeleteFunc(tripfile.Tables(), func(p tripfile.Per) bool { return c.What == tripfile.Raw && p.OfRoute() })
}

// HasSheet reports whether a workbook has a table.
func (c ExportChoice) HasSheet(p tripfile.Per) bool { return slices.Contains(c.Sheets, p) }

// WithSheet returns the choice with a table of a workbook, or without it.
func (c ExportChoice) WithSheet(p tripfile.Per, on bool) ExportChoice {
	c.Sheets = slices.DeleteFunc(slices.Clone(c.Sheets), func(x tripfile.Per) bool { return x == p })
	if on {
		c.Sheets = append(c.Sheets, p)
	}
	return c
}

// Options returns the options of the file, without what the map has to say. language is that
// of the window, which Excel is expected to have.
func (c ExportChoice) Options(language string) tripfile.Options {
	o := tripfile.Options{Format: c.Format, What: c.What}
	offered := c.Tables()
	switch c.Format {
	case tripfile.CSV:
		o.Per = []tripfile.Per{c.Table}
		if !slices.Contains(offered, c.Table) {
			o.Per[0] = tripfile.PerPoint
		}
		if o.Excel = tripfile.Excel(language); !c.Excel || !slices.Contains(tripfile.Excels(), o.Excel) {
			o.Excel = tripfile.Plain
		}
	case tripfile.XLSX:
		for _, p := range offered {
			if slices.Contains(c.Sheets, p) {
				o.Per = append(o.Per, p)
			}
		}
	}
	return o
}

// Ready reports whether the choice has a table, if the format needs one.
func (c ExportChoice) Ready() bool { return c.Format != tripfile.XLSX || len(c.Options("").Per) > 0 }

// ExportState is the progress or the result of the last export.
type ExportState struct {
	Busy        bool
	Done, Total int
	Path        string // path of the complete file
	Count       int    // number of trips in it
	NoRoute     int    // how many of them have no route although one was to be written
	Problem     text.Notice
}

// ExportTools are what exports need besides the trips. Functions that are nil find nothing.
type ExportTools struct {
	Source  func() tripfile.Source // of routes on the open map
	Ways    func(points []match.Point) (map[int64]road.Way, error)
	NewBook func(w io.Writer) (tripfile.Book, error)
}

// LastExport returns the choice of the last export.
func (p *Model) LastExport() ExportChoice { return p.exporting.last }

// ExportTrips returns the trips of a scope, in the order of the list. Trips that could not be
// read are left out.
func (p *Model) ExportTrips(scope ExportScope) (list []*Trip) {
	add := func(t *Trip) {
		if t.Kept != 0 || t.Count > 0 {
			list = append(list, t)
		}
	}
	switch scope {
	case ExportSelected:
		for _, t := range p.state.ChosenTrips() {
			add(t)
		}
	case ExportListed:
		for _, id := range p.state.View.ids {
			if t, ok := p.state.Find(id); ok {
				add(t)
			}
		}
	case ExportAll:
		for _, t := range p.state.Trips {
			add(t)
		}
	}
	return list
}

// tripExports runs the exports of a Model.
type tripExports struct {
	last    ExportChoice
	running *job.Job
}

// Export writes trips to a file in the background, and keeps the choice. It does nothing while
// another export runs.
func (p *Model) Export(c ExportChoice, o tripfile.Options, path string) {
	list := p.ExportTrips(c.Scope)
	if len(list) == 0 || p.state.Export.Busy {
		return
	}
	p.exporting.last = c
	p.saveSetting(settingExport, c)
	x := exporter{keeper: p.o.Keeper, matcher: p.o.Matcher, profile: p.state.Profile, path: path, options: o, trips: list}
	x.addTools(p.o.Exporting, p.Sites())
	p.exporting.running = job.Report(p.o.Jobs, p.exported, func(ctx context.Context, report func(ExportState)) func() {
		e, err := x.run(ctx, report)
		switch {
		case ctx.Err() != nil:
			e = ExportState{}
		case err != nil:
			e = ExportState{Problem: text.Explain(text.Writing(err))}
		}
		return func() { p.exported(e) }
	})
	p.exported(ExportState{Busy: true, Total: len(list)})
}

func (p *Model) exported(e ExportState) {
	p.state.Export = e
	p.changed.Raise()
}

// CancelExport cancels the running export. The state stays busy until the incomplete file is
// removed.
func (p *Model) CancelExport() { p.exporting.running.Stop() }

// ForgetExport clears the result of the last export. It does nothing while an export runs.
func (p *Model) ForgetExport() {
	if !p.state.Export.Busy {
		p.exported(ExportState{})
	}
}

// exporter writes one file. It runs in the background.
type exporter struct {
	keeper  Keeper // nil keeps no trips
	matcher Matcher
	profile match.Profile
	path    string
	options tripfile.Options
	trips   []*Trip
}

// addTools adds to the options what the map and the named places have to say.
func (x *exporter) addTools(tools ExportTools, sites []trip.Site) {
	x.options.Ways, x.options.NewBook = tools.Ways, tools.NewBook
	x.options.Place = func(center geo.Point) string {
		site, _ := trip.SiteAt(sites, center)
		return site.Name
	}
	if tools.Source != nil {
		x.options.Source = tools.Source()
	}
}

// run writes the file.
func (x *exporter) run(ctx context.Context, report func(ExportState)) (done ExportState, err error) {
	points := 0
	for _, t := range x.trips {
		points += t.Count
	}
	if err := x.options.CheckSpace(filepath.Dir(x.path), points); err != nil {
		return done, err
	}
	err = atomicfile.Write(x.path, 0o644, func(w io.Writer) error {
		out, err := tripfile.NewWriter(w, x.options)
		if err != nil {
			return err
		}
		defer out.Abort()
		for i, t := range x.trips {
			report(ExportState{Busy: true, Done: i, Total: len(x.trips)})
			content, err := x.content(ctx, t)
			if err != nil {
				return err
			}
			if !content.HasResult && x.options.What != tripfile.Raw {
				done.NoRoute++
			}
			if err := out.Write(content); err != nil {
				return err
			}
		}
		return out.Close()
	})
	done.Path, done.Count = x.path, len(x.trips)
	return done, err
}

// content returns a trip with the names that the user gave it, and with its route if that is
// written. It is matched for the file if no match is kept; without a map it has no route.
func (x *exporter) content(ctx context.Context, t *Trip) (c tripfile.Trip, err error) {
	if err := ctx.Err(); err != nil {
		return c, err
	}
	c.Matched.Trip = t.Trace
	if !t.Loaded() {
		if c.Matched.Trip, err = x.keeper.Recording(ctx, t.Kept); err != nil {
			return c, err
		}
	}
	recording := &c.Matched.Trip
	recording.Name, recording.Vehicle, recording.Driver = t.Given, t.Vehicle, t.DriverName()
	if x.options.What == tripfile.Raw {
		return c, nil
	}
	c.Result, c.HasResult = t.Result, t.Matched
	if !c.HasResult && t.Kept != 0 {
		if c.Result, c.HasResult, err = x.keeper.Kept(ctx, t.Kept, x.profile); err != nil {
			return c, err
		}
	}
	corrected := t.Corrected
	if !c.HasResult {
		done, err := x.match(ctx, t, *recording)
		if ctx.Err() != nil {
			return c, ctx.Err()
		}
		c.Result, c.HasResult, corrected = done.Result, err == nil, done.Applied
	}
	if c.HasResult {
		c.Corrected = corrected
		assessment := t.Assessment
		if !t.HasSummary || t.Stale {
			assessment = trip.Assess(*recording, c.Result)
		}
		c.Verdict = assessment.Encode()
	}
	return c, nil
}

// match matches a trip, a kept one under its corrections.
func (x *exporter) match(ctx context.Context, t *Trip, recording trace.Trip) (done Corrected, err error) {
	stops := trip.Stops(recording)
	if t.Kept != 0 {
		done, err = x.keeper.Match(ctx, t.Kept, recording, stops, x.profile)
	} else {
		done.Result, done.Summary, err = x.matcher.Match(ctx, recording, stops, x.profile)
	}
	return done, err
}
