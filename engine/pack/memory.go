package pack

import (
	"encoding/binary"
	"unsafe"
)

// This file holds all uses of unsafe of the program: the step from bytes to
// records in place, and back. What makes it safe: elementSize admits only types
// for which every bit pattern is a value, the mapping lies on a page boundary
// and aligned buffers on 8 bytes, sections lie on multiples of 64, and decode
// has checked their bounds.

// wordSize is the largest alignment that Go gives a type, in bytes.
const wordSize = 8

// view returns b as elements, in place. A remainder is left out.
func view[T any](b []byte) []T {
	var element T
	n := len(b) / int(unsafe.Sizeof(element))
	if n == 0 {
		return []T{}
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// contents returns the bytes of elements, in place.
func contents[T any](elements []T) []byte {
	if len(elements) == 0 {
		return nil
	}
	size := int(unsafe.Sizeof(elements[0]))
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(elements))), len(elements)*size)
}

// text returns b as a string, in place.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// aligned returns b, or a copy of it if it does not lie on a word boundary.
func aligned(b []byte) []byte {
	if uintptr(unsafe.Pointer(unsafe.SliceData(b)))%wordSize == 0 {
		return b
	}
	words := make([]uint64, (len(b)+wordSize-1)/wordSize)
	c := contents(words)[:len(b):len(b)]
	copy(c, b)
	return c
}

// within reports whether a machine address lies in b.
func within(b []byte, address uintptr) bool {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return address >= start && address-start < uintptr(len(b))
}

// hostLittleEndian reports the byte order of this machine.
func hostLittleEndian() bool {
	return binary.NativeEndian.Uint16([]byte{1, 0}) == 1
}
