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

// areasOf returns the areas in a geometry, or its kind if it is not an area.
func areasOf(data []byte) (areas orb.MultiPolygon, other string, err error) {
	w := wkb{rest: data}
	kind, _, err := w.geometry(&areas, 0)
	if name := wkbKinds[kind]; len(areas) == 0 && name != "Polygon" && name != "MultiPolygon" {
		other = name
	}
	return areas, other, err
}

// geometry reads a geometry and appends its areas.
func (w *wkb) geometry(areas *orb.MultiPolygon, depth int) (kind uint32, stride int, err error) {
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
	switch kind %= 1000; wkbKinds[kind] {
	case "Polygon":
		polygon, err := w.polygon(stride)
		*areas = append(*areas, polygon)
		return kind, stride, err
	case "MultiPolygon", "GeometryCollection":
		n, err := w.count(5)
		for ; n > 0 && err == nil; n-- {
			var member uint32
			if member, _, err = w.geometry(areas, depth+1); err == nil && wkbKinds[member] != "Polygon" && wkbKinds[member] != "MultiPolygon" {
				// The length of others is not read, so the rest is lost.
				return kind, stride, formatf("a %s within a %s; keep only the areas", wkbKinds[member], wkbKinds[kind])
			}
		}
		return kind, stride, err
	}
	return kind, stride, nil
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
