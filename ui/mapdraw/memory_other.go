//go:build !unix

package mapdraw

// allocate returns n bytes.
func allocate(n int) []byte { return make([]byte, n) }

// release leaves what allocate returned to the collector.
func release([]byte) {}
