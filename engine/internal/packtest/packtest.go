// SPDX-License-Identifier: MIT

// Package packtest writes and opens packs for tests.
package packtest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// Part writes sections of a pack.
type Part interface {
	Write(context.Context, *pack.Writer) error
}

// File writes parts to a pack, and returns its path.
func File(tb testing.TB, parts ...Part) (path string) {
	tb.Helper()
	path = filepath.Join(tb.TempDir(), "test.rsp")
	w, err := pack.Create(path, pack.Meta{Name: "test", Bounds: geo.NoBounds})
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = w.Abort() }()
	for _, part := range parts {
		if err := part.Write(tb.Context(), w); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		tb.Fatal(err)
	}
	return path
}

// Bytes is File for the bytes of the pack.
func Bytes(tb testing.TB, parts ...Part) []byte {
	tb.Helper()
	data, err := os.ReadFile(File(tb, parts...))
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// Open returns a reader of a pack with parts, which is verified and open until the test ends.
func Open[R interface{ Verify(context.Context) error }](tb testing.TB, open func(*pack.Pack) (R, error), parts ...Part) R {
	tb.Helper()
	p, err := pack.OpenBytes("test", Bytes(tb, parts...))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = p.Close() })
	r, err := open(p)
	if err != nil {
		tb.Fatal(err)
	}
	if err := r.Verify(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return r
}
