// SPDX-License-Identifier: MIT

package unitimport

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"roadsnap/engine/geo"
	"roadsnap/engine/geofile"
	"roadsnap/engine/vector"
)

// areaAt is a square with a hole.
func areaAt(lat, lon float64) orb.MultiPolygon {
	ring := func(inset float64) orb.Ring {
		a, b := inset, 0.01-inset
		return orb.Ring{{lon + a, lat + a}, {lon + b, lat + a}, {lon + b, lat + b}, {lon + a, lat + b}, {lon + a, lat + a}}
	}
	return orb.MultiPolygon{{ring(0), ring(0.004)}}
}

// gisFile writes two wards with columns of the given names into a file of a new folder,
// and returns its path.
func gisFile(t *testing.T, name string, format geofile.Format, code, called string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w, err := geofile.Create(path, format, geofile.Schema{Name: "wards", Columns: []geofile.Column{{Name: code, Kind: geofile.Text}, {Name: called, Kind: geofile.Text}}})
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(
		w.Add(geofile.Feature{Values: []any{"00004", "Phường Ba Đình"}, Area: areaAt(21.03, 105.8)}),
		w.Add(geofile.Feature{Values: []any{"00008", "Phường Ngọc Hà"}, Area: areaAt(21.03, 105.81)}),
		w.Commit(),
	)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// rezipped returns an archive of the files in a folder, which change may alter or leave
// out, under names within folder.
func rezipped(t *testing.T, path, folder string, change func(name string, b []byte) []byte) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	list, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		b, err := os.ReadFile(filepath.Join(filepath.Dir(path), d.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if b = change(d.Name(), b); b == nil {
			continue
		}
		w, err := z.Create(folder + d.Name())
		if err == nil {
			_, err = w.Write(b)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func asItIs(_ string, b []byte) []byte { return b }

// TestGISFiles reads what package geofile writes.
func TestGISFiles(t *testing.T) {
	shp := gisFile(t, "w.shp", geofile.Shapefile, "code", "name")
	upper := gisFile(t, "W.SHP", geofile.Shapefile, "code", "name")
	gpkg := gisFile(t, "w.gpkg", geofile.GeoPackage, "code", "name")
	kml := gisFile(t, "w.kml", geofile.KML, "code", "name")
	text := func(path string) string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for name, path := range map[string]string{
		"Shapefile":                    shp,
		"Shapefile in capitals":        upper,
		"folder of a Shapefile":        filepath.Dir(shp),
		"GeoPackage":                   gpkg,
		"GeoPackage of any name":       filepath.Join(folder(t, "download", text(gpkg)), "download"),
		"GeoPackage, gzip":             filepath.Join(folder(t, "w.gz", zipped(t, text(gpkg))), "w.gz"),
		"KML":                          kml,
		"KMZ":                          filepath.Join(folder(t, "w.kmz", archive(t, "doc.kml", text(kml))), "w.kmz"),
		"folder of a KMZ":              folder(t, "w.kmz", archive(t, "doc.kml", text(kml))),
		"archive of a Shapefile":       filepath.Join(folder(t, "w.zip", rezipped(t, shp, "a/", asItIs)), "w.zip"),
		"archive of one in capitals":   filepath.Join(folder(t, "w.zip", rezipped(t, upper, "", asItIs)), "w.zip"),
		"archive that leads elsewhere": filepath.Join(folder(t, "w.zip", rezipped(t, shp, "../../../", asItIs)), "w.zip"),
		"archive of a GeoPackage":      filepath.Join(folder(t, "w.zip", rezipped(t, gpkg, "", asItIs)), "w.zip"),
	} {
		t.Run(name, func(t *testing.T) {
			r, _, err := imported(t, Options{}, path)
			if err != nil || r.Joined != 2 || len(r.JoinedByName) > 0 || r.Borders.Rings != 4 || len(r.Repairs) > 0 {
				t.Fatalf("%+v, %v", r, err)
			}
			want := geo.Bounds{South: 21.03, West: 105.8, North: 21.04, East: 105.82}
			if d := geo.Distance(r.Bounds.Center(), want.Center()); d > 0.1 || len(r.Borders.Gaps) != 2 {
				t.Errorf("bounds %v, gaps %+v", r.Bounds, r.Borders.Gaps)
			}
		})
	}
}

// TestGISFileErrors checks that errors name the file, what is wrong, and what to do.
func TestGISFileErrors(t *testing.T) {
	shp := gisFile(t, "w.shp", geofile.Shapefile, "code", "name")
	odd := gisFile(t, "odd.shp", geofile.Shapefile, "key", "label")
	without := func(ending string) func(string, []byte) []byte {
		return func(name string, b []byte) []byte {
			if strings.HasSuffix(name, ending) {
				return nil
			}
			return b
		}
	}
	replaced := func(ending, old, with string) func(string, []byte) []byte {
		return func(name string, b []byte) []byte {
			if strings.HasSuffix(name, ending) {
				return bytes.Replace(b, []byte(old), []byte(with), 1)
			}
			return b
		}
	}
	zip := func(path string, change func(string, []byte) []byte) string {
		return filepath.Join(folder(t, "w.zip", rezipped(t, path, "", change)), "w.zip")
	}
	file := func(name, content string) string { return filepath.Join(folder(t, name, content), name) }
	for _, c := range []struct {
		name, path string
		o          Options
		is         error
		says       []string
	}{
		{"no table", zip(shp, without(".dbf")), Options{}, ErrFormat, []string{"w.zip/w.shp", "w.dbf", "missing"}},
		{"unknown encoding", zip(shp, replaced(".cpg", "UTF-8", "Big5")), Options{}, ErrFormat, []string{"w.zip/w.shp", `"Big5"`, "--units-encoding"}},
		{"wrong encoding", zip(shp, replaced(".cpg", "UTF-8", "1258")), Options{}, ErrFormat, []string{"feature 0", `column "name"`, "windows-1258", "--units-encoding"}},
		{"mojibake", zip(shp, replaced(".dbf", "Ba Đình", "Ba \xa7\xd7nh ")), Options{}, ErrFormat, []string{`column "name"`, "utf-8", "--units-encoding"}},
		{"unknown system", zip(shp, replaced(".prj", "D_WGS_1984", "D_Hanoi_1972")), Options{}, ErrProjected, []string{"GCS_WGS_1984", "D_Hanoi_1972", "--units-crs"}},
		{"system of no kind", zip(shp, asItIs), Options{System: "EPSG:3857"}, ErrProjected, []string{"EPSG:3857"}},
		{"encoding of no kind", zip(shp, asItIs), Options{Encoding: "Big5"}, ErrFormat, []string{"Big5"}},
		{"columns of no kind", zip(shp, asItIs), Options{Columns: map[string]string{"colour": "x"}}, ErrFormat, []string{"colour", "province_code"}},
		{"a chosen column that is missing", odd, Options{Columns: map[string]string{"name": "Ten"}}, ErrFormat, []string{"odd.shp", `no column "Ten"`, "key, label"}},
		{"unknown columns", odd, Options{}, ErrFormat, []string{"odd.shp", "key, label", "--units-columns"}},
		{"cut", zip(shp, func(name string, b []byte) []byte {
			if strings.HasSuffix(name, ".shp") {
				return b[:len(b)-20]
			}
			return b
		}), Options{}, ErrCorrupt, []string{"w.zip/w.shp", "feature 1", "ends too early"}},
		{"no GeoPackage", file("x.gpkg", vector.SQLiteMagic+strings.Repeat("x", 200)), Options{}, ErrCorrupt, []string{"x.gpkg", "again"}},
		{"web page", file("x.kml", "<html></html>"), Options{}, ErrFormat, []string{"<html>"}},
		{"no FlatGeobuf", file("x.fgb", vector.FlatGeobufMagic+"\x00\x01"), Options{}, ErrCorrupt, []string{"x.fgb", "ends too early"}},
		{"bomb", file("x.zip", archive(t, "x.shp", "\x00\x00\x27\x0a"+strings.Repeat("\x00", 96)+"\x00\x00\x00\x01\x10\x00\x00\x00"+strings.Repeat("\x00", baseRoom+1<<24), "x.dbf", "")), Options{}, ErrCorrupt, []string{"x.zip/x.shp"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := imported(t, c.o, c.path)
			if !errors.Is(err, c.is) {
				t.Fatalf("%v, want %v", err, c.is)
			}
			for _, part := range c.says {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%v: no %q", err, part)
				}
			}
		})
	}
}

// TestChoices reads files that do not say enough.
func TestChoices(t *testing.T) {
	odd := gisFile(t, "odd.shp", geofile.Shapefile, "key", "label")
	tcvn3 := filepath.Join(folder(t, "w.zip", rezipped(t, gisFile(t, "w.shp", geofile.Shapefile, "code", "name"), "", func(name string, b []byte) []byte {
		switch filepath.Ext(name) {
		case ".cpg":
			return nil
		case ".dbf":
			b = bytes.Replace(b, []byte("Phường Ba Đình"), []byte("Ph\xad\xeang Ba \xa7\xd7nh     "), 1)
			return bytes.Replace(b, []byte("Phường Ngọc Hà"), []byte("Ph\xad\xeang Ng\xe4c H\xb5      "), 1)
		}
		return b
	})), "w.zip")
	for _, c := range []struct {
		path string
		o    Options
	}{
		{odd, Options{Columns: map[string]string{"code": "KEY", "name": "Label"}}},
		{odd, Options{Columns: map[string]string{"name": "label"}}},
		{odd, Options{Columns: map[string]string{"full_name": "label"}}},
		{tcvn3, Options{Encoding: "TCVN3"}},
	} {
		if r, _, err := imported(t, c.o, c.path); err != nil || r.Joined != 2 {
			t.Errorf("%+v: %d joined, %v", c.o, r.Joined, err)
		}
	}
	// The column "name" does not count if another one is the name.
	text := collection(featureOf(`"name":"Phường Ba Đình","old":"Phường Ngọc Hà"`, polygon(square(21, 105, 0.01))))
	r, _, err := imported(t, Options{Columns: map[string]string{"name": "old"}}, folder(t, "x.json", text))
	if err != nil || r.JoinedByName[0].Unit.Code != "00008" {
		t.Errorf("%+v, %v", r.JoinedByName, err)
	}
}

// TestSystemsOfFiles checks that positions in VN-2000 come out in WGS 84.
func TestSystemsOfFiles(t *testing.T) {
	grid := geo.VN2000Grid(105)
	var metres []string
	want := areaAt(21.03, 105.8)[0][0]
	for _, p := range want {
		q := grid.Project(geo.ToVN2000(geo.Point{Lat: p[1], Lon: p[0]}))
		metres = append(metres, fmt.Sprintf("[%.4f,%.4f]", q.Easting, q.Northing))
	}
	ward := featureOf(`"code":"00004"`, polygon("[["+strings.Join(metres, ",")+"]]"))
	declares := func(name string) string {
		return `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"` + name + `"}},"features":[` + ward + "]}"
	}
	late := strings.TrimSuffix(collection(ward), "}") + `,"crs":{"type":"name","properties":{"name":"EPSG:5897"}}}`
	for name, c := range map[string]struct {
		text, system string
		fails        error
	}{
		"declared":          {declares("urn:ogc:def:crs:EPSG::5897"), "", nil},
		"chosen":            {collection(ward), "EPSG:5897", nil},
		"chosen against":    {declares("EPSG:3857"), "5897", nil},
		"not declared":      {collection(ward), "", ErrProjected},
		"declared too late": {late, "", ErrProjected},
	} {
		r, _, err := imported(t, Options{System: c.system}, folder(t, "x.json", c.text))
		if !errors.Is(err, c.fails) {
			t.Errorf("%s: %v, want %v", name, err, c.fails)
		}
		if err == nil && geo.Distance(r.Bounds.Center(), geo.Point{Lat: 21.035, Lon: 105.805}) > 0.1 {
			t.Errorf("%s: %v", name, r.Bounds)
		}
	}
}

// TestColumnsOfSources checks the columns of well-known sources.
func TestColumnsOfSources(t *testing.T) {
	for name, c := range map[string]struct {
		row  map[string]string
		want given
	}{
		"geoBoundaries": {map[string]string{"shapeName": "Phường Ba Đình", "shapeISO": "", "shapeID": "74428621B", "shapeGroup": "VNM", "shapeType": "ADM3"},
			given{name: "Phường Ba Đình", kind: "ADM3"}},
		"GADM, three tiers": {map[string]string{"GID_0": "VNM", "COUNTRY": "Vietnam", "GID_1": "VNM.27_1", "NAME_1": "Hà Nội", "NAME_2": "Ba Đình", "TYPE_2": "Quận", "NAME_3": "Cống Vị", "VARNAME_3": "Cong Vi", "TYPE_3": "Phường", "ENGTYPE_3": "Ward", "CC_3": "NA"},
			given{code: "NA", name: "Cống Vị", provinceName: "Hà Nội", kind: "Phường", district: "Ba Đình"}},
		"GADM, districts": {map[string]string{"NAME_1": "Hà Nội", "NAME_2": "Ba Đình", "TYPE_2": "Quận", "TYPE_1": "Thành phố"},
			given{name: "Ba Đình", provinceName: "Hà Nội", kind: "Quận"}},
		"HDX, three tiers": {map[string]string{"ADM3_EN": "Ba Dinh Ward", "ADM3_VI": "Phường Ba Đình", "ADM3_PCODE": "VN00004", "ADM2_EN": "Ba Dinh District", "ADM2_VI": "Quận Ba Đình", "ADM2_PCODE": "VN001", "ADM1_VI": "Thành phố Hà Nội", "ADM1_EN": "Ha Noi", "ADM1_PCODE": "VN01"},
			given{code: "00004", name: "Phường Ba Đình", provinceName: "Thành phố Hà Nội", district: "Quận Ba Đình"}},
		"HDX, two tiers": {map[string]string{"adm2_name": "Ba Dinh", "adm2_name1": "Ba Đình", "adm2_pcode": "VN00004", "adm1_name": "Ha Noi", "adm1_name1": "Hà Nội"},
			given{code: "00004", name: "Ba Đình", provinceName: "Hà Nội"}},
		"vietnamese-provinces-database": {map[string]string{"code": "00004", "name": "Ba Đình", "name_en": "Ba Dinh", "full_name": "Phường Ba Đình", "full_name_en": "Ba Dinh Ward", "code_name": "ba_dinh", "province_code": "01", "administrative_unit_id": "3"},
			given{code: "00004", name: "Ba Đình", fullName: "Phường Ba Đình", provinceCode: "01"}},
		"a table of numbers": {map[string]string{"MA_XA": "4.0000", "MA_TINH": "1.0", "TEN_XA": "Ba Đình"},
			given{code: "00004", name: "Ba Đình", provinceCode: "01"}},
	} {
		k := intake{}
		for range 20 { // in any order
			p := k.reading()
			for column, value := range c.row {
				p.take(column, value)
			}
			if got := p.given(); got != c.want {
				t.Fatalf("%s: %+v, want %+v", name, got, c.want)
			}
		}
		if !k.found.known || len(k.found.columns) != len(c.row) {
			t.Errorf("%s: of %v, it knows of %v", name, slices.Sorted(maps.Keys(c.row)), k.found.columns)
		}
	}
}

// FuzzFiles reads any bytes as a file of any format, alone and as an archive's Shapefile.
func FuzzFiles(f *testing.F) {
	f.Add([]byte(collection(squares(`"code":"00004"`)...)), []byte{})
	f.Add([]byte("\x00\x00\x27\x0a"), []byte("\x03"))
	f.Add([]byte(vector.SQLiteMagic), []byte{})
	f.Add([]byte(vector.FlatGeobufMagic), []byte{})
	f.Add([]byte("<kml><Placemark><name>A</name></Placemark></kml>"), []byte{})
	f.Fuzz(func(t *testing.T, data, table []byte) {
		for _, path := range []string{
			filepath.Join(folder(t, "x.shp", string(data), "x.dbf", string(table)), "x.shp"),
			filepath.Join(folder(t, "x.zip", archive(t, "x.shp", string(data), "x.dbf", string(table))), "x.zip"),
		} {
			_, err := read(t.Context(), []string{path}, Options{}, nil)
			known := slices.ContainsFunc([]error{ErrFormat, ErrCorrupt, ErrSwapped, ErrProjected}, func(class error) bool { return errors.Is(err, class) })
			if err != nil && !known {
				t.Errorf("%v", err)
			}
		}
	})
}
