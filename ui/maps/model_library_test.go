// SPDX-License-Identifier: MIT

package maps_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/pack"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/maps"
)

// fakeLibrary is a library of maps by name. The path of a map is its name.
type fakeLibrary struct {
	names         []string
	used, earlier string
}

func (l *fakeLibrary) Maps() (list []maps.Record, err error) {
	for _, name := range l.names {
		list = append(list, maps.Record{Name: name, Info: engine.Info{Name: abs(name)}, Earlier: name == l.earlier, Offered: true})
	}
	return list, nil
}

func (l *fakeLibrary) Used() (string, error) {
	if l.used == "" {
		return "", nil
	}
	return abs(l.used), nil
}

func (l *fakeLibrary) Use(name string) error {
	if name != l.used {
		l.used, l.earlier = name, l.used
	}
	return nil
}

func (l *fakeLibrary) Remove(name string) error {
	l.names = slices.DeleteFunc(slices.Clone(l.names), func(n string) bool { return n == name })
	return nil
}

func abs(name string) string { return string(filepath.Separator) + name }

// recordOf returns the record of a map.
func recordOf(t *testing.T, s maps.State, name string) maps.Record {
	t.Helper()
	i := slices.IndexFunc(s.Library, func(r maps.Record) bool { return r.Name == name })
	if i < 0 {
		t.Fatalf("%s is not in %+v", name, s.Library)
	}
	return s.Library[i]
}

// TestLibrary uses maps, goes back, and removes one. A map that cannot be opened does not
// become the one in use.
func TestLibrary(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui, l := jobtest.New(t), &fakeLibrary{names: []string{"gone", "new", "old", "older"}, used: "old"}
		p := maps.NewModel(&packShelf{current: abs("old")}, maps.Options{Jobs: ui.Jobs, Library: l})
		if r, ok := p.State().Open(); !ok || r.Name != "old" {
			t.Errorf("open is %+v, %v", r, ok)
		}
		if _, ok := p.State().Earlier(); ok {
			t.Error("there is a map to go back to")
		}
		p.UseMap(recordOf(t, p.State(), "gone"))
		untilIdle(ui, p)
		if s := p.State(); s.Problem.Empty() || l.used != "old" || s.Info.Name != abs("old") {
			t.Errorf("after a map that cannot be opened: %+v, in use %s", s.Info.Name, l.used)
		}
		p.UseMap(recordOf(t, p.State(), "new"))
		untilIdle(ui, p)
		back, ok := p.State().Earlier()
		if s := p.State(); !s.Problem.Empty() || l.used != "new" || s.Info.Name != abs("new") || !ok || back.Name != "old" {
			t.Errorf("after another map: %+v, in use %s, back is %+v", s.Info.Name, l.used, back)
		}
		p.UseMap(back)
		untilIdle(ui, p)
		if back, _ := p.State().Earlier(); l.used != "old" || back.Name != "new" {
			t.Errorf("after going back: in use %s, back is %+v", l.used, back)
		}
		listed := p.State().Listed
		p.RemoveMap(recordOf(t, p.State(), "older"))
		untilIdle(ui, p)
		if s := p.State(); len(s.Library) != 3 || s.Listed == listed {
			t.Errorf("after a removal: %+v", s.Library)
		}
	})
}

// TestChecks checks an opened map some seconds later, once, and shows damage as a problem.
func TestChecks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui, damaged := jobtest.New(t), errors.Join(pack.ErrCorrupt)
		checked := make(chan string, 10)
		verify := func(_ context.Context, path string) error {
			checked <- path
			time.Sleep(time.Second)
			if path == abs("bad") {
				return damaged
			}
			return nil
		}
		p := maps.NewModel(&packShelf{current: "sample"}, maps.Options{Jobs: ui.Jobs, SampleName: "sample", Verify: verify})
		p.OpenPack(abs("good"))
		untilIdle(ui, p)
		if c := p.State().Checks[abs("good")]; !c.Running || len(checked) > 0 {
			t.Errorf("at once: %+v, %d checked", c, len(checked))
		}
		p.CheckMap(abs("good")) // runs already
		time.Sleep(time.Minute)
		ui.Settle()
		if c, known := p.State().Checks[abs("good")]; !known || c.Running || !c.Problem.Empty() || len(checked) != 1 || <-checked != abs("good") {
			t.Errorf("a good map: %+v, %d more checked", c, len(checked))
		}
		listed := p.State().Listed
		p.OpenPack(abs("bad"))
		untilIdle(ui, p)
		time.Sleep(time.Minute)
		ui.Settle()
		if s := p.State(); s.Checks[abs("bad")].Problem.Empty() || s.Problem != s.Checks[abs("bad")].Problem || s.Listed == listed {
			t.Errorf("a damaged map: %+v", s.Checks)
		}
		p.OpenSample(nil)
		untilIdle(ui, p)
		if len(p.State().Checks) != 2 || len(checked) != 1 { // the damaged one
			t.Errorf("the sample was checked: %d more", len(checked)-1)
		}
	})
}

// TestNewestMap tells that there is no newer map, and keeps the open one.
func TestNewestMap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		p := maps.NewModel(&packShelf{current: abs("old")}, maps.Options{Jobs: ui.Jobs, Installer: &fakeInstaller{newest: true}})
		p.Install(maps.Sources{})
		untilIdle(ui, p)
		if s := p.State(); !s.Newest || s.Installs != 0 || !s.Problem.Empty() {
			t.Errorf("the state is %+v", s)
		}
	})
}
