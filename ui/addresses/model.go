// SPDX-License-Identifier: MIT

package addresses

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"roadsnap/engine/address"
	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
	"roadsnap/ui/job"
)

// Row is a row of the table with its result. It does not change.
type Row struct {
	Number int // from 1
	Cells  []string
	Query  address.Query
	Answer address.Answer
}

// ByHand reports whether a person chose the result.
func (r *Row) ByHand() bool { return r.Answer.Reason == address.ByHand }

// State is the state of the page.
type State struct {
	Sheet       *Sheet // nil before a table was read
	To          address.Direction
	Rows        []*Row // the results; must not be changed
	Shown       []int  // indices of the listed rows
	OnlyDoubts  bool   // only rows that need a look are listed
	Doubts      int    // rows that need a look
	Selected    int    // index of a row, −1 for none
	Busy        bool
	Done, Total int // progress in rows; Total is 0 before it is known
	Err         error
	Saved       string // path of the written file, "" for none
	CanUndo     bool
}

// Decided returns the number of rows with a result.
func (s *State) Decided() (n int) {
	for _, r := range s.Rows {
		if r.Answer.Decided {
			n++
		}
	}
	return n
}

// Options configures a Model.
type Options struct {
	Jobs  *job.Runner
	Table *units.Table
	// Atlas calls fn with the borders of units; nil means that there are none.
	Atlas func(fn func(*units.Atlas) error) error
	// Streets returns those of some wards that a street of the map runs through; nil means that
	// there is no map. Safe for concurrent use.
	Streets func(name string, among []units.Ward) ([]units.Ward, error)
	Books   Books
}

// Model is the view model of the page. It belongs to the UI goroutine.
type Model struct {
	o         Options
	changed   *job.Signal
	converter func() *address.Converter
	state     State
	working   *job.Job
	undo      []step
}

// step is a choice that can be taken back.
type step struct {
	index  int
	before *Row
}

// NewModel returns a model without a table.
func NewModel(o Options) *Model {
	m := &Model{o: o, changed: o.Jobs.Signal(), state: State{To: address.IntoNew, Selected: -1}}
	m.converter = sync.OnceValue(func() *address.Converter {
		c := address.New(o.Table)
		if o.Atlas != nil {
			c.Locate, c.LocateFormer, c.Shares = m.wardAt, m.formerAt, m.shares
		}
		if o.Streets != nil {
			c.Streets = func(name string, among []units.Ward) []units.Ward {
				on, _ := o.Streets(name, among) // a street that cannot be read decides nothing
				return on
			}
		}
		return c
	})
	return m
}

// wardAt returns the ward at a point. Safe for concurrent use.
func (m *Model) wardAt(p geo.Point) (w units.Ward, ok bool) {
	// Without borders no point lies in a ward.
	_ = m.o.Atlas(func(a *units.Atlas) error {
		at, found := a.Locate(p)
		w, ok = at.Ward, found && at.WardFound
		return nil
	})
	return w, ok
}

// formerAt returns the unit of June 2025 at a point. Safe for concurrent use.
func (m *Model) formerAt(p geo.Point) (f units.Former, ok bool) {
	_ = m.o.Atlas(func(a *units.Atlas) error {
		f, ok = a.Former().Locate(p)
		return nil
	})
	return f, ok
}

// shares returns which part of a former unit went to which ward. Safe for concurrent use.
func (m *Model) shares(f units.Former) (list []units.Share, ok bool) {
	_ = m.o.Atlas(func(a *units.Atlas) error {
		list, ok = a.Former().Shares(f)
		return nil
	})
	return list, ok
}

// OnChange sets the listener that is called after each change of the state.
func (m *Model) OnChange(fn func()) { m.changed.Listen(fn) }

// State returns the current state.
func (m *Model) State() State { return m.state }

// Paste reads addresses, one a line, or rows of a spreadsheet.
func (m *Model) Paste(text string) {
	m.read(func(context.Context) (string, [][]string, error) { return "", rowsOfText(text), nil })
}

// Open reads a CSV file or a workbook.
func (m *Model) Open(path string) {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	m.read(func(ctx context.Context) (string, [][]string, error) {
		rows, err := rowsOfFile(ctx, path)
		return name, rows, err
	})
}

// rowsOfFile returns the rows of a text or of a workbook.
func rowsOfFile(ctx context.Context, path string) (rows [][]string, err error) {
	text, ok, err := trace.ReadText(ctx, path, trace.Options{})
	if err != nil || ok {
		return rowsOfText(text), err
	}
	table, err := trace.ReadRows(ctx, path, "", maxRows, trace.Options{})
	if err != nil {
		return nil, err
	}
	for _, r := range table.Rows {
		rows = append(rows, r.Cells)
	}
	return rows, nil
}

// maxRows is the largest number of rows of a sheet.
const maxRows = 1 << 20

// read reads a table and converts it.
func (m *Model) read(rows func(context.Context) (name string, rows [][]string, err error)) {
	to := m.state.To
	m.start(func(ctx context.Context, report func(progress)) (result, error) {
		name, rows, err := rows(ctx)
		if err != nil {
			return result{}, err
		}
		sheet := newSheet(name, rows, m.converter())
		if sheet.to != nil {
			to = *sheet.to
		}
		return m.convert(ctx, sheet, to, report)
	})
}

// SetDirection converts the table in a direction.
func (m *Model) SetDirection(to address.Direction) {
	if to != m.state.To {
		m.state.To = to
		m.again(m.state.Sheet)
	}
}

// SetColumn takes the addresses from a column, or from all columns if it is −1.
func (m *Model) SetColumn(column int) {
	if m.state.Sheet != nil {
		m.again(m.state.Sheet.withAddress(column))
	}
}

func (m *Model) again(sheet *Sheet) {
	if sheet == nil {
		m.changed.Raise()
		return
	}
	to := m.state.To
	m.start(func(ctx context.Context, report func(progress)) (result, error) {
		return m.convert(ctx, sheet, to, report)
	})
}

// progress is that of a conversion, in rows.
type progress struct{ done, total int }

// result is a converted table.
type result struct {
	sheet *Sheet
	to    address.Direction
	rows  []*Row
}

// start runs a conversion in the background instead of the current one.
func (m *Model) start(work func(ctx context.Context, report func(progress)) (result, error)) {
	m.working.Cancel()
	s := &m.state
	s.Busy, s.Done, s.Total, s.Err, s.Saved = true, 0, 0, nil, ""
	m.working = job.Report(m.o.Jobs, m.progressed, func(ctx context.Context, report func(progress)) func() {
		r, err := work(ctx, report)
		return func() {
			s.Busy = false
			if err != nil {
				s.Err = err
			} else {
				m.undo = nil
				s.Sheet, s.To, s.Rows, s.Selected, s.CanUndo = r.sheet, r.to, r.rows, -1, false
				m.filter()
			}
			m.changed.Raise()
		}
	})
	m.changed.Raise()
}

func (m *Model) progressed(p progress) {
	m.state.Done, m.state.Total = p.done, p.total
	m.changed.Raise()
}

// Cancel ends the running conversion without a result.
func (m *Model) Cancel() {
	m.working.Cancel()
	m.state.Busy = false
	m.changed.Raise()
}

// chunk is the number of rows that are converted between two reports.
const chunk = 500

// convert converts a table on all processors.
func (m *Model) convert(ctx context.Context, sheet *Sheet, to address.Direction, report func(progress)) (result, error) {
	c := m.converter()
	rows := make([]*Row, len(sheet.Rows))
	var next, done atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(chunk)) - chunk
				if from >= len(rows) {
					return
				}
				end := min(from+chunk, len(rows))
				for i := from; i < end; i++ {
					rows[i] = m.convertRow(c, sheet, i, to)
				}
				report(progress{int(done.Add(int64(end - from))), len(rows)})
			}
		})
	}
	workers.Wait()
	return result{sheet, to, rows}, ctx.Err()
}

func (m *Model) convertRow(c *address.Converter, sheet *Sheet, i int, to address.Direction) *Row {
	r := &Row{Number: i + 1, Cells: sheet.Rows[i], Query: sheet.query(sheet.Rows[i])}
	r.Answer = c.Convert(to, r.Query)
	if sheet.earlier != nil && to == *sheet.to && sheet.earlier[i].reason == string(address.ByHand) {
		if k, ok := m.unitOf(sheet.earlier[i].code, to); ok {
			r.Answer = c.Choose(to, r.Query, k)
			r.Answer.Address = sheet.earlier[i].address
		}
	}
	return r
}

// unitOf returns the unit with a code that a conversion in a direction can have as its result.
func (m *Model) unitOf(code string, to address.Direction) (k address.Candidate, ok bool) {
	if to == address.IntoNew {
		k.Ward, ok = m.o.Table.Ward(code)
		return k, ok
	}
	l, ok := m.o.Table.Legacy(code)
	if !ok || !l.HasOld {
		return k, false
	}
	return address.Candidate{Ward: l.Old.Successors[0], Former: l.Old, HasFormer: true}, true
}

// ShowDoubts lists only the rows that need a look, or all.
func (m *Model) ShowDoubts(only bool) {
	m.state.OnlyDoubts = only
	m.filter()
	m.changed.Raise()
}

// filter lists rows. A row that was decided by hand stays in the list.
func (m *Model) filter() {
	s := &m.state
	s.Shown, s.Doubts = nil, 0
	for i, r := range s.Rows {
		doubtful := r.Answer.Doubtful()
		if doubtful {
			s.Doubts++
		}
		if !s.OnlyDoubts || doubtful || r.ByHand() {
			s.Shown = append(s.Shown, i)
		}
	}
}

// Select selects a row by its index, −1 for none.
func (m *Model) Select(i int) {
	m.state.Selected = i
	m.changed.Raise()
}

// Row returns the selected row, nil if there is none.
func (m *Model) Row() *Row {
	if i := m.state.Selected; i >= 0 && i < len(m.state.Rows) {
		return m.state.Rows[i]
	}
	return nil
}

// Choice returns the result of the selected row if a person chooses a unit for it.
func (m *Model) Choice(k address.Candidate) address.Answer {
	return m.converter().Choose(m.state.To, m.Row().Query, k)
}

// Choose sets the result of the selected row to a unit, with a text as its new address, and
// selects the next row that needs a look.
func (m *Model) Choose(k address.Candidate, text string) {
	r := m.Row()
	if r == nil || m.state.Busy {
		return
	}
	changed := *r
	changed.Answer = m.Choice(k)
	changed.Answer.Address = strings.TrimSpace(text)
	i := m.state.Selected
	m.set(i, &changed)
	m.undo = append(m.undo, step{i, r})
	m.state.CanUndo = true
	for n := i + 1; n < len(m.state.Rows); n++ {
		if m.state.Rows[n].Answer.Doubtful() {
			m.state.Selected = n
			break
		}
	}
	m.changed.Raise()
}

func (m *Model) set(i int, r *Row) {
	m.state.Rows = slices.Clone(m.state.Rows) // a job may be writing the former ones
	m.state.Rows[i] = r
	m.state.Saved = ""
	m.filter()
}

// Undo takes the last choice back, and reports whether there was one.
func (m *Model) Undo() bool {
	n := len(m.undo)
	if n == 0 || m.state.Busy {
		return false
	}
	last := m.undo[n-1]
	m.undo = m.undo[:n-1]
	m.set(last.index, last.before)
	m.state.Selected, m.state.CanUndo = last.index, n > 1
	m.changed.Raise()
	return true
}

// maxFound is the number of units that Find returns.
const maxFound = 12

// Find returns the units with a name that the selected row may be given.
func (m *Model) Find(query string) (list []address.Candidate) {
	if m.state.To == address.IntoFormer {
		for _, f := range m.o.Table.LegacyByName(query, maxFound) {
			list = append(list, address.Candidate{Ward: f.Successors[0], Former: f, HasFormer: true})
		}
		return list
	}
	for _, hit := range m.o.Table.Search(query, units.Filter{Kind: units.KindWard, Limit: maxFound}) {
		list = append(list, address.Candidate{Ward: hit.Ward})
	}
	return list
}

// Province returns the name of the province of a candidate.
func (m *Model) Province(k address.Candidate) string {
	p, _ := m.o.Table.Province(k.Ward.ProvinceCode)
	return p.FullName
}
