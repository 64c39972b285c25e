// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"roadsnap/ui/shell"
)

// The toolkit can hang at shutdown. A function queued for the UI goroutine after the queue
// is emptied and before it is closed never runs, and its caller waits forever (fyne 2.8.1,
// internal/driver/glfw/loop.go).

// exitTime is how long the toolkit's shutdown may take before the process is ended. It
// usually takes 0.2 s.
const exitTime = 5 * time.Second

// forceExitAfter ends the process after d.
func forceExitAfter(d time.Duration) { time.AfterFunc(d, func() { os.Exit(0) }) }

// closeOnSignals closes the window on SIGINT, SIGTERM and SIGHUP. The system sends SIGHUP
// at logout and when the terminal is closed. The toolkit also handles the first two, by
// ending its event loop; run then does the work of closing the window. A second signal
// ends the process at once. signalled reports whether a signal was received.
func closeOnSignals(w *shell.Window) (signalled func() bool) {
	var came atomic.Bool
	stop := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		stop = append(stop, syscall.SIGHUP)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, stop...)
	go func() {
		<-signals
		signal.Reset(stop...)
		time.AfterFunc(exitTime, func() { os.Exit(1) }) // in case work does not stop
		came.Store(true)
		w.Close()
	}()
	return came.Load
}
