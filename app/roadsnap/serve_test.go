// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
)

// syncBuffer is a buffer that one goroutine writes and another reads.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// serving runs roadsnap serve with a key, and returns the address it prints, its standard
// error, and a function that stops it and returns the exit code.
func serving(t *testing.T, args ...string) (base string, errOut *syncBuffer, stop func() int) {
	t.Helper()
	return servingWith(t, append([]string{"--api-key", "a-key-for-this-test-only"}, args...)...)
}

// servingWith is serving without a key.
func servingWith(t *testing.T, args ...string) (base string, errOut *syncBuffer, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	errOut = new(syncBuffer)
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, append([]string{"serve"}, args...), streams{out: &bytes.Buffer{}, err: errOut})
	}()
	address := regexp.MustCompile(`(https?://\S+)/openapi.json\n`)
	for base == "" {
		if m := address.FindStringSubmatch(errOut.String()); m != nil {
			base = m[1]
		}
		select {
		case code := <-ended:
			t.Fatalf("the server ended with %d: %s", code, errOut.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
	return base, errOut, func() int {
		cancel()
		return <-ended
	}
}

// TestServeFollowsItsPack holds that a server opens its map again when another file has
// taken its place, and answers 503 while the file is being overwritten.
func TestServeFollowsItsPack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "map.rsp")
	put := func(b []byte) {
		if err := errors.Join(os.WriteFile(path+".new", b, 0o600), os.Rename(path+".new", path)); err != nil {
			t.Fatal(err)
		}
	}
	put(data.SamplePack)
	base, errOut, stop := serving(t, "--addr", "127.0.0.1:0", "--pack", path)
	defer stop()
	await := func(status int, text string) {
		t.Helper()
		deadline := time.Now().Add(time.Minute)
		for {
			response, err := http.Get(base + "/readyz")
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(response.Body)
			if err = errors.Join(err, response.Body.Close()); err != nil {
				t.Fatal(err)
			}
			if response.StatusCode == status && strings.Contains(string(body), text) {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: %s, want %d with %q\n%s", response.Status, body, status, text, errOut.String())
			}
		}
	}
	await(http.StatusOK, "true")
	put(data.OverviewPack)
	await(http.StatusServiceUnavailable, "no roads")
	put(data.SamplePack)
	await(http.StatusOK, "true")
	if err := os.WriteFile(path, data.SamplePack[:len(data.SamplePack)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	await(http.StatusServiceUnavailable, "changed in place")
	if err := os.WriteFile(path, data.SamplePack, 0o600); err != nil {
		t.Fatal(err)
	}
	await(http.StatusOK, "true")
	awaitLog(t, errOut, "opened again")
	const refused = "is not a whole map"
	before := strings.Count(errOut.String(), refused)
	if err := os.Truncate(path, int64(len(data.SamplePack)/2)); err != nil {
		t.Fatal(err)
	}
	await(http.StatusServiceUnavailable, "changed in place")
	awaitLog(t, errOut, refused)
	for begin := time.Now(); time.Since(begin) < time.Second; { // the server looks ten times
		await(http.StatusServiceUnavailable, "changed in place")
	}
	put(data.SamplePack)
	await(http.StatusOK, "true")
	if n := strings.Count(errOut.String(), refused) - before; n != 1 {
		t.Errorf("the cause is logged %d times:\n%s", n, errOut.String())
	}
}

// TestServeBeyondThisMachine holds that the printed address works in a browser, and that
// the user learns who can reach it.
func TestServeBeyondThisMachine(t *testing.T) {
	const reach = "other machines can reach it"
	base, errOut, stop := serving(t, "--addr", ":0")
	defer stop()
	response, err := http.Get(base + "/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || !strings.Contains(base, "127.0.0.1") {
		t.Errorf("%s: %s\n%s", base, response.Status, errOut.String())
	}
	awaitLog(t, errOut, reach)
}

// TestServeQuiet holds that --quiet logs neither the start nor the requests.
func TestServeQuiet(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s") // cannot be taken by another program, as a free port can
	ctx, cancel := context.WithCancel(t.Context())
	var errOut syncBuffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "-q", "--api-key", "a-key-for-this-test-only", "--addr", "unix:" + socket}, streams{out: &bytes.Buffer{}, err: &errOut})
	}()
	for {
		if c, err := net.Dial("unix", socket); err == nil {
			_ = c.Close()
			break
		}
		if len(ended) > 0 {
			t.Fatal(errOut.String())
		}
		time.Sleep(5 * time.Millisecond)
	}
	if status := askSocket(t, socket); status != http.StatusOK {
		t.Errorf("status %d", status)
	}
	cancel()
	if code := <-ended; code != exitOK || errOut.String() != "" {
		t.Errorf("exit code %d: %s", code, errOut.String())
	}
}

func TestServeUntilStopped(t *testing.T) {
	base, errOut, stop := serving(t, "--addr", "127.0.0.1:0")
	get := func(path string) (int, string) {
		response, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body)
	}
	const snap = "/api/roads/v1/snap-to-roads?path=42.5079,1.5262|42.5098,1.5395"
	for path, want := range map[string]int{"/healthz": 200, snap: 401, snap + "&apikey=a-key-for-this-test-only": 200} {
		if got, body := get(path); got != want {
			t.Errorf("%s: status %d, want %d: %s", path, got, want, body)
		}
	}
	for path, want := range map[string]string{
		"/healthz":      `"data":{"version":"` + engine.Version + `"}`,
		"/openapi.json": `"version": "` + engine.Version + `"`,
	} {
		if _, body := get(path); !strings.Contains(body, want) {
			t.Errorf("%s lacks %s", path, want)
		}
	}
	if strings.Contains(errOut.String(), "a-key-for-this-test-only") {
		t.Error("the key stands in the log")
	}
	if strings.Contains(errOut.String(), "other machines") {
		t.Error("loopback is called reachable from other machines")
	}
	if code := stop(); code != exitOK {
		t.Errorf("exit code %d after a signal: %s", code, errOut.String())
	}
}
