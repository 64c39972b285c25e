// SPDX-License-Identifier: MIT

package unitimport

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
)

const someWard = `"code":"00004","name":"Ba Đình"`

// TestForms reads one square, [105,21] to [105.5,21.5], in all forms.
func TestForms(t *testing.T) {
	plain := "[[[105,21],[105.5,21],[105.5,21.5],[105,21.5],[105,21]]]"
	poly := polygon(plain)
	feature := featureOf(someWard, poly)
	for name, text := range map[string]string{
		"collection":             collection(feature),
		"single feature":         feature,
		"newline-delimited":      feature + "\n",
		"record separators":      "\x1e" + feature + "\n",
		"byte order mark":        "\ufeff" + collection(feature),
		"spaces":                 strings.NewReplacer(",", " ,\r\n\t", ":", " : ", "[", "[ ", "]", " ]").Replace(collection(feature)),
		"features before type":   `{"features":[` + feature + `],"type":"FeatureCollection"}`,
		"coordinates first":      collection(featureOf(someWard, `{"coordinates":`+plain+`,"type":"Polygon"}`)),
		"geometry first":         collection(`{"geometry":` + poly + `,"properties":{` + someWard + `},"type":"Feature"}`),
		"multipolygon":           collection(featureOf(someWard, `{"type":"MultiPolygon","coordinates":[`+plain+`]}`)),
		"empty part":             collection(featureOf(someWard, `{"type":"MultiPolygon","coordinates":[[],`+plain+`,[]]}`)),
		"collection of polygons": collection(featureOf(someWard, `{"type":"GeometryCollection","geometries":[`+poly+`]}`)),
		"nested collections":     collection(featureOf(someWard, `{"type":"GeometryCollection","geometries":[{"geometries":[`+poly+`],"type":"GeometryCollection"}]}`)),
		"altitude":               collection(featureOf(someWard, polygon("[[[105,21,3],[105.5,21,4.5],[105.5,21.5,-1e3,9],[105,21.5,0],[105,21,3]]]"))),
		"exponents":              collection(featureOf(someWard, polygon("[[[1.05e2,2.1E+1],[1055e-1,21],[105.5,21.5],[105.00000000000000000000001,21.5],[105,21]]]"))),
		"rounded":                collection(featureOf(someWard, polygon("[[[105.00000004,20.99999996],[105.5,21],[105.5,21.5],[105,21.5],[105,21]]]"))),
		"escapes":                collection(featureOf(`"\u0063ode":"00004","name":"Ba \u0110\u00ecnh","x":"\ud83d\ude00\"\\\/\b\f\n\r\t"`, poly)),
		"foreign members":        `{"type":"FeatureCollection","name":"x","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"features":[{"type":"Feature","bbox":[1,2,3,4],"properties":{` + someWard + `,"more":{"a":[1,{"b":null}],"c":true,"d":false}},"geometry":{"type":"Polygon","bbox":[1,2],"coordinates":` + plain + `}}],"last":[]}`,
		"crs null":               `{"type":"FeatureCollection","crs":null,"features":[` + feature + `]}`,
	} {
		t.Run(name, func(t *testing.T) {
			for way, got := range map[string]func() (found, error){
				"at once":      func() (found, error) { return readString(text) },
				"byte by byte": func() (found, error) { return readFrom(iotest.OneByteReader(strings.NewReader(text))) },
			} {
				f, err := got()
				if err != nil || len(f.features) != 1 || len(f.invalid)+len(f.repairs) != 0 {
					t.Fatalf("%s: %v, %+v", way, err, f)
				}
				one := f.features[0]
				if one.given.code != "00004" || one.given.name != "Ba Đình" {
					t.Errorf("%s: %+v", way, one.given)
				}
				want := []geo.Fixed{{Lat: 210000000, Lon: 1050000000}, {Lat: 210000000, Lon: 1055000000}, {Lat: 215000000, Lon: 1055000000}, {Lat: 215000000, Lon: 1050000000}}
				if len(one.parts) != 1 || len(one.parts[0]) != 1 || compareRings(one.parts[0][0], want) != 0 {
					t.Errorf("%s: %v", way, one.parts)
				}
			}
		})
	}
}

func compareRings(a, b []geo.Fixed) int {
	if len(a) != len(b) {
		return 1
	}
	for i := range a {
		if c := compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

// TestInvalidFeatures checks that faults of single features are listed and stop
// nothing.
func TestInvalidFeatures(t *testing.T) {
	good := featureOf(someWard, polygon(square(21, 105, 0.1)))
	bad := func(geometry string) string { return featureOf(`"code":"00008","name":"Ngọc Hà"`, geometry) }
	for _, c := range []struct{ name, feature, reason string }{
		{"null", bad("null"), "no geometry"},
		{"none", `{"type":"Feature","properties":{}}`, "no geometry"},
		{"point", bad(`{"type":"Point","coordinates":[105,21]}`), `"Point", not an area`},
		{"line", bad(`{"type":"LineString","coordinates":[[105,21],[105.1,21]]}`), `"LineString", not an area`},
		{"collection of a line", bad(`{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[105,21],[105.1,21]]}]}`), "no area"},
		{"unknown type", bad(`{"type":"Circle","coordinates":[[[105,21]]]}`), `"Circle", not an area`},
		{"no type", bad(`{"coordinates":[[[105,21]]]}`), "without a type"},
		{"empty", bad(`{"type":"Polygon","coordinates":[]}`), "no positions"},
		{"too deep", bad(polygon("[" + square(21, 105, 0.1) + "]")), "not those of a Polygon"},
		{"too flat", bad(`{"type":"MultiPolygon","coordinates":` + square(21, 105, 0.1) + `}`), "not those of a MultiPolygon"},
		{"far too deep", bad(polygon("[[[[[105,21]]]]]")), "nested more than 4 deep"},
		{"uneven", bad(`{"type":"MultiPolygon","coordinates":[[[[105,21],[105.1,21],[105,21.1]]],[[105,21]]]}`), "different depths"},
		{"word", bad(polygon(`[[[105,"21"],[105.1,21],[105,21.1]]]`)), "not a number"},
		{"null position", bad(polygon(`[[null,[105.1,21],[105,21.1]]]`)), "not a number"},
		{"one number", bad(polygon(`[[[105],[105.1,21],[105,21.1]]]`)), "one number"},
		{"two corners", bad(polygon(`[[[105,21],[105.1,21],[105,21]]]`)), "no area"},
		{"off the Earth", bad(polygon(`[[[105,21],[105.1,21],[105,211]]]`)), "not on the Earth"},
		{"huge", bad(polygon(`[[[105,21],[105.1,21],[105,1e999]]]`)), "not on the Earth"},
		{"Null Island", bad(polygon(`[[[105,21],[0,0],[105.1,21]]]`)), "extends beyond Vietnam"},
		{"swapped alone", bad(polygon(`[[[21,105],[21,105.1],[21.1,105]]]`)), "swapped"},
		{"metres alone", bad(polygon(`[[[500000,2300000],[500100,2300000],[500000,2300100]]]`)), "not degrees"},
		{"not an object", `7`, "not a feature"},
		{"a geometry", polygon(square(21, 105, 0.1)), `type is "Polygon"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := readString(collection(good, c.feature, good))
			if err != nil || f.count != 3 || len(f.features) != 2 || len(f.invalid) != 1 {
				t.Fatalf("%v, %+v", err, f)
			}
			if in := f.invalid[0]; in.Feature != 1 || in.File != "x.geojson" || !strings.Contains(in.Reason, c.reason) || !slices.Contains(diagnostic.Kinds(), in.Kind) {
				t.Errorf("%+v, want %q", in, c.reason)
			}
		})
	}
}

func TestRepairs(t *testing.T) {
	hole := "[105.2,21.2],[105.3,21.2],[105.3,21.3]"
	for _, c := range []struct {
		name, geometry string
		parts, rings   int
		what           string
	}{
		{"open ring", polygon("[[[105,21],[105.5,21],[105.5,21.5]]]"), 1, 1, "open ring closed"},
		{"two open rings", polygon("[[[105,21],[105.5,21],[105.5,21.5]],[" + hole + "]]"), 1, 2, "open ring closed"},
		{"open hole", polygon("[[[105,21],[105.5,21],[105.5,21.5],[105,21]],[" + hole + "]]"), 1, 2, "open ring closed"},
		{"degenerate hole", polygon("[[[105,21],[105.5,21],[105.5,21.5],[105,21]],[[105.2,21.2],[105.3,21.2]]]"), 1, 1, "fewer than three corners"},
		{"degenerate part", `{"type":"MultiPolygon","coordinates":[[[[105,21]],[` + hole + `,[105.2,21.2]]],[[[105,21],[105.5,21],[105.5,21.5],[105,21]]]]}`, 1, 1, "fewer than three corners"},
		{"line next to an area", `{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[105,21],[105.1,21]]},` + polygon("[[[105,21],[105.5,21],[105.5,21.5],[105,21]]]") + `]}`, 1, 1, "LineString next to"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := readString(featureOf(someWard, c.geometry))
			if err != nil || len(f.features) != 1 || len(f.repairs) != 1 || !strings.Contains(f.repairs[0].What, c.what) || !f.repairs[0].Kind.Routine() {
				t.Fatalf("%v, %+v", err, f)
			}
			if got := f.features[0].parts; len(got) != c.parts || len(got[0]) != c.rings {
				t.Errorf("%v", got)
			}
		})
	}
}

// TestRefused checks the errors for other formats.
func TestRefused(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 100)
	for _, c := range []struct {
		name, text string
		is         error
		says       string
	}{
		{"empty", "", ErrFormat, "empty"},
		{"spaces", " \n ", ErrFormat, "empty"},
		{"words", "hello", ErrFormat, "begins with"},
		{"array", "[]", ErrFormat, "begins with"},
		{"UTF-16", "\xff\xfe{\x00", ErrFormat, "UTF-16"},
		{"LFS", "version https://git-lfs.github.com/spec/v1\n", ErrFormat, "pointer"},
		{"TopoJSON", `{"type":"Topology","objects":{}}`, ErrFormat, "TopoJSON"},
		{"bare geometry", polygon(square(21, 105, 1)), ErrFormat, "bare geometry"},
		{"other object", `{"hello":1}`, ErrFormat, "neither"},
		{"swapped", featureOf(someWard, polygon(square(105, 21, 0.1))), ErrSwapped, "[21, 105]"},
		{"UTM", featureOf(someWard, polygon(square(2300000, 500000, 100))), ErrProjected, "convert it to WGS 84"},
		{"crs", `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":[]}`, ErrProjected, "EPSG:3857"},
		{"cut off", collection(squares(someWard)...)[:100], ErrCorrupt, "ends too early"},
		{"more behind", collection() + "]", ErrCorrupt, "byte 42"},
		{"comma", `{"type":"Feature",}`, ErrCorrupt, "byte 18"},
		{"deep", deep, ErrCorrupt, "64 deep"},
		{"deep coordinates", featureOf(someWard, polygon(strings.Repeat("[", 1000))), ErrCorrupt, "64 deep"},
		{"long number", featureOf(someWard, polygon("[[[1"+strings.Repeat("0", 1000)+",21]]]")), ErrCorrupt, "256 characters"},
		{"leading zero", featureOf(someWard, polygon("[[[0105,21]]]")), ErrCorrupt, ""},
		{"plus", featureOf(someWard, polygon("[[[+105,21]]]")), ErrCorrupt, ""},
		{"NaN", featureOf(someWard, polygon("[[[NaN,21]]]")), ErrCorrupt, ""},
		{"bare point", featureOf(someWard, polygon("[[[105.,21]]]")), ErrCorrupt, ""},
		{"bad escape", `{"type":"\x"}`, ErrCorrupt, "escape"},
		{"short escape", `{"type":"\u12"}`, ErrCorrupt, "hexadecimal"},
		{"control character", "{\"type\":\"a\nb\"}", ErrCorrupt, "control"},
		{"literal", `{"type":nul}`, ErrCorrupt, "null"},
		{"no colon", `{"type" 1}`, ErrCorrupt, ""},
		{"key", `{1:2}`, ErrCorrupt, ""},
		{"NUL", "{\"a\":\x00}", ErrCorrupt, ""},
		{"in the second feature", collection(featureOf("", "null"), featureOf("", "nil")), ErrCorrupt, "feature 1, byte 138: "},
		{"between features", collection("{}", "{}]"), ErrCorrupt, "byte 46: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readString(c.text)
			if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %v with %q", err, c.is, c.says)
			}
		})
	}
}

// TestLongTexts checks that keys and values of any length are skipped, and are no
// names.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("x", 2*bufferSize)
	f, err := readString(featureOf(`"`+long+`":1,"note":"`+long+`\n",`+someWard, polygon(square(21, 105, 0.1))))
	if err != nil || len(f.features) != 1 || f.features[0].given.code != "00004" {
		t.Fatalf("%v, %d features", err, len(f.features))
	}
}

func TestReadErrorIsKept(t *testing.T) {
	broken := errors.New("the disk is gone")
	if _, err := readFrom(iotest.ErrReader(broken)); !errors.Is(err, broken) || errors.Is(err, ErrCorrupt) {
		t.Errorf("%v", err)
	}
}
