// SPDX-License-Identifier: MIT

package boundary

import (
	"math"

	"roadsnap/engine/geo"
)

// vertexGrid finds the remaining vertices in a box. Each cell of the grid has a list
// of vertices, from which vertices can be removed.
type vertexGrid struct {
	points      []geo.Fixed // of the vertices, by number
	west, south float64     // of the first cell (units)
	perUnit     float64     // cells
	cols, rows  int
	cells       []gridCell
	vertices    []uint32 // the lists of all cells
}

// A gridCell is the range of a cell's list in vertices.
type gridCell struct{ start, size uint32 }

// in returns the vertices in a cell.
func (g *vertexGrid) in(cell int) []uint32 {
	c := g.cells[cell]
	return g.vertices[c.start : c.start+c.size]
}

// newVertexGrid returns the grid of the vertices for which in is true.
func newVertexGrid(points []geo.Fixed, in func(v uint32) bool) *vertexGrid {
	const most = 4 << 20 // cells, 8 bytes each
	box := geo.FixedBoundsOf(points...)
	g := &vertexGrid{points: points, west: float64(box.MinLon), south: float64(box.MinLat), cols: 1, rows: 1}
	if len(points) > 0 {
		// As many cells as vertices, but square ones.
		width, height := float64(box.MaxLon)-g.west+1, float64(box.MaxLat)-g.south+1
		cells := float64(min(len(points), most))
		side := max(math.Sqrt(width*height/cells), width/cells, height/cells)
		g.perUnit = 1 / side
		g.cols, g.rows = int(width/side)+1, int(height/side)+1
	}
	g.cells = make([]gridCell, g.cols*g.rows)
	for v, p := range points {
		if in(uint32(v)) {
			g.cells[g.cell(p)].size++
		}
	}
	total := uint32(0)
	for i := range g.cells {
		c := &g.cells[i]
		c.start, total = total, total+c.size
		c.size = 0
	}
	g.vertices = make([]uint32, total)
	for v, p := range points {
		if in(uint32(v)) {
			c := &g.cells[g.cell(p)]
			g.vertices[c.start+c.size] = uint32(v)
			c.size++
		}
	}
	return g
}

func (g *vertexGrid) col(lon int32) int {
	return min(max(int((float64(lon)-g.west)*g.perUnit), 0), g.cols-1)
}

func (g *vertexGrid) row(lat int32) int {
	return min(max(int((float64(lat)-g.south)*g.perUnit), 0), g.rows-1)
}

func (g *vertexGrid) cell(p geo.Fixed) int { return g.row(p.Lat)*g.cols + g.col(p.Lon) }

// remove removes a vertex from the grid.
func (g *vertexGrid) remove(v uint32) {
	c := g.cell(g.points[v])
	list := g.in(c)
	for i, other := range list {
		if other == v {
			list[i] = list[len(list)-1]
			g.cells[c].size--
			return
		}
	}
}

// inTriangle returns a vertex in the closed triangle abc, other than b and not at the
// position of a or c. It reports whether there is one.
func (g *vertexGrid) inTriangle(a, b, c uint32) (uint32, bool) {
	pa, pb, pc := g.points[a], g.points[b], g.points[c]
	box := geo.FixedBoundsOf(pa, pb, pc)
	west, east := g.col(box.MinLon), g.col(box.MaxLon)
	for row, last := g.row(box.MinLat), g.row(box.MaxLat); row <= last; row++ {
		for cell := row*g.cols + west; cell <= row*g.cols+east; cell++ {
			for _, v := range g.in(cell) {
				p := g.points[v]
				if p.Lat < box.MinLat || p.Lat > box.MaxLat || p.Lon < box.MinLon || p.Lon > box.MaxLon ||
					v == b || p == pa || p == pc {
					continue
				}
				if triangleHolds(pa, pb, pc, p) {
					return v, true
				}
			}
		}
	}
	return 0, false
}

// triangleHolds reports whether p, a point in the bounding box of a, b and c, lies in
// their triangle or on its edge. The triangle may be flat.
func triangleHolds(a, b, c, p geo.Fixed) bool {
	ab, bc, ca := orientation(a, b, p), orientation(b, c, p), orientation(c, a, p)
	// If the triangle is flat, p is either on its line, and in the box only between
	// its ends, or off the line. Off the line, p is to the left of one edge and to
	// the right of another.
	left := ab > 0 || bc > 0 || ca > 0
	right := ab < 0 || bc < 0 || ca < 0
	return !(left && right)
}
