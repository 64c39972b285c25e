// SPDX-License-Identifier: MIT

package pack

import (
	"context"
	"testing"
)

// bigPack is about the size of a large city's.
func bigPack(b *testing.B) string {
	return create(b, sample.meta, func(w *Writer) error { return Write(w, "XBIG", make([]uint64, 4<<20)) })
}

func BenchmarkOpen(b *testing.B) {
	path := bigPack(b)
	b.ReportAllocs()
	for b.Loop() {
		p, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		if err := p.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	p := open(b, bigPack(b))
	b.SetBytes(p.Size())
	b.ReportAllocs()
	for b.Loop() {
		if err := p.Verify(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSlice(b *testing.B) {
	p := open(b, create(b, sample.meta, writeSample))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Slice[record](p, "XREC"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGuard(b *testing.B) {
	p := open(b, create(b, sample.meta, writeSample))
	b.ReportAllocs()
	for b.Loop() {
		if err := p.Guard(func() error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStringsAt(b *testing.B) {
	p := open(b, create(b, sample.meta, writeSample))
	list, err := OpenStrings(p, "XSTO", "XSTD")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		sink += uint64(len(list.At(1)))
	}
}
