// SPDX-License-Identifier: MIT

package geofile

import (
	"math"

	"roadsnap/engine/crs"
	"roadsnap/engine/geo"
)

// box is a rectangle in the coordinate system of a file.
type box struct{ minX, minY, maxX, maxY float64 }

// emptyBox contains no position.
var emptyBox = box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

func (b box) empty() bool { return b.minX > b.maxX }

func (b box) union(c box) box {
	return box{min(b.minX, c.minX), min(b.minY, c.minY), max(b.maxX, c.maxX), max(b.maxY, c.maxY)}
}

// xy returns a position in the coordinate system of the file: degrees of 1e-9, or metres of
// 0.1 mm. Equal positions remain equal.
func (s *shape) xy(f geo.Fixed) (x, y float64) {
	p := f.Point()
	if s.system == (crs.System{}) {
		return p.Lon, p.Lat
	}
	scale := 1e4
	if s.system.Degrees() {
		scale = 1e9
	}
	x, y = s.system.XY(p)
	return math.Round(x*scale) / scale, math.Round(y*scale) / scale
}

// extent returns the box of the area in the coordinate system of the file.
func (s *shape) extent() box {
	b := emptyBox
	if len(s.polygons) == 0 {
		return b
	}
	if s.system == (crs.System{}) {
		e := s.box.Bounds()
		return box{e.West, e.South, e.East, e.North}
	}
	for _, polygon := range s.polygons {
		for _, f := range polygon[0] {
			x, y := s.xy(f)
			b = b.union(box{x, y, x, y})
		}
	}
	return b
}

// appendXY appends a position in the coordinate system of the file, with as many decimals as it
// needs.
func (s *shape) appendXY(dst []byte, f geo.Fixed, between byte) []byte {
	if s.system == (crs.System{}) {
		return appendPosition(dst, f, between)
	}
	x, y := s.xy(f)
	return appendReal(append(appendReal(dst, x), between), y)
}

// epsg returns the code of the coordinate system.
func (s Schema) epsg() int { return s.System.EPSG() }
