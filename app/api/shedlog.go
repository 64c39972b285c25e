// SPDX-License-Identifier: MIT

package api

import (
	"sync"
	"time"
)

// shedLogEvery is the least time between two lines of the log about requests that were
// refused because they would wait too long. There may be thousands a second, and a line for
// each would cost as much as the refusal.
const shedLogEvery = time.Second

// shedLog counts such requests between two lines. Safe for concurrent use.
type shedLog struct {
	mu   sync.Mutex
	n    int
	last time.Time // time of the last line
}

// add counts a request at now. It returns the number of requests to log, 0 for no line.
func (l *shedLog) add(now time.Time) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	if now.Sub(l.last) < shedLogEvery {
		return 0
	}
	n, l.n, l.last = l.n, 0, now
	return n
}
