// SPDX-License-Identifier: MIT

package vector

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/paulmach/orb"
)

// two are two areas: one with a hole, and two islands.
var two = []orb.MultiPolygon{
	{{{{0, 0}, {0, 9}, {9, 9}, {9, 0}, {0, 0}}, {{1, 1}, {2, 1}, {2, 2}, {1, 1}}}},
	{{{{20, 0}, {20, 5}, {25, 5}, {20, 0}}}, {{{30, 0}, {30, 5}, {35, 5}, {30, 0}}}},
}

// flat returns an area as a Shapefile has it: all rings in one polygon.
func flat(area orb.MultiPolygon) orb.MultiPolygon {
	var all orb.Polygon
	for _, p := range area {
		all = append(all, p...)
	}
	return orb.MultiPolygon{all}
}

// shp returns a .shp with areas, or a point for a nil one.
func shp(areas ...orb.MultiPolygon) []byte {
	b := make([]byte, shapeHeader)
	binary.BigEndian.PutUint32(b, shapeFileCode)
	for i, area := range areas {
		record := shpPoint
		if area != nil {
			record = shpArea(flat(area)[0])
		}
		b = binary.BigEndian.AppendUint32(b, uint32(i+1))
		b = binary.BigEndian.AppendUint32(b, uint32(len(record)/2))
		b = append(b, record...)
	}
	return b
}

var shpPoint = append([]byte{1, 0, 0, 0}, make([]byte, 16)...)

func shpArea(p orb.Polygon) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 5)
	b = append(b, make([]byte, 32)...)
	points := 0
	for _, r := range p {
		points += len(r)
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(len(p)))
	b = binary.LittleEndian.AppendUint32(b, uint32(points))
	points = 0
	for _, r := range p {
		b = binary.LittleEndian.AppendUint32(b, uint32(points))
		points += len(r)
	}
	for _, r := range p {
		b = append(b, doubles(r)...)
	}
	return b
}

func doubles(r orb.Ring) (b []byte) {
	for _, xy := range r {
		for _, v := range xy {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
	}
	return b
}

// table returns a .dbf with the columns "MA" (a number) and "TEN". Rows whose code is 0 are
// deleted.
func table(codes []int, names []string) []byte {
	column := func(name string, kind byte, length byte) []byte {
		b := make([]byte, dbfHeader)
		copy(b, name)
		b[dbfNameLength], b[16] = kind, length
		return b
	}
	b := make([]byte, dbfHeader)
	b[0] = 3
	binary.LittleEndian.PutUint32(b[4:], uint32(len(codes)))
	binary.LittleEndian.PutUint16(b[8:], 3*dbfHeader+1)
	binary.LittleEndian.PutUint16(b[10:], 1+8+40)
	b = append(append(append(b, column("MA", 'N', 8)...), column("TEN", 'C', 40)...), dbfEnd)
	for i, code := range codes {
		mark := byte(' ')
		if code == 0 {
			mark = dbfDeleted
		}
		b = append(b, mark)
		b = fmt.Appendf(b, "%8d", code)
		b = append(b, (names[i] + strings.Repeat(" ", 40))[:40]...)
	}
	return append(b, 0x1a)
}

// wkbOf returns an area in well-known binary, with a height and in big-endian order if z.
func wkbOf(area orb.MultiPolygon, z bool) []byte {
	var order binary.AppendByteOrder = binary.LittleEndian
	mark, more := byte(1), uint32(0)
	if z {
		order, mark, more = binary.BigEndian, 0, 1000
	}
	head := func(b []byte, kind uint32, n int) []byte {
		return order.AppendUint32(order.AppendUint32(append(b, mark), kind+more), uint32(n))
	}
	b := head(nil, 6, len(area))
	for _, p := range area {
		b = head(b, 3, len(p))
		for _, r := range p {
			b = order.AppendUint32(b, uint32(len(r)))
			for _, xy := range r {
				b = order.AppendUint64(order.AppendUint64(b, math.Float64bits(xy[0])), math.Float64bits(xy[1]))
				if z {
					b = order.AppendUint64(b, math.Float64bits(7))
				}
			}
		}
	}
	return b
}

// fgb returns a FlatGeobuf with the columns code (an integer) and name. index is the size
// of its nodes, 0 for none.
func fgb(index uint16, wkt string, areas []orb.MultiPolygon, codes []int32, names []string) []byte {
	b := flatbuffers.NewBuilder(0)
	column := func(name string, kind byte) flatbuffers.UOffsetT {
		n := b.CreateString(name)
		b.StartObject(2)
		b.PrependUOffsetTSlot(columnName, n, 0)
		b.PrependByteSlot(columnType, kind, 0)
		return b.EndObject()
	}
	list := func(tables ...flatbuffers.UOffsetT) flatbuffers.UOffsetT {
		b.StartVector(4, len(tables), 4)
		for i := len(tables) - 1; i >= 0; i-- {
			b.PrependUOffsetT(tables[i])
		}
		return b.EndVector(len(tables))
	}
	columns := list(column("code", fgbInt), column("name", fgbString))
	text := b.CreateString(wkt)
	b.StartObject(6)
	b.PrependUOffsetTSlot(crsWKT, text, 0)
	b.PrependInt32Slot(crsCode, 3405, 0)
	crs := b.EndObject()
	b.StartObject(14)
	b.PrependByteSlot(headerGeometryType, 6, 0)
	b.PrependUOffsetTSlot(headerColumns, columns, 0)
	b.PrependUint64Slot(headerFeaturesCount, uint64(len(areas)), 0)
	b.PrependUint16Slot(headerIndexNodeSize, index, 16)
	b.PrependUOffsetTSlot(headerCRS, crs, 0)
	b.FinishSizePrefixed(b.EndObject())
	out := append([]byte(FlatGeobufMagic+"\x01"), b.FinishedBytes()...)
	if index > 0 {
		out = append(out, make([]byte, fgbIndexNode*(len(areas)+1))...)
	}
	for i, area := range areas {
		b = flatbuffers.NewBuilder(0)
		var parts []flatbuffers.UOffsetT
		for _, p := range area {
			var xy []byte
			var ends []uint32
			for _, r := range p {
				xy = append(xy, doubles(r)...)
				ends = append(ends, uint32(len(xy)/16))
			}
			b.StartVector(8, len(xy)/8, 8)
			for k := len(xy) - 8; k >= 0; k -= 8 {
				b.PrependUint64(binary.LittleEndian.Uint64(xy[k:]))
			}
			positions := b.EndVector(len(xy) / 8)
			b.StartVector(4, len(ends), 4)
			for k := len(ends) - 1; k >= 0; k-- {
				b.PrependUint32(ends[k])
			}
			lasts := b.EndVector(len(ends))
			b.StartObject(8)
			if len(p) > 1 {
				b.PrependUOffsetTSlot(geometryEnds, lasts, 0)
			}
			b.PrependUOffsetTSlot(geometryXY, positions, 0)
			b.PrependByteSlot(geometryType, 3, 0)
			parts = append(parts, b.EndObject())
		}
		all := list(parts...)
		b.StartObject(8)
		b.PrependUOffsetTSlot(geometryParts, all, 0)
		geometry := b.EndObject()
		values := binary.LittleEndian.AppendUint32([]byte{0, 0}, uint32(codes[i]))
		values = binary.LittleEndian.AppendUint32(append(values, 1, 0), uint32(len(names[i])))
		properties := b.CreateByteVector(append(values, names[i]...))
		b.StartObject(3)
		b.PrependUOffsetTSlot(featureGeometry, geometry, 0)
		b.PrependUOffsetTSlot(featureProperties, properties, 0)
		b.FinishSizePrefixed(b.EndObject())
		out = append(out, b.FinishedBytes()...)
	}
	return out
}

const kmlTwo = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>All</name><Folder>
<Placemark><name> A </name><description>no</description><ExtendedData><Data name="code"><value>26740</value></Data><SchemaData><SimpleData name="kind">x</SimpleData></SchemaData></ExtendedData>
<Polygon><innerBoundaryIs><LinearRing><coordinates>1,1 2,1,0
 2,2 1,1</coordinates></LinearRing></innerBoundaryIs><outerBoundaryIs><LinearRing><coordinates>0,0 0,9 9,9 9,0 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
<Placemark><MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>20,0 20,5 25,5 20,0</coordinates></LinearRing></outerBoundaryIs></Polygon>
<Point><coordinates>5,5</coordinates></Point>
<Polygon><outerBoundaryIs><LinearRing><coordinates>30,0 30,5 35,5 30,0</coordinates></LinearRing></outerBoundaryIs></Polygon></MultiGeometry></Placemark>
<Placemark><name>P</name><Point><coordinates>5,5</coordinates></Point></Placemark></Folder></Document></kml>`

// collected is what a file has.
type collected struct {
	systems  []System
	features []Feature
}

func (c *collected) sink() Sink {
	return Sink{
		System:  func(s System) error { c.systems = append(c.systems, s); return nil },
		Feature: func(f Feature) error { c.features = append(c.features, f); return nil },
	}
}

func readShapefile(shapes, rows []byte, e Encoding) (c collected, err error) {
	parts := ShapefileParts{Shapes: bytes.NewReader(shapes), Projection: strings.NewReader("GEOGCS[…]\n"), Encoding: e}
	if rows != nil {
		parts.Table = bytes.NewReader(rows)
	}
	err = Shapefile(parts, c.sink())
	return c, err
}

func readFlatGeobuf(data []byte) (c collected, err error) {
	err = FlatGeobuf(bytes.NewReader(data), c.sink())
	return c, err
}

func readKML(text string) (c collected, err error) {
	err = KML(strings.NewReader(text), c.sink())
	return c, err
}
