package main

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"roadsnap/ui/shell"
)

// The toolkit can hang at shutdown: what is queued for the UI goroutine between the
// emptying of the queue and its closing is never run, and the caller waits for it for
// ever (fyne 2.8.1, internal/driver/glfw/loop.go).

// exitTime is how long the last steps of the toolkit may take, 0.2 s as a rule,
// before the process ends without them.
const exitTime = 5 * time.Second

// forceExitAfter ends the process after d, if it has not ended by then.
func forceExitAfter(d time.Duration) { time.AfterFunc(d, func() { os.Exit(0) }) }

// closeOnSignals closes the window on SIGINT, SIGTERM and, at logout or when the
// terminal is closed, SIGHUP. The toolkit obeys the first two itself, by ending its
// event loop: run then finishes what the window would have. A second signal ends the
// process at once. signalled reports whether the first has come.
func closeOnSignals(w *shell.Window) (signalled func() bool) {
	var came atomic.Bool
	stop := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		stop = append(stop, syscall.SIGHUP)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, stop...)
	go func() {
		<-signals
		signal.Reset(stop...)
		time.AfterFunc(exitTime, func() { os.Exit(1) }) // work that does not stop
		came.Store(true)
		w.Close()
	}()
	return came.Load
}
