// SPDX-License-Identifier: MIT

package vector

import (
	"encoding/binary"

	"github.com/paulmach/orb"
)

// wkbKinds are the kinds of geometries in well-known binary by number.
var wkbKinds = map[uint32]string{
	1: "Point", 2: "LineString", 3: "Polygon", 4: "MultiPoint", 5: "MultiLineString", 6: "MultiPolygon", 7: "GeometryCollection",
	8: "CircularString", 9: "CompoundCurve", 10: "CurvePolygon", 11: "MultiCurve", 12: "MultiSurface",
	15: "PolyhedralSurface", 16: "TIN", 17: "Triangle",
}

// The marks of a kind with more than x and y in PostGIS's form. In ISO's form, 1000 is added
// for z, 2000 for m, and 3000 for both.
const (
	wkbZ    = 1 << 31
	wkbM    = 1 << 30
	wkbSRID = 1 << 29
)

// wkb reads well-known binary. Unlike orb's reader it knows heights, which many files of
// administrative units have.
type wkb struct {
	rest  []byte
	order binary.ByteOrder
}

// geometryOf sets the geometry of a feature.
func geometryOf(data []byte, f *Feature) error {
	w := wkb{rest: data}
	kind, err := w.geometry(f, 0)
	if name := wkbKinds[kind]; len(f.Area) == 0 && name != "Polygon" && name != "MultiPolygon" {
		f.Other = name
	}
	return err
}

// geometry reads a geometry and adds it to f.
func (w *wkb) geometry(f *Feature, depth int) (kind uint32, err error) {
	kind, stride, err := w.header(depth)
	if err != nil {
		return 0, err
	}
	switch name := wkbKinds[kind]; name {
	case "Polygon":
		polygon, err := w.polygon(stride)
		f.Area = append(f.Area, polygon)
		return kind, err
	case "LineString":
		line, err := w.line(stride)
		f.Lines = append(f.Lines, line)
		return kind, err
	case "Point":
		if len(w.rest) < stride {
			return kind, corruptf("a geometry is cut off")
		}
		f.Points = append(f.Points, ringAt(w.rest[:stride], stride, w.order)...)
		w.rest = w.rest[stride:]
		return kind, nil
	case "MultiPolygon", "GeometryCollection", "MultiLineString", "MultiPoint":
		n, err := w.count(5)
		for ; n > 0 && err == nil; n-- {
			var member uint32
			member, err = w.geometry(f, depth+1)
			if of := wkbKinds[member]; err == nil && "Multi"+of != name && (name != "GeometryCollection" || of != "Polygon" && of != "MultiPolygon") {
				return kind, formatf("a %s within a %s; keep only the areas", of, name)
			}
		}
		return kind, err
	}
	return kind, nil
}

// header reads the beginning of a geometry: its kind, and the bytes of a position.
func (w *wkb) header(depth int) (kind uint32, stride int, err error) {
	const maxDepth = 8
	if len(w.rest) < 5 || depth > maxDepth {
		return 0, 0, corruptf("a geometry is cut off, or nested too deep")
	}
	w.order = binary.ByteOrder(binary.BigEndian)
	if w.rest[0] == 1 {
		w.order = binary.LittleEndian
	}
	kind = w.order.Uint32(w.rest[1:])
	w.rest = w.rest[5:]
	stride = 16
	for _, mark := range [2]uint32{wkbZ, wkbM} {
		if kind&mark != 0 {
			stride += 8
		}
	}
	if kind&wkbSRID != 0 {
		if _, err := w.count(0); err != nil {
			return 0, 0, err
		}
	}
	kind &^= wkbZ | wkbM | wkbSRID
	stride += 8 * int([4]uint32{0, 1, 1, 2}[kind/1000%4])
	return kind % 1000, stride, nil
}

// line reads the positions of a line.
func (w *wkb) line(stride int) (orb.LineString, error) {
	n, err := w.count(stride)
	if err != nil {
		return nil, err
	}
	line := orb.LineString(ringAt(w.rest[:n*stride], stride, w.order))
	w.rest = w.rest[n*stride:]
	return line, nil
}

// count reads a number of things, each of which takes at least size bytes.
func (w *wkb) count(size int) (int, error) {
	if len(w.rest) < 4 {
		return 0, corruptf("a geometry is cut off")
	}
	n := int64(w.order.Uint32(w.rest))
	w.rest = w.rest[4:]
	if n*int64(size) > int64(len(w.rest)) {
		return 0, corruptf("a geometry has %d parts in %d bytes", n, len(w.rest))
	}
	return int(n), nil
}

func (w *wkb) polygon(stride int) (orb.Polygon, error) {
	rings, err := w.count(4)
	if err != nil {
		return nil, err
	}
	polygon := make(orb.Polygon, 0, rings)
	for range rings {
		n, err := w.count(stride)
		if err != nil {
			return nil, err
		}
		polygon = append(polygon, ringAt(w.rest[:n*stride], stride, w.order))
		w.rest = w.rest[n*stride:]
	}
	return polygon, nil
}
