// SPDX-License-Identifier: MIT

package pack

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// sampleFile writes a pack and opens it.
func sampleFile(t *testing.T) (p *Pack, content []byte) {
	t.Helper()
	content = sampleBytes(t)
	path := filepath.Join(t.TempDir(), "map.rsp")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p, content
}

func TestChange(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(path string, content []byte) error
		want Change
		same bool // Recheck finds the former content
	}{
		"nothing": {func(string, []byte) error { return nil }, Unchanged, true},
		"removed": {func(path string, _ []byte) error { return os.Remove(path) }, Missing, false},
		"replaced": {func(path string, b []byte) error {
			return errors.Join(os.WriteFile(path+".new", b, 0o600), os.Rename(path+".new", path))
		}, Replaced, false},
		"touched": {func(path string, _ []byte) error { return os.Chtimes(path, time.Time{}, time.Unix(1, 0)) }, Altered, true},
		"longer": {func(path string, b []byte) error {
			return os.WriteFile(path, append(b, 0), 0o600)
		}, Altered, false},
		"cut to nothing": {func(path string, _ []byte) error { return os.Truncate(path, 0) }, Altered, false},
		"one byte, at the same time": {func(path string, b []byte) error {
			return keepTime(path, func() error { b[20]++; return os.WriteFile(path, b, 0o600) })
		}, Altered, false},
		"one byte of a section": {func(path string, b []byte) error {
			b[headerSize]++
			return errors.Join(os.WriteFile(path, b, 0o600), os.Chtimes(path, time.Time{}, time.Unix(1, 0)))
		}, Altered, false},
	} {
		t.Run(name, func(t *testing.T) {
			p, content := sampleFile(t)
			if err := c.do(p.Name(), content); err != nil {
				t.Fatal(err)
			}
			if got := p.Change(); got != c.want {
				t.Errorf("change %d, want %d", got, c.want)
			}
			if err := p.Recheck(t.Context()); (err == nil) != c.same {
				t.Errorf("recheck: %v", err)
			}
			if got := p.Change(); c.same && got != Unchanged {
				t.Errorf("change %d after the check", got)
			}
		})
	}
}

// keepTime calls do and sets the time of the file back.
func keepTime(path string, do func() error) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return errors.Join(do(), os.Chtimes(path, time.Time{}, info.ModTime()))
}

func TestAPackInMemoryNeverChanges(t *testing.T) {
	p, err := OpenBytes("memory", sampleBytes(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Recheck(t.Context()); err != nil || p.Change() != Unchanged {
		t.Errorf("change %d, %v", p.Change(), err)
	}
}
