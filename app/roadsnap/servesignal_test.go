// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// serveProcess runs `roadsnap serve` as a process of its own and returns it, the address
// that it prints, and the rest of its standard error.
func serveProcess(t *testing.T, args ...string) (process *os.Process, base string, log *os.File, wait func() error) {
	t.Helper()
	args = append([]string{"serve", "--api-key", "a-key-for-this-test-only", "--addr", "127.0.0.1:0"}, args...)
	cmd, _ := program(t, args...)
	log, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() { log.Close() })
	var seen strings.Builder
	for lines := bufio.NewReader(io.TeeReader(log, &seen)); ; {
		line, err := lines.ReadString('\n')
		if m := servedAt.FindStringSubmatch(line); m != nil {
			return cmd.Process, m[1], log, cmd.Wait
		}
		if err != nil {
			t.Fatalf("the server did not say where it listens: %s", seen.String())
		}
	}
}

func mustGet(t *testing.T, url string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", url, response.Status)
	}
}

// TestServeSurvivesTheReaderOfItsLog closes the pipe that the log is written to.
func TestServeSurvivesTheReaderOfItsLog(t *testing.T) {
	process, base, log, wait := serveProcess(t)
	log.Close()
	for range 10 {
		mustGet(t, base+"/openapi.json")
	}
	if err := process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := wait(); err != nil {
		t.Errorf("after SIGTERM: %v", err)
	}
}

// TestKeyFilesOfOthersAreRefused holds that the group may read a file of keys, as with
// secrets of Kubernetes, and nobody else.
func TestKeyFilesOfOthersAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys.txt")
	if err := os.WriteFile(path, []byte("a-key-of-22-characters-\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for mode, refused := range map[os.FileMode]bool{0o600: false, 0o440: false, 0o644: true, 0o602: true} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, err := readKeyFile(path)
		if refused != (err != nil) || refused && !strings.Contains(err.Error(), "chmod o= ") {
			t.Errorf("mode %04o: %v", mode, err)
		}
	}
}

// TestServeReloads holds that SIGHUP and /admin/reload exchange the keys and the map, and
// that bad files change nothing, except that a bad map does not keep revoked keys alive.
func TestServeReloads(t *testing.T) {
	const admin = "the-key-of-the-operator"
	folder := t.TempDir()
	keys, link := filepath.Join(folder, "keys.txt"), filepath.Join(folder, "map.rsp")
	use := func(key, pack string) {
		t.Helper()
		err := errors.Join(os.WriteFile(keys, []byte(key+"\n"), 0o600), os.Rename(pack, link))
		if err != nil {
			t.Fatal(err)
		}
	}
	first, second := "the-first-key-of-this-test", "the-second-key-of-this-test"
	use(first, streetPack(t, "2026-10-01", 7, 106.7, 0.1))
	process, base, log, wait := serveProcess(t, "--api-key-file", keys, "--pack", link, "--admin-key", admin)
	go func() { _, _ = io.Copy(io.Discard, log) }()
	way := func(key string) string {
		response, err := http.Get(base + "/api/roads/v1/snap-to-roads?path=10.7702,106.7|10.7705,106.7&apikey=" + key)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.Status + string(body)
	}
	await := func(key, want string) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); ; {
			got := way(key)
			if strings.Contains(got, want) {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s, want %s", got, want)
			}
		}
	}
	await(first, `"way_id":7`)
	use(second, streetPack(t, "2026-10-01", 8, 106.7, 0.1))
	if err := process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	await(second, `"way_id":8`)
	if got := way(first); !strings.HasPrefix(got, "4") {
		t.Errorf("the old key got %s", got)
	}
	reload := func() int {
		r, err := http.NewRequest(http.MethodPost, base+"/admin/reload", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-API-Key", admin)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	use("short", streetPack(t, "2026-10-01", 8, 106.7, 0.1))
	if got := reload(); got != http.StatusServiceUnavailable {
		t.Errorf("with a bad file of keys: %d", got)
	}
	await(second, `"way_id":8`)
	bad := filepath.Join(folder, "bad.rsp")
	if err := os.WriteFile(bad, []byte("no map"), 0o600); err != nil {
		t.Fatal(err)
	}
	third := "the-third-key-of-this-test"
	use(third, bad)
	if got := reload(); got != http.StatusServiceUnavailable {
		t.Errorf("with a bad map: %d", got)
	}
	await(second, "401")
	await(third, `"way_id":8`)
	use(first, streetPack(t, "2026-10-01", 9, 106.7, 0.1))
	if got := reload(); got != http.StatusOK {
		t.Errorf("%d", got)
	}
	await(first, `"way_id":9`)
	if err := process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := wait(); err != nil {
		t.Errorf("after SIGTERM: %v", err)
	}
}
