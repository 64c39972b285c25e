// SPDX-License-Identifier: MIT

package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockOffset is the position of the locked byte. It lies behind the content of the file,
// because the system does not let others read a locked range.
const lockOffset = 1 << 30

// Lock locks a file until it is closed. It returns ErrHeld if another process holds it.
func Lock(f *os.File) error {
	at := windows.Overlapped{Offset: lockOffset}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrHeld
	}
	return err
}
