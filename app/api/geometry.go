// SPDX-License-Identifier: MIT

package api

import (
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// askedLevel is the value of the parameter geom_level.
type askedLevel struct {
	auto  bool
	level boundary.Level // unless auto
}

// Above these numbers of units in an answer, geom_level auto selects a lighter
// level.
const (
	autoProvinces = 8
	autoWards     = 200
)

// forProvinces returns the level for an answer with n provinces.
func (a askedLevel) forProvinces(n int) geomLevel {
	return a.or(n > autoProvinces, boundary.Country, boundary.Province)
}

// forWards returns the level for an answer with n wards.
func (a askedLevel) forWards(n int) geomLevel {
	return a.or(n > autoWards, boundary.Province, boundary.Ward)
}

func (a askedLevel) or(many bool, lighter, finer boundary.Level) geomLevel {
	switch {
	case !a.auto:
		return geomLevel(a.level)
	case many:
		return geomLevel(lighter)
	}
	return geomLevel(finer)
}

// geomLevel is the level of detail of a geometry in an answer.
type geomLevel boundary.Level

func (l geomLevel) String() string { return boundary.Level(l).String() }

// of returns the level that is used for l. Borders installed without fine levels
// have only lighter ones.
func (l geomLevel) of(net *boundary.Net) geomLevel { return geomLevel(net.Level(boundary.Level(l))) }

// writeGeometry writes a GeoJSON MultiPolygon (RFC 7946).
func writeGeometry(out *stream, land boundary.Land, level boundary.Level) error {
	out.buf = append(out.buf, `{"type":"MultiPolygon","coordinates":[`...)
	comma := false
	for polygon := range land.Polygons(level) {
		if comma {
			out.buf = append(out.buf, ',')
		}
		comma = true
		if err := writePolygon(out, polygon); err != nil {
			return err
		}
	}
	out.buf = append(out.buf, "]}"...)
	return nil
}

func writePolygon(out *stream, polygon boundary.Polygon) error {
	opening := byte('[')
	for ring := range polygon.Rings() {
		out.buf = append(out.buf, opening, '[')
		opening = ','
		first := true
		for p := range ring.Points() {
			if !first {
				out.buf = append(out.buf, ',')
				if err := out.spill(); err != nil {
					return err
				}
			}
			first = false
			out.buf = appendPosition(out.buf, p)
		}
		out.buf = append(out.buf, ']')
	}
	out.buf = append(out.buf, ']')
	return nil
}

// appendPosition appends a GeoJSON position: longitude first, in full precision.
func appendPosition(dst []byte, p geo.Fixed) []byte {
	dst = append(dst, '[')
	dst = geo.AppendDegrees(dst, p.Lon)
	dst = append(dst, ',')
	dst = geo.AppendDegrees(dst, p.Lat)
	return append(dst, ']')
}

// appendLatLng appends a point in the form used by viewports.
func appendLatLng(dst []byte, p geo.Point) []byte {
	f := p.Fixed()
	dst = geo.AppendDegrees(append(dst, `{"lat":`...), f.Lat)
	dst = geo.AppendDegrees(append(dst, `,"lng":`...), f.Lon)
	return append(dst, '}')
}

func appendViewport(dst []byte, b geo.Bounds) []byte {
	dst = appendLatLng(append(dst, `{"northeast":`...), geo.Point{Lat: b.North, Lon: b.East})
	dst = appendLatLng(append(dst, `,"southwest":`...), geo.Point{Lat: b.South, Lon: b.West})
	return append(dst, '}')
}
