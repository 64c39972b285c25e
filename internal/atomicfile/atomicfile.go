// SPDX-License-Identifier: MIT

// Package atomicfile writes a file as a whole: under a temporary name in the folder
// of its target, synced to the disk, then renamed. A reader, or a run after a crash,
// finds the previous file or the new one, never a part of it.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"roadsnap/internal/filelock"
)

// Write replaces the file at path by one that holds what write writes. If it returns
// an error, the target is as it was and the temporary file is gone. Errors of write
// are returned as they are; those of the file system name path.
func Write(path string, mode fs.FileMode, write func(io.Writer) error) error {
	return WriteMarked(path, "", mode, write)
}

// WriteMarked is Write with a mark in the name of the temporary file, by which RemovePartial finds
// it if the process is killed.
func WriteMarked(path, mark string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	f, err := create(path, mark)
	if err != nil {
		return NoPlace(path, err)
	}
	t := target{f, path}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.named(os.Remove(f.Name())))
		}
	}()
	if err := write(t); err != nil {
		return errors.Join(err, t.named(f.Close()))
	}
	if err := errors.Join(t.named(f.Chmod(mode)), t.named(f.Sync()), t.named(f.Close())); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return t.named(err)
	}
	_ = SyncFolder(filepath.Dir(path)) // the file itself is safe
	return nil
}

// The name of a temporary file, with a number between both.
const (
	partialPrefix = ".roadsnap-"
	partialSuffix = ".partial"
)

// IsPartial reports whether a name is that of a temporary file, which a process that was killed
// leaves.
func IsPartial(name string) bool {
	return strings.HasPrefix(name, partialPrefix) && strings.HasSuffix(name, partialSuffix)
}

// create creates the temporary file for path. A marked one is locked until it is closed.
func create(path, mark string) (*os.File, error) {
	for {
		f, err := os.CreateTemp(filepath.Dir(path), partialPrefix+mark+"*"+partialSuffix)
		if err != nil || mark == "" {
			return f, err
		}
		// Where there are no locks, RemovePartial removes nothing. Otherwise another process may
		// have removed the file before it was locked.
		held := errors.Is(filelock.Lock(f), filelock.ErrHeld)
		if _, err := os.Lstat(f.Name()); err == nil && !held {
			return f, nil
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
}

// RemovePartial removes the temporary file at path if it has the mark, and the process that wrote
// it has ended. It reports whether the file is gone.
func RemovePartial(path, mark string) bool {
	if name := filepath.Base(path); !IsPartial(name) || !strings.HasPrefix(name, partialPrefix+mark) {
		return false
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	ended := filelock.Lock(f) == nil
	return f.Close() == nil && ended && os.Remove(path) == nil
}

// target is a temporary file. Its errors name the path that it is for.
type target struct {
	file *os.File
	path string
}

func (t target) Write(b []byte) (int, error) {
	n, err := t.file.Write(b)
	return n, t.named(err)
}

func (t target) named(err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: "write", Path: t.path, Err: Bare(err)}
}

// NoPlace returns the error for a temporary file that cannot be created next to path.
func NoPlace(path string, err error) error {
	return fmt.Errorf("cannot write into %s: %w; choose another folder", filepath.Dir(path), Bare(err))
}

// Bare removes operation and path from an error of package os, because the path may be
// a temporary one.
func Bare(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	var linkError *os.LinkError
	if errors.As(err, &linkError) {
		return linkError.Err
	}
	return err
}

// SyncFolder makes renames in folder durable, where the system can do that.
func SyncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil // folders cannot be synced there
	}
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only synced, nothing to lose
	err = f.Sync()
	// Some network and FUSE file systems know no such call.
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
