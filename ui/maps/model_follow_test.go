// SPDX-License-Identifier: MIT

package maps_test

import (
	"testing"
	"testing/synctest"

	"roadsnap/data"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/maps"
)

// TestFollowLibrary opens the map that a command makes the one in use, once, and leaves maps alone that
// the user has chosen elsewhere.
func TestFollowLibrary(t *testing.T) {
	for name, c := range map[string]struct {
		open, want string
		before     func(*maps.Model)
		names      []string
		use        string
	}{
		"another map of the library":  {open: abs("old"), use: "new", want: abs("new")},
		"the same map":                {open: abs("old"), use: "old", want: abs("old")},
		"a map of the user":           {open: abs("mine"), use: "new", want: abs("mine")},
		"a map that cannot be opened": {open: abs("old"), use: "gone", want: abs("old")},
		"the sample before any map":   {open: data.SampleName, use: "new", want: abs("new")},
		"the sample by choice":        {open: abs("old"), use: "new", want: data.SampleName, before: func(p *maps.Model) { p.OpenSample(nil) }},
		"a visit to the sample":       {open: abs("old"), use: "new", want: data.SampleName, before: func(p *maps.Model) { p.VisitSample(nil) }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ui, l := jobtest.New(t), &fakeLibrary{names: []string{"gone", "new", "old"}, used: "old"}
				shelf := &packShelf{current: c.open}
				p := maps.NewModel(shelf, maps.Options{Jobs: ui.Jobs, Library: l, SampleName: data.SampleName, Sample: []byte{1}})
				follow := func() {
					p.FollowLibrary()
					ui.Settle()
					untilIdle(ui, p)
				}
				follow() // notes the map in use
				if c.before != nil {
					c.before(p)
					untilIdle(ui, p)
				}
				l.used = c.use
				follow()
				if s := p.State(); s.Info.Name != c.want || s.Problem.Empty() == (c.use == "gone") {
					t.Errorf("open is %s, want %s; %+v", s.Info.Name, c.want, s.Problem)
				}
				opened := shelf.opened
				follow()
				if shelf.opened != opened {
					t.Error("it is opened again")
				}
			})
		})
	}
}

// TestFollowLibraryAfterWork waits for the end of other work, and shows a map that was added.
func TestFollowLibraryAfterWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui, l := jobtest.New(t), &fakeLibrary{names: []string{"new", "old"}, used: "old"}
		p := maps.NewModel(&packShelf{current: abs("old")}, maps.Options{Jobs: ui.Jobs, Library: l})
		p.FollowLibrary()
		ui.Settle()
		l.names = append(l.names, "newer")
		p.FollowLibrary()
		ui.Settle()
		if n := len(p.State().Library); n != 3 {
			t.Errorf("%d maps are listed, want 3", n)
		}
		p.CloseBorders() // other work
		l.used = "newer"
		p.FollowLibrary()
		untilIdle(ui, p)
		ui.Settle()
		untilIdle(ui, p)
		if s := p.State(); s.Info.Name != abs("newer") {
			t.Errorf("open is %s, want the newer map", s.Info.Name)
		}
	})
}
