// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/ui/server"
)

// memoryStore is a keyStore.
type memoryStore map[string]string

func (m memoryStore) String(name string) string    { return m[name] }
func (m memoryStore) SetString(name, value string) { m[name] = value }

// startLocal starts the local server on the sample map.
func startLocal(t *testing.T, prefs keyStore, settings server.Settings) *localServer {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	s := newLocalServer(e, prefs)
	if err := s.Start("127.0.0.1:0", settings); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestSnippets runs the code that the panel shows, in each language, against the real server.
func TestSnippets(t *testing.T) {
	s := startLocal(t, memoryStore{}, server.Settings{})
	key, err := s.NewKey("test")
	if err != nil {
		t.Fatal(err)
	}
	for i, run := range [][]string{{"sh"}, {"python3"}, {"node"}, {"go", "run"}} {
		name := server.Languages[i]
		for _, operation := range []string{"searchUnits", "matchTrip"} { // one by GET, one by POST
			e, ok := s.Example(operation)
			if !ok {
				t.Fatalf("no example of %s", operation)
			}
			if _, err := exec.LookPath(run[0]); err != nil {
				t.Logf("%s is not run: %v", name, err)
				continue
			}
			if name == "JavaScript" && exec.CommandContext(t.Context(), "node", "-e", "fetch").Run() != nil {
				t.Logf("%s is not run: this Node has no fetch", name)
				continue
			}
			file := filepath.Join(t.TempDir(), []string{"a.sh", "a.py", "a.js", "a.go"}[i])
			code := server.Snippet(server.Language(i), "http://"+s.Addr(), key, e)
			if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := exec.CommandContext(t.Context(), run[0], append(slices.Clone(run[1:]), file)...).Output()
			var answer struct{ Status string }
			if err != nil || json.Unmarshal(out, &answer) != nil || answer.Status != "OK" {
				t.Errorf("%s, %s: %v: %s\n%s", name, operation, err, out, code)
			}
		}
	}
	if traffic := s.Traffic(); traffic.Total == 0 || traffic.Recent[0].Key != "test" || traffic.Failed != 0 {
		t.Errorf("traffic %+v", traffic)
	}
}

// TestLocalServerSettings holds that the settings reach the server.
func TestLocalServerSettings(t *testing.T) {
	prefs := memoryStore{}
	settings := server.Settings{UnitsKey: true, Rate: 1, Origins: []string{"https://fleet.example.org"}, Compat: []string{"osrm"}}
	s := startLocal(t, prefs, settings)
	key, err := s.NewKey("test")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path string, header ...string) (status int, answered http.Header) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.Addr()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode, response.Header
	}
	if got, _ := ask("/api/admin-unit/provinces/01", "app-version", "1.1"); got != http.StatusUnauthorized {
		t.Errorf("units without a key: %d", got)
	}
	if got, header := ask("/healthz", "Origin", "https://fleet.example.org"); header.Get("Access-Control-Allow-Origin") == "" {
		t.Errorf("a page of the allowed site: %d", got)
	}
	if got, _ := ask("/compat/osrm/nearest/v1/driving/1.5262,42.5079", "X-API-Key", key); got != http.StatusOK {
		t.Errorf("compatible: %d", got)
	}
	limited := false
	for range 5 {
		got, _ := ask("/api/admin-unit/provinces/01", "app-version", "1.1", "X-API-Key", key)
		limited = limited || got == http.StatusTooManyRequests
	}
	if !limited {
		t.Error("the rate is not limited")
	}
	other, err := s.NewKey("other")
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := ask("/metrics", "X-API-Key", other); got != http.StatusNotFound {
		t.Errorf("metrics: %d", got)
	}
	s.Keep(settings)
	if got := newLocalServer(s.engine, prefs).Settings(); got.Rate != 1 || !got.UnitsKey || !slices.Equal(got.Compat, settings.Compat) {
		t.Errorf("kept %+v", got)
	}
	prefs.SetString(prefServer, "damaged")
	if got := newLocalServer(s.engine, prefs).Settings(); got.Rate != 0 {
		t.Errorf("damaged settings give %+v", got)
	}
}

// TestLocalServerKeys holds that keys are kept as hashes, and that a revoked one is refused.
func TestLocalServerKeys(t *testing.T) {
	prefs := memoryStore{}
	s := startLocal(t, prefs, server.Settings{UnitsKey: true})
	first, err := s.NewKey("first")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.NewKey("second"); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(prefs[prefKeys], first) {
		t.Error("the key itself is kept")
	}
	again := newLocalServer(s.engine, prefs).Keys()
	if len(again) != 2 || again[0].Name != "first" || again[1].Name != "second" || again[0].Created.IsZero() {
		t.Fatalf("kept %+v", again)
	}
	status := func() int {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.Addr()+"/api/admin-unit/provinces/01", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("app-version", "1.1")
		r.Header.Set("X-API-Key", first)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	if got := status(); got != http.StatusOK {
		t.Errorf("before the revocation: %d", got)
	}
	if err := s.RevokeKey(again[0].ID); err != nil {
		t.Fatal(err)
	}
	if got := status(); got != http.StatusUnauthorized || len(s.Keys()) != 1 {
		t.Errorf("after the revocation: %d", got)
	}
	if s.RevokeKey(again[0].ID) == nil {
		t.Error("a key is revoked twice")
	}
}
