// SPDX-License-Identifier: MIT

package vector

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/internal/sqlitefile"
)

// fieldsOf returns the values of features: "MA=1 TEN=A; …".
func fieldsOf(list []Feature) string {
	var out []string
	for _, f := range list {
		var values []string
		for _, v := range f.Fields {
			values = append(values, v.Name+"="+v.Value)
		}
		out = append(out, strings.Join(values, " "))
	}
	return strings.Join(out, "; ")
}

func TestShapefile(t *testing.T) {
	shapes := shp(two[0], two[1], nil, two[0])
	c, err := readShapefile(shapes, table([]int{1, 26740, 3, 0}, []string{"Xã A", "Phường Bến Nghé", "C", "gone"}), UTF8)
	if err != nil || fieldsOf(c.features) != "MA=1 TEN=Xã A; MA=26740 TEN=Phường Bến Nghé; MA=3 TEN=C" || len(c.systems) != 1 || c.systems[0].WKT != "GEOGCS[…]" {
		t.Fatalf("%+v, %v", c, err)
	}
	for i, area := range two {
		if f := c.features[i]; !reflect.DeepEqual(f.Area, flat(area)) || !f.Flat {
			t.Errorf("%d: %v", i, f)
		}
	}
	if f := c.features[2]; f.Area != nil || f.Other != "Point" {
		t.Errorf("%+v", f)
	}
	if c, err := readShapefile(shapes, nil, UTF8); err != nil || len(c.features) != 4 {
		t.Errorf("without a table: %d features, %v", len(c.features), err)
	}
}

func TestDamagedShapefiles(t *testing.T) {
	shapes, rows := shp(two...), table([]int{1, 2}, []string{"A", "B"})
	with := func(b []byte, at int, bytes ...byte) []byte {
		b = append([]byte(nil), b...)
		copy(b[at:], bytes)
		return b
	}
	const record = shapeHeader + recordHeader
	for name, c := range map[string]struct {
		shapes, rows []byte
		says         string
	}{
		"empty":           {nil, rows, "ends too early"},
		"another file":    {with(shapes, 0, 1), rows, "begin like"},
		"cut":             {shapes[:len(shapes)-9], rows, "ends too early"},
		"cut header":      {shapes[:record-2], rows, "ends too early"},
		"long shape":      {with(shapes, record-4, 0x7f, 0xff, 0xff, 0xff), rows, "a shape of"},
		"long shape, cut": {with(shapes, record-4, 0x0f, 0, 0, 0), rows, "ends too early"},
		"short shape":     {with(shapes, record-4, 0, 0, 0, 1), rows, "a shape of 2"},
		"kind":            {with(shapes, record, 77), rows, "kind 77"},
		"rings":           {with(shapes, record+36, 0xff, 0xff, 0xff, 0xff), rows, "rings"},
		"points":          {with(shapes, record+40, 0xff, 0xff, 0xff, 0xff), rows, "points"},
		"a ring":          {with(shapes, record+44, 9, 0, 0, 0), rows, "a ring from"},
		"no rows":         {shapes, table(nil, nil), "fewer rows"},
		"cut rows":        {shapes, rows[:len(rows)-20], "table: it ends too early"},
		"rows to come":    {shapes, rows[:dbfHeader+4], "table: it ends too early"},
		"short header":    {shapes, with(rows, 8, 3, 0), "its header has"},
		"long columns":    {shapes, with(rows, dbfHeader+16, 200), "longer than its rows"},
	} {
		_, err := readShapefile(c.shapes, c.rows, UTF8)
		if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}

func TestEncodings(t *testing.T) {
	const name = "Phường Đồng Nguyên, Kỳ Lừa" // 36 bytes of UTF-8
	encoded := map[string]string{
		"UTF-8":        name,
		"Windows-1258": "Ph\xfd\xf5\xccng \xd0\xf4\xccng Nguy\xean, K\xfd\xcc L\xfd\xcca",
		"TCVN3":        "Ph\xad\xeang \xa7\xe5ng Nguy\xaan, K\xfa L\xf5a",
	}
	encoded["Windows-1258"] = "Ph\xfd\xf5\xccng \xd0\xf4\xccng Nguy\xean, Ky\xcc L\xfd\xcca"
	for _, in := range []string{"UTF-8", "Windows-1258", "TCVN3"} {
		for _, as := range []string{"utf8", "CP1258", "tcvn3", "ISO-8859-1", ""} {
			e := Encoding{}
			if as != "" {
				var err error
				if e, err = EncodingByName(as); err != nil {
					t.Fatal(err)
				}
			}
			right := strings.ReplaceAll(strings.ToLower(in), "windows-", "cp") == strings.ToLower(strings.ReplaceAll(as, "utf8", "utf-8")) || as == "" && in == "UTF-8"
			c, err := readShapefile(shp(two[0]), table([]int{1}, []string{encoded[in]}), e)
			var text *TextError
			switch {
			case right && (err != nil || c.features[0].Fields[1].Value != name):
				t.Errorf("%s as %q: %+v, %v", in, as, c.features, err)
			case !right && in == "Windows-1258" && as == "tcvn3": // other letters that Vietnamese has, too
			case !right && (!errors.As(err, &text) || text.Column != "TEN"):
				t.Errorf("%s as %q: %+v, %v, want a TextError", in, as, c.features, err)
			}
		}
	}
	if _, err := EncodingByName("Big5"); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "Big5") {
		t.Error(err)
	}
	rows := table([]int{1}, []string{encoded["TCVN3"]})
	parts := ShapefileParts{Shapes: bytes.NewReader(shp(two[0])), Table: bytes.NewReader(rows), Used: func(column string) bool { return column == "MA" }}
	var c collected
	if err := Shapefile(parts, c.sink()); err != nil || len(c.features) != 1 {
		t.Errorf("a column that nobody uses: %v", err)
	}
}

// TestTextsThatFillTheirColumn checks that a letter which the column cuts is left out.
func TestTextsThatFillTheirColumn(t *testing.T) {
	for in, want := range map[string]string{
		strings.Repeat("x", 39) + "ư": strings.Repeat("x", 39),
		strings.Repeat("x", 38) + "ờ": strings.Repeat("x", 38),
		strings.Repeat("x", 38) + "ư": strings.Repeat("x", 38) + "ư",
	} {
		c, err := readShapefile(shp(two[0]), table([]int{1}, []string{in}), UTF8)
		if err != nil || c.features[0].Fields[1].Value != want {
			t.Errorf("%q: %+v, %v", in, c.features, err)
		}
	}
}

func TestFlatGeobuf(t *testing.T) {
	for _, index := range []uint16{0, 16} {
		c, err := readFlatGeobuf(fgb(index, "PROJCS[…]", two, []int32{-5, 26740}, []string{"A", "Phường B"}))
		if err != nil || fieldsOf(c.features) != "code=-5 name=A; code=26740 name=Phường B" {
			t.Fatalf("index %d: %+v, %v", index, c, err)
		}
		if len(c.systems) != 1 || c.systems[0] != (System{EPSG: 3405, WKT: "PROJCS[…]"}) {
			t.Errorf("systems %v", c.systems)
		}
		for i, area := range two {
			if !reflect.DeepEqual(c.features[i].Area, area) {
				t.Errorf("area %d: %v", i, c.features[i].Area)
			}
		}
	}
}

// TestFlatGeobufOfOneFeature has an index of two levels, as GDAL writes it.
func TestFlatGeobufOfOneFeature(t *testing.T) {
	c, err := readFlatGeobuf(fgb(16, "", two[:1], []int32{7}, []string{"A"}))
	if err != nil || fieldsOf(c.features) != "code=7 name=A" || !reflect.DeepEqual(c.features[0].Area, two[0]) {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestDamagedFlatGeobufs(t *testing.T) {
	whole := fgb(16, "", two, []int32{1, 2}, []string{"A", "B"})
	for n := range whole {
		c, err := readFlatGeobuf(whole[:n])
		if err == nil && len(c.features) == 2 || err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatalf("cut after %d of %d bytes: %d features, %v", n, len(whole), len(c.features), err)
		}
	}
	if _, err := readFlatGeobuf([]byte("fgb\x02fgb\x00")); !errors.Is(err, ErrFormat) {
		t.Error(err)
	}
}

func TestKML(t *testing.T) {
	c, err := readKML(kmlTwo)
	if err != nil || fieldsOf(c.features) != "name=A code=26740 kind=x; ; name=P" || len(c.systems) != 1 || c.systems[0].EPSG != 4326 {
		t.Fatalf("%+v, %v", c, err)
	}
	for i, area := range two {
		if f := c.features[i]; !reflect.DeepEqual(f.Area, area) || f.Other != "" {
			t.Errorf("%d: %+v", i, f)
		}
	}
	if f := c.features[2]; f.Area != nil || f.Other != "Point" {
		t.Errorf("%+v", f)
	}
	for text, want := range map[string]struct {
		kind error
		says string
	}{
		"<!doctype html><html><body>404</body></html>":        {ErrFormat, "<html>"},
		`<?xml version="1.0" encoding="windows-1258"?><kml/>`: {ErrFormat, "windows-1258"},
		kmlTwo[:600]:                               {ErrCorrupt, "line"},
		"<kml>" + strings.Repeat("<a>", 1000):      {ErrCorrupt, "nested"},
		"<kml" + strings.Repeat(` a="1"`, 1<<18):   {ErrCorrupt, "longer than a megabyte"},
		"<kml><Placemark><Placemark>":              {ErrCorrupt, "within"},
		strings.Replace(kmlTwo, "2,1,0", "2;1", 1): {ErrCorrupt, `"2;1"`},
		"   ": {ErrFormat, "no XML"},
	} {
		if _, err := readKML(text); !errors.Is(err, want.kind) || !strings.Contains(err.Error(), want.says) {
			t.Errorf("%.60s: %v, want %v with %q", text, err, want.kind, want.says)
		}
	}
}

// geoPackage makes a GeoPackage with statements and returns its path.
func geoPackage(t testing.TB, statements ...any) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.gpkg")
	db, err := sqlitefile.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		q, args := s, []any(nil)
		if list, is := s.([]any); is {
			q, args = list[0], list[1:]
		}
		if _, err := db.Exec(q.(string), args...); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

const gpkgTables = `CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER PRIMARY KEY, organization TEXT, organization_coordsys_id INTEGER, definition TEXT);
INSERT INTO gpkg_spatial_ref_sys VALUES (7, 'EPSG', 3405, 'PROJCS[…]'), (8, 'ours', 1, 'undefined');
CREATE TABLE "a ""ward""" (fid INTEGER PRIMARY KEY, Geom BLOB, ten TEXT, ma REAL, photo BLOB);
INSERT INTO gpkg_geometry_columns VALUES ('a "ward"', 'geom', 7);`

// blob returns the geometry of a GeoPackage with an envelope.
func blob(flags byte, wkb []byte) []byte {
	b := append([]byte("GP\x00"), flags, 0, 0, 0, 0)
	return append(append(b, make([]byte, [8]int{0, 32, 48, 48, 64}[flags>>1&7])...), wkb...)
}

func TestGeoPackage(t *testing.T) {
	const insert = `INSERT INTO "a ""ward""" (Geom, ten, ma, photo) VALUES (?, ?, ?, x'00')`
	path := geoPackage(t, gpkgTables,
		[]any{insert, blob(3, wkbOf(two[0], false)), "Phường A", 26740.0},
		[]any{insert, blob(9, wkbOf(two[1], true)), "B", nil},
		[]any{insert, blob(1, append([]byte{1, 1, 0, 0, 0}, make([]byte, 16)...)), "point", nil},
		[]any{insert, blob(17, nil), "empty", nil},
		[]any{insert, nil, "none", nil},
		`CREATE VIEW endless AS WITH RECURSIVE n(i, geom) AS (SELECT 1, x'' UNION ALL SELECT i + 1, x'' FROM n) SELECT * FROM n`,
		`INSERT INTO gpkg_geometry_columns VALUES ('endless', 'geom', 0), ('absent', 'geom', 0)`,
	)
	var c collected
	if err := GeoPackage(t.Context(), path, c.sink()); err != nil {
		t.Fatal(err)
	}
	if got := fieldsOf(c.features); got != "fid=1 ten=Phường A ma=26740; fid=2 ten=B; fid=3 ten=point; fid=4 ten=empty; fid=5 ten=none" {
		t.Error(got)
	}
	if len(c.systems) != 1 || c.systems[0] != (System{EPSG: 3405, WKT: "PROJCS[…]"}) {
		t.Errorf("systems %v", c.systems)
	}
	for i, want := range []Feature{{Area: two[0]}, {Area: two[1]}, {Other: "Point"}, {}, {}} {
		if f := c.features[i]; !reflect.DeepEqual(f.Area, want.Area) || f.Other != want.Other || f.Flat {
			t.Errorf("%d: %+v", i, f)
		}
	}
}

func TestDamagedGeoPackages(t *testing.T) {
	insert := func(geometry []byte) []any { return []any{`INSERT INTO "a ""ward""" (geom) VALUES (?)`, geometry} }
	for name, c := range map[string]struct {
		statements []any
		kind       error
		says       string
	}{
		"another database": {[]any{"CREATE TABLE x (y)"}, ErrFormat, "no table of features"},
		"unknown system":   {[]any{gpkgTables, "DELETE FROM gpkg_spatial_ref_sys"}, ErrCorrupt, "system 7"},
		"no header":        {[]any{gpkgTables, insert([]byte("XY"))}, ErrCorrupt, "header"},
		"a bomb":           {[]any{gpkgTables, `ALTER TABLE "a ""ward""" ADD COLUMN big AS (zeroblob(900000000))`, insert(nil)}, ErrCorrupt, "too big"},
		"cut envelope":     {[]any{gpkgTables, insert(blob(3, nil)[:20])}, ErrCorrupt, "header"},
		"extension":        {[]any{gpkgTables, insert(blob(1<<5, nil))}, ErrFormat, "extension"},
		"cut geometry":     {[]any{gpkgTables, insert(blob(1, wkbOf(two[0], false)[:60]))}, ErrCorrupt, "geometry"},
		"many parts":       {[]any{gpkgTables, insert(blob(1, []byte{1, 6, 0, 0, 0, 255, 255, 255, 255}))}, ErrCorrupt, "parts in"},
		"nested":           {[]any{gpkgTables, insert(blob(1, bytes.Repeat([]byte{1, 7, 0, 0, 0, 1, 0, 0, 0}, 20)))}, ErrCorrupt, "deep"},
		"a line in a list": {[]any{gpkgTables, insert(blob(1, append([]byte{1, 7, 0, 0, 0, 1, 0, 0, 0}, 1, 2, 0, 0, 0, 0, 0, 0, 0)))}, ErrFormat, "LineString within"},
	} {
		var got collected
		err := GeoPackage(t.Context(), geoPackage(t, c.statements...), got.sink())
		if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v with %q", name, err, c.kind, c.says)
		}
	}
}

// TestSinkEndsReading checks that an error of the caller is returned as it is.
func TestSinkEndsReading(t *testing.T) {
	stop := errors.New("enough")
	to := Sink{System: func(System) error { return nil }, Feature: func(Feature) error { return stop }}
	for name, err := range map[string]error{
		"Shapefile":  Shapefile(ShapefileParts{Shapes: bytes.NewReader(shp(two...))}, to),
		"FlatGeobuf": FlatGeobuf(bytes.NewReader(fgb(16, "", two, []int32{1, 2}, []string{"A", "B"})), to),
		"KML":        KML(strings.NewReader(kmlTwo), to),
		"GeoPackage": GeoPackage(t.Context(), geoPackage(t, gpkgTables, `INSERT INTO "a ""ward""" (ten) VALUES ('x')`), to),
	} {
		if !errors.Is(err, stop) || err.Error() != "enough" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// bounded reports a file that made a reader keep far more than it has.
func bounded(t *testing.T, c collected, size int) {
	points := 0
	for _, f := range c.features {
		for _, p := range f.Area {
			for _, r := range p {
				points += len(r)
			}
		}
		for _, l := range f.Lines {
			points += len(l)
		}
		points += len(f.Points)
	}
	if 16*points > 8*size+1024 {
		t.Errorf("%d points from %d bytes", points, size)
	}
}

// faulted reports an error that is not of the package.
func faulted(t *testing.T, err error) {
	var text *TextError
	if err != nil && !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrFormat) && !errors.As(err, &text) {
		t.Errorf("%T: %v", err, err)
	}
}

func FuzzShapefile(f *testing.F) {
	f.Add(shp(two...), table([]int{1, 2}, []string{"Xã A", "B"}), uint8(0))
	f.Add(shp(two[0], nil), table([]int{1, 0}, []string{"Ph\xad\xeang", "B"}), uint8(2))
	f.Fuzz(func(t *testing.T, shapes, rows []byte, e uint8) {
		c, err := readShapefile(shapes, rows, []Encoding{UTF8, Windows1258, TCVN3, latin1}[e%4])
		faulted(t, err)
		bounded(t, c, len(shapes))
	})
}

func FuzzFlatGeobuf(f *testing.F) {
	f.Add(fgb(16, "GEOGCS[]", two, []int32{1, 2}, []string{"Xã A", "B"}))
	f.Add(fgb(0, "", two[:1], []int32{1}, []string{""}))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := readFlatGeobuf(data)
		faulted(t, err)
		bounded(t, c, len(data))
	})
}

func FuzzKML(f *testing.F) {
	f.Add(kmlTwo)
	f.Add(`<?xml version="0"?>0`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := readKML(text)
		faulted(t, err)
		bounded(t, c, len(text))
	})
}

func FuzzWKB(f *testing.F) {
	f.Add(wkbOf(two[0], false))
	f.Add(wkbOf(two[1], true))
	f.Add(binary.LittleEndian.AppendUint32([]byte{1}, 3|wkbZ|wkbSRID))
	f.Fuzz(func(t *testing.T, data []byte) {
		var of Feature
		faulted(t, geometryOf(data, &of))
		bounded(t, collected{features: []Feature{of}}, len(data))
	})
}

// FuzzGeoPackage changes a few bytes of a GeoPackage.
func FuzzGeoPackage(f *testing.F) {
	path := geoPackage(f, gpkgTables, []any{`INSERT INTO "a ""ward""" (geom, ten) VALUES (?, 'x')`, blob(1, wkbOf(two[0], false))})
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(0), []byte("x"))
	f.Add(uint32(100), []byte{0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, at uint32, bytes []byte) {
		data := slices.Clone(whole)
		copy(data[int(at)%len(data):], bytes)
		path := filepath.Join(t.TempDir(), "x.gpkg")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		var c collected
		faulted(t, GeoPackage(t.Context(), path, c.sink()))
		bounded(t, c, len(data))
	})
}
