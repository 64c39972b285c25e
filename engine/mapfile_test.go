// SPDX-License-Identifier: MIT

package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/errclass"
	"roadsnap/engine/pack"
)

// following is an engine on a map file that it follows.
type following struct {
	*engine.Engine
	path string
	news chan error // the results that Follow got
}

// follow returns an engine on a copy of the sample map.
func follow(t *testing.T) following {
	t.Helper()
	f := followOn(t, samplePack(t), engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err := f.OpenPack(f.path); err != nil {
		t.Fatal(err)
	}
	return f
}

// followOn returns an engine without a map, whose news may concern the map at path only.
func followOn(t *testing.T, path string, o engine.Options) following {
	t.Helper()
	f := following{path: path, news: make(chan error, 16)}
	o.Follow = func(path string, err error) {
		if path != f.path {
			t.Errorf("told of %s, want %s", path, f.path)
		}
		f.news <- err
	}
	e, err := engine.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	f.Engine = e
	return f
}

// replace puts b in the place of the file, as a program does that renames its result.
func (f following) replace(t *testing.T, b []byte) {
	t.Helper()
	fresh := filepath.Join(t.TempDir(), "new.rsp")
	if err := errors.Join(os.WriteFile(fresh, b, 0o600), os.Rename(fresh, f.path)); err != nil {
		t.Fatal(err)
	}
}

// overwrite writes b into the file, as cp does.
func (f following) overwrite(t *testing.T, b []byte) {
	t.Helper()
	if err := os.WriteFile(f.path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	// The file may have been written within one tick of the file system's clock.
	later := time.Now().Add(time.Second)
	if err := os.Chtimes(f.path, later, later); err != nil {
		t.Fatal(err)
	}
}

// await asks the engine until it gives news.
func (f following) await(t *testing.T) error {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) {
		_ = f.Ready()
		select {
		case err := <-f.news:
			return err
		default:
		}
	}
	t.Fatal("no news of the file")
	return nil
}

// until asks the engine until ok accepts its answer.
func until(t *testing.T, e *engine.Engine, ok func(error) bool) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	var err error
	for time.Now().Before(deadline) {
		if err = e.Ready(); ok(err) {
			return
		}
	}
	t.Fatalf("still %v", err)
}

func changed(err error) bool { return errors.Is(err, pack.ErrChanged) }
func ready(err error) bool   { return err == nil }

func TestAReplacedMapIsUsed(t *testing.T) {
	f := follow(t)
	f.replace(t, data.OverviewPack)
	if err := f.await(t); err != nil {
		t.Fatal(err)
	}
	if err := f.Ready(); !errors.Is(err, engine.ErrNoRoads) {
		t.Errorf("%v, want ErrNoRoads: the new file has borders alone", err)
	}
	f.replace(t, data.SamplePack)
	if err := f.await(t); err != nil {
		t.Fatal(err)
	}
	if err := f.Ready(); err != nil {
		t.Error(err)
	}
}

// A file that is no map takes the place of the map: the old one stays in use, and the
// fault is reported once.
func TestABadReplacementLeavesTheMap(t *testing.T) {
	f := follow(t)
	bad := []byte("this is not a map, only a text of some length to get past the header")
	f.replace(t, bad)
	if err := f.await(t); !errors.Is(err, pack.ErrNotPack) {
		t.Fatalf("%v, want ErrNotPack", err)
	}
	if err := f.Ready(); err != nil {
		t.Errorf("the old map is not used on: %v", err)
	}
	damaged := append([]byte(nil), data.SamplePack...)
	damaged[len(damaged)/2] ^= 1
	f.replace(t, damaged)
	if err := f.await(t); !errors.Is(err, pack.ErrCorrupt) {
		t.Fatalf("%v, want ErrCorrupt, and nothing more of the text", err)
	}
	f.replace(t, data.SamplePack)
	if err := f.await(t); err != nil {
		t.Fatal(err)
	}
}

// A map that is overwritten gives errors, because its pages show the new bytes, until the
// new file has proved to be whole.
func TestAnOverwrittenMapIsRefusedUntilItIsWhole(t *testing.T) {
	f := follow(t)
	f.overwrite(t, append(append([]byte(nil), data.OverviewPack...), 0))
	until(t, f.Engine, changed)
	if err := f.Ready(); engine.Class(err) != errclass.PackFault {
		t.Errorf("class %q of %v", engine.Class(err), err)
	}
	if err := f.await(t); !errors.Is(err, pack.ErrCorrupt) {
		t.Fatalf("%v, want ErrCorrupt", err)
	}
	if err := f.Ready(); !changed(err) {
		t.Errorf("%v, want ErrChanged", err)
	}
	f.overwrite(t, data.SamplePack)
	if err := f.await(t); err != nil {
		t.Fatal(err)
	}
	if err := f.Ready(); err != nil {
		t.Error(err)
	}
}

// Setting the time of the file does not cost the map, with or without Follow.
func TestATouchedMapIsUsedAgain(t *testing.T) {
	e := newEngine(t)
	path := samplePack(t)
	if err := e.OpenPack(path); err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	until(t, e, changed)
	until(t, e, ready)
}

// Without Follow, an engine stays on its map when another takes its place, and never
// returns to one that was overwritten.
func TestWithoutFollow(t *testing.T) {
	e := newEngine(t)
	f := following{Engine: e, path: samplePack(t)}
	if err := e.OpenPack(f.path); err != nil {
		t.Fatal(err)
	}
	f.overwrite(t, data.OverviewPack)
	until(t, e, changed)
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	if err := e.Ready(); err != nil {
		t.Error(err)
	}
}
