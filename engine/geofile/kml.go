// SPDX-License-Identifier: MIT

package geofile

import (
	"cmp"
	"encoding/xml"
	"strconv"
	"strings"
)

// kmlFormat writes one document (OGC KML 2.2). It writes no altitude mode, so areas
// are clamped to the ground, the default of the standard.
type kmlFormat struct {
	schema Schema
	fields [][]byte // opening tags of the columns' values
	title  int      // column with the label of a feature, -1 for none
}

func newKML(s Schema) *kmlFormat {
	k := &kmlFormat{schema: s, title: titleColumn(s)}
	for _, c := range s.Columns {
		tag := appendXMLText([]byte(`<SimpleData name="`), c.Name)
		k.fields = append(k.fields, append(tag, `">`...))
	}
	return k
}

// titleColumn returns the column of Schema.Title, -1 for none.
func titleColumn(s Schema) int {
	first := -1
	for i, c := range s.Columns {
		if c.Kind != Text {
			continue
		}
		if strings.EqualFold(c.Name, cmp.Or(s.Title, "name")) {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// kmlStyle is the only style: a thin blue outline over a translucent fill. KML
// colours are alpha, blue, green, red.
const kmlStyle = `<Style id="area"><LineStyle><color>ffb4501e</color><width>1.5</width></LineStyle>` +
	`<PolyStyle><color>40b4501e</color></PolyStyle></Style>` + "\n"

func (k *kmlFormat) begin(dst []byte) []byte {
	dst = append(dst, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+
		`<kml xmlns="http://www.opengis.net/kml/2.2">`+"\n<Document>\n<name>"...)
	dst = append(appendXMLText(dst, k.schema.Name), "</name>\n"...)
	if k.schema.Licence != "" {
		dst = append(dst, "<description>"...)
		dst = append(appendXMLText(dst, k.schema.Licence), "</description>\n"...)
	}
	dst = append(dst, kmlStyle...)
	dst = append(dst, `<Schema name="`...)
	dst = append(appendXMLText(dst, k.schema.Name), `" id="columns">`+"\n"...)
	for _, c := range k.schema.Columns {
		dst = append(dst, `<SimpleField type="`...)
		dst = append(append(dst, kmlType(c.Kind)...), `" name="`...)
		dst = append(appendXMLText(dst, c.Name), `"/>`+"\n"...)
	}
	return append(dst, "</Schema>\n"...)
}

// kmlType returns the KML type of a kind. An integer becomes a double, exact up to
// 2^53, because KML's int has 32 bits, too few for identifiers and square metres.
func kmlType(k Kind) string {
	if k == Text {
		return "string"
	}
	return "double"
}

func (k *kmlFormat) end(dst []byte) []byte { return append(dst, "</Document>\n</kml>\n"...) }

func (k *kmlFormat) feature(dst []byte, r *row) []byte {
	dst = append(dst, "<Placemark>"...)
	if k.title >= 0 {
		if name, ok := r.values[k.title].(string); ok {
			dst = append(dst, "<name>"...)
			dst = append(appendXMLText(dst, name), "</name>"...)
		}
	}
	dst = append(dst, `<styleUrl>#area</styleUrl><ExtendedData><SchemaData schemaUrl="#columns">`...)
	for i, v := range r.values {
		if v == nil {
			continue
		}
		dst = append(dst, k.fields[i]...)
		switch x := v.(type) {
		case string:
			dst = appendXMLText(dst, x)
		case int64:
			dst = strconv.AppendInt(dst, x, 10)
		case float64:
			dst = appendReal(dst, x)
		}
		dst = append(dst, "</SimpleData>"...)
	}
	dst = append(dst, "</SchemaData></ExtendedData>"...)
	dst = appendKMLArea(dst, &r.shape)
	return append(dst, "</Placemark>\n"...)
}

// appendKMLArea appends a single polygon as a Polygon, several as a MultiGeometry.
func appendKMLArea(dst []byte, s *shape) []byte {
	several := len(s.polygons) > 1
	if several {
		dst = append(dst, "<MultiGeometry>"...)
	}
	for _, polygon := range s.polygons {
		dst = append(dst, "<Polygon>"...)
		for i, r := range polygon {
			boundary := "innerBoundaryIs"
			if i == 0 {
				boundary = "outerBoundaryIs"
			}
			dst = append(append(append(dst, '<'), boundary...), "><LinearRing><coordinates>"...)
			for j, p := range r {
				if j > 0 {
					dst = append(dst, ' ')
				}
				dst = appendPosition(dst, p, ',')
			}
			dst = append(append(append(dst, "</coordinates></LinearRing></"...), boundary...), '>')
		}
		dst = append(dst, "</Polygon>"...)
	}
	if several {
		dst = append(dst, "</MultiGeometry>"...)
	}
	return dst
}

// appendXMLText appends s escaped. Characters that XML does not allow become U+FFFD.
func appendXMLText(dst []byte, s string) []byte {
	if plainXML(s) {
		return append(dst, s...)
	}
	b := byteSink{dst}
	_ = xml.EscapeText(&b, []byte(s)) // byteSink.Write never fails
	return b.bytes
}

// plainXML reports whether s needs no escapes in XML. It returns false for all
// characters whose first byte is 0xef, as that of U+FFFE and U+FFFF, which XML does
// not allow.
func plainXML(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', c == '"', c == '\'', c == '&', c == '<', c == '>', c == 0xef:
			return false
		}
	}
	return true
}
