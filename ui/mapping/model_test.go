// SPDX-License-Identifier: MIT

package mapping

import (
	"context"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/ui/job/jobtest"
)

// odd is a table whose names say nothing: longitude first, metres of no system, day numbers.
const odd = "a;b;c;d\nx;106.7001;10.7701;01/02/2026 07:15\nx;106.7002;10.7702;01/02/2026 07:16\n"

func modelOf(t *testing.T, text string) (*Model, *jobtest.UI, func()) {
	t.Helper()
	ui := jobtest.New(t)
	table := Table{Path: "odd.csv", Text: []byte(text)}
	p, err := Look(context.Background(), table, geo.NoBounds, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := New(ui.Jobs, table, geo.NoBounds, p, func() {})
	return m, ui, func() {
		t.Helper()
		ui.Until(t, "the preview", func() bool { return !m.State().Busy })
	}
}

func TestModel(t *testing.T) {
	m, _, wait := modelOf(t, odd)
	if s := m.State(); !s.Ready() || s.Role(1) != "lon" || s.Role(2) != "lat" || s.Role(3) != "time" || s.Width() != 4 || s.ColumnName(2) != "c" {
		t.Fatalf("at first: %+v", s.Recipe)
	}
	m.SetRole(0, "vehicle")
	wait()
	if s := m.State(); !s.Ready() || s.Role(0) != "vehicle" || s.Preview.Trips[0].Vehicle != "x" {
		t.Errorf("with a vehicle: %+v", s.Recipe)
	}
	m.SetRole(1, "lat")
	wait()
	if s := m.State(); s.Ready() || s.Role(1) != "lat" || s.Role(2) != "" {
		t.Errorf("two columns of one role: %+v", s.Recipe)
	}
	m.SetRole(2, "lon")
	m.Change(func(r *trace.Recipe) { r.Dates = "mdy" }) // while the preview before is being read
	wait()
	s := m.State()
	if len(s.Preview.Trips) != 1 || s.Preview.Trips[0].Observations[0].Time.Day() != 2 {
		t.Errorf("month first: %+v", s.Preview)
	}
	if points, trips := s.Points(); points != 2 || trips != 1 {
		t.Errorf("%d points, %d trips", points, trips)
	}
	m.Guess()
	wait()
	if s := m.State(); s.Role(2) != "lat" || s.Recipe.Dates != "" {
		t.Errorf("guessed again: %+v", s.Recipe)
	}
	r := m.Recipe(" Portal ", true)
	if err := r.Validate(); err != nil || r.Name != "Portal" || r.Shape != trace.Shape([]string{"a", "b", "c", "d"}) || r.Sheets != nil {
		t.Errorf("recipe %+v, %v", r, err)
	}
}

func TestPositionExcludesLatitude(t *testing.T) {
	m, _, wait := modelOf(t, odd)
	m.SetRole(0, "position")
	wait()
	if s := m.State(); s.Role(1) != "" || s.Role(2) != "" || s.Ready() {
		t.Errorf("%+v", s.Recipe)
	}
	m.SetHeader(0)
	wait()
	if s := m.State(); s.Recipe.Header != 0 || s.ColumnName(0) != "" || m.Recipe("", true).Shape != "" {
		t.Errorf("%+v", s.Recipe)
	}
}

func TestDelimiter(t *testing.T) {
	m, _, wait := modelOf(t, odd)
	m.Change(func(r *trace.Recipe) { r.Delimiter = "," })
	wait()
	if s := m.State(); s.Width() != 1 || s.Ready() {
		t.Errorf("commas: %d columns", s.Width())
	}
	m.Change(func(r *trace.Recipe) { r.Delimiter = ";" })
	wait()
	if s := m.State(); s.Width() != 4 || !s.Ready() {
		t.Errorf("semicolons again: %+v", s)
	}
}
