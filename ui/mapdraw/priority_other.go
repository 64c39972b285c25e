//go:build !linux

package mapdraw

// yieldToOthers does nothing where the priority of a thread cannot be set.
func yieldToOthers() {}
