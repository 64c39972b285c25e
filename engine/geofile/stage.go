package geofile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"roadsnap/internal/atomicfile"
)

// stage is a temporary folder beside a target. Files are made in it under their
// later names, and moved out together.
type stage struct {
	path    string // the target as it was asked for
	temp    string // the temporary folder
	open    []*os.File
	deliver []string // names of the files to be moved out
	stale   []string // names of files that describe the old target and must go with it
	moved   []move
	rescue  bool // the temporary folder holds old files that could not be put back
}

type move struct{ from, to string }

// newStage makes the temporary folder. The umask decides who may read what is
// made in it, as with any new file.
func newStage(path string) (*stage, error) {
	const attempts = 100
	folder, base := filepath.Split(path)
	if base == "" || base == "." || base == ".." {
		return nil, fmt.Errorf("%w: it names no file", ErrPlace)
	}
	for range attempts {
		temp := filepath.Join(folder, fmt.Sprintf(".%s.%08x.tmp", base, rand.Uint32()))
		err := os.Mkdir(temp, 0o777)
		if err == nil {
			return &stage{path: path, temp: temp}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, bare(err)
		}
	}
	return nil, fmt.Errorf("no free temporary name beside it: %w", fs.ErrExist)
}

// base returns the name of the target without its folder.
func (s *stage) base() string { return filepath.Base(s.path) }

// stem returns base without its ending.
func (s *stage) stem() string {
	base := s.base()
	return base[:len(base)-len(filepath.Ext(base))]
}

// staged and placed return where a file is made and where it goes.
func (s *stage) staged(name string) string { return filepath.Join(s.temp, name) }
func (s *stage) placed(name string) string { return filepath.Join(filepath.Dir(s.path), name) }

// create makes a file. The stage closes it.
func (s *stage) create(name string) (*os.File, error) {
	return s.keep(os.OpenFile(s.staged(name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666))
}

// reopen opens a file that another made, so that it is synced like the others.
func (s *stage) reopen(name string) error {
	_, err := s.keep(os.OpenFile(s.staged(name), os.O_RDWR, 0))
	return err
}

func (s *stage) keep(f *os.File, err error) (*os.File, error) {
	if err == nil {
		s.open = append(s.open, f)
	}
	return f, err
}

// deliverTo has the named files moved out by commit.
func (s *stage) deliverTo(names ...string) error {
	for _, name := range names {
		if err := s.checkPlace(name); err != nil {
			return err
		}
	}
	s.deliver = append(s.deliver, names...)
	return nil
}

// checkPlace refuses a place that holds something else than a file: a folder
// could not be replaced, and a device must not be.
func (s *stage) checkPlace(name string) error {
	info, err := os.Stat(s.placed(name))
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %q is there, and is no regular file", ErrPlace, s.placed(name))
	}
	return nil
}

// commit syncs the files and moves them out. If it fails, everything is where
// it was.
func (s *stage) commit() error {
	for _, f := range s.open {
		if slices.Contains(s.deliver, filepath.Base(f.Name())) {
			if err := f.Sync(); err != nil {
				return err
			}
		}
	}
	if err := s.closeAll(); err != nil {
		return err
	}
	err := s.moveOut()
	if err == nil {
		return nil
	}
	if undo := s.moveBack(); undo != nil {
		s.rescue = true
		return fmt.Errorf("%w; what was there before could not be put back either (%w), and is in %q", bare(err), bare(undo), s.temp)
	}
	return err
}

// moveOut puts a single file over the old one in one step. Of several files the
// old ones are set aside first, so that they can be put back.
func (s *stage) moveOut() error {
	const aside = "old."
	var old []string
	for i, name := range slices.Concat(s.deliver, s.stale) {
		if delivered := i < len(s.deliver); delivered {
			if err := s.checkPlace(name); err != nil { // once more: time has passed
				return err
			}
		}
		info, err := os.Lstat(s.placed(name))
		if err == nil && !info.IsDir() {
			old = append(old, name)
		}
	}
	if len(s.deliver) > 1 || len(old) > 1 {
		for _, name := range old {
			if err := s.move(s.placed(name), s.staged(aside+name)); err != nil {
				return err
			}
		}
	}
	for _, name := range s.deliver {
		if err := s.move(s.staged(name), s.placed(name)); err != nil {
			return err
		}
	}
	return nil
}

func (s *stage) move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	s.moved = append(s.moved, move{from, to})
	return nil
}

func (s *stage) moveBack() error {
	var failures []error
	for _, m := range slices.Backward(s.moved) {
		failures = append(failures, os.Rename(m.to, m.from))
	}
	s.moved = nil
	return errors.Join(failures...)
}

// settle makes the moves durable and removes the temporary folder, after a
// commit.
func (s *stage) settle() error {
	return errors.Join(atomicfile.SyncFolder(filepath.Dir(s.path)), os.RemoveAll(s.temp))
}

// abort removes everything that was made, but for a folder that holds the only
// copy of something.
func (s *stage) abort() error {
	err := s.closeAll()
	if s.rescue {
		return err
	}
	return errors.Join(err, os.RemoveAll(s.temp))
}

func (s *stage) closeAll() error {
	var failures []error
	for _, f := range s.open {
		failures = append(failures, f.Close())
	}
	s.open = nil
	return errors.Join(failures...)
}
