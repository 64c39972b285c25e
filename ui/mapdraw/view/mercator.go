// SPDX-License-Identifier: MIT

package view

import (
	"math"
	"sync"

	"roadsnap/engine/geo"
)

// maxLatitude is the edge of the web-mercator square (EPSG:3857): atan(sinh(π))
// in degrees.
const maxLatitude = 85.0511287798066

// World is a position on the web-mercator square: x from 0 at 180° W to 1 at
// 180° E, y from 0 at maxLatitude north to 1 at maxLatitude south.
type World struct{ X, Y float64 }

// Project projects p. Latitudes beyond the square are clamped to its edge.
func Project(p geo.Point) World {
	lat := min(max(p.Lat, -maxLatitude), maxLatitude)
	return World{X: p.Lon/360 + 0.5, Y: mercatorY(lat)}
}

// Point is the inverse of Project.
func (w World) Point() geo.Point {
	return geo.Point{Lat: math.Atan(math.Sinh(math.Pi*(1-2*w.Y))) * 180 / math.Pi, Lon: (w.X - 0.5) * 360}
}

// mercatorY returns the exact world y of a latitude (degrees).
func mercatorY(lat float64) float64 {
	return 0.5 - math.Asinh(math.Tan(lat*math.Pi/180))/(2*math.Pi)
}

// The table of mercatorY has a row for each 1/64 degree between ±86°.
const (
	rowsPerDegree = 64
	tableSouth    = -86
	tableRows     = 2*86*rowsPerDegree + 1
)

// row holds the world y of a row and its slope per row.
type row struct{ y, slope float64 }

// table avoids the tangent and the logarithm, which would cost more than the rest
// of drawing a vertex. A cubic Hermite spline interpolates between rows. Up to
// 80° of latitude its error is less than 1e-12 of the world, 0.0003 pixel at zoom
// 20 (a test measures it). It is one function for the whole world, so that a
// vertex lands on the same place in each tile that shows it.
var table = sync.OnceValue(func() *[tableRows]row {
	table := new([tableRows]row)
	for i := range table {
		lat := tableSouth + float64(i)/rowsPerDegree
		// dy/dlat = −sec(lat)/2π per radian.
		slope := -1 / math.Cos(lat*math.Pi/180) / (2 * math.Pi) * (math.Pi / 180) / rowsPerDegree
		table[i] = row{y: mercatorY(lat), slope: slope}
	}
	return table
})

// Projector converts positions to pixels of a picture whose origin lies at
// (originX, originY) of a world that is size pixels wide.
type Projector struct {
	table            *[tableRows]row
	Size             float64 // side of the whole world (pixels)
	originX, originY float64 // world pixels of the picture's upper left corner
}

// NewProjector returns the projector for a picture whose corner is the pixel
// (originX, originY) of a world that is size pixels wide.
func NewProjector(size, originX, originY float64) Projector {
	return Projector{table: table(), Size: size, originX: originX, originY: originY}
}

// y returns the world y of a latitude in degrees.
func (p *Projector) y(lat float64) float64 {
	row := (min(max(lat, -maxLatitude), maxLatitude) - tableSouth) * rowsPerDegree
	i := int(row)
	a, b := &p.table[i], &p.table[i+1]
	t := row - float64(i)
	d := b.y - a.y
	// Hermite spline in Horner form.
	return a.y + t*(a.slope+t*((3*d-2*a.slope-b.slope)+t*(a.slope+b.slope-2*d)))
}

// Fixed returns the pixel of f.
func (p *Projector) Fixed(f geo.Fixed) (x, y float64) {
	const perDegree = 1e7 // geo.Fixed counts 1e-7 degrees
	return (float64(f.Lon)/(360*perDegree)+0.5)*p.Size - p.originX, p.y(float64(f.Lat)/perDegree)*p.Size - p.originY
}

// Point returns the pixel of q.
func (p *Projector) Point(q geo.Point) (x, y float64) {
	return (q.Lon/360+0.5)*p.Size - p.originX, p.y(q.Lat)*p.Size - p.originY
}
