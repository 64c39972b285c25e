// SPDX-License-Identifier: MIT

package api

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"

	"roadsnap/engine"
	"roadsnap/engine/geofile"
)

func init() {
	for _, media := range exportMedia {
		if !strings.HasSuffix(media, "json") {
			openapi3filter.RegisterBodyDecoder(media, openapi3filter.FileBodyDecoder)
		}
	}
}

// export sends a request to export units, without app-version.
func exported(t *testing.T, s *Server, query string, edits ...edit) reply {
	t.Helper()
	return getReply(t, s, "/api/admin-unit/export?"+query, edits...)
}

// TestExportUnits asks for each format, and checks its first bytes and headers.
func TestExportUnits(t *testing.T) {
	s := startServer(t, withLand(t, 2))
	for format, begins := range map[geofile.Format]string{
		geofile.GeoJSON: `{"type":"FeatureCollection","name":"wards"`, geofile.CSV: "id,prov_code,", geofile.GeoPackage: "SQLite format 3\x00",
		geofile.ShapefileZip: "PK", geofile.KML: "<?xml", geofile.FlatGeobuf: "fgb\x03", geofile.TopoJSON: `{"type":"Topology"`, geofile.GeoParquet: "PAR1",
	} {
		got := exported(t, s, "format="+string(format))
		if got.status != http.StatusOK || !bytes.HasPrefix(got.body, []byte(begins)) {
			t.Errorf("%s: %d %.100q", format, got.status, got.body)
		}
		if name := got.header.Get("Content-Disposition"); name != `attachment; filename="wards`+format.Extension()+`"` || got.header.Get("ETag") == "" ||
			got.header.Get("Content-Type") != exportMedia[format] || got.header.Get("Content-Crs") != "<http://www.opengis.net/def/crs/EPSG/0/4326>" {
			t.Errorf("%s: %v", format, got.header)
		}
	}
	for _, f := range geofile.Formats() {
		if (exportMedia[f] == "") != (f == geofile.Shapefile) {
			t.Errorf("%s: media type %q", f, exportMedia[f])
		}
	}
	got := exported(t, s, "format=shp.zip")
	if z, err := zip.NewReader(bytes.NewReader(got.body), int64(len(got.body))); err != nil || len(z.File) < 4 {
		t.Error(err)
	}
}

// TestExportChooses checks which units and columns an export has.
func TestExportChooses(t *testing.T) {
	s := startServer(t, withLand(t, 2))
	for _, c := range []struct {
		query string
		count int
		first string
	}{
		{"", 253, "00004"},
		{"prov_code=01", 3, "00004"},
		{"kind=province&columns=prov_code", 12, "01"},
		{"bbox=106.001,10.501,106.002,10.502", 1, "10000"},                                 // within a square
		{"bbox=106.019,10.501,106.021,10.502", 2, "10000"},                                 // over the side between two
		{"bbox=106,10.5,107,11&prov_code=01", 3, "00004"},                                  // both
		{"bbox=100,1,101,2", 0, ""},                                                        // at sea
		{"columns=ward_code&geom_level=country&crs=EPSG:9210&excel=true", 253, "00004"},    // all parameters
		{"prov_code=01&crs=vn2000&columns=area_km2,ward_code&geom_level=auto", 3, "00004"}, // the order is that of the file
	} {
		got := exported(t, s, "format=csv&"+c.query)
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(got.body), "\ufeff"))).ReadAll()
		if err != nil || got.status != http.StatusOK || len(rows) != c.count+1 {
			t.Errorf("%s: %d, %d rows, %v", c.query, got.status, len(rows), err)
			continue
		}
		code := strings.Index(","+strings.Join(rows[0], ",")+",", ",ward_code,")
		if strings.Contains(c.query, "kind=province") {
			code = strings.Index(","+strings.Join(rows[0], ",")+",", ",prov_code,")
		}
		at := strings.Count(strings.Join(rows[0], ",")[:max(code, 0)], ",")
		if c.count > 0 && rows[1][at] != c.first {
			t.Errorf("%s: the first is %q of %q", c.query, rows[1][at], rows[0])
		}
	}
}

// TestExportRefuses checks the faults that an answer names.
func TestExportRefuses(t *testing.T) {
	s := startServer(t, withLand(t, 2))
	for query, fields := range map[string]string{
		"format=shp": "format", "kind=district": "kind", "prov_code=1": "prov_code", "prov_code=99": "prov_code", "bbox=1,2,3": "bbox",
		"bbox=3,2,1,4": "bbox", "geom_level=finest": "geom_level", "crs=EPSG:1": "crs", "crs=vn2000": "crs", "crs=" + url.QueryEscape("vn2000:Atlantis"): "crs",
		"format=kml&crs=utm48": "crs", "columns=ward_code,none": "columns", "excel=true": "excel", "excel=1": "excel", "format=gpkg&format=csv": "format",
		"kind=all&bbox=x": "kind bbox",
	} {
		if got := exported(t, s, query); got.status != http.StatusBadRequest || got.fields() != fields || got.header.Get("Content-Disposition") != "" {
			t.Errorf("%s: %d %s", query, got.status, got.body)
		}
	}
	bare := startServer(t, func(o *Options) {
		e, err := engine.New(engine.Options{Units: unitFiles()})
		if err != nil {
			t.Fatal(err)
		}
		o.Engine = e
	})
	if got := exported(t, bare, ""); got.status != http.StatusServiceUnavailable {
		t.Errorf("without borders: %d %s", got.status, got.body)
	}
}

// TestExportsThroughFilesAreFew takes all places for files. Formats that are streamed need none.
func TestExportsThroughFilesAreFew(t *testing.T) {
	s := startServer(t, withLand(t, 2))
	for range maxFileExports {
		s.exports <- struct{}{}
	}
	if got := exported(t, s, "format=gpkg"); got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") == "" {
		t.Errorf("%d %v", got.status, got.header)
	}
	if got := exported(t, s, "format=parquet"); got.status != http.StatusOK {
		t.Errorf("%d %s", got.status, got.body)
	}
	<-s.exports
	if got := exported(t, s, "format=gpkg"); got.status != http.StatusOK || len(s.exports) != maxFileExports-1 {
		t.Errorf("%d, %d places taken", got.status, len(s.exports))
	}
}

func TestHeaderText(t *testing.T) {
	if got := headerText("© A, 100 %\n"); got != "%C2%A9 A, 100 %25%0A" {
		t.Error(got)
	}
}
