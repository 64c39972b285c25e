// SPDX-License-Identifier: MIT

// Package filelock locks files between processes. The system releases a lock when its file
// is closed or its process ends, even by a crash.
package filelock

import "errors"

// ErrHeld reports that another process holds the lock.
var ErrHeld = errors.New("another process holds the lock")
