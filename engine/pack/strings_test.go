// SPDX-License-Identifier: MIT

package pack

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestStringsBuilder(t *testing.T) {
	var b StringsBuilder
	if got := b.Strings(); !slices.Equal(got, []string{""}) {
		t.Errorf("an empty builder holds %q", got)
	}
	key := []byte("Lê Lợi")
	for i, tt := range []struct {
		s    string
		want uint32
	}{{string(key), 1}, {"", 0}, {"QL1A", 2}, {"Lê Lợi", 1}, {"QL1A", 2}, {"lê lợi", 3}} {
		if got := b.Add(tt.s); got != tt.want {
			t.Errorf("%d: Add(%q) = %d, want %d", i, tt.s, got, tt.want)
		}
	}
	if got, want := b.Strings(), []string{"", "Lê Lợi", "QL1A", "lê lợi"}; !slices.Equal(got, want) {
		t.Errorf("Strings() = %q, want %q", got, want)
	}
}

func TestOpenStringsRefuses(t *testing.T) {
	tests := []struct {
		name    string
		offsets []uint32
		data    string
		want    error
	}{
		{"no strings", []uint32{0}, "", nil},
		{"two strings", []uint32{0, 1, 3}, "abc", nil},
		{"no offsets", nil, "", ErrCorrupt},
		{"first not 0", []uint32{1, 3}, "abc", ErrCorrupt},
		{"descending", []uint32{0, 3, 2, 3}, "abc", ErrCorrupt},
		{"past the end", []uint32{0, 4}, "abc", ErrCorrupt},
		{"far past the end", []uint32{0, math.MaxUint32}, "abc", ErrCorrupt},
		{"bytes left over", []uint32{0, 2}, "abc", ErrCorrupt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, create(t, Meta{}, func(w *Writer) error {
				return errors.Join(Write(w, "XSTO", tt.offsets), Write(w, "XSTD", []byte(tt.data)))
			}))
			list, err := OpenStrings(p, "XSTO", "XSTD")
			if !errors.Is(err, tt.want) {
				t.Fatalf("error %v, want %v", err, tt.want)
			}
			if err == nil && list.Len() != len(tt.offsets)-1 {
				t.Errorf("Len() = %d", list.Len())
			}
		})
	}
}

func TestStringsBeyondTheTable(t *testing.T) {
	for name, s := range map[string]Strings{
		"zero value":           {},
		"index past the end":   {offsets: []uint32{0}, data: nil},
		"changed since opened": {offsets: []uint32{3, 1}, data: []byte("abc")},
		"offset past the data": {offsets: []uint32{0, 9}, data: []byte("abc")},
		"both past the data":   {offsets: []uint32{8, 9}, data: []byte("abc")},
	} {
		for _, i := range []uint32{0, 1, math.MaxUint32} {
			if got := s.At(i); got != "" {
				t.Errorf("%s: At(%d) = %q", name, i, got)
			}
		}
	}
}

// TestStringsRoundTrip writes lists of any strings, valid UTF-8 or not.
func TestStringsRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		raw := rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 20)).Draw(rt, "strings")
		list := make([]string, len(raw))
		for i, b := range raw {
			list[i] = string(b)
		}
		p := open(t, create(t, Meta{}, func(w *Writer) error { return WriteStrings(w, "XSTO", "XSTD", list) }))
		got, err := OpenStrings(p, "XSTO", "XSTD")
		if err != nil || got.Len() != len(list) {
			rt.Fatalf("%d strings, %v; want %d", got.Len(), err, len(list))
		}
		for i, want := range list {
			if s := got.At(uint32(i)); s != want {
				rt.Fatalf("string %d = %q, want %q", i, s, want)
			}
		}
	})
}
