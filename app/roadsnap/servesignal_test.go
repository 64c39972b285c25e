// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// serveProcess runs `roadsnap serve` as a process of its own and returns it, the address
// that it prints, and the rest of its standard error.
func serveProcess(t *testing.T, args ...string) (process *os.Process, base string, log *os.File, wait func() error) {
	t.Helper()
	args = append([]string{"serve", "--api-key", "a-key-for-this-test-only", "--addr", "127.0.0.1:0"}, args...)
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
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
