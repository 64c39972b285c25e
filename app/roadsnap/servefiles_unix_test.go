// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"errors"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestServeWithFewFiles opens more connections than the system allows the server: probes are
// still answered, and the server still opens files.
func TestServeWithFewFiles(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell to lower the limit")
	}
	cmd, errOut := program(t, "serve", "--api-key", "a-key-for-this-test-only", "--addr", "127.0.0.1:0")
	cmd.Path, cmd.Args = sh, append([]string{"sh", "-c", `ulimit -n 200 && exec "$0" "$@"`}, cmd.Args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(cmd.Process.Kill(), cmd.Wait()) })
	var base string
	for deadline := time.Now().Add(time.Minute); base == ""; {
		if m := servedAt.FindStringSubmatch(errOut.String()); m != nil {
			base = m[1]
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server did not start: %s", errOut.String())
		}
	}
	for i := range 400 {
		c, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
		if err != nil {
			t.Fatalf("connection %d: %v", i, err)
		}
		t.Cleanup(func() { _ = c.Close() })
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
	for range 20 {
		response, err := client.Get(base + "/readyz")
		if err != nil {
			t.Fatalf("%v\n%s", err, errOut.String())
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("a probe got %s", response.Status)
		}
	}
	if strings.Contains(errOut.String(), "too many open files") {
		t.Errorf("the server ran out of files:\n%s", errOut.String())
	}
}
