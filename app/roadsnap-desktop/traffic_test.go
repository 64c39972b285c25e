// SPDX-License-Identifier: MIT

package main

import (
	"testing"
	"time"

	"roadsnap/app/api"
	"roadsnap/ui/server"
)

// TestTraffic counts requests over time, more than are kept.
func TestTraffic(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	kept := newTraffic()
	kept.now = func() time.Time { return now }
	if s := kept.snapshot(); s.Total != 0 || len(s.Recent) != 0 || len(s.Seconds) != server.ChartSeconds || !s.Quiet() {
		t.Errorf("at first: %d, %d, %d", s.Total, len(s.Recent), len(s.Seconds))
	}
	for i := range server.MaxRequests + 5 {
		kept.add(api.RequestInfo{Path: "/old", Status: 200, Duration: time.Duration(i)})
	}
	now = now.Add(3 * time.Second)
	kept.add(api.RequestInfo{Path: "/new", Method: "GET", Operation: "search", Key: "fleet", Status: 404, Duration: 2 * time.Millisecond})
	kept.add(api.RequestInfo{Path: "/new", Status: 200, Duration: 4 * time.Millisecond})
	s := kept.snapshot()
	if s.Total != server.MaxRequests+7 || s.Failed != 1 || len(s.Recent) != server.MaxRequests {
		t.Fatalf("%d, %d failed, %d kept", s.Total, s.Failed, len(s.Recent))
	}
	if r := s.Recent[1]; r.Path != "/new" || r.Key != "fleet" || r.Operation != "search" || r.Status != 404 || s.Recent[2].Duration != server.MaxRequests+4 || s.Recent[len(s.Recent)-1].Duration != 7 {
		t.Errorf("the newest are %+v, the oldest %+v", s.Recent[:3], s.Recent[len(s.Recent)-1])
	}
	n := len(s.Seconds)
	if got := s.Seconds[n-1]; got != (server.Second{Requests: 2, Failed: 1, Total: 6 * time.Millisecond, Slowest: 4 * time.Millisecond}) || got.Mean() != 3*time.Millisecond {
		t.Errorf("this second %+v", got)
	}
	if s.Seconds[n-4].Requests != server.MaxRequests+5 || s.Seconds[n-2].Requests+s.Seconds[n-3].Requests != 0 {
		t.Errorf("the seconds before: %+v", s.Seconds[n-5:])
	}
	now = now.Add(-2 * time.Second) // the clock is set back
	kept.add(api.RequestInfo{Status: 200})
	if s := kept.snapshot(); s.Seconds[n-3].Requests != 1 || s.Seconds[n-1].Requests != 2 {
		t.Errorf("after the clock was set back: %+v", s.Seconds[n-4:])
	}
	now = now.Add(server.ChartSeconds * time.Second)
	if s := kept.snapshot(); s.Quiet() || s.Total != server.MaxRequests+8 {
		t.Error("what was two minutes ago")
	}
	now = now.Add(time.Hour)
	if s := kept.snapshot(); !s.Quiet() || len(s.Recent) != server.MaxRequests {
		t.Error("an hour later the chart is not empty")
	}
}
