package xinput

import (
	"context"
	"errors"
	"os"
)

// Pinch is one step of two fingers that close or open on a touchpad.
type Pinch struct {
	Begins, Ends bool // or is in between
	// X, Y is where the pointer is, which the fingers do not move: in device pixels
	// from the upper left corner of the window.
	X, Y float64
	// DX, DY is how far both fingers moved since the step before, in device pixels.
	DX, DY float64
	// Scale is the distance between the fingers, as a multiple of what it was when
	// they began. The server says nothing of it where a pinch begins or ends.
	Scale float64
}

// Pinches reports the pinches over a window of the display that DISPLAY names, on
// the goroutine that calls it, until ctx is done, the window or its server is gone,
// or at once where the server knows no gestures. The error says which, and needs no
// action.
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

// Why there are no pinches.
var (
	errDisplay    = errors.New("no display on this machine")
	errRefused    = errors.New("the X server refused the connection")
	errNoGestures = errors.New("the X server knows no gestures")
	errRequest    = errors.New("the X server refused a request")
	errAnswer     = errors.New("the X server answered nonsense")
)
