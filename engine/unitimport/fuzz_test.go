// SPDX-License-Identifier: MIT

package unitimport

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// FuzzGeoJSON compares the reader with encoding/json for the syntax, and with package
// orb for the meaning.
func FuzzGeoJSON(f *testing.F) {
	for _, text := range []string{
		collection(threeWards()...), threeWards()[0], strings.Join(threeWards(), "\n"),
		collection(featureOf(someWard, `{"type":"MultiPolygon","coordinates":[[],[[[105,21.5],[1.05e2,21,7],[105.25,-0.1]],[[106,21]]]]}`)),
		collection(featureOf(`"name":"\ud83d\ude00\ud800 \u00e9","x":[1,{"y":null}]`, `{"type":"GeometryCollection","geometries":[]}`)),
		collection(featureOf("", polygon(square(105, 21, 1)))), collection(featureOf("", polygon(square(2e6, 5e5, 1)))),
		"\ufeff" + collection(), "", "[", `{"type":"Feature"`, `{"type":"Topology"}`, "\x1e" + threeWards()[0],
		`{"type":"FeatureCollection","crs":{"properties":{"name":"EPSG:3405"}},"features":[7]}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := readString(text)
		slow, slowErr := readFrom(iotest.OneByteReader(strings.NewReader(text)))
		if (err == nil) != (slowErr == nil) || got.count != slow.count || len(got.features) != len(slow.features) {
			t.Fatalf("byte by byte it differs: %v and %v, %d and %d features", err, slowErr, got.count, slow.count)
		}
		for _, one := range got.features {
			checkPlaces(t, one.parts)
		}
		plain := strings.TrimPrefix(text, byteOrderMark)
		valid := json.Valid([]byte(plain))
		if valid && errors.Is(err, ErrCorrupt) && !strings.Contains(err.Error(), "deep") && !strings.Contains(err.Error(), "characters") {
			t.Fatalf("it is valid JSON, but: %v", err)
		}
		if err == nil && !valid && !isSequence(plain) {
			t.Fatal("it is no JSON, but was read")
		}
		if err == nil && valid && unequivocal(plain) {
			compareWithOrb(t, plain, got)
		}
	})
}

// checkPlaces checks that all parts lie in Vietnam and consist of rings.
func checkPlaces(t *testing.T, parts []boundary.Part) {
	t.Helper()
	for _, part := range parts {
		for _, ring := range part {
			if len(ring) < 3 {
				t.Fatalf("a ring of %d corners", len(ring))
			}
			for _, p := range ring {
				if q := p.Point(); q.Lat < 4 || q.Lat > 25 || q.Lon < 100 || q.Lon > 120 {
					t.Fatalf("a corner at %v", q)
				}
			}
		}
	}
}

// isSequence reports whether a text is a sequence of JSON texts.
func isSequence(text string) bool {
	d := json.NewDecoder(strings.NewReader(strings.ReplaceAll(text, "\x1e", " ")))
	for {
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return errors.Is(err, io.EOF)
		}
	}
}

// unequivocal reports whether no object has two members with names that differ at
// most in case. Readers differ in their choice among such members.
func unequivocal(text string) bool {
	d := json.NewDecoder(strings.NewReader(text))
	var walk func() bool
	walk = func() bool {
		token, err := d.Token()
		if err != nil {
			return false
		}
		open, _ := token.(json.Delim)
		seen := make(map[string]bool)
		for open != 0 && d.More() {
			if open == '{' {
				key, err := d.Token()
				name, _ := key.(string)
				if err != nil || name != strings.ToLower(name) || seen[name] {
					return false
				}
				seen[name] = true
			}
			if !walk() {
				return false
			}
		}
		if open != 0 {
			_, err = d.Token()
		}
		return err == nil
	}
	return walk()
}

// compareWithOrb compares features that are polygons with orb's result.
func compareWithOrb(t *testing.T, text string, got found) {
	t.Helper()
	want, err := geojson.UnmarshalFeatureCollection([]byte(text))
	if err != nil || want.Type != "FeatureCollection" || len(want.Features) != got.count {
		return
	}
	for _, one := range got.features {
		var polygons orb.MultiPolygon
		switch g := want.Features[one.place.Feature].Geometry.(type) {
		case orb.Polygon:
			polygons = orb.MultiPolygon{g}
		case orb.MultiPolygon:
			polygons = g
		default:
			continue
		}
		if w := partsOf(polygons); !equalParts(one.parts, w) {
			t.Fatalf("feature %d is %v, want %v", one.place.Feature, one.parts, w)
		}
	}
}

// partsOf returns polygons as the parts of areas.
func partsOf(polygons orb.MultiPolygon) []boundary.Part {
	var out []boundary.Part
	for _, p := range polygons {
		var part boundary.Part
		for i, ring := range p {
			var line []geo.Fixed
			for _, q := range ring {
				line = append(line, geo.Fixed{Lat: int32(math.Round(q[1] * 1e7)), Lon: int32(math.Round(q[0] * 1e7))})
			}
			if n := len(line); n > 1 && line[0] == line[n-1] {
				line = line[:n-1]
			}
			if len(line) >= 3 {
				part = append(part, line)
			} else if i == 0 {
				break
			}
		}
		if len(part) > 0 {
			out = append(out, part)
		}
	}
	return out
}

func equalParts(a, b []boundary.Part) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if len(a[i]) != len(b[i]) {
			return false
		}
		for k := range a[i] {
			if compareRings(a[i][k], b[i][k]) != 0 {
				return false
			}
		}
	}
	return true
}

// FuzzJoin checks that join never takes a feature for a ward of another name, or of
// another province.
func FuzzJoin(f *testing.F) {
	table := officialTable(f)
	j := newJoiner(table, nil)
	for _, s := range [][5]string{
		{"00004", "Ba Đình", "Phường Ba Đình", "01", "ward"}, {"26740", "Phường Bến Nghé", "", "79", ""}, {"06978", "Ba Chẽ", "", "22", ""},
		{"", "Xã Tan Thanh", "", "80", "Xã"}, {"23938", "", "", "", ""}, {"22", "Quảng Ninh", "Tỉnh Quảng Ninh", "", "province"}, {"", "", "P", "9", "tp"},
	} {
		f.Add(s[0], s[1], s[2], s[3], s[4])
	}
	f.Fuzz(func(t *testing.T, code, name, full, prov, kind string) {
		one := feature{given: given{code: code, name: name, fullName: full, provinceCode: prov, kind: kind}}
		v := j.judge(&one)
		switch v.how {
		case notAtAll:
			if v.reason == "" || v.detail == "" || v.ward.Code != "" {
				t.Fatalf("%+v", v)
			}
		case asProvince:
		default:
			list := append(spellings(name), spellings(full)...)
			if len(list) > 0 && !names(list, v.ward, true) {
				t.Fatalf("%+v became %s", one.given, v.ward.FullName)
			}
			if _, inForce := table.Province(prov); inForce && v.how == byName && v.ward.ProvinceCode != prov {
				t.Fatalf("%+v became %s of province %s", one.given, v.ward.FullName, v.ward.ProvinceCode)
			}
			if w, known := table.Ward(code); v.how != byName && (!known || w.Code != v.ward.Code) {
				t.Fatalf("%+v became %s by its code", one.given, v.ward.FullName)
			}
		}
	})
}
