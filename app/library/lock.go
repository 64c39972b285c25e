// SPDX-License-Identifier: MIT

package library

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"roadsnap/engine/pack"
	"roadsnap/internal/atomicfile"
	"roadsnap/internal/filelock"
)

// incoming is the folder for what is not yet a map of the library: downloads and packs
// that are being made. It is swept when nobody holds the lock.
const incoming = "incoming"

const lockFile = ".lock"

// Lock is the right to add maps to a library. One process holds it at a time; the system
// takes it back from a process that dies.
type Lock struct {
	library *Library
	file    *os.File
}

// Lock takes the lock for work, which messages to others name, such as "installing vietnam". It
// creates the folder. If another process holds the lock, the ErrBusy says which one.
func (l *Library) Lock(work string) (*Lock, error) {
	if err := os.MkdirAll(filepath.Join(l.folder, incoming), 0o755); err != nil {
		return nil, err
	}
	path := filepath.Join(l.folder, lockFile)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, atomicfile.NoPlace(path, err)
	}
	if err := filelock.Lock(f); errors.Is(err, filelock.ErrHeld) {
		owner, _ := os.ReadFile(path) // without it, the message has no owner
		return nil, errors.Join(fmt.Errorf("%w: %s", ErrBusy, strings.TrimSpace(string(owner))), f.Close())
	} else if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return nil, errors.Join(err, f.Close())
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = fmt.Fprintf(f, "process %d is %s since %s\n", os.Getpid(), work, time.Now().Format(time.DateTime))
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Lock{l, f}, nil
}

// Release gives the lock back.
func (k *Lock) Release() error { return errors.Join(k.file.Truncate(0), k.file.Close()) }

// Incoming returns the path for a file that is not yet a map, in the same file system as
// the maps.
func (k *Lock) Incoming(name string) string { return k.library.Incoming(name) }

// Incoming returns the path of a file that is not yet a map. Only the holder of the lock
// may write there.
func (l *Library) Incoming(name string) string { return filepath.Join(l.folder, incoming, name) }

// Sweep removes from the folder of incoming files all but those to keep.
func (k *Lock) Sweep(keep func(name string) bool) error {
	entries, err := os.ReadDir(filepath.Join(k.library.folder, incoming))
	if err != nil {
		return err
	}
	var errs []error
	for _, e := range entries {
		if !keep(e.Name()) {
			errs = append(errs, os.RemoveAll(k.Incoming(e.Name())))
		}
	}
	return errors.Join(errs...)
}

// Add moves a whole pack at path, which Incoming gave, into the library as the newest
// version of map id, and makes it the one in use. checksum is that of the file that the
// pack was made of, "" if unknown.
func (k *Lock) Add(id, path, checksum string) (Map, error) {
	l := k.library
	p, err := pack.Open(path)
	if err != nil {
		return Map{}, err
	}
	day := p.Meta().SourceTime
	if err := p.Close(); err != nil {
		return Map{}, err
	}
	if day.IsZero() {
		day = time.Now()
	}
	name := version(id, day)
	for n := 2; ; n++ {
		_, err := os.Lstat(l.path(name))
		if errors.Is(err, os.ErrNotExist) {
			break
		}
		if err != nil {
			return Map{}, err
		}
		name = fmt.Sprintf("%s-%d", version(id, day), n)
	}
	if err := os.Rename(path, l.path(name)); err != nil {
		return Map{}, err
	}
	if err := atomicfile.SyncFolder(l.folder); err != nil {
		return Map{}, err
	}
	chosen, err := l.choice()
	if err != nil {
		return Map{}, err
	}
	if chosen = chosen.then(name); checksum != "" {
		if chosen.Checksums == nil {
			chosen.Checksums = map[string]string{}
		}
		chosen.Checksums[name] = checksum
	}
	if err := l.choose(chosen); err != nil {
		return Map{}, err
	}
	return l.find(name)
}

// Prune removes the versions of map id that are neither in use nor the one before, and
// returns their names. One that another program has open may refuse, and stays.
func (k *Lock) Prune(id string) (removed []string, err error) {
	maps, err := k.library.Maps()
	if err != nil {
		return nil, err
	}
	for _, m := range maps {
		if m.Used || m.Earlier || !IsVersion(m.Name, id) {
			continue
		}
		if os.Remove(m.Path) == nil {
			removed = append(removed, m.Name)
		}
	}
	return removed, nil
}

// IsVersion reports whether name is one that Add gives to map id.
func IsVersion(name, id string) bool {
	rest, ok := strings.CutPrefix(name, id+"-")
	if !ok || len(rest) < len(time.DateOnly) {
		return false
	}
	if _, err := time.Parse(time.DateOnly, rest[:len(time.DateOnly)]); err != nil {
		return false
	}
	rest = rest[len(time.DateOnly):]
	return rest == "" || len(rest) > 1 && rest[0] == '-' && strings.Trim(rest[1:], "0123456789") == ""
}
