// SPDX-License-Identifier: MIT

package geofile

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"os"

	"roadsnap/engine/geo"
)

// shapeWriter writes the .shp and .shx of a Shapefile, according to the "ESRI
// Shapefile Technical Description" of July 1998. Lengths and offsets in the files are
// in words of 16 bits.
type shapeWriter struct {
	shapes, index       *os.File
	shapesOut, indexOut *bufio.Writer
	offset              int64 // current size of the .shp (bytes)
	limit               int64 // maximum size of the .shp (bytes)
	records             int32
	box                 box
	buf                 []byte
}

// Sizes (bytes) and codes of that description.
const (
	shapeFileCode     = 9994
	shapeFileVersion  = 1000
	shapeNull         = 0
	shapePolygon      = 5
	shapeHeaderSize   = 100
	recordHeaderSize  = 8
	polygonHeaderSize = 44 // type, box, numbers of rings and of points
	ringIndexSize     = 4
	pointSize         = 16
	wordSize          = 2
)

// maxPartSize is the maximum size of a part (bytes), because programs hold offsets in
// signed 32-bit integers.
const maxPartSize = math.MaxInt32

// fileBuffer is the size of file buffers (bytes).
const fileBuffer = 1 << 18

func newShapeWriter(shapes, index *os.File) (*shapeWriter, error) {
	w := &shapeWriter{
		shapes: shapes, index: index,
		shapesOut: bufio.NewWriterSize(shapes, fileBuffer), indexOut: bufio.NewWriterSize(index, fileBuffer),
		offset: shapeHeaderSize, limit: maxPartSize, box: emptyBox,
	}
	// Placeholders for the headers, which finish writes.
	header := make([]byte, shapeHeaderSize)
	if _, err := w.shapesOut.Write(header); err != nil {
		return nil, err
	}
	_, err := w.indexOut.Write(header)
	return w, err
}

func (w *shapeWriter) add(s *shape) error {
	content := int64(ringIndexSize) // the type alone
	if len(s.polygons) > 0 {
		content = polygonHeaderSize + int64(s.rings)*ringIndexSize + int64(s.vertices)*pointSize
	}
	end := w.offset + recordHeaderSize + content
	if end > w.limit {
		return fmt.Errorf("%w: the shapes need %d bytes, more than the %d bytes (2 GiB) of a Shapefile; choose another format or fewer areas", ErrTooLarge, end, w.limit)
	}
	w.records++
	b := binary.BigEndian.AppendUint32(w.buf[:0], uint32(w.offset/wordSize))
	b = binary.BigEndian.AppendUint32(b, uint32(content/wordSize))
	if _, err := w.indexOut.Write(b); err != nil {
		return err
	}
	b = binary.BigEndian.AppendUint32(b[:0], uint32(w.records))
	b = binary.BigEndian.AppendUint32(b, uint32(content/wordSize))
	b = appendESRIPolygon(b, s)
	w.buf, w.offset, w.box = b, end, w.box.union(s.extent())
	_, err := w.shapesOut.Write(b)
	return err
}

// appendESRIPolygon appends the content of a record. All rings are in one list, outer
// ones clockwise and holes counter-clockwise, the reverse of shape.
func appendESRIPolygon(b []byte, s *shape) []byte {
	if len(s.polygons) == 0 {
		return binary.LittleEndian.AppendUint32(b, shapeNull)
	}
	b = binary.LittleEndian.AppendUint32(b, shapePolygon)
	b = appendESRIBox(b, s.extent())
	b = binary.LittleEndian.AppendUint32(b, uint32(s.rings))
	b = binary.LittleEndian.AppendUint32(b, uint32(s.vertices))
	start := 0
	for _, polygon := range s.polygons {
		for _, r := range polygon {
			b = binary.LittleEndian.AppendUint32(b, uint32(start))
			start += len(r)
		}
	}
	for _, polygon := range s.polygons {
		for _, r := range polygon {
			for i := len(r) - 1; i >= 0; i-- {
				b = s.appendBinary(b, r[i])
			}
		}
	}
	return b
}

// appendBinary appends a position in the coordinate system of the file, little-endian.
func (s *shape) appendBinary(b []byte, f geo.Fixed) []byte {
	x, y := s.xy(f)
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(y))
}

// appendESRIBox appends the lower left and the upper right corner of a box.
func appendESRIBox(b []byte, box box) []byte {
	for _, x := range []float64{box.minX, box.minY, box.maxX, box.maxY} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

func (w *shapeWriter) finish() error {
	if err := w.shapesOut.Flush(); err != nil {
		return err
	}
	if err := w.indexOut.Flush(); err != nil {
		return err
	}
	if _, err := w.shapes.WriteAt(w.header(w.offset), 0); err != nil {
		return err
	}
	_, err := w.index.WriteAt(w.header(shapeHeaderSize+int64(w.records)*recordHeaderSize), 0)
	return err
}

// header returns the header of a part of size bytes.
func (w *shapeWriter) header(size int64) []byte {
	b := binary.BigEndian.AppendUint32(nil, shapeFileCode)
	const unused = 20
	b = append(b, make([]byte, unused)...)
	b = binary.BigEndian.AppendUint32(b, uint32(size/wordSize))
	b = binary.LittleEndian.AppendUint32(b, shapeFileVersion)
	b = binary.LittleEndian.AppendUint32(b, shapePolygon)
	if !w.box.empty() {
		b = appendESRIBox(b, w.box)
	}
	return append(b, make([]byte, shapeHeaderSize-len(b))...) // no heights, no measures
}
