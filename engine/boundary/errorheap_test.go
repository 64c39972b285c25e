// SPDX-License-Identifier: MIT

package boundary

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestErrorHeapSorts(t *testing.T) {
	type vertex struct {
		err float32
		v   uint32
	}
	rapid.Check(t, func(t *rapid.T) {
		var h errorHeap
		var want []uint64
		for i, e := range rapid.SliceOf(rapid.Float32Range(0, 4e6)).Draw(t, "errors") {
			x := vertex{e, uint32(i)}
			want = append(want, entry(x.err, x.v))
			if got := entryError(entry(x.err, x.v)); got != x.err {
				t.Fatalf("%v became %v", x.err, got)
			}
		}
		half := len(want) / 2
		h = append(h, want[:half]...)
		h.order()
		for _, e := range want[half:] {
			h.push(e)
		}
		slices.SortFunc(want, func(a, b uint64) int {
			switch {
			case entryError(a) < entryError(b):
				return -1
			case entryError(a) > entryError(b):
				return 1
			}
			return int(uint32(a)) - int(uint32(b))
		})
		for i, e := range want {
			if got := h.pop(); got != e {
				t.Fatalf("entry %d is %x, want %x", i, got, e)
			}
		}
		if len(h) != 0 {
			t.Fatalf("%d entries are left", len(h))
		}
	})
}
