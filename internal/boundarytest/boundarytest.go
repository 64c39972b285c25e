// SPDX-License-Identifier: MIT

// Package boundarytest builds packs with small invented borders for tests.
package boundarytest

import (
	"errors"
	"path/filepath"
	"testing"

	"roadsnap/engine/boundary"
	"roadsnap/engine/pack"
)

// Pack divides the land of s and returns the path of a pack that holds it. A
// division knows its own bounds, which go into the metadata.
func Pack(tb testing.TB, s boundary.Source, meta pack.Meta) (path string) {
	tb.Helper()
	division, _, err := boundary.Build(tb.Context(), s, boundary.DefaultOptions())
	if err != nil {
		tb.Fatal(err)
	}
	meta.Bounds = division.Bounds()
	path = filepath.Join(tb.TempDir(), "land.rsp")
	w, err := pack.Create(path, meta)
	if err != nil {
		tb.Fatal(err)
	}
	if err := errors.Join(division.Write(w), w.Commit()); err != nil {
		tb.Fatal(err)
	}
	return path
}

// Net returns the divided land of s, which is open until the test ends.
func Net(tb testing.TB, s boundary.Source) *boundary.Net {
	tb.Helper()
	p, err := pack.Open(Pack(tb, s, pack.Meta{}))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := p.Close(); err != nil {
			tb.Error(err)
		}
	})
	net, err := boundary.Open(p)
	if err != nil {
		tb.Fatal(err)
	}
	return net
}
