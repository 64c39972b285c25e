// SPDX-License-Identifier: MIT

package maps_test

import (
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/maps"
)

// packShelf is a Store of packs by file name: "roads" holds roads, "wards" borders of wards,
// "both" holds both, and "gone" does not exist.
type packShelf struct {
	current, overlay string
	further          []string
	opened           int
}

func (s *packShelf) AddFurther(path string) error {
	if strings.Contains(path, "gone") {
		return &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	s.further = append(s.further, path)
	return nil
}

func (s *packShelf) DropFurther(path string) {
	s.further = slices.DeleteFunc(s.further, func(other string) bool { return other == path })
	if len(s.further) == 0 {
		s.further = nil
	}
}

func (s *packShelf) Further() (list []engine.Info) {
	for _, path := range s.further {
		list = append(list, engine.Info{Name: path, Meta: pack.Meta{Bounds: geo.Bounds{South: 8, West: 100, North: 9, East: 101}, Licences: []string{"Further"}}})
	}
	return list
}

func (s *packShelf) AddPack(path string) (overlay bool, err error) {
	if strings.Contains(path, "gone") {
		return false, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	s.opened++
	borders := func(name string) bool { return strings.Contains(name, "wards") || strings.Contains(name, "both") }
	switch {
	case s.current != "" && strings.Contains(path, "wards") && !strings.Contains(s.current, "wards"):
		s.overlay = path
		return true, nil
	case borders(s.current) && !borders(path) && s.overlay == "":
		s.current, s.overlay = path, s.current
	case !borders(path):
		s.current = path
	default:
		s.current, s.overlay = path, ""
	}
	return false, nil
}

func (s *packShelf) AddBytes(name string, _ []byte) error {
	_, err := s.AddPack(name)
	return err
}
func (s *packShelf) DropMap()     { s.current, s.overlay = s.overlay, "" }
func (s *packShelf) DropBorders() { s.overlay = "" }
func (s *packShelf) Overlay() (engine.Info, bool) {
	return engine.Info{Name: s.overlay}, s.overlay != ""
}
func (s *packShelf) Info() (engine.Info, error) {
	if s.current == "" {
		return engine.Info{}, engine.ErrNoMap
	}
	return engine.Info{Name: s.current}, nil
}

// newShelf returns a model over an empty shelf, and the last Choice that it remembered.
func newShelf(ui *jobtest.UI) (p *maps.Model, shelf *packShelf, kept *maps.Choice) {
	shelf, kept = &packShelf{}, &maps.Choice{}
	p = maps.NewModel(shelf, maps.Options{
		Jobs: ui.Jobs, SampleName: "sample", Sample: []byte{1},
		Remember: func(c maps.Choice) { *kept = c },
	})
	return p, shelf, kept
}

func TestWhatIsInstalledIsRemembered(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	open := func(name string) func(*maps.Model) { return func(p *maps.Model) { p.OpenPack(at(name)) } }
	also := func(name string) func(*maps.Model) { return func(p *maps.Model) { p.AddMap(at(name)) } }
	sample := func(p *maps.Model) { p.OpenSample(nil) }
	for _, c := range []struct {
		name string
		do   []func(*maps.Model)
		want maps.Choice
	}{
		{"roads", []func(*maps.Model){open("roads")}, maps.Choice{Map: at("roads")}},
		{"borders over roads", []func(*maps.Model){open("roads"), open("wards")}, maps.Choice{Map: at("roads"), Overlay: at("wards")}},
		{"borders over the sample", []func(*maps.Model){sample, open("wards")}, maps.Choice{Sample: true, Overlay: at("wards")}},
		{"back to the sample", []func(*maps.Model){open("roads"), sample}, maps.Choice{Sample: true}},
		{"roads before the borders of others", []func(*maps.Model){open("both"), open("roads")}, maps.Choice{Map: at("roads"), Overlay: at("both")}},
		{"the sample before the borders of others", []func(*maps.Model){open("both"), sample}, maps.Choice{Sample: true, Overlay: at("both")}},
		{"the borders closed", []func(*maps.Model){open("roads"), open("wards"), (*maps.Model).CloseBorders}, maps.Choice{Map: at("roads")}},
		{"the map closed", []func(*maps.Model){open("roads"), open("wards"), (*maps.Model).CloseMap}, maps.Choice{Map: at("wards")}},
		{"a further map", []func(*maps.Model){open("roads"), also("city")}, maps.Choice{Map: at("roads"), Further: []string{at("city")}}},
		{"two further maps, one of them closed", []func(*maps.Model){open("roads"), also("a"), also("city"), func(p *maps.Model) { p.CloseFurther(at("a")) }}, maps.Choice{Map: at("roads"), Further: []string{at("city")}}},
		{"a map that is open already", []func(*maps.Model){open("roads"), also("roads"), also("a"), also("a")}, maps.Choice{Map: at("roads"), Further: []string{at("a")}}},
		{"a further file that is not there", []func(*maps.Model){open("roads"), also("gone")}, maps.Choice{Map: at("roads")}},
		{"a file that is not there", []func(*maps.Model){open("roads"), open("gone")}, maps.Choice{Map: at("roads")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ui := jobtest.New(t)
				p, shelf, kept := newShelf(ui)
				for _, do := range c.do {
					do(p)
					ui.Settle()
				}
				if !reflect.DeepEqual(*kept, c.want) {
					t.Fatalf("remembered %+v, want %+v", *kept, c.want)
				}
				next, other, again := newShelf(ui)
				done := false
				next.Reopen(*kept, func() { done = true })
				ui.Settle()
				other.opened = shelf.opened
				if !reflect.DeepEqual(other, shelf) || !reflect.DeepEqual(*again, c.want) || !done {
					t.Errorf("another run has %+v, remembers %+v, done %t, want %+v", *other, *again, done, *shelf)
				}
				if s := next.State(); s.Lost || !s.Problem.Empty() || s.Installs != 1 {
					t.Errorf("another run tells %+v", s)
				}
			})
		})
	}
}

func TestSampleThatIsVisitedIsNotRemembered(t *testing.T) {
	roads, both := filepath.Join(t.TempDir(), "roads"), filepath.Join(t.TempDir(), "both")
	open := func(path string) func(*maps.Model) { return func(p *maps.Model) { p.OpenPack(path) } }
	visit := func(p *maps.Model) { p.VisitSample(nil) }
	sample := func(p *maps.Model) { p.OpenSample(nil) }
	wards := filepath.Join(t.TempDir(), "wards")
	for _, c := range []struct {
		name string
		do   []func(*maps.Model)
		want maps.Choice
	}{
		{"from roads", []func(*maps.Model){open(roads), visit}, maps.Choice{Map: roads}},
		{"twice", []func(*maps.Model){open(roads), visit, visit}, maps.Choice{Map: roads}},
		{"from roads with borders", []func(*maps.Model){open(both), visit}, maps.Choice{Map: both}},
		{"and borders opened there", []func(*maps.Model){open(roads), visit, open(wards)}, maps.Choice{Map: roads, Overlay: wards}},
		{"from the sample", []func(*maps.Model){sample, visit}, maps.Choice{Sample: true}},
		{"and then opened", []func(*maps.Model){open(roads), visit, sample}, maps.Choice{Sample: true}},
		{"and left for roads", []func(*maps.Model){open(both), visit, open(roads), sample}, maps.Choice{Sample: true, Overlay: both}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ui := jobtest.New(t)
				p, _, kept := newShelf(ui)
				for _, do := range c.do {
					do(p)
					ui.Settle()
				}
				if !reflect.DeepEqual(*kept, c.want) || !p.State().Installed {
					t.Errorf("remembered %+v, want %+v", *kept, c.want)
				}
			})
		})
	}
}

func TestWhatEndedARunIsNotOpened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		p, shelf, kept := newShelf(ui)
		done := false
		p.FallBack(maps.Choice{Map: "/roads", Overlay: "/wards"}, func() { done = true })
		ui.Settle()
		s := p.State()
		if !s.Lost || s.Problem.Sentence != "error.map_ended" || !strings.Contains(s.Problem.Detail, "/roads, /wards") || s.Busy {
			t.Errorf("the listener got %+v", s)
		}
		if shelf.current != "sample" || shelf.overlay != "" || !kept.Empty() || !done {
			t.Errorf("open are %q and %q, remembered %+v, done %t", shelf.current, shelf.overlay, *kept, done)
		}
	})
}

func TestWhatIsGoneIsToldOnce(t *testing.T) {
	for name, c := range map[string]struct {
		kept, want       maps.Choice
		current, overlay string
	}{
		"the map":     {maps.Choice{Map: "/gone", Overlay: "/wards"}, maps.Choice{Overlay: "/wards"}, "sample", "/wards"},
		"the borders": {maps.Choice{Map: "/roads", Overlay: "/gone"}, maps.Choice{Map: "/roads"}, "/roads", ""},
		"both":        {maps.Choice{Map: "/gone", Overlay: "/gone too"}, maps.Choice{}, "sample", ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ui := jobtest.New(t)
				p, shelf, kept := newShelf(ui)
				done := false
				p.Reopen(c.kept, func() { done = true })
				ui.Settle()
				if s := p.State(); !s.Lost || s.Problem.Sentence != "error.no_file" || !strings.Contains(s.Problem.Detail, "gone") || s.Busy {
					t.Errorf("the listener got %+v", s)
				}
				if shelf.current != c.current || shelf.overlay != c.overlay || !reflect.DeepEqual(*kept, c.want) || !done {
					t.Errorf("open are %q and %q, remembered %+v, done %t", shelf.current, shelf.overlay, *kept, done)
				}
				p.OpenPack("/roads")
				ui.Settle()
				if s := p.State(); s.Lost || !s.Problem.Empty() {
					t.Errorf("after another map it is still shown: %+v", s)
				}
			})
		})
	}
}

// slowShelf takes a second to add a pack.
type slowShelf struct {
	fakeStore
	open string
}

func (f *slowShelf) AddPack(path string) (bool, error) {
	time.Sleep(time.Second)
	f.open = path
	return false, nil
}
func (f *slowShelf) Info() (engine.Info, error) { return engine.Info{Name: f.open}, nil }

// TestPackAddedWhileTheWindowClosesIsRemembered closes the jobs while a pack is being
// added.
func TestPackAddedWhileTheWindowClosesIsRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		var kept maps.Choice
		p := maps.NewModel(&slowShelf{}, maps.Options{Jobs: ui.Jobs, Remember: func(c maps.Choice) { kept = c }})
		p.OpenPack("/a.rsp")
		synctest.Wait()
		ui.Jobs.Close(10 * time.Second)
		ui.Settle()
		if kept.Map != "/a.rsp" {
			t.Errorf("remembered %+v", kept)
		}
	})
}
