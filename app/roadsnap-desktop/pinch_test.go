// SPDX-License-Identifier: MIT

package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"roadsnap/ui/settings"
)

// pinchDesktop opens two fingers over the map of the real window, on a scaled screen, and
// compares coordinates on the map before and after.
func pinchDesktop(t *testing.T, binary string) {
	s, pad := newTouchScreen(t, 1500, 900)
	home := t.TempDir()
	// Without an answer, the offer of the first run covers the middle of the map.
	folder := filepath.Join(home, "config", "fyne", appID)
	answered := fmt.Appendf(nil, `{%q: 1}`, prefAnswered)
	if err := errors.Join(os.MkdirAll(folder, 0o700), os.WriteFile(filepath.Join(folder, settings.FileName), answered, 0o600)); err != nil {
		t.Fatal(err)
	}
	app := s.command(binary)
	app.Env = append(app.Env, "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"), "LANG=en_US.UTF-8", "LC_ALL=", "FYNE_THEME=light", "FYNE_SCALE=1.5")
	startProcess(t, app)
	window := s.window("^Roadsnap$")
	s.focus(window)
	road, _, _ := mapColours(t)
	s.until("roads on the map", func() bool { return s.count(road) > 200 })

	part := s.inWindow(window, image.Rect(600, 100, 1300, 750)) // well within the map
	pointer, foot := part.Min.Add(image.Pt(350, 350)), s.foot(window, 1.5)
	const scale, notches = 4, 4 // of the wheel, half a level each
	far := image.Pt(60, -40)
	under, aside := s.coordinatesAt(pointer, foot), s.coordinatesAt(pointer.Add(far), foot)
	s.pointAt(pointer, foot)
	wheel := func(button string) {
		for range notches {
			s.changed("the map to follow the wheel", foot, func() { s.xdotool("click", button) })
		}
	}
	before := s.picture()
	wheel("4")
	closer := s.picture() // shows in its status bar the zoom expected after the pinch, and only after its end
	wheel("5")
	if !samePart(before, s.picture(), foot) {
		t.Error("the wheel does not lead back")
	}
	pad.pinch(scale)
	s.until("the map to follow the fingers", func() bool { return samePart(closer, s.picture(), foot) })
	s.atRest(part)
	s.shoot("pinched")
	const tolerance = 1e-4 // degrees: a tenth of a pixel before
	for _, c := range []struct {
		name      string
		got, want [2]float64
	}{
		{"under the pointer", s.coordinatesAt(pointer, foot), under},
		{"next to it", s.coordinatesAt(pointer.Add(far.Mul(scale)), foot), aside},
	} {
		if math.Hypot(c.got[0]-c.want[0], c.got[1]-c.want[1]) > tolerance {
			t.Errorf("%s lay %v, and lies %v", c.name, c.want, c.got)
		}
	}
	if under == aside {
		t.Error("all lies in one place")
	}
}

// coordinatesAt returns the latitude and longitude of a position on the screen, copied with
// the map's menu.
func (s *screen) coordinatesAt(at image.Point, foot image.Rectangle) (position [2]float64) {
	s.t.Helper()
	if _, err := fmt.Sscanf(s.copyPlace(at, foot), "%f, %f", &position[0], &position[1]); err != nil {
		s.t.Fatal(err)
	}
	return position
}

// touchpad is a virtual touchpad of X.Org's test driver, inputtest. Its messages are
// defined in xf86-input-inputtest-protocol.h.
type touchpad struct {
	t      testing.TB
	socket net.Conn
}

// touchScreen is the configuration of an X server with a touchpad, without a monitor, a
// terminal or detected devices.
const touchScreen = `
Section "ServerFlags"
	Option "AutoAddDevices" "off"
EndSection
Section "ServerLayout"
	Identifier "layout"
	Screen "screen"
	InputDevice "touchpad" "CorePointer"
	InputDevice "keyboard" "CoreKeyboard"
EndSection
Section "InputDevice"
	Identifier "touchpad"
	Driver "inputtest"
	Option "DeviceType" "PointerGesture"
	Option "SocketPath" "%[1]s/touchpad"
EndSection
Section "InputDevice"
	Identifier "keyboard"
	Driver "inputtest"
	Option "DeviceType" "Keyboard"
	Option "SocketPath" "%[1]s/keyboard"
EndSection
Section "Device"
	Identifier "card"
	Driver "dummy"
	VideoRam 65536
EndSection
Section "Monitor"
	Identifier "monitor"
	HorizSync 1-1000
	VertRefresh 1-1000
	Modeline "only" 100 %[2]d %[3]d %[4]d %[5]d %[6]d %[7]d %[8]d %[9]d
EndSection
Section "Screen"
	Identifier "screen"
	Device "card"
	Monitor "monitor"
	DefaultDepth 24
	SubSection "Display"
		Modes "only"
	EndSubSection
EndSection
`

// newTouchScreen starts a screen with a touchpad, or skips the test if the machine cannot
// run one. Xvfb does not support gestures.
func newTouchScreen(t testing.TB, width, height int) (*screen, *touchpad) {
	t.Helper()
	needTools(t, "Xorg")
	server := "/usr/lib/xorg/Xorg" // Debian's own; the one on the PATH may keep ordinary users out
	if _, err := os.Stat(server); err != nil {
		server, _ = exec.LookPath("Xorg")
	}
	folder, err := os.MkdirTemp("", "touch") // the name of a socket has to be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	config, log := filepath.Join(folder, "xorg.conf"), filepath.Join(folder, "log")
	text := fmt.Sprintf(touchScreen, folder, width, width+8, width+16, width+24, height, height+8, height+16, height+24)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := startScreen(t, server, "-config", config, "-configdir", folder, "-logfile", log)
	if err != nil {
		why, _ := os.ReadFile(log)
		t.Skipf("no X server with a touchpad can be had here: %v\n%s", err, faults(string(why)))
	}
	socket, err := net.Dial("unix", filepath.Join(folder, "touchpad"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	pad := &touchpad{t, socket}
	const clientVersion, serverVersion = 0, 12 // their names and lengths
	pad.send(clientVersion, []uint16{1, 0})
	pad.receive(serverVersion)
	return s, pad
}

// faults returns the lines with errors in a server's log.
func faults(log string) (lines string) {
	for line := range strings.Lines(log) {
		if strings.Contains(line, "(EE)") {
			lines += line
		}
	}
	return lines
}

// send sends a message: its length, its kind and its body.
func (p *touchpad) send(kind uint32, body any) {
	p.t.Helper()
	length := uint32(8 + binary.Size(body))
	b := binary.NativeEndian.AppendUint32(binary.NativeEndian.AppendUint32(nil, length), kind)
	b, err := binary.Append(b, binary.NativeEndian, body)
	if err == nil {
		_, err = p.socket.Write(b)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// receive waits for a message of a length.
func (p *touchpad) receive(length int) {
	p.t.Helper()
	p.socket.SetReadDeadline(time.Now().Add(patience))
	if _, err := io.ReadFull(p.socket, make([]byte, length)); err != nil {
		p.t.Fatalf("the touchpad does not answer: %v", err)
	}
}

// step sends a step of a pinch and waits until the server has processed it.
func (p *touchpad) step(gesture uint16, scale float64) {
	p.t.Helper()
	const waitForSync, gesturePinch, syncFinished = 1, 7, 8
	p.send(gesturePinch, struct {
		Gesture, Fingers                           uint16
		Flags                                      uint32
		DX, DY, RawDX, RawDY, Scale, AngleOfChange float64
	}{Gesture: gesture, Fingers: 2, Scale: scale})
	p.send(waitForSync, []byte{})
	p.receive(syncFinished)
}

// pinch opens two fingers to a multiple of their distance.
func (p *touchpad) pinch(scale float64) {
	p.t.Helper()
	const begin, update, end, steps = 27, 28, 29, 20 // from XI2.h
	p.step(begin, 1)
	for i := 1; i <= steps; i++ {
		p.step(update, math.Pow(scale, float64(i)/steps))
		time.Sleep(8 * time.Millisecond) // as a touchpad reports them
	}
	p.step(end, scale)
}
