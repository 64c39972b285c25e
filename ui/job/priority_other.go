//go:build !linux

package job

// LowerPriority does nothing here: the system has no priorities for threads.
func LowerPriority(int) {}
