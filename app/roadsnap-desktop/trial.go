package main

import (
	"os"
	"runtime"
	"syscall"
	"time"

	"fyne.io/fyne/v2"
)

// prefTrial is the name of the setting that holds the number of the process that is
// opening what was open, 0 for none. One that is there while its process is not says
// that a run ended over it: a pack that brings the program down, or that waits for a
// network for ever, must not do so at each start.
const prefTrial = "open.trial"

// trialTime is how long a run must live after what was open is open again: the map
// has been drawn by then.
const trialTime = 5 * time.Second

// trial is that what was open is opened again.
type trial struct{ p fyne.Preferences }

// begin notes that the trial begins, and reports whether the one before was survived.
func (t trial) begin() (survived bool) {
	before := t.p.Int(prefTrial)
	t.p.SetInt(prefTrial, os.Getpid())
	return before == 0 || before != os.Getpid() && lives(before)
}

// opened notes that everything is open.
func (t trial) opened() { time.AfterFunc(trialTime, t.end) }

// end notes that the trial was survived, if this run has one.
func (t trial) end() {
	if t.p.Int(prefTrial) == os.Getpid() {
		t.p.RemoveValue(prefTrial)
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
