// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/engine/geofile"
)

// TestExportsAreThoseOfTheServer compares the files of units export with those of the HTTP API.
func TestExportsAreThoseOfTheServer(t *testing.T) {
	borders := borderPack(t)
	base, _, stop := serving(t, "--pack", borders, "--addr", "127.0.0.1:0")
	defer stop()
	for _, format := range geofile.Formats() {
		if format == geofile.Shapefile {
			continue // several files
		}
		for _, c := range []struct{ args, query string }{
			{"", ""},
			{"--province 04 --level ward --columns ward_code,former,area_km2", "prov_code=04&geom_level=ward&columns=ward_code,former,area_km2"},
			{"--kind province --bbox 105.05,21.05,105.06,21.06", "kind=province&bbox=105.05,21.05,105.06,21.06"},
			{"--province 01 --crs vn2000", "prov_code=01&crs=vn2000"},
		} {
			if strings.Contains(c.args, "--crs") && (format == geofile.KML || format == geofile.TopoJSON) {
				continue
			}
			path := filepath.Join(t.TempDir(), "wards"+format.Extension())
			if strings.Contains(c.args, "--kind province") { // the names are in the archive of a Shapefile
				path = filepath.Join(filepath.Dir(path), "provinces"+format.Extension())
			}
			if got := roadsnap(t, "", append([]string{"units", "export", "--pack", borders, "--out", path}, strings.Fields(c.args)...)...); got.code != exitOK {
				t.Fatalf("%s: %s", format, got.err)
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			response, err := http.Get(base + "/api/admin-unit/export?format=" + string(format) + "&" + c.query)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(response.Body)
			if err := response.Body.Close(); err != nil {
				t.Fatal(err)
			}
			if err != nil || response.StatusCode != http.StatusOK || response.Header.Get("X-Licence") == "" {
				t.Fatalf("%s %s: %s %v %v", format, c.query, response.Status, response.Header, err)
			}
			if format == geofile.GeoPackage || format == geofile.ShapefileZip {
				// They hold the time at which they were made.
				if len(got) != len(want) {
					t.Errorf("%s %s: %d bytes, want %d", format, c.query, len(got), len(want))
				}
				continue
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s %s: %d bytes, want %d, and others", format, c.query, len(got), len(want))
			}
		}
	}
}
