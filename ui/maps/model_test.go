// SPDX-License-Identifier: MIT

package maps_test

import (
	"fmt"
	"io/fs"
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

// fakeStore returns a map of the same bounds for every pack, and has an overlay after
// "borders.rsp" was opened.
type fakeStore struct {
	err     error
	overlay bool
}

func (f *fakeStore) AddPack(path string) (overlay bool, err error) {
	if strings.HasSuffix(path, "borders.rsp") {
		f.overlay = true
		return true, nil
	}
	return false, f.err
}
func (f *fakeStore) AddBytes(string, []byte) error { return nil }
func (f *fakeStore) DropMap()                      { f.overlay = false }
func (f *fakeStore) DropBorders()                  { f.overlay = false }
func (f *fakeStore) AddFurther(string) error       { return f.err }
func (f *fakeStore) DropFurther(string)            {}
func (f *fakeStore) Further() []engine.Info        { return nil }
func (f *fakeStore) Overlay() (engine.Info, bool) {
	return engine.Info{Name: "borders.rsp"}, f.overlay
}
func (f *fakeStore) Info() (engine.Info, error) {
	return engine.Info{Meta: pack.Meta{Bounds: geo.Bounds{South: 10, West: 106, North: 11, East: 107}}}, nil
}

func TestEachInstalledMapIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, calls := &fakeStore{}, 0
		ui := jobtest.New(t)
		p := maps.NewModel(f, maps.Options{Jobs: ui.Jobs, Installed: func() { calls++ }})
		p.OpenPack("a.rsp")
		ui.Settle()
		p.OpenPack("a.rsp") // imported again, with the same bounds
		ui.Settle()
		if s := p.State(); s.Installs != 2 || calls != 2 || !s.Installed {
			t.Errorf("state %+v, called %d times", s, calls)
		}
		f.err = &fs.PathError{Op: "open", Path: "gone.rsp", Err: fs.ErrNotExist}
		p.OpenPack("gone.rsp")
		ui.Settle()
		s := p.State()
		if s.Installs != 2 || calls != 2 || !s.Installed || s.Busy || s.Problem.Sentence != "error.no_file" {
			t.Errorf("after a pack that is not there: %+v, called %d times", s, calls)
		}
	})
}

// TestListenerMayCancelWorkAndBeginOther cancels and starts work in the listener.
func TestListenerMayCancelWorkAndBeginOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		p := maps.NewModel(&fakeStore{}, maps.Options{Jobs: ui.Jobs})
		p.OnChange(func() {
			switch s := p.State(); {
			case s.Busy:
				p.Cancel()
			case s.Installs == 1:
				p.OpenPack("b.rsp")
			}
		})
		p.OpenPack("a.rsp")
		for range 3 {
			ui.Settle()
			time.Sleep(time.Second) // listeners are called once per frame
		}
		if s := p.State(); s.Busy || s.Installs != 2 {
			t.Errorf("state %+v, want two maps that were opened", s)
		}
	})
}

func TestProblemOfAMapGoesWithTheNextOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeStore{err: fmt.Errorf("damaged.rsp: %w", pack.ErrCorrupt)}
		ui := jobtest.New(t)
		p := maps.NewModel(f, maps.Options{Jobs: ui.Jobs})
		p.OpenPack("damaged.rsp")
		ui.Settle()
		if s := p.State(); s.Problem.Sentence != "error.pack_corrupt" {
			t.Fatalf("problem %+v", s.Problem)
		}
		f.err = nil
		p.OpenPack("whole.rsp")
		ui.Settle()
		if s := p.State(); !s.Problem.Empty() {
			t.Errorf("problem %+v is still shown", s.Problem)
		}
	})
}

func TestBordersComeBesideTheMapAndGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		ui := jobtest.New(t)
		p := maps.NewModel(&fakeStore{}, maps.Options{Jobs: ui.Jobs, Installed: func() { calls++ }})
		p.OpenPack("borders.rsp")
		ui.Settle()
		if s := p.State(); !s.HasOverlay || s.Overlay.Name != "borders.rsp" || s.OverlayInstalls != 1 || s.Installs != 0 || calls != 0 {
			t.Errorf("after borders: %+v, %d calls of Installed", s, calls)
		}
		p.CloseBorders()
		ui.Settle()
		if s := p.State(); s.HasOverlay || s.OverlayInstalls != 2 || s.Installs != 0 || calls != 0 {
			t.Errorf("after closing them: %+v, %d calls of Installed", s, calls)
		}
		p.OpenPack("borders.rsp")
		ui.Settle()
		p.CloseMap()
		ui.Settle()
		if s := p.State(); s.HasOverlay || s.Installs != 1 || calls != 1 {
			t.Errorf("after closing the map: %+v, %d calls of Installed", s, calls)
		}
	})
}

func TestNoticesOfAllPacksAreReadOnce(t *testing.T) {
	const wards = "Wards: © the surveyors, CC BY 4.0"
	var s maps.State
	s.Info.Meta.Licences = []string{"© OpenStreetMap contributors, ODbL 1.0", wards}
	s.Overlay.Meta.Licences = []string{wards, "Islands: © the hydrographers"}
	s.Further = []engine.Info{{Meta: pack.Meta{Licences: []string{wards, "City: © the city"}}}}
	want := []string{"© OpenStreetMap contributors", wards, "Islands: © the hydrographers", "City: © the city"}
	if got := s.Notices(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := (maps.State{}).Notices(); !slices.Equal(got, want[:1]) {
		t.Errorf("without a map: %q", got)
	}
}
