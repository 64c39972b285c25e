// SPDX-License-Identifier: MIT

package find

import (
	"context"
	"slices"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/search"
	"roadsnap/ui/job"
)

// Searcher searches: the engine.
type Searcher interface {
	Search(text string, o engine.SearchOptions) ([]engine.Found, error)
	// StreetLines returns the lines of all ways of a street that Search found.
	StreetLines(ctx context.Context, f engine.Found) ([][]geo.Point, error)
}

// Group is a group of results in the box.
type Group uint8

// The groups of results.
const (
	Points  Group = iota // coordinates and links
	Streets              // streets, road numbers and houses
	Sites                // points of interest
	Places               // settlements, water, parks
	Units
)

// GroupOf returns the group of a result.
func GroupOf(f engine.Found) Group {
	switch f.Kind {
	case engine.FoundCoordinates:
		return Points
	case engine.FoundStreet, engine.FoundRoad, engine.FoundHouse:
		return Streets
	case engine.FoundPOI:
		return Sites
	case engine.FoundUnit, engine.FoundDistrict:
		return Units
	default:
		return Places
	}
}

// State is what the box shows. It is immutable.
type State struct {
	Text    string
	Done    bool           // Results belong to Text
	Results []engine.Found // by group; the group of the best result first
	Chosen  int            // index of the chosen result; 0 at first
	Link    bool           // Text is a link without a point
	Err     error          // reading the map
}

// limit is the number of results in the box.
const limit = 9

// Model is the state of the search box. Its methods must be called on the UI goroutine.
type Model struct {
	jobs     *job.Runner
	searcher Searcher
	near     func() (p geo.Point, ok bool)
	running  *job.Job
	state    State
	listen   func()
}

// NewModel returns a model. near returns the point near which results are preferred.
func NewModel(jobs *job.Runner, s Searcher, near func() (geo.Point, bool)) *Model {
	return &Model{jobs: jobs, searcher: s, near: near, listen: func() {}}
}

// OnChange sets the function that is called after each change.
func (m *Model) OnChange(listen func()) { m.listen = listen }

// State returns the current state.
func (m *Model) State() State { return m.state }

// Ask searches for a text. The results of an earlier text stay until the new ones come,
// unless the text is empty.
func (m *Model) Ask(text string) {
	if text = strings.TrimSpace(text); text == m.state.Text {
		return
	}
	m.running.Cancel()
	m.state.Text, m.state.Done = text, false
	if text == "" {
		m.state = State{}
		m.listen()
		return
	}
	o := engine.SearchOptions{Limit: limit}
	o.Near, o.HasNear = m.near()
	m.running = m.jobs.Start(func(context.Context) func() {
		list, err := m.searcher.Search(text, o)
		return func() {
			m.state = State{Text: text, Done: true, Results: grouped(list), Err: err, Link: len(list) == 0 && search.IsLink(text)}
			m.listen()
		}
	})
}

// grouped returns the results by group, each group where its best result was.
func grouped(list []engine.Found) []engine.Found {
	var order []Group
	for _, f := range list {
		if g := GroupOf(f); !slices.Contains(order, g) {
			order = append(order, g)
		}
	}
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b engine.Found) int {
		return slices.Index(order, GroupOf(a)) - slices.Index(order, GroupOf(b))
	})
	return out
}

// Choose moves the choice by a number of results. It stops at both ends.
func (m *Model) Choose(by int) {
	chosen := min(max(m.state.Chosen+by, 0), len(m.state.Results)-1)
	if chosen >= 0 && chosen != m.state.Chosen {
		m.state.Chosen = chosen
		m.listen()
	}
}

// Chosen returns the chosen result. ok is false while there is none, or the results are
// those of an earlier text.
func (m *Model) Chosen() (f engine.Found, ok bool) {
	if s := m.state; s.Done && s.Chosen < len(s.Results) {
		return s.Results[s.Chosen], true
	}
	return engine.Found{}, false
}
