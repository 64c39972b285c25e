// SPDX-License-Identifier: MIT

package reports

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/report"
	"roadsnap/internal/reportfile"
	"roadsnap/ui/text"
)

// Span names the days of a report.
type Span string

// The spans. All but the last one are those of report.Recent.
const (
	ThisMonth Span = "this_month"
	LastMonth Span = "last_month"
	ThisWeek  Span = "this_week"
	LastWeek  Span = "last_week"
	Yesterday Span = "yesterday"
	OwnDays   Span = "own_days"
)

// Spans returns all spans.
func Spans() []Span {
	return []Span{ThisMonth, LastMonth, ThisWeek, LastWeek, Yesterday, OwnDays}
}

// SheetKind is the kind of the distance sheet of a trip, besides those of reports.
const SheetKind report.Kind = "sheet"

// Kinds returns the kinds to choose from.
func Kinds() []report.Kind { return append(report.Kinds(), SheetKind) }

// Choice says which report is made.
type Choice struct {
	Kind report.Kind `json:"kind"`
	Span Span        `json:"span"`
	// From and To are the first and the last of OwnDays, as the user wrote them.
	From     string      `json:"from,omitempty"`
	To       string      `json:"to,omitempty"`
	Vehicles []string    `json:"vehicles,omitempty"`
	Drivers  []string    `json:"drivers,omitempty"`
	Groups   []string    `json:"groups,omitempty"`
	By       report.By   `json:"by"`
	Each     report.Each `json:"each"`
	// Language is "vi", "en", or "" for that of the window.
	Language string `json:"language,omitempty"`
}

// Column is a column of a report, with the title that it had last.
type Column struct {
	Key   string `json:"key"`
	Title string `json:"title"`
}

// Template is what all reports of a company have in common.
type Template struct {
	Company string   `json:"company,omitempty"`
	Logo    []byte   `json:"logo,omitempty"` // PNG or JPEG
	Signers []string `json:"signers,omitempty"`
	// Hidden holds the columns that a kind of report leaves out.
	Hidden map[report.Kind][]Column `json:"hidden,omitempty"`
}

// WithHidden returns the template with other hidden columns of a kind of report.
func (t Template) WithHidden(kind report.Kind, columns []Column) Template {
	t.Hidden = maps.Clone(t.Hidden)
	if t.Hidden == nil {
		t.Hidden = map[report.Kind][]Column{}
	}
	t.Hidden[kind] = columns
	return t
}

// kept is what the workspace keeps of the panel.
type kept struct {
	Choice   Choice   `json:"choice"`
	Template Template `json:"template"`
}

// setting is the name under which the workspace keeps it.
const setting = "reports"

// firstChoice is the choice before the user has made one.
func firstChoice() Choice {
	return Choice{Kind: report.ByVehicle, Span: ThisMonth, By: report.ByPlate, Each: report.EachPeriod}
}

// readKept reads what was kept. Values that another version wrote and this one does not know
// become the first ones.
func readKept(value []byte) (k kept, err error) {
	k.Choice = firstChoice()
	if len(value) == 0 {
		return k, nil
	}
	if err := json.Unmarshal(value, &k); err != nil {
		return kept{Choice: firstChoice()}, err
	}
	first := firstChoice()
	known(&k.Choice.Kind, Kinds(), first.Kind)
	known(&k.Choice.Span, Spans(), first.Span)
	known(&k.Choice.By, Bys(), first.By)
	known(&k.Choice.Each, Eachs(), first.Each)
	known(&k.Choice.Language, []string{"", "vi", "en"}, "")
	if len(k.Template.Logo) > 0 && !reportfile.ValidLogo(k.Template.Logo) {
		k.Template.Logo = nil
	}
	return k, nil
}

func known[T comparable](x *T, all []T, first T) {
	if !slices.Contains(all, *x) {
		*x = first
	}
}

// Bys returns the subjects of the rows of a fleet report.
func Bys() []report.By { return []report.By{report.ByPlate, report.ByPerson, report.ByGroup} }

// Eachs returns the lengths of the rows of a fleet report.
func Eachs() []report.Each {
	return []report.Each{report.EachPeriod, report.EachDay, report.EachWeek, report.EachMonth}
}

// mostPoints is the number of days that a report of points may have.
const mostPoints = 31

// Period returns the days of a choice that is made at a time. problem is the key of what is
// wrong with them, "" if nothing is.
func (c Choice) Period(now time.Time) (p report.Period, problem string) {
	if c.Span != OwnDays {
		return report.Recent(c.Span).Period(now), ""
	}
	from, ok := fleet.ParseTime(strings.TrimSpace(c.From), false)
	if !ok || from.IsZero() {
		return p, "reports.bad_from"
	}
	to, ok := fleet.ParseTime(strings.TrimSpace(c.To), false)
	if !ok || to.IsZero() {
		return p, "reports.bad_to"
	}
	if to.Before(from) {
		return p, "reports.bad_order"
	}
	return report.Days(from, to), ""
}

// languageIn returns the language of reports in a window of a language.
func (c Choice) languageIn(window string) string { return cmp.Or(c.Language, window) }

// Request returns what a choice asks for with a template, in a window of a language. problem
// is the key of what is wrong with the choice, "" if nothing is.
func (c Choice) Request(t Template, window string, now time.Time) (r report.Request, f report.Filter, problem string) {
	r = report.Request{
		Kind: c.Kind, Company: t.Company, Logo: t.Logo, Vehicles: c.Vehicles, By: c.By, Each: c.Each, Signers: t.Signers, Made: now,
	}
	r.Language, _ = report.ParseLanguage(c.languageIn(window))
	for _, column := range t.Hidden[c.Kind] {
		r.Hide = append(r.Hide, column.Key)
	}
	f = report.Filter{Vehicles: c.Vehicles, Drivers: c.Drivers, Groups: c.Groups}
	r.Period, problem = c.Period(now)
	if problem == "" && c.Kind.OfOneVehicle() {
		switch {
		case len(c.Vehicles) != 1:
			problem = "reports.one_vehicle"
		case r.Period.Length() > mostPoints:
			problem = "reports.one_month"
		}
	}
	return r, f, problem
}

// FileName returns the suggested name of the file of a report without its ending: its title
// and days, or the vehicle and the day of a sheet.
func (r *Report) FileName() string {
	parts := []string{r.Document.Title}
	day := func(at time.Time) {
		if s := at.In(text.Vietnam).Format(time.DateOnly); !at.IsZero() && !slices.Contains(parts, s) {
			parts = append(parts, s)
		}
	}
	if s := r.Sheet; s != nil {
		parts = append(parts, cmp.Or(s.Vehicle, s.Name))
		day(s.Start)
	} else if !r.Period.From.IsZero() {
		day(r.Period.From)
		day(r.Period.Last())
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`<>:"/\|?*`, r) {
			return '-'
		}
		return r
	}, strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "_"))
}
