// SPDX-License-Identifier: MIT

package reports

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/regulation"
	"roadsnap/engine/report"
	"roadsnap/internal/reportfile"
	"roadsnap/internal/reportmaker"
	"roadsnap/ui/job"
	"roadsnap/ui/text"
)

// Maker makes reports and distance sheets, as reportmaker.Maker does.
type Maker interface {
	Report(ctx context.Context, r report.Request, f report.Filter, progress func(reportmaker.Progress)) (reportmaker.Made, error)
	Basis(ctx context.Context, r report.Request, f report.Filter) (string, error)
	Sheet(ctx context.Context, r reportmaker.SheetRequest) (reportmaker.MadeSheet, error)
	SheetBasis(ctx context.Context, r reportmaker.SheetRequest) (string, error)
}

// Keeper has the kept trips, and keeps the choices and the corrected speed limits. Its methods
// run on background goroutines.
type Keeper interface {
	// ReportMaker returns what makes reports of the matches of a profile on the open maps.
	ReportMaker(profile match.Profile) (Maker, error)
	// VerifySheet verifies the PDF of a sheet on the open maps. trace is the original file, ""
	// for none.
	VerifySheet(ctx context.Context, pdf, trace string) (reportmaker.Verified, error)
	// Setting returns the value kept under a name, nil for none.
	Setting(ctx context.Context, name string) ([]byte, error)
	SetSetting(ctx context.Context, name string, value []byte) error
	Limits(ctx context.Context) ([]regulation.Correction, error)
	CorrectLimit(ctx context.Context, c regulation.Correction) error
	RemoveLimit(ctx context.Context, way int64) error
}

// State is the state that the panel shows.
type State struct {
	Kept     bool // trips are kept, without which there are no reports
	Choice   Choice
	Template Template

	Busy     bool
	Progress reportmaker.Progress
	Problem  text.Notice // why there is no report, or no file of it

	Report   *Report // the last report, nil before
	Stale    bool    // the choices have changed since
	Outdated bool    // the trips, the register, the limits or the map have changed since

	Subject    Subject // of a distance sheet
	HasSubject bool

	Saving bool
	Saved  string // path of the last file, "" after the user closes its line

	Limits []regulation.Correction // by way
}

// Report is a report with its pages. It is immutable.
type Report struct {
	Document *report.Document
	Period   report.Period
	Pages    *reportfile.Pages
	Sheet    *report.Sheet // nil for a report

	asked   kept // what it was made of
	in      string
	subject Subject
	basis   string
	again   func(ctx context.Context, now Maker) (basis string, err error)
}

// Options configures a Model.
type Options struct {
	Jobs    *job.Runner
	Keeper  Keeper                 // nil without a workspace
	Profile func() match.Profile   // whose matches count
	Subject func() (Subject, bool) // returns the trip of a distance sheet; nil for none
	Failed  func(error)            // called with errors of keeping a choice or a limit
	Now     func() time.Time       // nil means time.Now
	// PrintFolder returns an existing folder for files that are printed.
	PrintFolder func() (string, error)
}

// Model is the view model of reports. It belongs to the UI goroutine.
type Model struct {
	o       Options
	state   State
	changed *job.Signal
	keeping *job.Lane // reads and writes what is kept, in order
	making  *job.Job
	basis   basisCheck
	window  string // language of the window
	columns map[report.Kind][]Column
}

// NewModel returns a model; Load reads what was kept.
func NewModel(o Options) *Model {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Model{
		o: o, changed: o.Jobs.Signal(), keeping: o.Jobs.Lane(1), columns: map[report.Kind][]Column{},
		state: State{Kept: o.Keeper != nil, Choice: firstChoice()},
	}
}

// OnChange sets the function that is called after each change.
func (m *Model) OnChange(fn func()) { m.changed.Listen(fn) }

// State returns the current state.
func (m *Model) State() State { return m.state }

// Load reads the choices of the last run and the corrected limits.
func (m *Model) Load() {
	if m.o.Keeper == nil {
		return
	}
	m.keeping.Start(func(ctx context.Context) func() {
		value, err := m.o.Keeper.Setting(ctx, setting)
		var k kept
		if err == nil {
			k, err = readKept(value)
		}
		limits, unread := m.o.Keeper.Limits(ctx)
		return func() {
			if err != nil {
				m.o.Failed(err)
			} else {
				m.state.Choice, m.state.Template = k.Choice, k.Template
			}
			if unread != nil {
				m.o.Failed(unread)
			}
			m.state.Limits = limits
			m.changed.Raise()
		}
	})
}

// SetLanguage sets the language of the window, which is that of reports unless the user has
// chosen another one.
func (m *Model) SetLanguage(language string) {
	m.window = language
	m.state.Stale = m.stale()
}

// SetChoice sets which report is made, and keeps it.
func (m *Model) SetChoice(c Choice) { m.set(kept{c, m.state.Template}) }

// SetTemplate sets what all reports have in common, and keeps it.
func (m *Model) SetTemplate(t Template) { m.set(kept{m.state.Choice, t}) }

func (m *Model) set(k kept) {
	if reflect.DeepEqual(k, m.now()) {
		return
	}
	m.state.Choice, m.state.Template = k.Choice, k.Template
	m.state.Stale = m.stale()
	m.changed.Raise()
	if m.o.Keeper == nil {
		return
	}
	m.keeping.Start(func(ctx context.Context) func() {
		value, err := json.Marshal(k)
		if err == nil {
			err = m.o.Keeper.SetSetting(ctx, setting, value)
		}
		return func() {
			if err != nil {
				m.o.Failed(err)
			}
		}
	})
}

func (m *Model) now() kept { return kept{m.state.Choice, m.state.Template} }

// stale reports whether the report is not that of the choices.
func (m *Model) stale() bool {
	r := m.state.Report
	if r == nil {
		return false
	}
	other := r.Sheet != nil && m.state.HasSubject && m.state.Subject.ID != r.subject.ID
	return other || !reflect.DeepEqual(r.asked, m.now()) || r.in != m.window && r.asked.Choice.Language == ""
}

// Problem returns the key of what is wrong with the choices, "" if nothing is.
func (m *Model) Problem() string {
	if m.state.Choice.Kind == SheetKind {
		if !m.state.HasSubject {
			return "reports.no_subject"
		}
		return ""
	}
	_, _, problem := m.state.Choice.Request(m.state.Template, m.window, m.o.Now())
	return problem
}

// Days returns the days of the choices; ok is false if there are none.
func (m *Model) Days() (p report.Period, ok bool) {
	p, problem := m.state.Choice.Period(m.o.Now())
	return p, problem == ""
}

// Columns returns the columns that the chosen kind of report has, also the hidden ones. They
// are known after a report of the kind was made.
func (m *Model) Columns() (list []Column) {
	list = slices.Clone(m.columns[m.state.Choice.Kind])
	for _, hidden := range m.state.Template.Hidden[m.state.Choice.Kind] {
		if !slices.ContainsFunc(list, func(c Column) bool { return c.Key == hidden.Key }) {
			list = append(list, hidden)
		}
	}
	return list
}

// work makes a report in the background.
type work func(ctx context.Context, progress func(reportmaker.Progress)) (*Report, error)

// Make makes the chosen report in the background.
func (m *Model) Make() {
	m.lookAtSubject()
	if m.o.Keeper == nil || m.Problem() != "" {
		return
	}
	do := m.reportWork
	if m.state.Choice.Kind == SheetKind {
		do = m.sheetWork
	}
	m.makeBy(do())
}

// reportWork returns the work that makes the chosen report.
func (m *Model) reportWork() work {
	request, filter, _ := m.state.Choice.Request(m.state.Template, m.window, m.o.Now())
	profile := m.o.Profile()
	return func(ctx context.Context, progress func(reportmaker.Progress)) (*Report, error) {
		maker, err := m.o.Keeper.ReportMaker(profile)
		if err != nil {
			return nil, err
		}
		made, err := maker.Report(ctx, request, filter, progress)
		if err != nil {
			return nil, err
		}
		progress(reportmaker.Progress{Stage: reportmaker.Paging})
		return &Report{
			Document: made.Document, Period: request.Period, Pages: reportfile.Layout(made.Document), basis: made.Basis,
			again: func(ctx context.Context, now Maker) (string, error) { return now.Basis(ctx, request, filter) },
		}, nil
	}
}

// makeBy makes a report by some work, and shows it.
func (m *Model) makeBy(do work) {
	m.making.Cancel()
	asked, in, subject := m.now(), m.window, m.state.Subject
	m.state.Busy, m.state.Progress, m.state.Problem = true, reportmaker.Progress{Stage: reportmaker.Counting}, text.Notice{}
	m.state.Saved = "" // which was another report
	m.making = job.Report(m.o.Jobs, func(p reportmaker.Progress) {
		m.state.Progress = p
		m.changed.Raise()
	}, func(ctx context.Context, progress func(reportmaker.Progress)) func() {
		r, err := do(ctx, progress)
		return func() {
			m.state.Busy = false
			if err != nil {
				m.state.Problem = text.Explain(err)
			} else {
				r.asked, r.in, r.subject = asked, in, subject
				m.state.Report, m.state.Outdated = r, false
				if r.Sheet == nil {
					m.learnColumns(r.Document)
				}
				m.DataChanged() // while it was made
			}
			m.state.Stale = m.stale()
			m.changed.Raise()
		}
	})
	m.changed.Raise()
}

// learnColumns remembers the columns of a report, in their order, with the hidden ones.
func (m *Model) learnColumns(doc *report.Document) {
	var list []Column
	for _, t := range doc.Tables {
		for _, c := range t.Columns {
			title := c.Title
			if c.Group != "" && c.Group != c.Title {
				title = c.Group + ": " + c.Title
			}
			if !slices.ContainsFunc(list, func(old Column) bool { return old.Key == c.Key }) {
				list = append(list, Column{c.Key, title})
			}
		}
	}
	m.columns[doc.Kind] = list
}

// Cancel stops the work on a report. The last one stays.
func (m *Model) Cancel() {
	if m.state.Busy {
		m.making.Cancel()
		m.state.Busy = false
		m.changed.Raise()
	}
}
