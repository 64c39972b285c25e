// SPDX-License-Identifier: MIT

package pack

import (
	"bytes"
	"context"
	"errors"
	"hash/crc32"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// shrunk returns a mapped pack of many pages whose file has been truncated to zero
// length.
func shrunk(t *testing.T) *Pack {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not let a mapped file shrink")
	}
	names := []string{strings.Repeat("a", 1<<16), "b"}
	path := create(t, Meta{}, func(w *Writer) error {
		return errors.Join(Write(w, "XBIG", make([]uint64, 1<<16)), WriteStrings(w, "XSTO", "XSTD", names))
	})
	p := open(t, path)
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	return p
}

// unread returns the large section of a shrunk pack without reading it, as Slice would.
func unread(p *Pack) []uint64 { return view[uint64](p.bytes(p.sections[0])) }

func TestShrunkFileIsAnError(t *testing.T) {
	tests := []struct {
		name string
		read func(p *Pack, big []uint64) error
	}{
		{"one element", func(_ *Pack, big []uint64) error { sink = big[1000]; return nil }},
		{"last element", func(_ *Pack, big []uint64) error { sink = big[len(big)-1]; return nil }},
		{"loop", func(_ *Pack, big []uint64) error {
			for _, v := range big {
				sink += v
			}
			return nil
		}},
		{"copy", func(_ *Pack, big []uint64) error { copy(make([]uint64, len(big)), big); return nil }},
		{"append", func(_ *Pack, big []uint64) error { sink += uint64(len(append([]uint64(nil), big...))); return nil }},
		{"compare", func(_ *Pack, big []uint64) error {
			sink += uint64(bytes.Compare(contents(big), make([]byte, 8*len(big))))
			return nil
		}},
		{"checksum", func(_ *Pack, big []uint64) error { sink += uint64(crc32.ChecksumIEEE(contents(big))); return nil }},
		{"string clone", func(_ *Pack, big []uint64) error { sink += uint64(len(strings.Clone(text(contents(big))))); return nil }},
		{"map key", func(_ *Pack, big []uint64) error {
			sink += uint64(len(map[string]int{text(contents(big)): 1}))
			return nil
		}},
		{"inner Guard", func(p *Pack, big []uint64) error {
			return p.Guard(func() error { sink = big[0]; return nil })
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := shrunk(t)
			err := p.Guard(func() error {
				return tt.read(p, unread(p))
			})
			if !errors.Is(err, ErrFault) || !strings.Contains(err.Error(), p.Name()) {
				t.Errorf("error %v, want %v", err, ErrFault)
			}
		})
	}
}

// sink prevents the compiler from eliminating reads.
var sink uint64

func TestShrunkFileUnderThePackageItself(t *testing.T) {
	p := shrunk(t)
	if err := p.Verify(context.Background(), nil); !errors.Is(err, ErrFault) {
		t.Errorf("Verify = %v, want %v", err, ErrFault)
	}
	if _, err := Slice[uint64](p, "XBIG"); !errors.Is(err, ErrFault) {
		t.Errorf("Slice = %v, want %v", err, ErrFault)
	}
	if _, err := OpenStrings(p, "XSTO", "XSTD"); !errors.Is(err, ErrFault) {
		t.Errorf("OpenStrings = %v, want %v", err, ErrFault)
	}
	if err := p.load(); !errors.Is(err, ErrFault) {
		t.Errorf("load = %v, want %v", err, ErrFault)
	}
}

func TestGuardPassesErrorsThrough(t *testing.T) {
	p := open(t, create(t, sample.meta, writeSample))
	own := errors.New("own")
	if err := p.Guard(func() error { return own }); err != own { //nolint:errorlint // exactly this one
		t.Errorf("Guard = %v, want fn's own error", err)
	}
	if err := p.Guard(func() error { return nil }); err != nil {
		t.Errorf("Guard = %v", err)
	}
}

func TestGuardPassesOtherPanicsThrough(t *testing.T) {
	p := open(t, create(t, sample.meta, writeSample))
	beyond := len(sample.words)
	tests := []struct {
		name  string
		panic func()
		want  string
	}{
		{"a value", func() { panic("mine") }, "mine"},
		{"index out of range", func() { sink = sample.words[beyond] }, "index out of range"},
		{"nil pointer", func() { var w *Writer; w.SetMeta(Meta{}) }, "nil pointer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := debug.SetPanicOnFault(false)
			defer debug.SetPanicOnFault(before)
			defer func() {
				var message string
				switch r := recover().(type) {
				case error:
					message = r.Error()
				case string:
					message = r
				}
				if !strings.Contains(message, tt.want) {
					t.Errorf("recovered %q, want %q", message, tt.want)
				}
				if debug.SetPanicOnFault(false) {
					t.Error("Guard left faults turned into panics")
				}
			}()
			err := p.Guard(func() error { tt.panic(); return nil })
			t.Errorf("Guard returned %v", err)
		})
	}
}

// TestGuardKnowsItsOwnPages nests the guards of a valid and a shrunk pack. The fault
// must reach the outer one.
func TestGuardKnowsItsOwnPages(t *testing.T) {
	broken, sound := shrunk(t), open(t, create(t, sample.meta, writeSample))
	big := unread(broken)
	err := broken.Guard(func() error {
		err := sound.Guard(func() error { sink = big[0]; return nil })
		t.Errorf("the inner Guard returned %v for a page that is not its own", err)
		return nil
	})
	if !errors.Is(err, ErrFault) || !strings.Contains(err.Error(), broken.Name()) {
		t.Errorf("the outer Guard returned %v, want %v", err, ErrFault)
	}
}
