// SPDX-License-Identifier: MIT

package pack

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// eachStep is the number of calls of check between two looks at the context.
const eachStep = 1 << 5

// Each calls check for 0…n−1 on all processors, each call inside Guard. It returns the
// error of the lowest number that fails, or that of ctx. A panic of check reaches the
// caller.
func (p *Pack) Each(ctx context.Context, n int, check func(i int) error) error {
	e := each{n: n, check: check}
	e.failed.Store(int64(n))
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+eachStep-1)/eachStep) {
		group.Go(func() { e.work(ctx, p) })
	}
	group.Wait()
	if e.panicked != nil {
		panic(e.panicked)
	}
	if e.err != nil {
		return e.err
	}
	return ctx.Err()
}

// each is the state that the goroutines of Each share.
type each struct {
	n      int
	check  func(i int) error
	next   atomic.Int64 // the first number that nobody has taken
	failed atomic.Int64 // the lowest number that failed; n if none has

	mu       sync.Mutex
	err      error // of failed
	panicked any
}

// work takes steps until none is left below the lowest failure.
func (e *each) work(ctx context.Context, p *Pack) {
	defer e.keepPanic()
	for ctx.Err() == nil {
		first := int(e.next.Add(eachStep)) - eachStep
		if int64(first) >= e.failed.Load() {
			return
		}
		at := first
		err := p.guard(func() error {
			for ; at < min(first+eachStep, e.n); at++ {
				if err := e.check(at); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			e.fail(at, err)
		}
	}
}

// fail records an error unless one of a lower number is known.
func (e *each) fail(at int, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if int64(at) < e.failed.Load() {
		e.failed.Store(int64(at))
		e.err = err
	}
}

// keepPanic keeps a panic for the caller of Each, and stops the others.
func (e *each) keepPanic() {
	if r := recover(); r != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.failed.Store(0)
		e.panicked = r
	}
}
