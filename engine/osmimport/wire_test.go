// SPDX-License-Identifier: MIT

package osmimport

import (
	"errors"
	"math"
	"slices"
	"testing"
)

func TestMessage(t *testing.T) {
	var p protoBuilder
	p.number(1, math.MaxUint64)
	p.text(2, "hẻm")
	p.Write([]byte{3<<3 | wireFixed32, 1, 2, 3, 4})
	p.Write([]byte{4<<3 | wireFixed64, 1, 2, 3, 4, 5, 6, 7, 8})
	p.number(1000, 7)
	m := message{rest: p.Bytes()}
	var fields []int
	for m.next() {
		fields = append(fields, m.number)
		switch {
		case m.is(1, wireVarint) && m.value != math.MaxUint64, m.is(2, wireBytes) && string(m.bytes) != "hẻm", m.is(1000, wireVarint) && m.value != 7:
			t.Errorf("field %d is %d, %q", m.number, m.value, m.bytes)
		}
	}
	if m.err != nil || !slices.Equal(fields, []int{1, 2, 3, 4, 1000}) {
		t.Errorf("fields %v, error %v", fields, m.err)
	}
}

func TestMessageRefuses(t *testing.T) {
	for name, data := range map[string][]byte{
		"key without end":      {0x80},
		"key of eleven bytes":  {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1},
		"field 0":              {0, 1},
		"number without end":   {1<<3 | wireVarint, 0x80},
		"bytes beyond the end": {1<<3 | wireBytes, 5, 'a'},
		"bytes of 2^63":        {1<<3 | wireBytes, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1},
		"group":                {1<<3 | 3},
		"wire type 7":          {1<<3 | 7},
		"fixed32 cut off":      {1<<3 | wireFixed32, 1, 2, 3},
		"fixed64 cut off":      {1<<3 | wireFixed64, 1, 2, 3, 4, 5, 6, 7},
	} {
		m := message{rest: data}
		for m.next() {
			t.Errorf("%s: field %d", name, m.number)
		}
		if !errors.Is(m.err, ErrCorrupt) {
			t.Errorf("%s: error %v", name, m.err)
		}
	}
}

func TestMessageOfTheWrongType(t *testing.T) {
	var p protoBuilder
	p.number(1, 5)
	p.number(2, 6)
	m := message{rest: p.Bytes()}
	for m.next() {
		if m.is(1, wireBytes) {
			t.Error("a number passes for bytes")
		}
	}
	if !errors.Is(m.err, ErrCorrupt) {
		t.Errorf("error %v", m.err)
	}
}

func TestList(t *testing.T) {
	numbers := []int64{0, 1, -1, 63, 64, -64, -65, 1 << 40, math.MaxInt64, math.MinInt64}
	var p protoBuilder
	for _, v := range numbers {
		p.varint(zig(v))
	}
	l := list{rest: p.Bytes()}
	if l.count() != len(numbers) {
		t.Errorf("count %d, want %d", l.count(), len(numbers))
	}
	for _, want := range numbers {
		if got := l.sint(); got != want || l.bad {
			t.Errorf("got %d, want %d", got, want)
		}
	}
	if l.more() || l.uint() != 0 || !l.bad {
		t.Error("a number beyond the end")
	}
}
