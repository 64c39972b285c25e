// SPDX-License-Identifier: MIT

package unitimport

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine/boundary"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
)

// realData returns the folder of real boundaries.
func realData(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("ROADSNAP_DATA")
	if folder == "" {
		t.Skip("ROADSNAP_DATA is not set: it names the folder of real data")
	}
	return filepath.Join(folder, "units")
}

func officialTable(t testing.TB) *units.Table {
	t.Helper()
	table, err := loadOnce()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

var loadOnce = sync.OnceValues(func() (*units.Table, error) { return units.Load(data.Units()) })

// TestRealBoundaries imports all boundaries in force.
func TestRealBoundaries(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	folder, table := realData(t), officialTable(t)
	stop := watchHeap()
	start := time.Now()
	_, err := read(t.Context(), []string{folder}, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	reading := time.Since(start)
	peak := stop()
	t.Logf("reading: %v, heap at most %d MiB", reading.Round(time.Millisecond), peak>>20)
	if reading > 20*time.Second || peak > 600<<20 {
		t.Errorf("reading took %v and %d MiB", reading, peak>>20)
	}

	path := filepath.Join(t.TempDir(), "units.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	stop = watchHeap()
	start = time.Now()
	r, err := Prepare(t.Context(), []string{folder}, table, Options{}).Write(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("import: %v, heap at most %d MiB", time.Since(start).Round(time.Millisecond), stop()>>20)
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	if r.Joined != 3321 || len(r.Missing) != 0 || r.Provinces != 34 || len(r.Files) != 34 {
		t.Errorf("%d joined, missing %v, %d outlines of provinces, %d files", r.Joined, r.Missing, r.Provinces, len(r.Files))
	}
	if n := r.JoinedByName; len(n) != 0 {
		t.Errorf("joined by name: %+v", n)
	}
	if n := r.JoinedByAlias; len(n) != 2 || n[0].Given.Code != "06978" || n[0].Unit.Code != "06970" || n[1].Given.Code != "23938" || n[1].Unit.Code != "23737" {
		t.Errorf("joined by alias: %+v", n)
	}
	if len(r.Doubled)+len(r.NotJoined)+len(r.Invalid) != 0 {
		t.Errorf("doubled %v, not joined %v, invalid %v", r.Doubled, r.NotJoined, r.Invalid)
	}
	if len(r.Borders.Vanished) != 0 {
		t.Errorf("nothing is left of %v", r.Borders.Vanished)
	}
	checkAreas(t, table, path)
	b := r.Borders
	t.Logf("%d rings, %d vertices, %d arcs; %d moved, %d bent, %d cuts; %d gaps, %d overlaps; repairs: %d",
		b.Rings, b.Vertices, b.Arcs, len(b.Moved), len(b.Bent), len(b.Cuts), len(b.Gaps), len(b.Overlaps), len(r.Repairs))
}

// checkAreas compares the published areas with those of the borders. The wards that differ by more
// than a twentieth are listed in a file: they are faults of what is published, or of the borders,
// and nobody has decided which.
func checkAreas(t *testing.T, table *units.Table, path string) {
	t.Helper()
	p, err := pack.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	net, err := boundary.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	a := units.NewAtlas(table, net)
	var got strings.Builder
	for _, w := range table.Wards() {
		land, ok := a.WardLand(w)
		if !ok {
			t.Fatalf("%s has no border", w.Code)
		}
		if km2 := land.Size() / 1e6; w.Published.AreaDiffers(km2) {
			fmt.Fprintf(&got, "%s published %.2f border %.2f\n", w.Code, w.Published.AreaKM2, km2)
		}
	}
	const list = "testdata/areas_differ.txt"
	want, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("other wards than in %s have an area far from the published one:\n%s", list, got.String())
	}
}

// watchHeap samples the memory held by Go until it is stopped, and returns the
// maximum.
func watchHeap() (stop func() uint64) {
	debug.FreeOSMemory()
	done, wait := make(chan struct{}), sync.WaitGroup{}
	peak := uint64(0)
	wait.Go(func() {
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapInuse)
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
	return func() uint64 { close(done); wait.Wait(); return peak }
}

func BenchmarkRead(b *testing.B) {
	folder := realData(b)
	list, err := sources([]string{folder})
	if err != nil {
		b.Fatal(err)
	}
	total := int64(0)
	for _, s := range list {
		total += s.size
	}
	b.SetBytes(total)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := read(b.Context(), []string{folder}, Options{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
