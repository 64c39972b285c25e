// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSecondStart starts the app while its window is open: it hands over its files and
// exits. After a crash of the first process, the next start opens a window.
func TestSecondStart(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and drives the whole app")
	}
	s := newScreen(t, 1500, 900)
	binary, home, sockets := fresh(t)
	app, window := startApp(s, binary, home)
	second := func(args ...string) (output string, err error) {
		cmd := s.command(binary, args...)
		cmd.Env = append(cmd.Env, desktopEnv(home)...)
		cmd.Dir = filepath.Join("..", "..", "data", "trips")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	road, raw, route := mapColours(t)
	s.until("roads on the map", func() bool { return s.count(road) > 2000 })
	rawBefore, routeBefore := s.count(raw), s.count(route)
	if out, err := second("city.gpx"); err != nil {
		t.Errorf("a start with a trace: %v\n%s", err, out)
	}
	s.until("the snapped route on the map", func() bool {
		return s.count(raw) > rawBefore+150 && s.count(route) > routeBefore+400
	})

	s.xdotool("windowminimize", "--sync", window)
	if out, err := second(); err != nil {
		t.Errorf("a start without a trace: %v\n%s", err, out)
	}
	s.until("the window to be raised", func() bool {
		out, _ := s.command("xdotool", "getactivewindow").Output()
		return strings.TrimSpace(string(out)) == window
	})

	out, err := second("-pack", "city.rsp", "city.gpx")
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(out, "-pack is for its start only") {
		t.Errorf("a start with a map: %v\n%s", err, out)
	}

	_ = app.Process.Kill() // as a crash
	for range app.ended {
	}
	app, _ = startApp(s, binary, home)
	if out, err := second("city.gpx"); err != nil {
		t.Errorf("after a crash: %v\n%s", err, out)
	}
	app.end(s, syscall.SIGTERM)
	if left, err := os.ReadDir(sockets); err != nil || len(left) > 0 {
		t.Errorf("%v, %v: sockets are left behind", left, err)
	}
}
