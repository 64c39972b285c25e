package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// The toolkit can hang at shutdown: what is queued for the UI goroutine between the
// emptying of the queue and its closing is never run, and the caller waits for it for
// ever (fyne 2.8.1, internal/driver/glfw/loop.go).

// exitTime is how long the last steps of the toolkit may take, 0.2 s as a rule,
// before the process ends without them.
const exitTime = 5 * time.Second

// forceExitAfter ends the process after d, if it has not ended by then.
func forceExitAfter(d time.Duration) { time.AfterFunc(d, func() { os.Exit(0) }) }

// leaveOnSignals does so once the process is told to end, which the toolkit obeys at
// once: work under way is cut off, and what it leaves the next import clears away.
func leaveOnSignals() {
	told := make(chan os.Signal, 1)
	signal.Notify(told, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-told
		forceExitAfter(exitTime)
	}()
}
