// SPDX-License-Identifier: MIT

package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"roadsnap/engine"
	"roadsnap/engine/osmimport"
)

// sparse makes a file of a size that takes no space on the disk.
func sparse(t *testing.T, path string, size int64) string {
	t.Helper()
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, size); err != nil {
		t.Skipf("no sparse files here: %v", err)
	}
	return path
}

func TestNeedGrowsWithTheSources(t *testing.T) {
	dir := t.TempDir()
	o := engine.ImportOptions{Roads: sparse(t, filepath.Join(dir, "x.osm.pbf"), 100e6)}
	roads := o.Need()
	if roads.Disk < 300e6 || roads.Memory < 300e6 || roads.Memory > 1e9 {
		t.Errorf("100 MB of roads need %+v", roads)
	}
	if err := os.Mkdir(filepath.Join(dir, "wards"), 0o700); err != nil {
		t.Fatal(err)
	}
	sparse(t, filepath.Join(dir, "wards", "a.geojson.gz"), 7e6)
	o.Units = []string{filepath.Join(dir, "wards"), sparse(t, filepath.Join(dir, "b.geojson"), 1e6), filepath.Join(dir, "none")}
	if got := o.Need(); got.Disk != roads.Disk+9.6e6 {
		t.Errorf("8 MB of borders need %d more bytes", got.Disk-roads.Disk)
	}
	o.Memory = 100e6
	if got := o.Need().Memory; got != 100e6 {
		t.Errorf("needs %d bytes of memory, above the limit", got)
	}
	xml := engine.ImportOptions{Roads: sparse(t, filepath.Join(dir, "x.OSM"), 1000e6)}
	if got := xml.Need(); got != roads {
		t.Errorf("1000 MB of XML need %+v, want %+v", got, roads)
	}
}

// TestNeedIsWhatImportsTook compares the needs with the table of need.go. A need that is too
// low ends in the middle of an import; one that is far too high refuses machines that could.
func TestNeedIsWhatImportsTook(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, size float64) string { return sparse(t, filepath.Join(dir, name), int64(size)) }
	const mostMemory, mostDisk = 1.2, 1.7 // of what was taken
	for _, c := range []struct {
		name           string
		roads, borders float64 // bytes of the sources
		memory, disk   float64 // bytes taken; 0 if not measured
	}{
		{"a city with buildings", 4.9e6, 0, 118e6, 14e6},
		{"8 cities with buildings", 54.7e6, 0, 300e6, 159e6},
		{"60 cities and all wards", 254.2e6, 43.3e6, 956e6, 743e6},
		{"60 cities with buildings and all wards", 411.6e6, 43.3e6, 1165e6, 1228e6},
		{"120 cities", 508.6e6, 0, 1468e6, 1385e6},
		{"a city", 3.83e6, 0, 0, 13.04e6},
		{"all wards", 0, 43.3e6, 431e6, 50e6},
	} {
		o := engine.ImportOptions{}
		if c.roads > 0 {
			o.Roads = file("x.osm.pbf", c.roads)
		}
		if c.borders > 0 {
			o.Units = []string{file("x.geojson.gz", c.borders)}
		}
		n := o.Need()
		if m := float64(n.Memory); c.memory > 0 && (m < c.memory || m > mostMemory*c.memory) {
			t.Errorf("%s: needs %.0f MB of memory, took %.0f", c.name, m/1e6, c.memory/1e6)
		}
		if d := float64(n.Disk); d < c.disk || d > mostDisk*c.disk {
			t.Errorf("%s: needs %.0f MB of disk, took %.0f", c.name, d/1e6, c.disk/1e6)
		}
	}
}

// TestNeedOfBordersThatAreNotPacked holds that a folder of packed borders counts as such.
func TestNeedOfBordersThatAreNotPacked(t *testing.T) {
	dir := t.TempDir()
	packed, plain := filepath.Join(dir, "packed"), filepath.Join(dir, "plain")
	for folder, ending := range map[string]string{packed: ".geojson.gz", plain: ".geojson"} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"a", "b", "c"} {
			sparse(t, filepath.Join(folder, name+ending), 50e6)
		}
	}
	a, b := engine.ImportOptions{Units: []string{packed}}, engine.ImportOptions{Units: []string{plain}}
	if x, y := a.Need().Memory, b.Need().Memory; x < 3*y {
		t.Errorf("150 MB of packed borders need %d bytes, of others %d", x, y)
	}
}

func TestImportWithoutSpaceDoesNotBegin(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "x.rsp")
	_, err := engine.Import(t.Context(), engine.ImportOptions{Roads: sparse(t, filepath.Join(dir, "x.osm.pbf"), 8<<40), Out: out})
	if !errors.Is(err, engine.ErrSpace) {
		t.Errorf("error %v, want %v", err, engine.ErrSpace)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("%d files are left, %v", len(files), err)
	}
}

func TestImportLimitsMemoryAndRestoresIt(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	in := filepath.Join(t.TempDir(), "x.osm")
	text := `<osm><node id="1" lat="10" lon="106"/><node id="2" lat="10" lon="106.1"/><way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>`
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var during int64
	_, err := engine.Import(t.Context(), engine.ImportOptions{
		Roads: in, Out: filepath.Join(t.TempDir(), "x.rsp"), Memory: 100e6,
		Progress: func(osmimport.Progress) { during = debug.SetMemoryLimit(-1) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if during < 100e6 || during > 150e6 {
		t.Errorf("the limit was %d during the import, %d before", during, before)
	}
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("the limit is %d, not %d as before", after, before)
	}
}
