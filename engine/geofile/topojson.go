// SPDX-License-Identifier: MIT

package geofile

import (
	"encoding/binary"
	"slices"
	"strconv"

	"roadsnap/engine/geo"
)

// topoJSON writes one topology (TopoJSON 1.0). Borders that areas share are written once, as
// arcs, so it holds all features in memory. Coordinates are integers of 1e-7 degree and
// differences, so nothing is lost.
type topoJSON struct {
	schema   Schema
	keys     [][]byte
	features []topoFeature
	box      geo.FixedBounds
	// corners are the neighbours of each vertex in the first ring through it, the smaller one first.
	corners map[geo.Fixed][2]geo.Fixed
	joints  map[geo.Fixed]bool // vertices where arcs end
	arcs    map[string]int     // by the positions in the canonical direction
	list    [][]geo.Fixed
}

// topoFeature is a feature before its rings are cut into arcs.
type topoFeature struct {
	properties []byte
	polygons   [][]ring
}

func newTopoJSON(s Schema) *topoJSON {
	return &topoJSON{schema: s, keys: keysOf(s.Columns), box: geo.NoFixedBounds, corners: map[geo.Fixed][2]geo.Fixed{}, joints: map[geo.Fixed]bool{}, arcs: map[string]int{}}
}

func (t *topoJSON) begin(dst []byte) []byte { return dst }

func (t *topoJSON) feature(dst []byte, r *row) []byte {
	f := topoFeature{properties: appendMembers(nil, t.keys, r.values)}
	for _, polygon := range r.shape.polygons {
		copied := make([]ring, len(polygon))
		for i, line := range polygon {
			copied[i] = slices.Clone(line)
			t.visit(copied[i])
		}
		f.polygons = append(f.polygons, copied)
	}
	t.features = append(t.features, f)
	t.box = t.box.Union(r.shape.box)
	return dst
}

// visit finds the vertices where a ring parts from the others: those with other neighbours than
// before.
func (t *topoJSON) visit(line ring) {
	n := len(line) - 1 // the last one is the first
	for i := range n {
		before, after := line[(i+n-1)%n], line[i+1]
		if lessFixed(after, before) {
			before, after = after, before
		}
		pair := [2]geo.Fixed{before, after}
		if first, seen := t.corners[line[i]]; !seen {
			t.corners[line[i]] = pair
		} else if first != pair {
			t.joints[line[i]] = true
		}
	}
}

func lessFixed(a, b geo.Fixed) bool { return a.Lat < b.Lat || a.Lat == b.Lat && a.Lon < b.Lon }

// cut returns the numbers of the arcs of a ring; ^i is arc i backwards.
func (t *topoJSON) cut(line ring) (numbers []int) {
	n := len(line) - 1
	first := slices.IndexFunc(line[:n], func(p geo.Fixed) bool { return t.joints[p] })
	if first < 0 { // it begins where all rings with the same vertices begin
		first = 0
		for i := range n {
			if lessFixed(line[i], line[first]) {
				first = i
			}
		}
	}
	arc := []geo.Fixed{line[first]}
	for i := 1; i <= n; i++ {
		p := line[(first+i)%n]
		arc = append(arc, p)
		if t.joints[p] || i == n {
			numbers = append(numbers, t.number(arc))
			arc = []geo.Fixed{p}
		}
	}
	return numbers
}

// number returns the number of an arc, ^i if it is arc i backwards.
func (t *topoJSON) number(arc []geo.Fixed) int {
	backwards := slices.Clone(arc)
	slices.Reverse(backwards)
	turned := slices.CompareFunc(backwards, arc, func(a, b geo.Fixed) int {
		switch {
		case lessFixed(a, b):
			return -1
		case lessFixed(b, a):
			return 1
		}
		return 0
	}) < 0
	if turned {
		arc = backwards
	}
	key := make([]byte, 0, len(arc)*8)
	for _, p := range arc {
		key = binary.LittleEndian.AppendUint32(key, uint32(p.Lat)) //nolint:gosec // two's complement
		key = binary.LittleEndian.AppendUint32(key, uint32(p.Lon)) //nolint:gosec // two's complement
	}
	i, known := t.arcs[string(key)]
	if !known {
		i = len(t.list)
		t.arcs[string(key)] = i
		t.list = append(t.list, slices.Clone(arc))
	}
	if turned {
		return ^i
	}
	return i
}

func (t *topoJSON) end(dst []byte) []byte {
	dst = append(dst, `{"type":"Topology"`...)
	if t.schema.Licence != "" {
		dst = appendJSONText(append(dst, `,"licence":`...), t.schema.Licence)
	}
	if t.box == geo.NoFixedBounds {
		t.box = geo.FixedBounds{}
	}
	low := geo.Fixed{Lat: t.box.MinLat, Lon: t.box.MinLon}
	dst = append(dst, `,"transform":{"scale":[1e-7,1e-7],"translate":[`...)
	dst = append(appendPosition(dst, low, ','), "]}"...)
	dst = appendJSONText(append(dst, `,"objects":{`...), t.schema.Name)
	dst = append(dst, `:{"type":"GeometryCollection","geometries":[`...)
	for i, f := range t.features {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = t.geometry(append(dst, '\n'), f)
	}
	dst = append(dst, "\n]}},\n\"arcs\":["...)
	for i, arc := range t.list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, "\n["...)
		before := low
		for k, p := range arc {
			if k > 0 {
				dst = append(dst, ',')
			}
			dst = strconv.AppendInt(append(dst, '['), int64(p.Lon)-int64(before.Lon), 10)
			dst = strconv.AppendInt(append(dst, ','), int64(p.Lat)-int64(before.Lat), 10)
			dst = append(dst, ']')
			before = p
		}
		dst = append(dst, ']')
	}
	return append(dst, "\n]}\n"...)
}

// geometry appends a feature with the numbers of its arcs. A feature without an area is an empty
// one, because readers leave out those of type null.
func (t *topoJSON) geometry(dst []byte, f topoFeature) []byte {
	dst = append(dst, `{"type":"MultiPolygon","properties":`...)
	dst = append(append(dst, f.properties...), `,"arcs":[`...)
	for i, polygon := range f.polygons {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '[')
		for j, line := range polygon {
			if j > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, '[')
			for k, number := range t.cut(line) {
				if k > 0 {
					dst = append(dst, ',')
				}
				dst = strconv.AppendInt(dst, int64(number), 10)
			}
			dst = append(dst, ']')
		}
		dst = append(dst, ']')
	}
	return append(dst, "]}"...)
}
