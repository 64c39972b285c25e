// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"runtime"
	"syscall"
	"time"

	"roadsnap/ui/settings"
)

// prefGuard is the name of the setting with the ID of the process that is reopening packs,
// 0 for none. If that process no longer runs, it ended while it opened them. A pack that
// crashes the app, or blocks on a network disk, must not do so at every start.
const prefGuard = "open.trial"

// guardTime is how long a run must last after it has reopened the packs. The map has been
// drawn by then.
const guardTime = 5 * time.Second

// crashGuard records in the settings that the packs of the previous run are being opened,
// so that the next run can detect that this one crashed.
type crashGuard struct{ p *settings.Store }

// begin records that opening begins. It reports whether the previous run survived its own
// opening.
func (t crashGuard) begin() (survived bool) {
	before := t.p.Int(prefGuard)
	t.p.SetInt(prefGuard, os.Getpid())
	return before == 0 || before != os.Getpid() && lives(before)
}

// opened schedules end after guardTime. It must be called when the packs are open.
func (t crashGuard) opened() { time.AfterFunc(guardTime, t.end) }

// end removes the record of this run, if there is one.
func (t crashGuard) end() {
	if t.p.Int(prefGuard) == os.Getpid() {
		t.p.RemoveValue(prefGuard)
	}
}

// lives reports whether a process runs. It can be another instance of the app.
func lives(id int) bool {
	process, err := os.FindProcess(id)
	if err != nil {
		return false
	}
	defer process.Release() //nolint:errcheck // nothing is held but a number
	return runtime.GOOS == "windows" || process.Signal(syscall.Signal(0)) == nil
}
