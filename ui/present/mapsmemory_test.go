package present_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"roadsnap/engine"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/present"
)

// packShelf is a MapStore by the names of files: "roads" and "wards" hold what they
// are called after, "both" holds both, and "gone" is not there.
type packShelf struct {
	current, beside string
	opened          int
}

func (s *packShelf) AddPack(path string) (beside bool, err error) {
	if strings.Contains(path, "gone") {
		return false, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	s.opened++
	borders := func(name string) bool { return strings.Contains(name, "wards") || strings.Contains(name, "both") }
	switch {
	case s.current != "" && strings.Contains(path, "wards") && !strings.Contains(s.current, "wards"):
		s.beside = path
		return true, nil
	case borders(s.current) && !borders(path) && s.beside == "":
		s.current, s.beside = path, s.current
	case !borders(path):
		s.current = path
	default:
		s.current, s.beside = path, ""
	}
	return false, nil
}

func (s *packShelf) AddBytes(name string, _ []byte) error {
	_, err := s.AddPack(name)
	return err
}
func (s *packShelf) DropMap()     { s.current, s.beside = s.beside, "" }
func (s *packShelf) DropBorders() { s.beside = "" }
func (s *packShelf) Beside() (engine.Info, bool) {
	return engine.Info{Name: s.beside}, s.beside != ""
}
func (s *packShelf) Info() (engine.Info, error) {
	if s.current == "" {
		return engine.Info{}, engine.ErrNoMap
	}
	return engine.Info{Name: s.current}, nil
}

// newShelf returns a presenter over an empty shelf, and what it remembered last.
func newShelf(ui *jobtest.UI) (p *present.Maps, shelf *packShelf, kept *present.MapChoice) {
	shelf, kept = &packShelf{}, &present.MapChoice{}
	p = present.NewMaps(shelf, present.MapsOptions{
		Jobs: ui.Jobs, SampleName: "sample", Sample: []byte{1},
		Remember: func(c present.MapChoice) { *kept = c },
	})
	return p, shelf, kept
}

func TestWhatIsInstalledIsRemembered(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	open := func(name string) func(*present.Maps) { return func(p *present.Maps) { p.OpenPack(at(name)) } }
	sample := func(p *present.Maps) { p.OpenSample(nil) }
	for _, c := range []struct {
		name string
		do   []func(*present.Maps)
		want present.MapChoice
	}{
		{"roads", []func(*present.Maps){open("roads")}, present.MapChoice{Map: at("roads")}},
		{"borders beside roads", []func(*present.Maps){open("roads"), open("wards")}, present.MapChoice{Map: at("roads"), Beside: at("wards")}},
		{"borders beside the sample", []func(*present.Maps){sample, open("wards")}, present.MapChoice{Beside: at("wards")}},
		{"back to the sample", []func(*present.Maps){open("roads"), sample}, present.MapChoice{}},
		{"roads before the borders of others", []func(*present.Maps){open("both"), open("roads")}, present.MapChoice{Map: at("roads"), Beside: at("both")}},
		{"the sample before the borders of others", []func(*present.Maps){open("both"), sample}, present.MapChoice{Beside: at("both")}},
		{"the borders closed", []func(*present.Maps){open("roads"), open("wards"), (*present.Maps).CloseBorders}, present.MapChoice{Map: at("roads")}},
		{"the map closed", []func(*present.Maps){open("roads"), open("wards"), (*present.Maps).CloseMap}, present.MapChoice{Map: at("wards")}},
		{"a file that is not there", []func(*present.Maps){open("roads"), open("gone")}, present.MapChoice{Map: at("roads")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ui := jobtest.New(t)
				p, shelf, kept := newShelf(ui)
				for _, do := range c.do {
					do(p)
					ui.Settle()
				}
				if *kept != c.want {
					t.Fatalf("remembered %+v, want %+v", *kept, c.want)
				}
				next, other, again := newShelf(ui)
				done := false
				next.Reopen(*kept, func() { done = true })
				ui.Settle()
				other.opened = shelf.opened
				if *other != *shelf || *again != c.want || !done {
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
	open := func(path string) func(*present.Maps) { return func(p *present.Maps) { p.OpenPack(path) } }
	visit := func(p *present.Maps) { p.VisitSample(nil) }
	sample := func(p *present.Maps) { p.OpenSample(nil) }
	wards := filepath.Join(t.TempDir(), "wards")
	for _, c := range []struct {
		name string
		do   []func(*present.Maps)
		want present.MapChoice
	}{
		{"from roads", []func(*present.Maps){open(roads), visit}, present.MapChoice{Map: roads}},
		{"twice", []func(*present.Maps){open(roads), visit, visit}, present.MapChoice{Map: roads}},
		{"from roads with borders", []func(*present.Maps){open(both), visit}, present.MapChoice{Map: both}},
		{"and borders opened there", []func(*present.Maps){open(roads), visit, open(wards)}, present.MapChoice{Map: roads, Beside: wards}},
		{"from the sample", []func(*present.Maps){sample, visit}, present.MapChoice{}},
		{"and then opened", []func(*present.Maps){open(roads), visit, sample}, present.MapChoice{}},
		{"and left for roads", []func(*present.Maps){open(both), visit, open(roads), sample}, present.MapChoice{Beside: both}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ui := jobtest.New(t)
				p, _, kept := newShelf(ui)
				for _, do := range c.do {
					do(p)
					ui.Settle()
				}
				if *kept != c.want || !p.State().Installed {
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
		p.FallBack(present.MapChoice{Map: "/roads", Beside: "/wards"}, func() { done = true })
		ui.Settle()
		s := p.State()
		if !s.Lost || s.Problem.Sentence != "error.map_ended" || !strings.Contains(s.Problem.Detail, "/roads, /wards") || s.Busy {
			t.Errorf("it is told %+v", s)
		}
		if shelf.current != "sample" || shelf.beside != "" || *kept != (present.MapChoice{}) || !done {
			t.Errorf("open are %q and %q, remembered %+v, done %t", shelf.current, shelf.beside, *kept, done)
		}
	})
}

func TestWhatIsGoneIsToldOnce(t *testing.T) {
	for name, c := range map[string]struct {
		kept, want      present.MapChoice
		current, beside string
	}{
		"the map":     {present.MapChoice{Map: "/gone", Beside: "/wards"}, present.MapChoice{Beside: "/wards"}, "sample", "/wards"},
		"the borders": {present.MapChoice{Map: "/roads", Beside: "/gone"}, present.MapChoice{Map: "/roads"}, "/roads", ""},
		"both":        {present.MapChoice{Map: "/gone", Beside: "/gone too"}, present.MapChoice{}, "sample", ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ui := jobtest.New(t)
				p, shelf, kept := newShelf(ui)
				done := false
				p.Reopen(c.kept, func() { done = true })
				ui.Settle()
				if s := p.State(); !s.Lost || s.Problem.Sentence != "error.no_file" || !strings.Contains(s.Problem.Detail, "gone") || s.Busy {
					t.Errorf("it is told %+v", s)
				}
				if shelf.current != c.current || shelf.beside != c.beside || *kept != c.want || !done {
					t.Errorf("open are %q and %q, remembered %+v, done %t", shelf.current, shelf.beside, *kept, done)
				}
				p.OpenPack("/roads")
				ui.Settle()
				if s := p.State(); s.Lost || !s.Problem.Empty() {
					t.Errorf("after another map it is still told: %+v", s)
				}
			})
		})
	}
}
