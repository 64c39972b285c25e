// SPDX-License-Identifier: MIT

package xinput

import (
	"context"
	"errors"
	"os"
)

// Pinch is one step of a pinch of two fingers on a touchpad.
type Pinch struct {
	Begins, Ends bool // the first or the last step
	// X, Y is the position of the pointer, which a pinch does not move (device pixels
	// from the upper left corner of the window).
	X, Y float64
	// DX, DY is the movement of both fingers since the previous step (device pixels).
	DX, DY float64
	// Scale is the distance between the fingers, as a multiple of the distance at the
	// first step. It is not set in the first and the last step.
	Scale float64
}

// Pinches calls report with each step of the pinches over a window of the display in
// DISPLAY. It returns when ctx is done, when the server closes the connection, or at once
// if the server does not support gestures. Its error, which is never nil, gives the
// reason.
func Pinches(ctx context.Context, window uint32, report func(Pinch)) error {
	d, err := parseDisplay(os.Getenv("DISPLAY"))
	if err != nil {
		return err
	}
	socket, err := d.dial(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	context.AfterFunc(ctx, func() { _ = socket.Close() })
	c := newConn(socket)
	if err := c.setUp(d.cookie()); err != nil {
		return err
	}
	if err := c.selectPinches(window); err != nil {
		return err
	}
	for {
		p, found, err := c.next()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case found:
			report(p)
		}
	}
}

// Reasons why there are no pinches.
var (
	errDisplay    = errors.New("not an X display on this machine")
	errRefused    = errors.New("the X server refused the connection")
	errNoGestures = errors.New("the X server does not support gestures")
	errRequest    = errors.New("the X server rejected a request")
	errAnswer     = errors.New("the reply of the X server is too long")
)
