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
	if got := o.Need(); got.Disk != roads.Disk+8e6 {
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
