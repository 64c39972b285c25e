// SPDX-License-Identifier: MIT

//go:build !unix

package listen

// ownerOnly calls fn. Without modes of files, the folder's permissions hold for a socket.
func ownerOnly(fn func()) { fn() }
