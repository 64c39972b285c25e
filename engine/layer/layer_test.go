// SPDX-License-Identifier: MIT

package layer

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
	"github.com/xuri/excelize/v2"

	"roadsnap/engine/crs"
	"roadsnap/engine/geo"
	"roadsnap/engine/geofile"
	"roadsnap/engine/trace"
	"roadsnap/engine/vector"
)

func save(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func mustOpen(t *testing.T, path string, o Options) *Layer {
	t.Helper()
	l, err := Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestAreasOfEachFormat writes areas with package geofile and opens them.
func TestAreasOfEachFormat(t *testing.T) {
	square := orb.MultiPolygon{{
		{{105, 20}, {106, 20}, {106, 21}, {105, 21}, {105, 20}},
		{{105.4, 20.4}, {105.4, 20.6}, {105.6, 20.6}, {105.6, 20.4}, {105.4, 20.4}},
	}}
	schema := geofile.Schema{Name: "areas", Columns: []geofile.Column{{Name: "ma", Kind: geofile.Text}, {Name: "dan_so", Kind: geofile.Integer}, {Name: "km2", Kind: geofile.Real}}}
	for _, f := range geofile.Formats() {
		if f == geofile.CSV || f == geofile.TopoJSON || f == geofile.GeoParquet {
			continue
		}
		path := filepath.Join(t.TempDir(), "x"+f.Extension())
		w, err := geofile.Create(path, f, schema)
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(w.Add(geofile.Feature{Values: []any{"00004", int64(12345), 1.5}, Area: square}), w.Add(geofile.Feature{Values: []any{"Đặc khu", nil, nil}}), w.Commit())
		if err != nil {
			t.Fatal(err)
		}
		l := mustOpen(t, path, Options{})
		if l.Len() != 2 || l.Shape != Areas || l.Geometry[1] != nil {
			t.Fatalf("%s: %d features, shape %d, %v", f, l.Len(), l.Shape, l.Geometry)
		}
		if area, ok := l.Geometry[0].(orb.MultiPolygon); !ok || len(area) != 1 || len(area[0]) != 2 || area.Bound() != square.Bound() {
			t.Errorf("%s: %v", f, l.Geometry[0])
		}
		ma, people, size := l.Column("ma"), l.Column("dan_so"), l.Column("km2")
		if ma < 0 || people < 0 || size < 0 {
			t.Fatalf("%s: %+v", f, l.Columns)
		}
		if c := l.Columns[ma]; c.Kind != Text || c.Texts[0] != "00004" || c.Texts[1] != "Đặc khu" {
			t.Errorf("%s: %+v", f, c)
		}
		if l.Value(people, 0) != 12345 || !math.IsNaN(l.Value(people, 1)) || l.Value(size, 0) != 1.5 {
			t.Errorf("%s: %+v %+v", f, l.Columns[people], l.Columns[size])
		}
		area, _ := l.Geometry[0].(orb.MultiPolygon)
		if !planar.MultiPolygonContains(area, orb.Point{105.2, 20.2}) || planar.MultiPolygonContains(area, orb.Point{105.5, 20.5}) {
			t.Errorf("%s: the area or its hole is elsewhere: %v", f, area)
		}
		if l.Assumed {
			t.Errorf("%s declares no system", f)
		}
		if f == geofile.Shapefile {
			if err := os.Remove(strings.TrimSuffix(path, ".shp") + ".prj"); err != nil {
				t.Fatal(err)
			}
			if l := mustOpen(t, path, Options{}); !l.Assumed {
				t.Error("a Shapefile without .prj declares a system")
			}
		}
	}
}

const gpx = `<?xml version="1.0"?><gpx version="1.1" creator="x"><wpt lat="21.03" lon="105.85"><name>Hồ Gươm</name><ele>12</ele><extensions><x>1</x></extensions></wpt>
<wpt lat="10.77" lon="106.7"><name>Bến Thành</name></wpt><trk><name>đường</name><trkseg><trkpt lat="21" lon="105"><time>2026-01-01T00:00:00Z</time></trkpt><trkpt lat="21.1" lon="105"><time>2026-01-01T00:10:00Z</time></trkpt></trkseg></trk></gpx>`

func TestPoints(t *testing.T) {
	book := excelize.NewFile()
	for i, row := range [][]any{{"Tên", "Vĩ độ", "Kinh độ", "Số hộ", "Ngày"}, {"A", 21.03, 105.85, 1200.5, "31/12/2025"}, {"B", 10.77, 106.7, nil, "1/1/2026"}} {
		if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	xlsx := filepath.Join(t.TempDir(), "x.xlsx")
	if err := book.SaveAs(xlsx); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"csv":     save(t, "x.csv", "Tên,Vĩ độ,Kinh độ,Số hộ,Ngày\nA,21.03,105.85,1200.5,31/12/2025\nB,10.77,106.7,,1/1/2026\n"),
		"vi":      save(t, "x.csv", "\ufeffTên;Vĩ độ;Kinh độ;Số hộ;Ngày\r\nA;21,03;105,85;1.200,5;31/12/2025\r\nB;10,77;106,7;;1/1/2026\r\n"),
		"geojson": save(t, "x.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"Tên":"A","Số hộ":1200.5,"Ngày":"31/12/2025"},"geometry":{"type":"Point","coordinates":[105.85,21.03]}},{"type":"Feature","properties":{"Tên":"B","Số hộ":null,"Ngày":"1/1/2026"},"geometry":{"type":"MultiPoint","coordinates":[[106.7,10.77]]}}]}`),
		"lines":   save(t, "x.json", `{"type":"Feature","properties":{"Tên":"A","Số hộ":1200.5,"Ngày":"31/12/2025"},"geometry":{"type":"Point","coordinates":[105.85,21.03]}}`+"\n"+`{"type":"Feature","properties":{"Tên":"B","Ngày":"1/1/2026"},"geometry":{"type":"Point","coordinates":[106.7,10.77]}}`),
		"kml":     save(t, "x.kml", `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>A</name><ExtendedData><Data name="Số hộ"><value>1200.5</value></Data><Data name="Ngày"><value>31/12/2025</value></Data></ExtendedData><Point><coordinates>105.85,21.03,0</coordinates></Point></Placemark><Placemark><name>B</name><ExtendedData><Data name="Ngày"><value>1/1/2026</value></Data></ExtendedData><Point><coordinates>106.7,10.77</coordinates></Point></Placemark></Document></kml>`),
		"xlsx":    xlsx,
	} {
		l := mustOpen(t, path, Options{})
		if l.Len() != 2 || l.Shape != Points || l.Faulty != 0 {
			t.Fatalf("%s: %d features, %v", name, l.Len(), l.Faults)
		}
		for i, want := range []orb.Point{{105.85, 21.03}, {106.7, 10.77}} {
			if p, ok := l.Geometry[i].(orb.MultiPoint); !ok || planar.Distance(p[0], want) > 1e-6 {
				t.Errorf("%s: %v", name, l.Geometry[i])
			}
		}
		households, day := l.Column("Số hộ"), l.Column("Ngày")
		if l.Value(households, 0) != 1200.5 || !math.IsNaN(l.Value(households, 1)) {
			t.Errorf("%s: %+v", name, l.Columns[households])
		}
		if c := l.Columns[day]; c.Kind != Date || c.Dates[0].Format("2006-01-02") != "2025-12-31" || c.Dates[1].Format("2006-01-02") != "2026-01-01" {
			t.Errorf("%s: %+v", name, c)
		}
	}
	l := mustOpen(t, save(t, "x.gpx", gpx), Options{})
	if l.Len() != 3 || l.Shape != Lines || l.Columns[l.Column("name")].Texts[0] != "Hồ Gươm" || l.Columns[l.Column("start")].Kind != Date {
		t.Errorf("GPX: %+v", l)
	}
	if track, ok := l.Geometry[2].(orb.MultiLineString); !ok || track[0][1] != (orb.Point{105, 21.1}) {
		t.Errorf("GPX: %v", l.Geometry[2])
	}
}

// TestSystems writes one point in each system of Vietnam and reads it back.
func TestSystems(t *testing.T) {
	want := geo.Point{Lat: 10.7769, Lon: 106.7009}
	codes := []int{4326, 4756, 3405, 3406, 32648, 32649}
	for _, z := range crs.Zones() {
		codes = append(codes, z.EPSG)
	}
	for _, code := range codes {
		s, err := crs.ByEPSG(code)
		if err != nil {
			t.Fatal(err)
		}
		x, y := s.XY(want)
		table := fmt.Sprintf("name,lat,lon\nA,%.8f,%.8f\n", y, x)
		collection := fmt.Sprintf(`{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::%d"}},"features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[%.8f,%.8f]}}]}`, code, x, y)
		for _, l := range []*Layer{
			mustOpen(t, save(t, "x.csv", table), Options{System: fmt.Sprintf("EPSG:%d", code)}),
			mustOpen(t, save(t, "x.geojson", collection), Options{}),
		} {
			p := l.Geometry[0].(orb.MultiPoint)[0]
			if d := geo.Distance(want, geo.Point{Lat: p[1], Lon: p[0]}); d > 0.001 {
				t.Errorf("EPSG:%d: %v is off by %.4f m", code, p, d)
			}
		}
	}
	_, err := Open(t.Context(), save(t, "x.csv", "name,lat,lon\nA,1192345.6,601234.5\nB,1192445.6,601334.5\n"), Options{})
	var off *SystemError
	if err == nil || !strings.Contains(err.Error(), "EPSG:") || !strings.Contains(err.Error(), "row 2") || !errors.As(err, &off) || len(off.Likely) == 0 || off.X != 601234.5 {
		t.Errorf("metres without a system: %v", err)
	}
	// A file of GIS that declares no system, or a wrong one.
	for name, wrong := range map[string]bool{"EPSG::4326": true, "EPSG::9210": false} {
		path := save(t, "x.geojson", fmt.Sprintf(`{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:%s"}},"features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[601234.5,1192345.6]}}]}`, name))
		l, err := Open(t.Context(), path, Options{})
		if errors.As(err, &off) != wrong || !wrong && l.Assumed {
			t.Errorf("%s: %v", name, err)
		}
		if l = mustOpen(t, path, Options{System: "EPSG:9210"}); l.Len() != 1 {
			t.Errorf("%s: %v", name, l.Faults)
		}
	}
	// The northing in the column of x, as in Vietnam.
	l := mustOpen(t, save(t, "x.csv", "name,y,x\nA,601234.5,1192345.6\n"), Options{System: "EPSG:9210", Lat: "y", Lon: "x"})
	if p := l.Geometry[0].(orb.MultiPoint)[0]; p[1] < 10 || p[1] > 11 {
		t.Errorf("exchanged: %v", p)
	}
}

func TestRefused(t *testing.T) {
	many := "a,b\n"
	for _, c := range []struct {
		name, content string
		o             Options
		is            error
		says          string
	}{
		{"x.csv", many, Options{}, trace.ErrColumns, "x.csv"},
		{"x.csv", "a,b\n1,2\n", Options{}, trace.ErrColumns, "a, b"},
		{"x.csv", "a,lat,lon\n1,x,y\n", Options{}, vector.ErrFormat, "row 2"},
		{"x.csv", "a,lat,lon\n1,2,3\n", Options{Lat: "la", Lon: "lo"}, trace.ErrColumns, "a, lat, lon"},
		{"x.csv", "lat,lon\n1,2\n", Options{System: "EPSG:1"}, nil, "EPSG:9210"},
		{"x.csv", "", Options{}, nil, "no values"},
		{"x.geojson", `{"type":"FeatureCollection","features":[]}`, Options{}, vector.ErrFormat, "no features"},
		{"x.geojson", `{"type":"FeatureCollection","features":[{"type":"Fea`, Options{}, vector.ErrCorrupt, "download it again"},
		{"x.geojson", `{"type":"Topology"}`, Options{}, vector.ErrFormat, "TopoJSON"},
		{"x.geojson", `{"crs":{"properties":{"name":"EPSG:2"}},"features":[]}`, Options{}, nil, "EPSG:2"},
		{"x.geojson", `{"features":[{"geometry":{"type":"Point","coordinates":[1,2]}}],"crs":{"properties":{"name":"EPSG:9210"}}}`, Options{}, vector.ErrFormat, "after its features"},
		{"x.kml", "<kml>", Options{}, vector.ErrCorrupt, ""},
		{"x.xml", "<osm/>", Options{}, vector.ErrFormat, "KML"},
		{"x.gpx", "<gpx><wpt lat='1'/></gpx>", Options{}, trace.ErrValue, "no lat and lon"},
		{"x.gpx", "<gpx><wpt lat='1' lon='200'/></gpx>", Options{}, trace.ErrRange, "x.gpx:1"},
		{"x.fgb", vector.FlatGeobufMagic + "\x00\xff\xff\xff\xff", Options{}, nil, ""},
		{"x.gpkg", vector.SQLiteMagic, Options{}, nil, ""},
		{"x.shp", "\x00\x00\x27\x0a", Options{}, vector.ErrCorrupt, ""},
		{"x.zip", "PK\x03\x04", Options{}, vector.ErrCorrupt, ""},
		{"x.xlsx", "PK\x03\x04", Options{}, nil, ""},
	} {
		_, err := Open(t.Context(), save(t, c.name, c.content), c.o)
		if err == nil || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "x.") {
			t.Errorf("%s %.60q: %v", c.name, c.content, err)
		}
	}
	if _, err := Open(t.Context(), filepath.Join(t.TempDir(), "none.csv"), Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, save(t, "x.csv", "a,lat,lon\n1,2,3\n"), Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestBare reads a table without positions, whose names look like numbers.
func TestBare(t *testing.T) {
	l := mustOpen(t, save(t, "x.csv", "ma,2024,2025,\n00004,1,2,x\n00008,3\n"), Options{Bare: true})
	if l.Len() != 2 || l.Shape != None || l.Faulty != 0 || len(l.Columns) != 4 {
		t.Fatalf("%+v", l)
	}
	if c := l.Columns[l.Column("2025")]; c.Kind != Number || c.Numbers[0] != 2 || !math.IsNaN(c.Numbers[1]) || l.Columns[3].Name != "column 4" {
		t.Errorf("%+v", l.Columns)
	}
}

// TestArchive reads a layer of an archive.
func TestArchive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.zip")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for name, content := range map[string]string{"readme.txt": "x", "a/x.csv": "a,lat,lon\n1,10,106\n", "../x.gpx": gpx} {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	if l := mustOpen(t, path, Options{}); l.Len() != 4 {
		t.Errorf("%d features", l.Len())
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		text string
		mark Decimal
		want float64 // NaN if it is none
	}{
		{"1234.5", Point, 1234.5}, {"1,234.5", Point, 1234.5}, {"1 234.5", Point, 1234.5}, {"1.234,5", Comma, 1234.5}, {"-1.234.567", Comma, -1234567},
		{"−3", Point, -3}, {"0", Point, 0}, {"0.25", Point, 0.25}, {"0,25", Comma, 0.25}, {"12%", Point, 12}, {"1e3", Point, 1000}, {"1.5E-3", Point, 0.0015},
		{"00004", Point, math.NaN()}, {"1,23", Point, math.NaN()}, {"1.23", Comma, math.NaN()}, {"", Point, math.NaN()}, {"-", Point, math.NaN()}, {".", Point, math.NaN()},
		{"1e999", Point, math.NaN()}, {"NaN", Point, math.NaN()}, {"1,2345", Point, math.NaN()}, {"0x1p4", Point, math.NaN()}, {"1_000", Point, math.NaN()},
	} {
		x, ok := NumberOf(c.text, c.mark)
		if ok == math.IsNaN(c.want) || ok && x != c.want {
			t.Errorf("%q with %c: %v %v, want %v", c.text, c.mark, x, ok, c.want)
		}
	}
	for _, c := range []struct {
		texts      []string
		semicolons bool
		kind       Kind
		first      float64
	}{
		{[]string{"12.345", "6.789"}, false, Number, 12.345},
		{[]string{"12.345", "6.789"}, true, Number, 12345},
		{[]string{"12.345", "1.006.789"}, false, Number, 12345},
		{[]string{"12,5", ""}, false, Number, 12.5},
		{[]string{"12,5", "1.5"}, false, Text, 0},
		{[]string{"01", "02"}, false, Text, 0},
		{[]string{"", ""}, false, Text, 0},
		{[]string{"1/2/2026", "x"}, false, Text, 0},
		{[]string{"2026", "1/2/2026"}, false, Text, 0},
	} {
		col := Column{Texts: c.texts}
		col.setKind(c.semicolons)
		if col.Kind != c.kind || c.kind == Number && col.Numbers[0] != c.first {
			t.Errorf("%q: kind %d, %v", c.texts, col.Kind, col.Numbers)
		}
	}
}

func FuzzGeoJSON(f *testing.F) {
	f.Add(`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":[1,{}]},"geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}}]}`)
	f.Add(`{"type":"MultiPolygon","coordinates":[[[[]]]]}`)
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "x.geojson")
		if err := os.WriteFile(path, []byte("{"+text), 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := Open(t.Context(), path, Options{})
		if (l == nil) != (err != nil) {
			t.Error(l, err)
		}
	})
}
