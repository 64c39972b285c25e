// SPDX-License-Identifier: MIT

package vector

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"

	"github.com/paulmach/orb"
)

// ShapefileParts are the files of a Shapefile. Table and Projection are nil if there are no
// such files.
type ShapefileParts struct {
	Shapes, Table io.Reader
	Projection    io.Reader
	// Encoding is that of the texts in Table.
	Encoding Encoding
	// Used reports whether the texts of a column are used, so that a wrong encoding is an
	// error. If it is nil, all are.
	Used func(column string) bool
}

// The layout of a .shp (ESRI Shapefile Technical Description, July 1998).
const (
	shapeHeader   = 100       // bytes
	shapeFileCode = 9994      // big-endian, at 0
	recordHeader  = 8         // bytes: number and length in 16-bit words, big-endian
	maxRecord     = 512 << 20 // bytes of a shape; the largest country takes a tenth
)

// shapeKinds are the kinds of shapes by number. Those of areas are not in it.
var shapeKinds = map[uint32]string{
	0: "", 1: "Point", 3: "LineString", 8: "MultiPoint", 11: "Point", 13: "LineString", 18: "MultiPoint",
	21: "Point", 23: "LineString", 28: "MultiPoint", 31: "MultiPatch",
}

// Shapefile reads a Shapefile. A deleted row of its table is left out with its shape.
func Shapefile(p ShapefileParts, to Sink) error {
	var buffer bytes.Buffer
	head, err := readN(p.Shapes, &buffer, shapeHeader)
	if err != nil {
		return err
	}
	if binary.BigEndian.Uint32(head) != shapeFileCode {
		return corruptf("it does not begin like a .shp")
	}
	if err := projectionOf(p.Projection, to); err != nil {
		return err
	}
	var table *dbf
	if p.Table != nil {
		if table, err = newDBF(p.Table, p.Encoding, p.Used); err != nil {
			return err
		}
	}
	for {
		var record [recordHeader]byte
		if _, err := io.ReadFull(p.Shapes, record[:]); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return cut(err)
		}
		length := 2 * int64(binary.BigEndian.Uint32(record[4:]))
		if length < 4 || length > maxRecord {
			return corruptf("a shape of %d bytes", length)
		}
		data, err := readN(p.Shapes, &buffer, length)
		if err != nil {
			return err
		}
		f, err := shapeOf(data)
		if err != nil {
			return err
		}
		if table != nil {
			fields, deleted, err := table.row()
			if err != nil {
				return err
			}
			if deleted {
				continue
			}
			f.Fields = fields
		}
		if err := to.Feature(f); err != nil {
			return err
		}
	}
}

// projectionOf reports the coordinate system of a .prj.
func projectionOf(in io.Reader, to Sink) error {
	if in == nil {
		return to.System(System{})
	}
	const enough = 1 << 16
	text, err := io.ReadAll(io.LimitReader(in, enough))
	if err != nil {
		return err
	}
	return to.System(System{WKT: string(bytes.TrimSpace(text))})
}

// shapeOf returns the shape in the content of a record.
func shapeOf(data []byte) (Feature, error) {
	kind := binary.LittleEndian.Uint32(data)
	name, other := shapeKinds[kind]
	switch kind {
	case 5, 15, 25: // areas, with heights, with measures
	case 3, 13, 23: // lines
	case 1, 11, 21:
		const size = 20
		if len(data) < size {
			return Feature{}, corruptf("a point of %d bytes", len(data))
		}
		return Feature{Other: name, Points: orb.MultiPoint(ringAt(data[4:size], 16, binary.LittleEndian))}, nil
	default:
		if !other {
			return Feature{}, corruptf("a shape of the unknown kind %d", kind)
		}
		return Feature{Other: name}, nil
	}
	const fixed = 44 // kind, box, numbers of rings and of points
	if len(data) < fixed {
		return Feature{}, corruptf("an area of %d bytes", len(data))
	}
	rings, points := int64(binary.LittleEndian.Uint32(data[36:])), int64(binary.LittleEndian.Uint32(data[40:]))
	if fixed+4*rings+16*points > int64(len(data)) {
		return Feature{}, corruptf("an area of %d rings and %d points in %d bytes", rings, points, len(data))
	}
	starts, xy := data[fixed:], data[fixed+4*rings:]
	polygon := make(orb.Polygon, 0, rings)
	for i := range rings {
		from, to := int64(binary.LittleEndian.Uint32(starts[4*i:])), points
		if i+1 < rings {
			to = int64(binary.LittleEndian.Uint32(starts[4*i+4:]))
		}
		if from > to || to > points {
			return Feature{}, corruptf("a ring from point %d to %d of %d", from, to, points)
		}
		polygon = append(polygon, ringAt(xy[16*from:16*to], 16, binary.LittleEndian))
	}
	if other {
		f := Feature{Other: name}
		for _, line := range polygon {
			f.Lines = append(f.Lines, orb.LineString(line))
		}
		return f, nil
	}
	return Feature{Area: orb.MultiPolygon{polygon}, Flat: true}, nil
}

// ringAt returns the ring of the positions in data, each of stride bytes and beginning with
// x and y.
func ringAt(data []byte, stride int, order binary.ByteOrder) orb.Ring {
	ring := make(orb.Ring, 0, len(data)/stride)
	for ; len(data) >= stride; data = data[stride:] {
		ring = append(ring, orb.Point{math.Float64frombits(order.Uint64(data)), math.Float64frombits(order.Uint64(data[8:]))})
	}
	return ring
}
