// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"image"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"roadsnap/ui/settings"
)

// running is a process of the app with a home of its own.
type running struct {
	*exec.Cmd
	stderr bytes.Buffer
	ended  chan error
}

// fresh builds the app and makes a home and a folder of sockets for it, both empty.
func fresh(t testing.TB) (binary, home, sockets string) {
	t.Helper()
	binary, home = build(t), t.TempDir()
	sockets, err := os.MkdirTemp("", "run") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(sockets) })
	t.Setenv("XDG_RUNTIME_DIR", sockets)
	t.Setenv("XDG_DATA_HOME", filepath.Join(home, "data"))
	return binary, home, sockets
}

// startApp starts the app and waits for its window.
func startApp(s *screen, binary, home string, args ...string) (app *running, window string) {
	s.t.Helper()
	app = &running{Cmd: s.command(binary, args...), ended: make(chan error, 1)}
	app.Env = append(app.Env, "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"), "LANG=en_US.UTF-8", "LC_ALL=", "FYNE_THEME=light")
	app.Stderr = &app.stderr
	if err := app.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func() {
		app.ended <- app.Wait()
		close(app.ended)
	}()
	s.t.Cleanup(func() {
		app.Process.Kill()
		for range app.ended {
		}
	})
	window = s.window("^Roadsnap$")
	s.focus(window)
	return app, window
}

// end sends a signal and waits for a clean end.
func (app *running) end(s *screen, sig syscall.Signal) {
	s.t.Helper()
	if err := app.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
	select {
	case err := <-app.ended:
		if err != nil {
			s.t.Errorf("%v: %v\n%s", sig, err, app.stderr.String())
		}
	case <-time.After(patience):
		app.Process.Signal(syscall.SIGQUIT) // prints what it waits for
		<-app.ended
		s.t.Fatalf("%v does not end the app\n%s", sig, app.stderr.String())
	}
	if text := app.stderr.String(); strings.Contains(text, "panic") || strings.Contains(text, "fyne.Do") || strings.Contains(text, "GLFW") {
		s.t.Errorf("the app complained:\n%s", text)
	}
}

// savedWidth returns the width of the window in the settings, 0 for none.
func savedWidth(t *testing.T, home string) float64 {
	t.Helper()
	folder := filepath.Join(home, "config", "fyne", appID)
	if _, err := os.Stat(filepath.Join(folder, "preferences.json")); err == nil {
		t.Error("the toolkit has written preferences")
	}
	b, err := os.ReadFile(filepath.Join(folder, settings.FileName))
	if err != nil {
		t.Fatal(err)
	}
	var kept map[string]any
	if err := json.Unmarshal(b, &kept); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	width, _ := kept["window.width"].(float64)
	return width
}

// TestSignals checks that a signal closes the app as a user does: it saves the layout, and
// the next run restores it.
func TestSignals(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and drives the whole app")
	}
	s := newScreen(t, 1500, 900)
	binary := build(t)
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		t.Run(sig.String(), func(t *testing.T) {
			if signal.Ignored(sig) {
				t.Skip("it is ignored here, and so in programs started from here")
			}
			s.t = t
			home := t.TempDir()
			app, window := startApp(s, binary, home)
			before := s.place(window)
			s.atRest(before)
			// The window manager resizes the window before the app is notified. The app has
			// the new size when the status bar is where the map was.
			foot := image.Rect(0, 740, 300, 770).Add(before.Min)
			s.changed("the foot of the smaller window", foot, func() { s.xdotool("windowsize", window, "1111", "777") })
			s.until("the other size", func() bool { return s.place(window).Dx() == 1111 })
			s.atRest(s.place(window))
			app.end(s, sig)
			if got := savedWidth(t, home); got != 1111 {
				t.Fatalf("width %v is saved, want 1111 (it was %d)", got, before.Dx())
			}
			app, window = startApp(s, binary, home)
			if got := s.place(window).Dx(); got != 1111 {
				t.Errorf("the next window is %d wide, want 1111", got)
			}
			app.end(s, sig)
		})
	}
}

// TestSignalDuringImport checks that a signal cancels an import and that no file of it
// stays on disk.
func TestSignalDuringImport(t *testing.T) {
	data := os.Getenv("ROADSNAP_DATA")
	if data == "" || testing.Short() {
		t.Skip("ROADSNAP_DATA is not set, or the test is to be short: no import that takes long enough")
	}
	s := newScreen(t, 1500, 900)
	binary, home := build(t), t.TempDir()
	folder := t.TempDir()
	extract, err := os.ReadFile(filepath.Join(data, "roads", "hcm_2018.osm.pbf"))
	if err != nil {
		t.Fatal(err)
	}
	const source = "city.osm.pbf"
	if err := os.WriteFile(filepath.Join(folder, source), extract, 0o600); err != nil {
		t.Fatal(err)
	}
	app, _ := startApp(s, binary, home)
	s.key("ctrl+shift+i")
	chooseFile(s, filepath.Join(folder, source))
	s.until("the dialog for the map", func() bool {
		out, _ := s.command("xdotool", "search", "--onlyvisible", "--name", "^Save").Output()
		if len(strings.Fields(string(out))) > 0 {
			return true
		}
		s.key("Return") // confirms the list of the files to import
		return false
	})
	s.focus(s.window("^Save"))
	files := func() []string {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	s.until("the import to begin", func() bool {
		if len(files()) > 1 {
			return true
		}
		s.key("Return") // ignored by an incomplete dialog
		return false
	})
	app.end(s, syscall.SIGTERM)
	if got := files(); !slices.Equal(got, []string{source}) {
		t.Errorf("the folder holds %v, want only %s", got, source)
	}
	if !strings.Contains(app.stderr.String(), "cancelled") {
		t.Errorf("the terminal does not report that the import was cancelled: %q", app.stderr.String())
	}
}

// TestDamagedSettings checks that the app starts with a damaged settings file, renames it
// and shows a message.
func TestDamagedSettings(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and drives the whole app")
	}
	s := newScreen(t, 1500, 900)
	binary := build(t)
	for _, name := range []string{settings.FileName, "preferences.json"} {
		t.Run(name, func(t *testing.T) {
			s.t = t
			home := t.TempDir()
			folder := filepath.Join(home, "config", "fyne", appID)
			if err := os.MkdirAll(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			const damaged = `{"language":"v`
			if err := os.WriteFile(filepath.Join(folder, name), []byte(damaged), 0o600); err != nil {
				t.Fatal(err)
			}
			app, window := startApp(s, binary, home)
			place := s.place(window)
			middle := place.Min.Add(place.Max).Div(2)
			part := image.Rectangle{middle.Sub(image.Pt(200, 80)), middle.Add(image.Pt(200, 80))}
			s.atRest(part)
			s.changed("the message to close", part, func() { s.key("Escape") })
			app.end(s, syscall.SIGTERM)
			aside, err := filepath.Glob(filepath.Join(folder, name+".damaged-*"))
			if err != nil || len(aside) != 1 {
				t.Fatalf("%v, %v: want one damaged file", aside, err)
			}
			if b, err := os.ReadFile(aside[0]); string(b) != damaged {
				t.Errorf("the damaged file holds %q, %v", b, err)
			}
			if savedWidth(t, home) == 0 {
				t.Error("the layout is not saved")
			}
		})
	}
}
