// SPDX-License-Identifier: MIT

package mapping

import (
	"context"
	"os"
	"slices"

	"roadsnap/engine/trace"
	"roadsnap/ui/job"
)

// TracksState is the state of a list of the tracks and routes in a file.
type TracksState struct {
	Items  []trace.Item
	Chosen []bool // by the index in Items
	Busy   bool   // the file is being read
	Read   bool   // Items are those of the file
	Share  float64
	Err    error
}

// Ready reports whether anything is chosen.
func (s TracksState) Ready() bool { return s.Read && !s.Busy && slices.Contains(s.Chosen, true) }

// Count returns the number of chosen items.
func (s TracksState) Count() (n int) {
	for _, c := range s.Chosen {
		if c {
			n++
		}
	}
	return n
}

// Numbers returns the numbers of the chosen items for trace.Options.Numbers, nil if they are
// those that are read without a choice.
func (s TracksState) Numbers() (numbers []int) {
	if !s.Read || slices.Equal(s.Chosen, usual(s.Items)) {
		return nil
	}
	for i, c := range s.Chosen {
		if c {
			numbers = append(numbers, s.Items[i].Number)
		}
	}
	return numbers
}

// usual returns what is read of a file without a choice: routes only if there are no tracks.
func usual(items []trace.Item) []bool {
	tracks := slices.ContainsFunc(items, func(i trace.Item) bool { return i.Kind != trace.KindRoute })
	return chosenOf(items, func(i trace.Item) bool { return !tracks || i.Kind != trace.KindRoute })
}

func chosenOf(items []trace.Item, these func(trace.Item) bool) []bool {
	chosen := make([]bool, len(items))
	for i, item := range items {
		chosen[i] = these(item)
	}
	return chosen
}

// Tracks is the view model of a list of the tracks and routes in a file. It belongs to the UI
// goroutine.
type Tracks struct {
	jobs    *job.Runner
	table   Table
	state   TracksState
	reading *job.Job
	changed func()
	// only chooses at first, nil for what is read without a choice.
	only func(trace.Item) bool
}

// NewTracks returns the model of a file. changed is called after each change of the state.
func NewTracks(jobs *job.Runner, table Table, only func(trace.Item) bool, changed func()) *Tracks {
	return &Tracks{jobs: jobs, table: table, only: only, changed: changed}
}

// State returns the current state.
func (m *Tracks) State() TracksState { return m.state }

// Close cancels the reading.
func (m *Tracks) Close() { m.reading.Cancel() }

// Set chooses an item or takes it out of the choice.
func (m *Tracks) Set(i int, chosen bool) {
	m.state.Chosen = slices.Clone(m.state.Chosen)
	m.state.Chosen[i] = chosen
	m.changed()
}

// SetAll chooses all items, or none.
func (m *Tracks) SetAll(chosen bool) {
	m.state.Chosen = chosenOf(m.state.Items, func(trace.Item) bool { return chosen })
	m.changed()
}

// Forget drops what was read, because it would be read in another way now.
func (m *Tracks) Forget() {
	m.reading.Cancel()
	m.state = TracksState{}
}

// Load reads the file with options.
func (m *Tracks) Load(o trace.Options) {
	m.reading.Cancel()
	m.state = TracksState{Busy: true}
	m.reading = job.Report(m.jobs, func(share float64) {
		m.state.Share = share
		m.changed()
	}, func(ctx context.Context, report func(float64)) func() {
		items, err := m.table.contents(ctx, o, report)
		return func() {
			m.state = TracksState{Items: items, Read: err == nil, Err: err}
			if m.only != nil && slices.ContainsFunc(items, m.only) {
				m.state.Chosen = chosenOf(items, m.only)
			} else {
				m.state.Chosen = usual(items)
			}
			m.changed()
		}
	})
	m.changed()
}

// contents lists what the file holds.
func (t Table) contents(ctx context.Context, o trace.Options, report func(share float64)) ([]trace.Item, error) {
	if t.Text != nil {
		return trace.TextContents(ctx, t.Text, t.Path, o)
	}
	if info, err := os.Stat(t.Path); err == nil && info.Size() > 0 {
		o.Progress = func(read int64) { report(float64(read) / float64(info.Size())) }
	}
	return trace.FileContents(ctx, t.Path, o)
}
