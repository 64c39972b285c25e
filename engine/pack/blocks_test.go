// SPDX-License-Identifier: MIT

package pack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// many fills several blocks and the beginning of another with elements whose size does
// not divide that of a block.
func many() []record {
	records := make([]record, 5*blockSize/12)
	for i := range records {
		records[i].Way = uint32(i) * 2654435761
	}
	return records
}

func manyBytes(t *testing.T) ([]byte, Section) {
	t.Helper()
	p := open(t, create(t, Meta{}, func(w *Writer) error { return Write(w, "XREC", many()) }))
	return slices.Clone(p.data), p.sections[0]
}

// TestArrayReadsWhatWasWritten compares every way of reading an Array with the records,
// from several goroutines.
func TestArrayReadsWhatWasWritten(t *testing.T) {
	b, _ := manyBytes(t)
	p, err := OpenBytes("many", b)
	if err != nil {
		t.Fatal(err)
	}
	a, err := OpenArray[record](p, "XREC")
	if err != nil {
		t.Fatal(err)
	}
	want := many()
	var group sync.WaitGroup
	for start := range 4 {
		group.Go(func() {
			for i := start; i < len(want); i += 3 {
				if *a.At(i) != want[i] || !slices.Equal(a.Range(i/2, i), want[i/2:i]) {
					t.Errorf("element %d differs", i)
					return
				}
			}
		})
	}
	group.Wait()
	if a.Len() != len(want) || !slices.Equal(a.All(), want) || len(a.Range(7, 7)) != 0 {
		t.Error("the array differs as a whole")
	}
}

// TestDamageIsFoundAtFirstUse damages each byte of some elements. Reading them must
// give an error that names the section; reading other blocks must not.
func TestDamageIsFoundAtFirstUse(t *testing.T) {
	sound, s := manyBytes(t)
	per := 1 << s.blockShift()
	for _, i := range []int{0, per - 1, per, 2*per + 17, len(many()) - 1} {
		for at := range 12 {
			b := bytes.Clone(sound)
			b[s.Offset+int64(i*12+at)] ^= 1
			p, err := OpenBytes("many", b)
			if err != nil {
				t.Fatal(err)
			}
			a, err := OpenArray[record](p, "XREC")
			if err != nil {
				t.Fatal(err)
			}
			for _, read := range []func(){
				func() { a.At(i) }, func() { a.Range(i, i+1) }, func() { a.Range(0, len(many())) }, func() { a.At(i / per * per) },
			} {
				err := p.Guard(func() error { read(); return nil })
				if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "XREC") || !strings.Contains(err.Error(), "install the map again") {
					t.Fatalf("byte %d of element %d: %v", at, i, err)
				}
			}
			other := (i/per + 1) % s.blocks() * per
			if err := p.Guard(func() error { a.At(other); a.Range(other, other); return nil }); err != nil {
				t.Fatalf("element %d, in a sound block: %v", other, err)
			}
			if _, err := Slice[record](p, "XREC"); !errors.Is(err, ErrCorrupt) {
				t.Fatalf("Slice: %v", err)
			}
		}
	}
}

// TestGuardKnowsItsOwnDamage nests the guards of two packs.
func TestGuardKnowsItsOwnDamage(t *testing.T) {
	sound, s := manyBytes(t)
	b := bytes.Clone(sound)
	b[s.Offset] ^= 1
	broken, err := OpenBytes("broken", b)
	if err != nil {
		t.Fatal(err)
	}
	a, err := OpenArray[record](broken, "XREC")
	if err != nil {
		t.Fatal(err)
	}
	other := open(t, create(t, sample.meta, writeSample))
	err = broken.Guard(func() error {
		err := other.Guard(func() error { a.At(0); return nil })
		t.Errorf("the inner Guard returned %v for damage that is not its own", err)
		return nil
	})
	if !errors.Is(err, ErrCorrupt) {
		t.Errorf("the outer Guard returned %v", err)
	}
}

func TestArrayRefuses(t *testing.T) {
	p := open(t, create(t, sample.meta, writeSample))
	if _, err := OpenArray[record](p, "XNONE"); !errors.Is(err, ErrNoSection) {
		t.Errorf("absent section: %v", err)
	}
	if _, err := OpenArray[uint16](p, "XREC"); !errors.Is(err, ErrCorrupt) {
		t.Errorf("other element: %v", err)
	}
	a, err := OpenArray[record](p, "XREC")
	if err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func(){
		"element past the end": func() { a.At(a.Len()) }, "negative element": func() { a.At(-1) },
		"range past the end": func() { a.Range(0, a.Len()+1) }, "range upside down": func() { a.Range(1, 0) },
	} {
		if !panics(read) {
			t.Errorf("%s: no panic", name)
		}
	}
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}

// TestResealedDamageIsAccepted checks the tool of other tests.
func TestResealedDamageIsAccepted(t *testing.T) {
	b, s := manyBytes(t)
	for at := s.Offset; at < s.Offset+s.Length; at += 1000 {
		b[at] ^= 1
	}
	Reseal(b)
	p, err := OpenBytes("resealed", b)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Verify(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

func TestEach(t *testing.T) {
	p := open(t, create(t, sample.meta, writeSample))
	for _, n := range []int{0, 1, eachStep, 5*eachStep + 3} {
		calls := make([]int, n)
		if err := p.Each(t.Context(), n, func(i int) error { calls[i]++; return nil }); err != nil {
			t.Error(err)
		}
		if slices.ContainsFunc(calls, func(c int) bool { return c != 1 }) {
			t.Errorf("%d: not one call for each number", n)
		}
	}
	const n = 40 * eachStep
	err := p.Each(t.Context(), n, func(i int) error {
		if i >= 700 && i%100 == 0 {
			return fmt.Errorf("%d", i) //nolint:err113 // only compared here
		}
		return nil
	})
	if err == nil || err.Error() != "700" {
		t.Errorf("error %v, want that of the lowest number", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Each(ctx, n, func(int) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if !panics(func() { _ = p.Each(t.Context(), n, func(i int) error { _ = calls0[i]; return nil }) }) {
		t.Error("a panic does not reach the caller")
	}
}

var calls0 []int

func TestEachGuardsItsGoroutines(t *testing.T) {
	p := shrunk(t)
	err := p.Each(t.Context(), 4*eachStep, func(i int) error { sink += uint64(p.data[headerSize+i*1000]); return nil })
	if !errors.Is(err, ErrFault) {
		t.Errorf("Each = %v, want %v", err, ErrFault)
	}
}
