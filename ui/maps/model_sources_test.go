// SPDX-License-Identifier: MIT

package maps

import (
	"os"
	"path/filepath"
	"testing"
)

func TestBoundarySources(t *testing.T) {
	folder := t.TempDir()
	one, two, archive := filepath.Join(folder, "a.geojson"), filepath.Join(folder, "b.geojson"), filepath.Join(folder, "all.zip")
	write := func(path string) {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(one)
	write(archive)
	for _, c := range []struct{ chosen, want string }{{one, one}, {archive, archive}} {
		if got := boundarySources(c.chosen); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: %v", c.chosen, got)
		}
	}
	write(two)
	if got := boundarySources(one); len(got) != 1 || got[0] != folder {
		t.Errorf("with another next to it: %v", got)
	}
}
