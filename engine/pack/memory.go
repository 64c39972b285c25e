// SPDX-License-Identifier: MIT

package pack

import (
	"encoding/binary"
	"unsafe"
)

// The functions below are the program's only uses of unsafe. They convert bytes to
// records in place, and back. This is safe for four reasons. elementSize accepts
// only types for which every bit pattern is valid. The mapping is page-aligned, and
// aligned returns 8-byte-aligned buffers. Section offsets are multiples of 64. decode
// has checked the bounds of sections.

// wordSize is the largest alignment of a Go type (bytes).
const wordSize = 8

// view returns b as a slice of T, in place. It omits a remainder.
func view[T any](b []byte) []T {
	var element T
	n := len(b) / int(unsafe.Sizeof(element))
	if n == 0 {
		return []T{}
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// contents returns elements as bytes, in place.
func contents[T any](elements []T) []byte {
	if len(elements) == 0 {
		return nil
	}
	size := int(unsafe.Sizeof(elements[0]))
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(elements))), len(elements)*size)
}

// text returns b as a string, in place.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// aligned returns b, or a copy if b is not on a word boundary.
func aligned(b []byte) []byte {
	if uintptr(unsafe.Pointer(unsafe.SliceData(b)))%wordSize == 0 {
		return b
	}
	words := make([]uint64, (len(b)+wordSize-1)/wordSize)
	c := contents(words)[:len(b):len(b)]
	copy(c, b)
	return c
}

// within reports whether a memory address is in b.
func within(b []byte, address uintptr) bool {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return address >= start && address-start < uintptr(len(b))
}

// hostLittleEndian reports whether the host is little-endian.
func hostLittleEndian() bool {
	return binary.NativeEndian.Uint16([]byte{1, 0}) == 1
}

// addressOf returns the place of s in memory, as a number.
func addressOf(s string) uintptr { return uintptr(unsafe.Pointer(unsafe.StringData(s))) }

// same reports whether two strings are the same bytes in memory, so that they need not be
// compared.
func same(a, b string) bool { return len(a) == len(b) && unsafe.StringData(a) == unsafe.StringData(b) }
