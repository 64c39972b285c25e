// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestServeUnitsWithoutKeys serves a pack of units alone, which needs no key on this machine, and
// refuses to do so beyond it or with roads.
func TestServeUnitsWithoutKeys(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	pack := borderPack(t)
	for name, args := range map[string][]string{
		"roads": nil, "beyond": {"--pack", pack, "--addr", "0.0.0.0:0"}, "asked for": {"--pack", pack, "--units-key", "--addr", "127.0.0.1:0"},
		"behind a proxy": {"--pack", pack, "--addr", "127.0.0.1:0", "--trusted-proxy", "127.0.0.1/32"},
	} {
		if got := roadsnap(t, "", append([]string{"serve"}, args...)...); got.code != exitUsage || !strings.Contains(got.err, "clients need a key") {
			t.Errorf("%s: exit code %d, %s", name, got.code, got.err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	said, ended := new(syncBuffer), make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--pack", pack, "--addr", "127.0.0.1:0"}, streams{out: &bytes.Buffer{}, err: said})
	}()
	defer func() {
		cancel()
		<-ended
	}()
	var base []string
	for until := time.Now().Add(30 * time.Second); base == nil; {
		select {
		case code := <-ended:
			ended <- code
			t.Fatalf("ended with %d: %s", code, said)
		case <-time.After(5 * time.Millisecond):
		}
		if base = regexp.MustCompile(`(http://\S+)/openapi.json\n`).FindStringSubmatch(said.String()); time.Now().After(until) {
			t.Fatalf("the server did not start: %s", said)
		}
	}
	for path, want := range map[string]int{"/api/admin-unit/provinces/01": 200, "/api/roads/v1/snap-to-roads?path=10,106": 401} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base[1]+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("app-version", "1.1")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%s: %d %s, want %d", path, response.StatusCode, text, want)
		}
	}
}
