package boundary

import (
	"math"

	"roadsnap/engine/geo"
)

// vertexGrid finds the vertices that remain in a box. It is a grid of cells over
// all vertices, each with a list, from which vertices can be removed.
type vertexGrid struct {
	points           []geo.Fixed // of the vertices, by number
	west, south      float64     // of the first cell, in units
	perCol, perRow   float64     // cells per unit
	cols             int
	start            []uint32 // where the list of each cell starts in vertices
	size             []uint32 // of the list of each cell
	vertices         []uint32
	lastCol, lastRow int
}

// newVertexGrid returns the grid of those vertices that are in it at first.
func newVertexGrid(points []geo.Fixed, in func(v uint32) bool) *vertexGrid {
	const most = 4 << 20 // cells, 8 bytes each
	box := geo.BoxOf(points...)
	g := &vertexGrid{points: points, west: float64(box.MinLon), south: float64(box.MinLat), cols: 1}
	rows := 1
	if len(points) > 0 {
		// As many cells as vertices, squares as far as that goes.
		width, height := float64(box.MaxLon)-g.west+1, float64(box.MaxLat)-g.south+1
		cells := float64(min(len(points), most))
		side := max(math.Sqrt(width*height/cells), width/cells, height/cells)
		g.perCol, g.perRow = 1/side, 1/side
		g.cols, rows = int(width/side)+1, int(height/side)+1
	}
	g.lastCol, g.lastRow = g.cols-1, rows-1
	g.start = make([]uint32, g.cols*rows+1)
	g.size = make([]uint32, g.cols*rows)
	for v, p := range points {
		if in(uint32(v)) {
			g.start[g.cell(p)+1]++
		}
	}
	for i := 1; i < len(g.start); i++ {
		g.start[i] += g.start[i-1]
	}
	g.vertices = make([]uint32, g.start[len(g.start)-1])
	for v, p := range points {
		if in(uint32(v)) {
			c := g.cell(p)
			g.vertices[g.start[c]+g.size[c]] = uint32(v)
			g.size[c]++
		}
	}
	return g
}

func (g *vertexGrid) col(lon int32) int {
	return min(max(int((float64(lon)-g.west)*g.perCol), 0), g.lastCol)
}

func (g *vertexGrid) row(lat int32) int {
	return min(max(int((float64(lat)-g.south)*g.perRow), 0), g.lastRow)
}

func (g *vertexGrid) cell(p geo.Fixed) int { return g.row(p.Lat)*g.cols + g.col(p.Lon) }

// remove takes a vertex out of the grid.
func (g *vertexGrid) remove(v uint32) {
	c := g.cell(g.points[v])
	list := g.vertices[g.start[c]:][:g.size[c]]
	for i, other := range list {
		if other == v {
			list[i] = list[len(list)-1]
			g.size[c]--
			return
		}
	}
}

// inTriangle returns a vertex that lies in the closed triangle abc at the place of
// neither a nor c, nor is b itself, and whether there is one.
func (g *vertexGrid) inTriangle(a, b, c uint32) (uint32, bool) {
	pa, pb, pc := g.points[a], g.points[b], g.points[c]
	box := geo.BoxOf(pa, pb, pc)
	west, east := g.col(box.MinLon), g.col(box.MaxLon)
	for row, last := g.row(box.MinLat), g.row(box.MaxLat); row <= last; row++ {
		for cell := row*g.cols + west; cell <= row*g.cols+east; cell++ {
			for _, v := range g.vertices[g.start[cell]:][:g.size[cell]] {
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

// triangleHolds reports whether p, a point in the box round a, b and c, lies in
// their triangle or on its edge. The triangle may be flat.
func triangleHolds(a, b, c, p geo.Fixed) bool {
	ab, bc, ca := orientation(a, b, p), orientation(b, c, p), orientation(c, a, p)
	// Of a flat triangle p is on its line, and then in the box only between its
	// ends; or beside it, and then to the left of one way and to the right of
	// another.
	left := ab > 0 || bc > 0 || ca > 0
	right := ab < 0 || bc < 0 || ca < 0
	return !(left && right)
}
