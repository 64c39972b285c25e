// SPDX-License-Identifier: MIT

package export

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
	"roadsnap/engine/workspace"
	"roadsnap/internal/atomicfile"
	"roadsnap/ui/job"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// settingTrips is the name of the last TripChoice in the workspace.
const settingTrips = "desk/export"

// TripScope says which trips are written to a file.
type TripScope string

// The scopes.
const (
	TripsSelected TripScope = "selected"
	TripsListed   TripScope = "listed" // those that the filter shows
	TripsAll      TripScope = "all"
)

// TripScopes returns all scopes.
func TripScopes() []TripScope { return []TripScope{TripsSelected, TripsListed, TripsAll} }

// TripChoice is what the user chooses for an export. The last one is kept in the workspace.
type TripChoice struct {
	Scope  TripScope       `json:"scope"`
	What   tripfile.What   `json:"what"`
	Format tripfile.Format `json:"format"`
	Sheets []tripfile.Per  `json:"sheets"` // the tables of a workbook
	Table  tripfile.Per    `json:"table"`  // that of CSV
	Excel  bool            `json:"excel"`  // CSV is in the form that Excel opens
}

// defaultTripChoice is the choice before the first export.
func defaultTripChoice() TripChoice {
	return TripChoice{Scope: TripsSelected, What: tripfile.Both, Format: tripfile.XLSX, Sheets: tripfile.Tables(), Table: tripfile.PerPoint, Excel: true}
}

// UnmarshalJSON reads a choice. What is missing or unknown, because another version wrote it,
// is as in the default.
func (c *TripChoice) UnmarshalJSON(data []byte) error {
	type plain TripChoice
	read, usual := plain(defaultTripChoice()), defaultTripChoice()
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	*c = TripChoice(read)
	if !slices.Contains(TripScopes(), c.Scope) {
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
func (c TripChoice) Tables() []tripfile.Per {
	if c.Format != tripfile.CSV && c.Format != tripfile.XLSX {
		return nil
	}
	return slices.DeleteFunc(tripfile.Tables(), func(p tripfile.Per) bool { return c.What == tripfile.Raw && p.OfRoute() })
}

// HasSheet reports whether a workbook has a table.
func (c TripChoice) HasSheet(p tripfile.Per) bool { return slices.Contains(c.Sheets, p) }

// WithSheet returns the choice with a table of a workbook, or without it.
func (c TripChoice) WithSheet(p tripfile.Per, on bool) TripChoice {
	c.Sheets = slices.DeleteFunc(slices.Clone(c.Sheets), func(x tripfile.Per) bool { return x == p })
	if on {
		c.Sheets = append(c.Sheets, p)
	}
	return c
}

// Options returns the options of the file, without what the map has to say. language is that
// of the window, which Excel is expected to have.
func (c TripChoice) Options(language string) tripfile.Options {
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
func (c TripChoice) Ready() bool { return c.Format != tripfile.XLSX || len(c.Options("").Per) > 0 }

// TripState is the progress or the result of the last export.
type TripState struct {
	Busy        bool
	Done, Total int
	Path        string // path of the complete file
	Count       int    // number of trips in it
	NoRoute     int    // how many of them have no route although one was to be written
	Problem     text.Notice
}

// TripTools are what exports need besides the trips. Functions that are nil find nothing.
type TripTools struct {
	Source  func() tripfile.Source // of routes on the open map
	Ways    func(points []match.Point) (map[int64]road.Way, error)
	NewBook func(w io.Writer) (tripfile.Book, error)
}

// TripKeeper has the kept trips, and keeps the last choice. Its methods are called on background
// goroutines.
type TripKeeper interface {
	Recording(ctx context.Context, id workspace.ID) (trace.Trip, error)
	// Kept returns the kept match of a trip on the installed map; ok is false if there is
	// none.
	Kept(ctx context.Context, id workspace.ID, profile match.Profile) (r match.Result, ok bool, err error)
	// Match matches a trip on the installed map under its corrections and keeps the result.
	Match(ctx context.Context, id workspace.ID, recording trace.Trip, stops []trip.Stop, profile match.Profile) (trips.Corrected, error)
	// Setting returns a value that SetSetting kept under a name, nil if there is none.
	Setting(ctx context.Context, name string) ([]byte, error)
	SetSetting(ctx context.Context, name string, value []byte) error
}

// TripOptions configures a TripModel.
type TripOptions struct {
	Jobs    *job.Runner
	Trips   func() trips.State // returns the open trips
	Keeper  TripKeeper         // nil keeps nothing
	Matcher trips.Matcher      // matches trips that are not kept
	Tools   TripTools
	// Failed is called with the error of a choice that could not be kept.
	Failed func(error)
}

// TripModel is the view model of exports of trips. It belongs to the UI goroutine.
type TripModel struct {
	o       TripOptions
	keeping *job.Lane // keeps choices in their order
	changed *job.Signal
	last    TripChoice
	state   TripState
	running *job.Job
}

// NewTripModel returns a model without an export.
func NewTripModel(o TripOptions) *TripModel {
	return &TripModel{o: o, keeping: o.Jobs.Lane(1), changed: o.Jobs.Signal(), last: defaultTripChoice()}
}

// OnChange sets the listener that is called after each change of the state.
func (m *TripModel) OnChange(listen func()) { m.changed.Listen(listen) }

// State returns the progress or the result of the last export.
func (m *TripModel) State() TripState { return m.state }

// Load reads the choice of earlier runs in the background. One that cannot be read has the default.
func (m *TripModel) Load() {
	if m.o.Keeper == nil {
		return
	}
	m.keeping.Start(func(ctx context.Context) func() {
		c := defaultTripChoice()
		data, err := m.o.Keeper.Setting(ctx, settingTrips)
		if err != nil || len(data) == 0 || json.Unmarshal(data, &c) != nil {
			return nil
		}
		return func() { m.last = c }
	})
}

// Last returns the choice of the last export.
func (m *TripModel) Last() TripChoice { return m.last }

// Of returns the trips of a scope, in the order of the list. Trips that could not be read are left
// out.
func (m *TripModel) Of(scope TripScope) (list []*trips.Trip) {
	s := m.o.Trips()
	switch scope {
	case TripsSelected:
		list = s.ChosenTrips()
	case TripsListed:
		list = s.Visible()
	case TripsAll:
		list = slices.Clone(s.Trips)
	}
	return slices.DeleteFunc(list, func(t *trips.Trip) bool { return t.Kept == 0 && t.Count == 0 })
}

// Export writes trips to a file in the background, and keeps the choice. It does nothing while
// another export runs.
func (m *TripModel) Export(c TripChoice, o tripfile.Options, path string) {
	list := m.Of(c.Scope)
	if len(list) == 0 || m.state.Busy {
		return
	}
	m.last = c
	m.keep(c)
	s := m.o.Trips()
	x := exporter{keeper: m.o.Keeper, matcher: m.o.Matcher, profile: s.Profile, path: path, options: o, trips: list}
	x.addTools(m.o.Tools, s.Places.Sites)
	m.running = job.Report(m.o.Jobs, m.show, func(ctx context.Context, report func(TripState)) func() {
		e, err := x.run(ctx, report)
		switch {
		case ctx.Err() != nil:
			e = TripState{}
		case err != nil:
			e = TripState{Problem: text.Explain(text.Writing(err))}
		}
		return func() { m.show(e) }
	})
	m.show(TripState{Busy: true, Total: len(list)})
}

// keep keeps a choice for the next run.
func (m *TripModel) keep(c TripChoice) {
	if m.o.Keeper == nil {
		return
	}
	m.keeping.Start(func(ctx context.Context) func() {
		data, err := json.Marshal(c)
		if err == nil {
			err = m.o.Keeper.SetSetting(ctx, settingTrips, data)
		}
		return func() {
			if err != nil {
				m.o.Failed(err)
			}
		}
	})
}

func (m *TripModel) show(s TripState) {
	m.state = s
	m.changed.Raise()
}

// Cancel cancels the running export. The state stays busy until the incomplete file is removed.
func (m *TripModel) Cancel() { m.running.Stop() }

// Forget clears the result of the last export. It does nothing while an export runs.
func (m *TripModel) Forget() {
	if !m.state.Busy {
		m.show(TripState{})
	}
}

// exporter writes one file. It runs in the background.
type exporter struct {
	keeper  TripKeeper // nil keeps no trips
	matcher trips.Matcher
	profile match.Profile
	path    string
	options tripfile.Options
	trips   []*trips.Trip
}

// addTools adds to the options what the map and the named places have to say.
func (x *exporter) addTools(tools TripTools, sites []trip.Site) {
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
func (x *exporter) run(ctx context.Context, report func(TripState)) (done TripState, err error) {
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
			report(TripState{Busy: true, Done: i, Total: len(x.trips)})
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
func (x *exporter) content(ctx context.Context, t *trips.Trip) (c tripfile.Trip, err error) {
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
func (x *exporter) match(ctx context.Context, t *trips.Trip, recording trace.Trip) (done trips.Corrected, err error) {
	stops := trip.Stops(recording)
	if t.Kept != 0 {
		done, err = x.keeper.Match(ctx, t.Kept, recording, stops, x.profile)
	} else {
		done.Result, done.Summary, err = x.matcher.Match(ctx, recording, stops, x.profile)
	}
	return done, err
}
