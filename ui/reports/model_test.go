// SPDX-License-Identifier: MIT

package reports_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine/match"
	"roadsnap/engine/regulation"
	"roadsnap/engine/report"
	"roadsnap/internal/reportfile"
	"roadsnap/internal/reportmaker"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/reports"
	"roadsnap/ui/text"
)

// shelf keeps settings and limits in memory and makes an empty report of what it is asked.
type shelf struct {
	settings map[string][]byte
	limits   []regulation.Correction
	asked    report.Request
	filter   report.Filter
	hold     chan struct{} // Report waits for it, or for its context; nil does not
	err      error
	basis    string
	subject  *reports.Subject // selected in the window
}

func (s *shelf) ReportMaker(match.Profile) (reports.Maker, error) { return s, nil }

func (s *shelf) Report(ctx context.Context, r report.Request, f report.Filter, progress func(reportmaker.Progress)) (made reportmaker.Made, err error) {
	s.asked, s.filter = r, f
	progress(reportmaker.Progress{Stage: reportmaker.Snapping, Done: 1, Total: 2})
	if s.hold != nil {
		select {
		case <-s.hold:
		case <-ctx.Done():
			return made, ctx.Err()
		}
	}
	if s.err != nil {
		return made, s.err
	}
	rules, err := regulation.Parse(data.Rules)
	if err != nil {
		return made, err
	}
	return reportmaker.Made{Document: (&report.World{Rules: rules}).Build(r, nil), Basis: s.basis}, nil
}

func (s *shelf) Basis(context.Context, report.Request, report.Filter) (string, error) {
	return s.basis, nil
}

func (s *shelf) Sheet(_ context.Context, r reportmaker.SheetRequest) (reportmaker.MadeSheet, error) {
	sheet := &report.Sheet{Format: report.SheetFormat, Language: r.Language.String(), Company: r.Company, Trip: int64(r.Trip), Vehicle: "51C-1", Start: noon, End: noon, Made: r.Made}
	return reportmaker.MadeSheet{Sheet: sheet, Basis: s.basis}, nil
}

func (s *shelf) SheetBasis(context.Context, reportmaker.SheetRequest) (string, error) {
	return s.basis, nil
}

func (s *shelf) VerifySheet(context.Context, string, string) (reportmaker.Verified, error) {
	return reportmaker.Verified{}, reportfile.ErrNoSheet
}

func (s *shelf) Setting(_ context.Context, name string) ([]byte, error) { return s.settings[name], nil }

func (s *shelf) SetSetting(_ context.Context, name string, value []byte) error {
	s.settings[name] = value
	return nil
}

func (s *shelf) Limits(context.Context) ([]regulation.Correction, error) {
	return slices.Clone(s.limits), nil
}

func (s *shelf) CorrectLimit(_ context.Context, c regulation.Correction) error {
	s.limits = append(s.limits, c)
	return c.Check()
}

func (s *shelf) RemoveLimit(_ context.Context, way int64) error {
	s.limits = slices.DeleteFunc(s.limits, func(c regulation.Correction) bool { return c.Way == way })
	return nil
}

// noon is a Wednesday.
var noon = time.Date(2026, 11, 25, 12, 0, 0, 0, text.Vietnam)

// desk is a model with its keeper.
type desk struct {
	t *testing.T
	*reports.Model
	shelf  *shelf
	ui     *jobtest.UI
	failed []error
	folder string
}

func newDesk(t *testing.T, s *shelf) *desk {
	d := &desk{t: t, shelf: s, ui: jobtest.New(t), folder: t.TempDir()}
	if s.settings == nil {
		s.settings = map[string][]byte{}
	}
	d.Model = reports.NewModel(reports.Options{
		Jobs: d.ui.Jobs, Keeper: s, Profile: func() match.Profile { return match.MotorVehicle }, Now: func() time.Time { return noon },
		Failed: func(err error) { d.failed = append(d.failed, err) }, PrintFolder: func() (string, error) { return d.folder, nil },
		Subject: func() (subject reports.Subject, ok bool) {
			if s.subject == nil {
				return subject, false
			}
			return *s.subject, true
		},
	})
	d.SetLanguage("en")
	d.do(d.Load)
	return d
}

// do runs a change and waits for it.
func (d *desk) do(change func()) {
	change()
	d.ui.Rest(d.t)
}

func TestPeriods(t *testing.T) {
	for _, c := range []struct {
		span     reports.Span
		from, to string
		now      time.Time
		want     string // or the problem
	}{
		{reports.ThisMonth, "", "", noon, "2026-11-01 2026-11-30"},
		{reports.LastMonth, "", "", noon, "2026-10-01 2026-10-31"},
		{reports.LastMonth, "", "", time.Date(2026, 3, 31, 23, 0, 0, 0, time.UTC), "2026-03-01 2026-03-31"}, // April in Vietnam
		{reports.LastMonth, "", "", time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC), "2025-12-01 2025-12-31"},
		{reports.ThisWeek, "", "", noon, "2026-11-23 2026-11-29"},
		{reports.ThisWeek, "", "", time.Date(2026, 11, 29, 12, 0, 0, 0, text.Vietnam), "2026-11-23 2026-11-29"}, // Sunday
		{reports.LastWeek, "", "", noon, "2026-11-16 2026-11-22"},
		{reports.Yesterday, "", "", time.Date(2026, 3, 31, 23, 0, 0, 0, time.UTC), "2026-03-31 2026-03-31"},
		{reports.OwnDays, "20/11/2026", " 2026-11-21 ", noon, "2026-11-20 2026-11-21"},
		{reports.OwnDays, "", "21/11/2026", noon, "reports.bad_from"},
		{reports.Yesterday, "", "", time.Date(2026, 3, 31, 23, 0, 0, 0, time.UTC), "2026-03-31 2026-03-31"},
		{reports.OwnDays, "20/11/2026", "31/11/2026", noon, "reports.bad_to"},
		{reports.OwnDays, "22/11/2026", "21/11/2026", noon, "reports.bad_order"},
	} {
		p, problem := reports.Choice{Span: c.span, From: c.from, To: c.to}.Period(c.now)
		got := problem
		if problem == "" {
			got = p.From.In(text.Vietnam).Format(time.DateOnly) + " " + p.Last().In(text.Vietnam).Format(time.DateOnly)
		}
		if got != c.want {
			t.Errorf("%s %q %q at %v: %s, want %s", c.span, c.from, c.to, c.now, got, c.want)
		}
	}
}

// TestMake makes a report, cancels one, and fails to make one; the choices are kept.
func TestMake(t *testing.T) {
	s := &shelf{}
	d := newDesk(t, s)
	d.SetTemplate(reports.Template{Company: "An Bình", Signers: []string{"Người lập"}}.WithHidden(report.ByVehicle, []reports.Column{{Key: "note", Title: "Note"}}))
	d.do(d.Make)
	st := d.State()
	if st.Report == nil || st.Busy || st.Stale || st.Report.Pages.Len() != 1 || s.asked.Language != report.English || s.asked.Company != "An Bình" || !slices.Equal(s.asked.Hide, []string{"note"}) {
		t.Fatalf("%+v, %+v", st, s.asked)
	}
	if columns := d.Columns(); len(columns) < 5 || columns[len(columns)-1].Key != "note" {
		t.Errorf("columns %+v", columns)
	}

	c := st.Choice
	c.Kind, c.Vehicles, c.Language = report.Journey, []string{"51C-1", "51D-2"}, "vi"
	d.SetChoice(c)
	if d.Problem() != "reports.one_vehicle" || !d.State().Stale {
		t.Error(d.Problem())
	}
	c.Vehicles = c.Vehicles[:1]
	c.Span, c.From, c.To = reports.OwnDays, "1/10/2026", "1/11/2026"
	d.SetChoice(c)
	if d.Problem() != "reports.one_month" {
		t.Error(d.Problem())
	}
	c.From = "2/10/2026"
	d.SetChoice(c)
	s.hold = make(chan struct{})
	d.Make()
	d.ui.Until(t, "progress", func() bool { return d.State().Progress.Stage == reportmaker.Snapping })
	d.do(d.Cancel)
	if st := d.State(); st.Busy || st.Report.Document.Kind != report.ByVehicle || !st.Problem.Empty() {
		t.Errorf("after the end: %+v", st)
	}
	s.hold, s.err = nil, errors.New("x")
	d.do(d.Make)
	if st := d.State(); st.Busy || st.Problem.Empty() || st.Report == nil {
		t.Errorf("after an error: %+v", st)
	}
	if s.asked.Language != report.Vietnamese || !slices.Equal(s.filter.Vehicles, c.Vehicles) {
		t.Errorf("%+v, %+v", s.asked, s.filter)
	}

	again := newDesk(t, s)
	if got := again.State(); got.Choice.From != c.From || got.Choice.Kind != report.Journey || got.Template.Company != "An Bình" {
		t.Errorf("%+v", got)
	}
	s.settings["reports"] = []byte(`{"choice":{"kind":"new","span":"decade","language":"fr"},"template":{"logo":"eHh4"}}`)
	if got := newDesk(t, s).State(); got.Choice.Kind != report.ByVehicle || got.Choice.Span != reports.ThisMonth || got.Choice.Language != "" || got.Template.Logo != nil {
		t.Errorf("%+v", got)
	}
	s.settings["reports"] = []byte(`{`)
	if broken := newDesk(t, s); len(broken.failed) != 1 || broken.State().Choice.Kind != report.ByVehicle {
		t.Errorf("%v, %+v", broken.failed, broken.State())
	}
}

// TestSave writes a report in each format, refuses another one, and prints.
func TestSave(t *testing.T) {
	d := newDesk(t, &shelf{})
	d.do(func() { d.Save(filepath.Join(d.folder, "none.pdf")) })
	d.do(d.Make)
	for _, end := range []string{"pdf", "xlsx", "csv", "HTML"} {
		path := filepath.Join(d.folder, "a."+end)
		d.do(func() { d.Save(path) })
		if info, err := os.Stat(path); err != nil || info.Size() == 0 || d.State().Saved != path || d.State().Saving {
			t.Errorf("%s: %v, %+v", end, err, d.State().Problem)
		}
	}
	for path, sentence := range map[string]string{"a.doc": "error.report_format", filepath.Join("nowhere", "a.pdf"): "error.no_folder"} {
		d.do(func() { d.Save(filepath.Join(d.folder, path)) })
		if st := d.State(); st.Saved != "" || st.Problem.Sentence != sentence {
			t.Errorf("%s: %+v", path, st.Problem)
		}
	}
	old := filepath.Join(d.folder, "print-old")
	if err := errors.Join(os.Mkdir(old, 0o700), os.Chtimes(old, noon.AddDate(0, 0, -2), noon.AddDate(0, 0, -2))); err != nil {
		t.Fatal(err)
	}
	printed := ""
	d.do(func() { d.Print(func(path string) error { printed = path; return nil }) })
	if _, err := os.Stat(printed); err != nil || !strings.HasSuffix(printed, "Summary by vehicle_2026-11-01_2026-11-30.pdf") {
		t.Errorf("%s: %v", printed, err)
	}
	if _, err := os.Stat(old); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the print of two days ago: %v", err)
	}
	d.do(func() { d.Print(func(string) error { return errors.New("no viewer") }) })
	if d.State().Problem.Sentence != "error.report_viewer" {
		t.Errorf("%+v", d.State().Problem)
	}
}

// TestSheet makes the sheet of the selected trip, and saves it as PDF only.
func TestSheet(t *testing.T) {
	s := &shelf{}
	d := newDesk(t, s)
	d.do(d.MakeSheet)
	if d.State().Report != nil || d.Problem() != "reports.no_subject" {
		t.Fatalf("without a trip: %+v", d.State())
	}
	s.subject = &reports.Subject{ID: 7, Name: "51C-1"}
	d.SetTemplate(reports.Template{Company: "An Bình"})
	d.do(d.MakeSheet)
	st := d.State()
	if st.Report == nil || st.Report.Sheet == nil || st.Report.Sheet.Trip != 7 || st.Report.Sheet.Company != "An Bình" || st.Stale || st.Report.Pages.Len() != 1 {
		t.Fatalf("%+v", st)
	}
	if name := st.Report.FileName(); name != "Distance sheet of a trip_51C-1_2026-11-25" {
		t.Error(name)
	}
	pdf := filepath.Join(d.folder, "a.pdf")
	d.do(func() { d.Save(pdf) })
	content, err := os.ReadFile(pdf)
	if err != nil {
		t.Fatal(err)
	}
	if got, _, err := reportfile.ReadSheet(content); err != nil || got.Trip != 7 {
		t.Errorf("%+v, %v", got, err)
	}
	d.do(func() { d.Save(filepath.Join(d.folder, "a.csv")) })
	if d.State().Problem.Sentence != "error.sheet_format" {
		t.Errorf("%+v", d.State().Problem)
	}
	s.subject.ID = 8
	d.do(d.DataChanged)
	if !d.State().Stale {
		t.Error("the sheet of another trip is not stale")
	}
}

// TestOutdated notices that the data of a report changed, also while it is compared.
func TestOutdated(t *testing.T) {
	s := &shelf{basis: "a"}
	d := newDesk(t, s)
	d.do(d.DataChanged)
	d.do(d.Make)
	if d.State().Outdated {
		t.Error("a new report is outdated")
	}
	s.basis = "b"
	d.DataChanged()
	d.do(d.DataChanged)
	if !d.State().Outdated {
		t.Error("the report is not outdated")
	}
	s.basis = "a" // undone
	d.do(d.DataChanged)
	if d.State().Outdated {
		t.Error("the report is still outdated")
	}
	s.basis = "b"
	d.do(d.DataChanged)
	d.do(d.Make)
	if d.State().Outdated {
		t.Error("a report that was made again is outdated")
	}
}

func TestLimits(t *testing.T) {
	words, err := text.Load(assets.Translations(), "vi")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		way, kmh, reason string
		field            int // −1 for no problem
	}{
		{" way/12 ", "50", "biển  báo", -1}, {"", "50", "x", 0}, {"-1", "50", "x", 0}, {"1", "0", "x", 1}, {"1", "50,5", "x", 1}, {"1", "201", "x", 1}, {"1", "200", " ", 2},
	} {
		got, problem, field := reports.ReadLimit(words, c.way, c.kmh, c.reason)
		if ok := c.field < 0; ok != (problem == "") || !ok && field != c.field || ok && (got.Way != 12 || got.KMH != 50 || got.Reason != "biển báo") {
			t.Errorf("%+v: %+v, %q in %d", c, got, problem, field)
		}
	}
	d := newDesk(t, &shelf{})
	d.do(func() { d.CorrectLimit(regulation.Correction{Way: 12, KMH: 50, Reason: "sign"}) })
	if c, ok := d.State().Limit(12); !ok || !c.At.Equal(noon) {
		t.Errorf("%+v, %v", c, ok)
	}
	d.do(func() { d.CorrectLimit(regulation.Correction{Way: 12, KMH: 500, Reason: "sign"}) })
	if len(d.failed) != 1 {
		t.Error(d.failed)
	}
	d.do(func() { d.RemoveLimit(12) })
	if _, ok := d.State().Limit(12); ok {
		t.Error("the limit is still there")
	}
}
