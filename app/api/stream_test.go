// SPDX-License-Identifier: MIT

package api

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"roadsnap/engine/units"
)

// serveContent adds a path whose answer is written by a test, until the test
// ends.
func serveContent(t *testing.T, write content) (path string) {
	t.Helper()
	path = "/api/admin-unit/test"
	before := routes
	routes = append(routes[:len(routes):len(routes)], newRoute(path, keyBeyondLoopback, plan("test", func(*Server, *request) (content, error) { return write, nil })))
	t.Cleanup(func() { routes = before })
	return path
}

// pieces writes n KB that hardly compress.
func pieces(out *stream, n int) error {
	random := rand.NewChaCha8([32]byte{})
	for range n {
		out.buf = append(out.buf, make([]byte, 1<<10)...)
		_, _ = random.Read(out.buf[len(out.buf)-1<<10:])
		if err := out.spill(); err != nil {
			return err
		}
	}
	return nil
}

// watch records the log and the observed requests of a server.
func watch(seen chan RequestInfo, log *strings.Builder) func(*Options) {
	return func(o *Options) {
		var mu sync.Mutex
		o.OnRequest = func(i RequestInfo) { seen <- i }
		o.Log = slog.New(slog.NewTextHandler(writerFunc(func(b []byte) (int, error) {
			mu.Lock()
			defer mu.Unlock()
			return log.Write(b)
		}), nil))
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestFaultWhileStreaming checks that the client gets an error if an answer
// cannot be completed, with any coding and protocol. The cause must be logged
// once.
func TestFaultWhileStreaming(t *testing.T) {
	faults := map[string]content{
		"error": func(out *stream, _ *units.Atlas) error {
			return errors.Join(pieces(out, 100), errors.New("the cause"))
		},
		"panic": func(out *stream, _ *units.Atlas) error {
			_ = pieces(out, 100)
			panic("the cause")
		},
		"late error": func(out *stream, _ *units.Atlas) error {
			return errors.Join(pieces(out, 3000), errors.New("the cause"))
		},
	}
	for name, write := range faults {
		for _, request := range []string{"HTTP/1.1\r\nAccept-Encoding: gzip", "HTTP/1.1", "HTTP/1.0"} {
			t.Run(name+" "+request, func(t *testing.T) {
				seen := make(chan RequestInfo, 1)
				var log strings.Builder
				s := startServer(t, withLand(t, 4), watch(seen, &log))
				c := dial(t, s, serveContent(t, write), request)
				response, err := http.ReadResponse(bufio.NewReader(c), nil)
				if err != nil && !errors.Is(err, syscall.ECONNRESET) { // which may arrive before the answer
					t.Fatal(err)
				}
				if err == nil {
					body, err := io.ReadAll(response.Body)
					if err == nil {
						t.Errorf("the client accepts %d bytes as the whole answer", len(body))
					}
					_ = response.Body.Close()
				}
				info := <-seen
				if info.Status != 500 || info.Code != "INTERNAL_ERROR" || info.Bytes == 0 && strings.HasSuffix(request, "1.1") {
					t.Errorf("observed %+v", info)
				}
				shutDown(t, s)
				if text := log.String(); strings.Count(text, "the cause") != 1 || strings.Count(text, "level=ERROR") != 1 || !strings.Contains(text, info.ID) {
					t.Errorf("logged %s", text)
				}
			})
		}
	}
}

// dial sends a request on its own connection. protocol may be followed by further
// header lines.
func dial(t *testing.T, s *Server, path, protocol string) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := fmt.Fprintf(c, "GET %s %s\r\nHost: %s\r\napp-version: 1.1\r\n\r\n", path, protocol, s.Addr()); err != nil {
		t.Fatal(err)
	}
	return c.(*net.TCPConn)
}

// TestFaultBeforeStreaming checks that a fault before any byte was sent gets its
// usual answer.
func TestFaultBeforeStreaming(t *testing.T) {
	var log strings.Builder
	s := startServer(t, withLand(t, 4), watch(make(chan RequestInfo, 8), &log))
	path := serveContent(t, func(out *stream, _ *units.Atlas) error {
		_ = pieces(out, 20)
		panic("the cause")
	})
	response, err := http.Get(s.URL() + path) //nolint:noctx // ends with the server
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusInternalServerError || !bytes.Contains(body, []byte("INTERNAL_ERROR")) || bytes.Contains(body, []byte("cause")) ||
		response.Header.Get("ETag") != "" || response.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v %s", response.StatusCode, response.Header, body)
	}
	shutDown(t, s)
	if strings.Count(log.String(), "the cause") != 1 {
		t.Errorf("logged %s", log.String())
	}
}

// TestClientGoneWhileStreaming checks that a client that disconnects, or stops
// reading for too long, ends the work without an internal error.
func TestClientGoneWhileStreaming(t *testing.T) {
	for name, hangUp := range map[string]func(*net.TCPConn) error{
		"closed": (*net.TCPConn).Close,
		"reset":  func(c *net.TCPConn) error { return errors.Join(c.SetLinger(0), c.Close()) },
		"stuck":  func(*net.TCPConn) error { return nil },
	} {
		for _, protocol := range []string{"HTTP/1.1", "HTTP/1.1\r\nAccept-Encoding: gzip", "HTTP/1.0"} {
			t.Run(name+" "+protocol, func(t *testing.T) {
				seen := make(chan RequestInfo, 1)
				var log strings.Builder
				s := startServer(t, withLand(t, 4), watch(seen, &log))
				var last error
				c := dial(t, s, serveContent(t, func(out *stream, _ *units.Atlas) error {
					for last == nil {
						if last = pieces(out, 64); name == "stuck" {
							out.patience = 20 * time.Millisecond // after the first piece has been sent
						}
					}
					return last
				}), protocol)
				if _, err := io.CopyN(io.Discard, c, 1000); err != nil {
					t.Fatal(err)
				}
				if err := hangUp(c); err != nil {
					t.Fatal(err)
				}
				if info := <-seen; info.Status != statusClientGone || info.Code != "" || info.Bytes == 0 {
					t.Errorf("observed %+v", info)
				}
				if errors.Is(last, os.ErrDeadlineExceeded) != (name == "stuck") {
					t.Errorf("ended with %v", last)
				}
				shutDown(t, s)
				// One warning says that the map has no roads.
				if strings.Contains(log.String(), "ERROR") || strings.Count(log.String(), "WARN") != 1 {
					t.Errorf("logged %s", log.String())
				}
			})
		}
	}
}

// slowWriter is a client that reads slowly. It records the deadline of each
// piece.
type slowWriter struct {
	discard
	given []time.Duration
}

func (w *slowWriter) SetWriteDeadline(t time.Time) error {
	w.given = append(w.given, time.Until(t))
	return nil
}

// TestDeadlineMovesOn checks that the deadline of an answer moves with each piece
// that the client reads.
func TestDeadlineMovesOn(t *testing.T) {
	for _, coding := range []string{"identity", "gzip"} {
		s := newServer(t, withLand(t, 4))
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+serveContent(t, func(out *stream, _ *units.Atlas) error {
			for i := range 20_000 {
				out.buf = fmt.Appendf(out.buf, "%d,", i*i*7919)
				if err := out.spill(); err != nil {
					return err
				}
			}
			return nil
		}), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", coding)
		r.Header.Set("X-API-Key", testKey)
		w := &slowWriter{discard: discard{http.Header{}}}
		s.ServeHTTP(w, r)
		if len(w.given) < 3 {
			t.Errorf("%s: the deadline was set %d times", coding, len(w.given))
		}
		for _, given := range w.given {
			if given < writeTimeout-time.Second || given > writeTimeout {
				t.Errorf("%s: a piece is given %v", coding, given)
			}
		}
	}
}

// measuringWriter reads an answer and samples the heap size.
type measuringWriter struct {
	discard
	taken, measured int
	most            uint64
}

func (w *measuringWriter) Write(b []byte) (int, error) {
	if w.taken += len(b); w.taken-w.measured > 1<<20 {
		w.measured = w.taken
		w.most = max(w.most, liveHeap())
	}
	return len(b), nil
}

func liveHeap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestStreamHoldsLittle checks that a long answer needs no more memory than one
// piece.
func TestStreamHoldsLittle(t *testing.T) {
	for coding, most := range map[string]uint64{"identity": 512 << 10, "gzip": 2 << 20} {
		s := newServer(t, withLand(t, 400))
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost/api/admin-unit/"+bigTarget, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", coding)
		r.Header.Set("X-API-Key", testKey)
		r.Header.Set("app-version", "1.1")
		w := &measuringWriter{discard: discard{http.Header{}}}
		before := liveHeap()
		s.ServeHTTP(w, r)
		if w.measured == 0 || w.most > before+most {
			t.Errorf("%s: the heap grew by %d bytes for an answer of %d", coding, w.most-before, w.taken)
		}
		t.Logf("%s: the heap grew by %d KB for an answer of %d KB", coding, int64(w.most-before)>>10, w.taken>>10)
		// 10 MB are about 400,000 positions of 506 rings.
		again := discard{http.Header{}}
		if n := testing.AllocsPerRun(1, func() { s.ServeHTTP(again, r) }); n > 2000 {
			t.Errorf("%s: %.0f allocations", coding, n)
		}
	}
}
