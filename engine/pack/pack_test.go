// SPDX-License-Identifier: MIT

package pack

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"roadsnap/engine/geo"
)

// openers lists both functions that open a pack. They must behave the same.
var openers = []struct {
	name string
	open func(t testing.TB, path string) (*Pack, error)
}{
	{"mapped", func(_ testing.TB, path string) (*Pack, error) { return Open(path) }},
	{"in memory", func(t testing.TB, path string) (*Pack, error) {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return OpenBytes(path, b)
	}},
}

func TestRoundTrip(t *testing.T) {
	path := create(t, sample.meta, writeSample)
	for _, o := range openers {
		t.Run(o.name, func(t *testing.T) {
			p, err := o.open(t, path)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := p.Close(); err != nil {
					t.Error(err)
				}
			}()
			checkSample(t, p)
			if p.Name() != path {
				t.Errorf("Name() = %q, want %q", p.Name(), path)
			}
			if b, err := os.ReadFile(path); err != nil || int64(len(b)) != p.Size() {
				t.Errorf("Size() = %d, the file has %d, %v", p.Size(), len(b), err)
			}
		})
	}
}

// checkSample checks that p is the sample pack and valid.
func checkSample(t *testing.T, p *Pack) {
	t.Helper()
	if err := p.Verify(context.Background(), nil); err != nil {
		t.Error(err)
	}
	if got := p.Meta(); !reflect.DeepEqual(got, sample.meta) {
		t.Errorf("Meta() = %+v, want %+v", got, sample.meta)
	}
	expectSlice(t, p, "XREC", sample.records)
	expectSlice(t, p, "XNIL", []float64{})
	expectSlice(t, p, "XOPT", sample.bytes)
	expectSlice(t, p, "X64B", sample.words)
	list, err := OpenStrings(p, "XSTO", "XSTD")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range sample.list {
		if got := list.At(uint32(i)); got != want {
			t.Errorf("string %d = %q, want %q", i, got, want)
		}
	}
	var tags []Tag
	for _, s := range p.Sections() {
		tags = append(tags, s.Tag)
		if s.Offset%alignment != 0 {
			t.Errorf("section %s begins at %d", s.Tag, s.Offset)
		}
		if want := s.Tag == "XOPT"; s.Optional != want {
			t.Errorf("section %s: Optional = %v", s.Tag, s.Optional)
		}
	}
	if want := []Tag{"XREC", "XNIL", "XOPT", "XSTO", "XSTD", "X64B", "META"}; !slices.Equal(tags, want) {
		t.Errorf("sections %v, want %v", tags, want)
	}
}

func expectSlice[T comparable](t *testing.T, p *Pack, tag Tag, want []T) {
	t.Helper()
	got, err := Slice[T](p, tag)
	if err != nil {
		t.Error(err)
	} else if got == nil || !slices.Equal(got, want) || cap(got) != len(got) {
		t.Errorf("section %s = %v (capacity %d), want %v", tag, got, cap(got), want)
	}
}

func TestOpenBytesOnAnyBoundary(t *testing.T) {
	b := sampleBytes(t)
	for shift := range 9 {
		moved := append(make([]byte, shift, shift+len(b)), b...)[shift:]
		p, err := OpenBytes("moved", moved)
		if err != nil {
			t.Fatalf("shift %d: %v", shift, err)
		}
		checkSample(t, p)
	}
}

func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	tests := []struct {
		name string
		path string
		want error
	}{
		{"no file", filepath.Join(folder, "absent.rsp"), fs.ErrNotExist},
		{"folder", folder, ErrNotPack},
		{"empty file", file("empty.rsp", ""), ErrNotPack},
		{"short text", file("short.rsp", "hello"), ErrNotPack},
		{"long text", file("long.rsp", strings.Repeat("hello ", 100)), ErrNotPack},
		{"a zip", file("zip.rsp", "PK\x03\x04"+strings.Repeat("\x00", 100)), ErrNotPack},
		{"magic alone", file("magic.rsp", magic), ErrCorrupt},
		{"magic and zeros", file("zeros.rsp", magic+strings.Repeat("\x00", 100)), ErrCorrupt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Open(tt.path)
			if p != nil || !errors.Is(err, tt.want) {
				t.Fatalf("Open = %v, %v; want %v", p, err, tt.want)
			}
			if !strings.HasPrefix(err.Error(), "open ") || strings.Count(err.Error(), tt.path) != 1 {
				t.Errorf("message %q should name operation and file once", err)
			}
		})
	}
}

func TestOpenNeverWaitsForANamedPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.rsp")
	makePipe(t, path)
	opened := make(chan error, 1)
	go func() {
		_, err := Open(path)
		opened <- err
	}()
	select {
	case err := <-opened:
		if !errors.Is(err, ErrNotPack) {
			t.Errorf("Open = %v, want %v", err, ErrNotPack)
		}
	case <-time.After(time.Minute):
		t.Error("Open waits for somebody to write into the pipe")
	}
}

func TestByteOrder(t *testing.T) {
	if err := checkByteOrder(true); err != nil {
		t.Error(err)
	}
	if err := checkByteOrder(false); !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), "big-endian") {
		t.Errorf("big-endian host: %v", err)
	}
}

func TestSliceRefuses(t *testing.T) {
	p := open(t, create(t, sample.meta, writeSample))
	tests := []struct {
		name  string
		slice func() error
		want  error // nil: any
	}{
		{"absent section", func() error { _, err := Slice[uint32](p, "NONE"); return err }, ErrNoSection},
		{"other element size", func() error { _, err := Slice[uint32](p, "XREC"); return err }, ErrCorrupt},
		{"type with pointers", func() error { _, err := Slice[string](p, "XREC"); return err }, nil},
		{"absent strings", func() error { _, err := OpenStrings(p, "NONE", "XSTD"); return err }, ErrNoSection},
		{"absent string bytes", func() error { _, err := OpenStrings(p, "XSTO", "NONE"); return err }, ErrNoSection},
		{"offsets of other size", func() error { _, err := OpenStrings(p, "XREC", "XSTD"); return err }, ErrCorrupt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.slice()
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
	if p.Has("NONE") || !p.Has("XREC") || !p.Has(TagMeta) {
		t.Error("Has is wrong")
	}
}

func TestAfterClose(t *testing.T) {
	for _, o := range openers {
		t.Run(o.name, func(t *testing.T) {
			p, err := o.open(t, create(t, sample.meta, writeSample))
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := p.Close(); err != nil {
					t.Fatal(err)
				}
			}
			_, sliceErr := Slice[record](p, "XREC")
			_, stringsErr := OpenStrings(p, "XSTO", "XSTD")
			for name, err := range map[string]error{
				"Slice": sliceErr, "OpenStrings": stringsErr,
				"Verify": p.Verify(context.Background(), nil),
				"Guard":  p.Guard(func() error { t.Error("Guard called fn"); return nil }),
			} {
				if !errors.Is(err, ErrClosed) {
					t.Errorf("%s after Close: %v, want %v", name, err, ErrClosed)
				}
			}
			if p.Meta().Name != sample.meta.Name || !p.Has("XREC") || p.Size() == 0 {
				t.Error("the metadata must be valid after Close")
			}
		})
	}
}

func TestCallersCannotChangeAPack(t *testing.T) {
	p := open(t, create(t, sample.meta, writeSample))
	m := p.Meta()
	m.Licences[0], m.Counts["links"] = "none", -1
	p.Sections()[0].Tag = "GONE"
	checkSample(t, p)
}

func TestRefuseUnknown(t *testing.T) {
	p := open(t, create(t, sample.meta, writeSample))
	if err := p.RefuseUnknown("XREC", "XNIL", "XSTO", "XSTD", "X64B", "MORE"); err != nil {
		t.Errorf("every required section is known, the unknown one is optional: %v", err)
	}
	err := p.RefuseUnknown("XREC", "XNIL", "XSTO", "X64B")
	if !errors.Is(err, ErrVersion) {
		t.Fatalf("error %v, want %v", err, ErrVersion)
	}
	for _, part := range []string{"XSTD", "update the program", "roadsnap 0.1.0"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("message %q lacks %q", err, part)
		}
	}
}

func TestConcurrentReaders(t *testing.T) {
	p := open(t, create(t, sample.meta, writeSample))
	want := readAll(p)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			err := p.Guard(func() error {
				if got := readAll(p); got != want {
					t.Errorf("read %d, want %d", got, want)
				}
				return p.Verify(context.Background(), nil)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestVerifyProgress(t *testing.T) {
	const big = 3*verifyStep + 17
	p := open(t, create(t, Meta{}, func(w *Writer) error {
		return errors.Join(Write(w, "XBIG", make([]byte, big)), Write(w, "XREC", sample.records))
	}))
	calls, last := 0, int64(0)
	err := p.Verify(context.Background(), func(done, total int64) {
		if total != p.Size() || done < last || done > total {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		calls, last = calls+1, done
	})
	if err != nil || last != p.Size() || calls < 6 {
		t.Errorf("Verify = %v after %d calls, the last at %d of %d", err, calls, last, p.Size())
	}
}

func TestVerifyCancelled(t *testing.T) {
	p := open(t, create(t, Meta{}, func(w *Writer) error { return Write(w, "XBIG", make([]byte, 4*verifyStep)) }))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var last int64
	err := p.Verify(ctx, func(done, _ int64) {
		last = done
		cancel()
	})
	if !errors.Is(err, context.Canceled) || last > 2*verifyStep {
		t.Errorf("Verify = %v, stopped at %d", err, last)
	}
}

// TestBorderNotices checks that a pack without a notice of its borders differs from a
// pack that does not tell which notices hold for them, as every old one.
func TestBorderNotices(t *testing.T) {
	all := []string{"roads", "wards"}
	for _, c := range []struct {
		name       string
		have, want []string
	}{
		{"unknown", nil, all},
		{"none", []string{}, []string{}},
		{"one", []string{"wards"}, []string{"wards"}},
	} {
		path := create(t, Meta{Licences: all, BorderLicences: c.have}, func(*Writer) error { return nil })
		m := open(t, path).Meta()
		if !reflect.DeepEqual(m.BorderLicences, c.have) || !reflect.DeepEqual(m.BorderNotices(), c.want) || !reflect.DeepEqual(m.Licences, all) {
			t.Errorf("%s: %q of %q, the notices are %q", c.name, m.BorderLicences, m.Licences, m.BorderNotices())
		}
	}
}

func TestMetaBounds(t *testing.T) {
	path := create(t, Meta{Bounds: geo.NoBounds}, func(*Writer) error { return nil })
	if got := open(t, path).Meta(); !got.Bounds.Empty() || !got.SourceTime.IsZero() {
		t.Errorf("empty metadata came back as %+v", got)
	}
}
