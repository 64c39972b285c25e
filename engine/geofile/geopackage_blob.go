// SPDX-License-Identifier: MIT

package geofile

import (
	"encoding/binary"
	"math"
)

// Flags of a GeoPackage geometry: little-endian byte order, and an envelope of
// longitude and latitude.
const (
	gpkgLittleEndian = 1 << 0
	gpkgEnvelopeXY   = 1 << 1
)

// Codes of well-known binary (OGC Simple Features).
const (
	wkbLittleEndian = 1
	wkbPolygon      = 3
	wkbMultiPolygon = 6
)

// appendGeoPackageArea appends an area as a GeoPackage geometry: a header with the
// envelope, and well-known binary.
func appendGeoPackageArea(b []byte, s *shape, system int) []byte {
	const version = 0
	b = append(b, 'G', 'P', version, gpkgLittleEndian|gpkgEnvelopeXY)
	b = binary.LittleEndian.AppendUint32(b, uint32(system)) //nolint:gosec // a code of EPSG
	box := s.extent()
	for _, edge := range []float64{box.minX, box.maxX, box.minY, box.maxY} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(edge))
	}
	return appendWKB(b, s)
}

// appendWKB appends an area as well-known binary.
func appendWKB(b []byte, s *shape) []byte {
	b = appendWKBHeader(b, wkbMultiPolygon, len(s.polygons))
	for _, polygon := range s.polygons {
		b = appendWKBHeader(b, wkbPolygon, len(polygon))
		for _, r := range polygon {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(r)))
			for _, p := range r {
				b = s.appendBinary(b, p)
			}
		}
	}
	return b
}

func appendWKBHeader(b []byte, kind uint32, members int) []byte {
	b = append(b, wkbLittleEndian)
	b = binary.LittleEndian.AppendUint32(b, kind)
	return binary.LittleEndian.AppendUint32(b, uint32(members))
}
