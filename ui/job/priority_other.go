//go:build !linux

package job

// lowerPriority does nothing here: the system has no priorities for threads.
func lowerPriority(int) {}
