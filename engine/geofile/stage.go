// SPDX-License-Identifier: MIT

package geofile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"roadsnap/internal/atomicfile"
)

// stage is a temporary folder next to a target file. Files are created in it under
// their final names, and moved out together.
type stage struct {
	path    string // the target, as given by the caller
	temp    string // the temporary folder
	open    []*os.File
	deliver []string // names of the files to move out
	stale   []string // names of files that belong to the old target and are removed with it
	moved   []move
	rescue  bool // the temporary folder has old files that could not be restored
}

type move struct{ from, to string }

// newStage creates the temporary folder. Its name does not contain that of the target, which may
// be as long as a name can be.
func newStage(path string) (*stage, error) {
	if _, base := filepath.Split(path); base == "" || base == "." || base == ".." {
		return nil, fmt.Errorf("%w: the path has no file name", ErrPlace)
	}
	temp, err := os.MkdirTemp(filepath.Dir(path), ".roadsnap-*.tmp")
	if err != nil {
		return nil, atomicfile.NoPlace(path, err)
	}
	return &stage{path: path, temp: temp}, nil
}

// base returns the file name of the target.
func (s *stage) base() string { return filepath.Base(s.path) }

// stem returns base without its extension.
func (s *stage) stem() string {
	base := s.base()
	return base[:len(base)-len(filepath.Ext(base))]
}

// staged and placed return the temporary and the final path of a file.
func (s *stage) staged(name string) string { return filepath.Join(s.temp, name) }
func (s *stage) placed(name string) string { return filepath.Join(filepath.Dir(s.path), name) }

// create creates a file in the stage. The stage closes it.
func (s *stage) create(name string) (*os.File, error) {
	return s.keep(os.OpenFile(s.staged(name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666))
}

// reopen opens a file that was created by other code, so that commit syncs it.
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

// deliverTo adds files that commit moves out.
func (s *stage) deliverTo(names ...string) error {
	for _, name := range names {
		if err := s.checkPlace(name); err != nil {
			return err
		}
	}
	s.deliver = append(s.deliver, names...)
	return nil
}

// removeRest makes commit remove those of the paths that it does not replace.
func (s *stage) removeRest(paths []string) {
	for _, path := range paths {
		if name := filepath.Base(path); !slices.Contains(s.deliver, name) {
			s.stale = append(s.stale, name)
		}
	}
}

// checkPlace returns an error if a folder, a device or another special file exists at
// the final path.
func (s *stage) checkPlace(name string) error {
	info, err := os.Stat(s.placed(name))
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %q is not a file", ErrPlace, s.placed(name))
	}
	return nil
}

// commit syncs the files and moves them out. If it fails, it restores the old files.
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
		return fmt.Errorf("%w; the old files could not be restored (%w): they are in %q", atomicfile.Bare(err), atomicfile.Bare(undo), s.temp)
	}
	return err
}

// moveOut replaces a single file in one step. Of several files it first moves the old
// ones aside, so that they can be restored.
func (s *stage) moveOut() error {
	const aside = "old."
	var old []string
	for i, name := range slices.Concat(s.deliver, s.stale) {
		if delivered := i < len(s.deliver); delivered {
			if err := s.checkPlace(name); err != nil { // again, because it may have changed since
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

// cleanUp syncs the folder of the target and removes the temporary folder, after
// commit.
func (s *stage) cleanUp() error {
	return errors.Join(atomicfile.SyncFolder(filepath.Dir(s.path)), os.RemoveAll(s.temp))
}

// abort removes the temporary folder, unless it has old files that could not be
// restored.
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
