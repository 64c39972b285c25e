// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"os/exec"
	"testing"

	"roadsnap/ui/settings"
)

// newStore returns empty settings.
func newStore(t testing.TB) *settings.Store {
	t.Helper()
	store, err := settings.Open(t.TempDir(), "none", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Flush() }) // before its folder goes
	return store
}

// TestCrashGuard checks that the guard distinguishes a run that crashed while it opened
// packs from one that survived, and from another instance that is opening them.
func TestCrashGuard(t *testing.T) {
	gone := exec.Command("go", "version")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		before   int
		survived bool
	}{
		{"the first run", 0, true},
		{"a run that is gone", gone.Process.Pid, false},
		{"one that had the same number, as in a sandbox", os.Getpid(), false},
		{"another window", os.Getppid(), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newStore(t)
			p.SetInt(prefGuard, c.before)
			now := crashGuard{p}
			if got := now.begin(); got != c.survived {
				t.Errorf("survived %t, want %t", got, c.survived)
			}
			if got := p.Int(prefGuard); got != os.Getpid() {
				t.Errorf("process %d is noted, want this one", got)
			}
			if now.end(); p.Int(prefGuard) != 0 {
				t.Error("the note remains")
			}
		})
	}
	p := newStore(t)
	p.SetInt(prefGuard, os.Getppid())
	if (crashGuard{p}).end(); p.Int(prefGuard) != os.Getppid() {
		t.Error("the note of another run was removed")
	}
}
