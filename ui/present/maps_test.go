package present_test

import (
	"fmt"
	"io/fs"
	"testing"
	"testing/synctest"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/ui/present"
)

// fakeStore holds a map of the same bounds whatever pack is opened.
type fakeStore struct{ err error }

func (f *fakeStore) OpenPack(string) error { return f.err }
func (f *fakeStore) Info() (engine.Info, error) {
	return engine.Info{Meta: pack.Meta{Bounds: geo.Bounds{South: 10, West: 106, North: 11, East: 107}}}, nil
}

func TestEachInstalledMapIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, told := &fakeStore{}, 0
		p := present.NewMaps(f, func() { told++ })
		p.OpenPack("a.rsp")
		synctest.Wait()
		p.OpenPack("a.rsp") // made anew, with the same bounds
		synctest.Wait()
		if s := p.State(); s.Installs != 2 || told != 2 || !s.Installed {
			t.Errorf("state %+v, told %d times", s, told)
		}
		f.err = &fs.PathError{Op: "open", Path: "gone.rsp", Err: fs.ErrNotExist}
		p.OpenPack("gone.rsp")
		synctest.Wait()
		s := p.State()
		if s.Installs != 2 || told != 2 || !s.Installed || s.Busy || s.Problem.Sentence != "error.no_file" {
			t.Errorf("after a pack that is not there: %+v, told %d times", s, told)
		}
	})
}

func TestProblemOfAMapGoesWithTheNextOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeStore{err: fmt.Errorf("damaged.rsp: %w", pack.ErrCorrupt)}
		p := present.NewMaps(f, func() {})
		p.OpenPack("damaged.rsp")
		synctest.Wait()
		if s := p.State(); s.Problem.Sentence != "error.pack_corrupt" {
			t.Fatalf("problem %+v", s.Problem)
		}
		f.err = nil
		p.OpenPack("whole.rsp")
		synctest.Wait()
		if s := p.State(); !s.Problem.Empty() {
			t.Errorf("problem %+v is still told", s.Problem)
		}
	})
}
