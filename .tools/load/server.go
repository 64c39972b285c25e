// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// The keys of the clients. They protect nothing: the server listens on loopback while the
// measurement runs.
const (
	goodKey    = "the-key-of-the-good-client"
	hostileKey = "the-key-of-hostile-clients"
)

// server is a running `roadsnap serve`.
type server struct {
	cmd  *exec.Cmd
	addr string
}

var address = regexp.MustCompile(`http://(127\.0\.0\.1:\d+)/openapi.json`)

// start runs the server on a core of its own.
func (b *bench) start(args ...string) (*server, error) {
	keys := filepath.Join(b.folder, "keys.txt")
	if err := os.WriteFile(keys, []byte(goodKey+"\n"+hostileKey+"\n"), 0o600); err != nil {
		return nil, err
	}
	all := append([]string{"-c", b.core, b.program, "serve", "--pack", b.pack, "--api-key-file", keys, "--addr", "127.0.0.1:0", "--log-level", "warn"}, args...)
	cmd := exec.Command("taskset", all...) //nolint:noctx // ended by stop
	log, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if m := address.FindStringSubmatch(lines.Text()); m != nil {
			go func() {
				for lines.Scan() { // a log that is read
				}
			}()
			return &server{cmd: cmd, addr: m[1]}, nil
		}
		fmt.Fprintln(os.Stderr, lines.Text())
	}
	return nil, fmt.Errorf("the server ended: %w", cmd.Wait())
}

// stop ends the server and waits for it.
func (s *server) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.cmd.Wait()
}

// cpu returns the processor time that the server has used.
func (s *server) cpu() time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(b), ") ")
	fields := strings.Fields(rest)
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond // at the usual 100 ticks a second
}

// memory returns the resident memory of the server (bytes).
func (s *server) memory() (resident int64) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	pages, _ := strconv.ParseInt(strings.Fields(string(b))[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

// descriptors returns the number of open files of the server.
func (s *server) descriptors() int {
	entries, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.cmd.Process.Pid))
	return len(entries)
}
