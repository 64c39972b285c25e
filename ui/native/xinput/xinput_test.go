// SPDX-License-Identifier: MIT

package xinput

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
)

// Numbers in the replies of the test's server.
const (
	testOpcode = 131
	testWindow = 0x600020
)

// setupReply returns the reply to a successful setup: a head of 8 bytes and a number of
// words.
func setupReply(words int) []byte {
	b := wire.AppendUint16([]byte{setupSuccess, 0, protocolMajor, 0, 0, 0}, uint16(words))
	return append(b, make([]byte, 4*words)...)
}

func reply(fill func(b []byte)) []byte {
	b := make([]byte, packet)
	b[0] = isReply
	fill(b)
	return b
}

func extensionReply(present byte) []byte {
	return reply(func(b []byte) { b[8], b[9], b[10], b[11] = present, testOpcode, 67, 129 })
}

func versionReply(major, minor uint16) []byte {
	return reply(func(b []byte) { wire.PutUint16(b[8:], major); wire.PutUint16(b[10:], minor) })
}

func errorPacket(code byte) []byte {
	b := make([]byte, packet)
	b[1], b[8], b[10] = code, xiSelectEvents, testOpcode
	return b
}

// pinchEvent returns a pinch event in the layout of XI2proto.h.
func pinchEvent(kind uint16, fingers uint32, x, y, dx, dy, scale float64) []byte {
	b := make([]byte, pinchEventBytes)
	b[0], b[1] = isGenericEvent, testOpcode
	wire.PutUint32(b[4:], (pinchEventBytes-packet)/4)
	wire.PutUint16(b[8:], kind)
	wire.PutUint32(b[16:], fingers)
	wire.PutUint32(b[24:], testWindow)
	for at, value := range map[int]float64{32: 9999, 36: 9999, 40: x, 44: y, 48: dx, 52: dy, 56: 777, 60: 777, 64: scale, 68: 45} {
		wire.PutUint32(b[at:], uint32(int32(value*(1<<16))))
	}
	return b
}

// foreignEvent returns an event of another extension, longReply a reply as long as a pinch
// event, and shortEvent a pinch event that is too short.
func foreignEvent() []byte {
	b := pinchEvent(xiPinchUpdate, 2, 1, 1, 1, 1, 1)
	b[1]++
	return b
}

func longReply() []byte {
	b := pinchEvent(xiPinchUpdate, 2, 1, 1, 1, 1, 1)
	b[0] = isReply
	return b
}

func shortEvent() []byte {
	b := pinchEvent(xiPinchUpdate, 2, 1, 1, 1, 1, 1)[:packet+8]
	wire.PutUint32(b[4:], 2)
	return b
}

// replies returns all replies of a server before the first event.
func replies() []byte {
	return slices.Concat(setupReply(20), extensionReply(1), versionReply(2, 4))
}

// stream is a socket whose input is given and whose output is recorded.
type stream struct {
	io.Reader
	written bytes.Buffer
}

func (s *stream) Write(b []byte) (int, error) { return s.written.Write(b) }

// listen runs the steps of Pinches on a connection.
func listen(c *conn, name string, cookie []byte) (got []Pinch, err error) {
	if err := c.setUp(name, cookie); err != nil {
		return nil, err
	}
	if err := c.selectPinches(testWindow); err != nil {
		return nil, err
	}
	for {
		p, found, err := c.next()
		if err != nil {
			return got, err
		}
		if found {
			got = append(got, p)
		}
	}
}

func TestPinchesAreReadAmongAllElse(t *testing.T) {
	said := slices.Concat(replies(),
		pinchEvent(xiPinchBegin, 2, 10.5, 20, 0, 0, 1),
		append([]byte{34}, make([]byte, packet-1)...), // the keyboard was mapped again
		foreignEvent(), longReply(), shortEvent(),
		pinchEvent(xiPinchBegin, 3, 10.5, 20, 0, 0, 1), // the desktop's
		pinchEvent(31, 2, 10.5, 20, 0, 0, 1),           // a swipe
		pinchEvent(6, 2, 10.5, 20, 0, 0, 1),            // the pointer moved
		pinchEvent(xiPinchUpdate, 2, 10.5, 20, -3.25, 4, 1.75),
		reply(func([]byte) {}),
		pinchEvent(xiPinchEnd, 2, 10.5, 20, 0, 0, 0),
	)
	s := &stream{Reader: bytes.NewReader(said)}
	got, err := listen(newConn(s), cookieKind, []byte("sixteen bytes or"))
	want := []Pinch{
		{Begins: true, X: 10.5, Y: 20, Scale: 1},
		{X: 10.5, Y: 20, DX: -3.25, DY: 4, Scale: 1.75},
		{Ends: true, X: 10.5, Y: 20},
	}
	if !errors.Is(err, io.EOF) || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	// Byte by byte, as Xlib writes them.
	asked := "l\x00\x0b\x00\x00\x00\x12\x00\x10\x00\x00\x00MIT-MAGIC-COOKIE-1\x00\x00sixteen bytes or" +
		"\x62\x00\x06\x00\x0f\x00\x00\x00XInputExtension\x00" +
		"\x83\x2f\x02\x00\x02\x00\x04\x00" +
		"\x83\x2e\x05\x00\x20\x00\x60\x00\x01\x00\x00\x00\x01\x00\x01\x00\x00\x00\x00\x38"
	if s.written.String() != asked {
		t.Errorf("asked\n%q, want\n%q", s.written.String(), asked)
	}
}

func TestServerWithoutGestures(t *testing.T) {
	long := shortEvent()
	wire.PutUint32(long[4:], 1<<30)
	events := slices.Concat(replies(), pinchEvent(xiPinchBegin, 2, 0, 0, 0, 0, 1))
	for _, c := range []struct {
		name string
		said []byte
		want error
	}{
		{"says nothing", nil, io.EOF},
		{"wants another secret", append([]byte{0, 5, 11, 0, 0, 0, 2, 0}, "No way  "...), errRefused},
		{"wants to talk about it", []byte{2, 0, 0, 0, 0, 0, 0, 0}, errRefused},
		{"goes away during the setup", setupReply(20)[:50], io.EOF},
		{"has no XInput", slices.Concat(setupReply(0), extensionReply(0)), errNoGestures},
		{"has XInput 2.3", slices.Concat(setupReply(0), extensionReply(1), versionReply(2, 3)), errNoGestures},
		{"has XInput 1.5", slices.Concat(setupReply(0), extensionReply(1), versionReply(1, 5)), errNoGestures},
		{"has XInput 3.0", slices.Concat(setupReply(0), extensionReply(1), versionReply(3, 0)), errNoGestures},
		{"knows no such window", append(replies(), errorPacket(3)...), errRequest},
		{"refuses a question", append(setupReply(1), errorPacket(1)...), errRequest},
		{"announces a gigabyte", append(replies(), long...), errAnswer},
		{"goes away in an event", events[:len(events)-1], io.ErrUnexpectedEOF},
	} {
		got, err := listen(newConn(&stream{Reader: bytes.NewReader(c.said)}), "", nil)
		if !errors.Is(err, c.want) || len(got) > 0 {
			t.Errorf("a server that %s: %+v, %v, want %v", c.name, got, err, c.want)
		}
	}
}

// serve runs an X server and returns its display. The server sends the same bytes to every
// client and then waits.
func serve(t *testing.T, said []byte) (display string, left chan struct{}) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("sockets without a file are Linux's")
	}
	number := 61234
	listen := func() (net.Listener, error) {
		return net.Listen("unix", fmt.Sprintf("@/tmp/.X11-unix/X%d", number))
	}
	l, err := listen()
	for errors.Is(err, syscall.EADDRINUSE) { // by another run of this test
		number++
		l, err = listen()
	}
	if err != nil {
		t.Fatal(err)
	}
	left = make(chan struct{})
	go func() {
		defer close(left)
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		if _, err := c.Write(said); err != nil {
			return
		}
		io.Copy(io.Discard, c)
	}()
	t.Cleanup(func() { l.Close() })
	return fmt.Sprintf(":%d.0", number), left
}

func TestPinchesEndWhenNobodyWantsThemAnyMore(t *testing.T) {
	display, left := serve(t, append(replies(), pinchEvent(xiPinchUpdate, 2, 1, 2, 3, 4, 5)...))
	t.Setenv("DISPLAY", display)
	t.Setenv("XAUTHORITY", filepath.Join(t.TempDir(), "none"))
	ctx, cancel := context.WithCancel(t.Context())
	var got []Pinch
	err := Pinches(ctx, testWindow, func(p Pinch) { got = append(got, p); cancel() })
	if !errors.Is(err, context.Canceled) || !slices.Equal(got, []Pinch{{X: 1, Y: 2, DX: 3, DY: 4, Scale: 5}}) {
		t.Errorf("got %+v, %v", got, err)
	}
	select {
	case <-left:
	case <-time.After(time.Minute):
		t.Error("the connection is left open")
	}
}

func TestPinchesWithoutAServer(t *testing.T) {
	for _, c := range []struct {
		display string
		want    error
	}{
		{"", errDisplay}, {":", errDisplay}, {":x", errDisplay}, {":-1", errDisplay}, {"localhost:10.0", errDisplay},
		{"far.example:0", errDisplay}, {":99999999", errDisplay}, {":65535", os.ErrNotExist},
	} {
		t.Setenv("DISPLAY", c.display)
		err := Pinches(t.Context(), testWindow, func(Pinch) { t.Error("a pinch from nowhere") })
		if !errors.Is(err, c.want) {
			t.Errorf("DISPLAY=%q: %v, want %v", c.display, err, c.want)
		}
	}
}

// FuzzServer reads arbitrary bytes from a server.
func FuzzServer(f *testing.F) {
	f.Add(append(replies(), pinchEvent(xiPinchUpdate, 2, 1, 2, 3, 4, 5)...))
	f.Add(slices.Concat(replies(), foreignEvent(), shortEvent(), errorPacket(3)))
	f.Add(slices.Concat(setupReply(65535), extensionReply(0)))
	f.Fuzz(func(t *testing.T, said []byte) {
		got, err := listen(newConn(&stream{Reader: bytes.NewReader(said)}), "", nil)
		if err == nil {
			t.Error("it goes on without end")
		}
		if len(got) > len(said)/pinchEventBytes {
			t.Errorf("%d pinches in %d bytes", len(got), len(said))
		}
		for _, p := range got {
			for _, v := range []float64{p.X, p.Y, p.DX, p.DY, p.Scale} {
				if math.Abs(v) > 1<<15 || p.Begins && p.Ends {
					t.Errorf("%+v is no pinch", p)
				}
			}
		}
	})
}
