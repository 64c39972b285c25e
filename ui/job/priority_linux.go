// SPDX-License-Identifier: MIT

package job

import (
	"runtime"
	"syscall"
)

// LowerPriority sets the niceness (0 to 19) of the calling goroutine and locks it to its
// thread until it exits. Threads of a lower niceness, such as that of the UI, then take
// precedence. On systems without thread priorities it does nothing.
func LowerPriority(niceness int) {
	runtime.LockOSThread()
	// After an error the window is only less smooth.
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), niceness)
}
