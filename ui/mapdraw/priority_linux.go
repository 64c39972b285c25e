package mapdraw

import (
	"runtime"
	"syscall"
)

// yieldToOthers has the calling goroutine, for the rest of its life, give way to
// threads of ordinary priority: to the one that answers the user, and to those
// that bring pictures to the screen where no graphics card does.
func yieldToOthers() {
	runtime.LockOSThread()
	const politeness = 10 // of 0…19
	// Without it the map is only less smooth.
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), politeness)
}
