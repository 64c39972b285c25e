// SPDX-License-Identifier: MIT

package pack

import (
	"bytes"
	"testing"
	"unsafe"
)

func TestAligned(t *testing.T) {
	words := contents(make([]uint64, 9))
	for shift := range wordSize + 1 {
		for _, n := range []int{1, 7, 8, 9, 63} {
			b := words[shift : shift+n]
			for i := range b {
				b[i] = byte(i + 1)
			}
			got := aligned(b)
			if uintptr(unsafe.Pointer(&got[0]))%wordSize != 0 || !bytes.Equal(got, b) || cap(got) < n {
				t.Fatalf("shift %d: %v became %v at %p", shift, b, got, &got[0])
			}
			if copied := &got[0] != &b[0]; copied != (shift%wordSize != 0) {
				t.Errorf("shift %d: copied = %v", shift, copied)
			}
		}
	}
	if got := aligned(nil); len(got) != 0 {
		t.Errorf("nothing became %v", got)
	}
}

func TestWithin(t *testing.T) {
	b := make([]byte, 16)
	start := uintptr(unsafe.Pointer(&b[0]))
	for _, tt := range []struct {
		name    string
		b       []byte
		address uintptr
		want    bool
	}{
		{"first byte", b, start, true},
		{"last byte", b, start + 15, true},
		{"before", b, start - 1, false},
		{"after", b, start + 16, false},
		{"null", b, 0, false},
		{"no mapping", nil, start, false},
		{"no mapping, null", nil, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := within(tt.b, tt.address); got != tt.want {
				t.Errorf("within = %v, want %v", got, tt.want)
			}
		})
	}
}
