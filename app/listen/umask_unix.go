// SPDX-License-Identifier: MIT

//go:build unix

package listen

import "syscall"

// ownerOnly calls fn while new files of this process are accessible to its user only, so
// that nobody else can use a socket before it has its permissions. The mask belongs to the
// process: other goroutines must not create files meanwhile.
func ownerOnly(fn func()) {
	defer syscall.Umask(syscall.Umask(0o177))
	fn()
}
