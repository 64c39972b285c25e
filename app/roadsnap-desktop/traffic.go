// SPDX-License-Identifier: MIT

package main

import (
	"sync"
	"time"

	"roadsnap/app/api"
	"roadsnap/ui/server"
)

// traffic keeps what the local server answered. Safe for concurrent use.
type traffic struct {
	now func() time.Time

	mu            sync.Mutex
	total, failed int
	requests      [server.MaxRequests]server.Request // a ring; the next one is at total
	seconds       [server.ChartSeconds]server.Second // a ring by the second of their time
	latest        int64                              // the newest second in it (Unix time)
}

func newTraffic() *traffic { return &traffic{now: time.Now} }

// add counts an answered request.
func (t *traffic) add(r api.RequestInfo) {
	at := t.now().Unix()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests[t.total%len(t.requests)] = server.Request{
		At: r.Time, Method: r.Method, Path: r.Path, Operation: r.Operation, Key: r.Key, Status: r.Status, Duration: r.Duration,
	}
	t.total++
	t.advance(at)
	s := &t.seconds[at%int64(len(t.seconds))]
	s.Requests++
	s.Total += r.Duration
	s.Slowest = max(s.Slowest, r.Duration)
	if r.Status >= 400 {
		s.Failed++
		t.failed++
	}
}

// advance empties the seconds after the latest one, up to at. t.mu must be held. If the clock
// was set back, requests are counted in seconds that are there.
func (t *traffic) advance(at int64) {
	n := int64(len(t.seconds))
	for s := max(t.latest+1, at-n+1); s <= at; s++ {
		t.seconds[s%n] = server.Second{}
	}
	t.latest = max(t.latest, at)
}

// snapshot returns a copy.
func (t *traffic) snapshot() server.Traffic {
	at := t.now().Unix()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.advance(at)
	s := server.Traffic{Total: t.total, Failed: t.failed}
	for i := t.total - 1; i >= max(0, t.total-len(t.requests)); i-- {
		s.Recent = append(s.Recent, t.requests[i%len(t.requests)])
	}
	n := int64(len(t.seconds))
	for second := t.latest - n + 1; second <= t.latest; second++ {
		s.Seconds = append(s.Seconds, t.seconds[second%n])
	}
	return s
}
