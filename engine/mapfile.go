// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"roadsnap/engine/pack"
)

// lookEvery is the time between two looks at the file of a map in use. A look takes some
// microseconds; for as long, answers may come from a file that is being overwritten.
const lookEvery = 100 * time.Millisecond

// mapFile notices that the file of an installed pack was written to or replaced.
type mapFile struct {
	engine *Engine
	on     *installed
	begin  time.Time
	looked atomic.Int64 // time of the last look, since begin
	lost   atomic.Bool  // the file was written to and has not proved to be sound

	reading sync.Mutex  // held while the file is read again
	refused os.FileInfo // the state in which it was not a whole map; nil for none
}

// check looks at the file if the last look was long ago. It returns an error that wraps
// pack.ErrChanged if the file was written to.
func (f *mapFile) check() error {
	if f == nil { // the pack is being opened
		return nil
	}
	now, last := int64(time.Since(f.begin)), f.looked.Load()
	lost := f.lost.Load()
	if now-last >= int64(lookEvery) && f.looked.CompareAndSwap(last, now) {
		lost = f.look() || lost
	}
	if lost {
		return fmt.Errorf("%s: %w; it is used again once it is whole", f.on.pack.Name(), pack.ErrChanged)
	}
	return nil
}

// look looks at the file, and has it read again if it has changed. It reports whether the
// file was written to, even if it is read again and found whole before look returns.
func (f *mapFile) look() (lost bool) {
	change := f.on.pack.Change()
	switch change {
	case pack.Altered:
		f.lost.Store(true)
		lost = true
	case pack.Replaced:
		if f.engine.fresh == nil {
			return false
		}
	default:
		return false
	}
	if !f.reading.TryLock() {
		return lost
	}
	now, err := os.Stat(f.on.pack.Name())
	if err != nil || f.refused != nil && sameState(f.refused, now) || !f.engine.keep(f.on) {
		f.reading.Unlock()
		return lost
	}
	go func() {
		defer f.reading.Unlock()
		defer f.engine.release(f.on) //nolint:errcheck // it is only unmapped
		f.readAgain(change, now)
	}()
	return lost
}

// readAgain verifies the file, which is in the state now, and uses it if it is whole. A
// file that is still being written is read again at a later look.
func (f *mapFile) readAgain(change pack.Change, now os.FileInfo) {
	ctx, path := context.Background(), f.on.pack.Name()
	err := pack.ErrChanged
	switch {
	case change == pack.Altered && f.on.pack.Recheck(ctx) == nil:
		f.lost.Store(false)
		err = nil
	case f.engine.fresh != nil:
		err = f.engine.reopen(ctx, f.on)
	}
	if err != nil {
		if after, statErr := os.Stat(path); statErr != nil || !sameState(now, after) {
			return
		}
		f.refused = now
	}
	if f.engine.fresh != nil {
		f.engine.fresh(path, err)
	}
}

// sameState reports whether a and b describe the same file with the same size and time.
func sameState(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// keep counts one more use of m, unless m is no longer installed.
func (e *Engine) keep(m *installed) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if m != e.current && m != e.overlay && !slices.Contains(e.further, m) {
		return false
	}
	m.users++
	return true
}

// reopen verifies the file of old and installs it in the place of old.
func (e *Engine) reopen(ctx context.Context, old *installed) error {
	p, err := pack.Open(old.pack.Name())
	if err != nil {
		return err
	}
	if _, err := verify(ctx, p, nil); err != nil {
		return errors.Join(err, p.Close())
	}
	e.mu.Lock()
	install := e.install
	if slices.Contains(e.further, old) {
		install = e.installFurther
	}
	e.mu.Unlock()
	return install(p, func(m *installed) (replaced []*installed) {
		i := slices.Index(e.further, old)
		switch {
		case old == e.current:
			e.current = m
		case old == e.overlay:
			e.overlay = m
		case i >= 0:
			e.further = slices.Clone(e.further)
			e.further[i] = m
		default: // closed or replaced meanwhile
			old = m
		}
		return []*installed{old}
	})
}
