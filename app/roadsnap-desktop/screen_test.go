// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// screen is an X server without a monitor, with a window manager, driven as a user does:
// by keys and pointer, and by pictures of the screen.
type screen struct {
	t       testing.TB
	display string
}

// patience is the timeout of a step, enough for the slowest machine.
const patience = 3 * time.Minute

// newScreen starts an X server, or skips the test if none is installed.
func newScreen(t testing.TB, width, height int) *screen {
	t.Helper()
	needTools(t, "Xvfb")
	s, err := startScreen(t, "Xvfb", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// needTools skips the test if an X server, or a program to drive it, is missing.
func needTools(t testing.TB, server string) {
	t.Helper()
	for _, tool := range []string{server, "openbox", "xdotool", "import", "xclip"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed: `make test` installs it", tool)
		}
	}
}

// startScreen starts an X server and the window manager on it.
func startScreen(t testing.TB, name string, args ...string) (*screen, error) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	// The server picks a free display and writes its number to descriptor 3. -noreset
	// prevents a restart, during which it refuses clients, when its only client exits.
	server := exec.Command(name, append(args, "-displayfd", "3", "-nolisten", "tcp", "-noreset")...)
	server.ExtraFiles = []*os.File{write}
	startProcess(t, server)
	write.Close()
	// Read the whole line, because the server exits if it cannot write all of it.
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("%s did not start: %w", name, err)
	}
	s := &screen{t: t, display: ":" + strings.TrimSpace(number)}
	startProcess(t, s.command("openbox"))
	return s, nil
}

// startProcess runs cmd until the test ends.
func startProcess(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	})
}

// command returns a command that uses this screen.
func (s *screen) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "DISPLAY="+s.display, "WAYLAND_DISPLAY=", "LIBGL_ALWAYS_SOFTWARE=1", "NO_AT_BRIDGE=1",
		"LC_ALL=C.UTF-8") // text is Vietnamese, too
	return cmd
}

// xdotool moves the pointer and types.
func (s *screen) xdotool(args ...string) string {
	s.t.Helper()
	out, err := s.command("xdotool", args...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("xdotool %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// key presses a key, such as "ctrl+o".
func (s *screen) key(name string) { s.t.Helper(); s.xdotool("key", "--clearmodifiers", name) }

// moveTo moves the pointer.
func (s *screen) moveTo(at image.Point) {
	s.t.Helper()
	s.xdotool("mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y))
}

// throw drags in a few quick steps and releases while the pointer still moves.
func (s *screen) throw(from, step image.Point) {
	s.t.Helper()
	s.moveTo(from)
	args := []string{"mousedown", "1"}
	for range 8 {
		args = append(args, "mousemove_relative", "--", strconv.Itoa(step.X), strconv.Itoa(step.Y), "sleep", "0.012")
	}
	s.xdotool(append(args, "mouseup", "1")...)
}

// typed types text, slowly enough for the slowest dialog.
func (s *screen) typed(text string) { s.t.Helper(); s.xdotool("type", "--delay", "12", text) }

// copied copies text to the clipboard. Text with characters that are not on the keyboard
// must be pasted, because xdotool remaps keys to type them and sometimes loses some.
func (s *screen) copied(text string) {
	s.t.Helper()
	cmd := s.command("xclip", "-i", "-selection", "clipboard")
	cmd.Stdin = strings.NewReader(text)
	if err := cmd.Run(); err != nil {
		s.t.Fatalf("xclip: %v", err)
	}
}

// window waits for a window by its title and returns its number.
func (s *screen) window(title string) string {
	s.t.Helper()
	var id string
	s.until("a window called "+title, func() bool {
		out, err := s.command("xdotool", "search", "--onlyvisible", "--name", title).Output()
		ids := strings.Fields(string(out))
		if err != nil || len(ids) == 0 {
			return false
		}
		id = ids[len(ids)-1]
		return true
	})
	return id
}

// focus gives a window the keyboard and waits until it has it.
func (s *screen) focus(id string) {
	s.t.Helper()
	s.until("the keyboard for window "+id, func() bool {
		s.command("xdotool", "windowactivate", id).Run()
		out, _ := s.command("xdotool", "getactivewindow").Output()
		return strings.TrimSpace(string(out)) == id
	})
}

// until waits until a condition holds.
func (s *screen) until(what string, there func() bool) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for !there() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			s.shoot("failed")
			s.t.Fatalf("waited %v for %s; the screen is in shots/failed.png", patience, what)
		}
	}
}

// picture takes a picture of the screen.
func (s *screen) picture() image.Image {
	s.t.Helper()
	out, err := s.command("import", "-silent", "-window", "root", "png:-").Output()
	if err != nil {
		s.t.Fatalf("taking a picture of the screen: %v", err)
	}
	img, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		s.t.Fatal(err)
	}
	return img
}

// atRest waits until a part of the screen no longer changes, and returns its picture.
func (s *screen) atRest(part image.Rectangle) image.Image {
	s.t.Helper()
	now := s.picture()
	s.until("the map to come to rest", func() bool {
		before := now
		now = s.picture()
		return samePart(before, now, part)
	})
	return now
}

// shoot saves a picture of the screen for inspection in the folder shots of the project,
// which git ignores.
func (s *screen) shoot(name string) {
	s.t.Helper()
	folder := filepath.Join("..", "..", "shots")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		s.t.Fatal(err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, s.picture()); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), b.Bytes(), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// count returns the number of pixels of the screen with a colour, within a tolerance for
// blending at edges.
func (s *screen) count(want color.NRGBA) int {
	s.t.Helper()
	const tolerance = 10
	near := func(a uint32, b uint8) bool {
		d := int(a>>8) - int(b)
		return d >= -tolerance && d <= tolerance
	}
	img, n := s.picture(), 0
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			if r, g, b, _ := img.At(x, y).RGBA(); near(r, want.R) && near(g, want.G) && near(b, want.B) {
				n++
			}
		}
	}
	return n
}

// inWindow returns the position of a part of a window on the screen.
func (s *screen) inWindow(id string, part image.Rectangle) image.Rectangle {
	s.t.Helper()
	return part.Add(s.place(id).Min)
}

// place returns the position of a window on the screen.
func (s *screen) place(id string) image.Rectangle {
	s.t.Helper()
	var at, size image.Point
	for line := range strings.Lines(s.xdotool("getwindowgeometry", "--shell", id)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		n, _ := strconv.Atoi(value)
		switch name {
		case "X":
			at.X = n
		case "Y":
			at.Y = n
		case "WIDTH":
			size.X = n
		case "HEIGHT":
			size.Y = n
		}
	}
	return image.Rectangle{at, at.Add(size)}
}

// foot returns the part of the screen with a window's status bar, which shows the zoom and
// the coordinates under the pointer. It is up to date as soon as the map has moved,
// whereas the picture of the map still changes while tiles and names are drawn.
func (s *screen) foot(id string, scale float64) image.Rectangle {
	s.t.Helper()
	const width, height, margin = 380, 32, 4 // logical; right of it are names, which come later
	w := s.place(id)
	return image.Rect(w.Min.X, w.Max.Y-int(height*scale), w.Min.X+int(width*scale), w.Max.Y-int(margin*scale))
}

// changed runs an action and waits until a part of the screen has changed.
func (s *screen) changed(what string, part image.Rectangle, do func()) {
	s.t.Helper()
	before := s.picture()
	do()
	s.until(what, func() bool { return !samePart(before, s.picture(), part) })
}

// pointAt moves the pointer to a position on the map and waits until the status bar shows
// it. The toolkit would report an earlier click at the previous position.
func (s *screen) pointAt(at image.Point, foot image.Rectangle) {
	s.t.Helper()
	for _, p := range []image.Point{at.Add(image.Pt(40, 40)), at} { // it may be there already
		s.changed("the place under the pointer", foot, func() { s.moveTo(p) })
	}
}

// copyPlace copies the coordinates of a position on the map with the first item of its
// menu.
func (s *screen) copyPlace(at image.Point, foot image.Rectangle) string {
	s.t.Helper()
	s.copied("")
	s.pointAt(at, foot)
	// Keys arrive after the click and go to the menu. On a busy machine it may not be open
	// yet: then all is done again.
	choose := func() {
		s.xdotool("click", "3", "key", "--clearmodifiers", "Down", "key", "--clearmodifiers", "Return")
	}
	choose()
	looks := 0
	s.until("the coordinates in the clipboard", func() bool {
		if looks++; looks%60 == 0 {
			s.key("Escape")
			choose()
		}
		return coordinates.MatchString(s.clipboard())
	})
	return s.clipboard()
}

// plain reports whether a part of a picture has a single colour.
func plain(img image.Image, part image.Rectangle) bool {
	first := img.At(part.Min.X, part.Min.Y)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if img.At(x, y) != first {
				return false
			}
		}
	}
	return true
}

// clipboard returns the text in the clipboard.
func (s *screen) clipboard() string {
	out, _ := s.command("xclip", "-o", "-selection", "clipboard").Output()
	return string(out)
}
