// SPDX-License-Identifier: MIT

//go:build !unix

package api

// fileLimit returns the number of files that the process may open, if there is a limit.
func fileLimit() (files int, ok bool) { return 0, false }
