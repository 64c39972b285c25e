// SPDX-License-Identifier: MIT

package osmimport_test

import (
	"os"
	"path/filepath"
	"testing"

	"roadsnap/engine/osmimport"
)

// TestIsExtract writes the first bytes of files whose names say nothing, and names that do.
func TestIsExtract(t *testing.T) {
	folder := t.TempDir()
	for content, want := range map[string]bool{
		"\x00\x00\x00\x0d\x0a\x09OSMHeader\x18\x7c\x10\x71\x1a\x70\x08\x6a\x12\x6c\x78\xda\x12\x62\x04\x00\x00\xff\xff" +
			"0123456789012345678901234567890123456789": true,
		`<?xml version="1.0"?><osm version="0.6"></osm>`: true,
		`<kml><Placemark/></kml>`:                        false,
		`<osmChange version="0.6"></osmChange>`:          false,
		`{"type":"FeatureCollection"}`:                   false,
		"\x00\x00\x27\x0a\x00\x00\x00\x00" + "0123456789012345678901234567890123456789012345678901234567890": false,
		"PK\x03\x04": false,
		"":           false,
	} {
		path := filepath.Join(folder, "download.1")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := osmimport.IsExtract(path); got != want {
			t.Errorf("%.30q: %t", content, got)
		}
	}
	for path, want := range map[string]bool{"a/Vietnam.OSM.PBF": true, "a.osm.bz2": true, "a.osm": true, "a.gz": false, folder: false} {
		if got := osmimport.IsExtract(path); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}
