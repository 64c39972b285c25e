// SPDX-License-Identifier: MIT

package basemap

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/packtest"
	"roadsnap/engine/pack"
)

// town returns a builder of houses with numbers, many at the same place, that keeps a number
// of bytes of them in memory.
func town(t *testing.T, memory int) *Builder {
	t.Helper()
	const seed, houses = 21, 3000
	r := rand.New(rand.NewPCG(seed, 0))
	b := NewBuilder()
	b.details.memory, b.details.most = memory, math.MaxInt64
	b.details.scratch = func() (*os.File, error) { return os.CreateTemp(t.TempDir(), "") }
	for i := range houses {
		x, y := float64(r.IntN(20))*300, float64(r.IntN(20))*300
		mustAdd(t, b, Feature{Kind: Building, ID: int64(i)}, square(x, y, 5+r.Float64()*2000))
		mustAdd(t, b, Feature{Kind: HouseNumber, ID: int64(i), Name: "7"}, metres(x, y))
	}
	return b
}

// TestSpilledDetailsGiveTheSameMap compares maps whose details were kept in memory and in
// many runs in a file.
func TestSpilledDetailsGiveTheSameMap(t *testing.T) {
	want := packtest.Bytes(t, town(t, 1<<30))
	for _, memory := range []int{1 << 10, 1 << 14, 1 << 17} {
		b := town(t, memory)
		if len(b.details.runs) == 0 {
			t.Errorf("with %d bytes nothing was spilled", memory)
		}
		if got := packtest.Bytes(t, b); !bytes.Equal(got, want) {
			t.Errorf("with %d bytes of memory and %d runs the map differs", memory, len(b.details.runs))
		}
	}
}

func TestDetailsWithoutAFile(t *testing.T) {
	b := NewBuilder()
	b.details.memory, b.details.most = 100, math.MaxInt64
	bad := errors.New("no disk")
	b.details.scratch = func() (*os.File, error) { return nil, bad }
	var err error
	for i := 0; i < 100 && err == nil; i++ {
		err = b.Add(Feature{Kind: HouseNumber, Name: "7"}, metres(0, 0))
	}
	if !errors.Is(err, bad) {
		t.Errorf("error %v, want %v", err, bad)
	}
}

// TestSpilledDetailsAreLimited checks that the temporary file is never larger than it may be.
func TestSpilledDetailsAreLimited(t *testing.T) {
	const limit = 20_000
	b := NewBuilder()
	b.details.memory = 1 << 10
	b.details.scratch = func() (*os.File, error) { return os.CreateTemp(t.TempDir(), "") }
	b.details.most = limit
	var err error
	for i := 0; i < 10_000 && err == nil; i++ {
		err = b.Add(Feature{Kind: HouseNumber, ID: int64(i), Name: "7"}, metres(float64(i), 0))
	}
	if !errors.Is(err, ErrTooLarge) {
		t.Fatalf("error %v, want %v", err, ErrTooLarge)
	}
	info, err := b.details.file.Stat()
	if err != nil || info.Size() != b.details.end() || info.Size() > limit || info.Size() < limit/2 {
		t.Errorf("the file has %d bytes, %v, want at most %d", info.Size(), err, limit)
	}
}

// TestDetailsThatAreLost cuts the temporary file short.
func TestDetailsThatAreLost(t *testing.T) {
	b := town(t, 1<<14)
	if err := b.details.file.Truncate(b.details.end() / 2); err != nil {
		t.Fatal(err)
	}
	w, err := pack.Create(filepath.Join(t.TempDir(), "x.rsp"), pack.Meta{Bounds: geo.NoBounds})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort() //nolint:errcheck // it is the test's end
	if err := b.Write(t.Context(), w); err == nil || !strings.Contains(err.Error(), "temporary file") {
		t.Errorf("error %v", err)
	}
}

// TestNothingIsLeftOfSpilledDetails checks the folder after a map was written, and after it
// was given up.
func TestNothingIsLeftOfSpilledDetails(t *testing.T) {
	for _, commit := range []bool{true, false} {
		folder := t.TempDir()
		w, err := pack.Create(filepath.Join(folder, "x.rsp"), pack.Meta{Bounds: geo.NoBounds})
		if err != nil {
			t.Fatal(err)
		}
		b := town(t, 1<<30)
		b.SpillTo(w, math.MaxInt64)
		if err := b.details.spill(); err != nil {
			t.Fatal(err)
		}
		if files, err := os.ReadDir(folder); err != nil || len(files) != 2 {
			t.Fatalf("%v, %v: want the files of the pack and of the details", files, err)
		}
		if err := b.Write(t.Context(), w); err != nil {
			t.Fatal(err)
		}
		want, end := 0, w.Abort
		if commit {
			want, end = 1, w.Commit
		}
		if err := end(); err != nil {
			t.Fatal(err)
		}
		if files, err := os.ReadDir(folder); err != nil || len(files) != want {
			t.Errorf("%v, %v: want %d files", files, err, want)
		}
	}
}
