//go:build unix

package tile

import "golang.org/x/sys/unix"

// allocate returns n bytes straight from the system.
func allocate(n int) []byte {
	b, err := unix.Mmap(-1, 0, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]byte, n) // release leaves it to the collector
	}
	return b
}

// releaseMemory gives back what allocate returned. Nobody may read it any more.
func releaseMemory(b []byte) {
	// It fails for what is not the system's, and for nothing else.
	_ = unix.Munmap(b)
}
