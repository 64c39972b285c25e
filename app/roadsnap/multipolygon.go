package main

import (
	"github.com/paulmach/orb"

	"roadsnap/engine/boundary"
)

// multiPolygon turns borders into the type that writers of files take, longitude
// first. Its memory serves one land after another.
type multiPolygon struct {
	points   []orb.Point
	rings    []orb.Ring
	polygons orb.MultiPolygon
}

// of returns a land at a level. The next call overwrites it.
func (m *multiPolygon) of(land boundary.Land, level boundary.Level) orb.MultiPolygon {
	m.points, m.rings, m.polygons = m.points[:0], m.rings[:0], m.polygons[:0]
	for polygon := range land.Polygons(level) {
		first := len(m.rings)
		for ring := range polygon.Rings() {
			start := len(m.points)
			for p := range ring.Points() {
				at := p.Point()
				m.points = append(m.points, orb.Point{at.Lon, at.Lat})
			}
			// What append moves away from under earlier rings they keep.
			m.rings = append(m.rings, orb.Ring(m.points[start:len(m.points):len(m.points)]))
		}
		m.polygons = append(m.polygons, orb.Polygon(m.rings[first:len(m.rings):len(m.rings)]))
	}
	return m.polygons
}
