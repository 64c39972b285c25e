// SPDX-License-Identifier: MIT

package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
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
	base, _, stop := servingWith(t, "--pack", pack, "--addr", "127.0.0.1:0")
	defer stop()
	for path, want := range map[string]int{"/api/admin-unit/provinces/01": 200, "/api/roads/v1/snap-to-roads?path=10,106": 401} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+path, nil)
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
