// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// startPercent is GOGC until the first collection: the heap is 20 MB then. A filter of a data engine
// that has just started has some 15 MB, and the four collections on the way there would be a
// quarter of its time.
const startPercent = 500

// delayCollection delays the first collection of memory. All others come as they always do.
func delayCollection() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(startPercent)
	garbage := new(*byte) // a pointer, because small values without one may share memory with others
	runtime.AddCleanup(garbage, func(percent int) { debug.SetGCPercent(percent) }, usual)
}
