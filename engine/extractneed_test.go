// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// TestExtractChecksSpace needs about the space that the extract takes, and writes nothing on a
// disk that has less.
func TestExtractChecksSpace(t *testing.T) {
	folder := t.TempDir()
	whole, out := filepath.Join(folder, "andorra.rsp"), filepath.Join(folder, "part.rsp")
	if err := os.WriteFile(whole, data.SamplePack, 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := pack.Open(whole)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	all, err := openAll(p)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { freeIn = free }()
	for _, box := range []geo.Bounds{{South: 42.48, West: 1.5, North: 42.53, East: 1.56}, {South: 42.4, West: 1.4, North: 42.7, East: 1.8}} {
		o := ExtractOptions{Pack: whole, Region: geo.BoxRegion(box), Out: out}
		need := o.need(t.Context(), p, all)
		freeIn = func(string) (int64, error) { return need - 1, nil }
		if _, err := Extract(t.Context(), o); !errors.Is(err, ErrSpace) {
			t.Errorf("%v: %v, want ErrSpace", box, err)
		}
		if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
			t.Errorf("%v: %d files are left, %v", box, len(files), err)
		}
		freeIn = func(string) (int64, error) { return need, nil }
		if _, err := Extract(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(out)
		if err != nil || info.Size() > need || need > 3*info.Size()+2*extractBase {
			t.Errorf("%v: %d bytes are needed for %d, %v", box, need, info.Size(), err)
		}
		if err := os.Remove(out); err != nil {
			t.Fatal(err)
		}
	}
}

var free = freeIn
