// SPDX-License-Identifier: MIT

//go:build !unix

package tile

// allocate returns n bytes.
func allocate(n int) []byte { return make([]byte, n) }

// releaseMemory does nothing: the garbage collector frees the bytes.
func releaseMemory([]byte) {}
