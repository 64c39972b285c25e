// SPDX-License-Identifier: MIT

// Package yield lets long calls of the engine give way to other work. A server that
// divides the processors among its clients passes a context made by With; the engine
// calls Now between steps of at most some milliseconds.
package yield

import "context"

type key struct{}

// With returns a context in which Now calls pause. pause may block while others work,
// and returns an error if the call is to end, as when the context ends meanwhile.
func With(ctx context.Context, pause func() error) context.Context {
	return context.WithValue(ctx, key{}, pause)
}

// Now returns the error of ctx if it has ended. Otherwise it calls the function given to
// With, if any, and returns its error. The caller must hold no lock that others wait for.
func Now(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if pause, ok := ctx.Value(key{}).(func() error); ok {
		return pause()
	}
	return nil
}
