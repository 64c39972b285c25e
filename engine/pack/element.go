// SPDX-License-Identifier: MIT

package pack

import (
	"fmt"
	"reflect"
)

// maxElementSize is the maximum size of an element (bytes). Records are small, and
// the limit prevents overflow in products of sizes.
const maxElementSize = 1 << 16

// elementSize returns the size of T in a file (bytes), or an error if T cannot be an
// element.
func elementSize[T any]() (int, error) {
	t := reflect.TypeFor[T]()
	size, _, err := layout(t)
	switch {
	case err != nil:
		return 0, fmt.Errorf("element type %s: %w", t, err)
	case size == 0 || size > maxElementSize:
		return 0, fmt.Errorf("element type %s: %d bytes, want 1 to %d", t, size, maxElementSize)
	}
	return int(size), nil
}

// layout returns size and natural alignment of t (bytes). It refuses types without a
// fixed form in a file: pointers, integers of machine size, bools, of which only two
// of 256 bytes are valid, and padding, whose bytes are undefined. It uses natural
// alignment rather than the host's, so that 32-bit hosts accept the same types.
func layout(t reflect.Type) (size, align uintptr, err error) {
	switch t.Kind() {
	case reflect.Uint8, reflect.Int8, reflect.Uint16, reflect.Int16, reflect.Uint32, reflect.Int32,
		reflect.Uint64, reflect.Int64, reflect.Float32, reflect.Float64:
		return t.Size(), t.Size(), nil
	case reflect.Array:
		_, align, err = layout(t.Elem())
		return t.Size(), align, err
	case reflect.Struct:
		return structLayout(t)
	default:
		return 0, 0, fmt.Errorf("%s has no fixed form in a file", t.Kind())
	}
}

func structLayout(t reflect.Type) (size, align uintptr, err error) {
	align = 1
	for i := range t.NumField() {
		f := t.Field(i)
		fieldSize, fieldAlign, err := layout(f.Type)
		switch {
		case err != nil:
			return 0, 0, fmt.Errorf("field %s: %w", f.Name, err)
		case f.Name == "_":
			return 0, 0, fmt.Errorf("field %d is blank, so its bytes are undefined: give it a name", i)
		case f.Offset != size || size%fieldAlign != 0:
			return 0, 0, fmt.Errorf("field %s: padding before it", f.Name)
		}
		size += fieldSize
		align = max(align, fieldAlign)
	}
	if size != t.Size() || size%align != 0 {
		return 0, 0, fmt.Errorf("padding at the end")
	}
	return size, align, nil
}
