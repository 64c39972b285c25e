// SPDX-License-Identifier: MIT

//go:build !linux

package job

// LowerPriority does nothing, because the system has no thread priorities.
func LowerPriority(int) {}

func giveWay(int) {}
