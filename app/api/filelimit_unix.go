// SPDX-License-Identifier: MIT

//go:build unix

package api

import (
	"math"
	"syscall"
)

// fileLimit returns the number of files that the process may open, if there is a limit.
func fileLimit() (files int, ok bool) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0, false
	}
	return int(min(uint64(limit.Cur), math.MaxInt32)), true //nolint:unconvert // an int64 on FreeBSD
}
