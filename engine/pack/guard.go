// SPDX-License-Identifier: MIT

package pack

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// fault is the runtime's error for a failed memory access, with the address (see
// debug.SetPanicOnFault).
type fault interface {
	runtime.Error
	Addr() uintptr
}

// Guard calls fn and returns its error. If fn accesses a page of the mapping that is
// no longer readable, because the file shrank or its disk failed, Guard returns an
// error that wraps ErrFault. Without Guard the process would end. If fn uses a block of
// an Array that does not have its checksum, the error wraps ErrCorrupt. Any other panic
// of fn is passed on.
//
// Guard covers only the calling goroutine; a goroutine that fn starts needs its own.
// A fault unwinds fn by a panic, so fn must defer its cleanup, such as unlocking.
// After Close, Guard returns ErrClosed without calling fn. Calls may be nested.
func (p *Pack) Guard(fn func() error) error {
	var own error // kept apart, because fn's errors are returned unwrapped
	err := p.guard(func() error {
		own = fn()
		return nil
	})
	if err != nil {
		return fmt.Errorf("use %q: %w", p.name, err)
	}
	return own
}

// guard is Guard without the operation and the file name in its errors.
func (p *Pack) guard(fn func() error) (err error) {
	if p.closed.Load() {
		return ErrClosed
	}
	previous := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(previous)
		switch r := recover().(type) {
		case nil:
		case fault:
			if !within(p.mapping, r.Addr()) {
				panic(r)
			}
			err = ErrFault
		case *damage:
			if r.pack != p {
				panic(r)
			}
			err = r
		default:
			panic(r)
		}
	}()
	return fn()
}
