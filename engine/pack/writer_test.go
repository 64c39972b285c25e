// SPDX-License-Identifier: MIT

package pack

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"roadsnap/engine/geo"
)

const oldContent = "the pack that was there before"

// begin starts a pack over a file that exists.
func begin(t *testing.T) (w *Writer, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "target.rsp")
	if err := os.WriteFile(path, []byte(oldContent), 0o600); err != nil {
		t.Fatal(err)
	}
	w, err := Create(path, Meta{})
	if err != nil {
		t.Fatal(err)
	}
	return w, path
}

// expectUntouched checks that the target is as it was, and alone.
func expectUntouched(t *testing.T, path string) {
	t.Helper()
	if b, err := os.ReadFile(path); err != nil || string(b) != oldContent {
		t.Errorf("the target holds %q, %v", b, err)
	}
	expectAlone(t, path)
}

func expectAlone(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(path) {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

func TestCommitReplaces(t *testing.T) {
	w, path := begin(t)
	w.SetMeta(sample.meta)
	if err := writeSample(w); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != oldContent {
		t.Fatalf("before Commit the target holds %q, %v", b, err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := w.Abort(); err != nil {
		t.Errorf("Abort after Commit: %v", err)
	}
	expectAlone(t, path)
	checkSample(t, open(t, path))
	if err := w.Commit(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("second Commit: %v", err)
	}
	if err := Write(w, "MORE", []byte{1}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Write after Commit: %v", err)
	}
	checkSample(t, open(t, path))
}

// TestOldReadersOutliveReplacement keeps a pack open while another replaces its file,
// as in a map update.
func TestOldReadersOutliveReplacement(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not let a mapped file be replaced")
	}
	path := create(t, sample.meta, writeSample)
	p := open(t, path)
	w, err := Create(path, Meta{Name: "new"})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	checkSample(t, p)
	if got := open(t, path).Meta().Name; got != "new" {
		t.Errorf("the target is %q", got)
	}
}

func TestAbort(t *testing.T) {
	w, path := begin(t)
	if err := writeSample(w); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.Abort(); err != nil {
			t.Fatal(err)
		}
	}
	expectUntouched(t, path)
	if err := w.Commit(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Commit after Abort: %v", err)
	}
	expectUntouched(t, path)
}

// TestFullDisk writes to a full device. By the size, the error occurs in a Write, or
// only when Commit flushes.
func TestFullDisk(t *testing.T) {
	for _, size := range []int{0, 100, writeBuffer, 10 * writeBuffer} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
			if err != nil {
				t.Skipf("no full device here: %v", err)
			}
			w, path := begin(t)
			if err := w.file.Close(); err != nil {
				t.Fatal(err)
			}
			w.file = full
			w.out.Reset(full)
			writeErr := Write(w, "XBIG", make([]byte, size))
			if size > 2*writeBuffer && !errors.Is(writeErr, syscall.ENOSPC) {
				t.Errorf("Write = %v, want %v", writeErr, syscall.ENOSPC)
			}
			if err := w.Commit(); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) {
				t.Errorf("Commit = %v, want %v", err, syscall.ENOSPC)
			}
			expectUntouched(t, path)
		})
	}
}

// TestCommitFailsAtEachStep closes the file of the writer, and creates a folder at the
// path of the pack.
func TestCommitFailsAtEachStep(t *testing.T) {
	t.Run("closed file", func(t *testing.T) {
		w, path := begin(t)
		if err := w.file.Close(); err != nil {
			t.Fatal(err)
		}
		if err := w.Commit(); !errors.Is(err, os.ErrClosed) {
			t.Errorf("Commit = %v", err)
		}
		expectUntouched(t, path)
	})
	t.Run("target is a folder", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "folder.rsp")
		w, err := Create(path, Meta{})
		if err != nil {
			t.Fatal(err)
		}
		// Created after Create, which would have refused it.
		if err := os.MkdirAll(filepath.Join(path, "full"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := w.Commit(); err == nil || strings.Contains(err.Error(), tempEnding) {
			t.Errorf("Commit onto a folder: %v", err)
		}
		expectAlone(t, path)
	})
	t.Run("too much metadata", func(t *testing.T) {
		w, path := begin(t)
		w.SetMeta(Meta{Name: strings.Repeat("a", maxMetaSize)})
		if err := w.Commit(); err == nil || !strings.Contains(err.Error(), "metadata of") {
			t.Errorf("Commit wrote a pack that Open refuses: %v", err)
		}
		expectUntouched(t, path)
	})
	t.Run("bounds off the Earth", func(t *testing.T) {
		w, path := begin(t)
		w.SetMeta(Meta{Bounds: geo.Bounds{South: -91, North: 0}})
		if err := w.Commit(); err == nil {
			t.Error("Commit wrote a pack that Open refuses")
		}
		expectUntouched(t, path)
	})
}

func TestWriteRefuses(t *testing.T) {
	tests := []struct {
		name  string
		write func(w *Writer) error
		want  string
	}{
		{"short tag", func(w *Writer) error { return Write(w, "ABC", []byte{1}) }, "four capital letters"},
		{"small letters", func(w *Writer) error { return Write(w, "abcd", []byte{1}) }, "four capital letters"},
		{"leading digit", func(w *Writer) error { return Write(w, "1ABC", []byte{1}) }, "four capital letters"},
		{"not ASCII", func(w *Writer) error { return Write(w, "ABé", []byte{1}) }, "four capital letters"},
		{"metadata", func(w *Writer) error { return Write(w, TagMeta, []byte{1}) }, "metadata"},
		{"twice", func(w *Writer) error {
			return errors.Join(Write(w, "XABC", []byte{1}), WriteOptional(w, "XABC", []byte{1}))
		}, "written twice"},
		{"pointers", func(w *Writer) error { return Write(w, "XABC", []string{"a"}) }, "string"},
		{"strings twice", func(w *Writer) error { return WriteStrings(w, "XABC", "XABC", nil) }, "written twice"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, path := begin(t)
			if err := tt.write(w); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("error %v, want %q", err, tt.want)
			}
			// A pack that lacks a section must not be created.
			if err := Write(w, "XGUT", []byte{1}); err == nil {
				t.Error("a later Write went on")
			}
			if err := w.Commit(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Commit = %v, want the first failure", err)
			}
			expectUntouched(t, path)
		})
	}
}

func TestTooManySections(t *testing.T) {
	w, path := begin(t)
	var err error
	n := 0
	for ; err == nil; n++ {
		err = Write(w, Tag(fmt.Sprintf("X%03X", n)), []byte{1})
	}
	if n != maxSections {
		t.Errorf("section %d was the first refused, want %d: %v", n, maxSections, err)
	}
	if err := w.Commit(); err == nil {
		t.Error("Commit went on")
	}
	expectUntouched(t, path)
}

func TestCreateRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "absent", "x.rsp")
	w, err := Create(path, Meta{})
	if w != nil || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "cannot write into "+filepath.Dir(path)+": ") || strings.Contains(err.Error(), tempEnding) {
		t.Errorf("Create = %v, %v; want %v", w, err, fs.ErrNotExist)
	}
}

// TestPermissions checks that a pack obeys the umask like any other new file.
func TestPermissions(t *testing.T) {
	path := create(t, Meta{}, func(*Writer) error { return nil })
	plain := filepath.Join(filepath.Dir(path), "plain")
	f, err := os.Create(plain)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	got, errGot := os.Stat(path)
	want, errWant := os.Stat(plain)
	if err := errors.Join(errGot, errWant); err != nil {
		t.Fatal(err)
	}
	if got.Mode() != want.Mode() {
		t.Errorf("mode %v, want %v", got.Mode(), want.Mode())
	}
}

func TestEqualInputGivesEqualBytes(t *testing.T) {
	first, second := sampleBytes(t), sampleBytes(t)
	if string(first) != string(second) {
		t.Error("two packs of the same content differ")
	}
}

// TestCreateRefusesWhatIsNoFile checks that Create fails at once and leaves the
// existing object unchanged.
func TestCreateRefusesWhatIsNoFile(t *testing.T) {
	folder := t.TempDir()
	for target, want := range map[string]error{"": fs.ErrInvalid, folder: fs.ErrExist, folder + string(filepath.Separator): fs.ErrInvalid} {
		expectRefused(t, target, want)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 0 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

// TestCreateRefusesPipe checks a named pipe as an example of a special file.
func TestCreateRefusesPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	makePipe(t, path)
	expectRefused(t, path, fs.ErrExist)
	expectAlone(t, path)
}

func expectRefused(t *testing.T, path string, want error) {
	t.Helper()
	w, err := Create(path, Meta{})
	if !errors.Is(err, want) {
		t.Errorf("create %q: %v, want %v", path, err, want)
	}
	if err == nil {
		_ = w.Abort()
	}
}
