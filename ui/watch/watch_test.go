// SPDX-License-Identifier: MIT

package watch

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// desk is a watched folder with a clock that the test moves. Its files are real; the test
// is the system that notifies.
type desk struct {
	t      *testing.T
	w      *watcher
	folder string

	mu    sync.Mutex
	found []string // names, since the last call of expect
	lost  []error
	arms  int
}

// inBubble runs a test with a folder that is watched from its beginning.
func inBubble(t *testing.T, before map[string]string, test func(d *desk)) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "gps")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		d := &desk{t: t, folder: folder}
		for name, content := range before {
			d.write(name, content)
		}
		d.w = &watcher{
			folder: folder, settle: settleTime, changed: make(chan struct{}, 1), files: map[string]*file{},
			arm: func() error { d.mu.Lock(); defer d.mu.Unlock(); d.arms++; return nil },
			on: Events{
				Found: func(paths []string) {
					d.mu.Lock()
					defer d.mu.Unlock()
					for _, path := range paths {
						name, err := filepath.Rel(folder, path)
						if err != nil {
							t.Error(err)
						}
						d.found = append(d.found, name)
					}
				},
				Lost: func(err error) { d.mu.Lock(); defer d.mu.Unlock(); d.lost = append(d.lost, err) },
			},
		}
		ctx, cancel := context.WithCancel(t.Context())
		go d.w.run(ctx)
		synctest.Wait()
		test(d)
		cancel()
		synctest.Wait()
	})
}

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// write writes a file. Its modification time is that of the test's clock.
func (d *desk) write(name, content string) {
	d.t.Helper()
	path := filepath.Join(d.folder, name)
	d.must(os.WriteFile(path, []byte(content), 0o600))
	d.must(os.Chtimes(path, time.Now(), time.Now()))
	d.notify()
}

// notify notifies the watcher and lets it list the folder.
func (d *desk) notify() {
	if d.w == nil {
		return
	}
	select {
	case d.w.changed <- struct{}{}:
	default:
	}
	d.wait(calm)
}

// wait moves the clock.
func (d *desk) wait(t time.Duration) {
	time.Sleep(t) // of the test's clock
	synctest.Wait()
}

// expect checks which files were found since its last call.
func (d *desk) expect(what string, names ...string) {
	d.t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Equal(d.found, names) {
		d.t.Errorf("%s: found %q, want %q", what, d.found, names)
	}
	d.found = nil
}

// faults returns the errors so far, and how often the system was asked for notifications.
func (d *desk) faults() (lost []error, arms int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.lost, d.arms
}

func TestFilesThatAreThere(t *testing.T) {
	files := map[string]string{"b.gpx": "x", "a.csv.gz": "x", "notes.doc": "x", ".hidden.gpx": "x", "empty.gpx": ""}
	inBubble(t, files, func(d *desk) {
		d.must(os.MkdirAll(filepath.Join(d.folder, "folder.gpx"), 0o700))
		d.must(os.WriteFile(filepath.Join(d.folder, "folder.gpx", "c.gpx"), []byte("x"), 0o600))
		d.wait(settleTime - time.Millisecond)
		d.expect("too early")
		d.wait(time.Millisecond)
		d.expect("those that are there", "a.csv.gz", "b.gpx")
		d.wait(5 * patrol)
		d.expect("nothing new")
	})
}

func TestFileThatGrows(t *testing.T) {
	inBubble(t, nil, func(d *desk) {
		for _, content := range []string{"a", "ab", "abc"} {
			d.write("a.gpx", content)
			d.wait(settleTime - calm - time.Millisecond)
			d.expect("while it grows")
		}
		d.write("a.gpx", "abd") // its size stays
		d.wait(settleTime - time.Millisecond)
		d.expect("just rewritten")
		d.wait(time.Millisecond)
		d.expect("complete", "a.gpx")
		d.write("a.gpx", "abde")
		d.wait(settleTime)
		d.expect("changed later", "a.gpx")
	})
}

func TestFileThatIsRenamed(t *testing.T) {
	inBubble(t, nil, func(d *desk) {
		d.write("a.gpx.part", "x")
		d.wait(patrol)
		d.expect("a partial download")
		d.must(os.Rename(filepath.Join(d.folder, "a.gpx.part"), filepath.Join(d.folder, "a.gpx")))
		d.notify()
		d.wait(settleTime)
		d.expect("renamed", "a.gpx")
		d.must(os.Remove(filepath.Join(d.folder, "a.gpx")))
		d.notify()
		d.write("a.gpx", "x")
		d.wait(settleTime)
		d.expect("another of that name", "a.gpx")
	})
}

// TestWithoutNotifications checks that a disk that sends none is watched, too.
func TestWithoutNotifications(t *testing.T) {
	inBubble(t, nil, func(d *desk) {
		d.must(os.WriteFile(filepath.Join(d.folder, "a.gpx"), []byte("x"), 0o600))
		d.wait(patrol + settleTime)
		d.expect("found by the patrol", "a.gpx")
	})
}

func TestFileThatCannotBeRead(t *testing.T) {
	inBubble(t, nil, func(d *desk) {
		target := filepath.Join(d.t.TempDir(), "a")
		d.must(os.Symlink(target, filepath.Join(d.folder, "a.gpx")))
		d.wait(patrol)
		d.expect("no file behind the link")
		d.must(os.WriteFile(target, []byte("x"), 0o000))
		if _, err := os.Open(target); err == nil {
			d.t.Skip("this user reads every file")
		}
		d.wait(patrol + settleTime)
		d.expect("no permission")
		d.must(os.Chmod(target, 0o600))
		d.wait(returnTime)
		d.expect("with permission", "a.gpx")
	})
}

func TestFolderThatDisappears(t *testing.T) {
	inBubble(t, map[string]string{"a.gpx": "x"}, func(d *desk) {
		d.wait(settleTime)
		d.expect("before", "a.gpx")
		away := d.folder + "-away"
		d.must(os.Rename(d.folder, away))
		d.w.moved.Store(true)
		d.notify()
		d.wait(patrol)
		if lost, _ := d.faults(); len(lost) != 1 || !errors.Is(lost[0], fs.ErrNotExist) {
			d.t.Fatalf("lost %v, want one error", lost)
		}
		d.must(os.Rename(away, d.folder))
		_, arms := d.faults()
		d.wait(returnTime)
		if _, now := d.faults(); now == arms {
			d.t.Error("the system is not asked for notifications of the folder again")
		}
		d.write("b.gpx", "x")
		d.wait(settleTime)
		d.expect("after its return", "b.gpx")

		// Another folder takes its name before the next listing.
		d.must(os.Rename(d.folder, away))
		d.must(os.Mkdir(d.folder, 0o700))
		d.w.moved.Store(true)
		_, arms = d.faults()
		d.notify()
		lost, now := d.faults()
		if now == arms {
			d.t.Error("the system is not asked for notifications of the other folder")
		}
		if len(lost) != 1 {
			d.t.Errorf("lost %v", lost[1:])
		}
	})
}

// TestSystem watches a folder with the notifications of the system.
func TestSystem(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "gps")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	found, lost := make(chan []string), make(chan error)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(ctx, folder, time.Millisecond, Events{Found: func(paths []string) { found <- paths }, Lost: func(err error) { lost <- err }})
	}()
	expect := func(name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		select {
		case got := <-found:
			if want := []string{filepath.Join(folder, name)}; !slices.Equal(got, want) {
				t.Errorf("found %q, want %q", got, want)
			}
		case err := <-lost:
			t.Fatal(err)
		case <-time.After(patrol - time.Second):
			t.Fatalf("no notification of %s", name)
		}
	}
	expect("a.gpx") // may be there at the start
	expect("b.gpx")
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := <-lost; !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, want a folder that does not exist", err)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	expect("c.gpx") // possibly before the folder is found again
	expect("d.gpx")
	cancel()
	<-done
}
