// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestTraceParent has the cases of W3C Trace Context, section 3.2.
func TestTraceParent(t *testing.T) {
	const trace, span = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	for _, c := range []struct {
		name   string
		values []string
		ok     bool
	}{
		{"version 00", []string{"00-" + trace + "-" + span + "-01"}, true},
		{"not sampled", []string{"00-" + trace + "-" + span + "-00"}, true},
		{"a later version", []string{"cc-" + trace + "-" + span + "-01"}, true},
		{"a later version with more fields", []string{"cc-" + trace + "-" + span + "-01-what-the-future-adds"}, true},
		{"version 00 with more fields", []string{"00-" + trace + "-" + span + "-01-more"}, false},
		{"version ff", []string{"ff-" + trace + "-" + span + "-01"}, false},
		{"no header", nil, false},
		{"empty", []string{""}, false},
		{"twice", []string{"00-" + trace + "-" + span + "-01", "00-" + trace + "-" + span + "-01"}, false},
		{"trace of zeros", []string{"00-" + strings.Repeat("0", 32) + "-" + span + "-01"}, false},
		{"span of zeros", []string{"00-" + trace + "-" + strings.Repeat("0", 16) + "-01"}, false},
		{"upper case", []string{"00-" + strings.ToUpper(trace) + "-" + span + "-01"}, false},
		{"short trace", []string{"00-" + trace[2:] + "-" + span + "-01"}, false},
		{"no hexadecimal", []string{"00-" + trace[:31] + "g-" + span + "-01"}, false},
		{"no flags", []string{"00-" + trace + "-" + span}, false},
		{"flags of one digit", []string{"00-" + trace + "-" + span + "-1"}, false},
		{"flags with more in a later version", []string{"cc-" + trace + "-" + span + "-01.what"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			gotTrace, gotSpan, ok := traceParent(http.Header{"Traceparent": c.values})
			if ok != c.ok || ok && (gotTrace != trace || gotSpan != span) || !ok && gotTrace+gotSpan != "" {
				t.Errorf("%q %q %v", gotTrace, gotSpan, ok)
			}
		})
	}
}

func TestSampler(t *testing.T) {
	for share, want := range map[float64]int{1: 1000, 0.25: 250, 0.001: 1, 0.3: 300, 0.9999: 999} {
		s := sampler{share: share}
		got := 0
		for range 1000 {
			if s.take() {
				got++
			}
		}
		if got != want {
			t.Errorf("share %v: %d of 1000, want %d", share, got, want)
		}
	}
}

// logLines returns the lines of the log of a server that answered what ask requests.
func logLines(t *testing.T, level slog.Level, ask func(*Server), change ...func(*Options)) []string {
	t.Helper()
	var log bytes.Buffer
	s := newServer(t, append(change, func(o *Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: level}))
	})...)
	startOn(t, s, "127.0.0.1:0")
	ask(s)
	shutDown(t, s)
	var lines []string
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "msg=request") {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestTraceIsLogged holds that a request can be found in the log by the trace of its
// client.
func TestTraceIsLogged(t *testing.T) {
	const trace, span = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	lines := logLines(t, slog.LevelInfo, func(s *Server) {
		getSnap(t, s, "path=1,1|2,2", header("traceparent", "00-"+trace+"-"+span+"-01"))
		getSnap(t, s, "path=1,1|2,2", header("traceparent", "00-"+trace+"-"+span))
	})
	if len(lines) != 2 || !strings.Contains(lines[0], "trace_id="+trace+" parent_id="+span) || strings.Contains(lines[1], "trace_id") {
		t.Errorf("log:\n%s", strings.Join(lines, ""))
	}
}

// TestProbesAreLoggedForDebugging holds that successful probes do not fill the log, and
// that those that fail stand in it.
func TestProbesAreLoggedForDebugging(t *testing.T) {
	e := &fakeEngine{snap: echo, table: testUnits(t)}
	ask := func(s *Server) {
		e.unready = nil
		getReply(t, s, "/healthz")
		getReply(t, s, "/readyz")
		getUnits(t, s, "provinces/01")
		e.unready = errTooBusy
		getReply(t, s, "/readyz")
	}
	with := func(o *Options) { o.Engine = e }
	if lines := logLines(t, slog.LevelInfo, ask, with); len(lines) != 2 || !strings.Contains(lines[1], "status=503") {
		t.Errorf("at level info:\n%s", strings.Join(lines, ""))
	}
	if lines := logLines(t, slog.LevelDebug, ask, with); len(lines) != 4 {
		t.Errorf("at level debug:\n%s", strings.Join(lines, ""))
	}
}

// TestLogSample holds that only lines of successful requests are left out.
func TestLogSample(t *testing.T) {
	lines := logLines(t, slog.LevelInfo, func(s *Server) {
		for range 8 {
			getUnits(t, s, "provinces/01")
			getUnits(t, s, "provinces/99")
		}
	}, func(o *Options) { o.LogSample = 0.25 })
	if found, missing := strings.Count(strings.Join(lines, ""), "status=200"), strings.Count(strings.Join(lines, ""), "status=404"); found != 2 || missing != 8 {
		t.Errorf("%d lines of 8 successful requests, %d of 8 others, want 2 and 8", found, missing)
	}
}

// countingMeasures remembers what a server reports.
type countingMeasures struct {
	unmeasured
	mu       sync.Mutex
	answered []RequestInfo
	waits    int
	points   int
}

func (m *countingMeasures) Answered(i RequestInfo) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answered = append(m.answered, i)
}
func (m *countingMeasures) Waited(time.Duration) { m.mu.Lock(); defer m.mu.Unlock(); m.waits++ }
func (m *countingMeasures) Matched(n int)        { m.mu.Lock(); defer m.mu.Unlock(); m.points += n }

// TestMeasures holds that the server reports each request with its route and the name of
// its key, and only matched points.
func TestMeasures(t *testing.T) {
	m := &countingMeasures{}
	s := startServer(t, func(o *Options) { o.Measures = m })
	getSnap(t, s, "path=1,1|2,2|3,3")
	getSnap(t, s, "path=1,1")
	getUnits(t, s, "provinces/01")
	getReply(t, s, "/no/such/path")
	shutDown(t, s)
	want := []struct {
		route, key string
		status     int
	}{
		{snapPath, "test", 200}, {snapPath, "test", 400}, {"/api/admin-unit/provinces/{code}", "", 200}, {"", "", 404},
	}
	if len(m.answered) != len(want) || m.points != 3 || m.waits == 0 {
		t.Fatalf("%d requests, %d points, %d waits", len(m.answered), m.points, m.waits)
	}
	for i, w := range want {
		if got := m.answered[i]; got.Route != w.route || got.Key != w.key || got.Status != w.status {
			t.Errorf("request %d: %+v, want %+v", i, got, w)
		}
	}
}

// TestMetricsAreOff holds that a server without metrics has no /metrics.
func TestMetricsAreOff(t *testing.T) {
	if got := getReply(t, startServer(t), "/metrics"); got.status != 404 || got.errorCode() != "NOT_FOUND" {
		t.Errorf("%d %s", got.status, got.body)
	}
}
