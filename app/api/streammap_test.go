// SPDX-License-Identifier: MIT

package api

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// TestExchangeWhileStreaming checks that an answer is completed from the map that
// it began with, which stays mapped until then and no longer.
func TestExchangeWhileStreaming(t *testing.T) {
	e := landEngine(t, 40)
	path := filepath.Join(t.TempDir(), "old.rsp")
	if err := os.WriteFile(path, landPack(t, 40), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := e.OpenPack(path); err != nil {
		t.Fatal(err)
	}
	seen := make(chan RequestInfo, 4)
	s := startServer(t, func(o *Options) { o.Engine = e }, watch(seen, new(strings.Builder)))
	whole := getUnits(t, s, bigTarget, header("Accept-Encoding", "identity"))
	<-seen
	release := hold(t, s)
	c := dial(t, s, "/api/admin-unit/"+bigTarget, "HTTP/1.1")
	read := bufio.NewReader(c)
	response, err := http.ReadResponse(read, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := e.OpenBytes("new", landPack(t, 4)); err != nil {
		t.Fatal(err)
	}
	if now := getUnits(t, s, bigTarget); now.header.Get("ETag") == whole.header.Get("ETag") || len(now.body) >= len(whole.body) {
		t.Error("the new map is not in use")
	}
	<-seen
	if in, known := mapped(path); known && !in {
		t.Error("the old map is unmapped while it is read")
	}
	release()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(body, whole.body) {
		t.Errorf("%d bytes, want the %d of the old map", len(body), len(whole.body))
	}
	<-seen
	if in, known := mapped(path); known && in {
		t.Error("the old map is still mapped")
	}
}

// bigTarget is an answer of about 600 KB on the land with 40 bends a side.
const bigTarget = "wards?size=5000&fields=geom&geom_level=street"

// hold stops the next answer after its header until release is called.
func hold(t *testing.T, s *Server) (release func()) {
	t.Helper()
	let := make(chan struct{})
	var once sync.Once
	inner := s.http.Handler
	var mu sync.Mutex
	taken := false
	s.http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		mine := !taken
		taken = true
		mu.Unlock()
		if mine {
			w = &heldWriter{ResponseWriter: w, let: let}
		}
		inner.ServeHTTP(w, r)
	})
	release = func() { once.Do(func() { close(let) }) }
	t.Cleanup(release)
	return release
}

// heldWriter passes the first piece of an answer and blocks the second.
type heldWriter struct {
	http.ResponseWriter
	let     chan struct{}
	written bool
}

func (w *heldWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *heldWriter) Write(b []byte) (int, error) {
	if w.written {
		<-w.let
	}
	w.written = true
	n, err := w.ResponseWriter.Write(b)
	_ = http.NewResponseController(w.ResponseWriter).Flush()
	return n, err
}

// mapped reports whether a file is mapped into memory, if the system supports
// that query.
func mapped(path string) (in, known bool) {
	maps, err := os.ReadFile("/proc/self/maps")
	return strings.Contains(string(maps), path), err == nil
}

// TestMapDamagedWhileStreaming checks that truncating a map file during an answer
// ends the answer, not the server.
func TestMapDamagedWhileStreaming(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a mapped file cannot be truncated on Windows")
	}
	e := landEngine(t, 40)
	path := filepath.Join(t.TempDir(), "land.rsp")
	if err := os.WriteFile(path, landPack(t, 40), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := e.OpenPack(path); err != nil {
		t.Fatal(err)
	}
	seen := make(chan RequestInfo, 4)
	var log strings.Builder
	s := startServer(t, func(o *Options) { o.Engine = e }, watch(seen, &log))
	release := hold(t, s)
	response, err := http.ReadResponse(bufio.NewReader(dial(t, s, "/api/admin-unit/"+bigTarget, "HTTP/1.1")), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := os.Truncate(path, 8<<10); err != nil {
		t.Fatal(err)
	}
	release()
	if _, err := io.ReadAll(response.Body); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the client sees %v", err)
	}
	if info := <-seen; info.Status != 503 {
		t.Errorf("observed %+v", info)
	}
	if getReply(t, s, "/healthz").status != 200 {
		t.Error("the server has gone")
	}
	shutDown(t, s)
	if strings.Count(log.String(), "level=ERROR") != 1 || !strings.Contains(log.String(), "land.rsp") {
		t.Errorf("logged %s", log.String())
	}
}

// TestShutdownWhileStreaming checks that an active answer is completed if there
// is time, and is otherwise cut off with an error in the log.
func TestShutdownWhileStreaming(t *testing.T) {
	for name, patient := range map[string]bool{"finished": true, "cut off": false} {
		t.Run(name, func(t *testing.T) {
			seen := make(chan RequestInfo, 4)
			s := newServer(t, withLand(t, 40), watch(seen, new(strings.Builder)))
			if err := s.Start("127.0.0.1:0"); err != nil {
				t.Fatal(err)
			}
			release := hold(t, s)
			response, err := http.ReadResponse(bufio.NewReader(dial(t, s, "/api/admin-unit/"+bigTarget, "HTTP/1.1")), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			ended := make(chan error)
			go func() { ended <- s.Shutdown(ctx) }()
			if !patient {
				cancel()
				if err := <-ended; err == nil || !strings.Contains(err.Error(), "cut off 1") {
					t.Errorf("shutdown: %v", err)
				}
			}
			release()
			_, err = io.ReadAll(response.Body)
			info := <-seen
			if patient {
				if e := <-ended; e != nil || err != nil || info.Status != 200 {
					t.Errorf("shutdown: %v, answer: %v, observed %+v", e, err, info)
				}
			} else if err == nil || info.Status != 503 || info.Code != "SERVICE_UNAVAILABLE" {
				t.Errorf("answer: %v, observed %+v", err, info)
			}
		})
	}
}

// TestTagsWhileMapsAreExchanged sends requests from many clients while maps are
// installed and removed. Each answer must be complete, and a tag must never
// identify two answers.
func TestTagsWhileMapsAreExchanged(t *testing.T) {
	e := landEngine(t, 4)
	s := startServer(t, func(o *Options) { o.Engine = e })
	ctx, stop := context.WithCancel(t.Context())
	var exchange sync.WaitGroup
	packs := [][]byte{landPack(t, 4), landPack(t, 40)}
	exchange.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			if err := e.OpenBytes("land", packs[i%2]); err != nil {
				t.Error(err)
			}
			if i%5 == 0 {
				if err := e.Close(); err != nil {
					t.Error(err)
				}
			}
		}
	})
	var mu sync.Mutex
	bodies := map[string]string{}
	var clients sync.WaitGroup
	for i := range 8 {
		clients.Go(func() {
			held := `"none"`
			for k := range 30 {
				target := "wards?fields=ward_code,geom&geom_level=street&size=" + []string{"3", "20"}[(i+k)%2]
				got := getUnits(t, s, target, header("If-None-Match", held))
				held = got.header.Get("ETag")
				if got.status == 304 {
					continue
				}
				mu.Lock()
				if before, known := bodies[held]; got.status != 200 || known && before != string(got.body) {
					t.Errorf("%d: another answer with the tag %s", got.status, held)
				}
				bodies[held] = string(got.body)
				mu.Unlock()
			}
		})
	}
	clients.Wait()
	stop()
	exchange.Wait()
	if len(bodies) < 4 {
		t.Errorf("%d different answers: nothing was exchanged", len(bodies))
	}
}
