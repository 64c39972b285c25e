// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"io"
	"os/signal"
	"syscall"
	"time"

	"roadsnap/app/logsink"
)

// logGrace is the time that the last lines of the log get to be read at the end.
const logGrace = time.Second

// detach returns streams whose standard error does not block: lines that nobody reads in
// time are dropped, and dropped is called with their number. The process survives the end
// of the reader (SIGPIPE). The caller must call flush.
func (s streams) detach(dropped func(lines int)) (detached streams, flush func()) {
	signal.Ignore(syscall.SIGPIPE)
	sink := logsink.New(s.err, dropped)
	detached = s
	if detached.err = sink; s.notes != io.Discard {
		detached.notes = sink
	}
	return detached, func() {
		ctx, cancel := context.WithTimeout(context.Background(), logGrace)
		defer cancel()
		sink.Close(ctx)
	}
}
