// SPDX-License-Identifier: MIT

package geofile

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fuzzText writes any text as a value, as a column name and as the licence, and calls
// check with the result.
func fuzzText(f *testing.F, format Format, check func(t *testing.T, text, licence, name string, out []byte)) {
	for _, s := range []string{"", "a", "Đắk Lắk", `Cư M'gar, "x"`, "a\r\nb", "<&>]]>", "\x00\x01\x7f", "\xff\xfe", "\ufeffx", "\ufffe\uffff", "\u2028", " a ", "E\u0302\u0323", "=1+1"} {
		f.Add(s, "name")
	}
	f.Add("x", `a"b,<c>`)
	f.Fuzz(func(t *testing.T, text, name string) {
		var b bytes.Buffer
		s := Schema{Name: "layer", Licence: text, Columns: []Column{{name, Text}, {"other column", Text}}}
		w, err := NewStream(&b, format, s)
		if err != nil {
			return // a name that no format takes
		}
		for range 2 {
			if err := w.Add(Feature{Values: []any{text, nil}, Area: smallFeature.Area}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(b.Bytes()) {
			t.Fatal("not UTF-8")
		}
		want := composed(text)
		if !utf8.ValidString(want) || strings.Contains(want, "\x00") || !norm.NFC.IsNormalString(want) {
			t.Fatalf("%q is not clean", want)
		}
		check(t, want, want, composed(name), b.Bytes())
	})
}

func FuzzGeoJSONText(f *testing.F) {
	fuzzText(f, GeoJSON, func(t *testing.T, text, licence, name string, out []byte) {
		var got struct {
			Licence  string
			Features []struct {
				Properties map[string]any
				Geometry   struct{ Coordinates [][][][2]float64 }
			}
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if len(got.Features) != 2 || got.Features[1].Properties[name] != text || got.Licence != licence ||
			len(got.Features[1].Properties) != 2 || len(got.Features[1].Geometry.Coordinates[0][0]) != 5 {
			t.Fatalf("%q, %q became %+v", text, name, got)
		}
	})
}

func FuzzCSVText(f *testing.F) {
	fuzzText(f, CSV, func(t *testing.T, text, _, name string, out []byte) {
		rows, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		text = strings.ReplaceAll(text, "\r\n", "\n") // as this reader has it
		if len(rows) != 3 || len(rows[2]) != 3 || rows[0][0] != name || rows[2][0] != text || rows[2][1] != "" || rows[0][2] != "wkt" {
			t.Fatalf("%q, %q became %q", text, name, rows)
		}
	})
}

func FuzzKMLText(f *testing.F) {
	fuzzText(f, KML, func(t *testing.T, text, licence, name string, out []byte) {
		var got struct {
			Document struct {
				Description string     `xml:"description"`
				Field       []kmlField `xml:"Schema>SimpleField"`
				Placemark   []struct {
					Name string     `xml:"name"`
					Data []kmlField `xml:"ExtendedData>SchemaData>SimpleData"`
				}
			}
		}
		d := xml.NewDecoder(bytes.NewReader(out))
		if err := d.Decode(&got); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if after := out[d.InputOffset():]; string(after) != "\n" {
			t.Fatalf("more after the end: %q", after)
		}
		text, licence, name = xmlText(text), xmlText(licence), xmlText(name)
		doc := got.Document
		if len(doc.Placemark) != 2 || len(doc.Field) != 2 || len(doc.Placemark[1].Data) != 1 {
			t.Fatalf("%q, %q became %+v", text, name, got)
		}
		if p := doc.Placemark[1]; p.Data[0].Text != text || p.Data[0].Name != name || doc.Field[0].Name != name || doc.Description != licence {
			t.Fatalf("%q, %q became %+v", text, name, got)
		}
	})
}

type kmlField struct {
	Name string `xml:"name,attr"`
	Text string `xml:",chardata"`
}

// xmlText returns s with the characters that XML 1.0 does not allow replaced.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, s)
}
