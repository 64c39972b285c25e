// SPDX-License-Identifier: MIT

package score

import (
	"math"

	"roadsnap/engine/geo"
)

// weldDistance is the distance up to which two vertices are the same (metres). It is
// far more than the effect of writing coordinates with 6 decimals (8 cm), and less than
// the distance of any two nodes of a road network that matter.
const weldDistance = 0.35

// vertex is the index of a vertex of the true route.
type vertex int32

// vertices holds the distinct vertices of the true route.
type vertices struct {
	plane geo.Plane
	at    []geo.Point
	cells map[cell][]vertex
}

// cell is a square of the grid used to find near vertices.
type cell struct{ x, y int32 }

func cellOf(q geo.XY, size float64) cell {
	return cell{int32(math.Floor(q.X / size)), int32(math.Floor(q.Y / size))}
}

// around calls visit with c and the eight cells around it.
func (c cell) around(visit func(cell)) {
	for dx := int32(-1); dx <= 1; dx++ {
		for dy := int32(-1); dy <= 1; dy++ {
			visit(cell{c.x + dx, c.y + dy})
		}
	}
}

// newVertices returns an empty set for routes around origin.
func newVertices(origin geo.Point) *vertices {
	return &vertices{plane: geo.NewPlane(origin), cells: map[cell][]vertex{}}
}

// cell returns the cell of p. It is twice as wide as necessary at the latitude of the
// origin, so that it is wide enough where a degree of longitude is up to twice as long.
func (v *vertices) cell(p geo.Point) cell { return cellOf(v.plane.XY(p), 2*weldDistance) }

// find returns the nearest vertex within weldDistance of p.
func (v *vertices) find(p geo.Point) (nearest vertex, found bool) {
	within := weldDistance
	v.cell(p).around(func(c cell) {
		for _, n := range v.cells[c] {
			if d := geo.Distance(v.at[n], p); d < within {
				nearest, within, found = n, d, true
			}
		}
	})
	return nearest, found
}

// add returns the vertex at p, adding it if necessary.
func (v *vertices) add(p geo.Point) vertex {
	if n, found := v.find(p); found {
		return n
	}
	n := vertex(len(v.at))
	v.at = append(v.at, p)
	c := v.cell(p)
	v.cells[c] = append(v.cells[c], n)
	return n
}
