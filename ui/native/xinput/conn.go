// SPDX-License-Identifier: MIT

package xinput

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

// conn is a connection to an X server.
type conn struct {
	w      io.Writer
	r      *bufio.Reader
	opcode byte // major opcode of the X Input Extension
	buffer [packet + longest]byte
}

func newConn(socket io.ReadWriter) *conn { return &conn{w: socket, r: bufio.NewReader(socket)} }

// wire is the byte order of the connection. The first byte of the setup selects it.
var wire = binary.LittleEndian

// Constants of the core protocol and of the extension, from X.h, Xproto.h, XI2.h and
// XI2proto.h.
const (
	littleEndian    = 'l'
	protocolMajor   = 11
	setupSuccess    = 1
	queryExtension  = 98
	isError         = 0
	isReply         = 1
	isGenericEvent  = 35
	xiSelectEvents  = 46
	xiQueryVersion  = 47
	xiAllMasters    = 1
	xiPinchBegin    = 27
	xiPinchUpdate   = 28
	xiPinchEnd      = 29
	extension       = "XInputExtension"
	gesturesMajor   = 2
	gesturesMinor   = 4
	packet          = 32 // length of errors, and of replies and events without additional data (bytes)
	longest         = 4096
	pinchEventBytes = 100
)

// appendPadded appends a field, padded to a multiple of 4 bytes.
func appendPadded(b []byte, field string) []byte {
	return append(append(b, field...), make([]byte, -len(field)&3)...)
}

// setUp opens the connection. name and cookie are the authorization, both empty if there
// is none.
func (c *conn) setUp(name string, cookie []byte) error {
	b := []byte{littleEndian, 0}
	for _, n := range []int{protocolMajor, 0, len(name), len(cookie), 0} {
		b = wire.AppendUint16(b, uint16(n))
	}
	if _, err := c.w.Write(appendPadded(appendPadded(b, name), string(cookie))); err != nil {
		return err
	}
	head := c.buffer[:8]
	if _, err := io.ReadFull(c.r, head); err != nil {
		return err
	}
	if head[0] != setupSuccess {
		return errRefused
	}
	// Skip the screens and formats.
	_, err := io.CopyN(io.Discard, c.r, 4*int64(wire.Uint16(head[6:])))
	return err
}

// selectPinches selects the pinch events of a window.
func (c *conn) selectPinches(window uint32) error {
	request := wire.AppendUint16(nil, uint16(len(extension)))
	request = append(request, 0, 0)
	reply, err := c.ask(queryExtension, 0, appendPadded(request, extension))
	if err != nil {
		return err
	}
	if reply[8] == 0 {
		return errNoGestures
	}
	c.opcode = reply[9]
	request = wire.AppendUint16(nil, gesturesMajor)
	reply, err = c.ask(c.opcode, xiQueryVersion, wire.AppendUint16(request, gesturesMinor))
	if err != nil {
		return err
	}
	if major, minor := wire.Uint16(reply[8:]), wire.Uint16(reply[10:]); major != gesturesMajor || minor < gesturesMinor {
		return fmt.Errorf("%w: its XInput version is %d.%d, want %d.%d or later", errNoGestures, major, minor, gesturesMajor, gesturesMinor)
	}
	request = wire.AppendUint32(nil, window)
	for _, n := range []uint16{1, 0, xiAllMasters, 1} { // one mask, for devices, of one word
		request = wire.AppendUint16(request, n)
	}
	return c.send(c.opcode, xiSelectEvents, wire.AppendUint32(request, 1<<xiPinchBegin|1<<xiPinchUpdate|1<<xiPinchEnd))
}

// send sends a request whose second byte is minor. The length of body is a multiple
// of 4.
func (c *conn) send(opcode, minor byte, body []byte) error {
	b := wire.AppendUint16([]byte{opcode, minor}, uint16(1+len(body)/4))
	_, err := c.w.Write(append(b, body...))
	return err
}

// ask sends a request and returns its reply, at least 32 bytes. There are no other
// outstanding requests, so the first reply is the right one.
func (c *conn) ask(opcode, minor byte, body []byte) ([]byte, error) {
	if err := c.send(opcode, minor, body); err != nil {
		return nil, err
	}
	for {
		if b, err := c.read(); err != nil || b[0] == isReply {
			return b, err
		}
	}
}

// read returns the next reply or event, which is valid until the next call.
func (c *conn) read() ([]byte, error) {
	head := c.buffer[:packet]
	if _, err := io.ReadFull(c.r, head); err != nil {
		return nil, err
	}
	switch head[0] {
	case isError:
		return nil, fmt.Errorf("%w: error %d of %d.%d", errRequest, head[1], head[10], head[8])
	case isReply, isGenericEvent:
	default:
		return head, nil
	}
	more := 4 * uint64(wire.Uint32(head[4:]))
	if more > longest {
		return nil, fmt.Errorf("%w: %d bytes", errAnswer, packet+more)
	}
	whole := c.buffer[:packet+more]
	_, err := io.ReadFull(c.r, whole[packet:])
	return whole, err
}

// next reads the next message of the server. found reports whether it is a pinch of two
// fingers.
func (c *conn) next() (p Pinch, found bool, err error) {
	b, err := c.read()
	if err != nil || len(b) < pinchEventBytes || b[0] != isGenericEvent || b[1] != c.opcode {
		return Pinch{}, false, err
	}
	kind, fingers := wire.Uint16(b[8:]), wire.Uint32(b[16:])
	// Gestures of three or more fingers belong to the desktop.
	if kind < xiPinchBegin || kind > xiPinchEnd || fingers != 2 {
		return Pinch{}, false, nil
	}
	return Pinch{
		Begins: kind == xiPinchBegin, Ends: kind == xiPinchEnd,
		X: fixed(b[40:]), Y: fixed(b[44:]), DX: fixed(b[48:]), DY: fixed(b[52:]), Scale: fixed(b[64:]),
	}, true, nil
}

// fixed reads a 16.16 fixed-point number.
func fixed(b []byte) float64 { return float64(int32(wire.Uint32(b))) / (1 << 16) }
