// SPDX-License-Identifier: MIT

package job

import (
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// LowerPriority sets the niceness (0 to 19) of the calling goroutine and locks it to its
// thread until it exits. Threads of a lower niceness, such as that of the UI, then take
// precedence. On systems without thread priorities it does nothing.
func LowerPriority(niceness int) {
	runtime.LockOSThread()
	// After an error the window is only less smooth.
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), niceness)
}

// giveWay is LowerPriority for work that may always wait. A thread that only has a higher
// niceness keeps its core for some milliseconds after the UI thread, or one of the graphics
// library for which the UI thread waits, could go on. A thread of the policy SCHED_IDLE
// leaves it at once.
func giveWay(niceness int) {
	LowerPriority(niceness)
	_ = unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE, Nice: int32(niceness)}, 0)
}
