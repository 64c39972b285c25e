// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
)

// The names of what Model keeps in the workspace besides trips.
const (
	settingRules   = "desk/rules"
	settingFilters = "desk/filters"
	settingTags    = "desk/tags"
	settingView    = "desk/view"
	settingOrigins = "desk/origins"
	settingFailed  = "desk/failed"
)

// SavedFilter is a filter that the user saved.
type SavedFilter struct {
	Name   string `json:"name"`
	Filter Filter `json:"filter"`
}

// MaxTag is the last tag; the first is 1.
const MaxTag = 9

// Saved holds what the user set up: it is kept in the workspace.
type Saved struct {
	Filters []SavedFilter
	Tags    [MaxTag + 1]string // names by tag; the empty ones have none
}

// TagName returns the name of a tag, 1 to 9, as it is shown: "#toll", or its number "#3".
func (s Saved) TagName(n int) string { return "#" + cmp.Or(s.Tags[n], strconv.Itoa(n)) }

// savedView is the view of the list that the next run begins with.
type savedView struct {
	Filter   Filter       `json:"filter"`
	Selected workspace.ID `json:"selected,omitempty"`
}

// SaveFilter saves the current filter, in place of one with that name.
func (p *Model) SaveFilter(name string) {
	list := slices.DeleteFunc(slices.Clone(p.state.Saved.Filters), func(f SavedFilter) bool { return f.Name == name })
	p.setFilters(append(list, SavedFilter{name, p.state.Filter}))
}

// RemoveFilter removes a saved filter.
func (p *Model) RemoveFilter(name string) {
	p.setFilters(slices.DeleteFunc(slices.Clone(p.state.Saved.Filters), func(f SavedFilter) bool { return f.Name == name }))
}

func (p *Model) setFilters(list []SavedFilter) {
	p.state.Saved.Filters = list
	p.saveSetting(settingFilters, list)
	p.changed.Raise()
}

// NameTag gives a tag, 1 to 9, a name.
func (p *Model) NameTag(n int, name string) {
	p.state.Saved.Tags[n] = name
	p.saveSetting(settingTags, p.state.Saved.Tags)
	p.changed.Raise()
}

// saveRules keeps the rules of the verdict.
func (p *Model) saveRules() { p.saveSetting(settingRules, p.rules) }

// saveView keeps the filter and the selection, one write at a time.
func (p *Model) saveView() {
	if p.o.Keeper == nil || !p.reopened {
		return
	}
	if p.making.saving {
		p.making.unsaved = true
		return
	}
	p.making.saving = true
	v := savedView{Filter: p.state.Filter}
	if t, ok := p.state.Trip(); ok {
		v.Selected = t.Kept
	}
	p.edits.Start(func(ctx context.Context) func() {
		_ = p.setSetting(ctx, settingView, v) // the next run then begins with an older view
		return func() {
			p.making.saving = false
			if p.making.unsaved {
				p.making.unsaved = false
				p.saveView()
			}
		}
	})
}

// saveSetting keeps a value in the workspace.
func (p *Model) saveSetting(name string, value any) {
	if p.o.Keeper != nil {
		p.store(func(ctx context.Context) error { return p.setSetting(ctx, name, value) }, func() {})
	}
}

func (p *Model) setSetting(ctx context.Context, name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return p.o.Keeper.SetSetting(ctx, name, data)
}

// settings is what the workspace keeps besides trips.
type settings struct {
	saved Saved
	rules trip.Rules
	view  savedView
	// origins are those of kept trips that were split or merged.
	origins map[workspace.ID]Origin
	failed  []failedFile
}

// readSettings reads the settings of earlier runs. Those that are missing or cannot be read
// have their defaults.
func (p *Model) readSettings(ctx context.Context) settings {
	s := settings{rules: trip.DefaultRules(), view: savedView{Filter: DefaultFilter()}, origins: map[workspace.ID]Origin{}}
	read := func(name string, into any) (ok bool) {
		data, err := p.o.Keeper.Setting(ctx, name)
		return err == nil && len(data) > 0 && json.Unmarshal(data, into) == nil
	}
	var rules trip.Rules
	if read(settingRules, &rules) {
		s.rules = rules
	}
	read(settingFilters, &s.saved.Filters)
	read(settingTags, &s.saved.Tags)
	read(settingOrigins, &s.origins)
	read(settingFailed, &s.failed)
	if !read(settingView, &s.view) {
		s.view = savedView{Filter: DefaultFilter()}
	}
	s.view.Filter.Query = "" // what was sought is not sought in the next run
	return s
}
