// SPDX-License-Identifier: MIT

package mapping

import (
	"context"
	"slices"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/ui/job"
)

// previewRows is the number of rows that are read for the preview.
const previewRows = 1000

// Table is the table whose columns are chosen: a file, or a text that was pasted.
type Table struct {
	Path string // or the name of the text
	Text []byte // nil for a file
}

// preview reads the beginning of the table.
func (t Table) preview(ctx context.Context, sheet string, o trace.Options) (*trace.Preview, error) {
	if t.Text != nil {
		return trace.PreviewText(ctx, t.Text, t.Path, previewRows, o)
	}
	return trace.PreviewFile(ctx, t.Path, sheet, previewRows, o)
}

// Look reads the beginning of a table as it would be read without a choice. Saved recipes are
// used as the files of their shapes are.
func Look(ctx context.Context, t Table, bounds geo.Bounds, saved []trace.Recipe) (*trace.Preview, error) {
	return t.preview(ctx, "", trace.Options{Bounds: bounds, Recipes: saved})
}

// State is the state of the dialog.
type State struct {
	Preview *trace.Preview // of Recipe
	Recipe  trace.Recipe
	Busy    bool // the preview is being read
	Err     error
}

// Ready reports whether the table can be opened: points are read by the recipe.
func (s State) Ready() bool {
	return !s.Busy && s.Err == nil && s.Preview.Err == nil && len(s.Preview.Trips) > 0 && s.Recipe.Validate() == nil
}

// Points returns the number of points and of trips in the preview.
func (s State) Points() (points, trips int) {
	for _, t := range s.Preview.Trips {
		points += len(t.Observations)
	}
	return points, len(s.Preview.Trips)
}

// Role returns the role of a column (from 0), "" for none.
func (s State) Role(column int) string {
	for _, c := range s.Recipe.Columns {
		if c.Number == column+1 {
			return c.Role
		}
	}
	return ""
}

// Width returns the number of columns of the preview.
func (s State) Width() int { return Width(s.Preview) }

// Width returns the number of columns of a preview.
func Width(p *trace.Preview) (n int) {
	for _, r := range p.Rows {
		n = max(n, len(r.Cells))
	}
	return n
}

// ColumnName returns the name of a column (from 0) in the row of names, "" if it has none.
func (s State) ColumnName(column int) string {
	if i := s.Recipe.Header - 1; i >= 0 && i < len(s.Preview.Rows) && column < len(s.Preview.Rows[i].Cells) {
		return strings.TrimSpace(s.Preview.Rows[i].Cells[column])
	}
	return ""
}

// Model is the view model of the dialog. It belongs to the UI goroutine.
type Model struct {
	jobs    *job.Runner
	table   Table
	bounds  geo.Bounds
	state   State
	reading *job.Job
	changed func()
	other   func() // is called when the table is going to be read in another way
}

// New returns the model for a table whose preview was read. changed is called after each
// change of the state.
func New(jobs *job.Runner, table Table, bounds geo.Bounds, first *trace.Preview, changed func()) *Model {
	m := &Model{jobs: jobs, table: table, bounds: bounds, changed: changed}
	m.state = State{Preview: first, Recipe: first.Recipe}
	m.state.Recipe.Columns = slices.Clone(first.Recipe.Columns)
	return m
}

// SetOnChange sets a function that is called when the table is going to be read in another way.
func (m *Model) SetOnChange(other func()) { m.other = other }

// State returns the current state.
func (m *Model) State() State { return m.state }

// Close cancels the reading.
func (m *Model) Close() { m.reading.Cancel() }

// Change changes the recipe and reads the preview again.
func (m *Model) Change(change func(*trace.Recipe)) {
	m.state.Recipe.Columns = slices.Clone(m.state.Recipe.Columns)
	change(&m.state.Recipe)
	m.read(m.state.Preview.Sheet)
}

// SetRole gives a column (from 0) a role, "" for none. Another column loses it, and a position
// in one cell excludes one in two.
func (m *Model) SetRole(column int, role string) {
	name := m.state.ColumnName(column)
	m.Change(func(r *trace.Recipe) {
		r.Columns = slices.DeleteFunc(r.Columns, func(c trace.Column) bool {
			return c.Number == column+1 || c.Role == role ||
				role == "position" && (c.Role == "lat" || c.Role == "lon") || (role == "lat" || role == "lon") && c.Role == "position"
		})
		if role != "" {
			r.Columns = append(r.Columns, trace.Column{Role: role, Number: column + 1, Name: name})
		}
		slices.SortFunc(r.Columns, func(a, b trace.Column) int { return a.Number - b.Number })
	})
}

// SetHeader sets the row of column names, counted from 1; 0 for none. The columns keep their
// roles and get their names from there.
func (m *Model) SetHeader(row int) {
	m.state.Recipe.Header = row
	m.Change(func(r *trace.Recipe) {
		for i := range r.Columns {
			r.Columns[i].Name = m.state.ColumnName(r.Columns[i].Number - 1)
		}
	})
}

// SetSheet shows another sheet of the workbook, and finds out how it is read.
func (m *Model) SetSheet(sheet string) { m.start(sheet, nil) }

// Guess finds out again how the table is read.
func (m *Model) Guess() { m.start(m.state.Preview.Sheet, nil) }

func (m *Model) read(sheet string) {
	r := m.state.Recipe
	m.start(sheet, &r)
}

// start reads the preview by a recipe, nil to find one.
func (m *Model) start(sheet string, r *trace.Recipe) {
	m.reading.Cancel()
	m.state.Busy = true
	if m.other != nil {
		m.other()
	}
	m.reading = m.jobs.Start(func(ctx context.Context) func() {
		p, err := m.table.preview(ctx, sheet, trace.Options{Bounds: m.bounds, Recipe: r})
		return func() {
			m.state.Busy, m.state.Err = false, err
			if err == nil {
				if r == nil {
					m.state.Recipe = p.Recipe
				}
				m.state.Preview = p
			}
			m.changed()
		}
	})
	m.changed()
}

// Recipe returns the recipe to open the table with, and to save if name is not "". It is for
// one sheet unless all is true.
func (m *Model) Recipe(name string, all bool) trace.Recipe {
	r := m.state.Recipe
	r.Name, r.Sheets = strings.TrimSpace(name), nil
	if len(m.state.Preview.Sheets) > 1 && !all {
		r.Sheets = []string{m.state.Preview.Sheet}
	}
	if i := r.Header - 1; i >= 0 && i < len(m.state.Preview.Rows) {
		r.Shape = trace.Shape(m.state.Preview.Rows[i].Cells)
	} else {
		r.Shape = ""
	}
	return r
}
