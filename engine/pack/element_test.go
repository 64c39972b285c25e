// SPDX-License-Identifier: MIT

package pack

import (
	"strings"
	"testing"
	"unsafe"
)

func TestElementSize(t *testing.T) {
	type named uint16
	type mixed struct {
		A uint32
		B int16
		C [2]uint8
	}
	type nested struct {
		M [2]mixed
		F float64
	}
	type inside struct {
		A uint8
		B uint32
	}
	type trailing struct {
		A uint32
		B uint8
	}
	type straddling struct { // no padding on a 32-bit host, padding on others
		A uint32
		B uint64
	}
	type blank struct {
		A uint8
		_ uint8
	}
	type pointing struct{ P *int }
	type huge [maxElementSize + 1]uint8

	tests := []struct {
		name   string
		size   func() (int, error)
		want   int
		reason string
	}{
		{"byte", elementSize[byte], 1, ""},
		{"float", elementSize[float32], 4, ""},
		{"named", elementSize[named], 2, ""},
		{"struct", elementSize[mixed], 8, ""},
		{"nested", elementSize[nested], 24, ""},
		{"array", elementSize[[3]uint16], 6, ""},
		{"padding inside", elementSize[inside], 0, "padding before it"},
		{"padding at the end", elementSize[trailing], 0, "padding at the end"},
		{"padding on other hosts", elementSize[straddling], 0, "padding before it"},
		{"array of padded", elementSize[[2]trailing], 0, "padding at the end"},
		{"blank field", elementSize[blank], 0, "blank"},
		{"int", elementSize[int], 0, "int has no fixed form"},
		{"uintptr", elementSize[uintptr], 0, "uintptr has no fixed form"},
		{"bool", elementSize[bool], 0, "bool has no fixed form"},
		{"complex", elementSize[complex64], 0, "no fixed form"},
		{"string", elementSize[string], 0, "string has no fixed form"},
		{"pointer in a struct", elementSize[pointing], 0, "field P: ptr"},
		{"interface", elementSize[any], 0, "interface has no fixed form"},
		{"slice", elementSize[[]byte], 0, "slice has no fixed form"},
		{"unsafe pointer", elementSize[unsafe.Pointer], 0, "no fixed form"},
		{"empty struct", elementSize[struct{}], 0, "0 bytes"},
		{"empty array", elementSize[[0]uint32], 0, "0 bytes"},
		{"huge", elementSize[huge], 0, "bytes, want"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.size()
			if got != tt.want || (err == nil) != (tt.reason == "") || err != nil && !strings.Contains(err.Error(), tt.reason) {
				t.Errorf("size %d, %v; want %d, %q", got, err, tt.want, tt.reason)
			}
		})
	}
}
