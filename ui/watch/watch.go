// SPDX-License-Identifier: MIT

package watch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"

	"roadsnap/engine/trace"
)

const (
	// settleTime is how long a file must stay the same to be complete.
	settleTime = 2 * time.Second
	// calm is the time from a notification to the next listing, so that a hundred files
	// that are copied are not a hundred listings.
	calm = 200 * time.Millisecond
	// patrol is the time between listings without a notification. Network disks have none.
	patrol = 30 * time.Second
	// returnTime is the time between attempts to find a folder that has disappeared.
	returnTime = 2 * time.Second
)

// Events are the functions that Folder calls, on its goroutine.
type Events struct {
	// Found is called with the paths of files that have become complete, sorted. A file is
	// reported again if it changed since.
	Found func(paths []string)
	// Lost is called with an error when the folder cannot be read, once until it can be
	// read again.
	Lost func(error)
}

// Folder reports the trace files in a folder: those that are there, those that appear and
// those that are renamed to a trace's name. It does not enter subfolders. A folder that
// disappears is watched again when it returns. Folder returns when ctx is done.
func Folder(ctx context.Context, folder string, on Events) { run(ctx, folder, settleTime, on) }

// run is Folder for files that must stay the same for settle.
func run(ctx context.Context, folder string, settle time.Duration, on Events) {
	w := &watcher{folder: folder, on: on, settle: settle, changed: make(chan struct{}, 1), files: map[string]*file{}}
	w.arm = func() error { return errors.ErrUnsupported }
	if system, err := fsnotify.NewWatcher(); err == nil { // otherwise the patrol finds the files
		defer func() { _ = system.Close() }() // nothing is written
		w.arm = func() error {
			_ = system.Remove(folder) // the one that had this name before, if any
			return system.Add(folder)
		}
		go w.listen(system)
	}
	w.run(ctx)
}

// watcher watches one folder.
type watcher struct {
	folder  string
	on      Events
	settle  time.Duration
	arm     func() error  // asks the system for notifications of the folder
	changed chan struct{} // holds a token after a notification
	moved   atomic.Bool   // the folder itself was removed or renamed

	armed bool
	lost  bool
	files map[string]*file // by name
}

// file is the state of a trace file.
type file struct {
	size     int64
	modified time.Time
	since    time.Time // when it was first seen like this
	reported bool
	seen     bool // in the current listing
}

// listen notes the notifications of the system until it is closed.
func (w *watcher) listen(system *fsnotify.Watcher) {
	for {
		select {
		case event, ok := <-system.Events:
			if !ok {
				return
			}
			if filepath.Clean(event.Name) == filepath.Clean(w.folder) && event.Has(fsnotify.Remove|fsnotify.Rename) {
				w.moved.Store(true)
			}
		case _, ok := <-system.Errors: // such as an overflow
			if !ok {
				return
			}
		}
		select {
		case w.changed <- struct{}{}:
		default:
		}
	}
}

// run lists the folder until ctx is done.
func (w *watcher) run(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case <-time.After(w.list()):
		case <-w.changed:
			select {
			case <-time.After(min(calm, w.settle)):
			case <-ctx.Done():
			}
		case <-ctx.Done():
		}
	}
}

// list lists the folder and reports files that are complete. It returns the time until it
// must be called again.
func (w *watcher) list() (next time.Duration) {
	if w.moved.Swap(false) {
		w.armed = false
	}
	if !w.armed { // before the listing, after which nothing may be missed
		w.armed = w.arm() == nil
	}
	entries, err := os.ReadDir(w.folder)
	if err != nil {
		w.armed = false
		if !w.lost {
			w.lost = true
			w.on.Lost(err)
		}
		return returnTime
	}
	w.lost = false
	var complete []string
	next = patrol
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") || !trace.HasExtension(name) {
			continue
		}
		path := filepath.Join(w.folder, name)
		ready, wait := w.look(name, path)
		if ready {
			complete = append(complete, path)
		}
		next = min(next, wait)
	}
	for name, f := range w.files {
		if !f.seen {
			delete(w.files, name)
		}
		f.seen = false
	}
	if len(complete) > 0 {
		w.on.Found(complete)
	}
	return next
}

// look compares a file with its state in the last listing. It reports whether the file has
// just become complete, and how long it may take until it is.
func (w *watcher) look(name, path string) (ready bool, wait time.Duration) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false, patrol
	}
	now, f := time.Now(), w.files[name]
	if f == nil || f.size != info.Size() || !f.modified.Equal(info.ModTime()) {
		f = &file{size: info.Size(), modified: info.ModTime(), since: now}
		w.files[name] = f
	}
	f.seen = true
	if f.reported || f.size == 0 { // an empty file is one that is about to be written
		return false, patrol
	}
	if left := f.since.Add(w.settle).Sub(now); left > 0 {
		return false, left
	}
	if readable(path) != nil { // such as a file that another program has locked
		return false, returnTime
	}
	f.reported = true
	return true, patrol
}

// readable returns why a file cannot be read.
func readable(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // nothing is written
	if _, err := f.Read(make([]byte, 1)); err != nil {
		return fmt.Errorf("reading %s: %w", path, err)
	}
	return nil
}
