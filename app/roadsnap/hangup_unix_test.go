// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// program returns a command that runs the program itself, with its signals, in a process of
// its own.
func program(t *testing.T, args ...string) (cmd *exec.Cmd, errOut *syncBuffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	errOut = new(syncBuffer)
	cmd = exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	cmd.Stderr = errOut
	return cmd, errOut
}

// underNohup is whether the tests were started by nohup, from which programs inherit that
// they ignore SIGHUP. It is asked before tests change the signals of this process.
var underNohup = signal.Ignored(syscall.SIGHUP)

// TestImportEndsWithItsTerminal hangs up in the middle of an import, which must then leave
// the old pack as it was, and nothing half-written.
func TestImportEndsWithItsTerminal(t *testing.T) {
	for _, hangup := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM, syscall.SIGINT} {
		t.Run(hangup.String(), func(t *testing.T) {
			if hangup == syscall.SIGHUP && underNohup {
				t.Skip("under nohup the import goes on")
			}
			size := 32 << 20 // takes a second to read
			for !interrupted(t, hangup, size) {
				if size *= 2; size > 512<<20 {
					t.Fatal("imports end before they can be interrupted")
				}
			}
		})
	}
}

// interrupted sends a signal to an import of an extract of some bytes. It returns false if the
// import ended before the signal came, as on a busy machine.
func interrupted(t *testing.T, hangup syscall.Signal, size int) bool {
	t.Helper()
	folder := t.TempDir()
	source, out := longExtract(t, folder, size), filepath.Join(folder, "map.rsp")
	old := streetPack(t, "2026-10-01", 7, 106.7, 0.1)
	before, err := os.ReadFile(old)
	if err = errors.Join(err, os.Rename(old, out)); err != nil {
		t.Fatal(err)
	}
	cmd, errOut := program(t, "import", "--roads", source, "--out", out)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for len(names(t, folder)) == 2 && len(ended) == 0 { // until the import writes
		time.Sleep(time.Millisecond)
	}
	_ = cmd.Process.Signal(hangup)
	err = <-ended
	if err == nil {
		return false
	}
	if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("%v, want exit code %d: %s", err, exitInterrupted, errOut.String())
	}
	if !strings.Contains(errOut.String(), "interrupted") {
		t.Errorf("it says %q", errOut.String())
	}
	if got := names(t, folder); len(got) != 2 {
		t.Errorf("the folder has %q, want the source and the old map", got)
	}
	if after, err := os.ReadFile(out); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the old map has changed, %v", err)
	}
	return true
}

// longExtract writes an extract of some bytes.
func longExtract(t *testing.T, folder string, size int) (path string) {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(`<osm version="0.6">`)
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, `<node id="%d" lat="10.7" lon="106.7"/>`, i)
	}
	b.WriteString(`<way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>`)
	path = filepath.Join(folder, "long.osm")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// names returns the names of the files in a folder.
func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestSecondInterruptEnds interrupts a command that hangs in a read, twice or more.
func TestSecondInterruptEnds(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	cmd, _ := program(t, "snap", pipe)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	writer, err := os.OpenFile(pipe, os.O_WRONLY, 0) // waits until the command reads
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for deadline := time.Now().Add(time.Minute); len(ended) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			_ = cmd.Process.Kill()
			t.Fatal("the command goes on")
		}
		_ = cmd.Process.Signal(os.Interrupt)
	}
}
