package main

import (
	"os"
	"runtime"
	"syscall"
	"time"

	"roadsnap/ui/settings"
)

// prefGuard is the name of the setting that holds the number of the process that is
// opening what was open, 0 for none. One that is there while its process is not says
// that a run ended over it: a pack that brings the program down, or that waits for a
// network for ever, must not do so at each start.
const prefGuard = "open.trial"

// guardTime is how long a run must live after what was open is open again: the map
// has been drawn by then.
const guardTime = 5 * time.Second

// crashGuard notes in the settings that the packs of the previous run are being
// opened, so that the next run knows if this one crashed over them.
type crashGuard struct{ p *settings.Store }

// begin notes that opening begins, and reports whether the previous run survived it.
func (t crashGuard) begin() (survived bool) {
	before := t.p.Int(prefGuard)
	t.p.SetInt(prefGuard, os.Getpid())
	return before == 0 || before != os.Getpid() && lives(before)
}

// opened notes that everything is open.
func (t crashGuard) opened() { time.AfterFunc(guardTime, t.end) }

// end notes that opening was survived, if this run has one.
func (t crashGuard) end() {
	if t.p.Int(prefGuard) == os.Getpid() {
		t.p.RemoveValue(prefGuard)
	}
}

// lives reports whether there is a process, which another window of the app may be.
func lives(id int) bool {
	process, err := os.FindProcess(id)
	if err != nil {
		return false
	}
	defer process.Release() //nolint:errcheck // nothing is held but a number
	return runtime.GOOS == "windows" || process.Signal(syscall.Signal(0)) == nil
}
