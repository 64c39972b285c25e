// SPDX-License-Identifier: MIT

package unitimport

import (
	"fmt"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/crs"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/nest"
)

// geometry collects the coordinates of a feature while they are read. It is reused
// for all features of a file.
type geometry struct {
	points []geo.Fixed
	rings  []int // end of each ring in points
	parts  []int // end of each part in rings

	system crs.System // of the positions to come
	flat   bool       // the rings of all parts are to be nested, see areas

	level   int             // bracket depth of the positions; 0 if unknown
	fault   string          // the first reason why it is no area
	cause   diagnostic.Kind // kind of fault
	left    []string
	read    int        // number of positions, wherever they lie
	outside int        // those of them not on the Earth
	first   [2]float64 // the first position as written
	box     frame
}

// frame is the bounding box of positions as written, which may not be degrees.
type frame struct{ west, south, east, north float64 }

var noFrame = frame{west: 1e300, south: 1e300, east: -1e300, north: -1e300}

// within reports whether f lies in g.
func (f frame) within(g frame) bool {
	return f.west >= g.west && f.east <= g.east && f.south >= g.south && f.north <= g.north
}

// vietnam is a frame round all land and islands of Vietnam, with a margin.
var vietnam = frame{west: 100, south: 4, east: 120, north: 25}

// swapped is vietnam with latitude first.
var swapped = frame{west: vietnam.south, south: vietnam.west, east: vietnam.north, north: vietnam.east}

// bounds returns f as a box on the Earth, geo.NoBounds if it is not on the Earth.
func (f frame) bounds() geo.Bounds {
	southWest, northEast := geo.Point{Lat: f.south, Lon: f.west}, geo.Point{Lat: f.north, Lon: f.east}
	if !southWest.Valid() || !northEast.Valid() {
		return geo.NoBounds
	}
	return geo.BoundsOf(southWest, northEast)
}

func (g *geometry) reset() {
	g.points, g.rings, g.parts = g.points[:0], g.rings[:0], g.parts[:0]
	g.level, g.fault, g.cause, g.left = 0, "", "", nil
	g.read, g.outside, g.box, g.flat = 0, 0, noFrame, false
}

// blame records the first fault.
func (g *geometry) blame(cause diagnostic.Kind, format string, args ...any) {
	if g.fault == "" {
		g.cause, g.fault = cause, fmt.Sprintf(format, args...)
	}
}

// mark is a state of a geometry, for back.
type mark struct{ points, rings, parts int }

func (g *geometry) mark() mark { return mark{len(g.points), len(g.rings), len(g.parts)} }

func (g *geometry) back(m mark) {
	g.points, g.rings, g.parts = g.points[:m.points], g.rings[:m.rings], g.parts[:m.parts]
}

// shape reads a geometry object, or null. inside means that it is in a collection.
func (g *geometry) shape(l *lexer, inside bool) {
	if c := l.peek(); c != '{' {
		l.skip()
		g.blame(diagnostic.NoArea, "it has no geometry")
		return
	}
	kind, start, members := "", g.mark(), false
	g.level = 0
	level := 0
	l.object(func(key string) {
		switch {
		case key == "type" && l.peek() == '"':
			kind, _ = l.text(maxValue)
		case key == "coordinates" && l.peek() == '[':
			g.back(start)
			g.level = 0
			g.list(l, 1)
			level = g.level
		case key == "geometries" && l.peek() == '[' && l.depth < maxDepth:
			members = true
			l.array(func() { g.shape(l, true) })
		default:
			l.skip()
		}
	})
	g.check(kind, level, members, start, inside)
}

// check compares the type of a geometry with its content.
func (g *geometry) check(kind string, level int, members bool, start mark, inside bool) {
	wants := map[string]int{"Point": 1, "MultiPoint": 2, "LineString": 2, "MultiLineString": 3, "Polygon": 3, "MultiPolygon": 4}
	want, known := wants[kind]
	switch {
	case kind == "GeometryCollection" && members:
	case kind == "Polygon" || kind == "MultiPolygon":
		if level == 0 {
			g.blame(diagnostic.NoArea, "its %s has no positions", kind)
		} else if level != want {
			g.blame(diagnostic.BadCoordinates, "its coordinates are not those of a %s", kind)
		}
	case known && inside:
		g.back(start)
		g.left = append(g.left, kind)
	default:
		g.back(start)
		cause, why := noArea(kind)
		g.blame(cause, "%s", why)
	}
}

// noArea says that a geometry of a kind is not an area.
func noArea(kind string) (cause diagnostic.Kind, why string) {
	return diagnostic.NoArea, fmt.Sprintf("its geometry is %s, not an area", named(kind))
}

func named(kind string) string {
	if kind == "" {
		return "an object without a type"
	}
	return fmt.Sprintf("a %q", kind)
}

// positionDepth is the greatest bracket depth of a position, that in a MultiPolygon.
const positionDepth = 4

// list reads an array of coordinates at the given bracket depth.
func (g *geometry) list(l *lexer, depth int) {
	if depth > positionDepth {
		g.blame(diagnostic.BadCoordinates, "its coordinates are nested more than %d deep", positionDepth)
		l.skip()
		return
	}
	l.expect('[')
	switch c := l.peek(); {
	case c == ']':
		l.pos++
	case c == '-' || c-'0' <= 9:
		g.position(l, depth)
		return
	default:
		g.items(l, depth)
	}
	g.close(depth)
}

func (g *geometry) items(l *lexer, depth int) {
	for l.err == nil {
		if l.peek() == '[' {
			g.list(l, depth+1)
		} else {
			g.blame(diagnostic.BadCoordinates, "one of its coordinates is not a number")
			l.skip()
		}
		if l.accept(',') {
			continue
		}
		l.expect(']')
		break
	}
}

// position reads the numbers of a position and the closing bracket.
func (g *geometry) position(l *lexer, depth int) {
	if g.level == 0 {
		g.level = depth
	}
	if g.level != depth {
		g.blame(diagnostic.BadCoordinates, "its positions are nested at different depths")
	}
	x := l.number()
	if l.accept(']') {
		g.blame(diagnostic.BadCoordinates, "one of its positions has only one number")
		return
	}
	l.expect(',')
	y := g.ordinate(l)
	for l.accept(',') { // altitude
		g.ordinate(l)
	}
	l.expect(']')
	g.add(x, y)
}

func (g *geometry) ordinate(l *lexer) float64 {
	if c := l.peek(); c == '-' || c-'0' <= 9 {
		return l.number()
	}
	g.blame(diagnostic.BadCoordinates, "one of its coordinates is not a number")
	l.skip()
	return 0
}

// add appends a position.
func (g *geometry) add(x, y float64) {
	if g.read++; g.read == 1 {
		g.first = [2]float64{x, y}
	}
	p := geo.Point{Lat: y, Lon: x}
	if g.system != (crs.System{}) {
		p = g.system.Point(x, y)
	}
	g.box.west, g.box.east = min(g.box.west, p.Lon), max(g.box.east, p.Lon)
	g.box.south, g.box.north = min(g.box.south, p.Lat), max(g.box.north, p.Lat)
	if !p.Valid() {
		g.outside++
		return
	}
	g.points = append(g.points, p.Fixed())
}

// close ends the ring or part enclosed by a bracket at the given depth.
func (g *geometry) close(depth int) {
	switch g.level - depth {
	case 1:
		g.rings = append(g.rings, len(g.points))
	case 2:
		g.parts = append(g.parts, len(g.rings))
	}
}

// areas returns a copy of the geometry as parts of an area, without degenerate rings.
// It calls note with each repair.
func (g *geometry) areas(note func(kind diagnostic.Kind, what string)) []boundary.Part {
	var out []boundary.Part
	all := slices.Clone(g.points)
	point, ring := 0, 0
	for _, last := range g.parts {
		var part boundary.Part
		whole := true // its outer ring is valid
		for first := ring; ring < last; ring++ {
			line := all[point:g.rings[ring]:g.rings[ring]]
			point = g.rings[ring]
			line, open := closed(line)
			switch {
			case len(line) < 3:
				note(diagnostic.DroppedRings, "a ring of fewer than three corners left out")
				whole = whole && ring > first
			case open:
				note(diagnostic.OpenRings, "an open ring closed")
				fallthrough
			default:
				part = append(part, line)
			}
		}
		if (whole || g.flat) && len(part) > 0 {
			out = append(out, part)
		}
	}
	if g.flat {
		out = nested(out)
	}
	for _, kind := range g.left {
		note(diagnostic.DroppedGeometries, "a "+kind+" next to the areas left out")
	}
	return out
}

// nested returns the parts that the rings of parts make, whose nesting is unknown.
func nested(parts []boundary.Part) (out []boundary.Part) {
	var rings [][]geo.Fixed
	for _, p := range parts {
		rings = append(rings, p...)
	}
	made, _ := nest.Rings(rings)
	for _, p := range made {
		out = append(out, p)
	}
	return out
}

// closed returns a ring without its closing position, and whether that was missing.
func closed(line []geo.Fixed) (ring []geo.Fixed, open bool) {
	if len(line) < 2 || line[0] != line[len(line)-1] {
		return line, true
	}
	return line[:len(line)-1], false
}
