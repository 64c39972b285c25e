// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"time"
)

// limitFlags are the flags of `roadsnap serve` about load.
type limitFlags struct {
	Rate    float64       `help:"The number of requests per second of each key, or of each client address without one; 0 means no limit." default:"0"`
	MaxWait time.Duration `help:"The expected wait for a processor above which a request is refused." default:"2s"`

	DrainDelay     time.Duration `help:"The time after a signal to end for which connections are still accepted, while /readyz answers 503." default:"0s"`
	MaxConnections int           `help:"The greatest number of open connections; 0 means 8192, or fewer if the system allows fewer files." default:"0" placeholder:"N"`
}

// check returns an error for a value that makes no sense.
func (f *limitFlags) check() error {
	if !(f.Rate >= 0 && f.Rate <= math.MaxFloat64) { // false for NaN, too
		return fmt.Errorf("--rate %v: must be 0 or more, and finite", f.Rate)
	}
	if f.MaxWait <= 0 {
		return fmt.Errorf("--max-wait %v: must be more than 0", f.MaxWait)
	}
	if f.DrainDelay < 0 || f.MaxConnections < 0 {
		return errors.New("--drain-delay and --max-connections must not be negative")
	}
	return nil
}

// spareThread lets Go run one thread more than there are processors to work on, and
// returns their number and a function that undoes it. The network is then read while all
// processors work: a request is refused at once, not when the work pauses.
func spareThread() (slots int, undo func()) {
	slots = runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(slots + 1)
	return slots, func() { runtime.GOMAXPROCS(slots) }
}
