// SPDX-License-Identifier: MIT

package pack

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A process that dies leaves its temporary file without a lock.
func TestCreateRemovesWhatDeadWritersLeft(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "map.rsp")
	others := []string{"other.rsp.0123abcd.tmp", ".notes.txt.0123abcd.tmp", ".map.rsp.0123abcd", ".map.rsp.0123abc.tmp", ".map.rsp.0123abcX.tmp", "map.rsp.0123abcd.tmp"}
	yesterday := time.Now().Add(-24 * time.Hour)
	for _, name := range append(others, ".map.rsp.0123abcd.tmp", ".map.rsp.ffffffff.tmp", ".other.rsp.0123abcd.tmp") {
		file := filepath.Join(folder, name)
		if err := errors.Join(os.WriteFile(file, []byte("half a map"), 0o600), os.Chtimes(file, yesterday, yesterday)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, ".map.rsp.00000000.tmp"), 0o700); err != nil {
		t.Fatal(err)
	}
	living, err := Create(path, Meta{Name: "first"})
	if err != nil {
		t.Fatal(err)
	}
	second, err := Create(path, Meta{Name: "second"})
	if err != nil {
		t.Fatal(err)
	}
	want := append(slices.Clone(others), ".map.rsp.00000000.tmp", filepath.Base(living.temp), filepath.Base(second.temp))
	var left []string
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		left = append(left, e.Name())
	}
	slices.Sort(want)
	slices.Sort(left)
	if !slices.Equal(left, want) {
		t.Errorf("left in the folder: %v, want %v", left, want)
	}
	for _, w := range []*Writer{second, living} {
		if err := w.Commit(); err != nil {
			t.Errorf("one of two writers cannot commit: %v", err)
		}
	}
}

// A temporary name has 14 bytes more than the name of the pack, which may already have as many as
// the file system allows.
func TestCreateWithALongName(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "x"+strings.Repeat("đ", 125)+".rsp")
	leftover := filepath.Join(folder, "."+strings.Repeat("đ", 118)+".rsp.0123abcd.tmp")
	if err := os.WriteFile(leftover, []byte("half a map"), 0o600); err != nil {
		t.Fatal(err)
	}
	w, err := Create(path, Meta{Name: "long"})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	if p, err := Open(path); err != nil {
		t.Error(err)
	} else if err := p.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(leftover); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file that a dead writer left is still there: %v", err)
	}
	_, err = Create(filepath.Join(folder, strings.Repeat("x", 256)), Meta{Name: "too long"})
	if !errors.Is(err, syscall.ENAMETOOLONG) || !strings.HasSuffix(err.Error(), "; choose a shorter one") {
		t.Errorf("Create with a name of 256 bytes: %v", err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("%d files in the folder, want the pack alone; %v", len(entries), err)
	}
}

// Concurrent writers never remove each other's files.
func TestWritersOfOnePathLetEachOtherLive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "map.rsp")
	failures := make(chan error, 8)
	for range cap(failures) {
		go func() {
			var failed error
			for range 50 {
				w, err := Create(path, Meta{Name: "m"})
				if err == nil {
					err = w.Commit()
				}
				if err != nil {
					failed = err
				}
			}
			failures <- failed
		}()
	}
	for range cap(failures) {
		if err := <-failures; err != nil {
			t.Error(err)
		}
	}
	p, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
