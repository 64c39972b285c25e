// SPDX-License-Identifier: MIT

package settings

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const old = "preferences.json"

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, folder string) *Store {
	t.Helper()
	s, err := Open(folder, old, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "folder")
	s := open(t, folder)
	s.SetString("text", "phường")
	s.SetFloat("number", 1.5)
	s.SetInt("whole", 7)
	s.SetStringList("list", []string{"a", "b"})
	s.SetStringList("empty", nil)
	s.SetString("gone", "x")
	s.RemoveValue("gone")
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Store{s, open(t, folder)} {
		if s.String("text") != "phường" || s.Float("number") != 1.5 || s.Int("whole") != 7 || s.String("gone") != "" {
			t.Errorf("got %v", s.values)
		}
		if got := s.StringList("list"); !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("list: %v", got)
		}
		if s.StringWithFallback("text", "?") != "phường" || s.StringWithFallback("number", "?") != "?" || s.FloatWithFallback("none", 3) != 3 {
			t.Error("a fallback is used at the wrong time")
		}
	}
	if got := names(t, folder); !slices.Equal(got, []string{FileName}) {
		t.Errorf("the folder holds %v", got)
	}
}

// TestSavedSoon checks that a change is saved without Flush.
func TestSavedSoon(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	s.SetString("a", "b")
	s.mu.Lock()
	due := s.timer != nil
	s.mu.Unlock()
	if !due {
		t.Error("no save is due")
	}
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil || s.unsaved {
		t.Error("a save is still due after Flush")
	}
}

// TestDamaged checks that a damaged file is renamed and reported.
func TestDamaged(t *testing.T) {
	for _, name := range []string{FileName, old} {
		for _, text := range []string{"", `{"a":"b"`, "null", "[1]", `{"a":"b"} x`, "\x00\x00"} {
			folder := t.TempDir()
			write(t, filepath.Join(folder, name), text)
			s, err := Open(folder, old, nil)
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("%s, %q: error %v, want ErrDamaged", name, text, err)
				continue
			}
			kept := names(t, folder)
			if len(kept) != 1 || !strings.HasPrefix(kept[0], name+".damaged-") || !strings.Contains(err.Error(), kept[0]) {
				t.Fatalf("%s, %q: the folder holds %v, error %v", name, text, kept, err)
			}
			if b, err := os.ReadFile(filepath.Join(folder, kept[0])); string(b) != text {
				t.Errorf("the damaged file holds %q, %v, want %q", b, err, text)
			}
			s.SetString("c", "d")
			if err := s.Flush(); err != nil {
				t.Error(err)
			}
			if open(t, folder).String("c") != "d" {
				t.Error("the store does not keep values after damage")
			}
		}
	}
}

// TestCarriedOver checks that the old settings file is read once.
func TestCarriedOver(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, old)
	write(t, path, `{"language":"vi","open.trial":12,"recent":["/a.gpx","/b.gpx"],"window.width":1000.5}`)
	for range 2 {
		s := open(t, folder)
		if s.String("language") != "vi" || s.Int("open.trial") != 12 || len(s.StringList("recent")) != 2 || s.Float("window.width") != 1000.5 {
			t.Errorf("got %v", s.values)
		}
		if got := names(t, folder); !slices.Equal(got, []string{FileName}) {
			t.Errorf("the folder holds %v", got)
		}
	}
	write(t, path, `{"language":"en"}`)
	if got := open(t, folder).String("language"); got != "vi" {
		t.Errorf("language %q: an old file is read although there is a new one", got)
	}
}

// TestNotKept checks that a store without a usable folder holds values, and reports once
// that they are not kept. The test puts a file in place of the folder, because root can
// write to every folder.
func TestNotKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "folder")
	var faults []error
	s, err := Open(folder, old, func(err error) { faults = append(faults, err) })
	if err != nil {
		t.Fatal(err)
	}
	write(t, folder, "")
	for range 2 {
		s.SetString("a", "b")
		if err := s.Flush(); !errors.Is(err, ErrNotKept) {
			t.Errorf("error %v, want ErrNotKept", err)
		}
	}
	if len(faults) != 1 || !errors.Is(faults[0], ErrNotKept) {
		t.Errorf("reported %v, want ErrNotKept once", faults)
	}
	if s.String("a") != "b" {
		t.Error("the value is lost")
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if err := s.Flush(); err != nil || open(t, folder).String("a") != "b" {
		t.Errorf("%v: the value is not saved when there is room again", err)
	}
}

// TestUnreadable checks that a file that cannot be read is not replaced.
func TestUnreadable(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, FileName)
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := Open(folder, old, nil)
	if !errors.Is(err, ErrNotKept) {
		t.Errorf("error %v, want ErrNotKept", err)
	}
	s.SetString("a", "b")
	if err := s.Flush(); err != nil || s.String("a") != "b" {
		t.Errorf("%v, %q", err, s.String("a"))
	}
	if got := names(t, folder); !slices.Equal(got, []string{FileName}) {
		t.Errorf("the folder holds %v", got)
	}
}

// TestWhole checks that readers and two writers never see a partial file.
func TestWhole(t *testing.T) {
	folder := t.TempDir()
	long := strings.Repeat("x", 100_000)
	first := open(t, folder)
	first.SetString("long", long)
	if err := first.Flush(); err != nil {
		t.Fatal(err)
	}
	var writers sync.WaitGroup
	for _, s := range []*Store{first, open(t, folder)} {
		writers.Go(func() {
			for i := range 20 {
				s.SetInt("n", i)
				if err := s.Flush(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 200 {
		if s := open(t, folder); s.String("long") != long {
			t.Fatal("a reader found half a file")
		}
	}
	writers.Wait()
}
