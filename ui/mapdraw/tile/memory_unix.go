// SPDX-License-Identifier: MIT

//go:build unix

package tile

import "golang.org/x/sys/unix"

// allocate returns n bytes mapped directly from the system.
func allocate(n int) []byte {
	b, err := unix.Mmap(-1, 0, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]byte, n) // releaseMemory leaves it to the garbage collector
	}
	return b
}

// releaseMemory unmaps bytes from allocate. They must not be used any more.
func releaseMemory(b []byte) {
	// Munmap fails only for bytes that were not mapped.
	_ = unix.Munmap(b)
}
