// SPDX-License-Identifier: MIT

package zonefile

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/geofile"
	"roadsnap/engine/vector"
	"roadsnap/engine/zone"
)

func ring(west, south, size float64) []geo.Point {
	p := func(x, y float64) geo.Point {
		return geo.Fixed{Lat: int32((south + y) * 1e7), Lon: int32((west + x) * 1e7)}.Point()
	}
	return []geo.Point{p(0, 0), p(size, 0), p(size, size), p(0, size)}
}

// someZones has a zone of each kind, with names that need care.
func someZones() []zone.Zone {
	return []zone.Zone{
		{Name: "Kho Bình Tân", Group: "kho, \"bãi\"", Color: zone.Chosen | 0x12ab03, Shape: zone.Shape{Kind: zone.Circle, Center: geo.Point{Lat: 10.75, Lon: 106.6}, Radius: 80.5}},
		{Name: "=1+1", Shape: zone.Shape{Kind: zone.Corridor, Line: ring(106.5, 10.5, 0.1)[:3], Width: 40}},
		{Name: "'-<a & b>", Shape: zone.Shape{Kind: zone.Polygon, Rings: [][]geo.Point{ring(106, 10, 0.1), ring(106.03, 10.03, 0.02), ring(107, 11, 0.1)}}},
		{Name: "Bến Thành", Group: "@nhóm", Shape: zone.Shape{Kind: zone.Ward, Code: "26740"}},
		{Name: "TP. HCM", Color: zone.Chosen, Shape: zone.Shape{Kind: zone.Province, Code: "79"}},
	}
}

// normal makes zones comparable: rings begin at their least vertex, the same way round, in the
// order of their beginnings.
func normal(zones []zone.Zone) []zone.Zone {
	out := make([]zone.Zone, len(zones))
	for i, z := range zones {
		out[i] = z
		out[i].Rings = nil
		for _, r := range z.Rings {
			least := 0
			for k := range r {
				if r[k].Lat < r[least].Lat || r[k].Lat == r[least].Lat && r[k].Lon < r[least].Lon {
					least = k
				}
			}
			n := len(r)
			turned := append(append([]geo.Point{}, r[least:]...), r[:least]...)
			if turned[1].Lon < turned[n-1].Lon {
				for a, b := 1, n-1; a < b; a, b = a+1, b-1 {
					turned[a], turned[b] = turned[b], turned[a]
				}
			}
			out[i].Rings = append(out[i].Rings, turned)
		}
	}
	return out
}

func save(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRoundTrip(t *testing.T) {
	for _, f := range Formats() {
		var out bytes.Buffer
		if err := Write(&out, f, someZones(), nil); err != nil {
			t.Fatal(err)
		}
		path := save(t, "zones"+f.Extension(), out.String())
		zones, faults, err := Read(t.Context(), path, Options{})
		if err != nil || len(faults) > 0 || !reflect.DeepEqual(normal(zones), normal(someZones())) {
			t.Errorf("%s:\n%+v, %v, %v, want\n%+v\n%s", f, normal(zones), faults, err, normal(someZones()), out.String())
		}
		if got, err := FormatOf(path); got != f || err != nil {
			t.Errorf("%s is %s, %v", path, got, err)
		}
		if f == geofile.CSV && !strings.Contains(out.String(), "'=1+1,") {
			t.Errorf("a formula in\n%s", out.String())
		}
	}
	if err := Write(&bytes.Buffer{}, geofile.Shapefile, nil, nil); !errors.Is(err, geofile.ErrFormat) {
		t.Error(err)
	}
	if _, err := FormatOf("x.shp"); !errors.Is(err, geofile.ErrFormat) {
		t.Error(err)
	}
}

// geoJSON has an area, a line and a point.
const geoJSON = `{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"ten":"Bãi","nhom":"kho"},"geometry":{"type":"Polygon","coordinates":[[[106,10],[106.1,10],[106.1,10.1],[106,10.1],[106,10]],[[106.03,10.03],[106.03,10.05],[106.05,10.05],[106.03,10.03]]]}},
{"type":"Feature","properties":{"ten":"Đường","width_m":"50"},"geometry":{"type":"LineString","coordinates":[[106,10],[106.1,10],[106.1,10.1]]}},
{"type":"Feature","properties":{"ten":"Cảng","radius_m":"300"},"geometry":{"type":"Point","coordinates":[106.8,10.7]}}]}`

// TestPrograms reads files that GDAL wrote.
func TestPrograms(t *testing.T) {
	if _, err := exec.LookPath("ogr2ogr"); err != nil {
		t.Skip("GDAL is not installed")
	}
	want := map[string]zone.Zone{
		"Bãi":   {Group: "kho", Shape: zone.Shape{Kind: zone.Polygon}},
		"Đường": {Shape: zone.Shape{Kind: zone.Corridor, Width: 50}},
		"Cảng":  {Shape: zone.Shape{Kind: zone.Circle, Center: geo.Point{Lat: 10.7, Lon: 106.8}, Radius: 300}},
	}
	// GDAL's parameters of VN-2000 differ from the official ones by 0.8 m.
	const tolerance = 1.0
	source := save(t, "zones.geojson", geoJSON)
	for _, c := range []struct {
		name, kind string // kind "" for files with all kinds in one layer
		args       []string
		zip        bool
	}{
		{"all.geojson", "", []string{"-f", "GeoJSON"}, false},
		{"vn2000.geojson", "", []string{"-f", "GeoJSON", "-lco", "RFC7946=NO", "-t_srs", "EPSG:3405"}, false},
		{"all.kml", "", []string{"-f", "KML"}, false},
		{"all.gpkg", "", []string{"-f", "GPKG"}, false},
		{"utm.gpkg", "", []string{"-f", "GPKG", "-t_srs", "EPSG:32648"}, false},
		{"all.fgb", "", []string{"-f", "FlatGeobuf", "-nlt", "GEOMETRY"}, false},
		{"all.csv", "", []string{"-f", "CSV", "-lco", "GEOMETRY=AS_WKT"}, false},
		{"semicolon.csv", "", []string{"-f", "CSV", "-lco", "GEOMETRY=AS_WKT", "-lco", "SEPARATOR=SEMICOLON"}, false},
		{"area.shp", "POLYGON", []string{"-lco", "ENCODING=UTF-8"}, false},
		{"line.shp", "LINESTRING", []string{"-lco", "ENCODING=UTF-8", "-t_srs", "EPSG:3405"}, false},
		{"point.shp", "POINT", []string{"-lco", "ENCODING=UTF-8"}, true},
		{"area.fgb", "POLYGON", []string{"-f", "FlatGeobuf"}, true},
		{"line.fgb", "LINESTRING", []string{"-f", "FlatGeobuf"}, false},
		{"point.fgb", "POINT", []string{"-f", "FlatGeobuf"}, false},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		args := append([]string{path, source}, c.args...)
		if c.kind != "" {
			args = append(args, "-where", "OGR_GEOMETRY='"+c.kind+"'", "-nlt", c.kind)
		}
		if out, err := exec.Command("ogr2ogr", args...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", c.name, err, out)
			continue
		}
		if c.zip {
			path = zipped(t, filepath.Dir(path))
		}
		zones, faults, err := Read(t.Context(), path, Options{})
		if err != nil || len(faults) > 0 || c.kind == "" && len(zones) != 3 || c.kind != "" && len(zones) != 1 {
			t.Errorf("%s: %+v, %v, %v", c.name, zones, faults, err)
			continue
		}
		for _, z := range zones {
			w, known := want[z.Name]
			if !known || z.Kind != w.Kind || z.Group != w.Group || z.Width != w.Width || z.Radius != w.Radius || geo.Distance(z.Center, w.Center) > tolerance {
				t.Errorf("%s: %+v, want %+v", c.name, z, w)
			}
			if z.Kind == zone.Polygon && (len(z.Rings) != 2 || len(z.Rings[0]) != 4 || len(z.Rings[1]) != 3 || geo.Distance(z.Rings[0][0], geo.Point{Lat: 10, Lon: 106}) > 20_000) {
				t.Errorf("%s: rings %v", c.name, z.Rings)
			}
			if z.Kind == zone.Corridor && (len(z.Line) != 3 || geo.Distance(z.Line[0], geo.Point{Lat: 10, Lon: 106}) > tolerance) {
				t.Errorf("%s: line %v", c.name, z.Line)
			}
		}
	}
}

// zipped packs the files of a folder.
func zipped(t *testing.T, folder string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	if err := z.AddFS(os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return save(t, "all.zip", b.String())
}

// TestFaults holds that each bad feature is named with its place and the remedy, and that the
// good ones are read.
func TestFaults(t *testing.T) {
	feature := func(properties, kind, coordinates string) string {
		return `{"type":"Feature","properties":{` + properties + `},"geometry":{"type":"` + kind + `","coordinates":` + coordinates + `}}`
	}
	for _, c := range []struct {
		name, feature string
		parts         []string
	}{
		{"bow tie", feature(`"name":"x"`, "Polygon", "[[[106,10],[106.1,10.1],[106.1,10],[106,10.1],[106,10]]]"), []string{`feature 2, "x"`, "crosses itself at 10.05", "move"}},
		{"swapped", feature("", "Polygon", "[[[10,106],[10.1,106],[10.1,106.1],[10,106]]]"), []string{"exchange latitude and longitude"}},
		{"metres", feature("", "Point", "[600000,1200000]"), []string{"degrees"}},
		{"no radius", feature("", "Point", "[106,10]"), []string{"radius_m"}},
		{"bad radius", feature(`"radius":"wide"`, "Point", "[106,10]"), []string{"wide", "120.5"}},
		{"no width", feature("", "LineString", "[[106,10],[107,10]]"), []string{"width_m"}},
		{"one point", feature(`"width":5`, "LineString", "[[106,10],[106,10]]"), []string{"two different points"}},
		{"part in part", feature("", "MultiPolygon", "[[[[106,10],[106.1,10],[106.1,10.1],[106,10.1],[106,10]]],[[[106.03,10.03],[106.05,10.03],[106.05,10.05],[106.03,10.03]]]]"), []string{"within another", "10.03"}},
		{"none", `{"type":"Feature","properties":{},"geometry":null}`, []string{"no area, line or point"}},
		{"bad code", feature(`"kind":"ward","code":"7"`, "Point", "[106,10]"), []string{"5 digits"}},
	} {
		good := feature(`"name":"good"`, "Polygon", "[[[106,10],[106.1,10],[106.1,10.1],[106,10]]]")
		path := save(t, "x.geojson", `{"type":"FeatureCollection","features":[`+good+","+c.feature+","+good+`]}`)
		zones, faults, err := Read(t.Context(), path, Options{})
		if err != nil || len(zones) != 2 || len(faults) != 1 || !errors.Is(faults[0].Err, zone.ErrShape) {
			t.Errorf("%s: %d zones, %v, %v", c.name, len(zones), faults, err)
			continue
		}
		if c.name == "metres" {
			continue
		}
		for _, part := range c.parts {
			if !strings.Contains(faults[0].Error(), part) {
				t.Errorf("%s: %v does not have %q", c.name, faults[0], part)
			}
		}
	}
}

func TestFiles(t *testing.T) {
	for _, c := range []struct {
		name, content string
		is            error
		says          string
	}{
		{"x.geojson", "{", vector.ErrCorrupt, "download it again"},
		{"x.geojson", `{"type":"FeatureCollection","features":[]}`, vector.ErrFormat, "no zones"},
		{"x.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[1]}}]}`, vector.ErrCorrupt, ""},
		{"x.kml", "<html>", vector.ErrFormat, "not KML"},
		{"x.csv", "a,b\n1,2\n", vector.ErrFormat, "name the columns"},
		{"x.bin", "\x00\x01\x02", vector.ErrFormat, "choose another file"},
		{"x.zip", "PK\x03\x04", vector.ErrCorrupt, ""},
		{"x.gpkg", vector.SQLiteMagic, nil, ""},
	} {
		_, _, err := Read(t.Context(), save(t, c.name, c.content), Options{})
		if err == nil || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %q: %v", c.name, c.content, err)
		}
	}
	if _, _, err := Read(t.Context(), filepath.Join(t.TempDir(), "none"), Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestTable reads tables as people write them.
func TestTable(t *testing.T) {
	path := save(t, "điểm.csv", "\ufeffTên;Vĩ độ;Kinh độ;Bán kính (m);Màu\nKho A;10,75;106,6;120,5;#ff0000\n;10.8;106.7;;đỏ\n\nKho C;abc;106;1;\n")
	zones, faults, err := Read(t.Context(), path, Options{Radius: 50, Group: "điểm"})
	want := []zone.Zone{
		{Name: "Kho A", Group: "điểm", Color: zone.Chosen | 0xff0000, Shape: zone.Shape{Kind: zone.Circle, Center: geo.Point{Lat: 10.75, Lon: 106.6}, Radius: 120.5}},
		{Name: "điểm 2", Group: "điểm", Shape: zone.Shape{Kind: zone.Circle, Center: geo.Point{Lat: 10.8, Lon: 106.7}, Radius: 50}},
	}
	if err != nil || !reflect.DeepEqual(zones, want) || len(faults) != 1 || faults[0].Name != "Kho C" || !strings.Contains(faults[0].Error(), "abc") {
		t.Errorf("%+v, %v, %v", zones, faults, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(geoJSON))
	f.Add([]byte("name,wkt\na,\"POLYGON((1 2,3 4,5 6,1 2))\"\n"))
	var kml bytes.Buffer
	if err := Write(&kml, geofile.KML, someZones(), nil); err != nil {
		f.Fatal(err)
	}
	f.Add(kml.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		zones, _, err := Read(t.Context(), save(t, "x", string(data)), Options{Radius: 5, Width: 5})
		if err != nil {
			return
		}
		for i := range zones {
			if err := zones[i].Check(); err != nil {
				t.Errorf("%+v: %v", zones[i], err)
			}
		}
	})
}
