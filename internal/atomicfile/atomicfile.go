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
	"syscall"
)

// Write replaces the file at path by one that holds what write writes. If it returns
// an error, the target is as it was and the temporary file is gone. Errors of write
// are returned as they are.
func Write(path string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".roadsnap-*.partial")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := write(f); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(f.Chmod(mode), f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	_ = SyncFolder(filepath.Dir(path)) // the file itself is safe
	return nil
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
