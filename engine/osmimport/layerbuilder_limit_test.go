// SPDX-License-Identifier: MIT

package osmimport

import (
	"errors"
	"path/filepath"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// TestSpilledFileIsLimited adds more house numbers than the temporary file may hold.
func TestSpilledFileIsLimited(t *testing.T) {
	w, err := pack.Create(filepath.Join(t.TempDir(), "x.rsp"), pack.Meta{Bounds: geo.NoBounds})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort() //nolint:errcheck // it is the test's end
	b := newLayerBuilder(w, 1000)
	const numbers = 2_000_000 // some 40 MB, of which 16 stay in memory
	for i := range numbers {
		b.Add(basemap.Feature{Kind: basemap.HouseNumber, ID: int64(i + 1), Name: "7"}, []geo.Fixed{{Lat: int32(i), Lon: int32(i)}})
	}
	if err := b.stop(); !errors.Is(err, basemap.ErrTooLarge) {
		t.Errorf("error %v, want %v", err, basemap.ErrTooLarge)
	}
}

// TestQuotaGrowsWithTheFile checks what a small and a large file may take on the disk.
func TestQuotaGrowsWithTheFile(t *testing.T) {
	for size, want := range map[int64]int64{0: 256 << 20, 1 << 20: (256 + 20) << 20} {
		if got := newQuota(size).spilled; got != want {
			t.Errorf("a file of %d bytes may spill %d bytes, want %d", size, got, want)
		}
	}
}
