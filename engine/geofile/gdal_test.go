// SPDX-License-Identifier: MIT

package geofile

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"golang.org/x/text/unicode/norm"

	"roadsnap/engine/crs"
)

// gdal runs one of GDAL's programs, which check the files of this package.
func gdal(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s of GDAL is not installed (Debian's package gdal-bin)", program)
	}
	cmd := exec.Command(program, args...)
	// GDAL 3.8.4, that of Ubuntu 24.04, crashes in one of 30 conversions through Arrow.
	cmd.Env = append(os.Environ(), "OGR2OGR_USE_ARROW_API=NO")
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", program, args, err, complaints.String())
	}
	if complaints.Len() > 0 {
		t.Errorf("%s %q complains: %s", program, args, complaints.String())
	}
	return out
}

// source returns GDAL's name of a file.
func source(f Format, path string) string {
	if f == ShapefileZip {
		return "/vsizip/" + path
	}
	return path
}

// judged is a feature as read by GDAL.
type judged struct {
	Properties map[string]any
	Geometry   *struct {
		Type        string
		Coordinates json.RawMessage
		Geometries  json.RawMessage
	}
}

// readBack converts a file to GeoJSON with GDAL.
func readBack(t *testing.T, f Format, path string) []judged {
	t.Helper()
	out := gdal(t, "ogr2ogr", "-f", "GeoJSON", "/vsistdout/", source(f, path), "-lco", "COORDINATE_PRECISION=9")
	var collection struct{ Features []judged }
	d := json.NewDecoder(strings.NewReader(string(out)))
	d.UseNumber()
	if err := d.Decode(&collection); err != nil {
		t.Fatal(err)
	}
	return collection.Features
}

// area returns the geometry as polygons.
func (j judged) area(t *testing.T) orb.MultiPolygon {
	t.Helper()
	if j.Geometry == nil {
		return nil
	}
	var polygons orb.MultiPolygon
	var err error
	switch j.Geometry.Type {
	case "Polygon":
		polygons = make(orb.MultiPolygon, 1)
		err = json.Unmarshal(j.Geometry.Coordinates, &polygons[0])
	case "MultiPolygon":
		err = json.Unmarshal(j.Geometry.Coordinates, &polygons)
	default:
		t.Fatalf("geometry is a %s", j.Geometry.Type)
	}
	if err != nil {
		t.Fatal(err)
	}
	return polygons
}

// canonical returns a text form of an area that does not depend on the order of its
// polygons and holes, or on the start and direction of rings. Positions are in units
// of 1e-7 degree.
func canonical(a orb.MultiPolygon) string {
	var polygons []string
	for _, polygon := range a {
		var rings []string
		for _, r := range polygon {
			rings = append(rings, canonicalRing(r))
		}
		slices.Sort(rings[1:])
		polygons = append(polygons, strings.Join(rings, " without "))
	}
	slices.Sort(polygons)
	return strings.Join(polygons, " and ")
}

func canonicalRing(r orb.Ring) string {
	var positions [][2]int64
	for _, p := range r {
		positions = append(positions, [2]int64{int64(math.Round(p[0] * 1e7)), int64(math.Round(p[1] * 1e7))})
	}
	if positions[0] == positions[len(positions)-1] {
		positions = positions[1:]
	}
	// The smallest of all sequences that begin at the smallest position, in both
	// directions. A ring that touches itself has that position twice.
	less := func(a, b [2]int64) int { return slices.Compare(a[:], b[:]) }
	smallest := slices.MinFunc(positions, less)
	var best [][2]int64
	for range 2 {
		for i, p := range positions {
			if p != smallest {
				continue
			}
			reading := slices.Concat(positions[i:], positions[:i])
			if best == nil || slices.CompareFunc(reading, best, less) < 0 {
				best = reading
			}
		}
		slices.Reverse(positions)
	}
	return fmt.Sprint(best)
}

// TestRoundTrip reads every format with GDAL and compares all data.
func TestRoundTrip(t *testing.T) {
	for _, f := range Formats() {
		t.Run(string(f), func(t *testing.T) {
			if f == GeoParquet && !strings.Contains(string(gdal(t, "ogrinfo", "--formats")), "Parquet") {
				t.Skip("GDAL is built without Parquet, as Debian's is; TestGeoParquet reads it with another program")
			}
			features := sampleFeatures()
			got := readBack(t, f, writeFile(t, f, sampleSchema, features))
			if len(got) != len(features) {
				t.Fatalf("%d features, want %d", len(got), len(features))
			}
			if f == FlatGeobuf { // its features are in the order of their places
				name := func(code, area any) string { return fmt.Sprint(cmp.Or(code, any("")), area) }
				slices.SortFunc(got, func(a, b judged) int {
					return cmp.Compare(name(a.Properties["code"], canonical(a.area(t))), name(b.Properties["code"], canonical(b.area(t))))
				})
				slices.SortFunc(features, func(a, b Feature) int {
					return cmp.Compare(name(a.Values[0], canonical(a.Area)), name(b.Values[0], canonical(b.Area)))
				})
			}
			for i, want := range features {
				for c, column := range judgedNames(f) {
					if g, w := got[i].Properties[column], judgedValue(f, want.Values[c]); !sameValue(g, w) {
						t.Errorf("feature %d, %q: %T %.80v, want %T %.80v", i+1, column, g, g, w, w)
					}
				}
				g, w := canonical(got[i].area(t)), canonical(want.Area)
				if g != w {
					t.Errorf("feature %d:\n got %.400s\nwant %.400s", i+1, g, w)
				}
			}
		})
	}
}

// judgedNames returns GDAL's names of the columns.
func judgedNames(f Format) []string {
	if f == Shapefile || f == ShapefileZip {
		return tableNames(sampleSchema.Columns)
	}
	var names []string
	for _, c := range sampleSchema.Columns {
		if f == KML && c.Name == "name" {
			c.Name = "Name" // GDAL takes it for the name of the placemark, which is the same
		}
		names = append(names, c.Name)
	}
	return names
}

// judgedValue returns v as the format represents it.
func judgedValue(f Format, v any) any {
	s, ok := v.(string)
	if !ok {
		return v
	}
	s = norm.NFC.String(s)
	if f == Shapefile || f == ShapefileZip {
		s = cutText(s, maxTextWidth)
	}
	return s
}

// sameValue compares a value from GDAL with the expected one. A missing value, null
// and the empty text are equal, because most formats or GDAL do not distinguish them.
func sameValue(got, want any) bool {
	if got == "" {
		got = nil
	}
	text := ""
	switch g := got.(type) {
	case nil:
		return want == nil
	case json.Number:
		text = g.String()
	case string:
		text = g
	}
	switch w := want.(type) {
	case string:
		return text == w
	case int64:
		x, err := strconv.ParseFloat(text, 64)
		return err == nil && int64(x) == w
	case float64:
		x, err := strconv.ParseFloat(text, 64)
		return err == nil && x == w
	}
	return false
}

// TestLayer checks GDAL's description of the layer.
func TestLayer(t *testing.T) {
	features := sampleFeatures()[:11]
	for f, want := range map[Format][]string{
		GeoJSON:      {`Layer name: phường "xã"`, "Geometry: Multi Polygon", `ID["EPSG",4326]`, "population: Integer64"},
		GeoPackage:   {`Layer name: phường "xã"`, "Geometry: Multi Polygon", `ID["EPSG",4326]`, "population: Integer64", "area_km2: Real", "DESCRIPTION=" + sampleSchema.Licence},
		Shapefile:    {"Geometry: Polygon", `ID["EPSG",4326]`, "name: String (252.0)", "code: String (5.0)", "population: Integer64", "area_km2: Real"},
		ShapefileZip: {"Geometry: Polygon", `ID["EPSG",4326]`, "name: String (252.0)", "code: String (5.0)"},
		KML:          {`Layer name: phường "xã"`, `ID["EPSG",4326]`, "population: Real"},
		CSV:          {"Feature Count: 11"},
		TopoJSON:     {`Layer name: phường "xã"`, "population: Integer64"},
		FlatGeobuf:   {`Layer name: phường "xã"`, "Geometry: Multi Polygon", `ID["EPSG",4326]`, "population: Integer64", "area_km2: Real"},
	} {
		t.Run(string(f), func(t *testing.T) {
			path := writeFile(t, f, sampleSchema, features)
			got := string(gdal(t, "ogrinfo", "-ro", "-so", "-al", source(f, path)))
			for _, w := range append(want, "Feature Count: 11", "Extent: (-70.500000, -33.250000) - (107.000000, 11.000000)") {
				if !strings.Contains(got, w) {
					t.Errorf("%q is missing from\n%s", w, got)
				}
			}
		})
	}
}

// TestSpatialIndex queries a GeoPackage by box and changes it. Its triggers must
// update the index.
func TestSpatialIndex(t *testing.T) {
	path := writeFile(t, GeoPackage, Schema{Name: "wards", Columns: []Column{{"code", Text}}}, []Feature{
		{Values: []any{"west"}, Area: orb.MultiPolygon{{square(10, 10, 1)}}},
		{Values: []any{"east"}, Area: orb.MultiPolygon{{square(20, 10, 1)}}},
		{Values: []any{"nowhere"}},
	})
	count := func(box ...string) string {
		out := string(gdal(t, "ogrinfo", append([]string{"-ro", "-so", "-al", path, "-spat"}, box...)...))
		_, rest, _ := strings.Cut(out, "Feature Count: ")
		n, _, _ := strings.Cut(rest, "\n")
		return n
	}
	if n := count("19", "9", "22", "12"); n != "1" {
		t.Errorf("%s features in the east, want 1", n)
	}
	gdal(t, "ogrinfo", "-q", path, "-sql", "UPDATE wards SET geom = (SELECT geom FROM wards WHERE code = 'east') WHERE code != 'east'")
	if n := count("19", "9", "22", "12"); n != "3" {
		t.Errorf("%s features in the east after all moved there, want 3", n)
	}
	gdal(t, "ogrinfo", "-q", path, "-sql", "DELETE FROM wards WHERE code = 'east'")
	if n := count("19", "9", "22", "12"); n != "2" {
		t.Errorf("%s features in the east after one is gone, want 2", n)
	}
	if n := count("9", "9", "12", "12"); n != "0" {
		t.Errorf("%s features in the west, want 0", n)
	}
}

// TestGeoPackageValid runs GDAL's checker of the standard's requirements, a Python
// script.
func TestGeoPackageValid(t *testing.T) {
	const python, checker = "/usr/bin/python3", "osgeo_utils.samples.validate_gpkg"
	if err := exec.Command(python, "-c", "import "+checker).Run(); err != nil {
		t.Skipf("GDAL's checker of GeoPackages is not installed (Debian's package python3-gdal): %v", err)
	}
	for name, s := range map[string]Schema{"plain": {Name: "wards", Columns: sampleSchema.Columns}, "odd": sampleSchema} {
		for count := range 2 {
			path := writeFile(t, GeoPackage, s, sampleFeatures()[:count*12])
			if out, err := exec.Command(python, "-m", checker, path).CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%s, %d features: %v\n%s", name, count*12, err, out)
			}
		}
	}
}

// TestFlatGeobufIndex asks GDAL for the features of each of many boxes, which it finds by the
// index, and compares their number with that of the features whose boxes meet it.
func TestFlatGeobufIndex(t *testing.T) {
	var features []Feature
	for i := range 500 {
		x, y := 102+float64(i%25)*0.3, 8+float64(i/25)*0.7
		features = append(features, Feature{
			Values: []any{strconv.Itoa(i)},
			Area:   orb.MultiPolygon{{{{x, y}, {x + 0.2, y}, {x + 0.2, y + 0.5}, {x, y + 0.5}, {x, y}}}},
		})
	}
	path := writeFile(t, FlatGeobuf, Schema{Name: "boxes", Columns: []Column{{Name: "n"}}}, features)
	for _, b := range [][4]float64{{102, 8, 103, 9}, {105.05, 10.1, 105.06, 10.2}, {100, 0, 101, 1}, {104, 12, 109, 18}, {102, 8, 110, 23}} {
		box := orb.Bound{Min: orb.Point{b[0], b[1]}, Max: orb.Point{b[2], b[3]}}
		want := 0
		for _, f := range features {
			if f.Area.Bound().Intersects(box) {
				want++
			}
		}
		got := string(gdal(t, "ogrinfo", "-ro", "-so", "-al", path, "-spat", fmt.Sprint(b[0]), fmt.Sprint(b[1]), fmt.Sprint(b[2]), fmt.Sprint(b[3])))
		if !strings.Contains(got, fmt.Sprintf("Feature Count: %d\n", want)) {
			t.Errorf("box %v: want %d features of\n%s", b, want, got)
		}
	}
}

// TestSystemsAreThoseOfGDAL writes an area in each system of Vietnam. GDAL must recognise the
// system, and its conversion to WGS 84 must give the area back within 2 cm.
func TestSystemsAreThoseOfGDAL(t *testing.T) {
	square := orb.MultiPolygon{{{{105.8, 21}, {105.81, 21}, {105.81, 21.01}, {105.8, 21}}}}
	for _, code := range []int{4756, 3405, 3406, 32648, 5897, 9210, 9218} {
		system, err := crs.ByEPSG(code)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []Format{GeoPackage, Shapefile, FlatGeobuf, GeoJSON} {
			schema := Schema{Name: "areas", Columns: []Column{{Name: "code"}}, System: system}
			path := writeFile(t, f, schema, []Feature{{Values: []any{"1"}, Area: square}})
			if f != Shapefile { // which has no codes
				if got := string(gdal(t, "ogrinfo", "-ro", "-so", "-al", path)); !strings.Contains(got, fmt.Sprintf(`ID["EPSG",%d]`, code)) {
					t.Errorf("EPSG:%d, %s: %s", code, f, got)
				}
			}
			// The parameters are those of the decision, whatever other ones PROJ may prefer.
			from := system.WKT()
			out := gdal(t, "ogr2ogr", "-f", "GeoJSON", "/vsistdout/", source(f, path), "-s_srs", from, "-t_srs", "EPSG:4326", "-lco", "COORDINATE_PRECISION=9")
			var collection struct{ Features []judged }
			if err := json.Unmarshal(out, &collection); err != nil || len(collection.Features) != 1 {
				t.Fatal(err, string(out))
			}
			for i, p := range collection.Features[0].area(t)[0][0] {
				found := slices.ContainsFunc(square[0][0], func(q orb.Point) bool { return math.Abs(p[0]-q[0]) < 2e-7 && math.Abs(p[1]-q[1]) < 2e-7 })
				if !found {
					t.Errorf("EPSG:%d, %s: vertex %d is %v", code, f, i, p)
				}
			}
		}
	}
	if _, err := Create(filepath.Join(t.TempDir(), "x.kml"), KML, Schema{Name: "x", Columns: []Column{{Name: "code"}}, System: mustSystem(t, 9210)}); !errors.Is(err, ErrFormat) {
		t.Error(err)
	}
}

func mustSystem(t *testing.T, code int) crs.System {
	t.Helper()
	s, err := crs.ByEPSG(code)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
