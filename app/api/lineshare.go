// SPDX-License-Identifier: MIT

package api

import (
	"sync"
	"time"
)

// The numbers of lines that count as one request against the rate and the daily quota of a
// client. The first of them count with the request that began the conversation.
const (
	tripsOfRequest  = 1
	pointsOfRequest = 100 // as many as a snap request may have
)

// lineShare counts the lines of a conversation against the limits of its client.
type lineShare struct {
	mu   sync.Mutex
	each int // lines that count as one request
	paid int // further lines that the last request pays for
}

// count counts a line. Lines that come too fast wait, and the client with them, because it
// goes on to send only when they are read. The error is the answer to a line beyond the daily
// quota.
func (l *lines) count() error {
	l.share.mu.Lock()
	defer l.share.mu.Unlock()
	for l.share.paid == 0 {
		if now, valid := l.server.keys.record(l.request.key); valid { // its limits may have changed
			l.request.record = now
		}
		switch over := l.server.takeRate(l.request, time.Now()); {
		case over == overLimit{}:
			l.share.paid = l.share.each
		case over.daily:
			return over.err()
		case !l.sleep(over.wait):
			return errStopping()
		}
	}
	l.share.paid--
	return nil
}

// sleep waits for d, and reports whether the conversation goes on after it.
func (l *lines) sleep(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-l.request.Context().Done():
	case <-l.server.talks.Done():
	}
	return false
}
