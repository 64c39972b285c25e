// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"roadsnap/app/fairqueue"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// hostileKey is a second key of the servers of these tests.
const hostileKey = "another-key-for-these-tests"

// oneSlot lets one request work at once, and adds hostileKey.
func oneSlot(tb testing.TB) func(*Options) {
	return func(o *Options) {
		o.Slots = 1
		if err := o.Keys.Add("hostile", hostileKey); err != nil {
			tb.Fatal(err)
		}
	}
}

// until waits until condition is true.
func until(tb testing.TB, what string, condition func() bool) {
	tb.Helper()
	for deadline := time.Now().Add(patience); !condition(); runtime.Gosched() {
		if time.Now().After(deadline) {
			tb.Fatalf("%s did not happen", what)
		}
	}
}

// hostileSnap posts a path of the hostile client; its first point is at latitude lat.
func hostileSnap(tb testing.TB, s *Server, lat int) reply {
	tb.Helper()
	return call(tb, s, http.MethodPost, snapPath+"?apikey="+hostileKey, strings.NewReader(bodyAt(lat)), header("Content-Type", "application/json"))
}

func bodyAt(lat int) string {
	return fmt.Sprintf(`{"path":[{"lat":%d,"lon":1},{"lat":2,"lon":2}]}`, lat)
}

// TestHeavyWorkWaitsItsTurn checks that requests that need more than a millisecond wait
// while another client works, and that short ones do not.
func TestHeavyWorkWaitsItsTurn(t *testing.T) {
	snap, entered, let := blocking()
	s := newServer(t, withLand(t, 40), func(o *Options) {
		o.Slots = 1
		o.Engine = &snapAnd{Engine: o.Engine, snap: snap}
	})
	startOn(t, s, "127.0.0.1:0")
	var all sync.WaitGroup
	all.Go(func() { postSnap(t, s, goodBody) })
	<-entered
	heavy := []func() reply{
		func() reply { return getUnits(t, s, "provinces?include_geom=true&geom_level=street") },
		func() reply { return getUnits(t, s, "search?q=thu") },
		func() reply { return getReply(t, s, "/api/roads/v1/search?q=thu&apikey="+testKey) },
		func() reply { return postSnap(t, s, strings.Repeat("[", 500_000)) },
	}
	var done atomic.Int64
	for i, ask := range heavy {
		all.Go(func() {
			if got := ask(); got.status >= 500 {
				t.Errorf("request %d: %d", i, got.status)
			}
			done.Add(1)
		})
	}
	until(t, "waiting", func() bool { return s.queue.Waiting() == len(heavy) })
	for _, target := range []string{"provinces", "provinces/01", "locate?lat=11&lon=106"} {
		getUnits(t, s, target) // would not return if it waited
	}
	if done.Load() != 0 {
		t.Errorf("%d heavy requests did not wait", done.Load())
	}
	close(let)
	all.Wait()
}

// snapAnd replaces the snapping of an engine.
type snapAnd struct {
	Engine
	snap func(context.Context, []geo.Point, bool) (match.Snapped, error)
}

func (e *snapAnd) Snap(ctx context.Context, path []geo.Point, interpolate bool) (match.Snapped, error) {
	return e.snap(ctx, path, interpolate)
}

// TestTheLeastUseIsServedFirst lets many requests of one client wait: one of another
// client comes next, although it arrived last.
func TestTheLeastUseIsServedFirst(t *testing.T) {
	served := make(chan int, 100)
	let := make(chan struct{})
	s := startServer(t, oneSlot(t), withSnap(func(ctx context.Context, path []geo.Point, interpolate bool) (match.Snapped, error) {
		served <- int(path[0].Lat)
		<-let
		return echo(ctx, path, interpolate)
	}))
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() { hostileSnap(t, s, i) })
	}
	until(t, "a queue", func() bool { return s.queue.Waiting() == 15 })
	all.Go(func() { postSnap(t, s, bodyAt(89)) })
	until(t, "the last request", func() bool { return s.queue.Waiting() == 16 })
	close(let)
	all.Wait()
	<-served
	if second := <-served; second != 89 {
		t.Errorf("request %d of the hostile client was served before that of the other one", second)
	}
}

// TestLongWorkYields holds the only slot with work that ends after another client was
// served.
func TestLongWorkYields(t *testing.T) {
	other := make(chan struct{})
	begun := make(chan struct{})
	s := startServer(t, oneSlot(t), withSnap(func(ctx context.Context, path []geo.Point, interpolate bool) (match.Snapped, error) {
		if path[0].Lat == 89 {
			close(other)
			return echo(ctx, path, interpolate)
		}
		close(begun)
		for {
			select {
			case <-other:
				return echo(ctx, path, interpolate)
			default:
				if err := pause(ctx); err != nil {
					return match.Snapped{}, err
				}
			}
		}
	}))
	var all sync.WaitGroup
	all.Go(func() {
		if got := hostileSnap(t, s, 1); got.status != http.StatusOK {
			t.Errorf("the long work got %d", got.status)
		}
	})
	<-begun
	postSnap(t, s, bodyAt(89))
	all.Wait()
}

// TestQueueIsLongEnough checks that 256 requests can wait before any is refused.
func TestQueueIsLongEnough(t *testing.T) {
	s := newServer(t, oneSlot(t))
	first, err := s.queue.Enter(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	for range 256 {
		all.Go(func() {
			if _, err := s.queue.Enter(ctx, "a"); !errors.Is(err, context.Canceled) {
				t.Errorf("waited, and got %v", err)
			}
		})
	}
	until(t, "256 waiting requests", func() bool { return s.queue.Waiting() == 256 })
	cancel()
	all.Wait()
	first.Leave()
}

// TestRefusalTellsTheWait checks that a request that would wait too long is refused with
// the expected wait.
func TestRefusalTellsTheWait(t *testing.T) {
	snap, entered, let := blocking()
	s := startServer(t, oneSlot(t), withSnap(snap), func(o *Options) { o.MaxWait = time.Nanosecond })
	var all sync.WaitGroup
	all.Go(func() { hostileSnap(t, s, 1) })
	<-entered
	if got := hostileSnap(t, s, 2); got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") != "1" {
		t.Errorf("%d, Retry-After %s: %s", got.status, got.header.Get("Retry-After"), got.body)
	}
	close(let)
	all.Wait()
	for wait, want := range map[time.Duration]int{time.Millisecond: 1, 2300 * time.Millisecond: 3} {
		f := failureOf(turnError(&fairqueue.RefusedError{Wait: wait}), "")
		h := http.Header{}
		if f.setHeaders(h); h.Get("Retry-After") != strconv.Itoa(want) {
			t.Errorf("Retry-After is %s for %v, want %d", h.Get("Retry-After"), wait, want)
		}
	}
}

// TestLargeBodies posts bodies up to the limit, with and without a length.
func TestLargeBodies(t *testing.T) {
	s := startServer(t)
	padded := func(n int) string { return strings.Repeat(" ", n-len(goodBody)) + goodBody }
	for _, c := range []struct {
		size, status int
		chunked      bool
	}{
		{smallBody, 200, false}, {smallBody + 1, 200, false}, {maxSnapBody, 200, false}, {maxSnapBody + 1, 413, false},
		{smallBody, 200, true}, {maxSnapBody, 200, true}, {maxSnapBody + 1, 413, true},
	} {
		got := postSnap(t, s, padded(c.size), func(r *http.Request) {
			if c.chunked {
				r.ContentLength = -1
			}
		})
		if got.status != c.status {
			t.Errorf("%d bytes, chunked %v: %d, want %d", c.size, c.chunked, got.status, c.status)
		}
	}
	if s.bodies.total != 0 || len(s.bodies.clients) != 0 {
		t.Errorf("%d bytes of bodies are left", s.bodies.total)
	}
}

func TestBodyBudget(t *testing.T) {
	b := newBodyBudget()
	for i, c := range []struct {
		client string
		size   int64
		want   bool
	}{
		{"a", maxBodiesPerClient, true}, {"a", 1, false}, {"b", maxBodiesPerClient, true},
		{"c", maxBodiesPerClient, false}, {"c", maxBodies - 2*maxBodiesPerClient, true}, {"d", 1, false},
	} {
		if got := b.take(c.client, c.size); got != c.want {
			t.Errorf("%d: took %d for %s: %v", i, c.size, c.client, got)
		}
	}
	b.give("a", maxBodiesPerClient)
	if !b.take("d", 1) {
		t.Error("no room although a client has given back its own")
	}
}

// TestLogCountsRefusals refuses many requests, which have one line of the log.
func TestLogCountsRefusals(t *testing.T) {
	snap, entered, let := blocking()
	var log strings.Builder
	s := newServer(t, oneSlot(t), withSnap(snap), func(o *Options) {
		o.MaxWait = time.Nanosecond
		o.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	startOn(t, s, "127.0.0.1:0")
	var all sync.WaitGroup
	all.Go(func() { hostileSnap(t, s, 1) })
	<-entered
	for range 5 {
		hostileSnap(t, s, 2)
	}
	until(t, "a count", func() bool {
		s.sheds.mu.Lock()
		defer s.sheds.mu.Unlock()
		if s.sheds.n < 4 { // the first has a line
			return false
		}
		s.sheds.last = time.Time{} // long ago
		return true
	})
	hostileSnap(t, s, 2)
	close(let)
	all.Wait()
	shutDown(t, s)
	if !strings.Contains(log.String(), "requests=1\n") || !strings.Contains(log.String(), "requests=5\n") || strings.Contains(log.String(), "status=503") {
		t.Errorf("the log is %s", log.String())
	}
}
