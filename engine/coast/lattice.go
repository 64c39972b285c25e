// SPDX-License-Identifier: MIT

package coast

import (
	"cmp"
	"math"

	"roadsnap/engine/geo"
)

// lattice divides the area of a survey into cells of about a kilometre. Its lines
// are half a unit of geo.Fixed north and east of whole units, so that no vertex of
// a coast can be on a line.
type lattice struct {
	x0, y0        int64 // the first lines
	width, height int64 // of a cell (units of geo.Fixed)
	nx, ny        int   // number of cells
}

const (
	// cellSize is the approximate size of cells (units of latitude).
	cellSize = 100_000
	// maxCells limits the memory of a survey. Larger areas have larger cells.
	maxCells = 1 << 21
)

// newLattice returns a lattice of equal cells that starts at the south-western
// corner of box. Less than one unit per cell remains at the other edges.
func newLattice(box geo.FixedBounds) lattice {
	width, height := int64(box.MaxLon)-int64(box.MinLon)+1, int64(box.MaxLat)-int64(box.MinLat)+1
	middle := (box.Bounds().South + box.Bounds().North) / 2
	x, y := cellSize/math.Cos(min(math.Abs(middle), 85)*math.Pi/180), float64(cellSize)
	if n := float64(width) / x * float64(height) / y; n > maxCells {
		grow := math.Sqrt(n / maxCells)
		x, y = x*grow, y*grow
	}
	l := lattice{nx: int(max(float64(width)/x, 1)), ny: int(max(float64(height)/y, 1))}
	l.width, l.height = width/int64(l.nx), height/int64(l.ny)
	l.x0, l.y0 = int64(box.MinLon)-1, int64(box.MinLat)-1
	return l
}

// place is a cell, or its south-western corner. Cells outside the lattice have
// places too.
type place struct{ x, y int }

// cellOf returns the cell of a point.
func (l *lattice) cellOf(p geo.Fixed) place {
	return place{int(floorDiv(int64(p.Lon)-l.x0-1, l.width)), int(floorDiv(int64(p.Lat)-l.y0-1, l.height))}
}

func floorDiv(a, b int64) int64 {
	if q := a / b; a%b >= 0 {
		return q
	}
	return a/b - 1
}

func (l *lattice) hasCell(c place) bool { return c.x >= 0 && c.x < l.nx && c.y >= 0 && c.y < l.ny }

// corner returns the index of a corner.
func (l *lattice) corner(c place) int { return c.y*(l.nx+1) + c.x }

func (l *lattice) numCorners() int { return (l.nx + 1) * (l.ny + 1) }

// at returns the point that represents a corner, half a unit south-west of it.
func (l *lattice) at(c place) geo.Fixed {
	return geo.Fixed{Lat: int32(l.y0 + int64(c.y)*l.height), Lon: int32(l.x0 + int64(c.x)*l.width)}
}

// side is the side of a cell from a corner to the next one in the east or in the
// north.
type side uint32

func eastOf(corner int) side  { return side(2 * corner) }
func northOf(corner int) side { return side(2*corner + 1) }

// ends returns the corners of a side, the western or southern one first.
func (l *lattice) ends(s side) (from, to place) {
	n := int(s / 2)
	from = place{n % (l.nx + 1), n / (l.nx + 1)}
	if s%2 == 0 {
		return from, place{from.x + 1, from.y}
	}
	return from, place{from.x, from.y + 1}
}

// cellsAt returns the cells on both sides of a side.
func (l *lattice) cellsAt(s side) (a, b place) {
	c, _ := l.ends(s)
	if s%2 == 0 {
		return place{c.x, c.y - 1}, c
	}
	return place{c.x - 1, c.y}, c
}

// step is a point where a segment leaves a cell.
type step struct {
	side   side
	at     float64 // position along the side (units of geo.Fixed)
	point  geo.Fixed
	land   bool  // the first end of the side is on land
	within bool  // the side belongs to the lattice
	to     place // the next cell
}

// walk calls visit, in order, for each point where the segment from a to b leaves a
// cell. The segment has land to its left. A single predicate decides whether a
// corner is to the left, so that the cells around a corner agree.
func (l *lattice) walk(a, b geo.Fixed, visit func(step)) {
	from, to := l.cellOf(a), l.cellOf(b)
	dx, dy := float64(b.Lon)-float64(a.Lon), float64(b.Lat)-float64(a.Lat)
	// Start from the same end in both directions, so that both give the same point.
	low := a
	if cmp.Or(cmp.Compare(a.Lat, b.Lat), cmp.Compare(a.Lon, b.Lon)) > 0 {
		low = b
	}
	left := func(c place) bool {
		x, y := float64(l.x0+int64(c.x)*l.width)+.5-float64(a.Lon), float64(l.y0+int64(c.y)*l.height)+.5-float64(a.Lat)
		return dx*y-dy*x >= 0
	}
	east, north := to.x > from.x, to.y > from.y
	for c := from; c != to; {
		ahead := c // the corner between the two sides through which the segment may leave c
		if east {
			ahead.x++
		}
		if north {
			ahead.y++
		}
		across := c.y == to.y // the segment leaves c to the east or west
		if c.x != to.x && c.y != to.y {
			across = left(ahead) == (east == north)
		}
		if across {
			line := place{ahead.x, c.y}
			s := step{land: !east}
			s.at = float64(low.Lat) + dy*(float64(l.x0+int64(line.x)*l.width)+.5-float64(low.Lon))/dx
			south := l.y0 + int64(c.y)*l.height
			s.point = geo.Fixed{Lat: clamp(s.at, south, south+l.height), Lon: int32(l.x0 + int64(line.x)*l.width)}
			if s.within = line.x >= 0 && line.x <= l.nx && c.y >= 0 && c.y < l.ny; s.within {
				s.side = northOf(l.corner(line))
			}
			if c.x++; !east {
				c.x -= 2
			}
			s.to = c
			visit(s)
			continue
		}
		line := place{c.x, ahead.y}
		s := step{land: north}
		s.at = float64(low.Lon) + dx*(float64(l.y0+int64(line.y)*l.height)+.5-float64(low.Lat))/dy
		west := l.x0 + int64(c.x)*l.width
		s.point = geo.Fixed{Lat: int32(l.y0 + int64(line.y)*l.height), Lon: clamp(s.at, west, west+l.width)}
		if s.within = line.y >= 0 && line.y <= l.ny && c.x >= 0 && c.x < l.nx; s.within {
			s.side = eastOf(l.corner(line))
		}
		if c.y++; !north {
			c.y -= 2
		}
		s.to = c
		visit(s)
	}
}

func clamp(v float64, low, high int64) int32 {
	return int32(min(max(math.Round(v), float64(low)), float64(high)))
}
