package pack

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// fault is the runtime's error for a memory access that the system refused,
// with the address (see debug.SetPanicOnFault).
type fault interface {
	runtime.Error
	Addr() uintptr
}

// Guard calls fn and returns its error. If fn touches a page of the pack's
// mapping that the system cannot supply any more, because the file shrank or
// its disk failed, Guard returns an error that wraps ErrFault; without it the
// process would end. Any other panic of fn passes through.
//
// It holds for the goroutine that calls it: one that fn starts needs a Guard of
// its own. A fault leaves fn by a panic, so that what fn must undo, such as a
// lock, wants a defer. After Close it returns ErrClosed without calling fn. Calls nest.
func (p *Pack) Guard(fn func() error) error {
	var own error // kept apart, since fn's errors need nothing added
	err := p.guard(func() error {
		own = fn()
		return nil
	})
	if err != nil {
		return fmt.Errorf("use %q: %w", p.name, err)
	}
	return own
}

// guard is Guard without operation and place in its own errors.
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
		default:
			panic(r)
		}
	}()
	return fn()
}
