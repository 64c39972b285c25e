// SPDX-License-Identifier: MIT

package geofile

import (
	"encoding/json"
	"strconv"
)

// geoJSONFormat writes one feature collection (RFC 7946), one feature per line.
type geoJSONFormat struct {
	schema   Schema
	keys     [][]byte // the columns' names as JSON, with their colons
	features int
}

func newGeoJSON(s Schema) *geoJSONFormat {
	return &geoJSONFormat{schema: s, keys: keysOf(s.Columns)}
}

func (g *geoJSONFormat) begin(dst []byte) []byte {
	dst = append(dst, `{"type":"FeatureCollection","name":`...)
	dst = appendJSONText(dst, g.schema.Name)
	if g.schema.Licence != "" {
		dst = append(dst, `,"licence":`...)
		dst = appendJSONText(dst, g.schema.Licence)
	}
	if code := g.schema.epsg(); code != wgs84ID {
		// RFC 7946 has WGS 84 only; programs read other systems as GeoJSON of 2008 had them.
		dst = append(dst, `,"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::`...)
		dst = append(strconv.AppendInt(dst, int64(code), 10), `"}}`...)
	}
	return append(dst, `,"features":[`...)
}

func (g *geoJSONFormat) end(dst []byte) []byte { return append(dst, "\n]}\n"...) }

func (g *geoJSONFormat) feature(dst []byte, r *row) []byte {
	if g.features > 0 {
		dst = append(dst, ',')
	}
	g.features++
	dst = append(dst, "\n"+`{"type":"Feature","properties":`...)
	dst = appendMembers(dst, g.keys, r.values)
	dst = append(dst, `,"geometry":`...)
	return append(appendJSONArea(dst, &r.shape), '}')
}

// keysOf returns the names of columns as JSON, with their colons.
func keysOf(columns []Column) (keys [][]byte) {
	for _, c := range columns {
		keys = append(keys, append(appendJSONText(nil, c.Name), ':'))
	}
	return keys
}

// appendMembers appends values as an object with the given keys.
func appendMembers(dst []byte, keys [][]byte, values []any) []byte {
	dst = append(dst, '{')
	for i, v := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, keys[i]...)
		switch x := v.(type) {
		case string:
			dst = appendJSONText(dst, x)
		case int64:
			dst = strconv.AppendInt(dst, x, 10)
		case float64:
			dst = appendReal(dst, x)
		default:
			dst = append(dst, "null"...)
		}
	}
	return append(dst, '}')
}

// appendJSONArea appends an area as a MultiPolygon, so that a layer has one geometry
// type.
func appendJSONArea(dst []byte, s *shape) []byte {
	if len(s.polygons) == 0 {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"type":"MultiPolygon","coordinates":[`...)
	for i, polygon := range s.polygons {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '[')
		for j, r := range polygon {
			if j > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, '[')
			for k, p := range r {
				if k > 0 {
					dst = append(dst, ',')
				}
				dst = append(s.appendXY(append(dst, '['), p, ','), ']')
			}
			dst = append(dst, ']')
		}
		dst = append(dst, ']')
	}
	return append(dst, `]}`...)
}

// appendJSONText appends s as a JSON string. It escapes only where JSON requires it,
// not < and &.
func appendJSONText(dst []byte, s string) []byte {
	if plainJSON(s) {
		dst = append(dst, '"')
		dst = append(dst, s...)
		return append(dst, '"')
	}
	b := byteSink{dst}
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s)                 // never fails for a string and a byteSink
	return b.bytes[:len(b.bytes)-1] // without the encoder's line feed
}

// plainJSON reports whether s needs no escapes in JSON. It returns false for all
// characters whose first byte is 0xe2, as that of line and paragraph separators,
// which the encoder escapes.
func plainJSON(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c == 0xe2 || c == 0x7f {
			return false
		}
	}
	return true
}

// byteSink is an io.Writer that appends to a slice.
type byteSink struct{ bytes []byte }

func (b *byteSink) Write(p []byte) (int, error) {
	b.bytes = append(b.bytes, p...)
	return len(p), nil
}
