// SPDX-License-Identifier: MIT

package maps_test

import (
	"testing"
	"testing/synctest"

	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/maps"
)

// TestWelcome offers the map of a country until the user answers, and never again.
func TestWelcome(t *testing.T) {
	for _, c := range []struct {
		name    string
		answer  func(*maps.Model)
		answers int
	}{
		{"no answer", func(*maps.Model) {}, 0},
		{"later", func(p *maps.Model) { p.Decline(); p.Decline() }, 1},
		{"yes", func(p *maps.Model) { p.Install(maps.Sources{}) }, 1},
		{"another map", func(p *maps.Model) { p.OpenPack("a.rsp") }, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ui, answers := jobtest.New(t), 0
				shelf := &packShelf{current: "sample"}
				o := maps.Options{Jobs: ui.Jobs, SampleName: "sample", Sample: []byte{1}, Installer: &fakeInstaller{}, Answer: func() { answers++ }}
				p := maps.NewModel(shelf, o)
				if !p.State().Welcome() {
					t.Fatal("no map is offered")
				}
				c.answer(p)
				untilIdle(ui, p)
				p.OpenSample(nil)
				untilIdle(ui, p)
				if answers != c.answers || p.State().Welcome() != (c.answers == 0) {
					t.Errorf("offered: %v, answered %d times", p.State().Welcome(), answers)
				}
				o.Answered = answers > 0
				if next := maps.NewModel(&packShelf{current: "sample"}, o); next.State().Welcome() == o.Answered {
					t.Errorf("the next run offers: %v", next.State().Welcome())
				}
			})
		})
	}
}

// TestNoWelcomeWithAMap offers nothing to who has a map, and nothing without a catalogue.
func TestNoWelcomeWithAMap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		for _, o := range []maps.Options{
			{Jobs: ui.Jobs, SampleName: "sample"},
			{Jobs: ui.Jobs, SampleName: "other", Installer: &fakeInstaller{}},
			{Jobs: ui.Jobs, SampleName: "sample", Installer: &fakeInstaller{started: true}},
		} {
			if p := maps.NewModel(&packShelf{current: "sample"}, o); p.State().Welcome() {
				t.Errorf("%+v offers a map", o)
			}
		}
	})
}
