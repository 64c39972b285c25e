// SPDX-License-Identifier: MIT

package api

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// ask sends a request for path on c and returns the answer.
func ask(tb testing.TB, c net.Conn, path string) (got asked) {
	tb.Helper()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		tb.Fatal(err)
	}
	if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path); err != nil {
		tb.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		tb.Fatalf("%s: %v", path, err)
	}
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		tb.Fatal(err)
	}
	_ = answer.Body.Close()
	return asked{status: answer.StatusCode, closes: answer.Close}
}

// asked is an answer, and whether the server closes the connection after it.
type asked struct {
	status int
	closes bool
}

func connect(tb testing.TB, s *Server) net.Conn {
	tb.Helper()
	c, err := net.Dial("tcp", s.Addr())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = c.Close() })
	return c
}

// TestOrderOfShutdown stops a server with one request that runs, some that wait, and a
// connection on which a request comes later.
func TestOrderOfShutdown(t *testing.T) {
	snap, entered, let := blocking()
	drained := make(chan struct{})
	s := newServer(t, withSnap(snap), func(o *Options) { o.Slots, o.DrainDelay = 1, time.Hour })
	if err := s.Start("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	kept := connect(t, s)
	if got := ask(t, kept, "/healthz"); got.closes {
		t.Error("a running server closes a connection")
	}
	var all sync.WaitGroup
	all.Go(func() {
		if got := postSnap(t, s, goodBody); got.status != http.StatusOK {
			t.Errorf("the running request got %d", got.status)
		}
	})
	<-entered
	waiting := make(chan reply, 5)
	for range cap(waiting) {
		all.Go(func() { waiting <- postSnap(t, s, goodBody) })
	}
	until(t, "waiting", func() bool { return s.queue.Waiting() == cap(waiting) })

	ctx := &stages{Context: t.Context(), end: drained}
	stopped := make(chan error, 1)
	go func() { stopped <- s.Shutdown(ctx) }()
	until(t, "not ready", func() bool { return ask(t, connect(t, s), "/readyz").status == http.StatusServiceUnavailable })
	if got := ask(t, connect(t, s), "/api/admin-unit/provinces"); got.status != http.StatusBadRequest {
		t.Errorf("a request during the drain delay got %d", got.status)
	}
	if len(waiting) != 0 {
		t.Error("a waiting request ended during the drain delay")
	}
	close(drained)
	for range cap(waiting) {
		if got := <-waiting; got.status != http.StatusServiceUnavailable || !strings.Contains(string(got.body), "stopping") || got.header.Get("Retry-After") == "" {
			t.Errorf("a waiting request got %d: %s", got.status, got.body)
		}
	}
	until(t, "the end of listening", func() bool {
		c, err := net.Dial("tcp", s.Addr())
		if err == nil {
			_ = c.Close()
		}
		return errors.Is(err, syscall.ECONNREFUSED)
	})
	if got := ask(t, kept, "/healthz"); got.status != http.StatusOK || !got.closes {
		t.Errorf("a request on an open connection got %d, Connection: close is %v", got.status, got.closes)
	}
	close(let)
	all.Wait()
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// stages is a context whose first wait ends with end, in place of the drain delay.
type stages struct {
	context.Context
	end  chan struct{}
	once sync.Once
}

func (s *stages) Done() <-chan struct{} {
	done := s.Context.Done()
	s.once.Do(func() { done = s.end })
	return done
}

// TestSilentConnectionsMakeRoom opens more connections than the server may have: silent
// ones are closed, the oldest first, and busy ones stay.
func TestSilentConnectionsMakeRoom(t *testing.T) {
	snap, entered, let := blocking()
	s := startServer(t, withSnap(snap), func(o *Options) { o.MaxConnections, o.Slots = 10, 4 })
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			if got := postSnap(t, s, goodBody); got.status != http.StatusOK {
				t.Errorf("a busy connection got %d", got.status)
			}
		})
		<-entered
	}
	silent := make([]net.Conn, 50)
	for i := range silent {
		silent[i] = connect(t, s)
		if i%2 == 1 {
			if _, err := io.WriteString(silent[i], "GET / HTTP/1.1\r\n"); err != nil { // half a header
				t.Fatal(err)
			}
		}
	}
	if got := ask(t, connect(t, s), "/readyz"); got.status != http.StatusOK {
		t.Errorf("a probe got %d", got.status)
	}
	if n := s.connections.number(); n > 10 {
		t.Errorf("%d connections are open, want at most 10", n)
	}
	if _, err := silent[0].Read(make([]byte, 1)); err == nil {
		t.Error("the oldest silent connection got an answer")
	}
	close(let)
	all.Wait()
	// The newest silent connection is still open.
	if _, err := io.WriteString(silent[49], "Host: localhost\r\n\r\n"); err != nil {
		t.Error(err)
	}
}

// TestBusyConnectionsLeaveRoomForProbes fills the server with requests that run: probes
// from this machine are still answered, up to a number.
func TestBusyConnectionsLeaveRoomForProbes(t *testing.T) {
	cs := newConnections(3)
	far := &net.TCPAddr{IP: net.IPv4(203, 0, 113, 9)}
	near := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}
	accept := func(from net.Addr) (c *fakeConn, end func()) {
		c = &fakeConn{remote: from}
		return c, cs.begin(cs.accept(t.Context(), c))
	}
	var ends []func()
	for range 3 {
		c, end := accept(far)
		if ends = append(ends, end); c.closed {
			t.Fatal("closed below the limit")
		}
	}
	if c, _ := accept(far); !c.closed {
		t.Error("a connection above the limit stays open")
	}
	for i := range loopbackKept + 1 {
		if c, _ := accept(near); c.closed != (i == loopbackKept) {
			t.Errorf("loopback connection %d is closed: %v", i, c.closed)
		}
	}
	ends[1]() // silent now
	if c, _ := accept(far); c.closed {
		t.Error("the silent connection made no room")
	}
}

// TestClientsShareConnections lets a client open more connections than its share: others still
// get in, whether they are busy or silent. Clients of proxies and of this machine have no share.
func TestClientsShareConnections(t *testing.T) {
	const limit = 100
	for _, busy := range []bool{true, false} {
		s := newServer(t, func(o *Options) {
			o.MaxConnections, o.TrustedProxies = limit, []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
		})
		cs := s.connections
		// open opens n connections and returns the number of those that are closed.
		open := func(n int, address func(i int) string) (closed int) {
			var all []*fakeConn
			for i := range n {
				c := &fakeConn{remote: &net.TCPAddr{IP: net.ParseIP(address(i)), Port: 1000 + i}}
				ctx := cs.accept(t.Context(), c)
				if all = append(all, c); busy {
					cs.begin(ctx)
				}
			}
			for _, c := range all {
				if c.closed {
					closed++
				}
			}
			return closed
		}
		if n := open(60, func(int) string { return "203.0.113.9" }); n != 60-limit/4 {
			t.Errorf("busy %v: %d of 60 connections of one address were closed", busy, n)
		}
		if n := open(60, func(i int) string { return fmt.Sprintf("2001:db8:1:2::%x", i) }); n != 60-limit/4 {
			t.Errorf("busy %v: %d of 60 connections of one network were closed", busy, n)
		}
		if n := open(10, func(i int) string { return fmt.Sprint("203.0.113.", 10+i) }); n != 0 {
			t.Errorf("busy %v: %d connections of others were closed", busy, n)
		}
		if n := open(30, func(int) string { return "192.0.2.1" }); n != 0 {
			t.Errorf("busy %v: %d connections of a proxy were closed", busy, n)
		}
		if n := open(10, func(int) string { return "127.0.0.1" }); n != 0 || cs.number() != limit {
			t.Errorf("busy %v: %d connections of this machine were closed, %d are open", busy, n, cs.number())
		}
	}
}

// TestConnectionsAreForgotten opens and closes connections of many clients.
func TestConnectionsAreForgotten(t *testing.T) {
	cs := newConnections(40)
	random := rand.New(rand.NewPCG(1, 1))
	open, ends := map[*fakeConn]context.Context{}, map[*fakeConn]func(){}
	for range 10_000 {
		c := &fakeConn{remote: &net.TCPAddr{IP: net.IPv4(203, 0, 113, byte(random.IntN(5)))}}
		open[c] = cs.accept(t.Context(), c)
		for c, ctx := range open { // in random order
			switch end := ends[c]; {
			case c.closed, random.IntN(60) == 0:
				cs.observe(c, http.StateClosed)
				delete(open, c)
				delete(ends, c)
			case end != nil && random.IntN(3) == 0:
				end()
				delete(ends, c)
			case end == nil && random.IntN(3) == 0:
				ends[c] = cs.begin(ctx)
			}
		}
		if cs.number() > 40 {
			t.Fatalf("%d connections are open", cs.number())
		}
	}
	for c := range open {
		cs.observe(c, http.StateClosed)
	}
	if cs.number() != 0 || len(cs.peers) != 0 || cs.silent.Len() != 0 {
		t.Errorf("%d connections, %d clients and %d silent connections are left", cs.number(), len(cs.peers), cs.silent.Len())
	}
}

type fakeConn struct {
	net.Conn
	remote net.Addr
	closed bool
}

func (c *fakeConn) RemoteAddr() net.Addr { return c.remote }
func (c *fakeConn) Close() error         { c.closed = true; return nil }

// number returns the number of open connections.
func (cs *connections) number() int {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return len(cs.open)
}
