package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"fyne.io/fyne/v2"
)

// The toolkit's last steps are a matter of luck: between emptying its queue and saying
// that nothing waits for it any longer, what comes in is neither done nor given up
// (fyne 2.8.1, internal/driver/glfw/loop.go). It is the saving of preferences that
// comes in then, on a goroutine of its own, so that now and then on a busy machine they
// are lost, or the process stays for ever, without a window.

// savingTime is how long the toolkit waits, while preferences change, until it saves
// them: 0.1 s. That much and half as much again.
const savingTime = 150 * time.Millisecond

// leavingTime is how long that and the toolkit's last steps may take, 0.2 s as a rule,
// before the process ends without them.
const leavingTime = 5 * time.Second

// keepPreferences returns when all preferences that have changed are saved. It must not
// be called on the UI thread.
func keepPreferences() {
	time.Sleep(savingTime)
	fyne.DoAndWait(func() {}) // they are saved on the UI thread
}

// leaveAnyway ends the process if the toolkit has not by then.
func leaveAnyway() { time.AfterFunc(leavingTime, func() { os.Exit(0) }) }

// leaveOnSignals does so once the process is told to end, which the toolkit obeys at
// once: work under way is cut off, and what it leaves the next import clears away.
func leaveOnSignals() {
	told := make(chan os.Signal, 1)
	signal.Notify(told, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-told
		leaveAnyway()
	}()
}
