package job

import (
	"runtime"
	"syscall"
)

// LowerPriority makes the calling goroutine, for the rest of its life, give way
// to threads of a lower niceness (0 to 19): above all to the one that answers
// the user. It does nothing where the system has no priorities for threads.
func LowerPriority(niceness int) {
	runtime.LockOSThread()
	// Without it the window is only less smooth.
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), niceness)
}
